// The cells of one row, laid out at the widths of their columns, with their halves of collapsed borders.
import type { Box, TableCell } from '../box/box.ts'
import { GenerationCache } from '../cache.ts'
import type { Edges } from '../geometry.ts'
import { itemsOf } from '../sequence.ts'
import type { Style } from '../style/style.ts'
import { hasPercentage } from '../style/value.ts'
import { isMultiColumn } from './columns.ts'
import { completeLaid } from './complete.ts'
import type { LayoutContext, LayoutSize } from './context.ts'
import type { CollapsedBorders, Laid } from './laid.ts'
import { specifiedSize } from './sizing.ts'
import { alongSide, type BorderResolver, type BorderRow } from './table-borders.ts'
import type { GridRow } from './table-grid.ts'
import { insideCell } from './table-measure.ts'

/** Where columns stand, from the left of the grid's border box. */
export interface Geometry {
  readonly xs: readonly number[]
  readonly widths: readonly number[]
  /** Spacing that follows a column (none after columns that nothing begins in). */
  readonly gaps: readonly number[]
  readonly isRtl: boolean
  /** Content width of the grid: what percentages in cells mean. */
  readonly containingWidth: number
  readonly spacingY: number
}

/** A row between its neighbours, as collapsed borders see it; `undefined` beyond the ends of the table. */
export interface Neighbours {
  readonly above: BorderRow | undefined
  readonly own: BorderRow
  readonly below: BorderRow | undefined
}

/** What the collapsed borders of one cell come to. */
export interface CellBorders {
  readonly edges: Edges
  readonly painted: CollapsedBorders
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
  readonly size: LayoutSize
  readonly collapsed: CollapsedBorders | undefined
}

/** Lays out cells of one table. */
export class CellLayout {
  readonly #geometry: Geometry
  readonly #borders: BorderResolver | undefined
  readonly #context: LayoutContext
  /** Sizes by place: rows of the same shape share them. */
  readonly #sizes = new Map<number, LayoutSize>()
  readonly #rowBorders = new GenerationCache<string, readonly CellBorders[]>(64)
  /** The last row's neighbours and borders: most rows look like the ones before. */
  #recent: { readonly row: Neighbours; readonly borders: readonly CellBorders[] }[] = []
  readonly #borderedSizes = new WeakMap<CellBorders, LayoutSize>()

  constructor(geometry: Geometry, borders: BorderResolver | undefined, context: LayoutContext) {
    this.#geometry = geometry
    this.#borders = borders
    this.#context = context
  }

  layRow({ row, spans }: GridRow, neighbours: Neighbours | undefined): DraftCell[] {
    const borders = neighbours === undefined ? undefined : this.#bordersOf(row.cells, neighbours)
    return row.cells.map((cell, i) => this.#lay(cell, spans[i]!, borders?.[i]))
  }

  #lay(cell: TableCell, rowSpan: number, borders: CellBorders | undefined): DraftCell {
    const size = this.#sizeOf(cell, borders)
    const laid = layCell(cell.box, size, this.#context)
    const x = this.#x(cell)
    const height = leastHeight(cell.box.style, laid, this.#context)
    return { cell, x, width: size.width, rowSpan, laid, height, size, collapsed: borders?.painted }
  }

  #x({ column, colSpan }: TableCell): number {
    const { xs, isRtl } = this.#geometry
    return xs[isRtl ? Math.min(xs.length, column + colSpan) - 1 : column] ?? 0
  }

  #sizeOf(cell: TableCell, borders: CellBorders | undefined): LayoutSize {
    if (borders !== undefined) {
      let size = this.#borderedSizes.get(borders)
      if (size === undefined) {
        size = { ...this.#placeSize(cell), border: borders.edges }
        this.#borderedSizes.set(borders, size)
      }
      return size
    }
    return this.#placeSize(cell)
  }

  #placeSize({ column, colSpan }: TableCell): LayoutSize {
    const key = column * 1024 + Math.min(colSpan, 1023)
    let size = this.#sizes.get(key)
    if (size === undefined) {
      const { widths, gaps, containingWidth } = this.#geometry
      const end = Math.min(widths.length, column + colSpan)
      let width = 0
      for (let c = column; c < end; c++) width += widths[c]! + (c > column ? gaps[c - 1]! : 0)
      size = { width, height: undefined, containingWidth, containingHeight: undefined }
      this.#sizes.set(key, size)
    }
    return size
  }

  #bordersOf(cells: readonly TableCell[], row: Neighbours): readonly CellBorders[] {
    const known = this.#recent.find((recent) => isSame(recent.row, row))
    if (known !== undefined) return known.borders
    const borders = this.#findBorders(cells, row)
    this.#recent = [{ row, borders }, ...this.#recent.slice(0, 3)]
    return borders
  }

  #findBorders(cells: readonly TableCell[], { above, own, below }: Neighbours): readonly CellBorders[] {
    const borders = this.#borders!
    const key = `${above === undefined ? '' : borders.key(above)}/${borders.key(own)}/${below === undefined ? '' : borders.key(below)}`
    let found = this.#rowBorders.get(key)
    if (found === undefined) {
      const vertical = borders.vertical(own)
      const top = borders.horizontal(above, own)
      const bottom = borders.horizontal(own, below)
      found = cells.map((cell) => this.#cellBorders(cell, vertical, top, bottom))
      this.#rowBorders.set(key, found)
    }
    return found
  }

  #cellBorders(
    { column, colSpan }: TableCell,
    vertical: ReturnType<BorderResolver['vertical']>,
    top: ReturnType<BorderResolver['horizontal']>,
    bottom: ReturnType<BorderResolver['horizontal']>,
  ): CellBorders {
    const end = column + colSpan
    const { isRtl } = this.#geometry
    const start = alongSide(vertical, column, column + 1)
    const finish = alongSide(vertical, end, end + 1)
    const [left, right] = isRtl ? [finish, start] : [start, finish]
    const above = alongSide(top, column, end)
    const below = alongSide(bottom, column, end)
    return {
      edges: { top: above.width / 2, right: right.width / 2, bottom: below.width / 2, left: left.width / 2 },
      painted: { top: above.painted, right: right.painted, bottom: below.painted, left: left.painted },
    }
  }
}

function isSame(a: Neighbours, b: Neighbours): boolean {
  return a.own === b.own && a.above === b.above && a.below === b.below
}

/** A text-only cell costs its paragraph and nothing else. */
export function layCell(box: Box, size: LayoutSize, context: LayoutContext): Laid {
  if (box.kind === 'paragraph' && isPlain(box.style) && !box.items.some((item) => item.kind === 'float')) {
    const laid = context.layout.layoutParagraph(box, size, undefined, context)
    return laid.pending === undefined ? laid : completeLaid(laid, size, context)
  }
  return insideCell(context, () => context.layout.layoutBox(box, size, context))
}

function isPlain(style: Style): boolean {
  return style.position === 'static' && !isMultiColumn(style)
}

/** CSS2 17.5.3: a cell's `height` is the least its row may have. In quirks mode it includes padding and borders. */
function leastHeight(style: Style, laid: Laid, context: LayoutContext): number {
  if (style.height === 'auto' && style.minHeight === 'auto') return laid.height
  const edges = laid.border.top + laid.border.bottom + laid.padding.top + laid.padding.bottom
  const sizing = context.isQuirks ? 'border-box' : style.boxSizing
  const own = specifiedSize(style.height, undefined, edges, sizing) ?? 0
  const least = specifiedSize(style.minHeight, undefined, edges, sizing) ?? 0
  return Math.max(laid.height, own, least)
}

/** Whether something right inside the cell asks for a part of its height. */
export function hasPercentHeight(box: Box): boolean {
  if (box.kind === 'paragraph') return box.items.some((item) => item.kind === 'atomic' && isPercent(item.box.style))
  if (box.kind === 'block') {
    for (const child of itemsOf(box.children)) if (isPercent(child.style)) return true
  }
  return false
}

function isPercent({ height }: Style): boolean {
  return typeof height === 'object' && height.kind !== 'fit-content' && hasPercentage(height)
}
