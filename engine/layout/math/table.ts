// Tables of a formula: matrices, cases, aligned equations (MathML Core §3.5).
import type { MathElement } from '../../box/box.ts'
import type { Edges } from '../../geometry.ts'
import { borderEdges, usedEdges } from '../sizing/sizing.ts'
import { decorated } from './decoration.ts'
import { fontOf, type MathEnvironment } from './environment.ts'
import { elementsOf, type OperatorIndex } from './operators.ts'
import { EMPTY, joinPieces, type MathPiece, type PlacedPiece } from './piece.ts'
import { rowPiece } from './row.ts'

interface Cell {
  readonly element: MathElement
  /** Without its padding. */
  readonly piece: MathPiece
  readonly inset: Edges
  readonly column: number
  readonly columns: number
}

interface Row {
  readonly cells: readonly Cell[]
  readonly ascent: number
  readonly descent: number
}

const MOST_COLUMNS = 1_000

/** The middle of a table is on the axis. */
export function tablePiece(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  const inner = { ...environment, isDisplay: false, stretch: undefined, ...displayOf(element) }
  const rows = elementsOf(element)
    .filter(({ tag }) => tag === 'mtr' || tag === 'mlabeledtr')
    .map((row) => layRow(row, inner, operators))
  const widths = columnWidths(rows)
  const xs = [0]
  for (const width of widths) xs.push(xs.at(-1)! + width)
  const height = rows.reduce((sum, { ascent, descent }) => sum + ascent + descent, 0)
  const { axis } = fontOf(element.style, environment)
  const top = -axis - height / 2
  const isRtl = element.style.direction === 'rtl'
  const width = xs.at(-1)!
  const placed: PlacedPiece[] = []
  let y = top
  for (const { cells, ascent, descent } of rows) {
    for (const cell of cells) {
      const [left = 0, right = 0] = [xs[cell.column], xs[cell.column + cell.columns]]
      const piece = cellPiece(cell, right - left, { above: ascent, below: descent })
      placed.push({ piece, x: isRtl ? width - right : left, y: y + ascent })
    }
    y += ascent + descent
  }
  if (placed.length === 0) return EMPTY
  return { ...joinPieces(placed, width), ascent: height / 2 + axis, descent: height / 2 - axis }
}

function displayOf({ attributes }: MathElement): { readonly isDisplay?: boolean } {
  return attributes.get('displaystyle')?.trim().toLowerCase() === 'true' ? { isDisplay: true } : {}
}

function layRow(row: MathElement, environment: MathEnvironment, operators: OperatorIndex): Row {
  let column = 0
  const cells = elementsOf(row).map((element): Cell => {
    const asked = Number(element.attributes.get('columnspan') ?? '1')
    const columns = Math.max(1, Math.min(MOST_COLUMNS, Number.isInteger(asked) ? asked : 1))
    const at = column
    column += columns
    const factor = fontOf(element.style, environment).size / element.style.fontSize
    return { element, piece: rowPiece(element, environment, operators), inset: insetOf(element, factor), column: at, columns }
  })
  return {
    cells,
    ascent: cells.reduce((most, { piece, inset }) => Math.max(most, piece.ascent + inset.top), 0),
    descent: cells.reduce((most, { piece, inset }) => Math.max(most, piece.descent + inset.bottom), 0),
  }
}

/** Padding in ems shrinks with scripts as all else does. */
function insetOf({ style }: MathElement, factor: number): Edges {
  const { padding } = usedEdges(style, 0)
  const border = borderEdges(style)
  const side = (name: keyof Edges): number => border[name] + padding[name] * factor
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') }
}

function columnWidths(rows: readonly Row[]): readonly number[] {
  const widths: number[] = []
  const all = rows.flatMap(({ cells }) => cells).sort((a, b) => a.columns - b.columns)
  for (const { piece, inset, column, columns } of all) {
    while (widths.length < column + columns) widths.push(0)
    const wanted = piece.width + inset.left + inset.right
    const lack = wanted - widths.slice(column, column + columns).reduce((sum, width) => sum + width, 0)
    if (lack > 0) for (let i = column; i < column + columns; i++) widths[i] = widths[i]! + lack / columns
  }
  return widths
}

/** A cell as large as its row and column leave it, its baseline that of the row. */
function cellPiece(
  { element, piece, inset }: Cell,
  width: number,
  { above, below }: { readonly above: number; readonly below: number },
): MathPiece {
  const room = width - piece.width - inset.left - inset.right
  const { textAlign, direction } = element.style
  const isRtl = direction === 'rtl'
  const atLeft = textAlign === 'left' || textAlign === (isRtl ? 'end' : 'start')
  const atRight = textAlign === 'right' || textAlign === (isRtl ? 'start' : 'end')
  const x = inset.left + (atLeft ? 0 : atRight ? room : room / 2)
  const joined = joinPieces([{ piece, x, y: 0 }], width)
  return decorated(element.style, { ...joined, ascent: above, descent: below })
}
