// Problem: columns of equal length need their height before they are cut (CSS Multi-column 1 §7). Approach: list what cannot be cut (lines,
// images, rows kept whole) with its place in the one long column, then find the least height at which dealing them out needs no more columns. What stands
// side by side (cells, flex items) is listed from top to bottom. Limits: breaks to other pages are left to fragmentation, which may need a little more height
// than found here.

import { avoidsInside, type BreakContext, keepsRowWhole } from '../box/break-values.ts'
import { largest } from '../lists.ts'
import { itemsOf } from '../sequence.ts'
import type { FlowChild, Laid, LaidBlock, LaidIsland, LaidParagraph, LaidRow } from './laid.ts'
import { usedMargins } from './sizing.ts'
import { type Piece, UnbrokenPieces } from './unbroken-pieces.ts'

/** Layout knows of no pages. */
const CONTEXT: BreakContext = 'unbroken column'

/** Equal but for rounding. */
const TOLERANCE = 0.01

/** The height of `count` columns that hold all of `flow`, spanners between them included; at most `limit`, the container's definite height. */
export function balancedHeight(flow: LaidBlock, count: number, limit: number | undefined): number {
  let height = 0
  let run: FlowChild[] = []
  for (const child of itemsOf(flow.children)) {
    if (child.laid.box.style.columnSpan !== 'all' || child.role === 'float') run.push(child)
    else {
      height += runHeight(run, count, limit) + child.marginTop + child.laid.height + marginBelow(child, flow.width)
      run = []
    }
  }
  return height + runHeight(run, count, limit === undefined ? undefined : Math.max(0, limit - height))
}

function marginBelow({ laid }: FlowChild, width: number): number {
  return usedMargins(laid.box.style, width).bottom
}

/** The least height at which one run of columns holds its children. */
function runHeight(run: readonly FlowChild[], count: number, limit: number | undefined): number {
  const collected = new UnbrokenPieces(CONTEXT)
  for (const child of run) collectChild(child, 0, collected)
  const pieces = collected.atMostForced(count - 1)
  const end = largest(
    pieces.map((piece) => piece.bottom),
    0,
  )
  const begin = run[0] === undefined ? 0 : run[0].y - run[0].marginTop
  let height = largest(
    pieces.map((piece) => piece.bottom - piece.top),
    (end - begin) / count,
  )
  for (;;) {
    const { columns, shortage } = deal(pieces, begin, height)
    if (columns <= count || shortage <= 0 || (limit !== undefined && height >= limit)) break
    height += shortage
  }
  return limit === undefined ? height : Math.min(height, limit)
}

/** Deals the pieces out into columns of this height; `shortage` is the least that would have let one more piece into some column. */
function deal(pieces: readonly Piece[], begin: number, height: number): { readonly columns: number; readonly shortage: number } {
  let columns = 1
  let top = begin
  let shortage = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const over = piece.bottom - top - height
    if (over <= TOLERANCE && !piece.isForced) continue
    if (!piece.isForced) shortage = Math.min(shortage, over)
    columns++
    top = piece.top
  }
  return { columns, shortage: Number.isFinite(shortage) ? shortage : 0 }
}

function collectChild(child: FlowChild, y: number, pieces: UnbrokenPieces): void {
  if (child.role === 'in-flow') collect(child.laid, y + child.y, pieces)
  else pieces.addBeside(y + child.y, child.laid.height)
}

function collect(laid: Laid, y: number, pieces: UnbrokenPieces): void {
  const { style, isAnonymous } = laid.box
  if (!isAnonymous) pieces.beginBox(style)
  if (avoidsInside(style, CONTEXT)) pieces.add(y, laid.height)
  else collectInside(laid, y, pieces)
  if (!isAnonymous) pieces.endBox(style)
}

function collectInside(laid: Laid, y: number, pieces: UnbrokenPieces): void {
  if (laid.kind === 'block') collectBlock(laid, y, pieces)
  else if (laid.kind === 'paragraph') collectLines(laid, y, pieces)
  else if (laid.kind === 'table' && !laid.isOpen) {
    const rows = [...itemsOf(laid.rows)]
    for (const [i, row] of rows.entries()) collectRow(row, rows[i - 1], y, pieces)
  } else if (laid.kind === 'island' && laid.breaks.kind !== 'monolithic') collectIsland(laid, y, pieces)
  else pieces.add(y, laid.height)
}

function collectBlock(laid: LaidBlock, y: number, pieces: UnbrokenPieces): void {
  const before = pieces.count
  let end = 0
  for (const child of itemsOf(laid.children)) {
    collectChild(child, y, pieces)
    if (child.role === 'in-flow') end = Math.max(end, child.y + child.laid.height)
  }
  // What is below the last child goes with it: padding, border, a height of its own.
  if (laid.height > end) pieces.add(y + end, laid.height - end)
  if (laid.border.top + laid.padding.top > 0) pieces.raise(before, y)
}

function collectRow(row: LaidRow, before: LaidRow | undefined, y: number, pieces: UnbrokenPieces): void {
  const { style } = row.row
  const isGroupWhole = avoidsInside(row.group.style, CONTEXT)
  const isNewGroup = before?.group !== row.group
  if (isNewGroup && before !== undefined) pieces.endBox(before.group.style)
  if (isNewGroup) pieces.beginBox(row.group.style)
  if (isGroupWhole && !isNewGroup) pieces.join()
  pieces.beginBox(style)
  if (isGroupWhole || keepsRowWhole(style, row.height, Number.POSITIVE_INFINITY, CONTEXT)) pieces.add(y + row.y, row.height)
  else {
    const cells = row.cells.map(
      ({ laid, contentShift }) =>
        (own: UnbrokenPieces) =>
          collect(laid, y + row.y + contentShift, own),
    )
    pieces.addParallel(y + row.y, row.height, cells)
  }
  pieces.endBox(style)
}

function collectIsland({ children, breaks }: LaidIsland, y: number, pieces: UnbrokenPieces): void {
  if (breaks.kind === 'stack') for (const child of children) collect(child.laid, y + child.y, pieces)
  if (breaks.kind !== 'bands') return
  for (const band of breaks.bands) {
    const items = children.slice(band.first, band.end)
    const collectors = items.map((item) => (own: UnbrokenPieces) => collect(item.laid, y + item.y, own))
    pieces.addParallel(y + band.y, band.height, collectors)
  }
}

/** Lines, the first and last of them joined as orphans and widows ask. */
function collectLines(laid: LaidParagraph, y: number, pieces: UnbrokenPieces): void {
  const { lines, floats } = laid
  for (const float of floats) pieces.addBeside(y + float.y, float.laid.height)
  const { orphans, widows } = laid.box.style
  const first = Math.min(orphans, lines.length)
  const last = Math.max(first, lines.length - widows)
  const add = (from: number, to: number): void => {
    const begin = lines[from]
    const end = lines[to - 1]
    if (begin !== undefined && end !== undefined && from < to) pieces.add(y + begin.y, end.y + end.height - begin.y)
  }
  if (lines.length < orphans + widows) add(0, lines.length)
  else {
    add(0, first)
    for (let i = first; i < last; i++) add(i, i + 1)
    add(last, lines.length)
  }
}
