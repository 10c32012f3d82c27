// A flex or grid container laid out as one column of full-width items: what is left when a container cannot be laid out as it should.
import type { FlexBox, GridBox } from '../box/box.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from './context.ts'
import type { LaidIsland, Placed } from './laid.ts'
import { isAbsolute } from './margin.ts'
import { percentageBasis, usedEdges, usedHeight, usedMargins } from './sizing.ts'
import { usedWidth, widthContribution } from './width.ts'

export function layoutStack(box: FlexBox | GridBox, size: LayoutSize, context: LayoutContext): LaidIsland {
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const containingWidth = Math.max(0, size.width - edges.width)
  const containingHeight = percentageBasis(box.style, edges, size)
  const children: Placed[] = []
  let y = edges.inset.top
  for (const child of box.children) {
    if (isAbsolute(child.style)) continue
    const margins = usedMargins(child.style, containingWidth)
    const available = containingWidth - margins.left - margins.right
    const width = usedWidth(child, { containingWidth, containingHeight, available, auto: 'stretch' }, context)
    const laid = context.layout.layoutBox(child, { width, height: undefined, containingWidth, containingHeight }, context)
    children.push({ x: edges.inset.left + margins.left, y: y + margins.top, laid })
    y += margins.top + laid.height + margins.bottom
  }
  return {
    kind: 'island',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, y + edges.inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: [],
    shift: undefined,
    children,
    breaks: { kind: 'stack' },
  }
}

export function stackWidths(box: FlexBox | GridBox, context: LayoutContext): ContentWidths {
  const edges = usedEdges(box.style, 0)
  const widths = box.children.filter((child) => !isAbsolute(child.style)).map((child) => widthContribution(child, context))
  return {
    min: Math.max(0, ...widths.map((width) => width.min)) + edges.width,
    max: Math.max(0, ...widths.map((width) => width.max)) + edges.width,
  }
}
