// Min- and max-content widths of flex containers (CSS Flexbox 1 §9.9).

import type { FlexBox } from '../../box/box.ts'
import { isAbsolute } from '../../box/box-kinds.ts'
import { largest } from '../../collections/lists.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { columnGap } from '../sizing/alignment.ts'
import { usedEdges } from '../sizing/sizing.ts'
import { widthContribution } from '../sizing/width.ts'

export function flexWidths(box: FlexBox, context: LayoutContext): ContentWidths {
  const { style } = box
  const edges = usedEdges(style, 0)
  const widths = box.children.filter((child) => !isAbsolute(child.style)).map((child) => widthContribution(child, context))
  const isRow = style.flexDirection === 'row' || style.flexDirection === 'row-reverse'
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
