// Text in drawings (SVG 2 §11): text chunks, which start at absolute positions and are anchored as a whole; text on paths.
// Limits: textLength stretches or spaces whole elements; glyphs on a path are rotated, not bent.

import { addAll } from '../../collections/lists.ts'
import { parseLength } from '../../drawing-length.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Drawing } from './drawing.ts'
import { inherit, type SvgState } from './state.ts'
import { baselineShift, paintSpan, paintSpanAlong, type ShapedSpan, shapeSpan } from './text-paint.ts'
import { type TextPath, textPathOf } from './text-path.ts'

/** Text of one style. It starts where the span before ends, unless it has positions of its own. */
interface Span {
  readonly text: string
  readonly state: SvgState
  readonly x: number | undefined
  readonly y: number | undefined
  readonly dx: number
  readonly dy: number
  /** Degrees by which each glyph is rotated. */
  readonly turn: number
  /** The path that the text is placed on. */
  readonly along: TextPath | undefined
  /** The `textLength` of its element. */
  readonly fit: TextFit | undefined
}

type PlacedSpan = Span & ShapedSpan

const DEEPEST = 32

export function paintSvgText(element: VectorElement, state: SvgState, drawing: Drawing): void {
  const spans = collapse(spansOf(element, state, drawing, 0))
  let x = 0
  let y = 0
  for (const chunk of chunksOf(shapeSpans(spans, drawing))) {
    const first = chunk[0]
    if (first === undefined) continue
    x = first.x ?? x
    const width = chunk.reduce((sum, span) => sum + span.dx + span.width, 0)
    const isRtl = first.state.direction === 'rtl'
    const anchor = first.state.textAnchor
    x -= anchor === 'middle' ? width / 2 : (anchor === 'end') !== isRtl ? width : 0
    let along = 0
    for (const span of chunk) {
      const shift = baselineShift(span)
      if (span.along !== undefined) {
        // Anchored at the start of the path instead of at a point.
        const start = span.along.start - (anchor === 'middle' ? width / 2 : (anchor === 'end') !== isRtl ? width : 0)
        along += span.dx
        paintSpanAlong(span, { path: span.along, start: start + along, rise: span.dy + shift }, drawing)
        along += span.width
        continue
      }
      x += span.dx
      y = (span.y ?? y) + span.dy
      paintSpan(span, { x, y: y + shift }, drawing)
      x += span.width
    }
  }
}

// ── Spans ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function spansOf(element: VectorElement, state: SvgState, drawing: Drawing, depth: number): Span[] {
  if (depth > DEEPEST) return []
  const { attributes } = element
  const list = (name: string, basis: number): number[] =>
    (attributes.get(name) ?? '').split(/[\s,]+/).flatMap((part) => (part === '' ? [] : [parseLength(part, basis, state.fontSize) ?? 0]))
  const lists = {
    x: list('x', state.viewport.width),
    y: list('y', state.viewport.height),
    dx: list('dx', state.viewport.width),
    dy: list('dy', state.viewport.height),
    rotate: (attributes.get('rotate') ?? '').split(/[\s,]+/).flatMap((part) => (part === '' ? [] : [Number(part) || 0])),
  }
  const fit = fitOf(element, state)
  const along = element.tag === 'textPath' ? textPathOf(element, state, drawing) : undefined
  // Text on a missing path is not painted.
  if (element.tag === 'textPath' && along === undefined) return []
  const plain = { x: undefined, y: undefined, dx: 0, dy: 0, turn: 0, along: undefined, fit: undefined }
  const spans: Span[] = []
  for (const child of element.children) {
    if (typeof child === 'string') spans.push({ text: child, state, ...plain })
    else if (child.tag === 'tspan' || child.tag === 'textPath' || child.tag === 'a') {
      if (child.attributes.get('display') === 'none') continue
      addAll(spans, spansOf(child, inherit(state, child, drawing.context.parseColor), drawing, depth + 1))
    }
  }
  const placed = place(spans, lists)
  if (fit === undefined && along === undefined) return placed
  return placed.map((span) => ({ ...span, fit: span.fit ?? fit, along: span.along ?? along }))
}

/** The position attributes of an element, one entry for each of its first characters. */
interface PositionLists {
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly dx: readonly number[]
  readonly dy: readonly number[]
  readonly rotate: readonly number[]
}

/** Assigns the positions of an element to its first characters; positions of an inner element take precedence. */
function place(spans: readonly Span[], lists: PositionLists): Span[] {
  const turns = lists.rotate
  // The last rotation applies to all further glyphs: each is a span of its own then.
  const isTurned = turns.some((turn) => turn !== 0)
  const longest = Math.max(lists.x.length, lists.y.length, lists.dx.length, lists.dy.length)
  const count = isTurned ? Number.MAX_SAFE_INTEGER : longest
  const placed: Span[] = []
  let index = 0
  for (const span of spans) {
    // White space before the first character is collapsed and takes no position.
    let { text } = span
    if (index === 0 && !span.state.keepsSpaces) text = text.replace(/^\s+/, '')
    if (text === '') continue
    const single = Math.max(0, Math.min(count - index, [...text].length))
    const characters = [...text]
    // With a single position the text stays one span.
    const pieces = count <= 1 ? (index < count ? [text] : []) : characters.slice(0, single)
    for (const piece of pieces) {
      placed.push({
        ...span,
        text: piece,
        x: span.x ?? lists.x[index],
        y: span.y ?? lists.y[index],
        dx: span.dx + (lists.dx[index] ?? 0),
        dy: span.dy + (lists.dy[index] ?? 0),
        turn: span.turn === 0 ? (turns[Math.min(index, turns.length - 1)] ?? 0) : span.turn,
      })
      index++
    }
    const rest = pieces.length === 0 ? text : count <= 1 ? '' : characters.slice(single).join('')
    if (rest !== '') placed.push({ ...span, text: rest, ...(pieces.length === 0 ? {} : { x: undefined, y: undefined, dx: 0, dy: 0 }) })
  }
  return placed
}

/** Collapses white space to single spaces, and removes it at both ends; where it is kept, each character of it is a space. */
function collapse(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  let endsInSpace = true
  for (const span of spans) {
    let { text } = span
    if (span.state.keepsSpaces) text = text.replace(/\r\n|[\t\n\r]/g, ' ')
    else {
      text = text.replace(/[\t\n\r ]+/g, ' ')
      if (endsInSpace && text.startsWith(' ')) text = text.slice(1)
    }
    if (text === '') continue
    endsInSpace = text.endsWith(' ') && !span.state.keepsSpaces
    result.push({ ...span, text })
  }
  const last = result[result.length - 1]
  if (last !== undefined && endsInSpace && last.text.endsWith(' ')) result[result.length - 1] = { ...last, text: last.text.slice(0, -1) }
  return result
}

/** Text chunks: spans up to the next absolute x. */
function chunksOf(spans: readonly PlacedSpan[]): PlacedSpan[][] {
  const chunks: PlacedSpan[][] = []
  for (const span of spans) {
    const before = chunks.at(-1)?.at(-1)
    if (span.x !== undefined || before === undefined || before.along !== span.along) chunks.push([])
    chunks[chunks.length - 1]?.push(span)
  }
  return chunks
}

/** Shapes spans, and spaces or stretches those with a `textLength`: each takes a share of the difference. */
function shapeSpans(spans: readonly Span[], drawing: Drawing): PlacedSpan[] {
  const shaped = spans.map((span) => ({ ...span, ...shapeSpan(span.text, span.state, drawing) }))
  const natural = new Map<TextFit, { width: number; letters: number }>()
  for (const { fit, width, text } of shaped) {
    if (fit === undefined) continue
    const sum = natural.get(fit) ?? { width: 0, letters: 0 }
    natural.set(fit, { width: sum.width + width, letters: sum.letters + [...text].length })
  }
  return shaped.map((span) => {
    const sum = span.fit === undefined ? undefined : natural.get(span.fit)
    return sum === undefined || span.fit === undefined ? span : fitted(span, span.fit, sum)
  })
}

function fitted(span: PlacedSpan, fit: TextFit, natural: { readonly width: number; readonly letters: number }): PlacedSpan {
  if (!(natural.width > 0)) return span
  if (fit.isStretched) return { ...span, stretch: fit.length / natural.width, width: (span.width * fit.length) / natural.width }
  const more = natural.letters > 1 ? (fit.length - natural.width) / (natural.letters - 1) : 0
  return { ...span, spacing: span.spacing + more, width: span.width + more * [...span.text].length }
}

interface TextFit {
  readonly length: number
  /** Glyphs are stretched too, not only the spacing between them. */
  readonly isStretched: boolean
}

function fitOf({ attributes }: VectorElement, state: SvgState): TextFit | undefined {
  const length = parseLength(attributes.get('textLength'), state.viewport.width, state.fontSize)
  if (length === undefined || !(length > 0)) return undefined
  return { length, isStretched: attributes.get('lengthAdjust') === 'spacingAndGlyphs' }
}
