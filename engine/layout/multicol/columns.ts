// Multi-column containers (CSS Multi-column 1): how many columns of which width, and how high they must be to be of equal length.
import type { BlockBox, ParagraphBox } from '../../box/box.ts'
import { itemsOf, sequenceOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'
import { anonymousBlock, anonymousStyle } from '../block/anonymous.ts'
import { layoutFlow } from '../block/flow.ts'
import { INDEPENDENT } from '../block/flow-parts.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import type { LaidColumns } from '../laid.ts'
import { translatePending } from '../positioned/positioned.ts'
import { percentageBasis, usedEdges, usedHeight } from '../sizing/sizing.ts'
import { balancedColumns, columnStarts } from './balance.ts'
import { columnGap } from './content-widths.ts'
import { hoistSpanners } from './spanners.ts'

/** More columns than any page shows. */
const COLUMN_LIMIT = 1000

/** Columns that fit into a content width (CSS Multi-column 1 §3.4). */
function usedColumns(style: Style, width: number): { readonly count: number; readonly width: number; readonly gap: number } {
  const gap = columnGap(style, width)
  const fitting =
    style.columnWidth === 'auto' ? Number.POSITIVE_INFINITY : Math.floor((width + gap) / (Math.max(style.columnWidth, 0.01) + gap) + 1e-6)
  const wanted = style.columnCount === 'auto' ? Number.POSITIVE_INFINITY : style.columnCount
  const count = Math.max(1, Math.min(fitting, wanted, COLUMN_LIMIT))
  return { count, width: Math.max(0, (width - (count - 1) * gap) / count), gap }
}

export function layoutColumns(box: BlockBox | ParagraphBox, size: LayoutSize, context: LayoutContext): LaidColumns {
  const { style } = box
  const edges = usedEdges(style, size.containingWidth, size.border)
  const contentWidth = Math.max(0, size.width - edges.width)
  const { count, width, gap } = usedColumns(style, contentWidth)
  const basis = percentageBasis(style, edges, size)
  const inner = { width, height: undefined, containingWidth: width, containingHeight: basis, spanWidth: contentWidth }
  const flow = layoutFlow(columnContent(box), inner, INDEPENDENT, context).laid
  const balanced = balancedColumns(flow, count, basis)
  const natural = basis !== undefined && style.columnFill === 'auto' ? basis : balanced.height
  const isRtl = style.direction === 'rtl'
  const xs = Array.from({ length: count }, (_, i) => edges.inset.left + (isRtl ? count - 1 - i : i) * (width + gap))
  return {
    kind: 'columns',
    box,
    width: size.width,
    height: usedHeight(style, edges, size, natural + edges.height),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: flow.firstBaseline === undefined ? undefined : flow.firstBaseline + edges.inset.top,
    // That of the last line in a column: columns end where lines do.
    lastBaseline:
      flow.lastBaseline === undefined ? undefined : edges.inset.top + Math.min(flow.height, natural) - (flow.height - flow.lastBaseline),
    positioned: [],
    shift: undefined,
    ...(flow.pending === undefined ? {} : { pending: translatePending(flow.pending, xs[0] ?? 0, edges.inset.top) }),
    flow,
    columnWidth: width,
    columnGap: gap,
    columnCount: count,
    xs,
    columnStarts: () => columnStarts(flow, basis === undefined ? natural : Math.min(natural, basis)),
    leastHeights: balanced.leastHeights,
  }
}

function columnContent(box: BlockBox | ParagraphBox): BlockBox {
  if (box.kind === 'block') return { ...anonymousBlock(box, sequenceOf(hoistSpanners(itemsOf(box.children)))), isStreamed: false }
  return anonymousBlock(box, sequenceOf([{ ...box, style: anonymousStyle(box.style), isAnonymous: true, marks: [] }]))
}
