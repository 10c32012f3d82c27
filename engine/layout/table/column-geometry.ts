// Where the columns of a table stand at its width, and without those that are collapsed.
import type { TableBox } from '../../box/box.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import { widthContribution } from '../sizing/width.ts'
import type { ColumnGeometry } from './cells.ts'
import { distribute, distributeFixed } from './columns.ts'
import { isCollapsedColumn } from './demand.ts'
import { spacingOf } from './measure.ts'
import type { TableModel } from './model.ts'

/** Where all columns of a table as wide as `size` stand, and those that show once collapsed ones are left out: the table is narrower by these, its rows are not lower (CSS2 17.5.5). */
export function columnsAt(
  box: TableBox,
  size: LayoutSize,
  model: TableModel,
  context: LayoutContext,
): { readonly size: LayoutSize; readonly geometry: ColumnGeometry; readonly shown: ColumnGeometry | undefined } {
  const { plan } = model
  const target = Math.max(0, contentWidth(size.width, model) - spacingOf(model))
  const shared = plan.kind === 'auto' ? distribute(plan.columns, target) : distributeFixed(plan.columns, target)
  const geometry = geometryOf(box, size.width, model, shared)
  const isShown = shared.map((_, c) => !isCollapsedColumn(box.columns[c]))
  if (!isShown.includes(false)) return { size, geometry, shown: undefined }
  const left = shared.reduce((rest, width, c) => (isShown[c]! ? rest : rest - width - geometry.gaps[c]!), size.width)
  const least = box.captions.map((caption) => widthContribution(caption, context).min)
  const width = Math.max(isShown.includes(true) ? left : left + model.spacing.x, ...least)
  return { size: { ...size, width }, geometry, shown: geometryOf(box, width, model, shared, isShown) }
}

function contentWidth(gridWidth: number, { border, padding }: TableModel): number {
  return Math.max(0, gridWidth - border.left - border.right - padding.left - padding.right)
}

function geometryOf(
  { style }: TableBox,
  gridWidth: number,
  model: TableModel,
  shared: readonly number[],
  isShown?: readonly boolean[],
): ColumnGeometry {
  const { border, padding, plan, spacing } = model
  const containingWidth = contentWidth(gridWidth, model)
  const takesRoom = (c: number): boolean => isShown?.[c] !== false && (plan.kind === 'fixed' || plan.columns[c]?.isEmpty === false)
  const columnWidths = shared.map((width, c) => (isShown?.[c] === false ? 0 : width))
  const gaps = columnWidths.map((_, c) => (takesRoom(c) ? spacing.x : 0))
  const isRtl = style.direction === 'rtl'
  const xs = isRtl
    ? fromRight(columnWidths, gaps, gridWidth - border.right - padding.right - spacing.x)
    : fromLeft(columnWidths, gaps, border.left + padding.left + spacing.x)
  const percentageBasis = Math.max(0, containingWidth - 2 * spacing.x)
  return { xs, widths: columnWidths, gaps, isRtl, containingWidth, percentageBasis, spacingY: spacing.y }
}

/** Columns that take no room stand where the column before them ends. */
function fromLeft(columnWidths: readonly number[], gaps: readonly number[], start: number): number[] {
  let x = start
  let end = start
  return columnWidths.map((width, c) => {
    if (width === 0 && gaps[c] === 0) return end
    const left = x
    end = left + width
    x = end + gaps[c]!
    return left
  })
}

function fromRight(columnWidths: readonly number[], gaps: readonly number[], start: number): number[] {
  const xs = fromLeft(columnWidths, gaps, 0)
  return xs.map((x, c) => start - x - columnWidths[c]!)
}
