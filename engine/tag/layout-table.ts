// Tables that only arrange what they hold: their parts are transparent.
import type { Origin, TableBox } from '../box/box.ts'
import type { Node } from './node.ts'
import { roleOf } from './role.ts'

/** Rows that are looked at. */
const MOST_ROWS = 1_000

/** Whether a table has data: a head, a caption, head cells, or more than one row and column and no table around or inside of it. */
export function isDataTable({ head, foot, captions, columns, bodies, isStreamed, origin }: TableBox, node: Node): boolean {
  if (origin.tag !== 'table' || head !== undefined || foot !== undefined || captions.length > 0 || isStreamed) return true
  if (node.attributes?.table !== undefined) return true
  let rows = 0
  let width = columns.length
  for (let g = 0; ; g++) {
    const group = bodies.at(g)
    if (group === undefined) break
    if (group.isStreamed) return true
    for (let r = 0; r < MOST_ROWS; r++) {
      const row = group.rows.at(r)
      if (row === undefined) break
      rows++
      for (const { box, column, colSpan } of row.cells) {
        if (isHeadCell(box.origin)) return true
        width = Math.max(width, column + colSpan)
      }
    }
  }
  return rows > 1 && width > 1 && !isInCell(node)
}

function isHeadCell(origin: Origin): boolean {
  return origin.tag === 'th' || (origin.attributes?.has('role') === true && roleOf(origin).type === 'TH')
}

function isInCell(node: Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) if (at.type === 'TD' || at.type === 'TH') return true
  return false
}
