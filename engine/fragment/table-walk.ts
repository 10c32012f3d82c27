// The rows of one piece of a table: what stands on the page so far, and the cells that reach over its end.
import type { LaidCell, LaidRow, LaidTable } from '../layout/laid.ts'
import { avoidsInside, forcedBy, isAvoided, valuesBetweenRows } from './breaks.ts'
import { type Appeal, BREAKS_AVOID, type Cutter, EPSILON, type Forced, LAST_RESORT, PERFECT, type Room } from './cut.ts'
import type { CellFragment, RowFragment, RowToken, SpanToken } from './fragment.ts'
import { atTop, type CellCut, cutCell, type RowStart, spansOn, wholeCells } from './row.ts'

export type Group = RowToken['group']

/** A row on this page. */
export interface RowItem {
  readonly group: Group
  readonly index: number
  readonly row: LaidRow
  readonly start: RowStart
  /** From the grid's top in this piece. */
  readonly y: number
  readonly height: number
  /** Undefined: as laid. */
  readonly cells: readonly CellFragment[] | undefined
  readonly isLast: boolean
}

/** A cell of an earlier page's row that reaches into this page. */
export interface Span {
  readonly token: SpanToken
  readonly cell: LaidCell
  /** Its last row. */
  readonly end: number
  /** Cut with all the room there is: how much it needs, and whether that is enough. */
  readonly cut: CellCut
}

export interface TableWalk {
  readonly table: LaidTable
  readonly room: Room
  readonly cutter: Cutter
  /** Groups whose rows stand in this piece as others do, in order. */
  readonly groups: readonly Group[]
  /** Neither head nor foot is repeated: nothing is left that could make more room. */
  readonly isBare: boolean
  /** From the grid's top: where rows begin, and where they must end. */
  readonly top: number
  readonly limit: number
  /** What stands below the last row of the table: its bottom border, captions, the ends of boxes around it. */
  readonly atEnd: number
  /** How much of it is kept together with that row: nothing when it is more than half of a page. */
  readonly endReserve: number
  /** Rows taller than this are cut. */
  readonly full: number
  readonly spans: readonly Span[]
  readonly items: RowItem[]
}

export function rowAt(table: LaidTable, group: Group, index: number): LaidRow | undefined {
  return group === 'body' ? table.rows.at(index) : table[group][index]
}

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

/** Where a row goes below the one before: as far as in natural layout; groups are the border spacing apart. */
export function topAfter(walk: TableWalk, before: RowItem | undefined, group: Group, row: LaidRow): number {
  if (before === undefined) return walk.top
  const gap = before.group === group ? row.y - before.row.y - before.row.height : walk.table.spacing.y
  return before.y + before.height + gap
}

/** How tall a row must be here: cells that end in it may need more than was left of them. */
export function heightHere(walk: TableWalk, index: number, group: Group, row: LaidRow, y: number): number {
  let height = row.height
  if (group !== 'body') return height
  for (const span of walk.spans) {
    if (span.end !== index) continue
    const needed = span.cut.next === null ? span.cut.content.y + span.cut.content.height : walk.limit - walk.top
    height = Math.max(height, walk.top + needed - y)
  }
  return height
}

export function forcedBetweenRows(before: RowItem, after: LaidRow, room: Room): Forced | undefined {
  if (room.context === 'unbroken') return undefined
  const { ends, starts } = valuesBetweenRows(before.row, after)
  if (ends.length === 0 && starts.length === 0) return undefined
  const side = forcedBy(ends, starts, room.context)
  if (side === undefined) return undefined
  return side === 'column' ? { kind: 'column' } : { kind: 'page', break: { side, page: room.page, beginsGroup: false } }
}

/** How well a break before item `position` serves (or before `after`, which does not fit any more). */
export function appealBefore(walk: TableWalk, position: number, after: LaidRow): Appeal {
  const before = walk.items[position - 1]
  if (before === undefined) return LAST_RESORT
  // A head without any row below it serves nobody, nor does a row that heads others.
  if (before.group === 'head' && !walk.items.slice(0, position).some((item) => item.group === 'body')) return BREAKS_AVOID
  if (before.row.row.style.groupLevel !== 'none') return BREAKS_AVOID
  const { context } = walk.room
  const { ends, starts } = valuesBetweenRows(before.row, after)
  if (isAvoided(ends, context) || isAvoided(starts, context)) return BREAKS_AVOID
  if (before.row.group === after.group && avoidsInside(after.group.style, context)) return BREAKS_AVOID
  return before.row.spanned > 1 && clusterFits(walk, position - 1) ? BREAKS_AVOID : PERFECT
}

/** Rows linked by cells that span them stay together when one page can take them all. */
function clusterFits(walk: TableWalk, position: number): boolean {
  let first = position
  while (first > 0 && walk.items[first - 1]!.row.spanned > 1 && walk.items[first - 1]!.group === walk.items[position]!.group) first--
  const { row, group, index } = walk.items[first]!
  if (first === 0 && walk.spans.length > 0) return false
  const last = rowAt(walk.table, group, index + row.spanned - 1)
  return last === undefined || last.y + last.height - row.y <= walk.full + EPSILON
}

// ── What stands on the page when it ends ────────────────────────────────────────────────────────────────────────────────

export interface Ended {
  readonly rows: readonly RowFragment[]
  /** Cells that go on. */
  readonly spans: readonly SpanToken[]
}

/** The rows of the items before `count`, which end at `bottom`; `next` is the body row that the next page begins with. */
export function endRows(walk: TableWalk, count: number, bottom: number, next: number | undefined): Ended {
  const items = walk.items.slice(0, count)
  const open: SpanToken[] = []
  const rows = items.map((item, i): RowFragment => {
    const cells = cellsOf(walk, item, bottom, next, open)
    const extra = i === 0 ? walk.spans.map((span) => continuing(walk, span, items, bottom, next, open)) : []
    return {
      row: item.row,
      role: item.group,
      isRepeated: false,
      y: item.y,
      height: item.height,
      isFirst: item.start.done === 0,
      isLast: item.isLast,
      cells: extra.length === 0 ? cells : [...cells, ...extra],
    }
  })
  return { rows, spans: open }
}

function cellsOf(walk: TableWalk, item: RowItem, bottom: number, next: number | undefined, open: SpanToken[]): CellFragment[] {
  const { row, group, index } = item
  const cells = [...(item.cells ?? wholeCells(row, item.height))]
  // Those of a row that was cut before are in `walk.spans`.
  if (row.spanned === 1 || group !== 'body' || item.start.done > 0) return cells
  row.cells.forEach((cell, i) => {
    const isOver = next !== undefined && index + cell.rowSpan > next && spansOn(row, cell)
    const at = cells.findIndex((fragment) => fragment.cell === cell)
    if (!isOver) {
      if (at >= 0 && cell.rowSpan > 1 && spansOn(row, cell)) cells[at] = { ...cells[at]!, height: spanHeight(walk, item, cell) }
      return
    }
    const fragment = overhanging(walk, { token: { row: index, cell: i, done: 0, inner: null }, cell }, item.y, bottom, undefined, open)
    if (at >= 0) cells[at] = fragment
    else cells.push(fragment)
  })
  return cells
}

/** A cell and all rows it spans are on this page; some of them may be taller than laid. */
function spanHeight(walk: TableWalk, item: RowItem, cell: LaidCell): number {
  const last = walk.items.findLast((other) => other.group === item.group && other.index < item.index + cell.rowSpan)
  return last === undefined ? cell.height : last.y + last.height - item.y
}

/** A cell that begins here or goes on here, and reaches over the end of the page. */
function overhanging(
  walk: TableWalk,
  span: { readonly token: SpanToken; readonly cell: LaidCell },
  y: number,
  bottom: number,
  state: SpanToken['inner'] | undefined,
  open: SpanToken[],
): CellFragment {
  const height = Math.max(0, bottom - y)
  const { cell, token } = span
  const room: Room = { ...walk.room, x: 0, y: 0, height, full: walk.full, forced: false, tail: 0 }
  const cut = atTop(cell, cutCell(cell, state, room, walk.cutter) ?? notYet(cell, state))
  open.push({ ...token, done: token.done + height, inner: cut.next })
  return { cell, height, isFirst: token.done === 0, isLast: false, content: cut.content }
}

/** Nothing of the content fits beside these rows: all of it waits for the next page. */
function notYet({ laid }: LaidCell, state: SpanToken['inner'] | undefined): CellCut {
  const content = { laid, x: 0, y: 0, height: 0, isFirst: false, isLast: false, content: { kind: 'children', children: [] } } as const
  return { content, next: state ?? 'later', appeal: PERFECT }
}

function continuing(
  walk: TableWalk,
  span: Span,
  items: readonly RowItem[],
  bottom: number,
  next: number | undefined,
  open: SpanToken[],
): CellFragment {
  if (next !== undefined && span.end >= next) {
    if (bottom < walk.limit - EPSILON) return overhanging(walk, span, walk.top, bottom, span.token.inner, open)
    const { token, cell, cut } = span
    open.push({ ...token, done: token.done + bottom - walk.top, inner: cut.next })
    return { cell, height: bottom - walk.top, isFirst: false, isLast: false, content: cut.content }
  }
  const last = items.findLast((item) => item.group === 'body' && item.index <= span.end)
  const height = last === undefined ? 0 : last.y + last.height - walk.top
  return { cell: span.cell, height, isFirst: false, isLast: true, content: span.cut.content }
}

/** Cells of earlier rows that go on: what they still need. */
export function resumeSpans(table: LaidTable, tokens: readonly SpanToken[], room: Room, cutter: Cutter): Span[] {
  return tokens.map((token) => {
    const cell = table.rows.at(token.row)?.cells[token.cell]
    if (cell === undefined) throw new Error(`fragment: no cell ${token.cell} in row ${token.row}`)
    const cut = cutCell(cell, token.inner, { ...room, forced: true }, cutter)
    if (cut === undefined) throw new Error('fragment: a cell that must go on did not')
    return { token, cell, end: token.row + cell.rowSpan - 1, cut }
  })
}
