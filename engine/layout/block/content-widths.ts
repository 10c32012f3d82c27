// Min- and max-content widths of block containers with block-level children (CSS Sizing 3 §5.1).

import type { BlockBox, Box } from '../../box/box.ts'
import { isAbsolute, isFloat, isFormattingRoot } from '../../box/box-kinds.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { markerLine } from '../inline/marker.ts'
import { usedEdges } from '../sizing/sizing.ts'
import { widthContribution } from '../sizing/width.ts'
import { hasBlocksInFlow } from './margin.ts'

/** Border-box widths of a block container in one column. */
export function blockWidths(box: BlockBox, context: LayoutContext): ContentWidths {
  const edges = usedEdges(box.style, 0).width
  const { min, max } = widthsOfChildren(itemsOf(box.children), context)
  // A marker counts where blocks stand in place of the item's own lines, as in browsers.
  const marker = (box.marker !== undefined && hasBlocksInFlow(box) ? markerLine(box, context)?.inkWidth : undefined) ?? 0
  return { min: Math.max(min, marker) + edges, max: Math.max(max, marker) + edges }
}

/** Widths of a content box that holds these children. */
export function widthsOfChildren(children: Iterable<Box>, context: LayoutContext): ContentWidths {
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
