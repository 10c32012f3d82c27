// Fixed layout: columns by the first row and by `<col>` alone (CSS2 17.5.2.1).

import type { TableBox, TableCell, TableColumn } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength, type SizeValue } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { isContentKeyword, specifiedSize, usedEdges } from '../sizing/sizing.ts'
import type { BorderResolver } from './borders.ts'
import { columnsWidths, EMPTY_COLUMN, type FixedColumn, fixedMinimum, WIDEST } from './columns.ts'
import { cellMaximum, columnWidth, greatestWidth, halfEdges, percentOf } from './demand.ts'
import { type GridRow, OpenCells } from './grid.ts'
import type { TableModel } from './model.ts'

/** How the widths of a table are asked for. */
interface AskedWidths {
  readonly percentagesCount: boolean
  /** By what is around the table, and no limit of its own. */
  readonly isContribution: boolean
}

/** A width in percent makes a fixed table ask for all that there is around it, as in browsers; keywords ask for what the first row does. */
export function fixedWidths(columns: readonly FixedColumn[], style: Style, asked: AskedWidths): ContentWidths {
  const { width } = style
  const min = fixedMinimum(columns)
  if (isLength(width) && hasPercentage(width) && asked.isContribution) return { min, max: WIDEST }
  if (!followsContent(style)) return { min, max: min }
  const wanted = columns.map(({ length, percent, padding, max = 0 }) => ({ ...EMPTY_COLUMN, max: length ?? max - padding, percent }))
  const sum = columns.reduce((total, { length, max = 0 }) => total + (length ?? max), 0)
  return { min, max: Math.max(sum, columnsWidths(wanted, asked.percentagesCount).max) }
}

/** Whether the table's width, or a limit of it, depends on what the cells of the first row hold. */
function followsContent({ width, minWidth, maxWidth }: Style): boolean {
  return !isLength(width) || isContentKeyword(minWidth) || isContentKeyword(maxWidth)
}

/** What the columns of a fixed table are found with. */
interface FixedContext {
  readonly borders: BorderResolver | undefined
  readonly context: LayoutContext
}

export function fixedPlan(box: TableBox, rows: readonly GridRow[], count: number, { borders, context }: FixedContext): TableModel['plan'] {
  const columns: FixedColumn[] = Array.from({ length: count }, (_, c) => {
    const value = fixedWidth(box.columns[c])
    return { length: typeof value === 'number' ? value : undefined, percent: percentOf(value), padding: 0 }
  })
  const first = rows[0]
  if (first !== undefined) {
    const edges = borders?.vertical(new OpenCells().enter(first, count))
    for (const cell of first.row.cells) {
      const across = edges === undefined ? undefined : halfEdges(edges, cell)
      const spacing = edges === undefined ? box.style.borderSpacingX * (cell.colSpan - 1) : 0
      fixByCell(columns, cell, across, spacing)
      if (followsContent(box.style)) widenByCell(columns, cell, cellMaximum(cell, across, context) - spacing)
    }
  }
  return { kind: 'fixed', columns }
}

/** Columns do not take the width of their group here, in browsers. */
function fixedWidth(declared: TableColumn | undefined): SizeValue {
  return declared?.style === undefined ? columnWidth(declared) : declared.style.width
}

/** What the content of a cell of the first row asks for, in equal parts; columns that have something keep it. */
function widenByCell(columns: FixedColumn[], { column, colSpan }: TableCell, width: number): void {
  for (let c = column; c < Math.min(columns.length, column + colSpan); c++)
    columns[c] = { max: Math.max(0, width) / colSpan, ...columns[c]! }
}

/** A cell of the first row gives its width, less the spacing inside it, in equal parts to its columns that have no length; percentages compete. */
function fixByCell(columns: FixedColumn[], { box, column, colSpan }: TableCell, borders: number | undefined, spacing: number): void {
  const { style } = box
  const own = style.borderLeftWidth + style.borderRightWidth
  const edges = usedEdges(style, 0).width - own + (borders ?? own)
  const asked = specifiedSize(style.width, undefined, edges, style.boxSizing)
  const width = asked === undefined ? undefined : Math.min(asked, greatestWidth(style, edges))
  const percent = percentOf(style.width)
  for (let c = column; c < Math.min(columns.length, column + colSpan); c++) {
    const before = columns[c]!
    if (before.length !== undefined) continue
    const length = width === undefined ? undefined : Math.max(0, width - spacing) / colSpan
    if (percent === undefined) columns[c] = { ...before, length: before.percent === undefined ? length : undefined }
    else {
      const share = percent / colSpan
      const padding = style.boxSizing === 'border-box' || colSpan > 1 ? 0 : edges
      if (share > (before.percent ?? 0)) columns[c] = { length, percent: share, padding }
    }
  }
}
