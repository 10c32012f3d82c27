// Text in drawings (SVG 2 §11): chunks that begin at absolute positions, anchored as a whole. Limits: no text on paths, glyph rotation
// or textLength; a gradient fill becomes its mean colour.
import type { VectorElement } from '../image/image.ts'
import type { Color } from '../style/value.ts'
import { type ShapedText, shapeText } from './shape-text.ts'
import type { Drawing } from './svg-drawing.ts'
import { plainColor, serverPaint } from './svg-servers.ts'
import { inherit, type SvgPaint, type SvgState } from './svg-state.ts'
import { parseLength } from './svg-values.ts'

/** Text of one style, beginning where the one before ends unless it says otherwise. */
interface Span {
  readonly text: string
  readonly state: SvgState
  readonly x: number | undefined
  readonly y: number | undefined
  readonly dx: number
  readonly dy: number
}

interface ShapedSpan extends Span {
  readonly shaped: ShapedText
  readonly width: number
}

const DEEPEST = 32

export function paintSvgText(element: VectorElement, state: SvgState, drawing: Drawing): void {
  const spans = collapse(spansOf(element, state, drawing, 0))
  let x = 0
  let y = 0
  for (const chunk of chunksOf(spans.map((span) => shapeSpan(span, drawing)))) {
    const first = chunk[0]
    if (first === undefined) continue
    x = first.x ?? x
    const width = chunk.reduce((sum, span) => sum + span.dx + span.width, 0)
    const isRtl = first.state.direction === 'rtl'
    const anchor = first.state.textAnchor
    x -= anchor === 'middle' ? width / 2 : (anchor === 'end') !== isRtl ? width : 0
    for (const span of chunk) {
      x += span.dx
      y = (span.y ?? y) + span.dy
      paintSpan(span, x, y + baselineShift(span), drawing)
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
  }
  const spans: Span[] = []
  for (const child of element.children) {
    if (typeof child === 'string') spans.push({ text: child, state, x: undefined, y: undefined, dx: 0, dy: 0 })
    else if (child.tag === 'tspan' || child.tag === 'textPath' || child.tag === 'a') {
      if (child.attributes.get('display') === 'none') continue
      spans.push(...spansOf(child, inherit(state, child, drawing.context.parseColor), drawing, depth + 1))
    }
  }
  return place(spans, lists)
}

/** Gives the first characters the positions of their element; an inner element's own win. */
function place(spans: readonly Span[], lists: { x: number[]; y: number[]; dx: number[]; dy: number[] }): Span[] {
  const count = Math.max(lists.x.length, lists.y.length, lists.dx.length, lists.dy.length)
  const placed: Span[] = []
  let index = 0
  for (const span of spans) {
    // White space before the first character has no position of its own.
    let { text } = span
    if (index === 0 && !span.state.keepsSpaces) text = text.replace(/^\s+/, '')
    if (text === '') continue
    const single = Math.max(0, Math.min(count - index, [...text].length))
    const characters = [...text]
    // With one position the text stays in one piece.
    const pieces = count <= 1 ? (index < count ? [text] : []) : characters.slice(0, single)
    for (const piece of pieces) {
      placed.push({
        ...span,
        text: piece,
        x: span.x ?? lists.x[index],
        y: span.y ?? lists.y[index],
        dx: span.dx + (lists.dx[index] ?? 0),
        dy: span.dy + (lists.dy[index] ?? 0),
      })
      index++
    }
    const rest = pieces.length === 0 ? text : count <= 1 ? '' : characters.slice(single).join('')
    if (rest !== '') placed.push({ ...span, text: rest, ...(pieces.length === 0 ? {} : { x: undefined, y: undefined, dx: 0, dy: 0 }) })
  }
  return placed
}

/** White space becomes single spaces, none at the ends. */
function collapse(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  let endsInSpace = true
  for (const span of spans) {
    let { text } = span
    if (!span.state.keepsSpaces) {
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

/** Spans up to the next absolute x. */
function chunksOf(spans: readonly ShapedSpan[]): ShapedSpan[][] {
  const chunks: ShapedSpan[][] = []
  for (const span of spans) {
    if (span.x !== undefined || chunks.length === 0) chunks.push([])
    chunks[chunks.length - 1]?.push(span)
  }
  return chunks
}

function shapeSpan(span: Span, { context }: Drawing): ShapedSpan {
  const { state, text } = span
  const request = { families: state.fontFamily, weight: state.fontWeight, style: state.fontStyle, stretch: 100 }
  const shaped = shapeText(text, request, state.fontSize, state.language, context.fonts)
  const letters = state.letterSpacing === 0 ? 0 : state.letterSpacing * [...text].length
  const words = state.wordSpacing === 0 ? 0 : state.wordSpacing * (text.match(/[ \u00a0]/g)?.length ?? 0)
  return { ...span, shaped, width: shaped.width + letters + words }
}

// ── Painting ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How far the alphabetic baseline lies below the given one, by the first face. */
function baselineShift({ shaped, state }: ShapedSpan): number {
  const face = shaped.pieces[0]?.run.face
  if (face === undefined) return 0
  const em = state.fontSize / face.unitsPerEm
  switch (state.baseline) {
    case 'middle':
      return (face.xHeight / 2) * em
    case 'central':
      return ((face.ascent + face.descent) / 2) * em
    case 'hanging':
    case 'text-before-edge':
    case 'before-edge':
    case 'text-top':
      return (state.baseline === 'hanging' ? face.ascent * 0.8 : face.ascent) * em
    case 'text-after-edge':
    case 'after-edge':
    case 'ideographic':
    case 'text-bottom':
      return face.descent * em
    default:
      return 0
  }
}

function paintSpan(span: ShapedSpan, x: number, y: number, drawing: Drawing): void {
  const { state } = span
  const bounds = { x, y: y - state.fontSize, width: span.width, height: state.fontSize * 1.2 }
  const fill = colorOf(state.fill, bounds, state, drawing)
  const color = fill ?? colorOf(state.stroke, bounds, state, drawing)
  if (color === undefined || !state.isVisible) return
  const opacity = fill === undefined ? state.strokeOpacity : state.fillOpacity
  let spaced = 0
  for (const { run, match, x: offset } of span.shaped.pieces) {
    drawing.canvas.glyphs({
      run,
      from: 0,
      to: run.glyphs.length,
      x: x + offset + spaced,
      baseline: y,
      fontSize: state.fontSize,
      color: opacity === 1 ? color : { ...color, alpha: color.alpha * opacity },
      letterSpacing: state.letterSpacing,
      wordSpacing: state.wordSpacing,
      syntheticBold: match.syntheticBold,
      syntheticOblique: match.syntheticOblique,
      actualText: undefined,
    })
    spaced += state.letterSpacing * [...run.text].length
  }
}

function colorOf(
  paint: SvgPaint,
  bounds: { x: number; y: number; width: number; height: number },
  state: SvgState,
  drawing: Drawing,
): Color | undefined {
  switch (paint.kind) {
    case 'none':
      return undefined
    case 'color':
      return paint.color
    case 'reference': {
      const server = serverPaint(paint.id, bounds, state, drawing)
      return (server === undefined ? undefined : plainColor(server)) ?? paint.fallback
    }
    default: {
      const around = paint.kind === 'context-fill' ? drawing.paint?.fill : drawing.paint?.stroke
      return around?.kind === 'color' ? around.color : undefined
    }
  }
}
