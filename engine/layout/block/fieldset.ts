// Fieldsets: the legend stands in the block-start border and makes room for itself there; the content follows (HTML "The fieldset and legend elements").
import type { BlockBox, Box } from '../../box/box.ts'
import { itemsOf, sequenceOf } from '../../collections/sequence.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from '../context.ts'
import type { FlowChild, Laid, LaidBlock } from '../laid.ts'
import { relativeShift } from '../positioned/finish.ts'
import { translatePending } from '../positioned/positioned.ts'
import { definiteHeight, usedEdges, usedHeight, usedMargins } from '../sizing/sizing.ts'
import { widthContribution } from '../sizing/width.ts'
import { placeHorizontally } from './inflow-width.ts'

interface FieldsetParts {
  readonly legend: Box
  /** Has the padding of the fieldset. */
  readonly content: Box
}

function partsOf(box: BlockBox): FieldsetParts {
  const [legend, content] = itemsOf(box.children)
  if (legend === undefined || content === undefined) throw new Error('fieldset: it holds a legend and its content')
  return { legend, content }
}

export function layoutFieldset(box: BlockBox, size: LayoutSize, context: LayoutContext): LaidBlock {
  const parts = partsOf(box)
  const edges = usedEdges(box.style, size.containingWidth)
  const { border } = edges
  const inner = Math.max(0, size.width - border.left - border.right)
  const legend = placeLegend(box, parts.legend, size, context)
  const around = { width: inner, containingWidth: inner }
  const definite = definiteHeight(box.style, edges, size)
  const inside = (height: number | undefined): number | undefined =>
    height === undefined ? undefined : Math.max(0, height - legend.bottom - border.bottom)
  const layoutContent = (height: number | undefined): Laid =>
    context.layout.layoutBox(parts.content, { ...around, height: inside(height), containingHeight: inside(height) }, context)
  let content = layoutContent(definite)
  const natural = legend.bottom + content.height + border.bottom
  const height = Math.max(usedHeight(box.style, edges, size, natural), legend.bottom + border.bottom)
  if (definite === undefined && height !== natural) content = layoutContent(height)
  const children: readonly FlowChild[] = [
    { x: legend.x, y: legend.y, laid: legend.laid, role: 'in-flow', marginTop: 0 },
    { x: border.left, y: legend.bottom, laid: content, role: 'in-flow', marginTop: 0 },
  ]
  const pending = children.flatMap(({ x, y, laid }) => translatePending(laid.pending ?? [], x, y))
  const baseline = (offset: number | undefined): number | undefined => (offset === undefined ? undefined : legend.bottom + offset)
  return {
    kind: 'block',
    box,
    width: size.width,
    height,
    border: { ...border, top: legend.bottom },
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
    firstBaseline: baseline(content.firstBaseline),
    lastBaseline: baseline(content.lastBaseline),
    positioned: [],
    shift: relativeShift(box.style, size),
    children: sequenceOf(children),
    isOpen: false,
    marker: undefined,
    legend: { x: legend.x, width: legend.laid.width, height: legend.laid.height, border: border.top },
    breakSummary: undefined,
    ...(pending.length === 0 ? {} : { pending }),
  }
}

interface PlacedLegend {
  readonly laid: Laid
  readonly x: number
  readonly y: number
  /** Where the content begins. */
  readonly bottom: number
}

/** Between the sides of the content, in the middle of the border that it makes as high as itself. */
function placeLegend(box: BlockBox, legend: Box, size: LayoutSize, context: LayoutContext): PlacedLegend {
  const { border, inset } = usedEdges(box.style, size.containingWidth)
  const within = { left: inset.left, right: Math.max(inset.left, size.width - inset.right) }
  const containingWidth = within.right - within.left
  const room = { containingWidth, containingHeight: undefined, within, style: box.style }
  const { x, width } = placeHorizontally(legend, room, context)
  const laid = context.layout.layoutBox(legend, { width, height: undefined, containingWidth, containingHeight: undefined }, context)
  const margins = usedMargins(legend.style, containingWidth)
  const y = margins.top + Math.max(0, border.top - laid.height) / 2
  return { laid, x, y, bottom: Math.max(border.top, y + laid.height + margins.bottom) }
}

export function fieldsetWidths(box: BlockBox, context: LayoutContext): ContentWidths {
  const { legend, content } = partsOf(box)
  const edges = usedEdges(box.style, 0)
  const inLegend = widthContribution(legend, context)
  const inContent = widthContribution(content, context)
  const border = edges.border.left + edges.border.right
  return {
    min: Math.max(inLegend.min + edges.width, inContent.min + border),
    max: Math.max(inLegend.max + edges.width, inContent.max + border),
  }
}
