// The table that a node is a part of.
import type { Node, TableParts } from './node.ts'

export const GROUPS: ReadonlySet<string> = new Set(['THead', 'TBody', 'TFoot'])

export function newTable(): TableParts {
  return {
    columns: 0,
    isFree: true,
    hasRows: false,
    heads: 0,
    feet: 0,
    hasHeadCells: false,
    ids: undefined,
    beside: undefined,
    taken: new Map(),
  }
}

/** The table whose part a node is: of a table, a row group or a row. */
function tableNode({ owner }: Node): Node | undefined {
  let at: Node | undefined = owner
  if (at.type === 'TR') at = at.parent?.owner
  if (at !== undefined && GROUPS.has(at.type)) at = at.parent?.owner
  return at?.type === 'Table' ? at : undefined
}

export function tableAround(node: Node): TableParts | undefined {
  return tableNode(node)?.table
}

/** The same, of a table whose rows are those of its grid. */
export function gridAround(node: Node): Node | undefined {
  const table = tableNode(node)
  return table?.table === undefined || table.table.isFree ? undefined : table
}

/** Cells of heads are head cells, and cells of a grid stay cells. */
export function cellType(type: string, { owner }: Node, isEnteringRow: boolean): string {
  if (!isEnteringRow || owner.type !== 'TR') return type
  const isPlain = type === '' || type === 'TD'
  return isPlain && owner.parent?.owner.type === 'THead' ? 'TH' : type === '' ? 'TD' : type
}

/** A row goes on: its cells stay open, also those that have nothing to paint on this page. */
export function touchCells(row: Node): void {
  for (const kid of row.kids) if (kid.kind === 'node' && kid.isKept) kid.touch()
}
