// Grid containers (CSS Grid 2): items are placed, columns sized, then rows at those widths, then each item laid out in its area.

import type { Box, GridBox } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext, LayoutSize, SubgridBaselines } from '../context.ts'
import type { LaidFlexGrid, Placed } from '../laid.ts'
import { translatePending } from '../positioned/positioned.ts'
import { type Alignment, columnGap, resolveAlignment, rowGap } from '../sizing/alignment.ts'
import {
  clampHeight,
  definiteHeight,
  isLeastAsContent,
  percentageBasis,
  specifiedSize,
  type UsedEdges,
  usedEdges,
  usedHeight,
  usedMargins,
} from '../sizing/sizing.ts'
import { placePositioned } from './absolute.ts'
import { areaOf, type GridPositions, gapIn, isStretched, positionTracks } from './axis.ts'
import { bandsOf } from './bands.ts'
import {
  baselinesWithin,
  firstBaseline,
  type ItemBaseline,
  lastBaseline,
  liftedBaseline,
  rowBaseline,
  sharedBaselines,
  shimOf,
} from './baselines.ts'
import { columnShims } from './column-baselines.ts'
import { type AreaHeights, columnsAsked, dependsOnRows, knownHeights, limitsOf } from './columns.ts'
import { type AreaShims, type GridItem, layoutInArea, rowItem, type Shim } from './item.ts'
import type { TrackRange } from './placement.ts'
import { edgesItem, gapDifference, innerPositions, liftedItem, subgridEdges } from './subgrid.ts'
import { columnTracks, type GridTemplate, gridTemplate, rowTracks } from './template.ts'
import { sizeTracks, type TrackItem, tracksSize } from './track-sizing.ts'
import { hasPercentages, type Track } from './tracks.ts'

export function layoutGrid(box: GridBox, size: LayoutSize, context: LayoutContext): LaidFlexGrid {
  return new GridLayout(box, size, context).layout()
}

/** Heights of areas as the rows of a container come out beside columns of these sizes. */
export function areaHeightsBeside(box: GridBox, columns: readonly Track[], template: GridTemplate, context: LayoutContext): AreaHeights {
  const edges = usedEdges(box.style, 0)
  const height = context.heightBasis === undefined ? undefined : context.heightBasis + edges.height
  const size = { width: tracksSize(columns) + edges.width, height, containingWidth: 0, containingHeight: undefined }
  // Without a width of its own, a ratio says nothing.
  const open: GridBox = box.style.aspectRatio === 'auto' ? box : { ...box, style: { ...box.style, aspectRatio: 'auto' } }
  return new GridLayout(open, size, context, template).areaHeightsBeside(columns)
}

/** What the rows are asked for: by an item whose column has its place. */
interface RowsAsked {
  readonly tracks: readonly Track[]
  readonly inline: GridPositions
  readonly gap: number
  readonly shim: Shim | undefined
}

/** What rows are sized from. */
interface RowsSpace {
  readonly items: readonly GridItem[]
  readonly inline: GridPositions
  readonly shims: Shims
  /** The height of the content box; undefined until the rows decide it. */
  readonly inner: number | undefined
}

/** Shims in rows, by the box of the item. */
type Shims = ReadonlyMap<Box, Shim>

interface RowShims {
  readonly byBox: Shims
  readonly shared: SubgridBaselines
}

/** Both axes sized; `inner` is the height of the content box. */
interface SizedTracks {
  readonly inline: GridPositions
  readonly block: GridPositions
  readonly inner: number
  /** With the columns that they take over. */
  readonly items: readonly GridItem[]
  readonly shims: RowShims
}

interface PlacedItem {
  readonly item: GridItem
  readonly placed: Placed
}

const NO_HEIGHTS: AreaHeights = () => undefined

class GridLayout {
  readonly #box: GridBox
  readonly #size: LayoutSize
  readonly #context: LayoutContext
  readonly #edges: UsedEdges
  readonly #width: number
  /** Definite inner height, which automatic repeats fill. */
  readonly #height: number | undefined
  /** The inner height that a container of indefinite height decides: rows follow their content before they fill it. */
  readonly #flexedHeight: number | undefined
  readonly #template: GridTemplate
  #rows: readonly Track[] | undefined

  constructor(box: GridBox, size: LayoutSize, context: LayoutContext, template?: GridTemplate) {
    this.#box = box
    this.#size = size
    this.#context = context
    const { style } = box
    const edges = usedEdges(style, size.containingWidth, size.border)
    this.#edges = edges
    this.#width = Math.max(0, size.width - edges.width)
    const definite = definiteHeight(style, edges, size)
    const inner = definite === undefined ? undefined : Math.max(0, definite - edges.height)
    this.#height = size.isHeightIndefinite === true ? undefined : inner
    this.#flexedHeight = size.isHeightIndefinite === true ? inner : undefined
    const columns = { size: this.#width, gap: columnGap(style, this.#width) }
    const rows = { size: this.#height, gap: rowGap(style, percentageBasis(style, edges, size)) }
    this.#template = template ?? gridTemplate(box, edges, { columns, rows }, size.subgrid)
  }

  layout(): LaidFlexGrid {
    const { style } = this.#box
    const sized = this.#sizedTracks()
    const { items, shims } = sized
    const across = columnShims(items, { ...sized, container: style, tracks: () => this.#openColumns() }, this.#context)
    const placed = items.map((item) => {
      const whole = this.#withRows(item, sized)
      return { item: whole, placed: this.#placeItem(whole, sized, { x: across.get(item.box), y: shims.byBox.get(item.box) }) }
    })
    const height = usedHeight(style, this.#edges, this.#size, sized.inner + this.#edges.height)
    return this.#laidGrid(placed, sized, height)
  }

  areaHeightsBeside(columns: readonly Track[]): AreaHeights {
    const { block } = this.#rowsFor(positionTracks(columns, this.#width, this.#columnAlignment()))
    return ({ row }) => areaOf(block, row).size
  }

  /**
   * Both axes. Where widths follow heights, columns are sized once more by the rows that came out (§12.1), and rows by those. The container has its
   * height by then and keeps it, as in browsers.
   */
  #sizedTracks(): SizedTracks {
    const known = knownHeights(this.#openRows)
    const first = this.#rowsFor(this.#inlinePositions(known))
    const heights: AreaHeights = ({ row }) => areaOf(first.block, row).size
    const isFollowing =
      this.#size.subgrid?.columns === undefined && dependsOnRows(this.#template, { before: known, after: heights }, this.#context)
    const inline = isFollowing ? this.#inlinePositions(heights) : first.inline
    const isSame = inline.starts.every((start, i) => start === first.inline.starts[i] && inline.ends[i] === first.inline.ends[i])
    return isSame && (first.inner === this.#height || (this.#flexedHeight === undefined && !this.#isRelative()))
      ? first
      : this.#rowsFor(inline, first.inner)
  }

  /** `inner` is the height of the content box; absent until the rows decide it. */
  #rowsFor(inline: GridPositions, inner?: number): SizedTracks {
    const items = this.#template.items.map((item) => this.#withColumns(item, inline))
    const shims = this.#rowShims(items, inline)
    return { inline, items, shims, ...this.#blockPositions({ items, inline, shims: shims.byBox, inner }) }
  }

  #laidGrid(placed: readonly PlacedItem[], { inline, block, inner }: SizedTracks, height: number): LaidFlexGrid {
    const { border, padding, inset } = this.#edges
    const { style } = this.#box
    const met = placed.flatMap(({ placed: { x, y, laid } }) => (laid.pending === undefined ? [] : translatePending(laid.pending, x, y)))
    const grid = { style, template: this.#template, inline, block, edges: this.#edges, width: this.#size.width, height }
    const content = { x: inset.left, y: inset.top, width: this.#width, height: inner }
    const { positioned, pending } = placePositioned(this.#box, { grid, content, met }, this.#context)
    const { children, breaks } = bandsOf(placed, block, inset.top)
    return {
      kind: 'flex-grid',
      box: this.#box,
      width: this.#size.width,
      height,
      border,
      padding,
      firstBaseline: firstBaseline(placed),
      lastBaseline: lastBaseline(placed),
      positioned,
      shift: undefined,
      ...(pending.length > 0 ? { pending } : {}),
      children,
      breaks,
    }
  }

  // ── Tracks ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #inlinePositions(heights: AreaHeights): GridPositions {
    const taken = this.#size.subgrid?.columns?.positions
    return taken ?? positionTracks(this.#sizeColumns(heights), this.#width, this.#columnAlignment())
  }

  /** The columns before they have sizes; none where they are those of the container around. */
  #openColumns(): Track[] {
    if (this.#size.subgrid?.columns !== undefined) return []
    return columnTracks(this.#template, this.#box.style, { size: this.#width, gap: columnGap(this.#box.style, this.#width) })
  }

  #sizeColumns(heights: AreaHeights): Track[] {
    const { style } = this.#box
    const gap = columnGap(style, this.#width)
    const tracks = this.#openColumns()
    const items = columnsAsked(this.#template, { tracks, container: style, gap, heights }, this.#context)
    const limits = limitsOf(style, 'x', this.#edges, this.#size.containingWidth)
    sizeTracks(tracks, items, { available: this.#width, constraint: 'none', ...limits, isStretched: isStretched(style.justifyContent) })
    return tracks
  }

  #blockPositions(asked: RowsSpace): { readonly block: GridPositions; readonly inner: number } {
    const { style } = this.#box
    const taken = this.#size.subgrid?.rows?.positions
    if (taken !== undefined) return { block: taken, inner: this.#height ?? taken.ends.at(-1) ?? 0 }
    const { rows, inner } = this.#sizeRows(asked)
    return { block: positionTracks(rows, inner, resolveAlignment(style.alignContent, contentAxis(style, 'y'))), inner }
  }

  #sizeRows(asked: RowsSpace): { readonly rows: readonly Track[]; readonly inner: number } {
    const rows = this.#sizeRowsIn(asked.inner ?? this.#height, asked)
    return { rows, inner: asked.inner ?? this.#innerHeight(rows) }
  }

  /** Whether rows come out otherwise in the height that they have decided: percentages were `auto`, and fractions followed content. */
  #isRelative(): boolean {
    const { style } = this.#box
    return hasPercentages(style.gridTemplateRows, style) || this.#openRows.some((track) => track.max === 'flex')
  }

  #sizeRowsIn(height: number | undefined, { items, inline, shims }: RowsSpace): Track[] {
    const { style } = this.#box
    const gap = rowGap(style, height)
    const tracks = rowTracks(this.#template, style, { size: height, gap })
    const asked = items.flatMap((item) => this.#rowItems(item, { tracks, inline, gap, shim: shims.get(item.box) }))
    const limits = limitsOf(style, 'y', this.#edges, this.#size.containingHeight)
    sizeTracks(tracks, asked, { available: height, constraint: 'none', ...limits, isStretched: isStretched(style.alignContent) })
    return tracks
  }

  /** What an item asks of the rows; in the place of a subgrid, what its items ask. */
  #rowItems(item: GridItem, { tracks, inline, gap, shim }: RowsAsked): TrackItem[] {
    const areaWidth = areaOf(inline, item.column).size
    if (item.subgrid?.rows === undefined || item.box.kind !== 'grid') {
      return [rowItem(item, { tracks, areaWidth, shim: shim?.size ?? 0 }, this.#context)]
    }
    const edges = subgridEdges(item.box.style, 'y', areaWidth, this.#box.style)
    const difference = gapDifference(item.box.style, 'y', 0, gap)
    const subgrid = this.#subgridIn(item, inline)
    const inside = subgrid === undefined ? [] : subgrid.#rowsAsked(item.row, tracks, gap + difference)
    return [edgesItem(item.row, edges), ...inside.map((entry) => liftedItem(entry, item.row, edges, difference))]
  }

  /** A subgrid of rows at the width that its columns give it, its rows unknown. */
  #subgridIn({ box, column, subgrid }: GridItem, inline: GridPositions): GridLayout | undefined {
    if (box.kind !== 'grid' || subgrid?.rows === undefined) return undefined
    const areaWidth = areaOf(inline, column).size
    const margins = usedMargins(box.style, areaWidth)
    const width = areaWidth - margins.left - margins.right
    return new GridLayout(
      box,
      { width, height: undefined, containingWidth: areaWidth, containingHeight: undefined, subgrid },
      this.#context,
    )
  }

  /** What the items of this subgrid ask of the container's rows. */
  #rowsAsked(range: TrackRange, tracks: readonly Track[], gap: number): TrackItem[] {
    const inline = this.#inlinePositions(NO_HEIGHTS)
    const items = this.#template.items.map((item) => this.#withColumns(item, inline))
    const { byBox } = this.#rowShims(items, inline)
    return items.flatMap((item) => {
      const moved: GridItem = { ...item, row: { start: range.start + item.row.start, span: item.row.span } }
      return this.#rowItems(moved, { tracks, inline, gap, shim: byBox.get(item.box) })
    })
  }

  // ── Baselines ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Shims of items that share baselines in rows (§12.5 step 1); those of subgrids are told the container's. */
  #rowShims(items: readonly GridItem[], inline: GridPositions): RowShims {
    const byBox = new Map<Box, Shim>()
    const given = this.#size.subgrid?.rows?.baselines
    const shared = given ?? sharedBaselines(this.#rowBaselines(items, inline))
    if (shared.start.size + shared.end.size === 0) return { byBox, shared }
    for (const item of items) {
      const baseline = this.#rowBaseline(item, inline)
      if (baseline !== undefined) byBox.set(item.box, shimOf(baseline, shared))
    }
    return { byBox, shared }
  }

  #rowBaseline(item: GridItem, inline: GridPositions): ItemBaseline | undefined {
    if (item.subgrid?.rows !== undefined) return undefined
    const tracks = this.#size.subgrid?.rows === undefined ? this.#openRows : []
    const areaHeight = tracks.length === 0 ? undefined : knownHeights(tracks)(item)
    return rowBaseline(item, { tracks, areaWidth: areaOf(inline, item.column).size, areaHeight }, this.#context)
  }

  /** All baselines in rows, those of items of subgrids of rows included. */
  #rowBaselines(items: readonly GridItem[], inline: GridPositions): ItemBaseline[] {
    return items.flatMap((item) => {
      const inside = this.#subgridIn(item, inline)
      if (inside === undefined) {
        const own = this.#rowBaseline(item, inline)
        return own === undefined ? [] : [own]
      }
      const within = inside.#inlinePositions(NO_HEIGHTS)
      const children = inside.#template.items.map((child) => inside.#withColumns(child, within))
      const inset = this.#rowInset(item, inline)
      return inside.#rowBaselines(children, within).map((baseline) => liftedBaseline(baseline, inset))
    })
  }

  #rowInset({ box: { style }, row, column }: GridItem, inline: GridPositions) {
    const edges = subgridEdges(style, 'y', areaOf(inline, column).size, this.#box.style)
    return { range: row, edges, difference: gapDifference(style, 'y', 0, rowGap(this.#box.style, this.#height)) }
  }

  /** The rows before they have sizes. */
  get #openRows(): readonly Track[] {
    const { style } = this.#box
    return (this.#rows ??= rowTracks(this.#template, style, { size: this.#height, gap: rowGap(style, this.#height) }))
  }

  // ── Subgrids ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The item with the columns that it takes over, once they have places. */
  #withColumns(item: GridItem, inline: GridPositions): GridItem {
    const { subgrid, box, column } = item
    if (subgrid?.columns === undefined) return item
    const edges = subgridEdges(box.style, 'x', areaOf(inline, column).size, this.#box.style)
    const difference = gapDifference(box.style, 'x', areaOf(inline, column).size - edges.start - edges.end, gapIn(inline, column) ?? 0)
    return {
      ...item,
      subgrid: { ...subgrid, columns: { ...subgrid.columns, positions: innerPositions(inline, column, edges, difference) } },
    }
  }

  #withRows(item: GridItem, { inline, block, shims }: SizedTracks): GridItem {
    const { subgrid, box, row } = item
    if (subgrid?.rows === undefined) return item
    const edges = subgridEdges(box.style, 'y', areaOf(inline, item.column).size, this.#box.style)
    const difference = gapDifference(box.style, 'y', areaOf(block, row).size - edges.start - edges.end, gapIn(block, row) ?? 0)
    const baselines = baselinesWithin(shims.shared, { range: row, edges, difference })
    return {
      ...item,
      subgrid: { ...subgrid, rows: { ...subgrid.rows, positions: innerPositions(block, row, edges, difference), baselines } },
    }
  }

  #innerHeight(rows: readonly Track[]): number {
    const { style } = this.#box
    if (this.#flexedHeight !== undefined) return this.#flexedHeight
    if (this.#height !== undefined) {
      if (!isLeastAsContent(style, this.#size)) return this.#height
      // A height of the ratio is no lower than the rows (CSS Sizing 4 §5.1.1).
      const max = specifiedSize(style.maxHeight, this.#size.containingHeight, this.#edges.height, style.boxSizing)
      return Math.max(this.#height, Math.min(tracksSize(rows), (max ?? Number.POSITIVE_INFINITY) - this.#edges.height))
    }
    const natural = tracksSize(rows) + this.#edges.height
    return Math.max(0, clampHeight(style, this.#edges, this.#size.containingHeight, natural) - this.#edges.height)
  }

  /** Content alignment of the columns along their own direction: from right to left they are mirrored as a whole. */
  #columnAlignment(): Alignment {
    const { style } = this.#box
    const alignment = resolveAlignment(style.justifyContent, contentAxis(style, 'x'))
    if (style.direction !== 'rtl') return alignment
    const { position } = alignment
    return { ...alignment, position: position === 'start' ? 'end' : position === 'end' ? 'start' : position }
  }

  // ── Items ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #placeItem(item: GridItem, { inline, block }: SizedTracks, shims: AreaShims): Placed {
    const { inset } = this.#edges
    const { direction } = this.#box.style
    const column = areaOf(inline, item.column)
    const row = areaOf(block, item.row)
    const left = direction === 'rtl' ? this.#width - column.start - column.size : column.start
    const { x, y, laid } = layoutInArea(item, { width: column.size, height: row.size, direction, shims }, this.#context)
    return { x: inset.left + left + x, y: inset.top + row.start + y, laid }
  }
}

function contentAxis(style: Style, axis: 'x' | 'y'): Parameters<typeof resolveAlignment>[1] {
  const { direction } = style
  const isReversed = axis === 'x' && direction === 'rtl'
  return { axis, direction, selfDirection: direction, isReversed, normal: isReversed ? 'end' : 'start' }
}
