// Min- and max-content widths of flex containers (CSS Flexbox 1 §9.9).

import type { Box, FlexBox } from '../../box/box.ts'
import { isAbsolute, isScrollContainer } from '../../box/box-kinds.ts'
import { largest } from '../../collections/lists.ts'
import type { Style } from '../../style/style.ts'
import { isLength } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { columnGap } from '../sizing/alignment.ts'
import { preferredRatio } from '../sizing/ratio.ts'
import { clampHeight, usedEdges, usedMargins } from '../sizing/sizing.ts'
import { clampWidth, keywordWidth, widthContribution } from '../sizing/width.ts'
import { crossAlignment } from './item.ts'

/** In a row of definite height: what an item asks for that is as high as the row, by its ratio or what is in it. */
function contributionAt(child: Box, height: number, container: Style, context: LayoutContext): ContentWidths {
  const { style } = child
  const margins = usedMargins(style, 0)
  const { position } = crossAlignment(style, { style: container, isRow: true, isCrossReversed: false })
  const isStretched = position === 'stretch' && style.height === 'auto' && style.marginTop !== 'auto' && style.marginBottom !== 'auto'
  if (!isStretched) return widthContribution(child, context)
  const edges = usedEdges(style, 0)
  const own = clampHeight(style, edges, height, height - margins.top - margins.bottom)
  const ratio = style.width === 'auto' ? preferredRatio(child, edges) : undefined
  if (ratio === undefined) return widthContribution(child, context, { containingHeight: height, height: own })
  const space = { containingWidth: undefined, containingHeight: height, available: Number.POSITIVE_INFINITY, auto: 'shrink' } as const
  const outer = Math.max(0, clampWidth(ratio.width(own), { box: child, space, edges, context }) + margins.left + margins.right)
  return { min: outer, max: outer }
}

/**
 * In a row, an item that does not grow asks for its base size at most, and one that does not shrink for no less (§9.9.3): as in browsers where
 * `flex-basis` is a length, and the min-content width of a container that wraps counts content alone.
 */
function withinBase(child: Box, own: ContentWidths, wraps: boolean, context: LayoutContext): ContentWidths {
  const { style } = child
  const { flexBasis, flexGrow, flexShrink } = style
  if (!isLength(flexBasis) || (flexGrow > 0 && flexShrink > 0)) return own
  const margins = usedMargins(style, 0)
  const edges = usedEdges(style, 0)
  const around = margins.left + margins.right
  const space = { containingWidth: undefined, containingHeight: undefined, available: Number.POSITIVE_INFINITY, auto: 'shrink' } as const
  const query = { box: child, space, edges, context }
  const base = keywordWidth(flexBasis, query)
  if (base === undefined) return own
  const specified = keywordWidth(style.width, query)
  const content = (): number => Math.min(context.layout.contentWidths(child, context).min, specified ?? Number.POSITIVE_INFINITY)
  const automatic = style.minWidth === 'auto' && !isScrollContainer(style) ? content() : 0
  const limited = (width: number): number => {
    const capped = flexGrow > 0 ? width : Math.min(width, base)
    const least = Math.max(flexShrink > 0 ? capped : Math.max(capped, base), edges.width)
    return Math.max(clampWidth(Math.max(least, automatic), query) + around, 0)
  }
  return { min: wraps ? own.min : limited(own.min - around), max: limited(own.max - around) }
}

export function flexWidths(box: FlexBox, context: LayoutContext): ContentWidths {
  const { style } = box
  const edges = usedEdges(style, 0)
  const isRow = style.flexDirection === 'row' || style.flexDirection === 'row-reverse'
  const height = isRow && style.flexWrap === 'nowrap' ? context.heightBasis : undefined
  const widths = box.children
    .filter((child) => !isAbsolute(child.style))
    .map((child) => {
      const own = height === undefined ? widthContribution(child, context) : contributionAt(child, height, style, context)
      return isRow ? withinBase(child, own, style.flexWrap !== 'nowrap', context) : own
    })
  const gaps = Math.max(0, widths.length - 1) * columnGap(style, 0)
  const sum = (side: 'min' | 'max'): number => widths.reduce((total, width) => total + width[side], gaps)
  const most = (side: 'min' | 'max'): number =>
    largest(
      widths.map((width) => width[side]),
      0,
    )
  if (!isRow) return { min: most('min') + edges.width, max: most('max') + edges.width }
  const min = style.flexWrap === 'nowrap' ? sum('min') : most('min')
  return { min: min + edges.width, max: Math.max(min, sum('max')) + edges.width }
}
