// Problem: footnotes stand in an area of their own at the foot of a page, below each other or several on a line (GCPM 3 §2.3). Approach: each note is a
// formatting context of its own, as wide as the area, so that it can be laid out before the page knows which notes it takes; those that share lines become
// one paragraph. The area itself is a box without children: the page stage puts pieces of notes into it. Limits: an absolutely positioned box in a note
// refers to the note, not to the page, whose size may change from one page to the next.
import type { BlockBox, Box, InlineItem, Origin, ParagraphBox } from '../../box/box.ts'
import { sequenceOf } from '../../collections/sequence.ts'
import type { Size } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid, LaidNote, LaidNoteArea, PendingBox, Placed } from '../laid.ts'
import { placeAbsolute } from '../positioned/positioned.ts'
import { measureBox } from '../sizing/measure.ts'
import { specifiedSize, usedEdges, usedMargins } from '../sizing/sizing.ts'
import { anonymousStyle } from './anonymous.ts'
import { layoutFlow } from './flow.ts'
import { INDEPENDENT } from './flow-parts.ts'
import { placeHorizontally } from './inflow-width.ts'

const ORIGIN: Origin = {
  tag: '@footnote',
  id: undefined,
  link: undefined,
  alt: undefined,
  level: undefined,
  at: undefined,
  path: '@footnote',
}

/** The footnote area of pages whose page area has this size. */
export function layoutNoteArea(area: Style, page: Size, context: LayoutContext): LaidNoteArea {
  const style: Style = { ...area, position: 'relative', float: 'none', display: 'block', maxHeight: 'none' }
  const base = { origin: ORIGIN, isAnonymous: false, marks: [], marker: undefined, isStreamed: false } as const
  const box: BlockBox = { kind: 'block', style, ...base, children: sequenceOf<Box>([]) }
  const room = {
    containingWidth: page.width,
    containingHeight: page.height,
    within: { left: 0, right: page.width },
    style: anonymousStyle(style),
  }
  const { x, width } = placeHorizontally(box, room, context)
  const size = { width, height: undefined, containingWidth: page.width, containingHeight: page.height }
  const { laid } = layoutFlow(box, size, INDEPENDENT, context)
  const edges = usedEdges(style, page.width)
  const most = specifiedSize(area.maxHeight, page.height, edges.height, style.boxSizing) ?? Number.POSITIVE_INFINITY
  const hasHeight = specifiedSize(style.height, page.height, edges.height, style.boxSizing) !== undefined
  return {
    laid,
    margin: { ...usedMargins(style, page.width), left: x },
    maxHeight: hasHeight ? Math.min(laid.height, most) : most,
    contentWidth: Math.max(0, width - edges.width),
  }
}

/** Lays out notes at the width of their area, in order. */
export function layoutNotes(boxes: readonly Box[], area: LaidNoteArea, context: LayoutContext): readonly LaidNote[] {
  return rowsOf(boxes, area.contentWidth, context).map((row) => {
    const [first] = row
    if (first === undefined) throw new Error('layout: a row of no footnotes')
    return layoutNote(row.length === 1 && !isInline(first) ? first : joined(row, area.laid.box.style), row, area, context)
  })
}

/** What remains of a note, for an area of another width. */
export function layoutRestOfNote(box: Box, note: LaidNote, area: LaidNoteArea, context: LayoutContext): LaidNote {
  return layoutNote(box, note.boxes, area, context)
}

function layoutNote(box: Box, boxes: readonly Box[], area: LaidNoteArea, context: LayoutContext): LaidNote {
  const width = area.contentWidth
  const room = { containingWidth: width, containingHeight: undefined, within: { left: 0, right: width }, style: area.laid.box.style }
  const place = placeHorizontally(box, room, context)
  const size = { width: place.width, height: undefined, containingWidth: width, containingHeight: undefined }
  const laid = withPositioned(measureBox(box, size, context), context)
  const margins = usedMargins(box.style, width)
  return { areaWidth: width, x: place.x, laid, marginTop: margins.top, marginBottom: margins.bottom, boxes }
}

/** Boxes that found no containing block in the note are placed in the note itself. */
function withPositioned(laid: Laid, context: LayoutContext): Laid {
  if (laid.pending === undefined || laid.pending.length === 0) return laid
  const queue: PendingBox[] = [...laid.pending]
  const placed: Placed[] = []
  const block = { x: 0, y: 0, width: laid.width, height: laid.height }
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) placed.push(placeAbsolute(entry, block, context, queue))
  return { ...laid, positioned: [...laid.positioned, ...placed], pending: [] }
}

// ── Notes on the same lines ─────────────────────────────────────────────────────────────────────────────────────────────

/** Between two notes on a line. */
const SPACE = ' '

/** Notes that stand below each other, each row one note or those that share lines. */
function rowsOf(boxes: readonly Box[], width: number, context: LayoutContext): Box[][] {
  const rows: Box[][] = []
  /** What compact notes leave of the last row's line; undefined when it takes none. */
  let room: number | undefined
  let isOpen = false
  for (const box of boxes) {
    const needed = isCompact(box) ? context.layout.contentWidths(box, context).max + box.style.fontSize / 4 : Number.POSITIVE_INFINITY
    const joins = isInline(box) ? isOpen : room !== undefined && needed <= room
    if (joins) rows.at(-1)?.push(box)
    else rows.push([box])
    isOpen = isInline(box)
    room = isCompact(box) ? (joins ? (room ?? 0) : width) - needed : undefined
  }
  return rows
}

function isInline(box: Box): box is ParagraphBox {
  return box.kind === 'paragraph' && box.style.footnoteDisplay === 'inline'
}

function isCompact(box: Box): box is ParagraphBox {
  return box.kind === 'paragraph' && box.style.footnoteDisplay === 'compact'
}

/** One paragraph in which each note is an inline box. */
function joined(boxes: readonly Box[], area: Style): ParagraphBox {
  const style = anonymousStyle(area)
  const items = boxes.flatMap((box, i): InlineItem[] => {
    if (box.kind !== 'paragraph') throw new Error('layout: only lines of text can share a line')
    const { origin, marks } = box
    const space: InlineItem[] = i === 0 ? [] : [{ kind: 'text', text: SPACE, source: undefined, style, origin: ORIGIN }]
    return [...space, { kind: 'open', style: { ...box.style, display: 'inline' }, origin, marks }, ...box.items, { kind: 'close' }]
  })
  const base = { style, origin: ORIGIN, isAnonymous: true, marks: [], marker: undefined, firstLineStyle: undefined }
  return { kind: 'paragraph', ...base, items }
}
