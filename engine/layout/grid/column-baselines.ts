// Baselines of grid items across columns (CSS Align 3 §9.3): orthogonal flows have them there; that of others is their line-left edge. Where that is the
// far edge, it moves with the width of the item: as in browsers, tracks have room for the items at their least widths. Items whose widths are percentages of
// tracks that follow content share none (CSS Grid 2 §10.6).
// Limits: orthogonal flows in columns from right to left share none, and items of a subgrid share none across its columns.

import type { Box } from '../../box/box.ts'
import { isOrthogonal } from '../../style/frame.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid } from '../laid.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { outerWidths, usedWidth } from '../sizing/width.ts'
import { areaOf, type GridPositions } from './axis.ts'
import { type ItemBaseline, isAligned, isCyclic, sharedBaselines, shimOf } from './baselines.ts'
import { type GridItem, layoutNaturally, type Shim, widthInArea } from './item.ts'
import type { Track } from './tracks.ts'

/** What a shim adds to an item of a width, margins included. */
export type WidthShim = (outer: number) => number

/** Shims while columns are sized, by the box of the item. */
export function shimsAsked(
  items: readonly GridItem[],
  { container, tracks }: { readonly container: Style; readonly tracks: readonly Track[] },
  context: LayoutContext,
): ReadonlyMap<Box, WidthShim> {
  const shims = new Map<Box, WidthShim>()
  const sizes: ColumnSizes = { tracks: () => tracks, areaOf: () => 0, widthOf: ({ box }) => leastWidth(box, context) }
  const baselines = baselinesOf(items, container, sizes, context)
  const shared = sharedBaselines(baselines.map(({ baseline }) => baseline))
  for (const { item, baseline } of baselines) {
    const { size } = shimOf(baseline, shared)
    const beyond = usedMargins(item.box.style, 0).left
    const most = shared[baseline.edge].get(baseline.track) ?? 0
    const isFar = item.box.kind !== 'turned' && isAtFarEdge(item, container)
    shims.set(item.box, isFar ? (outer) => most + beyond - outer : () => size)
  }
  return shims
}

/** A container whose tracks have their places; `tracks` are its columns as they were before. */
interface SizedContainer {
  readonly container: Style
  readonly inline: GridPositions
  readonly block: GridPositions
  tracks(): readonly Track[]
}

/** Shims of items in their areas. Edges are those of the page: `start` is the left one. */
export function columnShims(
  items: readonly GridItem[],
  { container, inline, block, tracks }: SizedContainer,
  context: LayoutContext,
): ReadonlyMap<Box, Shim> {
  const areaWidth = (item: GridItem): number => areaOf(inline, item.column).size
  const widthOf = (item: GridItem): number => widthInArea(item, areaWidth(item), areaOf(block, item.row).size, context)
  const baselines = baselinesOf(items, container, { tracks, areaOf: areaWidth, widthOf }, context)
  const shared = sharedBaselines(baselines.map(({ baseline }) => baseline))
  return new Map(baselines.map(({ item, baseline }) => [item.box, shimOf(baseline, shared)]))
}

interface ColumnSizes {
  tracks(): readonly Track[]
  /** Width of the item's area, which percentages of margins mean. */
  areaOf(item: GridItem): number
  /** Of the item's border box. */
  widthOf(item: GridItem): number
}

function baselinesOf(items: readonly GridItem[], container: Style, sizes: ColumnSizes, context: LayoutContext) {
  const isRtl = container.direction === 'rtl'
  const aligned = items.filter(
    (item) => item.subgrid?.columns === undefined && isAligned(item, 'x') && !(isRtl && item.box.kind === 'turned'),
  )
  if (aligned.length === 0) return []
  const tracks = sizes.tracks()
  return aligned.flatMap((item) => {
    const { width, minWidth, maxWidth } = item.box.style
    if (item.box.kind === 'turned') return [{ item, baseline: turnedBaseline(item, context) }]
    return isCyclic(item.column, [width, minWidth, maxWidth], tracks) ? [] : [{ item, baseline: edgeBaseline(item, container, sizes) }]
  })
}

/** Whether the line-left edge of an item is not the one at which it is aligned. */
function isAtFarEdge({ justify }: GridItem, { direction }: Style): boolean {
  return (justify.position === 'baseline') === (direction === 'rtl')
}

function edgeBaseline(item: GridItem, container: Style, { areaOf, widthOf }: ColumnSizes): ItemBaseline {
  const { box, column, justify } = item
  const margins = usedMargins(box.style, areaOf(item))
  const track = justify.position === 'baseline' ? column.start : column.start + column.span - 1
  if (!isAtFarEdge(item, container)) return { edge: 'start', track, distance: margins.left }
  return { edge: 'end', track, distance: margins.right + widthOf(item) }
}

function turnedBaseline(item: GridItem, context: LayoutContext): ItemBaseline {
  const { box, column } = item
  const isFirst = item.justify.position === 'baseline'
  const margins = usedMargins(box.style, 0)
  const last = column.start + column.span - 1
  const across = acrossOf(item, context)
  // From the edge where the box itself begins.
  const at = (isFirst ? across?.inner.firstBaseline : across?.inner.lastBaseline) ?? 0
  const beginsLeft = across === undefined || across.inner.box.style.frame !== 'rl'
  const fromLeft = across === undefined ? 0 : beginsLeft ? at : across.width - at
  if (isFirst === beginsLeft) return { edge: 'start', track: column.start, distance: margins.left + fromLeft }
  const width = across?.width ?? contentWidth(box, context)
  return { edge: 'end', track: last, distance: margins.right + width - fromLeft }
}

/** An orthogonal flow as wide as its content. */
function acrossOf(item: GridItem, context: LayoutContext): { readonly inner: Laid; readonly width: number } | undefined {
  const { box } = item
  if (box.kind !== 'turned' || !isOrthogonal(box.style.frame, box.inner.style.frame)) return undefined
  const laid = layoutNaturally(item, contentWidth(box, context), context)
  return laid.kind === 'turned' ? { inner: laid.inner, width: laid.width } : undefined
}

function contentWidth(box: Box, context: LayoutContext): number {
  const space = { containingWidth: undefined, containingHeight: undefined, available: Number.POSITIVE_INFINITY, auto: 'shrink' } as const
  return usedWidth(box, space, context)
}

/** Border-box width of the min-content contribution. */
function leastWidth(box: Box, context: LayoutContext): number {
  const margins = usedMargins(box.style, 0)
  return outerWidths(box, { containingHeight: undefined }, context).min - margins.left - margins.right
}
