// Heads, feet and group rows that differ from page to page: laid out anew, at the columns' widths, for each page that repeats them.
import type { TableBox, TablePage, TableRowGroup } from '../../box/box.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { LaidRow, LaidTable } from '../laid.ts'
import { type GridRow, gridRows, type Role } from './grid.ts'
import { draftClusters, placeGroup, type RowsFrame } from './rows.ts'

/** What a laid table answers pages that repeat parts of it; most tables have a `groupRow` alone, which finds none. */
export function pageVariants(box: TableBox, frame: RowsFrame): Pick<LaidTable, 'onPage' | 'asksForLast' | 'groupRow'> {
  const groupRow = (row: LaidRow, page: TablePage): LaidRow | undefined => repeatedRow(row, page, frame)
  const { head, foot } = box
  if (head?.onPage === undefined && foot?.onPage === undefined) return { groupRow }
  return {
    groupRow,
    asksForLast: head?.asksForLast === true || foot?.asksForLast === true,
    onPage: (page) => ({ head: layGroup(head, 'head', page, frame), foot: layGroup(foot, 'foot', page, frame) }),
  }
}

/** Borders to the body are resolved against its first row, as those of a streamed foot are. */
function layGroup(group: TableRowGroup | undefined, role: Role, page: TablePage, frame: RowsFrame): readonly LaidRow[] {
  if (group === undefined) return []
  const own = group.onPage?.(page) ?? group
  const { sample } = frame.model
  const adjoining = role === 'head' ? { after: sample } : { before: sample }
  return placeGroup([...draftClusters(gridRows(own, role, itemsOf(own.rows)), frame, adjoining)], role, 0, frame).rows
}

/** A row alone: cells that reach into rows below end with it. */
function repeatedRow({ row, group, isFirstInGroup }: LaidRow, page: TablePage, frame: RowsFrame): LaidRow | undefined {
  if (row.onPage === undefined) return undefined
  const own = row.onPage(page)
  const grid: GridRow = { row: own, group, role: 'head', isFirstInGroup, isLastInGroup: true, spans: own.cells.map(() => 1) }
  const { sample } = frame.model
  return placeGroup([...draftClusters([grid], frame, { before: sample, after: sample })], 'head', 0, frame).rows[0]
}
