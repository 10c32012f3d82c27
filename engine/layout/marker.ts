// Markers of list items: a line of its own outside the principal box, beside its border edge as in browsers (CSS Lists 3 §3.3).
import type { BlockBox, InlineItem, Marker, ParagraphBox } from '../box/box.ts'
import type { LayoutContext } from './context.ts'
import type { PlacedLine } from './laid.ts'
import type { UsedEdges } from './sizing.ts'

/** Lays out the marker beside the line whose baseline is at `baseline` (from the top of the item's border box); without lines, at the top. */
export function layoutMarker(
  box: BlockBox | ParagraphBox,
  edges: UsedEdges,
  width: number,
  baseline: number | undefined,
  context: LayoutContext,
): PlacedLine | undefined {
  if (box.marker === undefined) return undefined
  const paragraph = markerParagraph(box, box.marker)
  const natural = context.layout.paragraphWidths(paragraph, context).max
  const size = { width: natural, height: undefined, containingWidth: natural, containingHeight: undefined }
  const line = context.layout.layoutParagraph(paragraph, size, undefined, context).lines[0]
  if (line === undefined) return undefined
  const x = box.style.direction === 'rtl' ? width : -natural
  const y = baseline === undefined ? edges.inset.top - line.y : baseline - line.baseline
  return { x, y, line }
}

function markerParagraph(box: BlockBox | ParagraphBox, marker: Marker): ParagraphBox {
  const { origin } = box
  const item: InlineItem =
    marker.kind === 'text'
      ? { kind: 'text', text: marker.text, source: undefined, style: marker.style, origin }
      : { kind: 'atomic', box: { kind: 'replaced', style: marker.style, origin, isAnonymous: true, marks: [], image: marker.image } }
  return {
    kind: 'paragraph',
    style: marker.style,
    origin,
    isAnonymous: true,
    marks: [],
    items: [item],
    marker: undefined,
    firstLineStyle: undefined,
  }
}
