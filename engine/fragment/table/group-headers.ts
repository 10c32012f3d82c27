// Group headers (rows with `-platen-group`): those whose groups continue on the next page are repeated at its top.
import type { LaidRow, LaidTable } from '../../layout/laid.ts'
import type { CutPart } from '../cut.ts'
import type { RowToken } from '../fragment.ts'

const NO_HEADERS: readonly number[] = []

/**
 * Group headers by row index, for as long as their groups may continue: an open table releases its rows, these among them, after their page. By the rows,
 * which a table with tall captions and its grid have in common.
 */
const headerRows = new WeakMap<LaidTable['rows'], Map<number, LaidRow>>()

/** The group headers to repeat at the top of the page that begins at `token`. */
export function repeatedHeaders(table: LaidTable, token: RowToken | undefined): readonly LaidRow[] {
  const indices = token?.headers ?? NO_HEADERS
  if (indices.length === 0) return []
  const known = headersOf(table)
  for (const index of known.keys()) if (!indices.includes(index)) known.delete(index)
  return indices.flatMap((index) => {
    // In what remains of a table (another page width), the headers of earlier pages are its first rows.
    const row = known.get(index) ?? table.rows.at(index)
    if (row === undefined) return []
    known.set(index, row)
    return [row]
  })
}

/** Row indices of the group headers whose groups continue at `next`, after this piece of the table. */
export function continuedHeaders(table: LaidTable, token: RowToken | undefined, { piece }: CutPart, next: RowToken): readonly number[] {
  if (piece.content.kind !== 'table' || next.group !== 'body') return NO_HEADERS
  let open: readonly number[] = token?.headers ?? NO_HEADERS
  let index = token?.group === 'body' ? token.row : 0
  for (const { role, row, isFirst } of piece.content.rows) {
    if (role !== 'body') continue
    open = headersAbove(table, row, isFirst, open)
    if (row.row.style.groupLevel !== 'none') {
      open = [...open, index]
      headersOf(table).set(index, row)
    }
    index++
  }
  const row = table.rows.at(next.row)
  // A header that is cut itself is not repeated above its own rest.
  if (next.done > 0 || row === undefined) return open.filter((header) => header !== next.row)
  return headersAbove(table, row, true, open)
}

/** The headers that still apply to a row: those of its own row group, and of smaller levels when it is a header itself. */
function headersAbove(table: LaidTable, { row, isFirstInGroup }: LaidRow, isFirst: boolean, open: readonly number[]): readonly number[] {
  if (open.length === 0) return open
  if (isFirst && isFirstInGroup) return NO_HEADERS
  const level = row.style.groupLevel
  if (level === 'none') return open
  return open.filter((index) => levelOf(headersOf(table).get(index)) < level)
}

function levelOf(row: LaidRow | undefined): number {
  const level = row?.row.style.groupLevel ?? 'none'
  return level === 'none' ? Number.POSITIVE_INFINITY : level
}

function headersOf({ rows }: LaidTable): Map<number, LaidRow> {
  let known = headerRows.get(rows)
  if (known === undefined) {
    known = new Map()
    headerRows.set(rows, known)
  }
  return known
}
