// Where a block-level box stands between the sides of its containing block (CSS2 10.3.3).
import type { Box } from '../../box/box.ts'
import { isOrthogonal } from '../../style/frame.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import { type Alignment, offsetOf, resolveAlignment } from '../sizing/alignment.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { usedWidth } from '../sizing/width.ts'
import type { Gap } from './float.ts'

/** The room for a block-level box and what its percentages mean. */
export interface BlockRoom {
  /** Content width of the containing block. */
  readonly containingWidth: number
  readonly containingHeight: number | undefined
  /** Sides that the margin box keeps to. */
  readonly within: Gap
  /** Of the containing block: direction, and alignment of blocks by HTML's `align`. */
  readonly style: Style
}

export interface Horizontal {
  /** Of the border box. */
  readonly x: number
  readonly width: number
}

/** `placeHorizontally`, at a height. Not by a spread: to copy both numbers took V8 a fiftieth of the time of an invoice. */
export function placeHorizontallyAt(box: Box, room: BlockRoom, y: number, context: LayoutContext): Horizontal & { readonly y: number } {
  const { x, width } = placeHorizontally(box, room, context)
  return { x, width, y }
}

/** Used width and left edge of a block in flow, automatic and over-constrained margins resolved. */
export function placeHorizontally(box: Box, room: BlockRoom, context: LayoutContext): Horizontal {
  const { style } = box
  const margins = usedMargins(style, room.containingWidth)
  const total = room.within.right - room.within.left
  const available = total - margins.left - margins.right
  const { containingWidth, containingHeight } = room
  const justified = blockAlignment(box, room.style)
  const isFilling = isStretched(style, room.style)
  const isShrunk = justified !== undefined || isButton(box)
  const auto = isShrunk ? 'shrink' : isFilling && box.kind !== 'table' && !box.isAnonymous ? 'fill' : 'stretch'
  const own = usedWidth(box, { containingWidth, containingHeight, available, auto }, context)
  // A table fills its container only when asked to.
  const width = box.kind === 'table' && isFilling ? Math.max(own, available) : own
  const free = available - (box.kind === 'table' ? context.layout.shownWidth(box, width, context) : width)
  const isLeftAuto = style.marginLeft === 'auto'
  const isRightAuto = style.marginRight === 'auto'
  const isRtl = room.style.direction === 'rtl'
  const start = room.within.left + margins.left
  if (isLeftAuto && isRightAuto && free > 0) return { x: start + free / 2, width }
  if (isLeftAuto !== isRightAuto && free > 0) return { x: isLeftAuto ? start + free : start, width }
  if (justified !== undefined && !isLeftAuto && !isRightAuto) return { x: start + offsetOf(justified, free, isRtl), width }
  if (!isLeftAuto && !isRightAuto && free > 0) return { x: start + free * alignment(room.style), width }
  return { x: isRtl ? start + free : start, width }
}

/** A button fits its content, whatever its display (HTML "The button element"). */
function isButton({ origin, isAnonymous }: Box): boolean {
  return origin.tag === 'button' && !isAnonymous
}

/** The part of the free room that goes to the left of a block without automatic margins. */
export function alignment(container: Style): number {
  switch (container.textAlign) {
    case '-platen-center':
      return 1 / 2
    case '-platen-right':
      return 1
    case '-platen-left':
      return 0
    default:
      return container.direction === 'rtl' ? 1 : 0
  }
}

function isStretched({ justifySelf, width }: Style, { justifyItems }: Style): boolean {
  return width === 'auto' && (justifySelf === 'auto' ? justifyItems : justifySelf) === 'stretch'
}

/** The direction of a box along the axis of the lines around it: of its blocks in an orthogonal flow. */
function directionOf(box: Box): Style['direction'] {
  if (box.kind !== 'turned' || !isOrthogonal(box.style.frame, box.inner.style.frame)) return box.style.direction
  return box.style.frame === 'sl' || box.inner.style.frame === 'rl' ? 'rtl' : 'ltr'
}

/** `justify-self` of a block in flow (CSS Align 3 §6.1): what is not stretched fits its content. Undefined for blocks that fill their container. */
export function blockAlignment(box: Box, { justifyItems, direction }: Style): Alignment | undefined {
  if ((box.isAnonymous && box.kind !== 'table') || box.style.display === 'table-caption') return undefined
  const { justifySelf } = box.style
  const selfDirection = directionOf(box)
  const keyword = justifySelf === 'auto' ? justifyItems : justifySelf
  if (keyword === 'normal' || keyword === 'auto' || keyword === 'stretch') return undefined
  const isReversed = direction === 'rtl'
  const alignment = resolveAlignment(keyword, { axis: 'x', direction, selfDirection, isReversed, normal: isReversed ? 'end' : 'start' })
  if (!alignment.position.endsWith('baseline')) return alignment
  return { position: isReversed ? 'end' : 'start', isSafe: true }
}
