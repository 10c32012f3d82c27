// What the break tokens of a table are read with: its rows by their place, and how the content of a cell is aligned.
import { cellAlignment } from '../box/box-kinds.ts'
import type { Laid, LaidRow, LaidTable } from '../layout/laid.ts'
import type { RowToken } from './fragment.ts'

export function rowAt(table: LaidTable, group: RowToken['group'], index: number): LaidRow | undefined {
  return group === 'body' ? table.rows.at(index) : table[group][index]
}

/** The content of the cell is aligned to its middle or bottom, as long as the cell is not cut. */
export function isAlignedDown({ box: { style } }: Laid): boolean {
  const align = cellAlignment(style)
  return align === 'center' || align === 'end'
}
