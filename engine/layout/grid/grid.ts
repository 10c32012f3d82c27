// Grid containers (CSS Grid 2): items are placed, columns sized, then rows at those widths, then each item laid out in its area.
// Limits: columns are not sized again when a row's height changes what an item contributes to them.

import type { Box, GridBox } from '../../box/box.ts'
import { isAbsolute, isContainingBlock } from '../../box/box-kinds.ts'
import { smallest } from '../../collections/lists.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, type TrackBreadth, type TrackList } from '../../style/value.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from '../context.ts'
import type { LaidFlexGrid, PendingBox, Placed, StaticAlignment } from '../laid.ts'
import { paddingBox } from '../positioned/finish.ts'
import { placeAbsolute, translatePending } from '../positioned/positioned.ts'
import { type Alignment, columnGap, resolveAlignment, rowGap } from '../sizing/alignment.ts'
import {
  clampHeight,
  definiteHeight,
  percentageBasis,
  specifiedSize,
  type UsedEdges,
  usedEdges,
  usedHeight,
  usedMargins,
} from '../sizing/sizing.ts'
import { areaOf, type GridPositions, linePosition, positionTracks } from './axis.ts'
import { bandsOf } from './bands.ts'
import { alignmentsOf, columnItem, type GridItem, gridAscent, isGridBaseline, layoutInArea, rowItem } from './item.ts'
import { absoluteLines } from './lines.ts'
import type { TrackRange } from './placement.ts'
import { edgesItem, gapDifference, innerPositions, liftedItem, subgridEdges } from './subgrid.ts'
import { columnTracks, type GridTemplate, gridTemplate, rowTracks } from './template.ts'
import { sizeTracks, type TrackItem, type TrackRoom, tracksSize } from './track-sizing.ts'
import type { Track } from './tracks.ts'

export function gridWidths(box: GridBox, context: LayoutContext): ContentWidths {
  const { style } = box
  const edges = usedEdges(style, 0)
  const room = { size: undefined, gap: columnGap(style, 0) }
  const template = gridTemplate(box, edges, { columns: room, rows: { size: undefined, gap: 0 } }, undefined)
  const size = (constraint: 'min-content' | 'max-content'): number => {
    const tracks = columnTracks(template, style, room)
    const items = template.items.flatMap((item) => columnItems(item, { tracks, container: style, gap: room.gap }, context))
    sizeTracks(tracks, items, { available: undefined, constraint, ...limitsOf(style, 'x', edges, undefined), isStretched: false })
    return tracksSize(tracks) + edges.width
  }
  const min = size('min-content')
  return { min, max: Math.max(min, size('max-content')) }
}

export function layoutGrid(box: GridBox, size: LayoutSize, context: LayoutContext): LaidFlexGrid {
  return new GridLayout(box, size, context).layout()
}

/** Inner minimum and maximum of the container. */
function limitsOf(style: Style, axis: 'x' | 'y', edges: UsedEdges, basis: number | undefined): Pick<TrackRoom, 'least' | 'most'> {
  const inset = axis === 'x' ? edges.width : edges.height
  const inner = (value: Style['minWidth'] | Style['maxWidth']): number | undefined => {
    const border = specifiedSize(value, basis, inset, style.boxSizing)
    return border === undefined ? undefined : Math.max(0, border - inset)
  }
  const least = inner(axis === 'x' ? style.minWidth : style.minHeight) ?? 0
  const most = inner(axis === 'x' ? style.maxWidth : style.maxHeight) ?? Number.POSITIVE_INFINITY
  return { least, most: Math.max(least, most) }
}

/** What the columns are asked for. */
interface ColumnsAsked {
  readonly tracks: readonly Track[]
  readonly container: Style
  readonly gap: number
}

/** What an item asks of the columns; in the place of a subgrid, what its items ask. */
function columnItems(item: GridItem, { tracks, container, gap }: ColumnsAsked, context: LayoutContext): TrackItem[] {
  const { box, column, subgrid } = item
  if (subgrid?.columns === undefined || box.kind !== 'grid') return [columnItem(item, tracks, context)]
  const { style } = box
  const edges = subgridEdges(style, 'x', 0, container)
  const difference = gapDifference(style, 'x', 0, gap)
  const none = { size: undefined, gap: 0 }
  const { items } = gridTemplate(box, usedEdges(style, 0), { columns: none, rows: none }, subgrid)
  const inside = items.flatMap((child) => {
    const moved = { ...child, column: { start: column.start + child.column.start, span: child.column.span } }
    return columnItems(moved, { tracks, container: style, gap: gap + difference }, context)
  })
  return [edgesItem(column, edges), ...inside.map((entry) => liftedItem(entry, column, edges, difference))]
}

/** What the rows are asked for: by an item whose column has its place. */
interface RowsAsked {
  readonly tracks: readonly Track[]
  readonly inline: GridPositions
  readonly gap: number
  readonly shim: number
}

/** The gap between the first two tracks of a range, with what alignment adds; undefined for one track. */
function gapIn({ starts, ends }: GridPositions, { start, span }: TrackRange): number | undefined {
  return span < 2 ? undefined : (starts[start + 1] ?? 0) - (ends[start] ?? 0)
}

class GridLayout {
  readonly #box: GridBox
  readonly #size: LayoutSize
  readonly #context: LayoutContext
  readonly #edges: UsedEdges
  readonly #width: number
  /** Definite inner height, and what percentages inside mean. */
  readonly #height: number | undefined
  readonly #template: GridTemplate

  constructor(box: GridBox, size: LayoutSize, context: LayoutContext) {
    this.#box = box
    this.#size = size
    this.#context = context
    const { style } = box
    const edges = usedEdges(style, size.containingWidth, size.border)
    this.#edges = edges
    this.#width = Math.max(0, size.width - edges.width)
    const definite = definiteHeight(style, edges, size)
    this.#height = definite === undefined ? undefined : Math.max(0, definite - edges.height)
    const columns = { size: this.#width, gap: columnGap(style, this.#width) }
    const rows = { size: this.#height, gap: rowGap(style, percentageBasis(style, edges, size)) }
    this.#template = gridTemplate(box, edges, { columns, rows }, size.subgrid)
  }

  layout(): LaidFlexGrid {
    const { style } = this.#box
    const inline = this.#inlinePositions()
    const items = this.#template.items.map((item) => this.#withColumns(item, inline))
    const shims = this.#baselineShims(items, inline)
    const { block, inner } = this.#blockPositions(items, inline, shims)
    const placed = items.map((item) => ({
      item,
      placed: this.#placeItem(this.#withRows(item, inline, block), { inline, block }, shims.get(item) ?? 0),
    }))
    const height = usedHeight(style, this.#edges, this.#size, inner + this.#edges.height)
    return this.#laidGrid(placed, block, { inline, height, inner })
  }

  #laidGrid(
    placed: readonly { readonly item: GridItem; readonly placed: Placed }[],
    block: GridPositions,
    { inline, height, inner }: { readonly inline: GridPositions; readonly height: number; readonly inner: number },
  ): LaidFlexGrid {
    const { border, padding, inset } = this.#edges
    const pending = placed.flatMap(({ placed: { x, y, laid } }) => (laid.pending === undefined ? [] : translatePending(laid.pending, x, y)))
    const positioned: Placed[] = []
    for (const child of this.#box.children.filter(({ style }) => isAbsolute(style))) {
      if (child.style.position === 'fixed' || !isContainingBlock(this.#box.style)) {
        const content = { x: inset.left, y: inset.top, width: this.#width, height: inner }
        pending.push(this.#staticPosition(child, content))
      } else {
        const area = this.#absoluteArea(child.style, inline, block, height)
        positioned.push(placeAbsolute(this.#staticPosition(child, area), area, this.#context, pending))
      }
    }
    const { children, breaks } = bandsOf(placed, block, inset.top)
    return {
      kind: 'flex-grid',
      box: this.#box,
      width: this.#size.width,
      height,
      border,
      padding,
      firstBaseline: firstBaseline(placed),
      lastBaseline: undefined,
      positioned,
      shift: undefined,
      ...(pending.length > 0 ? { pending } : {}),
      children,
      breaks,
    }
  }

  // ── Tracks ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #inlinePositions(): GridPositions {
    const taken = this.#size.subgrid?.columns?.positions
    return taken ?? positionTracks(this.#sizeColumns(), this.#width, this.#columnAlignment())
  }

  #sizeColumns(): Track[] {
    const { style } = this.#box
    const gap = columnGap(style, this.#width)
    const tracks = columnTracks(this.#template, style, { size: this.#width, gap })
    const items = this.#template.items.flatMap((item) => columnItems(item, { tracks, container: style, gap }, this.#context))
    const limits = limitsOf(style, 'x', this.#edges, this.#size.containingWidth)
    sizeTracks(tracks, items, { available: this.#width, constraint: 'none', ...limits, isStretched: isStretched(style.justifyContent) })
    return tracks
  }

  #blockPositions(
    items: readonly GridItem[],
    inline: GridPositions,
    shims: ReadonlyMap<GridItem, number>,
  ): { readonly block: GridPositions; readonly inner: number } {
    const { style } = this.#box
    const taken = this.#size.subgrid?.rows?.positions
    if (taken !== undefined) return { block: taken, inner: this.#height ?? taken.ends.at(-1) ?? 0 }
    const { rows, inner } = this.#sizeRows(items, inline, shims)
    return { block: positionTracks(rows, inner, resolveAlignment(style.alignContent, contentAxis(style, 'y'))), inner }
  }

  #sizeRows(
    items: readonly GridItem[],
    inline: GridPositions,
    shims: ReadonlyMap<GridItem, number>,
  ): { readonly rows: readonly Track[]; readonly inner: number } {
    const { style } = this.#box
    const rows = this.#sizeRowsIn(this.#height, items, inline, shims)
    const inner = this.#innerHeight(rows)
    // Where the rows decide the height, percentages are `auto` and fractions follow content first; then both are of the height that came out.
    const isRelative = hasPercentages(style.gridTemplateRows, style) || rows.some((track) => track.max === 'flex')
    if (this.#height !== undefined || !isRelative) return { rows, inner }
    return { rows: this.#sizeRowsIn(inner, items, inline, shims), inner }
  }

  #sizeRowsIn(
    height: number | undefined,
    items: readonly GridItem[],
    inline: GridPositions,
    shims: ReadonlyMap<GridItem, number>,
  ): Track[] {
    const { style } = this.#box
    const gap = rowGap(style, height)
    const tracks = rowTracks(this.#template, style, { size: height, gap })
    const asked = items.flatMap((item) => this.#rowItems(item, { tracks, inline, gap, shim: shims.get(item) ?? 0 }))
    const limits = limitsOf(style, 'y', this.#edges, this.#size.containingHeight)
    sizeTracks(tracks, asked, { available: height, constraint: 'none', ...limits, isStretched: isStretched(style.alignContent) })
    return tracks
  }

  /** What an item asks of the rows; in the place of a subgrid, what its items ask. */
  #rowItems(item: GridItem, { tracks, inline, gap, shim }: RowsAsked): TrackItem[] {
    const areaWidth = areaOf(inline, item.column).size
    if (item.subgrid?.rows === undefined || item.box.kind !== 'grid') return [rowItem(item, tracks, { areaWidth, shim }, this.#context)]
    const { style } = item.box
    const margins = usedMargins(style, areaWidth)
    const width = areaWidth - margins.left - margins.right
    const size = { width, height: undefined, containingWidth: areaWidth, containingHeight: undefined, subgrid: item.subgrid }
    const edges = subgridEdges(style, 'y', areaWidth, this.#box.style)
    const difference = gapDifference(style, 'y', 0, gap)
    const inside = new GridLayout(item.box, size, this.#context).#rowsAsked(item.row, tracks, gap + difference)
    return [edgesItem(item.row, edges), ...inside.map((entry) => liftedItem(entry, item.row, edges, difference))]
  }

  /** What the items of this subgrid ask of the container's rows. */
  #rowsAsked(range: TrackRange, tracks: readonly Track[], gap: number): TrackItem[] {
    const inline = this.#inlinePositions()
    const items = this.#template.items.map((item) => this.#withColumns(item, inline))
    const moved = items.map((item): GridItem => ({ ...item, row: { start: range.start + item.row.start, span: item.row.span } }))
    return moved.flatMap((item) => this.#rowItems(item, { tracks, inline, gap, shim: 0 }))
  }

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

  #withRows(item: GridItem, inline: GridPositions, block: GridPositions): GridItem {
    const { subgrid, box, row } = item
    if (subgrid?.rows === undefined) return item
    const edges = subgridEdges(box.style, 'y', areaOf(inline, item.column).size, this.#box.style)
    const difference = gapDifference(box.style, 'y', areaOf(block, row).size - edges.start - edges.end, gapIn(block, row) ?? 0)
    return { ...item, subgrid: { ...subgrid, rows: { ...subgrid.rows, positions: innerPositions(block, row, edges, difference) } } }
  }

  #innerHeight(rows: readonly Track[]): number {
    if (this.#height !== undefined) return this.#height
    const { style } = this.#box
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

  /** How far items that share a baseline in a row move down for it (§12.5 step 1). */
  #baselineShims(items: readonly GridItem[], inline: GridPositions): Map<GridItem, number> {
    const shims = new Map<GridItem, number>()
    const aligned = items.filter(isGridBaseline)
    if (aligned.length === 0) return shims
    const ascents = new Map(aligned.map((item) => [item, gridAscent(item, areaOf(inline, item.column).size, this.#context)]))
    const highest = new Map<number, number>()
    for (const [{ row }, ascent] of ascents) highest.set(row.start, Math.max(ascent, highest.get(row.start) ?? 0))
    for (const [item, ascent] of ascents) shims.set(item, (highest.get(item.row.start) ?? 0) - ascent)
    return shims
  }

  // ── Items ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #placeItem(item: GridItem, { inline, block }: { readonly inline: GridPositions; readonly block: GridPositions }, shim: number): Placed {
    const { inset } = this.#edges
    const { direction } = this.#box.style
    const column = areaOf(inline, item.column)
    const row = areaOf(block, item.row)
    const left = direction === 'rtl' ? this.#width - column.start - column.size : column.start
    const { x, y, laid } = layoutInArea(item, { width: column.size, height: row.size, direction, shim }, this.#context)
    return { x: inset.left + left + x, y: inset.top + row.start + y, laid }
  }

  /** Where an absolute child would stand as the only item of an area (§9.2). */
  #staticPosition(child: Box, area: Rect): PendingBox {
    const { style } = this.#box
    const { justify, align } = alignmentsOf(child, style)
    return {
      box: child,
      rect: area,
      alignX: sideOf(justify, style.direction === 'rtl'),
      alignY: sideOf(align, false),
      inlineBlock: undefined,
    }
  }

  /** The grid area of an absolute child; `auto` lines stand for the padding edges (§9.1). */
  #absoluteArea(style: Style, inline: GridPositions, block: GridPositions, height: number): Rect {
    const { inset, border } = this.#edges
    const { columns, rows, extent } = this.#template
    const whole = paddingBox(this.#size.width, height, border)
    const x = absoluteLines(style.gridColumnStart, style.gridColumnEnd, columns)
    const y = absoluteLines(style.gridRowStart, style.gridRowEnd, rows)
    const at = (positions: GridPositions, line: number | undefined, first: number, edge: 'start' | 'end'): number | undefined =>
      line === undefined ? undefined : linePosition(positions, line + first, edge)
    const isRtl = this.#box.style.direction === 'rtl'
    const from = at(inline, x.start, extent.columns.explicitStart, 'start')
    const to = at(inline, x.end, extent.columns.explicitStart, 'end')
    const mirror = (offset: number | undefined): number | undefined => (offset === undefined ? undefined : this.#width - offset)
    const left = isRtl ? mirror(to) : from
    const right = isRtl ? mirror(from) : to
    const top = at(block, y.start, extent.rows.explicitStart, 'start')
    const bottom = at(block, y.end, extent.rows.explicitStart, 'end')
    const x0 = left === undefined ? whole.x : inset.left + left
    const x1 = right === undefined ? whole.x + whole.width : inset.left + right
    const y0 = top === undefined ? whole.y : inset.top + top
    const y1 = bottom === undefined ? whole.y + whole.height : inset.top + bottom
    return { x: x0, y: y0, width: Math.max(0, x1 - x0), height: Math.max(0, y1 - y0) }
  }
}

function contentAxis(style: Style, axis: 'x' | 'y'): Parameters<typeof resolveAlignment>[1] {
  const { direction } = style
  const isReversed = axis === 'x' && direction === 'rtl'
  return { axis, direction, selfDirection: direction, isReversed, normal: isReversed ? 'end' : 'start' }
}

/** `auto` tracks take the free room. */
function isStretched(keyword: Style['justifyContent']): boolean {
  return keyword === 'normal' || keyword === 'stretch'
}

function sideOf({ position, isSafe }: Alignment, isRtl: boolean): StaticAlignment {
  if (position === 'center' || position === 'end') return isSafe ? `safe ${position}` : position
  if (position === 'stretch' || position === 'baseline') return isRtl ? 'end' : 'start'
  return position === 'last baseline' ? 'end' : 'start'
}

/** That of the items sharing one in the first row, or of its first item (§10.6). */
function firstBaseline(placed: readonly { readonly item: GridItem; readonly placed: Placed }[]): number | undefined {
  const top = smallest(
    placed.map(({ item }) => item.row.start),
    Number.POSITIVE_INFINITY,
  )
  const first = placed.filter(({ item }) => item.row.start === top)
  const leftmost = [...first].sort((a, b) => a.item.column.start - b.item.column.start)[0]
  const chosen = (first.find(({ item }) => isGridBaseline(item)) ?? leftmost)?.placed
  return chosen === undefined ? undefined : chosen.y + (chosen.laid.firstBaseline ?? chosen.laid.height)
}

function hasPercentages({ items }: TrackList, style: Style): boolean {
  const isPercent = (value: TrackBreadth): boolean => typeof value === 'object' && value.kind !== 'fr' && hasPercentage(value)
  const sizes = [
    ...items.flatMap((item) => (item.kind === 'track' ? [item.size] : item.tracks.map(({ size }) => size))),
    ...style.gridAutoRows,
  ]
  const isGapPercent = style.rowGap !== 'normal' && hasPercentage(style.rowGap)
  return (
    isGapPercent || sizes.some((size) => (size.kind === 'minmax' ? isPercent(size.min) || isPercent(size.max) : hasPercentage(size.limit)))
  )
}
