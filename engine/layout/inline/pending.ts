// Absolutely positioned boxes in inline content: where each would have stood, and the inline boxes they may be positioned against.
import type { Box } from '../../box/box.ts'
import { isContainingBlock } from '../../box/box-kinds.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutSize } from '../context.ts'
import type { Laid, PendingBox } from '../laid.ts'
import { relativeShift } from '../positioned/finish.ts'
import { translatePending } from '../positioned/positioned.ts'
import { staticAlignment } from '../sizing/alignment.ts'
import type { LineParts } from './line.ts'
import type { PlacedLineBox } from './place.ts'
import type { InlineBox, OutOfFlowUnit } from './prepared-text.ts'

type StaticPlace = Pick<PendingBox, 'rect' | 'alignX'>

interface PlaceOnLine {
  readonly x: number
  readonly line: PlacedLineBox['line']
  readonly hasContent: boolean
}

interface Entry {
  readonly pending: Omit<PendingBox, 'inlineBlock'>
  readonly block: InlineBox | undefined
}

/** Gathers them line by line. */
export class PendingBoxes {
  readonly #entries: Entry[] = []
  readonly #rects = new Map<InlineBox, Rect>()
  readonly #style: Style
  readonly #left: number
  readonly #width: number
  readonly #size: LayoutSize

  /** `left` is where the paragraph's content box begins; `size` is what its lines are laid out into. */
  constructor(style: Style, left: number, size: LayoutSize) {
    this.#style = style
    this.#left = left
    this.#width = size.containingWidth
    this.#size = size
  }

  /** Takes over what waits inside of a float or an atomic box at (x, y). */
  carry(laid: Laid, x: number, y: number, within: InlineBox | undefined): void {
    if (laid.pending === undefined) return
    const block = containingBox(within)
    for (const pending of translatePending(laid.pending, x, y)) this.#entries.push({ pending, block })
  }

  add({ line, outOfFlow, boxes, atoms }: PlacedLineBox, parts: LineParts): void {
    for (const { span, rect } of boxes) this.#rects.set(span.box, join(this.#rects.get(span.box), rect))
    outOfFlow.forEach(({ unit, x, isRtl }, i) => {
      const box = unit.outOfFlow
      const { before = 0, hasContent = false, isAfterBreak = false } = parts.outOfFlow[i] ?? {}
      // The text around it runs from right to left: on which side of its place it stands.
      const side = before > 0 ? isRtl : (unit.box?.style ?? this.#style).direction === 'rtl'
      const rect = isAfterBreak ? this.#onLineStart(line.y + line.height, line) : this.#staticPlace(unit, { x, line, hasContent })
      const isInline = !isAfterBreak && isInlineLevel(box)
      const place = this.#moved({ rect, alignX: this.#side(box.style, isInline ? side : this.#style.direction === 'rtl') }, unit.box)
      this.#entries.push({
        pending: { box, ...place, alignY: this.#across(box.style) },
        block: containingBox(unit.box),
      })
    })
    for (const { unit, x, y, laid } of atoms) this.carry(laid, x, y, unit.box)
  }

  /** An inline-level box would stand on the line, a block-level one at the line's start, below what is on it. */
  #staticPlace({ outOfFlow }: OutOfFlowUnit, { x, line, hasContent }: PlaceOnLine): Rect {
    if (isInlineLevel(outOfFlow)) return { x, y: line.y, width: 0, height: line.height }
    return this.#onLineStart(hasContent ? line.y + line.height : line.y, line)
  }

  /** The place moves with the inline boxes around it that are positioned relatively. */
  #moved({ rect, alignX }: StaticPlace, within: InlineBox | undefined): StaticPlace {
    let { x, y } = rect
    // Lines of `vertical-lr` are turned each for itself: their upper side is the right one.
    const down = this.#style.frame === 'lr' ? -1 : 1
    for (let box = within; box !== undefined; box = box.parent) {
      const shift = relativeShift(box.style, this.#size)
      x += shift?.x ?? 0
      y += down * (shift?.y ?? 0)
    }
    return { rect: { ...rect, x, y }, alignX }
  }

  #onLineStart(y: number, { height }: PlaceOnLine['line']): Rect {
    return { x: this.#style.direction === 'rtl' ? this.#left + this.#width : this.#left, y, width: 0, height }
  }

  /** No `justify-items` has an effect among lines, in browsers. */
  #side({ justifySelf, direction: selfDirection }: Style, isRtl: boolean): PendingBox['alignX'] {
    const { direction } = this.#style
    const normal = isRtl ? 'end' : 'start'
    return staticAlignment(justifySelf, { axis: 'x', direction, selfDirection, isReversed: direction === 'rtl', normal })
  }

  /** Across the line, in its height. */
  #across({ alignSelf, direction: selfDirection }: Style): PendingBox['alignY'] {
    const { direction } = this.#style
    return staticAlignment(alignSelf, { axis: 'y', direction, selfDirection, isReversed: false, normal: 'start' })
  }

  finish(): readonly PendingBox[] {
    return this.#entries.map(({ pending, block }) => ({
      ...pending,
      inlineBlock: block === undefined ? undefined : this.#rects.get(block),
    }))
  }
}

function isInlineLevel({ style }: Box): boolean {
  return style.originalDisplay.startsWith('inline')
}

function containingBox(box: InlineBox | undefined): InlineBox | undefined {
  for (let outer = box; outer !== undefined; outer = outer.parent) if (isContainingBlock(outer.style)) return outer
  return undefined
}

/** From where the first piece begins to where the last one ends (CSS2 10.1 4.1). */
function join(first: Rect | undefined, last: Rect): Rect {
  if (first === undefined) return last
  return { x: first.x, y: first.y, width: Math.max(0, last.x + last.width - first.x), height: last.y + last.height - first.y }
}
