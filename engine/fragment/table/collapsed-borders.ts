// The collapsed borders above and below the rows of one piece of a table. Where rows meet that were not laid out as neighbours (a repeated head above the
// first row of a page, a repeated foot below the last), their borders are resolved again. A row that is cut has no border at the cut, and a break between
// two rows shows their border on both pages, as in WeasyPrint; browsers show half of it on each.
import type { GridBorder, LaidCell, LaidRow, LaidTable, LineSide, RowBorders } from '../../layout/laid.ts'
import { isCloned } from '../cut.ts'
import type { RowFragment } from '../fragment.ts'

type Line = readonly GridBorder[]

/** What grid lines depend on in a row of a piece. */
export type LineRow = Pick<RowFragment, 'row' | 'isFirst' | 'isLast'>

/** The grid lines of a piece: line `i` is above its row `i`, and one more below the last. Undefined with separate borders. */
export function linesOf(table: LaidTable, rows: readonly LineRow[], isFirst: boolean, isLast: boolean): readonly Line[] | undefined {
  if (table.collapsed === undefined) return undefined
  let above: LineRow | undefined
  const lines: Line[] = []
  for (const row of rows) {
    lines.push(lineAbove(table, above, row, isFirst))
    if (row.row.borders !== undefined) above = row
  }
  return above === undefined ? lines : [...lines, lineBelow(table, above, isLast)]
}

/** The line above a row of a piece; `above` undefined: it is the first there. */
export function lineAbove(table: LaidTable, above: LineRow | undefined, below: LineRow, isFirstPiece: boolean): Line {
  const before = above && sideOf(above.row, !above.isLast)
  const after = sideOf(below.row, !below.isFirst)
  if (after === undefined) return NO_LINE
  if (above !== undefined) return before === undefined ? NO_LINE : between(table, before, after)
  if (!isFirstPiece && isCloned(table)) return between(table, undefined, after)
  return after.isCut ? ownLine(below.row, after.borders, 'top') : after.borders.top
}

function lineBelow(table: LaidTable, row: LineRow, isLastPiece: boolean): Line {
  const side = sideOf(row.row, !row.isLast)
  if (side === undefined) return NO_LINE
  if (!isLastPiece && isCloned(table)) return between(table, side, undefined)
  return side.isCut ? ownLine(row.row, side.borders, 'bottom') : side.borders.bottom
}

function between(table: LaidTable, above: LineSide | undefined, below: LineSide): Line
function between(table: LaidTable, above: LineSide, below: undefined): Line
function between(table: LaidTable, above: LineSide | undefined, below: LineSide | undefined): Line {
  // Rows that were laid out as neighbours share the line: so it is for nearly all rows of a page.
  if (above !== undefined && below !== undefined && !above.isCut && !below.isCut && above.borders.bottom === below.borders.top)
    return above.borders.bottom
  return table.collapsed?.between(above, below) ?? NO_LINE
}

function sideOf(row: LaidRow, isCut: boolean): LineSide | undefined {
  return row.borders === undefined ? undefined : { borders: row.borders, isCut }
}

/** At a cut, only cells whose decoration is cloned have their borders. */
function ownLine(row: LaidRow, borders: RowBorders, side: 'top' | 'bottom'): Line {
  if (!row.cells.some(({ laid }) => isCloned(laid))) return NO_LINE
  const line: GridBorder[] = new Array<GridBorder>(borders[side].length).fill(undefined)
  for (const cell of row.cells) if (isCloned(cell.laid)) copy(line, borders[side], cell)
  return line
}

function copy(line: GridBorder[], from: Line, { column, colSpan }: LaidCell): void {
  for (let c = column; c < Math.min(from.length, column + colSpan); c++) line[c] = from[c]
}

const NO_LINE: Line = []

/** Half of the widest border on a line: how far it reaches into the rows beside it. */
export function halfOf(line: Line): number {
  return line.reduce((most, border) => Math.max(most, border?.width ?? 0), 0) / 2
}
