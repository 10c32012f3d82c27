// Specified sizes as border boxes, and used heights (CSS2 10, CSS Sizing 3 and 4); widths that look at content are in `width.ts`. All sizes here are border boxes unless a name says otherwise;
// `box-sizing` matters only while a specified length is read.
import type { Box } from '../../box/box.ts'
import { ObjectCache } from '../../collections/cache.ts'
import { type Edges, inLayoutUnits } from '../../geometry.ts'
import { withSize } from '../../style/length-sums.ts'
import type { Style } from '../../style/style.ts'
import {
  type AutoLength,
  type CalcSize,
  hasPercentage,
  isLength,
  type MaxSizeValue,
  resolveLength,
  type SizeValue,
} from '../../style/value.ts'
import type { ContentWidths, LayoutSize } from '../context.ts'

/** Used border and padding of a box. */
export interface UsedEdges {
  readonly border: Edges
  readonly padding: Edges
  /** From the border box to the content box. */
  readonly inset: Edges
  /** Left and right, top and bottom insets together. */
  readonly width: number
  readonly height: number
}

/** Edges and margins of styles without percentages: the same wherever a box stands. */
const fixedEdges = new ObjectCache<Style, UsedEdges>()
const fixedMargins = new ObjectCache<Style, Edges>()
/** By the border that took the place of the style's. */
const bordered = new ObjectCache<Style, UsedEdges[]>()
/** A table has few borders, and the next document's are equal. */
const BORDERS_PER_STYLE = 8

/** `border` replaces the style's border widths: collapsed borders of table cells. */
export function usedEdges(style: Style, containingWidth: number, border?: Edges): UsedEdges {
  if (!isFixed(style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft)) {
    return edgesIn(style, containingWidth, border ?? borderEdges(style))
  }
  if (border !== undefined) return borderedEdges(style, border)
  let edges = fixedEdges.get(style)
  if (edges === undefined) fixedEdges.set(style, (edges = edgesIn(style, 0, borderEdges(style))))
  return edges
}

function borderedEdges(style: Style, border: Edges): UsedEdges {
  let known = bordered.get(style)
  if (known === undefined) bordered.set(style, (known = []))
  for (const edges of known) if (isSame(edges.border, border)) return edges
  const edges = edgesIn(style, 0, border)
  if (known.length === BORDERS_PER_STYLE) known.shift()
  known.push(edges)
  return edges
}

function isSame(a: Edges, b: Edges): boolean {
  return a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left
}

function isFixed(top: AutoLength, right: AutoLength, bottom: AutoLength, left: AutoLength): boolean {
  return typeof top !== 'object' && typeof right !== 'object' && typeof bottom !== 'object' && typeof left !== 'object'
}

function edgesIn(style: Style, containingWidth: number, border: Edges): UsedEdges {
  const padding = {
    top: inLayoutUnits(Math.max(0, resolveLength(style.paddingTop, containingWidth))),
    right: inLayoutUnits(Math.max(0, resolveLength(style.paddingRight, containingWidth))),
    bottom: inLayoutUnits(Math.max(0, resolveLength(style.paddingBottom, containingWidth))),
    left: inLayoutUnits(Math.max(0, resolveLength(style.paddingLeft, containingWidth))),
  }
  return edgesFrom(border, padding)
}

export function edgesFrom(border: Edges, padding: Edges): UsedEdges {
  const inset = {
    top: border.top + padding.top,
    right: border.right + padding.right,
    bottom: border.bottom + padding.bottom,
    left: border.left + padding.left,
  }
  return { border, padding, inset, width: inset.left + inset.right, height: inset.top + inset.bottom }
}

export function borderEdges(style: Style): Edges {
  return { top: style.borderTopWidth, right: style.borderRightWidth, bottom: style.borderBottomWidth, left: style.borderLeftWidth }
}

/** Used margins with `auto` as 0, in whole layout units: a line that fills its block exactly fits where browsers fit it. */
export function usedMargins(style: Style, containingWidth: number): Edges {
  if (!isFixed(style.marginTop, style.marginRight, style.marginBottom, style.marginLeft)) return marginsIn(style, containingWidth)
  let margins = fixedMargins.get(style)
  if (margins === undefined) fixedMargins.set(style, (margins = marginsIn(style, 0)))
  return margins
}

function marginsIn(style: Style, containingWidth: number): Edges {
  return {
    top: style.marginTop === 'auto' ? 0 : inLayoutUnits(resolveLength(style.marginTop, containingWidth)),
    right: style.marginRight === 'auto' ? 0 : inLayoutUnits(resolveLength(style.marginRight, containingWidth)),
    bottom: style.marginBottom === 'auto' ? 0 : inLayoutUnits(resolveLength(style.marginBottom, containingWidth)),
    left: style.marginLeft === 'auto' ? 0 : inLayoutUnits(resolveLength(style.marginLeft, containingWidth)),
  }
}

/**
 * The border-box size that a length or percentage stands for; undefined for keywords and for percentages of an unknown basis.
 * `edges` is the border and padding in that direction.
 */
export function specifiedSize(
  value: SizeValue | MaxSizeValue,
  basis: number | undefined,
  edges: number,
  sizing: Style['boxSizing'],
): number | undefined {
  if (typeof value === 'string') return undefined
  if (typeof value !== 'number') {
    if (value.kind === 'fit-content' || value.kind === 'calc-size') return undefined
    if (basis === undefined && hasPercentage(value)) return undefined
  }
  const length = Math.max(0, resolveLength(value, basis ?? 0))
  return sizing === 'border-box' ? Math.max(length, edges) : length + edges
}

/** What the parts of a calculation mean. */
interface SizeBasis {
  /** Of percentages. */
  readonly basis: number | undefined
  readonly edges: number
  readonly sizing: Style['boxSizing']
}

/** The border-box size of `calc-size()`; `size` is the border-box size that its basis comes to. */
export function calculatedSize({ calculation }: CalcSize, size: number, { basis, edges, sizing }: SizeBasis): number {
  const own = sizing === 'border-box' ? size : Math.max(0, size - edges)
  const length = Math.max(0, resolveLength(withSize(calculation, own), basis ?? 0))
  return sizing === 'border-box' ? Math.max(length, edges) : length + edges
}

/** The height of a box whose content is `natural` high, as `calc-size()` says; undefined of other values. */
export function calculatedHeight(
  value: SizeValue | MaxSizeValue,
  natural: number,
  { style, edges, containingHeight }: { readonly style: Style; readonly edges: UsedEdges; readonly containingHeight: number | undefined },
): number | undefined {
  if (typeof value !== 'object' || value.kind !== 'calc-size') return undefined
  const margins = usedMargins(style, 0)
  const isFilled = value.basis === 'stretch' && containingHeight !== undefined
  const size = isFilled ? Math.max(0, containingHeight - margins.top - margins.bottom) : natural
  return calculatedSize(value, size, { basis: containingHeight, edges: edges.height, sizing: style.boxSizing })
}

/** The same of a minimum, whose percentages of an unknown basis are 0 (CSS Sizing 3 §5.2.1). */
export function specifiedMinimum(
  value: SizeValue,
  basis: number | undefined,
  edges: number,
  sizing: Style['boxSizing'],
): number | undefined {
  return specifiedSize(value, basis ?? 0, edges, sizing)
}

/** The size of what is left, between the content's two widths (CSS2 10.3.5). */
export function shrinkToFit(widths: ContentWidths, available: number): number {
  return Math.min(Math.max(widths.min, available), widths.max)
}

/** The width that a preferred aspect ratio gives to a definite height; undefined without either. */
export function widthFromHeight(style: Style, edges: UsedEdges, containingHeight: number | undefined): number | undefined {
  if (style.aspectRatio === 'auto') return undefined
  const isFilled = style.height === 'stretch' && containingHeight !== undefined
  const height = isFilled
    ? filledHeight(style, containingHeight)
    : specifiedSize(style.height, containingHeight, edges.height, style.boxSizing)
  if (height === undefined) return undefined
  return ratioWidth(style, edges, clampHeight(style, edges, containingHeight, height))
}

/** Border-box width of a border-box height under the style's own aspect ratio. */
export function ratioWidth(style: Style, edges: UsedEdges, height: number): number {
  if (style.aspectRatio === 'auto') return height
  const { ratio, isAuto } = style.aspectRatio
  if (style.boxSizing === 'border-box' && !isAuto) return Math.max(height * ratio, edges.width)
  return Math.max(0, height - edges.height) * ratio + edges.width
}

/** Border-box height of a border-box width under the style's own aspect ratio. */
export function ratioHeight(style: Style, edges: UsedEdges, width: number): number {
  if (style.aspectRatio === 'auto') return width
  const { ratio, isAuto } = style.aspectRatio
  if (style.boxSizing === 'border-box' && !isAuto) return Math.max(width / ratio, edges.height)
  return Math.max(0, width - edges.width) / ratio + edges.height
}

// ── Heights ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The border-box height that `height` or the aspect ratio specifies, clamped; undefined when the content decides. */
export function definiteHeight(style: Style, edges: UsedEdges, size: LayoutSize): number | undefined {
  if (size.height !== undefined) return size.height
  if (style.display === 'table-cell') return undefined
  if (style.height === 'stretch' && size.containingHeight !== undefined) {
    const margins = usedMargins(style, size.containingWidth)
    return clampHeight(style, edges, size.containingHeight, size.containingHeight - margins.top - margins.bottom)
  }
  const specified = specifiedSize(style.height, size.containingHeight, edges.height, style.boxSizing)
  if (specified !== undefined) return clampHeight(style, edges, size.containingHeight, specified)
  const isRatio = style.aspectRatio !== 'auto' && isAutomatic(style.height, size.containingHeight)
  return isRatio ? clampHeight(style, edges, size.containingHeight, ratioHeight(style, edges, size.width)) : undefined
}

/** Whether a height is `auto`, or behaves as if it were: percentages and `stretch` without a basis, and content keywords (CSS Sizing 3 §5.1.1). */
export function isAutomatic(height: Style['height'], basis: number | undefined): boolean {
  if (typeof height === 'string') return height !== 'stretch' || basis === undefined
  if (typeof height !== 'object') return false
  return height.kind === 'fit-content' || (basis === undefined && isLength(height) && hasPercentage(height))
}

/** Whether a box whose ratio decides its height may not be lower than its content (CSS Sizing 4 §5.1.1). */
export function isLeastAsContent(style: Style, size: Pick<LayoutSize, 'height' | 'containingHeight'>): boolean {
  const isFromRatio = size.height === undefined && style.aspectRatio !== 'auto' && isAutomatic(style.height, size.containingHeight)
  return isFromRatio && hasContentMinimum(style)
}

/** Percentages and `stretch` that behave as `auto` have no automatic minimum, in browsers. */
export function hasContentMinimum({ height, minHeight, overflowY }: Style): boolean {
  const isAuto = typeof height === 'string' ? height !== 'stretch' : typeof height === 'object' && height.kind === 'fit-content'
  return isAuto && minHeight === 'auto' && overflowY === 'visible'
}

/** Used border-box height of a box whose content is `natural` high, insets included. */
export function usedHeight(style: Style, edges: UsedEdges, size: LayoutSize, natural: number): number {
  if (size.height !== undefined) return size.height
  const definite = definiteHeight(style, edges, size)
  if (definite === undefined) {
    if (style.display === 'table-cell') return natural
    const own = calculatedHeight(style.height, natural, { style, edges, containingHeight: size.containingHeight }) ?? natural
    return clampHeight(style, edges, size.containingHeight, own, natural)
  }
  if (typeof style.minHeight === 'string' || typeof style.maxHeight === 'string') {
    const specified = specifiedSize(style.height, size.containingHeight, edges.height, style.boxSizing)
    if (specified !== undefined) return clampHeight(style, edges, size.containingHeight, specified, natural)
  }
  const isFromRatio = isAutomatic(style.height, size.containingHeight)
  if (!isFromRatio || !hasContentMinimum(style)) return definite
  const max = specifiedSize(style.maxHeight, size.containingHeight, edges.height, style.boxSizing) ?? Number.POSITIVE_INFINITY
  return Math.max(definite, Math.min(natural, max))
}

/** Applies `max-height`, then `min-height`. Percentages without a basis are none and 0, and so are content keywords where `natural`, the content's height, is not known. */
export function clampHeight(
  style: Style,
  edges: UsedEdges,
  containingHeight: number | undefined,
  height: number,
  natural?: number,
): number {
  const limit = (value: SizeValue | MaxSizeValue, basis: number | undefined): number | undefined =>
    value === 'stretch' && containingHeight !== undefined
      ? filledHeight(style, containingHeight)
      : (specifiedSize(value, basis, edges.height, style.boxSizing) ??
        (natural === undefined ? undefined : contentHeightOf(value, natural, { style, edges, containingHeight })))
  const most = limit(style.maxHeight, containingHeight) ?? Number.POSITIVE_INFINITY
  // Percentages of an unknown height are 0 in a minimum (CSS Sizing 3 §5.2.1).
  return Math.max(Math.min(height, most), limit(style.minHeight, containingHeight ?? 0) ?? 0, edges.height)
}

/** What `stretch` comes to in the block axis. Percentages of margins count as none: their basis is the other axis. */
function filledHeight(style: Style, containingHeight: number): number {
  const margins = usedMargins(style, 0)
  return Math.max(0, containingHeight - margins.top - margins.bottom)
}

/** `auto` in `calc-size()` is no limit of a box, whose content is not counted in it. */
function contentHeightOf(
  value: SizeValue | MaxSizeValue,
  natural: number,
  around: Parameters<typeof calculatedHeight>[2],
): number | undefined {
  if (isContentKeyword(value)) return natural
  const isAuto = typeof value === 'object' && value.kind === 'calc-size' && value.basis === 'auto'
  return calculatedHeight(value, isAuto ? around.edges.height : natural, around)
}

/** Heights named by a content keyword are the content's (CSS Sizing 3 §5.1). */
export function isContentKeyword(value: SizeValue | MaxSizeValue): boolean {
  return (
    value === 'min-content' ||
    value === 'max-content' ||
    value === 'fit-content' ||
    (typeof value === 'object' && value.kind === 'fit-content')
  )
}

/** Content height that percentages of the children mean; undefined when it depends on them. */
export function percentageBasis(style: Style, edges: UsedEdges, size: LayoutSize): number | undefined {
  if (size.height !== undefined) return size.isHeightIndefinite === true ? undefined : Math.max(0, size.height - edges.height)
  const height = definiteHeight(style, edges, size)
  return height === undefined ? undefined : Math.max(0, height - edges.height)
}

/**
 * The same, looking past boxes that percentages do not see: anonymous ones (CSS2 9.2.1.1), and in quirks mode blocks of automatic height
 * (Quirks Mode §3.5).
 */
export function childrenBasis(box: Box, edges: UsedEdges, size: LayoutSize, isQuirks: boolean): number | undefined {
  const isPassed = box.isAnonymous || (isQuirks && box.style.position !== 'absolute' && box.style.position !== 'fixed')
  const looksPast = box.style.height === 'auto' && size.height === undefined && isPassed
  return percentageBasis(box.style, edges, size) ?? (looksPast ? heightAround(box, edges, size) : undefined)
}

/** The height that percentages in a box of automatic height find outside; `html` and `body` fill that with their margin boxes (Quirks Mode §3.6, §3.7). */
function heightAround({ origin, isAnonymous, style }: Box, edges: UsedEdges, size: LayoutSize): number | undefined {
  const { containingHeight, containingWidth } = size
  if (containingHeight === undefined || isAnonymous || (origin.tag !== 'html' && origin.tag !== 'body')) return containingHeight
  const { top, bottom } = usedMargins(style, containingWidth)
  return Math.max(0, containingHeight - edges.height - top - bottom)
}
