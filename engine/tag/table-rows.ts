// Rows of tables that are laid out as grids: every row has cells for all columns (PDF/UA-1 7.2), and head cells say what they head.
import type { LaidCell } from '../layout/laid.ts'
import { type Kid, Node, type TableParts } from './node.ts'
import { GROUPS, tableAround } from './table-parts.ts'
import { COLUMN, ROW, type TableAttributes } from './tag.ts'

const NO_PARTS: readonly Node[] = []

/** A cell of the tree and its place in the grid. */
export interface PlacedCell {
  readonly node: Node
  readonly column: number
  readonly colSpan: number
  readonly rowSpan: number
}

/** Columns of a cell up to the next that a cell above reaches into: in HTML both may lie over each other. */
export function freeSpan({ column, colSpan }: LaidCell, { columns, taken }: TableParts, row: Node): number {
  const above = taken.get(row.parent!.owner)
  const most = Math.min(colSpan, columns - column)
  let span = 1
  while (span < most && !((above?.[column + span] ?? 0) > 0)) span++
  return span
}

/** Place of the last row of a group. */
export function lastRank({ kids }: Node): number {
  return kids.findLast((kid) => kid.kind === 'written' || (kid.kind === 'node' && kid.isKept))?.rank ?? 0
}

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Says what the head cells of a row head: their columns, if they are in a head or alone in their row; else the row. */
export function headScope(row: Node, table: TableParts, cells: readonly PlacedCell[]): void {
  const isMixed = cells.some(({ node }) => node.type === 'TD')
  const scope = row.parent?.owner.type !== 'THead' && isMixed ? ROW : COLUMN
  for (const { node, colSpan, rowSpan } of cells) {
    if (node.type === 'TH') setScope(node, table, scope)
    if (colSpan > 1 || rowSpan > 1) {
      const spans = { ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) }
      node.attributes = { ...node.attributes, table: { ...node.attributes?.table, ...spans } }
    }
  }
}

function setScope(node: Node, table: TableParts, scope: TableAttributes): void {
  table.hasHeadCells = true
  const given = node.attributes?.id
  if (given !== undefined) {
    const id = node.host.identify(given)
    table.ids ??= new Map()
    if (!table.ids.has(given)) table.ids.set(given, id)
    node.attributes = { ...node.attributes, id }
  }
  const own = node.attributes?.table
  const said = own === undefined ? scope : own.scope === undefined ? { ...own, ...scope } : own
  if (said !== own) node.attributes = { ...node.attributes, table: said }
}

/** Adds empty cells where the row has none. */
export function completeRow(row: Node, table: TableParts, cells: readonly PlacedCell[]): void {
  const { columns } = table
  const group = row.parent!.owner // a group or the table
  const before = table.taken.get(group)
  const isPlain = before === undefined && cells.length === columns && cells.every(({ rowSpan }) => rowSpan === 1)
  if (isPlain) return
  const taken = before === undefined ? new Array<number>(columns).fill(0) : [...before]
  let next = 0
  const fill = (to: number): void => {
    for (let at = next; at < to; at++) {
      if (taken[at]! > 0) continue
      let end = at + 1
      while (end < to && !(taken[end]! > 0)) end++
      addEmpty(row, rankBefore(cells, at), end - at)
      at = end - 1
    }
  }
  for (const { column, colSpan } of cells) {
    fill(column)
    next = column + colSpan
  }
  fill(columns)
  for (let c = 0; c < columns; c++) taken[c] = Math.max(0, taken[c]! - 1)
  for (const { column, colSpan, rowSpan } of cells) {
    for (let c = column; c < Math.min(columns, column + colSpan); c++) taken[c] = Math.max(taken[c]!, rowSpan - 1)
  }
  if (taken.some((rows) => rows > 0)) table.taken.set(group, taken)
  else table.taken.delete(group)
}

function addEmpty(row: Node, rank: number, columns: number): void {
  const empty = new Node('TD', row, rank, row.host)
  empty.isKept = true
  if (columns > 1) empty.attributes = { table: { colSpan: columns } }
}

function rankBefore(cells: readonly PlacedCell[], column: number): number {
  const last = cells.findLast((cell) => cell.column < column)
  return last === undefined ? 0.25 : last.node.rank + 0.25
}

/** Names the head cells of a cell as they are written; those that the table does not have are left out. */
export function nameHeaders(node: Node): void {
  const own = node.attributes?.table
  if (own?.headers === undefined) return
  const ids = node.parent && tableAround(node.parent)?.ids
  const headers = own.headers.flatMap((name) => ids?.get(name) ?? [])
  const { headers: _, ...rest } = own
  node.attributes = { ...node.attributes, table: headers.length === 0 ? rest : { ...rest, headers } }
}

// ── Tables without a grid ───────────────────────────────────────────────────────────────────────────────────────────────

/** Makes the rows of a table of what is in it: as many cells as the longest has, without spans. */
export function completeFree(node: Node): void {
  const table = node.table!
  const rows = [...partsIn(node, 'TR')].map((row) => ({ row, cells: [...partsIn(row, 'TD')] }))
  table.columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  for (const { row, cells } of rows) {
    for (const cell of cells) {
      cell.isKept = true
      if (cell.type === 'TH')
        setScope(cell, table, row.parent?.owner.type !== 'THead' && cells.some(({ type }) => type === 'TD') ? ROW : COLUMN)
    }
    if (cells.length > 0 && cells.length < table.columns) addEmpty(row, Number.POSITIVE_INFINITY, table.columns - cells.length)
  }
}

/** Cells of a row that were painted before it and are none of the grid: they become divisions. */
export function strayParts(row: Node): readonly Node[] {
  if (row.kids.every(isKeptCell)) return NO_PARTS
  const strays = [...partsIn(row, 'TD')].filter(({ isKept }) => !isKept)
  for (const part of strays) {
    part.type = 'Div'
    part.attributes = undefined
    part.isBeside = true
  }
  return strays
}

function isKeptCell(kid: Kid): boolean {
  return kid.kind === 'node' && kid.isKept && (kid.type === 'TD' || kid.type === 'TH')
}

/** Makes plain divisions of a row and its cells; the grid of the table may come to this row later. */
export function asDivisions(row: Node): void {
  for (const part of [...partsIn(row, 'TD'), row]) {
    part.type = 'Div'
    part.attributes = undefined
  }
  row.isBeside = true
}

/** Rows of a table, or cells of a row, through what is transparent. */
function* partsIn(node: Node, type: 'TR' | 'TD'): Generator<Node> {
  for (const kid of node.kids) {
    if (kid.kind !== 'node') continue
    if (kid.type === type || (type === 'TD' && kid.type === 'TH')) yield kid
    else if (kid.type === '' || (type === 'TR' && GROUPS.has(kid.type))) yield* partsIn(kid, type)
  }
}
