// Min- and max-content widths of multi-column containers (CSS Multi-column 1 §3, CSS Sizing 3 §5.1).

import type { BlockBox, Box } from '../../box/box.ts'
import { isFloat } from '../../box/box-kinds.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import { widthsOfChildren } from '../block/content-widths.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { usedEdges } from '../sizing/sizing.ts'
import { hoistSpanners } from './spanners.ts'

/** Border-box widths of a multi-column container with block-level children: what spans all columns stands outside of them (§6). */
export function multiColumnWidths(box: BlockBox, context: LayoutContext): ContentWidths {
  const children = hoistSpanners(itemsOf(box.children))
  const isSpanner = ({ style }: Box): boolean => style.columnSpan === 'all' && !isFloat(style)
  const spanners = widthsOfChildren(children.filter(isSpanner), context)
  const rest = children.filter((child) => !isSpanner(child))
  const isSpanned = rest.length === 0 && children.length > 0
  const columns = isSpanned ? NO_WIDTHS : widthsInColumns(box.style, widthsOfChildren(rest, context))
  const edges = usedEdges(box.style, 0).width
  return { min: Math.max(columns.min, spanners.min) + edges, max: Math.max(columns.max, spanners.max) + edges }
}

const NO_WIDTHS: ContentWidths = { min: 0, max: 0 }

/** Widths of the content box of a multi-column container whose content has these. */
export function widthsInColumns(style: Style, content: ContentWidths): ContentWidths {
  const { columnCount, columnWidth } = style
  const min = columnWidth === 'auto' ? content.min : Math.min(content.min, columnWidth)
  const max = columnWidth === 'auto' ? content.max : Math.max(content.max, columnWidth)
  if (columnCount === 'auto') return { min, max }
  const gaps = (columnCount - 1) * columnGap(style, 0)
  return { min: columnWidth === 'auto' ? min * columnCount + gaps : min, max: max * columnCount + gaps }
}

/** Used gap between columns; `normal` is one em. */
export function columnGap(style: Style, width: number): number {
  return style.columnGap === 'normal' ? style.fontSize : Math.max(0, resolveLength(style.columnGap, width))
}
