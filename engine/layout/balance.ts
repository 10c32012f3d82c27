// Problem: columns of equal length need their height before they are cut (CSS Multi-column 1 §7). Approach: list what cannot be cut (lines,
// images, rows) with its place in the one long column, then find the least height at which dealing them out needs no more columns.
// Limits: break rules other than `avoid` are left to fragmentation, which may need a little more height than found here.

import { largest } from '../lists.ts'
import { itemsOf } from '../sequence.ts'
import type { FlowChild, Laid, LaidBlock, LaidParagraph } from './laid.ts'
import { usedMargins } from './sizing.ts'

/** A stretch of the flow that stays whole. */
interface Piece {
  readonly top: number
  readonly bottom: number
}

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
  const pieces: Piece[] = []
  for (const child of run) collectChild(child, 0, pieces)
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
    if (over <= TOLERANCE) continue
    shortage = Math.min(shortage, over)
    columns++
    top = piece.top
  }
  return { columns, shortage: Number.isFinite(shortage) ? shortage : 0 }
}

function collectChild(child: FlowChild, y: number, pieces: Piece[]): void {
  if (child.role === 'in-flow') collect(child.laid, y + child.y, pieces)
  else pieces.push({ top: y + child.y, bottom: y + child.y + child.laid.height })
}

function collect(laid: Laid, y: number, pieces: Piece[]): void {
  if (laid.box.style.breakInside !== 'auto') pieces.push({ top: y, bottom: y + laid.height })
  else if (laid.kind === 'block') {
    const first = pieces.length
    let end = 0
    for (const child of itemsOf(laid.children)) {
      collectChild(child, y, pieces)
      if (child.role === 'in-flow') end = Math.max(end, child.y + child.laid.height)
    }
    // What is below the last child goes with it: padding, border, a height of its own.
    if (laid.height > end) pieces.push({ top: y + end, bottom: y + laid.height })
    const begin = pieces[first]
    if (begin !== undefined && laid.border.top + laid.padding.top > 0) pieces[first] = { top: y, bottom: begin.bottom }
  } else if (laid.kind === 'paragraph') collectLines(laid, y, pieces)
  else if (laid.kind === 'table' && !laid.isOpen) {
    for (const row of itemsOf(laid.rows)) pieces.push({ top: y + row.y, bottom: y + row.y + row.height })
  } else pieces.push({ top: y, bottom: y + laid.height })
}

/** Lines, the first and last of them joined as orphans and widows ask. */
function collectLines(laid: LaidParagraph, y: number, pieces: Piece[]): void {
  const { lines, floats } = laid
  for (const float of floats) pieces.push({ top: y + float.y, bottom: y + float.y + float.laid.height })
  const { orphans, widows } = laid.box.style
  const first = Math.min(orphans, lines.length)
  const last = Math.max(first, lines.length - widows)
  const add = (from: number, to: number): void => {
    const begin = lines[from]
    const end = lines[to - 1]
    if (begin !== undefined && end !== undefined && from < to) pieces.push({ top: y + begin.y, bottom: y + end.y + end.height })
  }
  if (lines.length < orphans + widows) add(0, lines.length)
  else {
    add(0, first)
    for (let i = first; i < last; i++) add(i, i + 1)
    add(last, lines.length)
  }
}
