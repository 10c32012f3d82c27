// Flex items before flexing (CSS Flexbox 1 §9.2): base sizes, automatic minimums (§4.5), margins. All sizes are border boxes.

import type { Box } from '../../box/box.ts'
import { isAbsolute, isScrollContainer } from '../../box/box-kinds.ts'
import type { Edges } from '../../geometry.ts'
import { isOrthogonal } from '../../style/frame.ts'
import type { Style } from '../../style/style.ts'
import type { CalcSize } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { type Alignment, resolveAlignment } from '../sizing/alignment.ts'
import { asContribution, contentHeight, naturalBox } from '../sizing/measure.ts'
import { naturalSize, preferredRatio, type Ratio } from '../sizing/ratio.ts'
import {
  calculatedHeight,
  calculatedSize,
  clampHeight,
  specifiedMinimum,
  specifiedSize,
  type UsedEdges,
  usedMargins,
} from '../sizing/sizing.ts'
import { clampWidth, edgesOf, isCompressible, keywordWidth, usedWidth, type WidthSpace, widthsHere } from '../sizing/width.ts'
import type { FlexibleItem } from './flexible-lengths.ts'
import type { FlexFrame } from './frame.ts'

export interface FlexItem extends FlexibleItem {
  readonly box: Box
  readonly margins: Edges
  readonly edges: UsedEdges
  readonly align: Alignment
  /** Fills the line's cross size. */
  readonly isStretched: boolean
  /** Hypothetical cross size in a column: the width it is measured at. */
  readonly width: number
  /** The item decides its main size itself, so percentages inside of it may refer to it. */
  readonly isMainDefinite: boolean
}

/** The items in order-modified document order, absolute children left out. `widthOf`: in a column, border-box widths that are decided elsewhere. */
export function flexItems(frame: FlexFrame, context: LayoutContext, widthOf?: (child: Box) => number): FlexItem[] {
  const boxes = frame.box.children.filter((child) => !isAbsolute(child.style))
  if (boxes.some((child) => child.style.order !== 0)) boxes.sort((a, b) => a.style.order - b.style.order)
  return boxes.map((child) => makeItem(child, frame, context, widthOf?.(child)))
}

/** How a child is aligned on the cross axis, as physical sides. `container`: the style of the container. */
export function crossAlignment(
  child: Style,
  container: Style,
  { isRow, isCrossReversed }: Pick<FlexFrame, 'isRow' | 'isCrossReversed'>,
): Alignment {
  return resolveAlignment(child.alignSelf === 'auto' ? container.alignItems : child.alignSelf, {
    axis: isRow ? 'y' : 'x',
    direction: container.direction,
    selfDirection: child.direction,
    isReversed: isCrossReversed,
    normal: 'stretch',
  })
}

function makeItem(box: Box, frame: FlexFrame, context: LayoutContext, width: number | undefined): FlexItem {
  const { style } = box
  const margins = usedMargins(style, frame.width)
  const edges = edgesOf(box, frame.width)
  const align = crossAlignment(style, frame.box.style, frame)
  const isAutoMargin = frame.isRow
    ? style.marginTop === 'auto' || style.marginBottom === 'auto'
    : style.marginLeft === 'auto' || style.marginRight === 'auto'
  const crossSize = frame.isRow ? style.height : style.width
  const isFilling = crossSize === 'auto' || (frame.isRow && crossSize === 'stretch' && frame.height === undefined)
  const isStretched = align.position === 'stretch' && isFilling && !isAutoMargin
  const measure = { box, margins, edges, frame, isStretched, ratio: preferredRatio(box, edges), width, context }
  const lengths = frame.isRow ? rowLengths(measure) : columnLengths(measure)
  const inset = frame.isRow ? edges.width : edges.height
  return {
    box,
    margins,
    edges,
    align,
    isStretched,
    ...lengths,
    grow: style.flexGrow,
    shrink: style.flexShrink,
    innerBase: Math.max(0, lengths.base - inset),
  }
}

interface Measure {
  readonly box: Box
  readonly margins: Edges
  readonly edges: UsedEdges
  readonly frame: FlexFrame
  readonly isStretched: boolean
  readonly ratio: Ratio | undefined
  /** In a column, the border-box width where it is decided elsewhere. */
  readonly width: number | undefined
  readonly context: LayoutContext
}

type Lengths = Pick<FlexItem, 'base' | 'min' | 'max' | 'width' | 'isMainDefinite'>

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function rowLengths(measure: Measure): Lengths {
  const { box, edges, frame, margins, context } = measure
  const { style } = box
  const height = definiteCross(measure)
  const space: WidthSpace = {
    containingWidth: frame.width,
    containingHeight: frame.height,
    available: frame.width - margins.left - margins.right,
    height,
    hasOpenMinimum: true,
    auto: 'shrink',
  }
  const query = { box, space, edges, context }
  const lengthOf = (value: Style['flexBasis'] | Style['maxWidth']): number | undefined =>
    asContribution(context, () => keywordWidth(value, query))
  const max = Math.max(edges.width, lengthOf(style.maxWidth) ?? Number.POSITIVE_INFINITY)
  const widthOf = (value: Style['flexBasis']): number | undefined => {
    if (!isAutomaticCalculation(value)) return lengthOf(value)
    return calculatedSize(value, maxContentWidth(measure, space), { basis: frame.width, edges: edges.width, sizing: style.boxSizing })
  }
  const specified = style.width === 'auto' ? undefined : widthOf(style.width)
  const basis = style.flexBasis === 'auto' ? specified : widthOf(style.flexBasis)
  const base = basis ?? transferredWidth(measure, height) ?? maxContentWidth(measure, space)
  const automatic = once(() => automaticMinWidth(measure, { specified, height, max, base }))
  const min = isAutomaticCalculation(style.minWidth)
    ? calculatedSize(style.minWidth, automatic(), { basis: frame.width, edges: edges.width, sizing: style.boxSizing })
    : (lengthOf(style.minWidth) ?? automatic())
  // A table is never narrower than its content, whatever limits it (CSS Tables 3 §3.9.1).
  const least = Math.max(min, box.kind === 'table' ? contentWidths(measure, undefined).min : edges.width)
  return { base: Math.max(base, edges.width), min: least, max: Math.max(max, least), width: base, isMainDefinite: true }
}

/** `calc-size()` of the automatic size. */
function isAutomaticCalculation(value: Style['flexBasis'] | Style['maxWidth']): value is CalcSize {
  return typeof value === 'object' && value.kind === 'calc-size' && (value.basis === 'auto' || value.basis === 'content')
}

/** The cross size as far as it is definite before flexing (§9.8): a specified height, or the container's own when the item fills it. */
function definiteCross({ box, edges, frame, margins, isStretched }: Measure): number | undefined {
  const { style } = box
  const specified = specifiedSize(style.height, frame.height, edges.height, style.boxSizing)
  if (specified !== undefined) return clampHeight(style, edges, frame.height, specified)
  if (!isStretched || !frame.isSingleLine || frame.height === undefined) return undefined
  return clampHeight(style, edges, frame.height, frame.height - margins.top - margins.bottom)
}

/** The definite height of the content box before flexing. */
function innerHeight(measure: Measure): number | undefined {
  const height = definiteCross(measure)
  return height === undefined ? undefined : Math.max(0, height - measure.edges.height)
}

function transferredWidth({ ratio }: Measure, height: number | undefined): number | undefined {
  return ratio === undefined || height === undefined ? undefined : ratio.width(height)
}

/** A height between the definite minimum and maximum, carried over by the ratio. */
function maxContentWidth(measure: Measure, space: WidthSpace): number {
  const { box, context } = measure
  // A replaced box without a width of its own is as wide as its picture, within the limits that its heights put on it.
  if (box.kind === 'replaced') return usedWidth(box, space, context)
  return clampByHeights(contentWidths(measure, innerHeight(measure)).max, measure)
}

function contentWidths(measure: Measure, height: number | undefined): ContentWidths {
  const { box, edges, frame, margins, context } = measure
  const available = frame.width - margins.left - margins.right
  const space = { containingWidth: frame.width, containingHeight: frame.height, available, auto: 'shrink' } as const
  return asContribution(context, () => widthsHere({ box, space, edges, context }, height))
}

function clampByHeights(width: number, { box, edges, frame, ratio }: Measure): number {
  if (ratio === undefined) return width
  const { style } = box
  const min = specifiedSize(style.minHeight, frame.height, edges.height, style.boxSizing)
  const max = specifiedSize(style.maxHeight, frame.height, edges.height, style.boxSizing)
  const capped = max === undefined ? width : Math.min(width, ratio.width(max))
  return Math.max(capped, ratio.width(min ?? edges.height))
}

interface RowMinimum {
  readonly base: number
  readonly specified: number | undefined
  readonly height: number | undefined
  readonly max: number
}

function automaticMinWidth(measure: Measure, { specified, height, max, base }: RowMinimum): number {
  const { box } = measure
  if (isScrollContainer(box.style)) return 0
  const transferred = transferredWidth(measure, height)
  // A ratio gives a box that is no picture the width of its height, unless its content is wider (CSS Sizing 4 §5.1.1).
  const isByRatio = transferred !== undefined && box.kind !== 'replaced'
  const least = clampByHeights(leastContent(measure, height, base), measure)
  const content = isByRatio ? Math.max(least, transferred) : least
  const suggested = specified ?? (isByRatio ? undefined : transferred)
  return Math.min(suggested === undefined ? content : Math.min(suggested, content), max)
}

/** The min-content size that counts for the automatic minimum: of a picture not its specified width, but its natural one or the one that its height and ratio give (§4.5). */
function leastContent(measure: Measure, height: number | undefined, base: number): number {
  const { box, edges, ratio } = measure
  if (box.kind !== 'replaced') return isCompressible(box) ? edges.width : contentWidths(measure, innerHeight(measure)).min
  const transferred = transferredWidth(measure, height)
  const own = naturalSize(box).width
  if (transferred !== undefined) return transferred
  if (own !== undefined) return own + edges.width
  // A ratio and nothing else: Chromium keeps a picture at the width of its container, and lets a drawing in the document shrink.
  const isDrawing = box.origin.tag === 'svg'
  return ratio === undefined || isDrawing ? widthsHere(measure).min : base
}

// ── Columns ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function columnLengths(measure: Measure): Lengths {
  const { box, edges, frame } = measure
  const { style } = box
  const width = columnWidth(measure, withoutHeight(box))
  const length = (value: Style['height'] | Style['maxHeight']): number | undefined =>
    value === 'stretch' ? filledHeight(measure) : specifiedSize(value, frame.height, edges.height, style.boxSizing)
  const natural = once(() => {
    const space = { width, containingWidth: frame.width, containingHeight: frame.height }
    return clampByWidths(contentHeight(box, space, measure.context), measure)
  })
  const byRatio = once(() => measure.ratio?.height(contentWidth(measure, width)) ?? natural())
  const around = { style, edges, containingHeight: frame.height }
  const keyword = (value: Style['height'] | Style['maxHeight']): number | undefined =>
    contentKeyword(value, byRatio) ?? (isCalculation(value) ? calculatedHeight(value, byRatio(), around) : undefined)
  const max = Math.max(edges.height, length(style.maxHeight) ?? keyword(style.maxHeight) ?? Number.POSITIVE_INFINITY)
  const specified = length(style.height)
  const definite = style.flexBasis === 'auto' ? specified : length(style.flexBasis)
  const base = definite ?? keyword(style.flexBasis === 'auto' ? style.height : style.flexBasis) ?? byRatio()
  const automatic = once(() => automaticMinHeight(measure, { specified, max, byRatio, natural }))
  const min = isAutomaticCalculation(style.minHeight)
    ? (calculatedHeight(style.minHeight, automatic(), around) ?? 0)
    : (length(style.minHeight) ??
      specifiedMinimum(style.minHeight, frame.height, edges.height, style.boxSizing) ??
      keyword(style.minHeight) ??
      automatic())
  // Nor is a table ever lower than its rows.
  const least = Math.max(min, box.kind === 'table' ? natural() : edges.height)
  return {
    base: Math.max(base, edges.height),
    min: least,
    max: Math.max(max, least),
    width,
    // A definite basis counts, whether the item flexes or not, as in browsers, and so does the height that a ratio gives (§9.8).
    isMainDefinite: definite !== undefined || (measure.ratio !== undefined && box.kind !== 'replaced'),
  }
}

/** The width that gives an item its content height by a ratio: of a picture, that without a height of its own. */
function contentWidth(measure: Measure, width: number): number {
  const { box, context } = measure
  return box.kind === 'replaced' ? columnWidth(measure, naturalBox(box, context)) : width
}

function filledHeight({ frame, margins }: Measure): number | undefined {
  return frame.height === undefined ? undefined : Math.max(0, frame.height - margins.top - margins.bottom)
}

/** A height between the definite minimum and maximum width, carried over by the ratio. */
function clampByWidths(height: number, { box, edges, frame, ratio }: Measure): number {
  if (ratio === undefined) return height
  const { style } = box
  const min = specifiedSize(style.minWidth, frame.width, edges.width, style.boxSizing)
  const max = specifiedSize(style.maxWidth, frame.width, edges.width, style.boxSizing)
  const capped = max === undefined ? height : Math.min(height, ratio.height(max))
  return min === undefined ? capped : Math.max(capped, ratio.height(min))
}

/** Heights named by a content keyword are the content's. */
function contentKeyword(value: Style['height'] | Style['maxHeight'], natural: () => number): number | undefined {
  return value === 'auto' || value === 'none' || value === 'content' || value === 'stretch'
    ? undefined
    : typeof value === 'string' || isFitContent(value)
      ? natural()
      : undefined
}

const isCalculation = (value: Style['height'] | Style['maxHeight']): boolean => typeof value === 'object' && value.kind === 'calc-size'

function isFitContent(value: Exclude<Style['maxHeight'], string>): boolean {
  return typeof value === 'object' && value.kind === 'fit-content'
}

/** Heights say nothing while an item of a column is measured: it may flex. A picture follows its own. */
function withoutHeight(box: Box): Box {
  const hasHeight = box.style.aspectRatio !== 'auto' && box.style.height !== 'auto' && box.kind !== 'replaced'
  return hasHeight ? { ...box, style: { ...box.style, height: 'auto' } } : box
}

/** The width an item of a column is measured at: the container's when it fills it, else what fits. */
function columnWidth({ edges, frame, margins, isStretched, width, context }: Measure, box: Box): number {
  if (width !== undefined) return width
  const available = frame.width - margins.left - margins.right
  const isFilling = isStretched && frame.isSingleLine
  const space: WidthSpace = {
    containingWidth: frame.width,
    containingHeight: frame.height,
    available,
    auto: isFilling ? 'stretch' : 'shrink',
  }
  // A picture has the width that it is stretched to (§9.4), and a height by its ratio.
  if (!isFilling || box.kind === 'turned') return usedWidth(box, space, context)
  const query = { box, space, edges, context }
  const filled = clampWidth(Math.max(available, edges.width), query)
  // A table is never narrower than its content (CSS Tables 3 §3.9.1).
  return box.kind === 'table' ? Math.max(filled, widthsHere(query).min) : filled
}

interface ColumnMinimum {
  readonly specified: number | undefined
  readonly max: number
  byRatio(): number
  natural(): number
}

function automaticMinHeight({ box, ratio, context }: Measure, { specified, max, byRatio, natural }: ColumnMinimum): number {
  const { style } = box
  if (isScrollContainer(style)) return 0
  // The height of an orthogonal flow is its inline size, which its longest word keeps from shrinking.
  if (box.kind === 'turned' && isOrthogonal(box.style.frame, box.inner.style.frame))
    return Math.min(specified ?? Number.POSITIVE_INFINITY, context.layout.contentWidths(box.inner, context).min, max)
  // A ratio gives a box that is no picture its content height, unless its content is higher (CSS Sizing 4 §5.1.1).
  const content = ratio !== undefined && box.kind !== 'replaced' ? Math.max(byRatio(), natural()) : byRatio()
  const suggested = specified ?? (style.height === 'auto' ? content : byRatio())
  return Math.min(suggested, content, max)
}

function once(make: () => number): () => number {
  let value: number | undefined
  return () => (value ??= make())
}
