// Used widths of boxes, content-based ones included (CSS2 10.3, CSS Sizing 3 §4–5, CSS Sizing 4 §5). All sizes are border boxes.
import type { Box } from '../../box/box.ts'
import { isAbsolute, isWithoutCells } from '../../box/box-kinds.ts'
import { type Edges, NO_EDGES } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { type CalcSize, hasPercentage, isLength, type MaxSizeValue, type SizeValue } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { replacedContentWidth, replacedSize } from './replaced-size.ts'
import {
  calculatedSize,
  clampHeight,
  isAutomatic,
  isContentKeyword,
  ratioWidth,
  shrinkToFit,
  specifiedMinimum,
  specifiedSize,
  type UsedEdges,
  usedEdges,
  usedMargins,
  widthFromHeight,
} from './sizing.ts'

/** What a width is worked out from. */
export interface WidthSpace {
  /** What percentages mean; undefined while content widths are measured. */
  readonly containingWidth: number | undefined
  readonly containingHeight: number | undefined
  /** Room for the border box: the containing block less margins and floats. */
  readonly available: number
  /** Of the border box where the container decides it: for a ratio, and for what follows it in content widths. */
  readonly height?: number | undefined
  /** A width that a ratio makes of that height has no automatic minimum: where the box did not ask for the height, or where that is added later. */
  readonly hasOpenMinimum?: boolean
  /** What `auto` does: fill the room (blocks in flow), also where a ratio gives a width (`justify-self: stretch`), or shrink to fit (floats, inline-blocks, absolute boxes, tables). */
  readonly auto: 'stretch' | 'fill' | 'shrink'
}

/** A box whose width is worked out, and what from. */
interface WidthQuery {
  readonly box: Box
  readonly space: WidthSpace
  /** Of the box, at the space's containing width. */
  readonly edges: UsedEdges
  readonly context: LayoutContext
}

/** Used width of a box's border box, `min-width` and `max-width` applied. Replaced boxes take theirs from `replacedSize`. */
export function usedWidth(box: Box, space: WidthSpace, context: LayoutContext): number {
  if (box.kind === 'replaced') return replacedSize(box, space, context).width
  const edges = edgesOf(box, space.containingWidth ?? 0)
  const query = { box, space, edges, context }
  const width = limitWidth(preferredWidth(query), query)
  if (box.kind !== 'table') return width
  const widths = widthsHere(query)
  return Math.max(width, widths.min - unusedWidth(widths, query))
}

/** Edges of a box by itself: tables with collapsed borders have no padding (CSS2 17.6.2). */
export function edgesOf(box: Box, containingWidth: number): UsedEdges {
  const edges = usedEdges(box.style, containingWidth)
  if (box.kind !== 'table' || box.style.borderCollapse === 'separate') return edges
  // Half of a collapsed border is in the table (CSS2 17.6.2). Borders are those of cells: where there are none, nothing has any.
  const border = isWithoutCells(box) ? NO_EDGES : halved(edges.border)
  return { border, padding: NO_EDGES, inset: border, width: border.left + border.right, height: border.top + border.bottom }
}

function halved({ top, right, bottom, left }: Edges): Edges {
  return { top: top / 2, right: right / 2, bottom: bottom / 2, left: left / 2 }
}

function preferredWidth(query: WidthQuery): number {
  const { style } = query.box
  const width = style.width === 'auto' ? undefined : keywordWidth(style.width, query)
  if (width === undefined) return automaticWidth(query)
  return isContentKeyword(style.width) && carriedWidth(query) !== undefined ? atLeastContent(width, query) : width
}

function automaticWidth(query: WidthQuery): number {
  const { box, space, edges, context } = query
  if (space.auto === 'fill') return Math.max(space.available, edges.width)
  const transferred = carriedWidth(query)
  if (transferred !== undefined) return atLeastContent(transferred, query)
  const across = box.kind === 'turned' ? context.layout.widthAcross(box, { ...space, height: undefined }, context) : undefined
  if (across !== undefined) return across
  if (space.auto === 'stretch' && box.kind !== 'table') return Math.max(space.available, edges.width)
  const widths = widthsHere(query, heightBasis(query))
  return shrinkToFit(widths, space.available) - unusedWidth(widths, query)
}

/** The width that a preferred aspect ratio gives to a height that is known: that of the style, or the one that the container decides. */
function carriedWidth({ box, edges, space }: WidthQuery): number | undefined {
  const { style } = box
  if (style.aspectRatio === 'auto' || space.height === undefined) return widthFromHeight(style, edges, space.containingHeight)
  return ratioWidth(style, edges, space.height)
}

/** An automatic minimum keeps content from overflowing a width that only the ratio asks for (CSS Sizing 4 §5.1.1). */
function atLeastContent(width: number, query: WidthQuery): number {
  const { box, space, edges } = query
  if (space.height !== undefined && space.hasOpenMinimum === true) return width
  if (box.style.minWidth !== 'auto' || box.style.overflowX !== 'visible') return width
  return Math.max(width, Math.min(widthsHere(query, heightBasis(query)).min, maxWidth(box.style, space, edges)))
}

/** What a box asks for and leaves out when it has its own automatic width. */
function unusedWidth({ unused = 0 }: ContentWidths, { box: { style }, space }: WidthQuery): number {
  return unused > 0 && space.containingWidth !== undefined && style.width === 'auto' && !isAbsolute(style) ? unused : 0
}

/** Content widths with the padding that the box has here: they are measured before percentages mean anything. */
export function widthsHere(query: Omit<WidthQuery, 'space'> & { readonly space?: WidthSpace }, height?: number): ContentWidths {
  const { box, edges, context, space } = query
  const widths = context.layout.contentWidths(space === undefined ? box : withKnownLimits({ box, edges, context, space }), context, height)
  const more = edges.width - edgesOf(box, 0).width
  return more === 0 ? widths : { ...widths, min: widths.min + more, max: widths.max + more }
}

/** A grid whose automatic repeats fill limits in percent, with these as lengths where they are known; any other box as it is. */
function withKnownLimits(query: WidthQuery): Box {
  const { box, space, edges } = query
  if (box.kind !== 'grid' || space.containingWidth === undefined) return box
  const { style } = box
  const isRelative = [style.minWidth, style.maxWidth].some((value) => value === 'stretch' || (isLength(value) && hasPercentage(value)))
  if (!isRelative || !style.gridTemplateColumns.items.some(({ kind }) => kind === 'repeat')) return box
  const known = <T extends SizeValue | MaxSizeValue>(value: T): T | number => {
    const border = value === 'stretch' || isLength(value) ? keywordWidth(value, query) : undefined
    return border === undefined ? value : style.boxSizing === 'border-box' ? border : Math.max(0, border - edges.width)
  }
  return { ...box, style: { ...style, minWidth: known(style.minWidth), maxWidth: known(style.maxWidth) } }
}

/** The height that percentages in the box mean; undefined when it follows content. Anonymous boxes are looked past (CSS2 9.2.1.1). */
function heightBasis({ box, space, edges }: Pick<WidthQuery, 'box' | 'edges'> & { readonly space: HeightSpace }): number | undefined {
  const { style } = box
  const { containingHeight } = space
  if (space.height !== undefined) return Math.max(0, space.height - edges.height)
  if (style.height === 'auto') return box.isAnonymous ? containingHeight : undefined
  const border =
    style.height === 'stretch' ? containingHeight : specifiedSize(style.height, containingHeight, edges.height, style.boxSizing)
  return border === undefined ? undefined : Math.max(0, clampHeight(style, edges, containingHeight, border) - edges.height)
}

type HeightSpace = Pick<WidthSpace, 'containingHeight' | 'height'>

function maxWidth(style: Style, space: WidthSpace, edges: UsedEdges): number {
  return specifiedSize(style.maxWidth, space.containingWidth, edges.width, style.boxSizing) ?? Number.POSITIVE_INFINITY
}

/** A width, min-width, max-width or flex-basis as a border-box size; undefined for `auto`, `none` and percentages of the unknown. */
export function keywordWidth(value: SizeValue | MaxSizeValue, query: WidthQuery): number | undefined {
  const { box, space, edges } = query
  if (value === 'auto' || value === 'none' || value === 'content') return undefined
  // Without a container to fill, it is `auto` (CSS Sizing 4 §4.1).
  if (value === 'stretch') return space.containingWidth === undefined ? undefined : Math.max(space.available, edges.width)
  if (value === 'min-content') return intrinsicWidths(query).min
  if (value === 'max-content') return intrinsicWidths(query).max
  if (value === 'fit-content') return shrinkToFit(intrinsicWidths(query), space.available)
  if (typeof value === 'object' && value.kind === 'calc-size') return calculatedWidth(value, query)
  if (typeof value === 'object' && value.kind === 'fit-content') {
    const limit = specifiedSize(value.limit, space.containingWidth, edges.width, box.style.boxSizing)
    return shrinkToFit(intrinsicWidths(query), limit ?? Number.POSITIVE_INFINITY)
  }
  return specifiedSize(value, space.containingWidth, edges.width, box.style.boxSizing)
}

/** `auto` is what the box would have without a width. */
function calculatedWidth(value: CalcSize, query: WidthQuery): number {
  const { box, space, edges } = query
  const isAuto = value.basis === 'auto' || value.basis === 'content'
  const size = (isAuto ? undefined : keywordWidth(value.basis, query)) ?? automaticWidth(query)
  return calculatedSize(value, size, { basis: space.containingWidth, edges: edges.width, sizing: box.style.boxSizing })
}

/** What content keywords name: a definite height under an aspect ratio stands for the content (CSS Sizing 4 §5.2). */
function intrinsicWidths(query: WidthQuery): ContentWidths {
  const { box, space, context } = query
  const width = box.kind === 'replaced' ? replacedContentWidth(box, space, context) : carriedWidth(query)
  return width === undefined ? widthsHere(query, heightBasis(query)) : { min: width, max: width }
}

/** Applies `max-width`, then `min-width` (CSS2 10.4). */
export function clampWidth(width: number, query: WidthQuery): number {
  const { style } = query.box
  const max = keywordWidth(style.maxWidth, query) ?? Number.POSITIVE_INFINITY
  const min = leastWidth(query) ?? 0
  return Math.max(Math.min(width, max), min, query.edges.width)
}

/** `auto` in `calc-size()` is the automatic minimum: that of a box with an aspect ratio, 0 elsewhere (CSS Sizing 4 §5.1.1). */
function leastWidth(query: WidthQuery): number | undefined {
  const { box, space, edges, context } = query
  const { style } = box
  const { minWidth } = style
  if (typeof minWidth !== 'object' || minWidth.kind !== 'calc-size' || minWidth.basis !== 'auto') {
    // Percentages of the unknown are 0 in a minimum (CSS Sizing 3 §5.2.1).
    return specifiedMinimum(minWidth, space.containingWidth, edges.width, style.boxSizing) ?? keywordWidth(minWidth, query)
  }
  const hasRatio = carriedWidth(query) !== undefined && style.overflowX === 'visible'
  const automatic = hasRatio ? Math.min(context.layout.contentWidths(box, context).min, maxWidth(style, space, edges)) : 0
  return calculatedSize(minWidth, automatic, { basis: space.containingWidth, edges: edges.width, sizing: style.boxSizing })
}

/**
 * The same for a width that content or the room decides: a preferred aspect ratio carries limits of the height over to it (CSS Sizing 4 §5.1.2),
 * as far as limits of the width itself let it.
 */
export function limitWidth(width: number, query: WidthQuery): number {
  const { box, space, edges } = query
  const { style } = box
  const isOpen = style.aspectRatio !== 'auto' && isOpenWidth(style, space) && isAutomatic(style.height, space.containingHeight)
  if (!isOpen) return clampWidth(width, query)
  const { containingHeight } = space
  const carried = (height: number | undefined): number | undefined => (height === undefined ? undefined : ratioWidth(style, edges, height))
  // No box is lower than its paddings and borders.
  const least = carried(specifiedMinimum(style.minHeight, containingHeight, edges.height, style.boxSizing) ?? edges.height) ?? 0
  const greatest = carried(specifiedSize(style.maxHeight, containingHeight, edges.height, style.boxSizing))
  const most = Math.max(greatest ?? Number.POSITIVE_INFINITY, least)
  return clampWidth(Math.max(Math.min(width, most), least), query)
}

/** Whether no definite width is specified. */
function isOpenWidth({ width, boxSizing }: Style, { containingWidth }: WidthSpace): boolean {
  return width !== 'stretch' && (isContentKeyword(width) || specifiedSize(width, containingWidth, 0, boxSizing) === undefined)
}

/**
 * What a box adds to the min- and max-content width of its container: its margin box, with definite own sizes honoured
 * (CSS Sizing 3 §5). Percentages count as `auto`, as they have no basis yet; those of a height have one where the container's is known.
 */
export function widthContribution(
  box: Box,
  context: LayoutContext,
  heights: HeightSpace = { containingHeight: context.heightBasis },
): ContentWidths {
  const { min, max } = outerWidths(box, heights, context)
  return { min: Math.max(0, min), max: Math.max(0, max) }
}

/** The same where contributions are added up: negative margins may make them negative. */
export function outerWidths(box: Box, heights: HeightSpace, context: LayoutContext): ContentWidths {
  const margins = usedMargins(box.style, 0)
  context.contributions++
  const own = ownWidths(box, heights, context)
  context.contributions--
  const around = margins.left + margins.right
  return { min: own.min + around, max: own.max + around }
}

/** Content alone decides, as it does for most boxes: `usedWidth` would come to the same, twice. */
function isUnlimited({ kind, style }: Box): boolean {
  const isAuto = style.width === 'auto' && style.minWidth === 'auto' && style.maxWidth === 'none' && style.aspectRatio === 'auto'
  return isAuto && kind !== 'replaced' && kind !== 'table'
}

function ownWidths(box: Box, heights: HeightSpace, context: LayoutContext): ContentWidths {
  if (isUnlimited(box) && (heights.containingHeight === undefined || box.kind !== 'turned')) {
    const used = usedEdges(box.style, 0)
    const content = context.layout.contentWidths(box, context, heightBasis({ box, edges: used, space: heights }))
    const edges = used.width
    return { min: Math.max(shrinkToFit(content, 0), edges), max: Math.max(shrinkToFit(content, Number.POSITIVE_INFINITY), edges) }
  }
  const open = { containingWidth: undefined, ...heights, available: Number.POSITIVE_INFINITY, auto: 'shrink' } as const
  const min = usedWidth(box, { ...open, available: 0 }, context)
  const max = usedWidth(box, open, context)
  return { min: isCompressible(box) ? compressedWidth(box) : min, max }
}

/** Percentages count as zero, also in `min-width` (CSS Sizing 3 §5.2.2). */
function compressedWidth({ style }: Box): number {
  const { width } = usedEdges(style, 0)
  return Math.max(width, isLength(style.minWidth) ? (specifiedSize(style.minWidth, 0, width, style.boxSizing) ?? 0) : 0)
}

/** Whether it can shrink to nothing: a replaced box sized or limited by a percentage (CSS Sizing 3 §5.2.2), in Chromium a control sized by one. */
export function isCompressible(box: Box): boolean {
  const isReplaced = box.kind === 'replaced' && box.isCheckBox !== true
  if (!isReplaced && box.control !== 'compressible') return false
  const sizes = isReplaced ? [box.style.width, box.style.maxWidth] : [box.style.width]
  return sizes.some((value) => typeof value === 'object' && specifiedSize(value, undefined, 0, 'border-box') === undefined)
}
