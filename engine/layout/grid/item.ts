// Grid items: what they contribute to tracks, and their size and place in a grid area (CSS Grid 2 §6, §11.3). Sizes are border boxes
// unless they are called outer.

import type { Box } from '../../box/box.ts'
import { isScrollContainer } from '../../box/box-kinds.ts'
import type { Size } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength } from '../../style/value.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from '../context.ts'
import type { Laid } from '../laid.ts'
import { type Alignment, offsetOf, resolveAlignment } from '../sizing/alignment.ts'
import { contentHeight, measureBox } from '../sizing/measure.ts'
import { preferredRatio } from '../sizing/ratio.ts'
import { clampHeight, isAutomatic, isContentKeyword, specifiedMinimum, specifiedSize, usedMargins } from '../sizing/sizing.ts'
import { clampWidth, edgesOf, keywordWidth, limitWidth, outerWidths, usedWidth, type WidthSpace, widthsHere } from '../sizing/width.ts'
import type { GridPlace } from './placement.ts'
import type { TrackItem } from './track-sizing.ts'
import type { Track } from './tracks.ts'

/** An item with what its container says about its alignment. */
export interface GridItem extends GridPlace {
  readonly justify: Alignment
  readonly align: Alignment
  /** Axes without a specified alignment: there a ratio takes precedence over filling the area. */
  readonly isNormal: { readonly x: boolean; readonly y: boolean }
  /** What it takes over of the container's grid; positions come as they are known. */
  readonly subgrid: LayoutSize['subgrid']
}

export function makeGridItem(place: GridPlace, container: Style, subgrid: LayoutSize['subgrid']): GridItem {
  const { style } = place.box
  const isNormal = {
    x: isDefaultAlignment(style.justifySelf, container.justifyItems),
    y: isDefaultAlignment(style.alignSelf, container.alignItems),
  }
  const { justify, align } = alignmentsOf(place.box, container)
  // A subgrid fills the tracks that it takes over, however it is aligned (CSS Grid 2 §9).
  return {
    isNormal,
    subgrid,
    ...place,
    justify: subgrid?.columns === undefined ? justify : FILLED,
    align: subgrid?.rows === undefined ? align : FILLED,
  }
}

const FILLED: Alignment = { position: 'stretch', isSafe: false }

function isDefaultAlignment(own: Style['alignSelf'], items: Style['alignItems']): boolean {
  return own === 'normal' || (own === 'auto' && (items === 'normal' || items === 'auto'))
}

/** How a child is aligned in its area, as physical sides. */
export function alignmentsOf(box: Box, container: Style): { readonly justify: Alignment; readonly align: Alignment } {
  const { style } = box
  const alignment = (axis: 'x' | 'y', own: Style['alignSelf'], items: Style['alignItems']): Alignment =>
    resolveAlignment(own === 'auto' ? items : own, {
      axis,
      direction: container.direction,
      selfDirection: style.direction,
      isReversed: axis === 'x' && container.direction === 'rtl',
      normal: normalAlignment(box, axis, container),
    })
  return {
    justify: alignment('x', style.justifySelf, container.justifyItems),
    align: alignment('y', style.alignSelf, container.alignItems),
  }
}

/** What `normal` means: replaced boxes keep their size, all others, and form controls, fill their area (§6.2). */
function normalAlignment(box: Box, axis: 'x' | 'y', container: Style): Alignment['position'] {
  if (box.kind !== 'replaced' || box.control === 'drawn') return 'stretch'
  return axis === 'x' && container.direction === 'rtl' ? 'end' : 'start'
}

// ── Contributions ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The item as the column axis sees it; `areaHeight` is absent while the rows are not known. */
export function columnItem(
  item: GridItem,
  { tracks, areaHeight, shim }: { readonly tracks: readonly Track[]; readonly areaHeight: number | undefined; shim(outer: number): number },
  context: LayoutContext,
): TrackItem {
  const { box, column } = item
  const spanned = tracks.slice(column.start, column.start + column.span)
  // Browsers take a ratio for following the rows wherever an item fills them, although it may follow its width in the end.
  const heights = { containingHeight: areaHeight, height: areaHeight === undefined ? undefined : filledHeight(item, 0, areaHeight) }
  const widths = lazily(() => {
    const { min, max } = outerWidths(box, heights, context)
    return { min: min + shim(min), max: max + shim(max) }
  })
  return {
    min: () => Math.max(0, widths().min),
    max: () => Math.max(0, widths().max),
    minimum: lazily(() => Math.max(0, minimumWidth({ box, spanned, heights, widths }, context))),
    ...column,
  }
}

/** Whether the width that a box asks for follows the height of its area. */
export function followsHeight({ kind, style }: Box): boolean {
  if (kind === 'turned') return style.width === 'auto'
  if (kind !== 'replaced' && style.aspectRatio === 'auto') return false
  if (specifiedSize(style.width, undefined, 0, style.boxSizing) !== undefined) return false
  const isRelative = (value: Style['height'] | Style['maxHeight']): boolean =>
    value === 'stretch' || (isLength(value) && hasPercentage(value))
  return style.height === 'auto' || isRelative(style.height) || isRelative(style.minHeight) || isRelative(style.maxHeight)
}

interface ColumnDemand {
  readonly box: Box
  readonly spanned: readonly Track[]
  readonly heights: { readonly containingHeight: number | undefined; readonly height: number | undefined }
  /** Of its margin box, with its shim. */
  widths(): ContentWidths
}

/** The minimum contribution (§6.6): widths that depend on the columns count as automatic. */
function minimumWidth({ box, spanned, heights, widths }: ColumnDemand, context: LayoutContext): number {
  const { style } = box
  const edges = edgesOf(box, 0)
  if (style.width === 'max-content') return widths().max
  const isKnown = specifiedSize(style.width, undefined, edges.width, style.boxSizing) !== undefined
  if (isKnown || style.width === 'min-content') return widths().min
  const margins = usedMargins(style, 0)
  const around = margins.left + margins.right
  const space = { containingWidth: undefined, ...heights, available: 0, auto: 'shrink' } as const
  // Percentages are 0 here (CSS Sizing 3 §5.2.1), and `stretch` is no more than that.
  const specified =
    specifiedMinimum(style.minWidth, undefined, edges.width, style.boxSizing) ??
    keywordWidth(style.minWidth, { box, space, edges, context })
  if (specified !== undefined) return Math.max(specified, edges.width) + around
  if (style.minWidth === 'stretch' || !hasAutomaticMinimum(style, spanned)) return edges.width + around
  return Math.max(Math.min(widths().min, fixedMaximum(spanned)), edges.width + around)
}

/** The item as the row axis sees it, at the width its columns give it. */
export function rowItem(
  item: GridItem,
  { tracks, areaWidth, shim }: { readonly tracks: readonly Track[]; readonly areaWidth: number; readonly shim: number },
  context: LayoutContext,
): TrackItem {
  const { box, row } = item
  const spanned = tracks.slice(row.start, row.start + row.span)
  const margins = usedMargins(box.style, areaWidth)
  const around = margins.top + margins.bottom
  const height = lazily(() => Math.max(0, layoutNaturally(item, areaWidth, context).height + around + shim))
  const minimum = lazily(() => minimumHeight({ item, spanned, areaWidth, around, shim, height }, context))
  return { min: height, max: height, minimum, ...row }
}

interface RowDemand {
  readonly item: GridItem
  readonly spanned: readonly Track[]
  readonly areaWidth: number
  /** Vertical margins. */
  readonly around: number
  readonly shim: number
  /** Of its margin box, with the shim. */
  height(): number
}

function minimumHeight({ item, spanned, areaWidth, around, shim, height }: RowDemand, context: LayoutContext): number {
  const { style } = item.box
  const edges = edgesOf(item.box, areaWidth)
  const isKnown = specifiedSize(style.height, undefined, edges.height, style.boxSizing) !== undefined
  if (isKnown || style.height === 'min-content' || style.height === 'max-content') return height()
  const specified = specifiedMinimum(style.minHeight, undefined, edges.height, style.boxSizing)
  if (specified !== undefined) return Math.max(specified, edges.height) + around
  if (isContentKeyword(style.minHeight)) return height()
  if (style.minHeight === 'stretch' || !hasAutomaticMinimum(style, spanned)) return edges.height + around
  const width = widthInArea(item, areaWidth, undefined, context)
  const ratio = preferredRatio(item.box, edges)
  const content =
    ratio === undefined && item.subgrid === undefined
      ? contentHeight(item.box, { width, containingWidth: areaWidth, containingHeight: undefined }, context) + shim
      : height() - around
  return Math.max(clampHeight(style, edges, undefined, Math.min(content, fixedMaximum(spanned) - around)), edges.height + shim) + around
}

/** §6.6: not for scroll containers, not without an `auto` minimum, not across several tracks of which one is flexible. */
function hasAutomaticMinimum(style: Style, spanned: readonly Track[]): boolean {
  if (isScrollContainer(style) || !spanned.some((track) => track.min === 'auto')) return false
  return spanned.length === 1 || !spanned.some((track) => track.max === 'flex')
}

function fixedMaximum(spanned: readonly Track[]): number {
  let sum = 0
  for (const [i, { max, gap }] of spanned.entries()) {
    if (typeof max !== 'number') return Number.POSITIVE_INFINITY
    sum += max + (i > 0 ? gap : 0)
  }
  return sum
}

function lazily<T extends number | object>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

// ── In the area ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `areaHeight`: what percentages of heights mean, where rows are fixed. */
export function layoutNaturally(item: GridItem, areaWidth: number, context: LayoutContext, areaHeight?: number): Laid {
  const width = widthInArea(item, areaWidth, undefined, context)
  return layoutItem(item, { width, height: undefined, containingWidth: areaWidth, containingHeight: areaHeight }, context)
}

/** Subgrids are not remembered by their sizes: tracks differ. */
function layoutItem({ box, subgrid }: GridItem, size: LayoutSize, context: LayoutContext): Laid {
  return subgrid === undefined ? measureBox(box, size, context) : context.layout.layoutBox(box, { ...size, subgrid }, context)
}

export function widthInArea(item: GridItem, areaWidth: number, areaHeight: number | undefined, context: LayoutContext): number {
  const { box } = item
  const { style } = box
  const margins = usedMargins(style, areaWidth)
  const edges = edgesOf(item.box, areaWidth)
  const available = areaWidth - margins.left - margins.right
  if (item.subgrid?.columns !== undefined) return Math.max(available, edges.width)
  const filled = areaHeight === undefined ? undefined : filledHeight(item, areaWidth, areaHeight)
  const space: WidthSpace = {
    containingWidth: areaWidth,
    containingHeight: areaHeight,
    available,
    height: filled,
    // A height that is filled only by default leaves a ratio without an automatic minimum, as in browsers.
    hasOpenMinimum: item.isNormal.y,
    auto: 'shrink',
  }
  if (style.width !== 'auto') return usedWidth(box, space, context)
  const query = { box, space, edges, context }
  const stretched = Math.max(available, edges.width)
  const isFilling = item.justify.position === 'stretch' && !hasAutoMargin(style, 'x')
  // A table is never narrower than its content (CSS Tables 3 §3.9.1).
  if (isFilling && box.kind === 'table') return Math.max(limitWidth(stretched, query), widthsHere(query).min)
  if (isFilling && !item.isNormal.x) return clampWidth(stretched, query)
  if (isFilling && preferredRatio(box, edges) === undefined) return limitWidth(stretched, query)
  // A ratio carries a height that is known over to the width, but where both are filled only by default.
  const isByWidth = filled === undefined || item.isNormal.y
  return isFilling && isByWidth && isAutomatic(style.height, areaHeight) ? limitWidth(stretched, query) : usedWidth(box, space, context)
}

/** The height of an item that fills its area; undefined when it does not. */
function filledHeight({ box, align, subgrid }: GridItem, areaWidth: number, areaHeight: number): number | undefined {
  const { style } = box
  const edges = edgesOf(box, areaWidth)
  const margins = usedMargins(style, areaWidth)
  const height = areaHeight - margins.top - margins.bottom
  if (subgrid?.rows !== undefined) return Math.max(height, edges.height)
  if (align.position !== 'stretch' || style.height !== 'auto' || hasAutoMargin(style, 'y')) return undefined
  return clampHeight(style, edges, areaHeight, height)
}

/** The same, but a ratio gives the height of an item that fills its area only by default. */
function stretchedHeight(item: GridItem, areaWidth: number, areaHeight: number): number | undefined {
  const isByRatio = item.subgrid?.rows === undefined && item.isNormal.y && item.box.style.aspectRatio !== 'auto'
  return isByRatio ? undefined : filledHeight(item, areaWidth, areaHeight)
}

function hasAutoMargin(style: Style, axis: 'x' | 'y'): boolean {
  if (axis === 'x') return style.marginLeft === 'auto' || style.marginRight === 'auto'
  return style.marginTop === 'auto' || style.marginBottom === 'auto'
}

/** An item laid out in its area, with its offset from the area's corner. */
interface ItemInArea {
  readonly x: number
  readonly y: number
  readonly laid: Laid
}

/** Room between an edge of an item's area and its margin box, so that baselines meet. */
export interface Shim {
  readonly edge: 'start' | 'end'
  readonly size: number
}

/** Shims of an item that shares baselines. */
export interface AreaShims {
  readonly x: Shim | undefined
  readonly y: Shim | undefined
}

/** A grid area; `direction` is the container's. */
interface ItemArea extends Size {
  readonly direction: Style['direction']
  readonly shims: AreaShims
}

export function layoutInArea(item: GridItem, area: ItemArea, context: LayoutContext): ItemInArea {
  const { box } = item
  const { style } = box
  const width = widthInArea(item, area.width, area.height, context)
  const height = stretchedHeight(item, area.width, area.height)
  const laid = layoutItem(item, { width, height, containingWidth: area.width, containingHeight: area.height }, context)
  const margins = usedMargins(style, area.width)
  const freeX = area.width - margins.left - margins.right - laid.width
  const freeY = area.height - margins.top - margins.bottom - laid.height
  const isRtl = area.direction === 'rtl'
  const x =
    autoOffset(style.marginLeft, style.marginRight, freeX, isRtl) ??
    shimOffset(area.shims.x, freeX) ??
    offsetOf(startWhenStretched(item.justify, isRtl), freeX, isRtl)
  const y = autoOffset(style.marginTop, style.marginBottom, freeY, false) ?? shimOffset(area.shims.y, freeY) ?? offsetOf(item.align, freeY)
  return { x: margins.left + x, y: margins.top + y, laid }
}

function shimOffset(shim: Shim | undefined, free: number): number | undefined {
  if (shim === undefined) return undefined
  return shim.edge === 'start' ? shim.size : free - shim.size
}

function startWhenStretched(alignment: Alignment, isRtl: boolean): Alignment {
  const isStart = alignment.position === 'stretch' || alignment.position === 'baseline'
  return isStart ? { position: isRtl ? 'end' : 'start', isSafe: false } : alignment
}

/** Where automatic margins put a box; undefined when it has none. */
function autoOffset(start: Style['marginLeft'], end: Style['marginLeft'], free: number, isEndFirst: boolean): number | undefined {
  if (start !== 'auto' && end !== 'auto') return undefined
  if (free <= 0) return isEndFirst ? free : 0
  if (start === 'auto' && end === 'auto') return free / 2
  return start === 'auto' ? free : 0
}
