// Sizes of images and other boxes with natural dimensions (CSS2 10.3.2, 10.4, 10.6.2; CSS Images 3 §5; CSS Sizing 4 §5).
import type { ReplacedBox } from '../../box/box.ts'
import { clamp, PX, type Size } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import { isAcrossLines, type Natural, naturalSize, preferredRatio, type Ratio } from './ratio.ts'
import { isContentKeyword, specifiedMinimum, specifiedSize, type UsedEdges, usedEdges, usedMargins } from './sizing.ts'

/** What a replaced box is sized against; undefined where it is not known. */
interface ReplacedSpace {
  readonly containingWidth: number | undefined
  readonly containingHeight: number | undefined
  /** Room for the border box; infinite while max-content widths are measured. */
  readonly available: number
  /** Of the border box where the container decides it. */
  readonly height?: number | undefined
}

/** Size of a box without natural dimensions (CSS2 10.3.2), in the frame around it. */
function defaultSize({ frame }: Style): Size {
  return frame === 'none' ? { width: 300 * PX, height: 150 * PX } : { width: 150 * PX, height: 300 * PX }
}

interface Bounds {
  readonly minWidth: number
  readonly maxWidth: number
  readonly minHeight: number
  readonly maxHeight: number
}

/** Used border-box size of a replaced box. */
export function replacedSize(box: ReplacedBox, given: ReplacedSpace, context: LayoutContext): Size {
  const { style } = box
  const space = spaceAcross(style, given, context)
  const edges = usedEdges(style, space.containingWidth ?? 0)
  const natural = naturalSize(box)
  const byDefault = defaultSize(style)
  const ratio = preferredRatio(box, edges)
  const bounds = sizeBounds(box, space, edges)
  const isFilling = style.width === 'stretch' && space.containingWidth !== undefined
  const width = isFilling ? space.available : specifiedSize(style.width, space.containingWidth, edges.width, style.boxSizing)
  const height =
    space.height ??
    filledHeight(style.height, style, space) ??
    specifiedSize(style.height, space.containingHeight, edges.height, style.boxSizing)
  if (width === undefined && height === undefined) {
    const isPercentage = typeof style.width === 'object' && style.width.kind !== 'fit-content'
    return autoSize({ natural, ratio, bounds, edges, space, isPercentage, length: lengthAcross(style, space), byDefault })
  }
  if (width !== undefined) {
    const w = clamp(width, bounds.minWidth, bounds.maxWidth)
    const h = height ?? ratio?.height(w) ?? (natural.height ?? byDefault.height) + edges.height
    return { width: w, height: clamp(h, bounds.minHeight, bounds.maxHeight) }
  }
  const h = clamp(height ?? 0, bounds.minHeight, bounds.maxHeight)
  const w = ratio?.width(h) ?? (natural.width ?? byDefault.width) + edges.width
  return { width: clamp(w, bounds.minWidth, bounds.maxWidth), height: h }
}

/** What content keywords name: the width without lengths of its own. */
export function replacedContentWidth(box: ReplacedBox, space: ReplacedSpace, context: LayoutContext): number {
  return replacedSize({ ...box, style: { ...box.style, width: 'auto', minWidth: 'auto', maxWidth: 'none' } }, space, context).width
}

/** Where the height around an orthogonal flow is not known, the initial containing block stands for it (CSS Writing Modes 4 §7.3.1). */
function spaceAcross(style: Style, space: ReplacedSpace, { area }: LayoutContext): ReplacedSpace {
  if (space.containingHeight !== undefined || !isAcrossLines(style)) return space
  return { ...space, containingHeight: style.frame === 'none' ? area.height : area.width }
}

/** The height of an orthogonal flow that fills its inline axis; undefined for other boxes. */
function lengthAcross(style: Style, space: ReplacedSpace): number | undefined {
  return isAcrossLines(style) ? filledHeight('stretch', style, space) : undefined
}

/** What `stretch` comes to as a height; undefined for other values, and without a basis. */
function filledHeight(
  value: Style['height'] | Style['maxHeight'],
  style: Style,
  { containingWidth, containingHeight }: ReplacedSpace,
): number | undefined {
  if (value !== 'stretch' || containingHeight === undefined) return undefined
  const margins = usedMargins(style, containingWidth ?? 0)
  return Math.max(0, containingHeight - margins.top - margins.bottom)
}

function sizeBounds(box: ReplacedBox, space: ReplacedSpace, edges: UsedEdges): Bounds {
  const heights = heightBounds(box, space, edges)
  const { style } = box
  const natural = naturalSize(box)
  const ratio = preferredRatio(box, edges)
  const own = space.height ?? specifiedSize(style.height, space.containingHeight, edges.height, style.boxSizing)
  const width = (value: Style['minWidth'] | Style['maxWidth']): number | undefined => {
    if (value === 'stretch') return space.containingWidth === undefined ? undefined : space.available
    if (!isContentKeyword(value)) return specifiedSize(value, space.containingWidth, edges.width, style.boxSizing)
    // Content has the width that the height and the ratio give.
    if (ratio !== undefined && own !== undefined) return ratio.width(clamp(own, heights.minHeight, heights.maxHeight))
    if (ratio !== undefined && natural.width === undefined) return undefined
    return (natural.width ?? defaultSize(style).width) + edges.width
  }
  const minWidth =
    width(style.minWidth) ?? specifiedMinimum(style.minWidth, space.containingWidth, edges.width, style.boxSizing) ?? edges.width
  return { minWidth, maxWidth: Math.max(minWidth, width(style.maxWidth) ?? Number.POSITIVE_INFINITY), ...heights }
}

function heightBounds(box: ReplacedBox, space: ReplacedSpace, edges: UsedEdges): Pick<Bounds, 'minHeight' | 'maxHeight'> {
  const { style } = box
  const height = (value: Style['minHeight'] | Style['maxHeight']): number | undefined =>
    isContentKeyword(value)
      ? preferredRatio(box, edges) !== undefined
        ? undefined
        : (naturalSize(box).height ?? defaultSize(style).height) + edges.height
      : (filledHeight(value, style, space) ?? specifiedSize(value, space.containingHeight, edges.height, style.boxSizing))
  const minHeight =
    height(style.minHeight) ?? specifiedMinimum(style.minHeight, space.containingHeight, edges.height, style.boxSizing) ?? edges.height
  return { minHeight, maxHeight: Math.max(minHeight, height(style.maxHeight) ?? Number.POSITIVE_INFINITY) }
}

/** A replaced box without a specified width or height. */
interface AutoSized {
  readonly natural: Natural
  readonly ratio: Ratio | undefined
  readonly bounds: Bounds
  readonly edges: UsedEdges
  readonly space: ReplacedSpace
  /** Its width is a percentage that means nothing yet. */
  readonly isPercentage: boolean
  /** Of an orthogonal flow, the height to fill. */
  readonly length: number | undefined
  readonly byDefault: Size
}

function autoSize({ natural, ratio, bounds, edges, space, isPercentage, length, byDefault }: AutoSized): Size {
  const height = natural.height === undefined ? undefined : natural.height + edges.height
  const width =
    natural.width !== undefined
      ? natural.width + edges.width
      : ratio === undefined
        ? byDefault.width + edges.width
        : height !== undefined
          ? ratio.width(height)
          : length !== undefined
            ? ratio.width(length)
            : // A ratio and nothing else: as wide as a block would be (CSS2 10.3.2), and without a width where what is around it is measured, as in browsers.
              Number.isFinite(space.available)
              ? space.available
              : edges.width + (isPercentage ? byDefault.width : 0)
  const size = { width, height: ratio?.height(width) ?? height ?? byDefault.height + edges.height }
  if (ratio === undefined) {
    return { width: clamp(size.width, bounds.minWidth, bounds.maxWidth), height: clamp(size.height, bounds.minHeight, bounds.maxHeight) }
  }
  return constrain(size, ratio, bounds)
}

/** The table of constraint violations of CSS2 10.4: keeps the ratio as long as the bounds let it. */
function constrain({ width: w, height: h }: Size, ratio: Ratio, bounds: Bounds): Size {
  const { minWidth, maxWidth, minHeight, maxHeight } = bounds
  const byWidth = (width: number): Size => ({ width, height: clamp(ratio.height(width), minHeight, maxHeight) })
  const byHeight = (height: number): Size => ({ width: clamp(ratio.width(height), minWidth, maxWidth), height })
  const isWide = w > maxWidth
  const isHigh = h > maxHeight
  if (isWide && isHigh) return maxWidth / w <= maxHeight / h ? byWidth(maxWidth) : byHeight(maxHeight)
  const isNarrow = w < minWidth
  const isLow = h < minHeight
  if (isNarrow && isLow) return minWidth / w <= minHeight / h ? byHeight(minHeight) : byWidth(minWidth)
  if (isNarrow && isHigh) return { width: minWidth, height: maxHeight }
  if (isWide && isLow) return { width: maxWidth, height: minHeight }
  if (isWide) return byWidth(maxWidth)
  if (isNarrow) return byWidth(minWidth)
  if (isHigh) return byHeight(maxHeight)
  if (isLow) return byHeight(minHeight)
  return { width: w, height: h }
}

/** Border-box height that goes with a width which may have been decided elsewhere (stretched or flexed). */
export function replacedHeight(box: ReplacedBox, size: LayoutSize, context: LayoutContext): number {
  const given = { containingWidth: size.containingWidth, containingHeight: size.containingHeight, available: size.width }
  const space = spaceAcross(box.style, given, context)
  const own = replacedSize(box, space, context)
  const { style } = box
  const edges = usedEdges(style, size.containingWidth)
  const isOwnWidth = Math.abs(own.width - size.width) < 0.001
  if (isOwnWidth || specifiedSize(style.height, size.containingHeight, edges.height, style.boxSizing) !== undefined) return own.height
  const { minHeight, maxHeight } = sizeBounds(box, space, edges)
  return clamp(preferredRatio(box, edges)?.height(size.width) ?? own.height, minHeight, maxHeight)
}
