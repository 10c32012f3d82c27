// Multi-column containers (CSS Multi-column 1): how many columns of which width, and how high they must be to be of equal length.
import type { BlockBox, Box, ParagraphBox } from '../../box/box.ts'
import { itemsOf, sequenceOf } from '../../collections/sequence.ts'
import { LAYOUT_UNIT, PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { anonymousBlock, anonymousStyle } from '../block/anonymous.ts'
import { layoutFlow } from '../block/flow.ts'
import { INDEPENDENT } from '../block/flow-parts.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import type { LaidBlock, LaidColumns, PendingBox } from '../laid.ts'
import { translatePending } from '../positioned/positioned.ts'
import { contentShift } from '../sizing/alignment.ts'
import { percentageBasis, usedEdges, usedHeight } from '../sizing/sizing.ts'
import { balancedColumns, columnStarts } from './balance.ts'
import { columnGap } from './content-widths.ts'
import { hoistSpanners } from './spanners.ts'

/** More columns than any page shows. */
const COLUMN_LIMIT = 1000

/** Columns that fit into a content width (CSS Multi-column 1 §3.4); none is made narrower than a pixel (§3.1). */
function usedColumns(style: Style, width: number): { readonly count: number; readonly width: number; readonly gap: number } {
  const gap = columnGap(style, width)
  const fitting =
    style.columnWidth === 'auto' ? Number.POSITIVE_INFINITY : Math.floor((width + gap) / (Math.max(style.columnWidth, PX) + gap) + 1e-6)
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
  const flow = layoutFlow(withAlignment(columnContent(box), style), inner, INDEPENDENT, context).laid
  const balanced = balancedColumns(flow, count, basis)
  const natural = basis !== undefined && style.columnFill === 'auto' ? basis : balanced.height
  const height = usedHeight(style, edges, size, natural + edges.height)
  const shift = contentShift(style, height - natural - edges.height)
  const top = edges.inset.top + shift
  const isRtl = style.direction === 'rtl'
  // Where pages end in the columns, layout does not know which begin where.
  const isOnOnePage = !balanced.hasForcedBreaks && natural <= context.area.height
  const starts = (): readonly number[] => columnStarts(flow, basis === undefined ? natural : Math.min(natural, basis))
  const xs = Array.from({ length: count }, (_, i) => edges.inset.left + (isRtl ? count - 1 - i : i) * (width + gap))
  return {
    kind: 'columns',
    box,
    width: size.width,
    height,
    border: edges.border,
    padding: edges.padding,
    firstBaseline: flow.firstBaseline === undefined ? undefined : flow.firstBaseline + top,
    // That of the last line in a column: columns end where lines do.
    lastBaseline: flow.lastBaseline === undefined ? undefined : top + Math.min(flow.height, natural) - (flow.height - flow.lastBaseline),
    positioned: [],
    shift: undefined,
    ...(flow.pending === undefined ? {} : { pending: pendingInColumns(flow, { xs, starts: isOnOnePage ? starts() : [0], top }) }),
    flow,
    columnWidth: width,
    columnGap: gap,
    columnCount: count,
    xs,
    columnStarts: starts,
    leastHeights: balanced.leastHeights,
    balancedHeights: balanced.balancedHeights,
    isHeightDefinite: basis !== undefined,
    contentShift: shift,
  }
}

interface ColumnPlaces {
  readonly xs: readonly number[]
  /** Where each column begins in the flow. */
  readonly starts: readonly number[]
  readonly top: number
}

/** Positioned boxes that leave the columns, each from where it would stand in its own. A break is before the child that begins a column: what stands right above is at the end of the column before. */
function pendingInColumns({ pending = [], children }: LaidBlock, { xs, starts, top }: ColumnPlaces): readonly PendingBox[] {
  const within = new Set<Box>()
  for (const { laid } of itemsOf(children)) for (const { box } of laid.pending ?? []) within.add(box)
  return pending.flatMap((entry) => {
    const y = entry.rect.y + (within.has(entry.box) ? LAYOUT_UNIT : -LAYOUT_UNIT)
    const column = Math.max(
      0,
      starts.findLastIndex((start) => start < y),
    )
    return translatePending([entry], xs[column] ?? xs[0] ?? 0, top - (xs[column] === undefined ? 0 : (starts[column] ?? 0)))
  })
}

/** What is in the columns are children of the container, for which `justify-items` holds (CSS Align 3 §6.1). */
function withAlignment(content: BlockBox, { justifyItems }: Style): BlockBox {
  return justifyItems === content.style.justifyItems ? content : { ...content, style: { ...content.style, justifyItems } }
}

function columnContent(box: BlockBox | ParagraphBox): BlockBox {
  if (box.kind === 'block')
    return { ...anonymousBlock(box, sequenceOf(hoistSpanners(itemsOf(box.children)))), isStreamed: false, isLined: box.isLined === true }
  return anonymousBlock(box, sequenceOf([{ ...box, style: anonymousStyle(box.style), isAnonymous: true, marks: [] }]))
}
