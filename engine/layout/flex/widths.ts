// Min- and max-content widths of flex containers (CSS Flexbox 1 §9.9).

import type { Box, FlexBox } from '../../box/box.ts'
import { isAbsolute, isScrollContainer } from '../../box/box-kinds.ts'
import { largest } from '../../collections/lists.ts'
import type { Style } from '../../style/style.ts'
import { isLength } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { columnGap } from '../sizing/alignment.ts'
import { clampHeight, usedEdges, usedMargins } from '../sizing/sizing.ts'
import { clampWidth, edgesOf, keywordWidth, outerWidths } from '../sizing/width.ts'
import { solveMain } from './container.ts'
import { makeFrame } from './frame.ts'
import { crossAlignment, flexItems } from './item.ts'
import type { SolveMainAxis } from './main-axis.ts'

/** Heights that widths of an item follow: of the container where it is definite, and of the item where it is as high as its row. */
interface ItemHeights {
  readonly containingHeight: number | undefined
  readonly height: number | undefined
}

function itemHeights({ style }: Box, container: Style, context: LayoutContext): ItemHeights {
  const height = context.heightBasis
  const isOneRow = container.flexDirection.startsWith('row') && container.flexWrap === 'nowrap'
  const { position } = crossAlignment(style, container, { isRow: true, isCrossReversed: false })
  const isStretched = position === 'stretch' && style.height === 'auto' && style.marginTop !== 'auto' && style.marginBottom !== 'auto'
  if (height === undefined || !isOneRow || !isStretched) return { containingHeight: height, height: undefined }
  const margins = usedMargins(style, 0)
  return { containingHeight: height, height: clampHeight(style, usedEdges(style, 0), height, height - margins.top - margins.bottom) }
}

/**
 * In a row, an item that does not grow asks for its base size at most, and one that does not shrink for no less (§9.9.3): as in browsers where
 * `flex-basis` is a length, and the min-content width of a container that wraps counts content alone.
 */
function withinBase(
  child: Box,
  own: ContentWidths,
  { heights, wraps }: { heights: ItemHeights; wraps: boolean },
  context: LayoutContext,
): ContentWidths {
  const { style } = child
  const { flexBasis, flexGrow, flexShrink } = style
  if (!isLength(flexBasis) || (flexGrow > 0 && flexShrink > 0)) return own
  const margins = usedMargins(style, 0)
  const edges = edgesOf(child, 0)
  const around = margins.left + margins.right
  const space = { containingWidth: undefined, ...heights, available: Number.POSITIVE_INFINITY, auto: 'shrink' } as const
  const query = { box: child, space, edges, context }
  const base = keywordWidth(flexBasis, query)
  if (base === undefined) return own
  const specified = keywordWidth(style.width, query)
  const content = (): number => Math.min(keywordWidth('min-content', query) ?? 0, specified ?? Number.POSITIVE_INFINITY)
  const automatic = style.minWidth === 'auto' && !isScrollContainer(style) ? content() : 0
  const limited = (width: number): number => {
    const capped = flexGrow > 0 ? width : Math.min(width, base)
    const least = Math.max(flexShrink > 0 ? capped : Math.max(capped, base), edges.width)
    const clamped = clampWidth(Math.max(least, automatic), query)
    return (child.kind === 'table' ? Math.max(clamped, context.layout.contentWidths(child, context).min) : clamped) + around
  }
  return { min: wraps ? own.min : limited(own.min - around), max: limited(own.max - around) }
}

/** `solve` breaks the lines of columns that wrap. */
export function flexWidths(box: FlexBox, context: LayoutContext, solve: SolveMainAxis): ContentWidths {
  const { style } = box
  const edges = usedEdges(style, 0)
  const isRow = style.flexDirection === 'row' || style.flexDirection === 'row-reverse'
  const wraps = style.flexWrap !== 'nowrap'
  const items = box.children.filter((child) => !isAbsolute(child.style))
  const contributions = new Map<Box, ContentWidths>()
  for (const child of items) {
    const heights = itemHeights(child, style, context)
    const own = outerWidths(child, heights, context)
    contributions.set(child, isRow ? withinBase(child, own, { heights, wraps }, context) : own)
  }
  const widths = [...contributions.values()]
  const gaps = Math.max(0, widths.length - 1) * columnGap(style, 0)
  const sum = (side: 'min' | 'max'): number => widths.reduce((total, width) => total + width[side], gaps)
  const most = (side: 'min' | 'max'): number =>
    largest(
      widths.map((width) => width[side]),
      0,
    )
  const min = Math.max(0, isRow && !wraps ? sum('min') : most('min'))
  const max = isRow ? sum('max') : wraps ? wrappedColumns(box, contributions, context, solve) : most('max')
  return { min: min + edges.width, max: Math.max(min, max) + edges.width }
}

/** The content width of columns that wrap: each is as wide as its widest item at its max-content contribution, as in browsers. */
function wrappedColumns(
  box: FlexBox,
  contributions: ReadonlyMap<Box, ContentWidths>,
  context: LayoutContext,
  solve: SolveMainAxis,
): number {
  const edges = usedEdges(box.style, 0)
  const height = context.heightBasis === undefined ? undefined : context.heightBasis + edges.height
  // Without a width, a ratio says nothing.
  const open: FlexBox = { ...box, style: { ...box.style, aspectRatio: 'auto' } }
  const frame = makeFrame(open, { width: edges.width, height, containingWidth: 0, containingHeight: undefined })
  const outer = (child: Box): number => contributions.get(child)?.max ?? 0
  const items = flexItems(frame, context, (child) => {
    const margins = usedMargins(child.style, 0)
    return Math.max(0, outer(child) - margins.left - margins.right)
  })
  const { lines } = solveMain(items, frame, solve).solved
  const columns = lines.map((line) =>
    largest(
      line.items.map((i) => (items[i] === undefined ? 0 : outer(items[i].box))),
      0,
    ),
  )
  return columns.reduce((total, width) => total + width, frame.crossGap * Math.max(0, columns.length - 1))
}
