// Problem: a table over many pages: its head and foot are repeated on each, rows stay whole as their style says, and rows may be streamed. Approach: try the
// page with head and foot repeated; if no row fits between them, without the foot, then without both. A head or foot that is not repeated is a group of rows
// like any other. A row that need not stay whole is cut (row.ts); cells that span rows are cut where the page ends (walk.ts). Limits: rows linked by spans
// move together as long as one page can take them; taller than that, they break between rows.

import { smallest } from '../../collections/lists.ts'
import type { LaidRow, LaidTable, Placed } from '../../layout/laid.ts'
import { fitsWhole, isPlainRow } from '../break-summary.ts'
import { type Cut, type Cutter, EPSILON, isCloned, LAST_RESORT, NONE, PERFECT, type Room, wholePiece } from '../cut.ts'
import { unbrokenPiece } from '../flow/monolithic.ts'
import { type ParallelFlow, piecesOfParallel, positionedDoneIn, tokensOf } from '../flow/parallel-flow.ts'
import { endsInGap } from '../flow/walk.ts'
import type { BreakToken, CellFragment, Fragment, RowFragment, RowToken } from '../fragment.ts'
import { rowAt } from '../row-at.ts'
import { cutWithCaptions, hasTallCaptions } from './captions.ts'
import { halfOf, type LineRow, lineAbove, linesOf } from './collapsed-borders.ts'
import { cutOnPage, MOST_REPEATED } from './page-variant.ts'
import { positionedIn } from './positioned.ts'
import { wholeCells } from './row.ts'
import { endToken, isPastRows, type RowsPart, takeRows } from './rows.ts'
import { type Group, resumeSpans, type TableWalk } from './walk.ts'

/** Which groups are repeated; the others take part in the flow of rows. */
interface Mode {
  readonly head: boolean
  readonly foot: boolean
}

export function cutTable(table: LaidTable, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token?.at === 'wrapper' || hasTallCaptions(table, token, room)) return cutWithCaptions(table, token, room, cutter)
  return cutOnPage(table, token, { room, cutter }, cutAsLaid)
}

function cutAsLaid(table: LaidTable, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token === undefined && fitsWhole(table, room.height - room.bottomReserve + EPSILON))
    return { kind: 'whole', piece: wholePiece(table, room.x, room.y) }
  if (token !== undefined && token.at !== 'row') throw new Error(`fragment: a table cannot continue at '${token.at}'`)
  if (token?.group === 'body')
    table.rows.release(
      smallest(
        token.spans.map((span) => span.row),
        token.row,
      ),
    )
  let first: Cut = NONE
  for (const mode of modesFor(table, token, room)) {
    const cut = cutInMode({ table, token, mode, room, cutter })
    if (!room.forced || cut.kind === 'whole' || (cut.kind === 'part' && (cut.appeal > LAST_RESORT || holdsContent(table, cut)))) return cut
    if (first.kind === 'none') first = cut
  }
  return first
}

/** Only what is below the rows, or below the content of their cells, does not fit: no reason to repeat fewer rows. */
function holdsContent(table: LaidTable, { next }: { readonly next: BreakToken }): boolean {
  if (next.at !== 'row') return false
  return isPastRows(table, next) || (next.cells?.every((cell) => cell === null || (cell !== 'later' && endsInGap(cell))) ?? false)
}

function modesFor(table: LaidTable, token: RowToken | undefined, room: Room): readonly Mode[] {
  const none = { head: false, foot: false }
  const head = isRepeatable(table.head, room)
  if (token !== undefined && token.group !== 'body') {
    const hasFootBelow = token.group === 'foot' && token.row < table.foot.length
    return head && hasFootBelow ? [{ head, foot: false }, none] : [none]
  }
  const modes: Mode[] = []
  if (isRepeatable(table.foot, room)) modes.push({ head, foot: true })
  if (head) modes.push({ head, foot: false })
  modes.push(none)
  return modes
}

function isRepeatable(rows: readonly LaidRow[], { full }: Room): boolean {
  return groupHeight(rows) > 0 && groupHeight(withoutHeaders(rows)) <= full * MOST_REPEATED + EPSILON
}

/** Group headers below the head have a bound of their own (page-variant.ts). */
function withoutHeaders(rows: readonly LaidRow[]): readonly LaidRow[] {
  return rows.filter(({ row }) => row.style.groupLevel === 'none')
}

function groupHeight(rows: readonly LaidRow[]): number {
  const last = rows[rows.length - 1]
  return last === undefined ? 0 : last.y + last.height
}

/** One attempt at a piece of the table. */
interface Attempt {
  readonly table: LaidTable
  readonly token: RowToken | undefined
  readonly mode: Mode
  readonly room: Room
  readonly cutter: Cutter
}

/** Heights in one piece, from the top of the grid. */
interface Frame {
  readonly gridY: number
  readonly headY: number
  /** Where rows begin. */
  readonly top: number
  /** What the repeated foot takes, with the space above it. */
  readonly footHeight: number
  /** Below the last row of a piece that continues, and of the last piece. */
  readonly bottomWhenCut: number
  readonly bottomAtEnd: number
  /** Border spacing below the last row of the table, as much of it as there is room for. */
  readonly spacingAtEnd: number
}

function cutInMode(attempt: Attempt): Cut {
  const { table, token, mode, room, cutter } = attempt
  const frame = frameOf(table, token, mode)
  const walk = makeWalk(attempt, frame)
  if (!walk.isBare && walk.limit <= walk.top + EPSILON) return NONE
  const end = takeRows(walk, token)
  if (end.kind === 'none') return end
  const isFirst = token === undefined
  const footY = end.bottom + spacingAboveFoot(walk, end)
  const head = mode.head ? groupRows({ rows: table.head, role: 'head', y: frame.headY, isRepeated: !isFirst }, room, cutter) : []
  const foot = mode.foot ? groupRows({ rows: table.foot, role: 'foot', y: footY, isRepeated: !isFirst }, room, cutter) : []
  const rows = [...head, ...end.rows, ...foot]
  const next = end.kind === 'part' ? end.part.next : undefined
  const positioned = positionedIn({ table, token, next, rows, gridY: frame.gridY }, room, cutter)
  const open = tokensOf(positioned)
  const part = end.kind === 'part' ? end.part : open.length === 0 ? undefined : restOf(table)
  const piece = pieceOf({ table, frame, rows, end, positioned, isFirst, isLast: part === undefined }, room, cutter)
  if (part === undefined) return { kind: 'whole', piece }
  const more = { ...(open.length === 0 ? {} : { parallel: open }), ...positionedDoneIn(table) }
  const { next: after, forced, appeal } = part
  return { kind: 'part', piece, next: table.positioned.length === 0 ? after : { ...after, ...more }, forced, appeal }
}

/** Where the table continues, the spacing that rows leave free for the foot is kept below it before it is kept above it, as in Chromium. */
function spacingAboveFoot(
  { table, limit }: TableWalk,
  { kind, bottom }: { readonly kind: 'whole' | 'part'; readonly bottom: number },
): number {
  const spacing = table.spacing.y
  return kind === 'whole' ? spacing : Math.min(spacing, Math.max(0, limit - bottom))
}

/** All rows are placed, but positioned boxes beside them continue. */
function restOf(table: LaidTable): RowsPart {
  return { next: endToken(table), forced: undefined, appeal: PERFECT }
}

/** A piece whose rows are placed. */
interface PlacedRows {
  readonly table: LaidTable
  readonly frame: Frame
  readonly rows: readonly RowFragment[]
  readonly end: { readonly bottom: number }
  readonly positioned: readonly ParallelFlow[]
  readonly isFirst: boolean
  readonly isLast: boolean
}

function pieceOf(placed: PlacedRows, room: Room, cutter: Cutter): Fragment {
  const { table, frame, rows, end, isFirst, isLast } = placed
  const rowsEnd = end.bottom + frame.footHeight
  const gridHeight =
    rows.length === 0 && isFirst ? table.gridHeight : isLast ? endHeight(placed, rowsEnd, room) : cutHeight(table, frame, rowsEnd, room)
  const captions = captionsOf(placed, frame.gridY + gridHeight, room, cutter)
  const natural = isLast ? frame.gridY + gridHeight + captionsBelow(table) : frame.gridY + gridHeight
  // Insets taller than the room that is left overflow the page rather than push what follows away.
  const height = Math.min(natural, Math.max(room.height, frame.gridY + rowsEnd))
  const lines = linesOf(table, rows, isFirst, isLast)
  const positioned = piecesOfParallel(placed.positioned)
  const content = { kind: 'table', table, rows, lines, captions, positioned, gridY: frame.gridY, gridHeight } as const
  return { laid: table, x: room.x, y: room.y, height, isFirst, isLast, content }
}

/** Spacing below the last row is cut off where the page ends, as margins are: it never moves a row, nor begins a page. */
function endHeight({ table, frame, rows }: PlacedRows, rowsEnd: number, room: Room): number {
  const least = rowsEnd + frame.bottomAtEnd
  if (rows.length === 0) return least
  const left = room.height - room.bottomReserve - captionsBelow(table) - frame.gridY - least
  return least + Math.max(0, Math.min(frame.spacingAtEnd, left))
}

/** A box that continues reaches to the end of the page, as any block; collapsed borders belong to rows and end with them. */
function cutHeight(table: LaidTable, frame: Frame, rowsEnd: number, room: Room): number {
  const natural = rowsEnd + frame.bottomWhenCut
  return table.collapsed === undefined ? Math.max(natural, room.height - frame.gridY) : natural
}

/** Spacing at a break vanishes as margins do, and so do the table's border and padding unless they are cloned. */
function frameOf(table: LaidTable, token: RowToken | undefined, mode: Mode): Frame {
  const { border, padding, spacing } = table
  const headHeight = mode.head ? groupHeight(table.head) + spacing.y : 0
  const headY = token === undefined ? table.headY : continuedTop(table, token, mode)
  return {
    gridY: token === undefined ? table.gridY : 0,
    headY,
    top: headY + headHeight + (token === undefined || !mode.head ? 0 : belowHead(table, token)),
    footHeight: mode.foot ? groupHeight(table.foot) + spacing.y : 0,
    bottomWhenCut: isCloned(table) ? border.bottom + padding.bottom : 0,
    bottomAtEnd: border.bottom + padding.bottom,
    spacingAtEnd: spacing.y,
  }
}

/** Height of the borders above the first row of a page: both halves of a collapsed border show, where browsers show the lower one. */
function continuedTop(table: LaidTable, token: RowToken, mode: Mode): number {
  if (isCloned(table)) return table.border.top + table.padding.top
  const row = mode.head ? wholeRow(table.head[0]) : rowOf(table, token)
  return row === undefined ? 0 : halfOf(lineAbove(table, undefined, row, false))
}

/** A row that continues below a repeated head adds half of the head's border: its own border was cut off. */
function belowHead(table: LaidTable, token: RowToken): number {
  const row = rowOf(table, token)
  if (row === undefined || row.isFirst) return 0
  return halfOf(lineAbove(table, wholeRow(table.head.at(-1)), row, false))
}

function rowOf(table: LaidTable, token: RowToken): LineRow | undefined {
  const row = rowAt(table, token.group, token.row)
  return row && { row, isFirst: token.done === 0, isLast: true }
}

function wholeRow(row: LaidRow | undefined): LineRow | undefined {
  return row && { row, isFirst: true, isLast: true }
}

function makeWalk({ table, token, mode, room, cutter }: Attempt, frame: Frame): TableWalk {
  const { top } = frame
  const limit = room.height - frame.gridY - frame.footHeight - frame.bottomWhenCut
  const full = room.full - laterTop(table, token, mode) - frame.footHeight - frame.bottomWhenCut
  const atEnd = frame.bottomAtEnd - frame.bottomWhenCut + captionsBelow(table) + room.bottomReserve
  const cells: Room = { ...room, x: 0, y: top, height: Math.max(1, limit - top), full, bottomReserve: 0 }
  const spans = token === undefined ? [] : resumeSpans(table, token.spans, cells, cutter)
  const endReserve = atEnd > full ? 0 : atEnd
  const isBare = !mode.head && !mode.foot
  return { table, room, cutter, groups: groupsOf(table, token, mode), isBare, top, limit, atEnd, endReserve, full, spans, items: [] }
}

/** Where rows begin on the pages to come. */
function laterTop(table: LaidTable, token: RowToken | undefined, mode: Mode): number {
  const next: RowToken = token ?? { at: 'row', group: 'body', row: 0, done: 0, cells: null, spans: [] }
  return frameOf(table, { ...next, done: 0 }, mode).top
}

/** Groups whose remaining rows are in the flow of rows. */
function groupsOf(table: LaidTable, token: RowToken | undefined, mode: Mode): readonly Group[] {
  const groups: Group[] = []
  if (token === undefined ? !mode.head && table.head.length > 0 : token.group === 'head') groups.push('head')
  if (token?.group !== 'foot') groups.push('body')
  if (!mode.foot) groups.push('foot')
  return groups
}

interface RepeatedGroup extends Pick<RowFragment, 'role' | 'isRepeated' | 'y'> {
  readonly rows: readonly LaidRow[]
}

function groupRows({ rows, role, isRepeated, y }: RepeatedGroup, room: Room, cutter: Cutter): RowFragment[] {
  return rows.map((row) => ({
    row,
    role,
    isRepeated,
    y: y + row.y,
    height: row.height,
    isFirst: true,
    isLast: true,
    cells: isPlainRow(row) ? wholeCells(row, row.height) : unbrokenCells(row, room, cutter),
  }))
}

/** Columns in the cells are distributed, and nothing breaks. */
function unbrokenCells(row: LaidRow, room: Room, cutter: Cutter): CellFragment[] {
  return row.cells.map((cell) => {
    const content = unbrokenPiece(cell.laid, { ...room, x: 0, y: cell.contentShift }, cutter)
    return { cell, height: cell.height, isFirst: true, isLast: true, content }
  })
}

/** Height of the captions below the grid. */
function captionsBelow(table: LaidTable): number {
  return table.bottomCaptions.reduce((most, caption) => Math.max(most, belowGrid(table, caption) + caption.laid.height), 0)
}

/** From the grid's bottom: captions of an open table are placed from there, as its height is not known. */
function belowGrid(table: LaidTable, caption: Placed): number {
  return table.isOpen ? caption.y : caption.y - table.gridY - table.gridHeight
}

function captionsOf({ table, isFirst, isLast }: PlacedRows, gridBottom: number, room: Room, cutter: Cutter): Fragment[] {
  const place = ({ laid, x, y }: Placed): Fragment => unbrokenPiece(laid, { ...room, x, y }, cutter)
  const above = isFirst ? table.topCaptions.map(place) : []
  const below = isLast ? table.bottomCaptions.map((caption) => place({ ...caption, y: gridBottom + belowGrid(table, caption) })) : []
  return [...above, ...below]
}
