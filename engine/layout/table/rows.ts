// Problem: rows are laid out one by one, but cells may span several and collapsed borders look one row ahead. Approach: rows are drafted (cells at their
// natural heights) as they are pulled, one ahead of the row in hand; rows linked by spans form a cluster whose heights are found together.
// A row leaves as soon as its cluster is complete, so a table of plain rows keeps two of them.

import { cellAlignment } from '../../box/box-kinds.ts'
import { addAll } from '../../collections/lists.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { LayoutContext } from '../context.ts'
import type { LaidBlock, LaidCell, LaidRow } from '../laid.ts'
import { specifiedSize, usedMargins } from '../sizing/sizing.ts'
import type { BorderRow, Neighbours } from './borders.ts'
import {
  CellLayout,
  type ColumnGeometry,
  cellWidth,
  cellX,
  type DraftCell,
  type DraftCells,
  hasPercentHeight,
  isTurnedCell,
  layCell,
} from './cells.ts'
import { type GridRow, isLeftOut, OpenCells } from './grid.ts'
import { alignsBaseline, baselineShift, cellBaseline, type DraftRow, fitSpans, percentOf } from './heights.ts'
import { withKnownHeights } from './known-heights.ts'
import type { TableModel } from './model.ts'

/** What laying rows out needs of the table. */
export interface RowsFrame {
  readonly model: TableModel
  readonly geometry: ColumnGeometry
  /** Where cells stand in the end, if some columns are collapsed. */
  readonly shown?: ColumnGeometry | undefined
  readonly context: LayoutContext
  /** The table has a height of its own: percentages of cell heights have a basis. */
  readonly isTall: boolean
}

/** Rows above the first and below the last of those drafted, which collapsed borders are resolved against. */
interface AdjoiningRows {
  readonly before?: BorderRow | undefined
  readonly after?: BorderRow | undefined
}

/** Rows drafted in clusters: rows that no cell spans come alone. */
export function* draftClusters(rows: Iterable<GridRow>, frame: RowsFrame, adjoining: AdjoiningRows = {}): Generator<DraftRow[], undefined> {
  const { model, geometry, context } = frame
  const cells = new CellLayout(geometry, model.borders, context)
  let cluster: DraftRow[] = []
  let left = 0
  for (const { grid, neighbours } of withNeighbours(rows, model, adjoining)) {
    const draft = draftRow(grid, cells.layRow(grid, neighbours), frame)
    context.workCounters.rowsLaid++
    cluster.push(draft)
    for (const span of grid.spans) left = Math.max(left, span)
    left = grid.isLastInGroup ? 0 : left - 1
    if (left > 0) continue
    if (cluster.length > 1) {
      cluster = cluster.map((each, i) => withSpannedBorders(each, cluster.slice(i), cells))
      fitSpans(cluster, geometry.spacingY)
    }
    yield cluster.some(({ grid }) => isLeftOut(grid)) ? cluster.map(leftOut) : cluster
    cluster = []
    left = 0
  }
  if (cluster.length > 0) yield cluster.map(leftOut)
  return undefined
}

/** `rows`: the draft and those below it in its cluster. */
function withSpannedBorders(draft: DraftRow, rows: readonly DraftRow[], cells: CellLayout): DraftRow {
  if (draft.borders === undefined || !draft.cells.some((cell) => cell.rowSpan > 1)) return draft
  const borders = rows.map((row) => row.borders)
  return { ...draft, cells: draft.cells.map((cell) => (cell.rowSpan > 1 ? cells.spanned(cell, borders.slice(0, cell.rowSpan)) : cell)) }
}

interface RowInContext {
  readonly grid: GridRow
  /** Undefined with separate borders. */
  readonly neighbours: Neighbours | undefined
}

/** Every row with the rows next to it, pulled one ahead, if borders are collapsed. Rows that are left out are no neighbours. */
function* withNeighbours(
  rows: Iterable<GridRow>,
  { borders, columnCount }: TableModel,
  { before, after }: AdjoiningRows,
): Generator<RowInContext, undefined> {
  if (borders === undefined) {
    for (const grid of rows) yield { grid, neighbours: undefined }
    return undefined
  }
  const open = new OpenCells()
  let above = before
  let own: BorderRow | undefined
  let waiting: GridRow[] = []
  for (const grid of rows) {
    const below = open.enter(grid, columnCount)
    if (isLeftOut(grid)) {
      waiting.push(grid)
      continue
    }
    if (own !== undefined) {
      const neighbours = { above, own, below }
      for (const row of waiting) yield { grid: row, neighbours }
      above = own
      waiting = []
    }
    own = below
    waiting.push(grid)
  }
  const neighbours = own && { above, own, below: after }
  for (const grid of waiting) yield { grid, neighbours }
  return undefined
}

/** The row takes no room and none of its cells show, once cells that span it have their height. What it would have of a table with a height goes with it. */
function leftOut(draft: DraftRow): DraftRow {
  return isLeftOut(draft.grid) ? { ...draft, cells: [], leftOut: draft.cells, borders: undefined, baseline: undefined } : draft
}

function draftRow(grid: GridRow, { cells, borders }: DraftCells, { context }: RowsFrame): DraftRow {
  const { style } = grid.row
  const sizing = context.isQuirks ? 'border-box' : style.boxSizing
  // The effect of minimum and maximum heights on rows and cells is undefined (CSS2 10.7): browsers ignore them.
  const own = specifiedSize(style.height, undefined, 0, sizing) ?? 0
  const draft: DraftRow = {
    grid,
    cells,
    borders,
    baseline: rowBaseline(cells),
    height: own,
    isConstrained: hasOwnHeight(style, cells),
    percent: rowPercent(style, cells),
  }
  if (draft.baseline !== undefined) draft.height = Math.max(draft.height, draft.baseline + descentOf(cells))
  for (const cell of cells) if (cell.rowSpan === 1) draft.height = Math.max(draft.height, cell.height)
  return draft
}

/** What cells on the baseline of their row have below it: nothing where they span rows, less than that where their content overflows. */
function descentOf(cells: readonly DraftCell[]): number {
  let descent: number | undefined
  for (const { cell, laid, rowSpan, lack } of cells) {
    const baseline = alignsBaseline(cell.box.style) ? cellBaseline(laid) : undefined
    if (baseline === undefined) continue
    const own = rowSpan === 1 ? laid.height - baseline + (lack?.bottom ?? 0) : (descent ?? 0)
    if (descent === undefined || own > descent) descent = own
  }
  return descent ?? 0
}

function rowBaseline(cells: readonly DraftCell[]): number | undefined {
  let baseline: number | undefined
  for (const { cell, laid, lack } of cells) {
    if (!alignsBaseline(cell.box.style)) continue
    const bare = cellBaseline(laid)
    const own = bare === undefined || lack === undefined ? bare : bare + lack.top
    if (own !== undefined && (baseline === undefined || own > baseline)) baseline = own
  }
  return baseline
}

/** The row, or a cell of it alone. */
function hasOwnHeight(style: GridRow['row']['style'], cells: readonly DraftCell[]): boolean {
  const isOwn = (own: Pick<typeof style, 'height'>): boolean => typeof own.height === 'number' || percentOf(own) !== undefined
  return isOwn(style) || cells.some(({ cell, rowSpan }) => rowSpan === 1 && isOwn(cell.box.style))
}

/** Of the row, or of a cell of it alone. */
function rowPercent(style: GridRow['row']['style'], cells: readonly DraftCell[]): number | undefined {
  let most = percentOf(style)
  for (const { cell, rowSpan } of cells) {
    const own = rowSpan === 1 ? percentOf(cell.box.style) : undefined
    if (own !== undefined && (most === undefined || own > most)) most = own
  }
  return most
}

// ── Rows with heights ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Puts rows below each other. Those that are left out have no spacing above; a group of such rows alone has spacing all the same, as in browsers. */
export class RowStack {
  readonly #frame: RowsFrame
  #top: number
  #groupTop: number

  constructor(y: number, frame: RowsFrame) {
    this.#frame = frame
    this.#top = y
    this.#groupTop = y
  }

  /** Where what follows the last row begins. */
  get end(): number {
    return this.#top
  }

  place(cluster: readonly DraftRow[]): LaidRow[] {
    const frame = this.#frame
    const first = cluster[0]
    if (cluster.length === 1 && first !== undefined) return [placeAlone(first, this.add(first), frame)]
    const tops = cluster.map((draft) => this.add(draft))
    return cluster.map((draft, i): LaidRow => {
      if (draft.leftOut !== undefined) return placeLeftOut(draft, draft.leftOut, { y: tops[i]!, spanned: spannedFrom(cluster, i) })
      const { row, group, isFirstInGroup, isLastInGroup } = draft.grid
      const { height, borders } = draft
      const cells = draft.cells.map((cell) => {
        const rowSpan = Math.min(cell.rowSpan, cluster.length - i)
        return placeCell(rowSpan === cell.rowSpan ? cell : { ...cell, rowSpan }, draft, heightOver(cluster, tops, i, rowSpan), frame)
      })
      const spanned = spannedFrom(cluster, i)
      return { row, group, y: tops[i]!, height, cells, spanned, isFirstInGroup, isLastInGroup, borders, isBare: false }
    })
  }

  /** The top of one more row. */
  add({ grid, height, leftOut }: DraftRow): number {
    const { spacingY } = this.#frame.geometry
    if (grid.isFirstInGroup) this.#groupTop = this.#top
    const y = leftOut === undefined ? this.#top : Math.max(this.#groupTop, this.#top - spacingY)
    if (leftOut === undefined) this.#top += height + spacingY
    else if (grid.isLastInGroup && this.#top === this.#groupTop) this.#top += spacingY
    return y
  }
}

/** Fast path: a row that no cell links to others, as nearly all are. */
function placeAlone(draft: DraftRow, y: number, frame: RowsFrame): LaidRow {
  if (draft.leftOut !== undefined) return placeLeftOut(draft, draft.leftOut, { y, spanned: 1 })
  const { row, group, isFirstInGroup, isLastInGroup } = draft.grid
  const { height, borders } = draft
  const cells = draft.cells.map((cell) => placeCell(cell.rowSpan === 1 ? cell : { ...cell, rowSpan: 1 }, draft, height, frame))
  return { row, group, y, height, cells, spanned: 1, isFirstInGroup, isLastInGroup, borders, isBare: cells.every(isBareCell) }
}

function isBareCell({ laid, height, contentShift }: LaidCell): boolean {
  if (contentShift + laid.height > height) return false
  if (laid.kind !== 'paragraph') return laid.kind === 'block' && isEmptyBlock(laid)
  const { box, lines, floats, positioned, marker, shift } = laid
  if (box.marks.length > 0 || floats.length > 0 || positioned.length > 0 || marker !== undefined || shift !== undefined) return false
  for (const { items, marks } of lines) {
    if (marks.length > 0) return false
    for (const item of items) if (item.kind !== 'text' || contentShift + item.baseline > height) return false
  }
  return true
}

function isEmptyBlock({ box, children, positioned, shift }: LaidBlock): boolean {
  return children.at(0) === undefined && box.marks.length === 0 && positioned.length === 0 && shift === undefined
}

/** Cells of a row that is left out have no height; their content keeps its own. */
function placeLeftOut({ grid, borders }: DraftRow, drafts: readonly DraftCell[], place: Pick<LaidRow, 'y' | 'spanned'>): LaidRow {
  const { row, group, isFirstInGroup, isLastInGroup } = grid
  const leftOut = drafts.map(
    ({ cell, x, width, laid }): LaidCell => ({
      ...{ x, column: cell.column, colSpan: cell.colSpan, rowSpan: 1, width, height: 0, contentShift: 0 },
      laid: { ...laid, height: 0 },
    }),
  )
  return { row, group, ...place, height: 0, cells: [], leftOut, isFirstInGroup, isLastInGroup, borders, isBare: false }
}

/** The rows of one role, from `y` on, and where what follows begins. */
export function placeGroup(
  clusters: readonly DraftRow[][],
  role: GridRow['role'],
  y: number,
  frame: RowsFrame,
): { readonly rows: LaidRow[]; readonly end: number } {
  const rows: LaidRow[] = []
  const stack = new RowStack(y, frame)
  for (const cluster of clusters) if (cluster[0]?.grid.role === role) addAll(rows, stack.place(cluster))
  return { rows, end: stack.end }
}

/** From the top of row `first` to the bottom of the last row a cell spans. */
function heightOver(cluster: readonly DraftRow[], tops: readonly number[], first: number, rowSpan: number): number {
  if (rowSpan === 1) return cluster[first]!.height
  const last = first + rowSpan - 1
  const { height, leftOut } = cluster[last]!
  return tops[last]! + (leftOut === undefined ? height : 0) - tops[first]!
}

/** How many rows from here on some cell, of this row or of one above, holds together. */
function spannedFrom(cluster: readonly DraftRow[], first: number): number {
  if (cluster.length === 1) return 1
  let end = first + 1
  for (let i = 0; i < end; i++) {
    for (const { rowSpan } of cluster[i]!.cells) {
      const last = Math.min(cluster.length, i + rowSpan)
      if (last > first) end = Math.max(end, last)
    }
  }
  return end - first
}

function placeCell(given: DraftCell, draft: DraftRow, height: number, frame: RowsFrame): LaidCell {
  const draftCell = frame.shown === undefined ? given : amongShown(given, frame.shown, frame.context)
  const { cell, x, width, rowSpan } = draftCell
  const laid = atHeight(draftCell, draft, height, frame)
  const isAligned = laid !== draftCell.laid && laid.height < height
  const natural = laid === draftCell.laid || isAligned ? laid.height : contentEnd(laid)
  const contentShift = natural === undefined ? 0 : shiftOf(draftCell, draft, height - natural)
  const placed: LaidCell = { x, column: cell.column, colSpan: cell.colSpan, rowSpan, width, height, laid, contentShift }
  return isAligned ? { ...placed, laidAtTop: layCell(cell.box, { ...draftCell.size, height }, frame.context) } : placed
}

/** A cell at the width that collapsed columns leave it; its row has its height. */
function amongShown(draftCell: DraftCell, shown: ColumnGeometry, context: LayoutContext): DraftCell {
  const { cell, width: whole } = draftCell
  const width = cellWidth(cell, shown)
  const x = cellX(cell, width, shown)
  if (width === whole) return { ...draftCell, x }
  const size = { ...draftCell.size, width }
  return { ...draftCell, x, width, size, laid: layCell(withKnownHeights(cell.box, context), size, context) }
}

/** How tall a cell that was laid out at the height of its rows would be for its content, margins included; undefined when it fills them by itself. */
function contentEnd(laid: Laid): number | undefined {
  if (laid.positioned.length > 0 || (laid.kind !== 'block' && laid.kind !== 'paragraph')) return undefined
  const { width, border, padding } = laid
  const inner = width - border.left - border.right - padding.left - padding.right
  let end = border.top + padding.top
  if (laid.kind === 'paragraph') for (const line of laid.lines) end = Math.max(end, line.y + line.height)
  for (const { y, laid: child } of laid.kind === 'paragraph' ? laid.floats : itemsOf(laid.children)) {
    end = Math.max(end, y + child.height + usedMargins(child.box.style, inner).bottom)
  }
  return end + padding.bottom + border.bottom
}

function shiftOf(draftCell: DraftCell, draft: DraftRow, free: number): number {
  switch (cellAlignment(draftCell.cell.box.style)) {
    case 'start':
      return 0
    case 'center':
      return Math.max(0, free / 2)
    case 'end':
      return Math.max(0, free)
    case 'baseline':
      return Math.max(0, baselineShift(draft, draftCell))
  }
}

/** The cell's box at the height of its rows, where something inside depends on it; else as it was laid out first. */
function atHeight(draftCell: DraftCell, draft: DraftRow, height: number, frame: RowsFrame): Laid {
  const { cell, laid, size } = draftCell
  const { style } = cell.box
  const isGrown = height > laid.height
  // Heights of rows alone are no basis, as in Chromium.
  const isDefinite =
    (isGrown && frame.isTall) || (style.height !== 'auto' && specifiedSize(style.height, undefined, 0, style.boxSizing) !== undefined)
  if (!isGrown && !(isDefinite && hasPercentHeight(cell.box))) return laid
  const dependsOnHeight = (isDefinite && hasPercentHeight(cell.box)) || isTurnedCell(cell.box)
  if (!dependsOnHeight && laid.positioned.length === 0) return laid
  const shift = dependsOnHeight ? 0 : shiftOf(draftCell, draft, height - laid.height)
  // Content is aligned in the cell, and what is positioned in it is so against all of the cell.
  return layCell(cell.box, shift === 0 ? { ...size, height } : { ...size, alignedIn: { y: -shift, height } }, frame.context)
}

type Laid = LaidCell['laid']
