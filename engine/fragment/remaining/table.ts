// What remains of a table: its rows from the token on, in columns that share the new width as they shared the old one. Rows of earlier pages that are still
// needed come first, and the token says that they are done: header rows of groups, and one row of the cells that span the break.
import type { Box, TableBox, TableCell, TableRow, TableRowGroup } from '../../box/box.ts'
import { itemsOf, type Sequence, sequenceAfter, sequenceOf } from '../../collections/sequence.ts'
import type { LaidRow, LaidTable } from '../../layout/laid.ts'
import { doneBefore } from '../flow/progress.ts'
import type { CellToken, RowToken, SpanToken } from '../fragment.ts'
import { rowAt } from '../row-at.ts'
import { repeatedHeaders } from '../table/group-headers.ts'
import { CONTINUED_TOP, continuedStyle } from './continued-style.ts'
import type { Remaining, RemainingFunction } from './contract.ts'
import { differsFromRest, isAwaitingPositioned } from './positioned.ts'

/** What remains of a table; `token` is that of its grid. */
interface RemainingOfTable {
  readonly box: TableBox
  readonly token: RowToken
}

export function remainingTable(table: LaidTable, token: RowToken, remainingOf: RemainingFunction): RemainingOfTable | undefined {
  const { box } = table
  const done = doneBefore(table, token)
  if (box.kind !== 'table' || (token.parallel?.length ?? 0) > 0 || isAwaitingPositioned(table, done)) return undefined
  const grid = remainingGrid(table, box, token, remainingOf)
  if (grid === undefined) return undefined
  const remains: TableBox = {
    ...box,
    ...grid.groups,
    style: { ...continuedStyle(table, undefined), height: 'auto', minHeight: 'auto' },
    marks: [],
    captions: box.captions.filter(({ style }) => style.captionSide === 'bottom'),
    // The height of a streamed table is known after its last row: where no row remains, it would never be.
    isStreamed: token.group !== 'foot',
    columnsOf: box.columnsOf ?? box,
  }
  return differsFromRest(table, token, remains) ? undefined : { box: remains, token: { ...token, ...grid.token } }
}

interface RemainingGrid {
  readonly groups: Pick<TableBox, 'bodies'> & Partial<Pick<TableBox, 'head' | 'foot'>>
  readonly token: Partial<RowToken>
}

const NO_BODIES = sequenceOf<TableRowGroup>([])

function remainingGrid(table: LaidTable, box: TableBox, token: RowToken, remainingOf: RemainingFunction): RemainingGrid | undefined {
  if (token.group !== 'body') return remainingHeadOrFoot(table, box, token, remainingOf)
  const row = table.rows.at(token.row)
  const place = row && (table.placeOf?.(token.row) ?? placeOf(box, token.row))
  const group = place && box.bodies.at(place.group)
  if (row === undefined || place === undefined || group === undefined) return undefined
  const rest = { group, rows: group.rows, from: place.index + 1 }
  const rows = remainingRows(table, { row, rest }, token, remainingOf)
  return rows && { groups: { bodies: sequenceAfter([rows.group], box.bodies, place.group + 1) }, token: rows.token }
}

/** Head and foot rows in the flow of rows are too tall to be repeated: what remains of them are body rows. */
function remainingHeadOrFoot(table: LaidTable, box: TableBox, token: RowToken, remainingOf: RemainingFunction): RemainingGrid | undefined {
  const isHead = token.group === 'head'
  const row = (isHead ? table.head : table.foot)[token.row]
  const group = isHead ? box.head : box.foot
  if (row === undefined || group === undefined) return isHead ? undefined : { groups: { bodies: NO_BODIES }, token: {} }
  const later = (isHead ? table.head : table.foot).slice(token.row + 1).map((next) => next.row)
  const rest = { group, rows: sequenceOf(later), from: 0 }
  const rows = remainingRows(table, { row, rest }, token, remainingOf)
  if (rows === undefined) return undefined
  const bodies = sequenceAfter([rows.group], isHead ? box.bodies : NO_BODIES, 0)
  return { groups: { head: undefined, bodies, ...(isHead ? {} : { foot: undefined }) }, token: { ...rows.token, group: 'body' } }
}

/** The row that continues, and those of its group after it. */
interface ContinuedRow {
  readonly row: LaidRow
  readonly rest: { readonly group: TableRowGroup; readonly rows: Sequence<TableRow>; readonly from: number }
}

interface RemainingRows {
  readonly group: TableRowGroup
  readonly token: Partial<RowToken>
}

function remainingRows(
  table: LaidTable,
  { row, rest }: ContinuedRow,
  token: RowToken,
  remainingOf: RemainingFunction,
): RemainingRows | undefined {
  const cut = remainingRow(row, token, remainingOf)
  const spans = cut && remainingSpans(table, token, remainingOf)
  if (cut === undefined || spans === undefined) return undefined
  const headers = repeatedHeaders(table, token).map((header) => header.row)
  const before = spans.cells.length === 0 ? headers : [...headers, { ...row.row, style: AUTO(row.row), marks: [], cells: spans.cells }]
  const { style, origin, measureRows } = rest.group
  const rows = sequenceAfter([...before, cut.row], rest.rows, rest.from)
  return {
    group: { style, origin, rows, measureRows, isStreamed: token.group !== 'foot' },
    token: {
      row: before.length,
      done: cut.cells === null ? 0 : CONTINUED_TOP,
      cells: cut.cells,
      spans: spans.tokens.map((span) => ({ ...span, row: headers.length })),
      ...(token.headers === undefined ? {} : { headers: headers.map((_, i) => i) }),
    },
  }
}

/** Without the height that the author gave to the whole row. */
const AUTO = ({ style }: TableRow): TableRow['style'] => ({ ...style, height: 'auto', minHeight: 'auto' })

function placeOf({ bodies }: TableBox, row: number): { readonly group: number; readonly index: number } | undefined {
  let index = row
  for (let group = 0; ; group++) {
    const rows = bodies.at(group)?.rows
    if (rows === undefined) return undefined
    let count = 0
    for (const _ of itemsOf(rows)) count++
    if (index < count) return { group, index }
    index -= count
  }
}

// ── Rows and cells that continue ───────────────────────────────────────────────────────────────────────────────────────────

interface RemainingRow {
  readonly row: TableRow
  readonly cells: readonly CellToken[] | null
}

function remainingRow({ row, cells }: LaidRow, token: RowToken, remainingOf: RemainingFunction): RemainingRow | undefined {
  if (token.cells === null && token.done === 0) return { row, cells: null }
  const states: CellToken[] = []
  const remains: TableCell[] = []
  for (const [i, cell] of row.cells.entries()) {
    const laid = cells[i]
    const state =
      laid &&
      remainingCell(laid.laid.box, token.cells === null ? null : (token.cells[i] ?? null), (at) =>
        remainingOf(laid.laidAtTop ?? laid.laid, at),
      )
    if (state === undefined) return undefined
    states.push(state.token)
    remains.push({ ...cell, box: state.box })
  }
  return { row: { ...row, style: AUTO(row), marks: [], cells: remains }, cells: states }
}

interface RemainingCell {
  readonly box: Box
  readonly token: CellToken
}

function remainingCell(box: Box, state: CellToken, remainingFrom: (token: Exclude<CellToken, 'later' | null>) => Remaining | undefined) {
  if (state === null) return { box: emptied(box), token: null } satisfies RemainingCell
  if (state === 'later') return { box, token: state } satisfies RemainingCell
  const own = remainingFrom(state)
  return (
    own &&
    ({ box: { ...own.box, style: { ...own.box.style, height: 'auto', minHeight: 'auto' } }, token: own.token } satisfies RemainingCell)
  )
}

/** A cell whose content has ended: only its box continues. */
function emptied({ style, origin, isAnonymous }: Box): Box {
  const withoutHeight = { ...style, height: 'auto', minHeight: 'auto', paddingTop: CONTINUED_TOP, paddingBottom: 0 } as const
  return {
    kind: 'block',
    style: withoutHeight,
    origin,
    isAnonymous,
    marks: [],
    marker: undefined,
    children: sequenceOf<Box>([]),
    isStreamed: false,
  }
}

interface RemainingSpans {
  readonly cells: readonly TableCell[]
  readonly tokens: readonly SpanToken[]
}

/** Cells of earlier rows as cells of one row above the first that remains. */
function remainingSpans(table: LaidTable, token: RowToken, remainingOf: RemainingFunction): RemainingSpans | undefined {
  const cells: TableCell[] = []
  const tokens: SpanToken[] = []
  for (const span of token.spans) {
    const laid = rowAt(table, span.group, span.row)?.cells[span.cell]
    const own = laid && remainingCell(laid.laid.box, span.inner, (at) => remainingOf(laid.laid, at))
    if (laid === undefined || own === undefined) return undefined
    const rowSpan = span.row + laid.rowSpan - token.row + 1
    tokens.push({ group: 'body', row: 0, cell: cells.length, done: CONTINUED_TOP, inner: own.token })
    cells.push({ box: own.box, column: laid.column, colSpan: laid.colSpan, rowSpan })
  }
  return { cells, tokens }
}
