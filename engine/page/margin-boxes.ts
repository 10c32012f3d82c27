// Problem: sixteen boxes around the page area share its margins; the three on a side share one length by what they contain.
// Approach: CSS Page 3 §5.3. The middle box is centred, so the outer two count as one imaginary box twice as wide as the wider.
import type { Box } from '../box/box.ts'
import type { Fragment } from '../fragment/fragment.ts'
import type { Rect } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import type { MarginBoxName, PageStyle, Style } from '../style/style.ts'
import { resolveLength } from '../style/value.ts'
import type { MarginBox } from './page.ts'
import { wholeFragment } from './paginate.ts'

export interface MarginBoxVerbs {
  /** The box of a margin box, with its content resolved for this page; undefined when it has none. */
  build(name: MarginBoxName, style: Style): Box | undefined
  contentWidths(box: Box): { readonly min: number; readonly max: number }
  layoutBox(box: Box, width: number, height: number | undefined): Laid
}

interface Candidate {
  readonly name: MarginBoxName
  readonly box: Box
}

const ROWS = [
  { names: ['top-left', 'top-center', 'top-right'], side: 'top' },
  { names: ['bottom-left', 'bottom-center', 'bottom-right'], side: 'bottom' },
] as const
const COLUMNS = [
  { names: ['left-top', 'left-middle', 'left-bottom'], side: 'left' },
  { names: ['right-top', 'right-middle', 'right-bottom'], side: 'right' },
] as const
const CORNERS = ['top-left-corner', 'top-right-corner', 'bottom-right-corner', 'bottom-left-corner'] as const

/** The margin boxes of one page, laid out, in painting order. Empty when the page has none. */
export function layMarginBoxes(page: PageStyle, verbs: MarginBoxVerbs): readonly MarginBox[] {
  if (page.marginBoxes.size === 0) return []
  const { width, height, margin } = page
  const inner: Rect = {
    x: margin.left,
    y: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  }
  const boxes: MarginBox[] = []
  for (const { names, side } of ROWS) {
    const candidates = names.map((name) => candidate(page, name, verbs))
    const strip = side === 'top' ? { y: 0, height: margin.top } : { y: height - margin.bottom, height: margin.bottom }
    const lengths = share(
      candidates.map((c) => c && widthsOf(c, inner.width, verbs)),
      inner.width,
    )
    place(candidates, lengths, inner.width, (c, start, length) =>
      boxes.push(lay(c, { x: inner.x + start, width: length, ...strip }, verbs)),
    )
  }
  for (const { names, side } of COLUMNS) {
    const candidates = names.map((name) => candidate(page, name, verbs))
    const strip = side === 'left' ? { x: 0, width: margin.left } : { x: width - margin.right, width: margin.right }
    const lengths = share(
      candidates.map((c) => c && heightOf(c, strip.width, inner.height, verbs)),
      inner.height,
    )
    place(candidates, lengths, inner.height, (c, start, length) =>
      boxes.push(lay(c, { y: inner.y + start, height: length, ...strip }, verbs)),
    )
  }
  for (const name of CORNERS) {
    const corner = candidate(page, name, verbs)
    if (corner === undefined) continue
    const x = name.includes('left') ? { x: 0, width: margin.left } : { x: width - margin.right, width: margin.right }
    const y = name.startsWith('top') ? { y: 0, height: margin.top } : { y: height - margin.bottom, height: margin.bottom }
    boxes.push(lay(corner, { ...x, ...y }, verbs))
  }
  return boxes
}

function candidate(page: PageStyle, name: MarginBoxName, verbs: MarginBoxVerbs): Candidate | undefined {
  const style = page.marginBoxes.get(name)
  const box = style && verbs.build(name, style)
  return box && { name, box }
}

/** What a margin box wants of its side: a definite length, or its content's smallest and largest. */
interface Wish {
  readonly definite: number | undefined
  readonly min: number
  readonly max: number
}

function widthsOf({ box }: Candidate, available: number, verbs: MarginBoxVerbs): Wish {
  const { style } = box
  const margins = marginSum(style.marginLeft, style.marginRight, available)
  if (isLength(style.width)) {
    const frame = style.boxSizing === 'border-box' ? 0 : horizontalFrame(style, available)
    const definite = resolveLength(style.width, available) + frame + margins
    return { definite, min: definite, max: definite }
  }
  const { min, max } = verbs.contentWidths(box)
  const floor = isLength(style.minWidth) ? resolveLength(style.minWidth, available) : 0
  return { definite: undefined, min: Math.max(floor, min) + margins, max: Math.max(floor, max) + margins }
}

function heightOf({ box }: Candidate, width: number, available: number, verbs: MarginBoxVerbs): Wish {
  const { style } = box
  const margins = marginSum(style.marginTop, style.marginBottom, width)
  if (isLength(style.height)) {
    const definite = resolveLength(style.height, available) + margins
    return { definite, min: definite, max: definite }
  }
  const height = verbs.layoutBox(box, width, undefined).height + margins
  return { definite: undefined, min: height, max: height }
}

/** Lengths of the start, middle and end box along a side (CSS Page 3 §5.3.2.3); 0 for boxes that are not there. */
export function share(wishes: readonly (Wish | undefined)[], available: number): readonly [number, number, number] {
  const [start, middle, end] = wishes
  if (middle === undefined) {
    const [a, c] = shareTwo(start, end, available)
    return [a, 0, c]
  }
  const outer = [start, end].filter((wish): wish is Wish => wish !== undefined)
  const imaginary: Wish | undefined =
    outer.length === 0
      ? undefined
      : {
          definite: undefined,
          min: 2 * Math.max(...outer.map((wish) => wish.definite ?? wish.min)),
          max: 2 * Math.max(...outer.map((wish) => wish.definite ?? wish.max)),
        }
  const [b] = shareTwo(middle, imaginary, available)
  const rest = Math.max(0, (available - b) / 2)
  return [start?.definite ?? (start ? rest : 0), b, end?.definite ?? (end ? rest : 0)]
}

function shareTwo(first: Wish | undefined, second: Wish | undefined, available: number): readonly [number, number] {
  if (first === undefined || second === undefined) {
    const only = first ?? second
    const length = only === undefined ? 0 : (only.definite ?? available)
    return first === undefined ? [0, length] : [length, 0]
  }
  if (first.definite !== undefined && second.definite !== undefined) return [first.definite, second.definite]
  if (first.definite !== undefined) return [first.definite, Math.max(0, available - first.definite)]
  if (second.definite !== undefined) return [Math.max(0, available - second.definite), second.definite]
  const grown = flexFit(first, second, available)
  return [grown, available - grown]
}

/** Length of the first of two flexible boxes: room beyond max-content goes by max-content, between min and max by the difference. */
function flexFit(first: Wish, second: Wish, available: number): number {
  const max = first.max + second.max
  const min = first.min + second.min
  const [base, weight, other, room] =
    max <= available
      ? [first.max, first.max, second.max, available - max]
      : min <= available
        ? [first.min, first.max - first.min, second.max - second.min, available - min]
        : [first.min, first.min, second.min, available - min]
  const total = weight + other
  return base + (total === 0 ? room / 2 : (room * weight) / total)
}

/** Start at the start, middle centred, end at the end. */
function place(
  candidates: readonly (Candidate | undefined)[],
  [a, b, c]: readonly [number, number, number],
  available: number,
  put: (candidate: Candidate, start: number, length: number) => void,
): void {
  const [start, middle, end] = candidates
  if (start) put(start, 0, a)
  if (middle) put(middle, (available - b) / 2, b)
  if (end) put(end, available - c, c)
}

function lay({ name, box }: Candidate, slot: Rect, verbs: MarginBoxVerbs): MarginBox {
  const { style } = box
  const left = marginSum(style.marginLeft, 0, slot.width)
  const top = marginSum(style.marginTop, 0, slot.width)
  const width = Math.max(0, slot.width - marginSum(style.marginLeft, style.marginRight, slot.width))
  const height = Math.max(0, slot.height - marginSum(style.marginTop, style.marginBottom, slot.width))
  const natural = verbs.layoutBox(box, width, undefined)
  const laid = verbs.layoutBox(box, width, height)
  const rect = { x: slot.x + left, y: slot.y + top, width, height }
  return { name, rect, fragment: alignContent(laid, Math.max(0, height - natural.height), style.verticalAlign) }
}

/** Moves the content of a box that is taller than its content (CSS Page 3 §5.3.1: `vertical-align` applies to margin boxes). */
function alignContent(laid: Laid, room: number, align: Style['verticalAlign']): Fragment {
  const whole = wholeFragment({ laid, x: 0, y: 0 })
  const down = align === 'middle' ? room / 2 : align === 'bottom' || align === 'text-bottom' ? room : 0
  if (down === 0) return whole
  if (laid.kind === 'paragraph') {
    const children = laid.floats.map((float) => wholeFragment({ ...float, y: float.y + down }))
    return { ...whole, content: { kind: 'lines', lines: laid.lines, lift: -down, children } }
  }
  if (laid.kind !== 'block') return whole
  const children: Fragment[] = []
  for (let i = 0; ; i++) {
    const child = laid.children.at(i)
    if (child === undefined) break
    children.push(wholeFragment({ ...child, y: child.y + down }))
  }
  return { ...whole, content: { kind: 'children', children } }
}

function isLength(value: Style['width'] | Style['minWidth']): value is number | Extract<Style['width'], { kind: 'sum' | 'min' | 'max' }> {
  return typeof value === 'number' || (typeof value === 'object' && value.kind !== 'fit-content')
}

function marginSum(first: Style['marginLeft'], second: Style['marginLeft'], basis: number): number {
  return (first === 'auto' ? 0 : resolveLength(first, basis)) + (second === 'auto' ? 0 : resolveLength(second, basis))
}

function horizontalFrame(style: Style, basis: number): number {
  return style.borderLeftWidth + style.borderRightWidth + resolveLength(style.paddingLeft, basis) + resolveLength(style.paddingRight, basis)
}
