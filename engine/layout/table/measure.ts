// What is known of a table before it has a width: its grid, what its columns need, its own edges. Found once a table, for its content widths and its layout.

import type { TableBox, TableCell, TableRowGroup } from '../../box/box.ts'
import { addAll } from '../../collections/lists.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { borderEdges, usedEdges } from '../sizing/sizing.ts'
import { widthContribution } from '../sizing/width.ts'
import { type BorderResolver, type BorderRow, borderResolver, widestOf } from './borders.ts'
import {
  type Column,
  type ColumnDemand,
  capPercentages,
  columnsWidths,
  EMPTY_COLUMN,
  type SpanDemand,
  withDemand,
  withSpans,
} from './columns.ts'
import { cellDemand, endHalf, halfEdges, isCollapsedColumn, startHalf, withColumnStyle } from './demand.ts'
import { fixedPlan, fixedWidths } from './fixed.ts'
import { type GridRow, gridRows, OpenCells, type Role } from './grid.ts'
import type { TableModel } from './model.ts'
import { onAnyPage, SumBounds } from './sum-bounds.ts'

/** Groups of a streamed table that are measured before their rows are laid out. */
const GROUPS_AHEAD = 1000

export function tableModel(box: TableBox, context: LayoutContext): TableModel {
  const { columnsOf: own = box } = box
  // Only this function writes them.
  let model = context.tables.get(own) as TableModel | undefined
  if (model === undefined) {
    model = measure(own, context)
    context.tables.set(own, model)
  }
  return model
}

export function tableWidths(box: TableBox, context: LayoutContext): ContentWidths {
  const model = tableModel(box, context)
  const { border, padding, plan } = model
  const around = border.left + border.right + padding.left + padding.right + spacingOf(model)
  const isContribution = context.contributions > 0
  const percentagesCount = box.style.width !== 'max-content' && (context.cellDepth === 0 || !isContribution)
  const asked = { percentagesCount, isContribution }
  const widths = plan.kind === 'auto' ? columnsWidths(plan.columns, percentagesCount) : fixedWidths(plan.columns, box.style, asked)
  const caption = box.captions.reduce((most, each) => Math.max(most, widthContribution(each, context).min), 0)
  const used = { min: Math.max(caption, widths.min + around), max: Math.max(caption, widths.max + around) }
  if (!isWithoutColumns(plan)) return used
  const least = Math.max(caption, around + 2 * model.spacing.x)
  return { min: least, max: plan.kind === 'fixed' ? Math.max(least, used.max) : least, unused: least - used.min }
}

/** Least widths of columns at which no word needs to break. */
export function wordWidths(box: TableBox, context: LayoutContext): readonly number[] {
  const { plan } = tableModel(box, context)
  return plan.kind === 'auto' ? plan.columns.map(({ min }) => min) : plan.columns.map(({ length }) => length ?? 0)
}

/** All spacing between and around columns. */
export function spacingOf({ plan, spacing }: TableModel): number {
  const count = plan.kind === 'fixed' ? plan.columns.length : plan.columns.filter((column) => !column.isEmpty).length
  return count === 0 ? 0 : spacing.x * (count + 1)
}

// ── Measuring ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function measure(box: TableBox, context: LayoutContext): TableModel {
  const { style } = box
  const isCollapsed = style.borderCollapse === 'collapse'
  // A width of its own makes a table fixed, as it is read in browsers.
  const isFixed = style.tableLayout === 'fixed' && style.width !== 'auto' && style.width !== 'max-content'
  const known = firstRows(box)
  const count = isFixed ? columnsOf(known, box.columns.length) : startingColumns(known, box.columns)
  const resolver = isCollapsed ? borderResolver(style, box.columns, count) : undefined
  const plan = isFixed ? fixedPlan(box, known, count, { borders: resolver, context }) : autoPlan(box, count, resolver, context)
  const columnCount = plan.columns.length
  const borders = isCollapsed && columnCount !== count ? borderResolver(style, box.columns, columnCount) : resolver
  const edges = usedEdges(style, 0)
  return {
    columnCount,
    plan,
    border: borders === undefined ? borderEdges(style) : outerBorders(known, columnCount, borders, style),
    padding: isCollapsed ? { top: 0, right: 0, bottom: 0, left: 0 } : edges.padding,
    // Rows without any column that a cell begins in have no spacing around them, in browsers.
    spacing: isCollapsed ? { x: 0, y: 0 } : { x: style.borderSpacingX, y: isWithoutColumns(plan) ? 0 : style.borderSpacingY },
    borders,
    sample: borders === undefined ? undefined : sampleRow(known, columnCount),
  }
}

function isWithoutColumns(plan: TableModel['plan']): boolean {
  return plan.kind === 'fixed' ? plan.columns.length === 0 : plan.columns.every(({ isEmpty }) => isEmpty)
}

function sampleRow(rows: readonly GridRow[], columnCount: number): BorderRow | undefined {
  const first = rows.find((row) => row.role === 'body')
  return first === undefined ? undefined : new OpenCells().enter(first, columnCount)
}

/** Rows that may be read out of order: all of a closed table; head, first body row and foot of a streamed one. */
function firstRows(box: TableBox): GridRow[] {
  const rows: GridRow[] = []
  const take = (group: TableRowGroup, role: Role): void => {
    if (!group.isStreamed) addAll(rows, gridRows(group, role, itemsOf(group.rows)))
    else {
      const first = group.rows.at(0)
      if (first !== undefined) addAll(rows, gridRows(group, role, [first]))
    }
  }
  if (box.head !== undefined) take(box.head, 'head')
  for (const group of bodiesAhead(box)) {
    take(group, 'body')
    if (box.isStreamed && rows.length > 0) break
  }
  if (box.foot !== undefined) take(box.foot, 'foot')
  return rows
}

/** Body groups, as far as they may be read before their rows: a streamed group without an element ends where its rows do. */
function* bodiesAhead(box: TableBox): Generator<TableRowGroup, undefined> {
  for (let i = 0; !box.isStreamed || i < GROUPS_AHEAD; i++) {
    const group = box.bodies.at(i)
    if (group === undefined) return undefined
    yield group
    if (group.isStreamed && group.origin === box.origin) return undefined
  }
  return undefined
}

function columnsOf(rows: readonly GridRow[], least: number): number {
  let count = least
  for (const { row } of rows) for (const cell of row.cells) count = Math.max(count, cell.column + cell.colSpan)
  return count
}

/** Behind the last column that a cell begins in or that has a width there are none: spans end in it (CSS Tables 3 §3.3, as browsers merge columns). */
function startingColumns(rows: readonly GridRow[], columns: TableBox['columns']): number {
  let count = columns.length
  while (count > 0 && withColumnStyle(EMPTY_COLUMN, columns[count - 1]).isEmpty) count--
  for (const { row } of rows) for (const { column } of row.cells) count = Math.max(count, column + 1)
  return count
}

/** Half of the widest outer border on each side, of all rows, as in browsers (CSS2 17.6.2: of the first row, on the left and right). */
function outerBorders(rows: readonly GridRow[], columnCount: number, borders: BorderResolver, table: Style): Edges {
  const open = new OpenCells()
  const entered = rows.map((row) => open.enter(row, columnCount))
  const first = entered[0]
  const last = entered[entered.length - 1]
  if (first === undefined || last === undefined || columnCount === 0) return { top: 0, right: 0, bottom: 0, left: 0 }
  const side = (c: number): number => entered.reduce((most, row) => Math.max(most, (borders.vertical(row)[c]?.width ?? 0) / 2), 0)
  const across = (above: BorderRow | undefined, below: BorderRow | undefined): number =>
    widestOf(borders.horizontal(above, below), 0, columnCount) / 2
  const isRtl = table.direction === 'rtl'
  const [left, right] = isRtl ? [side(columnCount), side(0)] : [side(0), side(columnCount)]
  return { top: across(undefined, first), bottom: across(last, undefined), left, right }
}

// ── Auto layout ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function autoPlan(box: TableBox, count: number, borders: BorderResolver | undefined, context: LayoutContext): TableModel['plan'] {
  const columns: Column[] = []
  for (let c = 0; c < count; c++) columns.push(withColumnStyle(EMPTY_COLUMN, box.columns[c]))
  const spans: SpanDemand[] = []
  const open = new OpenCells()
  const spanning = new SpanningCells()
  for (const grid of measuredRows(box)) {
    const row = borders === undefined ? undefined : open.enter(grid, columns.length)
    const edges = row === undefined ? undefined : borders?.vertical(row)
    for (const { cell, across } of spanning.enter(grid, edges)) {
      while (columns.length <= cell.column) columns.push(withColumnStyle(EMPTY_COLUMN, box.columns[columns.length]))
      const demand = cellDemand(cell, across, context)
      if (cell.colSpan === 1) columns[cell.column] = withDemand(columns[cell.column]!, demand)
      else addSpan(spans, cell, demand)
    }
  }
  for (const { column, span } of spans) takeRoom(columns, column, span, box.columns)
  const spacing = borders === undefined ? box.style.borderSpacingX : 0
  const plan = spans.length === 0 ? capPercentages(columns) : withSpans(columns, spans, spacing)
  const words = context.wordWidths?.get(box.origin.path)
  return { kind: 'auto', columns: words === undefined ? plan : plan.map((column, c) => narrower(column, words[c])) }
}

/** One column at least of a spanning cell takes room though no other cell begins in it: the first that shows (CSS Tables 3 §3.3, as browsers merge columns). */
function takeRoom(columns: Column[], first: number, span: number, declared: TableBox['columns']): void {
  const end = Math.min(columns.length, first + span)
  let c = first
  while (c < end && isCollapsedColumn(declared[c])) c++
  const taken = c < end ? c : first
  const { isEmpty, ...column } = columns[taken]!
  if (isEmpty) columns[taken] = { ...column, isEmpty: false }
}

/** Nothing is wider than its words need, in a table that is too wide for them. */
function narrower({ min, isEmpty }: Column, words = 0): Column {
  return { min, max: Math.max(min, words), percent: undefined, isConstrained: false, isEmpty }
}

/** Rows with all that they may show, heads and feet last: how long their sums may become is known from the rows. */
function* measuredRows(box: TableBox): Generator<GridRow, undefined> {
  const bounds = new SumBounds()
  const isPaged = box.head?.onPage !== undefined || box.foot?.onPage !== undefined
  for (const group of bodiesAhead(box)) {
    for (const grid of gridRows(group, 'body', group.measureRows())) {
      if (isPaged) bounds.add(grid.row.marks)
      yield grid.row.onPage === undefined ? grid : { ...grid, row: grid.row.onPage(onAnyPage(bounds)) }
    }
  }
  for (const [role, group] of [
    ['head', box.head],
    ['foot', box.foot],
  ] as const) {
    if (group === undefined) continue
    const rows = group.onPage === undefined ? group.measureRows() : itemsOf(group.onPage(onAnyPage(bounds)).rows)
    yield* gridRows(group, role, rows)
  }
  return undefined
}

/** Spans of the same columns with equal percentages become one demand. */
function addSpan(spans: SpanDemand[], cell: TableCell, demand: ColumnDemand): void {
  const { percent, isConstrained } = demand
  const isSame = (span: SpanDemand): boolean =>
    span.column === cell.column && span.span === cell.colSpan && span.percent === percent && span.isConstrained === isConstrained
  const same = spans.findIndex(isSame)
  const before = spans[same]
  if (before === undefined) spans.push({ ...demand, column: cell.column, span: cell.colSpan })
  else spans[same] = { ...before, min: Math.max(before.min, demand.min), max: Math.max(before.max, demand.max) }
}

interface BorderedCell {
  readonly cell: TableCell
  /** Its halves of the collapsed borders left and right together; undefined with separate ones. */
  readonly across: number | undefined
}

interface SpanningCell {
  readonly cell: TableCell
  /** Halves of the widest borders so far. */
  start: number
  end: number
  rows: number
}

/** With collapsed borders, a cell that spans rows is complete when the widest border along any of them is known. */
class SpanningCells {
  #open: SpanningCell[] = []

  /** The cells that are complete with this row: those that end in it, in the order in which they began. */
  enter(grid: GridRow, edges: ReturnType<BorderResolver['vertical']> | undefined): BorderedCell[] {
    if (edges === undefined) return grid.row.cells.map((cell) => ({ cell, across: undefined }))
    const { cells } = grid.row
    if (this.#open.length === 0 && (grid.isLastInGroup || grid.spans.every(isOne))) {
      return cells.map((cell) => ({ cell, across: Math.max(0, halfEdges(edges, cell)) }))
    }
    const done: BorderedCell[] = []
    const open = this.#open
    for (const [i, cell] of cells.entries()) open.push({ cell, start: 0, end: 0, rows: grid.spans[i]! })
    this.#open = open.filter((waiting) => {
      const { cell } = waiting
      waiting.start = Math.max(waiting.start, startHalf(edges, cell))
      waiting.end = Math.max(waiting.end, endHalf(edges, cell))
      waiting.rows--
      const continues = waiting.rows > 0 && !grid.isLastInGroup
      if (!continues) done.push({ cell, across: waiting.start + waiting.end })
      return continues
    })
    return done
  }
}

const isOne = (span: number): boolean => span === 1
