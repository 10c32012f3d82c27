// Problem: columns of equal length need their height before they are cut (CSS Multi-column 1 §7). Approach: list what cannot be cut (lines,
// images, rows kept whole) with its place in the one long column, then find the least height at which filling columns with them, one after another, needs no more columns. Parallel
// flows (cells, flex items) are listed together, from top to bottom. Limits: breaks to other pages are left to fragmentation, which may need a little more height
// than found here.

import type { Box } from '../../box/box.ts'
import { avoidsInside, type BreakContext, keepsRowWhole } from '../../box/break-values.ts'
import { largest } from '../../collections/lists.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidBlock, LaidColumns, LaidFlexGrid, LaidParagraph, LaidRow } from '../laid.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { type UnbrokenPiece, UnbrokenPieces } from './unbroken-pieces.ts'

/** Layout knows of no pages. */
const CONTEXT: BreakContext = 'unbroken column'

/** Columns inside of columns are balanced down to this level and are one piece further in: each level fills its columns anew with all that is below it. */
const MAX_NESTING = 1

const MOST_COLUMNS = 1000

/** Equal but for rounding. */
const TOLERANCE = 0.01

interface BalancedColumns {
  readonly height: number
  /** For each column set (the columns between spanners) the height of the tallest part that columns do not break: its columns are at least as tall. */
  readonly leastHeights: readonly number[]
  readonly balancedHeights: readonly number[]
  /** A break is forced in them, which may be one of pages. */
  readonly hasForcedBreaks: boolean
}

/** `count` columns that hold all of `flow`, spanners between them included; at most `limit` high, the container's definite height. */
export function balancedColumns(flow: LaidBlock, count: number, limit: number | undefined): BalancedColumns {
  let height = 0
  const leastHeights: number[] = []
  const balancedHeights: number[] = []
  let hasForcedBreaks = false
  const parts = partsOf(flow)
  for (const [i, part] of parts.entries()) {
    if (Array.isArray(part)) {
      const pieces = collected(part, flow.box)
      // Margins below the last child count for where columns begin to be balanced, as in Chromium.
      const share = (part === parts.at(-1) ? flow.height - beginOf(part) : extentOf(part, flow.width)) / count
      const least = Math.max(pieces.leastHeight, share)
      leastHeights.push(least)
      const bounds = { count, least, limit: limit === undefined ? undefined : Math.max(0, limit - height) }
      const balanced = columnSetHeight(part, pieces, bounds)
      balancedHeights.push(balanced)
      hasForcedBreaks ||= pieces.hasForcedBreaks
      height += balanced
    } else height += spannerExtent(part, parts[i - 1], flow.width)
  }
  return { height, leastHeights, balancedHeights, hasForcedBreaks }
}

/** The children of each column set, and the spanners between them. */
function partsOf(flow: LaidBlock): (FlowChild[] | FlowChild)[] {
  const parts: (FlowChild[] | FlowChild)[] = []
  for (const child of itemsOf(flow.children)) {
    const last = parts.at(-1)
    if (child.laid.box.style.columnSpan === 'all' && child.role !== 'float') parts.push(child)
    else if (Array.isArray(last)) last.push(child)
    else parts.push([child])
  }
  return parts
}

function collected(children: Iterable<FlowChild>, container: Box, keepsLines = true, nesting = 0): UnbrokenPieces {
  const pieces = new UnbrokenPieces(CONTEXT, keepsLines, nesting)
  collectChildren(children, container, 0, pieces)
  return pieces
}

/** Gives the lower end of the children in flow. A block that is a line is held together with others as `orphans` asks. */
function collectChildren(children: Iterable<FlowChild>, box: Box, y: number, pieces: UnbrokenPieces): number {
  const isLined = box.kind === 'block' && box.isLined === true && pieces.keepsLines
  let end = 0
  let lines = 0
  for (const child of children) {
    if (isLined && lines > 0 && lines < box.style.orphans) pieces.join()
    collectChild(child, y, pieces)
    if (child.role !== 'in-flow') continue
    end = Math.max(end, child.y + child.laid.height)
    lines += child.laid.kind === 'paragraph' && child.laid.box.isAnonymous ? child.laid.lines.length : 1
  }
  return end
}

/** Height of a spanner and its margins, less what the margin of a spanner right above it counts already. */
function spannerExtent(spanner: FlowChild, before: FlowChild | FlowChild[] | undefined, width: number): number {
  const above =
    before === undefined || Array.isArray(before)
      ? spanner.marginTop
      : spanner.y - before.y - before.laid.height - marginBelow(before, width)
  return above + spanner.laid.height + marginBelow(spanner, width)
}

function marginBelow({ laid }: FlowChild, width: number): number {
  return usedMargins(laid.box.style, width).bottom
}

/** Of the columns above a spanner: margins do not collapse with those of spanners. */
function extentOf(columnSet: readonly FlowChild[], width: number): number {
  const last = columnSet.findLast(({ role }) => role === 'in-flow')
  return last === undefined ? 0 : last.y + last.laid.height + marginBelow(last, width) - beginOf(columnSet)
}

interface SetBounds {
  readonly count: number
  readonly least: number
  readonly limit: number | undefined
}

/** The least height at which a column set holds its children. */
function columnSetHeight(columnSet: readonly FlowChild[], all: UnbrokenPieces, { count, least, limit }: SetBounds): number {
  const pieces = all.atMostForced(count - 1)
  const end = largest(
    pieces.map((piece) => piece.bottom),
    0,
  )
  const begin = beginOf(columnSet)
  const first = pieces[0]
  let height = Math.max(least, (end - begin) / count, first === undefined || first.isSpace === true ? 0 : first.bottom - begin)
  for (;;) {
    const { starts, shortage } = distribute(pieces, begin, height)
    if (starts.length <= count || shortage <= 0 || (limit !== undefined && height >= limit)) break
    height += shortage
  }
  return limit === undefined ? height : Math.min(height, limit)
}

/** Where columns of this height begin, from the top of the flow; spanners are in the columns. */
export function columnStarts(flow: LaidBlock, height: number): readonly number[] {
  const children = [...itemsOf(flow.children)]
  const pieces = collected(children, flow.box).atMostForced(Number.POSITIVE_INFINITY)
  return [0, ...distribute(pieces, beginOf(children), height).tops.slice(1)]
}

interface Distribution {
  /** Index of the first piece of each column. */
  readonly starts: readonly number[]
  /** Where each column begins in the flow. */
  readonly tops: readonly number[]
  /** The least height that would have let one more piece into some column. */
  readonly shortage: number
}

/** Fills columns of this height with the pieces. */
function distribute(pieces: readonly UnbrokenPiece[], begin: number, height: number): Distribution {
  const starts = [0]
  const tops = [begin]
  let start = 0
  let top = begin
  let shortage = Number.POSITIVE_INFINITY
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!
    const over = piece.bottom - top - height
    if (over <= TOLERANCE && !piece.isForced) continue
    if (piece.isSpace === true && !piece.isForced) {
      shortage = Math.min(shortage, over)
      if (height <= TOLERANCE || starts.length >= MOST_COLUMNS) break
      top = Math.max(piece.top, top + height)
      tops.push(top)
      starts.push(i--)
      continue
    }
    if (!piece.isForced) {
      shortage = Math.min(shortage, over)
      i = Math.max(start + 1, leavingWidows(pieces, start, i))
      if (i >= pieces.length) break
    }
    start = i
    top = pieces[i]!.top
    tops.push(top)
    starts.push(i)
  }
  return { starts, tops, shortage: Number.isFinite(shortage) ? shortage : 0 }
}

/** Where a column from `start` on ends whose piece `over` does not fit: earlier if too few lines would go to the next one. `orphans` wins over `widows`, as in Chromium. */
function leavingWidows(pieces: readonly UnbrokenPiece[], start: number, over: number): number {
  const lines = pieces[over]!.lines
  if (lines === undefined || lines.first === 0) return over
  const { paragraph } = lines
  let from = over
  while (from > start && pieces[from - 1]!.lines?.paragraph === paragraph) from--
  const first = pieces[from]!.lines!.first
  const { orphans, widows } = paragraph.box.style
  const end = Math.max(paragraph.lines.length - widows, first + orphans)
  let result = over
  while (result > from && pieces[result]!.lines!.first > end) result--
  return result
}

function collectChild(child: FlowChild, y: number, pieces: UnbrokenPieces): void {
  if (child.role === 'in-flow') collect(child.laid, y + child.y, pieces)
  else pieces.addOutOfFlow((own) => collect(child.laid, y + child.y, own))
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
  } else if (laid.kind === 'columns' && laid.box.style.height === 'auto' && pieces.nesting < MAX_NESTING) collectColumns(laid, y, pieces)
  else if (laid.kind === 'flex-grid' && laid.breaks.kind !== 'monolithic') collectFlexGrid(laid, y, pieces)
  else pieces.add(y, laid.height)
}

function collectBlock(laid: LaidBlock, y: number, pieces: UnbrokenPieces): void {
  collectBetweenEdges(laid, y, pieces, () => collectChildren(itemsOf(laid.children), laid.box, y, pieces))
}

/** Collects what is inside of the box by `collectContent`, which returns its lower end, and the box's own edges and empty space. */
function collectBetweenEdges(
  laid: LaidBlock | LaidParagraph | LaidFlexGrid,
  y: number,
  pieces: UnbrokenPieces,
  collectContent: () => number,
): void {
  const before = pieces.count
  const top = laid.border.top + laid.padding.top
  const bottom = laid.border.bottom + laid.padding.bottom
  const end = Math.max(top, collectContent())
  const isMarkerOnly =
    laid.kind !== 'flex-grid' && laid.marker !== undefined && laid.firstBaseline === undefined && laid.box.style.height === 'auto'
  // An empty box has a place: a column is as tall as what is above its first one.
  const isEmpty = pieces.count === before
  if (isEmpty) pieces.add(y, top)
  // A height of its own may be broken anywhere below the content; padding and border stay whole, and so does the room of a marker, as in Chromium.
  if (isMarkerOnly && pieces.count > before) pieces.join()
  if (laid.height - bottom > end) pieces.add(y + end, laid.height - bottom - end, { isSpace: !isMarkerOnly })
  if (bottom > 0) {
    if (isEmpty && laid.height - bottom <= top) pieces.join()
    pieces.add(y + laid.height - bottom, bottom)
  }
  if (top > 0) pieces.raise(before, y)
}

function collectRow(row: LaidRow, before: LaidRow | undefined, y: number, pieces: UnbrokenPieces): void {
  const { style } = row.row
  const isGroupWhole = avoidsInside(row.group.style, CONTEXT)
  const isNewGroup = before?.group !== row.group
  if (isNewGroup && before !== undefined) pieces.endBox(before.group.style)
  if (isNewGroup) pieces.beginBox(row.group.style)
  if (isGroupWhole && !isNewGroup) pieces.join()
  pieces.beginBox(style)
  if (isGroupWhole || keepsRowWhole(row.row, row.height, Number.POSITIVE_INFINITY, CONTEXT)) pieces.add(y + row.y, row.height)
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

function collectFlexGrid(laid: LaidFlexGrid, y: number, pieces: UnbrokenPieces): void {
  collectBetweenEdges(laid, y, pieces, () => {
    collectItems(laid, y, pieces)
    const parts = laid.breaks.kind === 'bands' ? laid.breaks.bands : laid.children.map(({ y, laid: { height } }) => ({ y, height }))
    return largest(
      parts.map((part) => part.y + part.height),
      0,
    )
  })
}

function collectItems({ children, breaks, box }: LaidFlexGrid, y: number, pieces: UnbrokenPieces): void {
  if (breaks.kind === 'stack') for (const child of children) collect(child.laid, y + child.y, pieces)
  if (breaks.kind !== 'bands') return
  const isFlex = box.style.display.endsWith('flex')
  for (const band of breaks.bands) {
    const items = children.slice(band.first, band.end)
    const collectors = items.map((item) => (own: UnbrokenPieces) => {
      // The space above a flex item may be broken, as in Chromium; a grid item stays with it.
      if (isFlex && item.y > band.y) own.add(y + band.y, item.y - band.y, { isSpace: true })
      collect(item.laid, y + item.y, own)
    })
    pieces.addParallel(y + band.y, band.height, collectors)
  }
}

/** Columns in columns are broken through all of them, and between any lines, as in Chromium. */
function collectColumns(laid: LaidColumns, y: number, pieces: UnbrokenPieces): void {
  const inset = laid.border.top + laid.padding.top
  const before = pieces.count
  let bottom = y + inset
  const parts = partsOf(laid.flow)
  for (const [i, part] of parts.entries()) {
    if (Array.isArray(part)) bottom += collectColumnSet(part, laid, bottom, pieces)
    else {
      const extent = spannerExtent(part, parts[i - 1], laid.flow.width)
      collect(part.laid, bottom + extent - part.laid.height - marginBelow(part, laid.flow.width), pieces)
      bottom += extent
    }
  }
  if (y + laid.height > bottom) pieces.add(bottom, y + laid.height - bottom)
  if (inset > 0) pieces.raise(before, y)
}

/** Collects a column set that begins at `y`; returns its height. */
function collectColumnSet(columnSet: readonly FlowChild[], laid: LaidColumns, y: number, pieces: UnbrokenPieces): number {
  const { columnCount: count, flow } = laid
  const nesting = pieces.nesting + 1
  const own = collected(columnSet, flow.box, true, nesting)
  const height = columnSetHeight(columnSet, own, { count, least: own.leastHeight, limit: undefined })
  const all = collected(columnSet, flow.box, false, nesting).atMostForced(count - 1)
  const { starts } = distribute(all, beginOf(columnSet), height)
  const collectors = starts.map((start, i) => {
    const column = all.slice(start, starts[i + 1])
    const top = i === 0 ? beginOf(columnSet) : (column[0]?.top ?? 0)
    return (own: UnbrokenPieces) => {
      for (const piece of column) own.addLoose(y + piece.top - top, piece.bottom - piece.top)
    }
  })
  pieces.addParallel(y, height, collectors)
  return height
}

function beginOf([first]: readonly FlowChild[]): number {
  return first === undefined ? 0 : first.y - first.marginTop
}

/**
 * Lines, the first of them joined as orphans ask. Columns are tall enough for the widows too, as in Chromium, but which lines these are depends on where a
 * column ends: `leavingWidows`.
 */
function collectLines(laid: LaidParagraph, y: number, pieces: UnbrokenPieces): void {
  collectBetweenEdges(laid, y, pieces, () => {
    const { lines, floats } = laid
    for (const float of floats) pieces.addOutOfFlow((own) => collect(float.laid, y + float.y, own))
    const { orphans, widows } = laid.box.style
    const joined = pieces.keepsLines ? Math.min(orphans, lines.length) : 1
    const last = lines.at(-1)
    const widow = lines[Math.max(joined, lines.length - widows)]
    if (pieces.keepsLines && last !== undefined && widow !== undefined) pieces.requireHeight(last.y + last.height - widow.y)
    for (let from = 0, to = joined; from < lines.length; from = to, to++) {
      const begin = lines[from]!
      const end = lines[to - 1]!
      pieces.add(y + begin.y, end.y + end.height - begin.y, { lines: { paragraph: laid, first: from } })
    }
    return last === undefined ? 0 : last.y + last.height
  })
}
