// Boxes that no float may overlap (CSS2 9.5): tables, images and roots of formatting contexts move beside floats or below them.
import type { Box } from '../box/box.ts'
import type { LayoutContext } from './context.ts'
import type { Floats } from './float.ts'
import { type BlockRoom, placeHorizontally } from './inflow-width.ts'
import type { Placed } from './laid.ts'
import { usedMargins } from './sizing.ts'

/** The floats, and where the parent's border box stands among them. */
export interface FloatField {
  readonly floats: Floats
  readonly x: number
  readonly y: number
}

/** Equal but for rounding. */
const TOLERANCE = 0.01

/** Lays out a box at `y` or the first place below where floats leave it room. Offsets are from the parent's border box. */
export function besideFloats(box: Box, room: BlockRoom, field: FloatField, y: number, context: LayoutContext): Placed {
  let top = y
  for (;;) {
    const placed = tryAt(box, room, field, top, context)
    const next = field.floats.nextBottom(field.y + top)
    if (placed !== undefined && (next === undefined || placed.isFitting)) return placed.placed
    if (next === undefined) throw new Error('layout: a box found no room where no float is')
    top = next - field.y
  }
}

interface Attempt {
  readonly placed: Placed
  /** No float reaches into the box, and it does not reach beyond the room. */
  readonly isFitting: boolean
}

function tryAt(box: Box, room: BlockRoom, field: FloatField, y: number, context: LayoutContext): Attempt {
  let height = 0
  for (;;) {
    const within = withinAt(box, room, field, y, height)
    const { x, width } = placeHorizontally(box, { ...room, within }, context)
    const size = { width, height: undefined, containingWidth: room.containingWidth, containingHeight: room.containingHeight }
    const laid = context.layout.layoutBox(box, size, context)
    const attempt = { placed: { x, y, laid }, isFitting: fits(box, room, within, width) }
    if (laid.height <= height || !attempt.isFitting || !narrows(box, room, field, y, { height, next: laid.height })) return attempt
    height = laid.height
  }
}

/** The sides that the margin box keeps to: a margin may lie under a float, the border box may not. */
function withinAt(box: Box, room: BlockRoom, field: FloatField, y: number, height: number): BlockRoom['within'] {
  const gap = field.floats.gap(field.y + y, height, { left: field.x + room.within.left, right: field.x + room.within.right })
  const margins = usedMargins(box.style, room.containingWidth)
  const left = gap.left - field.x
  const right = gap.right - field.x
  return {
    left: left > room.within.left ? Math.max(room.within.left, left - Math.max(0, margins.left)) : left,
    right: right < room.within.right ? Math.min(room.within.right, right + Math.max(0, margins.right)) : right,
  }
}

function narrows(box: Box, room: BlockRoom, field: FloatField, y: number, heights: { height: number; next: number }): boolean {
  const before = withinAt(box, room, field, y, heights.height)
  const after = withinAt(box, room, field, y, heights.next)
  return after.left > before.left || after.right < before.right
}

function fits(box: Box, room: BlockRoom, within: BlockRoom['within'], width: number): boolean {
  const isFree = within.left === room.within.left && within.right === room.within.right
  const margins = usedMargins(box.style, room.containingWidth)
  return isFree || width + margins.left + margins.right <= within.right - within.left + TOLERANCE
}
