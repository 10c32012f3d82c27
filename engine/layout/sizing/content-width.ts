// Min- and max-content widths of block containers (CSS Sizing 3 §5.1) and the memo that makes asking twice cheap.

import type { BlockBox, Box } from '../../box/box.ts'
import { isAbsolute, isFloat, isFormattingRoot, isMultiColumn } from '../../box/box-kinds.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { hoistSpanners } from '../multicol/spanners.ts'
import { usedEdges } from './sizing.ts'
import { widthContribution } from './width.ts'

/** Remembers the widths of every box asked for; boxes are immutable, so they hold for the whole run. */
export function memoise(measure: (box: Box, context: LayoutContext) => ContentWidths): (box: Box, context: LayoutContext) => ContentWidths {
  const known = new WeakMap<Box, ContentWidths>()
  return (box, context) => {
    const before = known.get(box)
    if (before !== undefined) return before
    const widths = measure(box, context)
    known.set(box, widths)
    return widths
  }
}

/** Border-box widths of a block container with block-level children. */
export function blockWidths(box: BlockBox, context: LayoutContext): ContentWidths {
  const edges = usedEdges(box.style, 0)
  const content = isMultiColumn(box.style) ? columnedWidths(box, context) : childWidths(itemsOf(box.children), context)
  return { min: content.min + edges.width, max: content.max + edges.width }
}

/** Content stands in columns, but for what spans all of them (CSS Multi-column 1 §6). */
function columnedWidths(box: BlockBox, context: LayoutContext): ContentWidths {
  const children = hoistSpanners(itemsOf(box.children))
  const isSpanner = ({ style }: Box): boolean => style.columnSpan === 'all' && !isFloat(style)
  const spanners = childWidths(children.filter(isSpanner), context)
  const rest = children.filter((child) => !isSpanner(child))
  const columns = rest.length === 0 ? NO_WIDTHS : columnWidths(box.style, childWidths(rest, context))
  return { min: Math.max(columns.min, spanners.min), max: Math.max(columns.max, spanners.max) }
}

const NO_WIDTHS: ContentWidths = { min: 0, max: 0 }

function childWidths(children: Iterable<Box>, context: LayoutContext): ContentWidths {
  let min = 0
  let max = 0
  // Floats next to each other, and a formatting root beside them, share one line.
  let left = 0
  let right = 0
  for (const child of children) {
    if (isAbsolute(child.style)) continue
    const widths = widthContribution(child, context)
    const { clear } = child.style
    if (clear === 'left' || clear === 'both') left = 0
    if (clear === 'right' || clear === 'both') right = 0
    min = Math.max(min, widths.min)
    if (isFloat(child.style)) {
      if (child.style.float === 'left') left += widths.max
      else right += widths.max
      max = Math.max(max, left + right)
    } else {
      max = Math.max(max, widths.max + (isFormattingRoot(child) ? left + right : 0))
      left = 0
      right = 0
    }
  }
  return { min, max: Math.max(min, max) }
}

/** Widths of a multi-column container whose content has these (CSS Multi-column 1 §3). */
export function columnWidths(style: Style, content: ContentWidths): ContentWidths {
  const { columnCount, columnWidth } = style
  if (!isMultiColumn(style)) return content
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
