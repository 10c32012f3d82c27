// The walk over the rows of a table for one piece: the rows placed so far, and the cells that reach over the end of the page.
import { avoidsInside, forcedBy, isAvoided, keepsRowWhole } from '../../box/break-values.ts'
import type { LaidCell, LaidRow, LaidTable } from '../../layout/laid.ts'
import type { BreakValue } from '../../style/value.ts'
import { valuesAtEnd, valuesAtRowStart, valuesBetweenRows } from '../break-points.ts'
import { isPlainCell } from '../break-summary.ts'
import { type Appeal, BREAKS_AVOID, type Cutter, EPSILON, type Forced, LAST_RESORT, PERFECT, type Room } from '../cut.ts'
import type { CellFragment, RowFragment, RowToken, SpanToken } from '../fragment.ts'
import { rowAt } from '../row-at.ts'
import { atTop, type CellCut, cutCell, type RowStart, reachesBelow, wholeCells } from './row.ts'

export type Group = RowToken['group']

/** A row on this page. */
export interface RowItem {
  readonly group: Group
  readonly index: number
  readonly row: LaidRow
  readonly start: RowStart
  /** From the grid's top in the piece. */
  readonly y: number
  readonly height: number
  /** Undefined: as laid. */
  readonly cells: readonly CellFragment[] | undefined
  readonly isLast: boolean
}

/** A cell over several rows that was cut when its first row here was placed: one of an earlier page, or one that cannot be taken as laid out. */
interface Span {
  readonly token: SpanToken
  readonly cell: LaidCell
  /** Its last row. */
  readonly end: number
  /** Its row is in this piece, and not on earlier pages. */
  readonly isNew: boolean
  /** From the grid's top. */
  readonly y: number
  /** Cut to all the room there is: says how much it needs, and whether it ends here. */
  readonly cut: CellCut
}

export interface TableWalk {
  readonly table: LaidTable
  readonly room: Room
  readonly cutter: Cutter
  /** Groups whose rows are in the flow of rows of this piece, in order. */
  readonly groups: readonly Group[]
  /** Neither head nor foot is repeated: nothing could be left out to make more room. */
  readonly isBare: boolean
  /** From the grid's top: where rows begin, and where they must end. */
  readonly top: number
  readonly limit: number
  /** Height of what is below the last row of the table: its bottom border, captions, bottom insets of its ancestors. */
  readonly atEnd: number
  /** How much of it stays together with that row: nothing when no page has room for it. */
  readonly endReserve: number
  /** Rows taller than this are cut. */
  readonly full: number
  readonly spans: Span[]
  readonly items: RowItem[]
}

/** A row: its group, and its place there. */
type RowPlace = Pick<RowItem, 'group' | 'index'>

/** The row after this one in the piece's groups. */
export function rowAfter(walk: TableWalk, group: Group, index: number): { group: Group; index: number; row: LaidRow } | undefined {
  const own = rowAt(walk.table, group, index + 1)
  if (own !== undefined) return { group, index: index + 1, row: own }
  for (const next of walk.groups.slice(walk.groups.indexOf(group) + 1)) {
    const row = rowAt(walk.table, next, 0)
    if (row !== undefined) return { group: next, index: 0, row }
  }
  return undefined
}

/** Top of a row below the one before: as far apart as laid out; groups are the border spacing apart. */
export function topAfter(walk: TableWalk, before: RowItem | undefined, group: Group, row: LaidRow): number {
  if (before === undefined) return walk.top + heldSpacing(walk)
  const gap = before.group === group ? row.y - before.row.y - before.row.height : walk.table.spacing.y
  return before.y + before.height + gap
}

/** Rows whose cells reach over the break from the page before have no height here, and keep the spacing below them, as in Chromium. */
function heldSpacing({ table, spans }: TableWalk): number {
  const held = spans.filter(({ isNew }) => !isNew).map(({ token }) => token)
  return heldRows(held).length * spacingBelowHeld(table)
}

/** The rows of cells that continue, in order. */
function heldRows(tokens: readonly SpanToken[]): readonly number[] {
  return tokens.length < 2 ? tokens.map(({ row }) => row) : [...new Set(tokens.map(({ row }) => row))].sort((a, b) => a - b)
}

function spacingBelowHeld({ collapsed, spacing }: LaidTable): number {
  return collapsed === undefined ? spacing.y : 0
}

/** The rows of cells that continue: without height, for the cells alone. */
function heldFragments(walk: TableWalk, resumed: readonly Span[], end: End): RowFragment[] {
  return heldRows(resumed.map(({ token }) => token)).flatMap((index) => {
    const own = resumed.filter(({ token }) => token.row === index)
    const [first] = own
    const row = first && rowAt(walk.table, first.token.group, index)
    if (first === undefined || row === undefined) return []
    const cells = own.map((span) => spanning(walk, span, end))
    return [{ row, role: first.token.group, isRepeated: false, y: first.y, height: 0, isFirst: false, isLast: false, cells }]
  })
}

/** How tall a row must be here: cells that end in it may need more than remained of them. */
export function heightHere(walk: TableWalk, at: RowPlace & { readonly row: LaidRow }, y: number): number {
  return Math.max(at.row.height, spansBelow(walk, at, y))
}

/** What cells of earlier rows that end in this one need below `y`. */
export function spansBelow(walk: TableWalk, { group, index }: RowPlace, y: number): number {
  let height = 0
  for (const span of walk.spans) {
    if (!endsIn(span, group, index)) continue
    const bottom = span.cut.next === null ? span.y + span.cut.content.y + span.cut.content.height : walk.limit
    height = Math.max(height, bottom - y)
  }
  return height
}

export function endsIn(span: Span, group: Group, index: number): boolean {
  return span.end === index && span.token.group === group
}

export function forcedBetweenRows(before: RowItem, after: LaidRow, isPlain: boolean, room: Room): Forced | undefined {
  if (room.context === 'unbroken') return undefined
  const between = valuesBetweenRows(before.row, after)
  const ends = before.cells === undefined ? between.ends : [...between.ends, ...before.cells.flatMap(valuesAtCellEnd)]
  const starts = isPlain ? between.starts : [...between.starts, ...valuesAtRowStart(after)]
  if (ends.length === 0 && starts.length === 0) return undefined
  const side = forcedBy(ends, starts, room.context)
  if (side === undefined) return undefined
  return side === 'column' ? { kind: 'column' } : { kind: 'page', break: { side, page: room.page, beginsGroup: false } }
}

/** `break-after` of the last boxes in a cell, which end where its row ends. */
function valuesAtCellEnd({ content, isLast }: CellFragment): readonly BreakValue[] {
  return content === undefined || !isLast ? [] : valuesAtEnd(content)
}

/** How good a break before item `position` is (or before `after`, which does not fit). */
export function appealBefore(walk: TableWalk, position: number, after: LaidRow): Appeal {
  const before = walk.items[position - 1]
  if (before === undefined) return LAST_RESORT
  // A head stays with a body row, and a row that heads others with the next one. One that takes more than a quarter of a page is like other rows, as in browsers.
  const isLeading = before.group === 'head' && !walk.items.slice(0, position).some((item) => item.group === 'body')
  if (isLeading && before.row.y + before.row.height <= walk.room.full / 4) return BREAKS_AVOID
  if (before.row.row.style.groupLevel !== 'none') return BREAKS_AVOID
  const { context } = walk.room
  const { ends, starts } = valuesBetweenRows(before.row, after)
  if (isAvoided(ends, context) || isAvoided(starts, context)) return BREAKS_AVOID
  if (before.row.group === after.group && avoidsInside(after.group.style, context)) return BREAKS_AVOID
  return before.row.spanned > 1 && isKeptWhole(walk, before.row) && clusterFits(walk, position - 1) ? BREAKS_AVOID : PERFECT
}

/** The row's style keeps it whole where a page with the same repeated rows can hold it. */
export function isKeptWhole({ full, room }: TableWalk, { row, height }: LaidRow): boolean {
  return keepsRowWhole(row, height, full + EPSILON, room.context)
}

/** Rows linked by cells that span them stay together when one page can take them all. */
function clusterFits(walk: TableWalk, position: number): boolean {
  let first = position
  while (first > 0 && walk.items[first - 1]!.row.spanned > 1 && walk.items[first - 1]!.group === walk.items[position]!.group) first--
  const { row, group, index } = walk.items[first]!
  if (first === 0 && walk.spans.some(({ isNew }) => !isNew)) return false
  const last = rowAt(walk.table, group, index + row.spanned - 1)
  return last === undefined || last.y + last.height - row.y <= walk.full + EPSILON
}

// ── The rows of a piece when it ends ────────────────────────────────────────────────────────────────────────────────────

interface Ended {
  readonly rows: readonly RowFragment[]
  /** Cells that continue. */
  readonly spans: readonly SpanToken[]
  /** A break that is forced inside of one of them. */
  readonly forced: Forced | undefined
}

/** Where the rows of a piece end. */
interface End {
  readonly bottom: number
  /** The row that the next page begins with; undefined when there is none. */
  readonly next: RowPlace | undefined
  /** Cells that continue. */
  readonly open: OpenCell[]
}

interface OpenCell {
  readonly token: SpanToken
  readonly forced: Forced | undefined
}

/** The rows of the items before `count`, which end at `bottom`. `next` is the row that the next page begins with. */
export function endRows(walk: TableWalk, count: number, bottom: number, next: RowPlace | undefined): Ended {
  const end: End = { bottom, next, open: [] }
  const resumed = walk.spans.filter(({ isNew }) => !isNew)
  const areApart = resumed.length > 0 && spacingBelowHeld(walk.table) > 0
  const rows = walk.items.slice(0, count).map((item, i): RowFragment => {
    const cells = cellsOf(walk, item, end)
    const beside = i === 0 && !areApart ? resumed : []
    return {
      row: item.row,
      role: item.group,
      isRepeated: false,
      y: item.y,
      height: item.height,
      isFirst: item.start.done === 0,
      isLast: item.isLast,
      cells: beside.length === 0 ? cells : [...cells, ...beside.map((span) => spanning(walk, span, end))],
    }
  })
  if (areApart && rows.length > 0) rows.unshift(...heldFragments(walk, resumed, end))
  return { rows, spans: end.open.map(({ token }) => token), forced: end.open.find(({ forced }) => forced !== undefined)?.forced }
}

function cellsOf(walk: TableWalk, item: RowItem, end: End): readonly CellFragment[] {
  const { row, group, index } = item
  const cells = item.cells ?? wholeCells(row, item.height)
  // Spanning cells of a row that continues are in `walk.spans`.
  if (row.spanned === 1 || item.start.done > 0) return cells
  return row.cells.flatMap((cell, i): CellFragment[] => {
    if (!reachesBelow(row, cell)) return cells.filter((fragment) => fragment.cell === cell)
    const span = walk.spans.find((known) => known.isNew && known.cell === cell && known.token.row === index)
    if (span !== undefined) return [spanning(walk, span, end)]
    const token: SpanToken = { group, row: index, cell: i, done: 0, inner: null }
    if (continues(group, index + cell.rowSpan - 1, end)) return [overhanging(walk, { token, cell, y: item.y }, undefined, end)]
    return [{ cell, height: spanHeight(walk, item, cell), isFirst: true, isLast: true, content: undefined }]
  })
}

/** Whether a cell whose last row this is reaches over the end of the piece. */
function continues(group: Group, last: number, { next }: End): boolean {
  return next !== undefined && next.group === group && last >= next.index
}

/** Of a cell whose rows are all on this page; some of them may be taller than laid out. */
function spanHeight(walk: TableWalk, item: RowItem, cell: LaidCell): number {
  const last = walk.items.findLast((other) => other.group === item.group && other.index < item.index + cell.rowSpan)
  return last === undefined ? cell.height : last.y + last.height - item.y
}

/** A cell that begins or continues here, and reaches over the end of the page. */
function overhanging(
  walk: TableWalk,
  { token, cell, y }: Pick<Span, 'token' | 'cell' | 'y'>,
  state: SpanToken['inner'] | undefined,
  end: End,
): CellFragment {
  const height = Math.max(0, bottomOfSpan(walk, { token, cell, y }, end) - y)
  const room: Room = { ...walk.room, x: 0, y: 0, height, full: walk.full, forced: false, bottomReserve: 0 }
  const cut = atTop(cell, cutCell(cell, state, room, walk.cutter) ?? deferredCell(cell, state))
  end.open.push({ token: { ...token, done: token.done + height, inner: cut.next }, forced: cut.forced })
  return { cell, height, isFirst: token.done === 0, isLast: false, content: cut.content }
}

/** A cell that continues is as tall as laid out, or reaches to the end of the page, however early the rows end, as in Chromium. */
function bottomOfSpan({ limit }: TableWalk, { token, cell, y }: Pick<Span, 'token' | 'cell' | 'y'>, { bottom }: End): number {
  return Math.max(bottom, Math.min(limit, y + cell.height - token.done))
}

/** None of the content fits beside these rows: all of it moves to the next page. */
function deferredCell({ laid }: LaidCell, state: SpanToken['inner'] | undefined): CellCut {
  const content = { laid, x: 0, y: 0, height: 0, isFirst: false, isLast: false, content: { kind: 'children', children: [] } } as const
  return { content, next: state ?? 'later', appeal: PERFECT, forced: undefined }
}

/** A cell in `walk.spans`. */
function spanning(walk: TableWalk, span: Span, end: End): CellFragment {
  const { token, cell, cut, y, isNew } = span
  const isFirst = token.done === 0
  if (continues(token.group, span.end, end)) {
    const bottom = bottomOfSpan(walk, span, end)
    if (bottom < walk.limit - EPSILON) return overhanging(walk, span, isNew ? undefined : token.inner, end)
    end.open.push({ token: { ...token, done: token.done + bottom - y, inner: cut.next }, forced: cut.forced })
    return { cell, height: bottom - y, isFirst, isLast: false, content: atTop(cell, cut).content }
  }
  const last = walk.items.findLast((item) => item.group === token.group && item.index <= span.end)
  const height = last === undefined ? 0 : last.y + last.height - y
  return { cell, height, isFirst, isLast: true, content: cut.content }
}

/** Cells of earlier rows that continue, from the top of `room` on: how much they need. */
export function resumeSpans(table: LaidTable, tokens: readonly SpanToken[], room: Room, cutter: Cutter): Span[] {
  const held = heldRows(tokens)
  return tokens.map((token) => {
    const above = held.indexOf(token.row) * spacingBelowHeld(table)
    const cell = rowAt(table, token.group, token.row)?.cells[token.cell]
    if (cell === undefined) throw new Error(`fragment: no cell ${token.cell} in row ${token.row}`)
    const cut = cutCell(cell, token.inner, { ...room, height: Math.max(1, room.height - above), forced: true }, cutter)
    if (cut === undefined) throw new Error('fragment: a cell that continues has no piece here')
    return { token, cell, end: token.row + cell.rowSpan - 1, isNew: false, y: room.y + above, cut }
  })
}

/** Adds a row to the piece. Its cells that span rows are cut at once, to know how much they need, unless they can be taken as laid out. */
export function placeRow(walk: TableWalk, item: RowItem): void {
  walk.items.push(item)
  if (item.row.spanned === 1 || item.start.done > 0) return
  const { group, index, row, y } = item
  for (const [i, cell] of row.cells.entries()) {
    if (!reachesBelow(row, cell) || isPlainCell(cell)) continue
    const room: Room = { ...walk.room, x: 0, y: 0, height: walk.limit - y, full: walk.full, forced: false, bottomReserve: 0 }
    const cut = cutCell(cell, undefined, room, walk.cutter) ?? deferredCell(cell, undefined)
    const token: SpanToken = { group, row: index, cell: i, done: 0, inner: null }
    walk.spans.push({ token, cell, end: index + cell.rowSpan - 1, isNew: true, y, cut })
  }
}
