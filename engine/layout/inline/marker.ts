// Markers of list items: a line of its own outside the principal box, beside its border edge as in browsers (CSS Lists 3 §3.3).
import type { BlockBox, InlineItem, Marker, ParagraphBox } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { Line, PlacedLine } from '../laid.ts'
import { type UsedEdges, usedMargins } from '../sizing/sizing.ts'
import { textStyleOf } from './text-style.ts'

/** The line of a marker, before it has its place. */
export interface MarkerLine {
  readonly line: Line
  readonly width: number
  /** Without the gap beside an image. */
  readonly inkWidth: number
  /** How far it reaches above its baseline. */
  readonly above: number
  readonly height: number
}

/** Lays out the marker of a list item; undefined without one. */
export function markerLine(box: BlockBox | ParagraphBox, context: LayoutContext): MarkerLine | undefined {
  if (box.marker === undefined) return undefined
  const paragraph = markerParagraph(box, box.marker)
  const width = context.layout.paragraphWidths(paragraph, context).max
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined }
  const line = context.layout.layoutParagraph(paragraph, size, undefined, context).lines[0]
  if (line === undefined) return undefined
  // Drawn bullets stand for characters: their lines are those of text.
  const text = box.marker.kind === 'image' && box.marker.isSymbol ? textStyleOf(box.marker.style, context.fonts) : undefined
  const { left, right } = usedMargins(box.marker.style, 0)
  const inkWidth = box.marker.kind === 'image' ? width - left - right : width
  return { line, width, inkWidth, above: text?.above ?? line.baseline - line.y, height: text?.lineHeight ?? line.height }
}

/** How far the first line of an item, which reaches `above` its baseline, moves down for a marker that reaches higher, as in Chromium. */
export function markerExcess(marker: MarkerLine | undefined, above: number | undefined): number {
  return marker === undefined || above === undefined ? 0 : Math.max(0, marker.above - above)
}

/** Puts the marker beside the line whose baseline is at `baseline` (from the top of the item's border box); without lines, at the top. */
export function placeMarker(
  marker: MarkerLine | undefined,
  { direction }: Style,
  item: { readonly width: number; readonly edges: UsedEdges },
  baseline: number | undefined,
): PlacedLine | undefined {
  if (marker === undefined) return undefined
  const { line } = marker
  const x = direction === 'rtl' ? item.width : -marker.width
  return { x, y: baseline === undefined ? item.edges.inset.top - line.y : baseline - line.baseline, line }
}

function markerParagraph(box: BlockBox | ParagraphBox, marker: Marker): ParagraphBox {
  const { origin } = box
  let item: InlineItem
  if (marker.kind === 'text') item = { kind: 'text', text: marker.text, source: undefined, style: marker.style, origin }
  else {
    const { style, image, isGradient = false } = marker
    // Anonymous boxes have no background.
    item = { kind: 'atomic', box: { kind: 'replaced', style, origin, isAnonymous: !isGradient, marks: [], image } }
  }
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
