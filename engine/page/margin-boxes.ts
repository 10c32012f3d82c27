// Problem: sixteen boxes around the page area share its margins; the three on a side share one length by what they contain.
// Approach: CSS Page 3 §5.3. Along its side a box gets its share (`margin-box-sizes.ts`); across it, and in corners, it solves for itself.
import type { Box } from '../box/box.ts'
import { addAll } from '../collections/lists.ts'
import type { Fragment } from '../fragment/fragment.ts'
import type { Rect } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import type { MarginBoxName } from '../style/page-selector.ts'
import type { PageStyle, Style } from '../style/style.ts'
import { isLength, resolveLength } from '../style/value.ts'
import { type BoundedWish, type FixedAxis, shareBounded, solveFixed } from './margin-box-sizes.ts'
import type { MarginBox } from './page.ts'
import { wholeFragment } from './paginate.ts'

export interface MarginBoxFunctions {
  /** The box of a margin box, with its content resolved for this page; undefined when it has none. */
  build(name: MarginBoxName, style: Style): Box | undefined
  contentWidths(box: Box): { readonly min: number; readonly max: number }
  layoutBox(box: Box, width: number, height: number | undefined): Laid
}

interface Candidate {
  readonly name: MarginBoxName
  readonly box: Box
}

type Axis = 'horizontal' | 'vertical'
type Side = 'top' | 'bottom' | 'left' | 'right'

const SIDES = [
  { names: ['top-left', 'top-center', 'top-right'], side: 'top' },
  { names: ['bottom-left', 'bottom-center', 'bottom-right'], side: 'bottom' },
  { names: ['left-top', 'left-middle', 'left-bottom'], side: 'left' },
  { names: ['right-top', 'right-middle', 'right-bottom'], side: 'right' },
] as const
const CORNERS = ['top-left-corner', 'top-right-corner', 'bottom-right-corner', 'bottom-left-corner'] as const

/** The margin boxes of one page, laid out, in painting order (CSS Page 3 §5.1); all stand above the page's content. Empty when the page has none. */
export function layMarginBoxes(page: PageStyle, functions: MarginBoxFunctions): readonly MarginBox[] {
  if (page.marginBoxes.size === 0) return []
  const has = (name: MarginBoxName): boolean => page.marginBoxes.has(name)
  const boxes: MarginBox[] = []
  for (const { names, side } of SIDES) if (names.some(has)) addAll(boxes, laySide(names, side, page, functions))
  if (CORNERS.some(has)) addAll(boxes, layCorners(page, functions))
  const zIndexOf = ({ fragment: { laid } }: MarginBox): number => (laid.box.style.zIndex === 'auto' ? 0 : laid.box.style.zIndex)
  return boxes.some((box) => zIndexOf(box) !== 0) ? boxes.sort((a, b) => zIndexOf(a) - zIndexOf(b)) : boxes
}

function laySide(names: readonly MarginBoxName[], side: Side, page: PageStyle, functions: MarginBoxFunctions): MarginBox[] {
  const candidates = names.map((name) => candidate(page, name, functions))
  if (candidates.every((one) => one === undefined)) return []
  const slot = slotOf(side, page)
  const isRow = side === 'top' || side === 'bottom'
  const available = isRow ? slot.width : slot.height
  const axis = isRow ? 'horizontal' : 'vertical'
  const wishes = candidates.map((one) => one && (isRow ? wishAcross(one, slot, functions) : wishDown(one, slot, side, functions)))
  const [a, b, c] = shareBounded(wishes, available)
  const starts = [0, (available - b) / 2, available - c]
  return candidates.flatMap((one, i) => {
    if (one === undefined) return []
    const { style } = one.box
    const before = resolved(isRow ? style.marginLeft : style.marginTop, slot.width) ?? 0
    const after = resolved(isRow ? style.marginRight : style.marginBottom, slot.width) ?? 0
    const along = { start: (starts[i] ?? 0) + before, size: Math.max(0, ([a, b, c][i] ?? 0) - before - after) }
    const across = solveAcross(style, axis === 'horizontal' ? 'vertical' : 'horizontal', slot, side)
    return [lay(one, isRow ? rectOf(slot, along, across) : rectOf(slot, across, along), functions)]
  })
}

function layCorners(page: PageStyle, functions: MarginBoxFunctions): MarginBox[] {
  return CORNERS.flatMap((name) => {
    const corner = candidate(page, name, functions)
    if (corner === undefined) return []
    const top = name.startsWith('top') ? 'top' : 'bottom'
    const left = name.includes('left') ? 'left' : 'right'
    const row = slotOf(top, page)
    const column = slotOf(left, page)
    const slot = { x: column.x, width: column.width, y: row.y, height: row.height }
    const { style } = corner.box
    return [lay(corner, rectOf(slot, solveAcross(style, 'horizontal', slot, left), solveAcross(style, 'vertical', slot, top)), functions)]
  })
}

/** The page margin on a side, without its corners: containing block of the boxes in it. */
function slotOf(side: Side, { width, height, margin }: PageStyle): Rect {
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
  switch (side) {
    case 'top':
      return { x: margin.left, y: 0, width: inner.width, height: margin.top }
    case 'bottom':
      return { x: margin.left, y: height - margin.bottom, width: inner.width, height: margin.bottom }
    case 'left':
      return { x: 0, y: margin.top, width: margin.left, height: inner.height }
    case 'right':
      return { x: width - margin.right, y: margin.top, width: margin.right, height: inner.height }
  }
}

interface Stretch {
  readonly start: number
  readonly size: number
}

function rectOf(slot: Rect, x: Stretch, y: Stretch): Rect {
  return { x: slot.x + x.start, y: slot.y + y.start, width: x.size, height: y.size }
}

function candidate(page: PageStyle, name: MarginBoxName, functions: MarginBoxFunctions): Candidate | undefined {
  const style = page.marginBoxes.get(name)
  const box = style && functions.build(name, style)
  return box && { name, box }
}

// ── Lengths of a box ────────────────────────────────────────────────────────────────────────────────────────────────────

function wishAcross({ box }: Candidate, slot: Rect, functions: MarginBoxFunctions): BoundedWish {
  const { style } = box
  const margins = (resolved(style.marginLeft, slot.width) ?? 0) + (resolved(style.marginRight, slot.width) ?? 0)
  const { size, least, most } = sizesOf(style, 'horizontal', slot)
  const bounds = { least: least + margins, most: most + margins }
  if (size !== undefined) return { definite: size + margins, min: size + margins, max: size + margins, ...bounds }
  const { min, max } = functions.contentWidths(box)
  return { definite: undefined, min: min + margins, max: max + margins, ...bounds }
}

function wishDown({ box }: Candidate, slot: Rect, side: Side, functions: MarginBoxFunctions): BoundedWish {
  const { style } = box
  const margins = (resolved(style.marginTop, slot.width) ?? 0) + (resolved(style.marginBottom, slot.width) ?? 0)
  const { size, least, most } = sizesOf(style, 'vertical', slot)
  const length = (size ?? functions.layoutBox(box, solveAcross(style, 'horizontal', slot, side).size, undefined).height) + margins
  const bounds = { least: least + margins, most: most + margins }
  return { definite: size === undefined ? undefined : length, min: length, max: length, ...bounds }
}

function solveAcross(style: Style, axis: Axis, slot: Rect, side: Side): Stretch {
  const isAcross = axis === 'horizontal'
  const fixed: FixedAxis = {
    marginStart: resolved(isAcross ? style.marginLeft : style.marginTop, slot.width),
    marginEnd: resolved(isAcross ? style.marginRight : style.marginBottom, slot.width),
    ...sizesOf(style, axis, slot),
  }
  return solveFixed(fixed, isAcross ? slot.width : slot.height, side === 'top' || side === 'left' ? 'start' : 'end')
}

/** Size and bounds of the border box along an axis. */
function sizesOf(
  style: Style,
  axis: Axis,
  slot: Rect,
): { readonly size: number | undefined; readonly least: number; readonly most: number } {
  const isAcross = axis === 'horizontal'
  const basis = isAcross ? slot.width : slot.height
  const edges = isAcross
    ? style.borderLeftWidth + style.borderRightWidth + paddings(style.paddingLeft, style.paddingRight, slot)
    : style.borderTopWidth + style.borderBottomWidth + paddings(style.paddingTop, style.paddingBottom, slot)
  const borderBox = (value: Style['width'] | Style['maxWidth']): number | undefined => {
    if (!isLength(value)) return undefined
    const length = Math.max(0, resolveLength(value, basis))
    return style.boxSizing === 'border-box' ? Math.max(length, edges) : length + edges
  }
  return {
    size: borderBox(isAcross ? style.width : style.height),
    least: borderBox(isAcross ? style.minWidth : style.minHeight) ?? 0,
    most: borderBox(isAcross ? style.maxWidth : style.maxHeight) ?? Number.POSITIVE_INFINITY,
  }
}

function paddings(start: Style['paddingLeft'], end: Style['paddingLeft'], slot: Rect): number {
  return resolveLength(start, slot.width) + resolveLength(end, slot.width)
}

/** Undefined for `auto`. */
function resolved(margin: Style['marginLeft'], basis: number): number | undefined {
  return margin === 'auto' ? undefined : resolveLength(margin, basis)
}

// ── The box in its place ────────────────────────────────────────────────────────────────────────────────────────────────

function lay({ name, box }: Candidate, rect: Rect, functions: MarginBoxFunctions): MarginBox {
  const natural = functions.layoutBox(naturalBox(box), rect.width, undefined)
  const laid = atHeight(box, natural, rect, functions)
  return { name, rect, fragment: alignContent(laid, Math.max(0, rect.height - natural.height), box.style.verticalAlign) }
}

/** Lines of text are placed alike however high their box is: they are laid out once. */
function atHeight(box: Box, natural: Laid, { width, height }: Rect, functions: MarginBoxFunctions): Laid {
  const isText = box.kind === 'paragraph' && box.style.position === 'static' && box.items.every(({ kind }) => kind === 'text')
  if (!isText || natural.kind !== 'paragraph' || natural.box !== box) return functions.layoutBox(box, width, height)
  return { ...natural, height }
}

/** The box as high as its content, which says how much room is left to align it in. */
function naturalBox(box: Box): Box {
  const { height, minHeight, maxHeight } = box.style
  if (height === 'auto' && (minHeight === 'auto' || minHeight === 0) && maxHeight === 'none') return box
  return { ...box, style: { ...box.style, height: 'auto', minHeight: 0, maxHeight: 'none' } }
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
