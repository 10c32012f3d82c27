// Rows of tables: every row has cells for all columns (PDF/UA-1 7.2), and head cells say what they head.
import type { LaidCell } from '../layout/laid.ts'
import { Node } from './node.ts'
import type { TableAttributes } from './tag.ts'

const COLUMN: TableAttributes = { scope: 'Column' }
const ROW: TableAttributes = { scope: 'Row' }

/** Says what the head cells of a row head: their columns, if they are in a head or alone in their row; else the row. */
export function headScope(row: Node, cells: readonly LaidCell[]): void {
  const table = tableOf(row)
  let isMixed = false
  for (const { laid } of cells) if ((laid.box.origin.tagged as Node | undefined)?.type === 'TD') isMixed = true
  const scope = row.parent?.owner.type !== 'THead' && isMixed ? ROW : COLUMN
  for (const { laid, colSpan, rowSpan } of cells) {
    const node = laid.box.isAnonymous ? undefined : (laid.box.origin.tagged as Node | undefined)
    if (node === undefined) continue
    if (node.type === 'TH') {
      if (table !== undefined) table.hasHeadCells = true
      const own = node.attributes?.table
      const said = own === undefined ? scope : own.scope === undefined ? { ...own, ...scope } : own
      if (said !== own) node.attributes = { ...node.attributes, table: said }
    }
    if (colSpan > 1 || rowSpan > 1) {
      const spans = { ...(rowSpan > 1 ? { rowSpan } : {}), ...(colSpan > 1 ? { colSpan } : {}) }
      node.attributes = { ...node.attributes, table: { ...node.attributes?.table, ...spans } }
    }
  }
}

function tableOf(row: Node): Node['table'] {
  return row.parent?.owner.table ?? row.parent?.owner.parent?.owner.table
}

/** Adds empty cells where the row has none. */
export function completeRow(row: Node, cells: readonly LaidCell[], columns: number): void {
  const table = tableOf(row)
  if (table === undefined) return
  const group = row.parent?.owner.type ?? ''
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
      const empty = new Node('TD', row, rankBefore(cells, at), row.host)
      empty.isKept = true
      if (end - at > 1) empty.attributes = { table: { colSpan: end - at } }
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
    for (let c = column; c < Math.min(columns, column + colSpan); c++) taken[c] = rowSpan - 1
  }
  if (taken.some((rows) => rows > 0)) table.taken.set(group, taken)
  else table.taken.delete(group)
}

function rankBefore(cells: readonly LaidCell[], column: number): number {
  const last = cells.findLast((cell) => cell.column < column)
  return (last?.laid.box.origin.order ?? 0) + 0.25
}
