// How far texts and pictures reach to the right, through transforms as they are seen: a watermark that is turned has corners far out, its words not.
// Approach: a box is asked how far its content lies in a direction; turned by its transform, the direction is one of the box's own.
import { isRepeatedFromItsPage } from '../box/box-kinds.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { Rect } from '../geometry.ts'
import { transformOf } from '../style/transform.ts'
import type { Laid, LaidColumns, LaidRow, LaidTable, Line, Placed } from './laid.ts'
import { lastColumn, type WiderBy } from './overflow.ts'

/** Its length counts: a box that is scaled up reaches further. */
interface Direction {
  readonly x: number
  readonly y: number
}

/** Right edge of the texts and pictures of a closed box, from its own left edge: boxes, which a negative margin may have moved out, do not count. −Infinity without any. */
export function contentRightEdge(laid: Laid, widerBy: WiderBy): number {
  return reachOf(laid, { x: 1, y: 0 }, widerBy)
}

/** From the box's corner: how far content lies in this direction. */
function reachOf(laid: Laid, along: Direction, widerBy: WiderBy): number {
  const { kind, width, box } = laid
  const whole = (): number => rectReach({ x: 0, y: 0, width, height: laid.height }, along)
  if (kind === 'replaced' || kind === 'turned') return whole()
  const reach = insideReach(laid, along, widerBy)
  return box.style.overflowX === 'visible' ? reach : Math.min(reach, whole())
}

function insideReach(laid: Laid, along: Direction, widerBy: WiderBy): number {
  const { kind, box } = laid
  let reach = Number.NEGATIVE_INFINITY
  for (const line of kind === 'paragraph' ? laid.lines : []) reach = Math.max(reach, lineReach(line, along))
  for (const placed of insideOf(laid)) reach = Math.max(reach, placedReach(placed, box.style.page, along, widerBy))
  return reach
}

function placedReach({ x, y, laid }: Placed, pageAround: string, along: Direction, widerBy: WiderBy): number {
  const { shift, width, box } = laid
  const left = x + (shift?.x ?? 0) - widerBy(box.style.page, pageAround)
  const at = left * along.x + (y + (shift?.y ?? 0)) * along.y
  const matrix = box.style.transform.length === 0 ? undefined : transformOf(box.style, { x: 0, y: 0, width, height: laid.height })
  if (matrix === undefined) return at + reachOf(laid, along, widerBy)
  const [a, b, c, d, e, f] = matrix
  const own: Direction = { x: a * along.x + b * along.y, y: c * along.x + d * along.y }
  return at + e * along.x + f * along.y + reachOf(laid, own, widerBy)
}

function lineReach({ y, height, items }: Line, along: Direction): number {
  let reach = Number.NEGATIVE_INFINITY
  for (const item of items) {
    // The room reserved for a page sum is an upper bound, and no reason to print everything smaller.
    if (item.kind === 'atomic' || (item.kind === 'page-number' && item.content.kind === 'late')) continue
    reach = Math.max(reach, rectReach({ x: item.x, y, width: item.width, height }, along))
  }
  return reach
}

/** The farthest corner. */
function rectReach({ x, y, width, height }: Rect, along: Direction): number {
  return x * along.x + y * along.y + Math.max(0, width * along.x) + Math.max(0, height * along.y)
}

/** Boxes right inside. */
function* insideOf(laid: Laid): Generator<Placed, undefined> {
  for (const placed of laid.positioned) if (!isRepeatedFromItsPage(placed.laid.box.style, laid.box.style)) yield placed
  if (laid.kind === 'block') yield* itemsOf(laid.children)
  else if (laid.kind === 'flex-grid') yield* laid.children
  else if (laid.kind === 'table') yield* insideTable(laid)
  else if (laid.kind === 'columns') yield* insideColumns(laid)
  else if (laid.kind === 'paragraph') {
    yield* laid.floats
    for (const { items } of laid.lines) for (const item of items) if (item.kind === 'atomic') yield item
  }
  return undefined
}

/** What the last column holds is known when the pages are made: it may be anything but what spans all columns. */
function* insideColumns(laid: LaidColumns): Generator<Placed, undefined> {
  const { flow, xs } = laid
  const first = Math.min(...xs)
  const last = lastColumn(laid)
  for (const { x, y, laid: child } of itemsOf(flow.children))
    yield { x: (child.box.style.columnSpan === 'all' ? first : last) + x, y, laid: child }
  for (const { x, y, laid: box } of flow.positioned) yield { x: last + x, y, laid: box }
  return undefined
}

function* insideTable({
  gridX,
  gridY,
  headY,
  footY,
  topCaptions,
  bottomCaptions,
  head,
  rows,
  foot,
}: LaidTable): Generator<Placed, undefined> {
  yield* topCaptions
  yield* bottomCaptions
  yield* cellsOf(head, gridX, gridY + headY)
  yield* cellsOf(itemsOf(rows), gridX, gridY)
  yield* cellsOf(foot, gridX, gridY + footY)
  return undefined
}

function* cellsOf(rows: Iterable<LaidRow>, gridX: number, top: number): Generator<Placed, undefined> {
  for (const { y, cells } of rows) for (const cell of cells) yield { x: gridX + cell.x, y: top + y + cell.contentShift, laid: cell.laid }
  return undefined
}
