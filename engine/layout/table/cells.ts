// The cells of one row, laid out at the widths of their columns, with their halves of collapsed borders.

import type { BlockBox, Box, ParagraphBox, TableCell } from '../../box/box.ts'
import { isMultiColumn } from '../../box/box-kinds.ts'
import { largest } from '../../collections/lists.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength } from '../../style/value.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import type { Laid, LaidBlock, RowBorders } from '../laid.ts'
import { finishPositioned } from '../positioned/finish.ts'
import { insideCell } from '../sizing/measure.ts'
import { ratioHeight, specifiedSize, usedEdges } from '../sizing/sizing.ts'
import { type BorderResolver, type BordersInside, type Neighbours, widestOf } from './borders.ts'
import type { GridRow } from './grid.ts'
import { withKnownHeights } from './known-heights.ts'

/** Where columns stand, from the left of the grid's border box. */
export interface ColumnGeometry {
  readonly xs: readonly number[]
  readonly widths: readonly number[]
  /** Spacing that follows a column (none after columns that nothing begins in). */
  readonly gaps: readonly number[]
  readonly isRtl: boolean
  /** Content width of the grid. */
  readonly containingWidth: number
  /** The same less the spacing around all columns: what percentages in cells mean; rows are as high as if it were the other, as in browsers. */
  readonly percentageBasis: number
  readonly spacingY: number
}

/** A cell at its natural height, before the row's height is known. */
export interface DraftCell {
  readonly cell: TableCell
  readonly x: number
  readonly width: number
  readonly rowSpan: number
  readonly laid: Laid
  /** Least height of its box: its content or its own `height`. */
  readonly height: number
  /** By how much paddings in percent, as rows see them, are higher than they were laid out; undefined for nothing. */
  readonly lack: { readonly top: number; readonly bottom: number } | undefined
  readonly size: LayoutSize
}

/** The cells of a row, and the collapsed borders around it. */
export interface DraftCells {
  readonly cells: readonly DraftCell[]
  readonly borders: RowBorders | undefined
}

/** A row between its neighbours, and the borders and sizes that it shares with all rows of its pattern. */
interface RowPattern {
  readonly row: Neighbours
  readonly borders: RowBorders
  /** One for each cell. */
  readonly sizes: readonly LayoutSize[]
}

/** Of the border box. Columns that take no room have no spacing either, nor does a cell end in it. */
export function cellWidth({ column, colSpan }: TableCell, { widths, gaps }: ColumnGeometry): number {
  const end = Math.min(widths.length, column + colSpan)
  let width = 0
  let gap = 0
  for (let c = column; c < end; c++) {
    if (widths[c] === 0 && gaps[c] === 0) continue
    width += gap + widths[c]!
    gap = gaps[c]!
  }
  return width
}

/** A cell begins in the first of its columns that takes room. */
export function cellX({ column, colSpan }: TableCell, width: number, { xs, widths, gaps, isRtl }: ColumnGeometry): number {
  let first = column
  while (first + 1 < column + colSpan && first + 1 < xs.length && widths[first] === 0 && gaps[first] === 0) first++
  return (xs[first] ?? 0) + (isRtl ? (widths[first] ?? 0) - width : 0)
}

/** Lays out cells of one table. */
export class CellLayout {
  readonly #geometry: ColumnGeometry
  readonly #borders: BorderResolver | undefined
  readonly #context: LayoutContext
  /** Sizes by place: rows of the same shape share them. */
  readonly #sizes = new Map<number, LayoutSize>()
  /** Cells without content, by size: those of one style that follow are alike. */
  readonly #empty = new Map<LayoutSize, LaidBlock>()
  /** Patterns of the rows laid out last: most rows have one of these. */
  #recent: RowPattern[] = []

  constructor(geometry: ColumnGeometry, borders: BorderResolver | undefined, context: LayoutContext) {
    this.#geometry = geometry
    this.#borders = borders
    this.#context = context
  }

  layRow({ row, spans }: GridRow, neighbours: Neighbours | undefined): DraftCells {
    const pattern = neighbours === undefined ? undefined : this.#patternOf(row.cells, neighbours)
    const cells = row.cells.map((cell, i) => this.#lay(cell, spans[i]!, pattern?.sizes[i] ?? this.#placeSize(cell)))
    return { cells, borders: pattern?.borders }
  }

  #lay(cell: TableCell, rowSpan: number, size: LayoutSize): DraftCell {
    const laid = isEmpty(cell.box)
      ? this.#layEmpty(cell.box, size)
      : this.#atRatio(layCell(withKnownHeights(cell.box, this.#context), size, this.#context), size)
    const x = cellX(cell, size.width, this.#geometry)
    const lack = this.#lackOf(cell.box.style, laid)
    const own = leastHeight(cell.box.style, laid, this.#context)
    const height = lack === undefined ? own : own + lack.top + lack.bottom
    return { cell, x, width: size.width, rowSpan, laid, height, lack, size }
  }

  #layEmpty(box: BlockBox, size: LayoutSize): Laid {
    const known = this.#empty.get(size)
    if (known !== undefined && known.box.style === box.style) return { ...known, box }
    const laid = layCell(box, size, this.#context)
    if (laid.kind === 'block') this.#empty.set(size, laid)
    return laid
  }

  /** A ratio gives turned content its length, as in browsers; other cells are as high as their content. */
  #atRatio(laid: Laid, size: LayoutSize): Laid {
    const { style } = laid.box
    if (style.aspectRatio === 'auto' || style.height !== 'auto' || !isTurnedCell(laid.box)) return laid
    const { border, padding } = laid
    const inset = {
      top: border.top + padding.top,
      right: border.right + padding.right,
      bottom: border.bottom + padding.bottom,
      left: border.left + padding.left,
    }
    const edges = { border, padding, inset, width: inset.left + inset.right, height: inset.top + inset.bottom }
    const height = ratioHeight(style, edges, size.width)
    const least = typeof style.width === 'number' ? laid.height : 0
    return layCell(laid.box, { ...size, height: Math.max(height, least) }, this.#context)
  }

  #lackOf(style: Style, { padding }: Laid): DraftCell['lack'] {
    if (typeof style.paddingTop === 'number' && typeof style.paddingBottom === 'number') return undefined
    const { top, bottom } = usedEdges(style, this.#geometry.containingWidth).padding
    return { top: top - padding.top, bottom: bottom - padding.bottom }
  }

  /** A cell that spans rows has the widest borders to the left and right of any of them, and its last row's below: its halves are known when they all are. */
  spanned(draft: DraftCell, rows: readonly (RowBorders | undefined)[]): DraftCell {
    const { cell, size } = draft
    const known = rows.filter((row) => row !== undefined)
    const last = known[known.length - 1]
    if (last === undefined || size.border === undefined) return draft
    const all = known.map(({ vertical, bottom }) => this.#insideCell(cell, { vertical, top: [], bottom }))
    const widest = (side: 'left' | 'right'): number =>
      largest(
        all.map((edges) => edges[side]),
        Number.NEGATIVE_INFINITY,
      )
    const own = size.border
    const border = { top: own.top, right: widest('right'), bottom: this.#insideCell(cell, last).bottom, left: widest('left') }
    const isAlike = border.right === own.right && border.bottom === own.bottom && border.left === own.left
    return isAlike ? draft : this.#lay(cell, draft.rowSpan, withBorder(this.#placeSize(cell), border))
  }

  #placeSize(cell: TableCell): LayoutSize {
    const { column, colSpan } = cell
    const key = column * 1024 + Math.min(colSpan, 1023)
    let size = this.#sizes.get(key)
    if (size === undefined) {
      const containingWidth = this.#geometry.percentageBasis
      size = { width: cellWidth(cell, this.#geometry), height: undefined, containingWidth, containingHeight: undefined }
      this.#sizes.set(key, size)
    }
    return size
  }

  #patternOf(cells: readonly TableCell[], row: Neighbours): RowPattern {
    const known = this.#recent.find((recent) => isSame(recent.row, row))
    if (known !== undefined) return known
    const borders = this.#findBorders(cells, row)
    const sizes = cells.map((cell, i) => withBorder(this.#placeSize(cell), borders.cells[i]!))
    const pattern = { row, borders: borders.row, sizes }
    this.#recent = [pattern, ...this.#recent.slice(0, 3)]
    return pattern
  }

  #findBorders(cells: readonly TableCell[], neighbours: Neighbours): BordersInside {
    const borders = this.#borders!
    // Cells beyond the table's columns, or over one another, are no part of a row's pattern.
    let key = borders.neighboursKey(neighbours)
    for (const { column, colSpan } of cells) key += ` ${column}+${colSpan}`
    let found = borders.inside.get(key)
    if (found === undefined) {
      const row = borders.around(neighbours)
      found = { row, cells: cells.map((cell) => this.#insideCell(cell, row)) }
      borders.inside.set(key, found)
    }
    return found
  }

  #insideCell({ column, colSpan }: TableCell, { vertical, top, bottom }: RowBorders): Edges {
    const { isRtl, xs } = this.#geometry
    const end = Math.min(xs.length, column + colSpan)
    const start = widestOf(vertical, column, column + 1) / 2
    const finish = widestOf(vertical, end, end + 1) / 2
    const [left, right] = isRtl ? [finish, start] : [start, finish]
    return { top: widestOf(top, column, end) / 2, right, bottom: widestOf(bottom, column, end) / 2, left }
  }
}

function withBorder({ width, height, containingWidth, containingHeight }: LayoutSize, border: Edges): LayoutSize {
  return { width, height, containingWidth, containingHeight, border }
}

function isSame(a: Neighbours, b: Neighbours): boolean {
  return a.own === b.own && a.above === b.above && a.below === b.below
}

/** Fast path: a text-only cell costs its paragraph and nothing else. */
export function layCell(box: Box, size: LayoutSize, context: LayoutContext): Laid {
  if (box.kind === 'paragraph' && isPlain(box.style) && !hasFloat(box)) {
    const laid = context.layout.layoutParagraph(box, size, undefined, context)
    return laid.pending === undefined ? laid : finishPositioned(laid, size, context)
  }
  return insideCell(context, () => context.layout.layoutBox(box, size, context))
}

function isEmpty(box: Box): box is BlockBox {
  return box.kind === 'block' && !box.isStreamed && box.marker === undefined && isPlain(box.style) && box.children.at(0) === undefined
}

function hasFloat({ items }: ParagraphBox): boolean {
  for (const item of items) if (item.kind === 'float') return true
  return false
}

function isPlain(style: Style): boolean {
  return style.position === 'static' && !isMultiColumn(style)
}

/** CSS2 17.5.3: a cell's `height` is the least its row may have. In quirks mode it includes padding and borders. */
function leastHeight(style: Style, laid: Laid, context: LayoutContext): number {
  if (style.height === 'auto') return laid.height
  const edges = laid.border.top + laid.border.bottom + laid.padding.top + laid.padding.bottom
  const sizing = context.isQuirks ? 'border-box' : style.boxSizing
  const own = specifiedSize(style.height, undefined, edges, sizing) ?? 0
  return Math.max(laid.height, own)
}

/** Whether the content of a cell is in another writing mode than its table: as long as the cell is high. */
export function isTurnedCell(box: Box): boolean {
  return box.kind === 'block' && box.children.at(0)?.kind === 'turned' && box.children.at(0)?.isAnonymous === true
}

/** Whether a child of the cell has a height that depends on the cell's. Anonymous blocks are no children. */
export function hasPercentHeight(box: Box): boolean {
  if (box.kind === 'paragraph') return box.items.some((item) => item.kind === 'atomic' && isPercent(item.box.style))
  if (box.kind === 'block') {
    for (const child of itemsOf(box.children)) if (isPercent(child.style) || (child.isAnonymous && hasPercentHeight(child))) return true
  }
  return false
}

function isPercent({ height }: Style): boolean {
  return height === 'stretch' || (isLength(height) && hasPercentage(height))
}
