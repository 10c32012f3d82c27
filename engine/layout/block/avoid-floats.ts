// Boxes that no float may overlap (CSS2 9.5): tables, images and roots of formatting contexts move beside floats or below them.
import type { Box } from '../../box/box.ts'
import type { LayoutContext } from '../context.ts'
import type { Placed } from '../laid.ts'
import { offsetOf } from '../sizing/alignment.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { usedWidth } from '../sizing/width.ts'
import { type Floats, type Gap, TOLERANCE } from './float.ts'
import { alignment, type BlockRoom, blockAlignment, type Horizontal, placeHorizontally } from './inflow-width.ts'

/** The floats of a formatting context, and where the parent's border box stands in it. */
interface FloatField {
  readonly floats: Floats
  readonly x: number
  readonly y: number
}

/** Where a box looks for room among floats. */
interface FloatSearch {
  readonly room: BlockRoom
  readonly field: FloatField
  /** It begins here or below, from the parent's border box. */
  readonly from: number
}

/** Lays out a box in the first place from `from` down where floats leave it room. Offsets are from the parent's border box. */
export function layoutAvoidingFloats(box: Box, search: FloatSearch, context: LayoutContext): Placed {
  const { field } = search
  // No formatting context stands beside an initial letter (CSS Inline 3 §6.8).
  let top = Math.max(search.from, field.floats.letterBottom - field.y)
  for (;;) {
    const attempt = tryAt(box, search, top, context)
    const next = field.floats.nextBottom(field.y + top)
    if (next === undefined || attempt.isFitting) return attempt.placed
    top = next - field.y
  }
}

/**
 * The place of a streamed box, which cannot be laid out to find it: it avoids all floats that reach further down than its top, as if it were taller than
 * any.
 */
export function placeAvoidingFloats(
  box: Box,
  { room, field, from }: FloatSearch,
  context: LayoutContext,
): Horizontal & { readonly y: number } {
  let top = Math.max(from, field.floats.letterBottom - field.y)
  for (;;) {
    const { x, width, isFitting } = placeInGap(box, room, gapAt(room, field, top, Number.MAX_SAFE_INTEGER), context)
    const next = field.floats.nextBottom(field.y + top)
    if (next === undefined || isFitting) return { x, y: top, width }
    top = next - field.y
  }
}

interface Attempt {
  readonly placed: Placed
  /** It is no wider than the room beside the floats. */
  readonly isFitting: boolean
}

function tryAt(box: Box, { room, field }: FloatSearch, y: number, context: LayoutContext): Attempt {
  let height = 0
  for (;;) {
    const within = gapAt(room, field, y, height)
    const { x, width, isFitting } = placeInGap(box, room, within, context)
    const size = { width, height: undefined, containingWidth: room.containingWidth, containingHeight: room.containingHeight }
    const laid = context.layout.layoutBox(box, size, context)
    const attempt = { placed: { x, y, laid }, isFitting }
    if (laid.height <= height || !isFitting) return attempt
    const next = gapAt(room, field, y, laid.height)
    if (next.left <= within.left && next.right >= within.right) return attempt
    height = laid.height
  }
}

/** The sides of the room at this height, from the parent's border box. */
function gapAt(room: BlockRoom, field: FloatField, y: number, height: number): Gap {
  const gap = field.floats.gap(field.y + y, height, { left: field.x + room.within.left, right: field.x + room.within.right })
  return { left: gap.left - field.x, right: gap.right - field.x }
}

/** A margin may lie under a float, the border box may not; a negative one widens the box only as far as there is room. */
function placeInGap(box: Box, room: BlockRoom, gap: Gap, context: LayoutContext): Horizontal & { readonly isFitting: boolean } {
  const isFree = gap.left <= room.within.left && gap.right >= room.within.right
  if (isFree) return { ...placeHorizontally(box, room, context), isFitting: true }
  const { style } = box
  const margins = usedMargins(style, room.containingWidth)
  const left = Math.max(gap.left, room.within.left + Math.max(0, margins.left))
  // Where floats leave no room at all, a box without a width stands beside them, as in browsers.
  const right = Math.max(left, Math.min(gap.right, room.within.right - Math.max(0, margins.right)))
  const around = margins.left + margins.right
  const available = Math.max(0, right - left + around) - around
  const justified = blockAlignment(box, room.style)
  const width = usedWidth(box, { ...room, available, auto: justified === undefined ? 'stretch' : 'shrink' }, context)
  const free = right - left - width
  if (justified !== undefined && style.marginLeft !== 'auto' && style.marginRight !== 'auto' && free > 0)
    return { x: left + offsetOf(justified, free, room.style.direction === 'rtl'), width, isFitting: true }
  const share =
    style.marginLeft === 'auto' ? (style.marginRight === 'auto' ? 1 / 2 : 1) : style.marginRight === 'auto' ? 0 : alignment(room.style)
  return { x: left + (free > 0 ? free * share : 0), width, isFitting: free > -TOLERANCE }
}
