// What cells and columns ask for: least and greatest widths, lengths and percentages.

import type { TableCell, TableColumn } from '../../box/box.ts'
import { isMultiColumn } from '../../box/box-kinds.ts'
import type { Style } from '../../style/style.ts'
import type { MaxSizeValue, SizeValue } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { insideCell } from '../sizing/measure.ts'
import { ratioWidth, specifiedMinimum, specifiedSize, usedEdges } from '../sizing/sizing.ts'
import type { BorderResolver } from './borders.ts'
import { type Column, type ColumnDemand, withDemand } from './columns.ts'
import { knownHeight, withKnownHeights } from './known-heights.ts'

// ── Cells ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

type VerticalBorders = ReturnType<BorderResolver['vertical']>

/** The halves of collapsed borders left and right of a cell together. */
export function halfEdges(edges: VerticalBorders, cell: TableCell): number {
  return startHalf(edges, cell) + endHalf(edges, cell)
}

export function startHalf(edges: VerticalBorders, { column }: TableCell): number {
  return (edges[column]?.width ?? 0) / 2
}

export function endHalf(edges: VerticalBorders, { column, colSpan }: TableCell): number {
  return (edges[Math.min(edges.length - 1, column + colSpan)]?.width ?? 0) / 2
}

/** `borders`: left and right together, where they are not the style's. */
export function cellDemand({ box }: TableCell, borders: number | undefined, context: LayoutContext): ColumnDemand {
  const { style } = box
  const own = style.borderLeftWidth + style.borderRightWidth
  const used = borders ?? own
  const content = withinRatio(cellWidths(box, context), style)
  const edges = usedEdges(style, 0).width - own + used
  const sizeOf = (value: Style['width'] | Style['maxWidth']): number | undefined => specifiedSize(value, undefined, edges, style.boxSizing)
  const most = sizeOf(style.maxWidth) ?? Number.POSITIVE_INFINITY
  // Keywords for widths of cells are `auto`, as in browsers.
  const length = sizeOf(style.width)
  // With `nowrap`, a cell is no narrower than its width in quirks mode (Quirks Mode, "The table cell nowrap minimum width calculation quirk").
  const held = context.isQuirks && box.origin.attributes?.has('nowrap') === true ? length : undefined
  // A maximum holds for the content's least width too, as in browsers.
  const min = Math.max(Math.min(content.min - own + used, most), sizeOf(style.minWidth) ?? 0, held ?? 0)
  const max = Math.max(min, Math.min(length ?? content.max - own + used, most))
  const share = percentOf(style.width)
  const percent = share === undefined || style.maxWidth === 'none' ? share : Math.min(share, percentOf(style.maxWidth) ?? share)
  return { min, max, percent, isConstrained: length !== undefined }
}

/** The greatest width that is of use to a cell, whatever its least is: `max-width` limits it. */
export function cellMaximum({ box }: TableCell, borders: number | undefined, context: LayoutContext): number {
  const { style } = box
  const own = style.borderLeftWidth + style.borderRightWidth
  const used = borders ?? own
  const edges = usedEdges(style, 0).width - own + used
  const most = greatestWidth(style, edges)
  return Math.min(withinRatio(cellWidths(box, context), style).max - own + used, most)
}

/** No less than `min-width`. Of a cell whose edges left and right are `edges` wide together. */
export function greatestWidth({ minWidth, maxWidth, boxSizing }: Style, edges: number): number {
  const most = specifiedSize(maxWidth, undefined, edges, boxSizing) ?? Number.POSITIVE_INFINITY
  return Math.max(most, specifiedSize(minWidth, undefined, edges, boxSizing) ?? 0)
}

/** Limits of the height, carried over by an aspect ratio, as in browsers. */
function withinRatio(widths: ContentWidths, style: Style): ContentWidths {
  if (style.aspectRatio === 'auto') return widths
  const edges = usedEdges(style, 0)
  const carried = (height: number | undefined): number | undefined => (height === undefined ? undefined : ratioWidth(style, edges, height))
  const least = carried(specifiedMinimum(style.minHeight, undefined, edges.height, style.boxSizing) ?? edges.height) ?? 0
  const greatest = carried(specifiedSize(style.maxHeight, undefined, edges.height, style.boxSizing))
  const most = Math.max(least, greatest ?? Number.POSITIVE_INFINITY)
  const within = (width: number): number => Math.max(least, Math.min(width, most))
  return { min: within(widths.min), max: within(widths.max) }
}

function cellWidths(box: TableCell['box'], context: LayoutContext): ContentWidths {
  const held = withKnownHeights(box, context)
  const isText = held.kind === 'paragraph' && !isMultiColumn(held.style) && !held.items.some(({ kind }) => kind === 'atomic')
  if (isText) return context.layout.paragraphWidths(held, context)
  return insideCell(context, () => context.layout.contentWidths(held, context, knownHeight(held)))
}

export function percentOf(value: SizeValue | MaxSizeValue): number | undefined {
  return typeof value === 'object' && value.kind === 'sum' && value.length === 0 && value.percent > 0 ? value.percent : undefined
}

// ── Columns ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function withColumnStyle(column: Column, declared: TableColumn | undefined): Column {
  const value = columnWidth(declared)
  const style = declared?.style ?? declared?.group?.style
  if (style === undefined) return column
  const least = typeof style.minWidth === 'number' ? style.minWidth : 0
  const percent = percentOf(value)
  if (typeof value !== 'number' && percent === undefined && least === 0) return column
  const isEmpty = percent === undefined && (typeof value !== 'number' || value === 0)
  const demand = withDemand(column, {
    min: least,
    max: typeof value === 'number' ? value : least,
    percent,
    isConstrained: typeof value === 'number',
  })
  // A column without a width is none before a cell is in it.
  return isEmpty ? { ...demand, isEmpty } : demand
}

/** `visibility: collapse` of a column or its group: it takes no room. */
export function isCollapsedColumn(declared: TableColumn | undefined): boolean {
  return declared?.style?.visibility === 'collapse' || declared?.group?.style.visibility === 'collapse'
}

/** The column's own width, or in auto layout that of its group if it is a length, as in browsers. A group without columns has one of its own style. */
export function columnWidth(declared: TableColumn | undefined): SizeValue {
  const ofGroup = declared?.group?.style.width ?? 'auto'
  if (declared?.style === undefined) return ofGroup
  return declared.style.width === 'auto' && typeof ofGroup === 'number' ? ofGroup : declared.style.width
}
