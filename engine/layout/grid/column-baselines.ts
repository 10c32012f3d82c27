// Baselines of grid items across columns (CSS Align 3 §9.3): orthogonal flows have them there; that of others is their line-left edge. Where that is the
// far edge, it moves with the width of the item: as in browsers, tracks have room for the items at their least widths.
// Limits: orthogonal flows in columns from right to left share none, and items of a subgrid share none across its columns.

import type { Box } from '../../box/box.ts'
import { isOrthogonal } from '../../style/frame.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid } from '../laid.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { outerWidths, usedWidth } from '../sizing/width.ts'
import { areaOf, type GridPositions } from './axis.ts'
import { type ItemBaseline, isAligned, sharedBaselines, shimOf } from './baselines.ts'
import { type GridItem, layoutNaturally, type Shim, widthInArea } from './item.ts'

/** What a shim adds to an item of a width, margins included. */
export type WidthShim = (outer: number) => number

/** Shims while columns are sized, by the box of the item. */
export function shimsAsked(items: readonly GridItem[], container: Style, context: LayoutContext): ReadonlyMap<Box, WidthShim> {
  const shims = new Map<Box, WidthShim>()
  const baselines = baselinesOf(items, container, ({ box }) => leastWidth(box, context), context)
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

/** Shims of items in their areas. Edges are those of the page: `start` is the left one. */
export function columnShims(
  items: readonly GridItem[],
  { container, inline, block }: { readonly container: Style; readonly inline: GridPositions; readonly block: GridPositions },
  context: LayoutContext,
): ReadonlyMap<Box, Shim> {
  const widthOf = (item: GridItem): number => widthInArea(item, areaOf(inline, item.column).size, areaOf(block, item.row).size, context)
  const baselines = baselinesOf(items, container, widthOf, context)
  const shared = sharedBaselines(baselines.map(({ baseline }) => baseline))
  return new Map(baselines.map(({ item, baseline }) => [item.box, shimOf(baseline, shared)]))
}

function baselinesOf(items: readonly GridItem[], container: Style, widthOf: (item: GridItem) => number, context: LayoutContext) {
  const isRtl = container.direction === 'rtl'
  const aligned = items.filter(
    (item) => item.subgrid?.columns === undefined && isAligned(item, 'x') && !(isRtl && item.box.kind === 'turned'),
  )
  return aligned.map((item) => ({
    item,
    baseline: item.box.kind === 'turned' ? turnedBaseline(item, context) : edgeBaseline(item, container, widthOf),
  }))
}

/** Whether the line-left edge of an item is not the one at which it is aligned. */
function isAtFarEdge({ justify }: GridItem, { direction }: Style): boolean {
  return (justify.position === 'baseline') === (direction === 'rtl')
}

function edgeBaseline(item: GridItem, container: Style, widthOf: (item: GridItem) => number): ItemBaseline {
  const { box, column, justify } = item
  const margins = usedMargins(box.style, 0)
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
