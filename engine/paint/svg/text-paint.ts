// Painting the text of drawings: fills and strokes of every kind, decoration lines, rotated glyphs, glyphs along paths.
import type { Face } from '../../font/font.ts'
import type { Point, Rect } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { GlyphPaint, Paint } from '../canvas.ts'
import { rectPath } from '../geometry/path.ts'
import { type ShapedText, shapeText } from '../glyph/shape-text.ts'
import type { Drawing } from './drawing.ts'
import { plainColor, serverPaint } from './servers.ts'
import type { SvgPaint, SvgState } from './state.ts'
import type { TextPath } from './text-path.ts'
import { rotation } from './values.ts'

export interface ShapedSpan {
  readonly text: string
  readonly state: SvgState
  readonly turn: number
  readonly shaped: ShapedText
  readonly width: number
  /** After every letter. */
  readonly spacing: number
  /** Factor by which glyphs are stretched horizontally. */
  readonly stretch: number
}

export function shapeSpan(
  text: string,
  state: SvgState,
  { context }: Drawing,
): Pick<ShapedSpan, 'shaped' | 'width' | 'spacing' | 'stretch'> {
  const request = { families: state.fontFamily, weight: state.fontWeight, style: state.fontStyle, stretch: 100 }
  const { fontSize, language, direction, source } = state
  const shaped = shapeText(text, { request, fontSize, language, direction, source }, context.fonts)
  const letters = state.letterSpacing === 0 ? 0 : state.letterSpacing * [...text].length
  const words = state.wordSpacing === 0 ? 0 : state.wordSpacing * (text.match(/[ \u00a0]/g)?.length ?? 0)
  return { shaped, width: shaped.width + letters + words, spacing: state.letterSpacing, stretch: 1 }
}

/** Distance of the alphabetic baseline below the text's position, by the metrics of the first face. */
export function baselineShift({ shaped, state }: ShapedSpan): number {
  const face = shaped.pieces[0]?.run.face
  if (face === undefined) return 0
  const em = state.fontSize / face.unitsPerEm
  const { length, heights } = state.rise
  return dominantBaseline(face, em, state) - length - heights * (face.ascent - face.descent) * em
}

function dominantBaseline(face: Face, em: number, state: SvgState): number {
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

/** A span whose baseline starts at `origin`. */
export function paintSpan(span: ShapedSpan, origin: Point, drawing: Drawing): void {
  const { state } = span
  const { x, y } = origin
  if (!state.isVisible) return
  const { canvas } = drawing
  const isMoved = span.turn !== 0 || span.stretch !== 1
  if (isMoved) {
    canvas.save()
    if (span.turn !== 0) canvas.transform(rotation(span.turn, x, y))
    if (span.stretch !== 1) canvas.transform([span.stretch, 0, 0, 1, x - x * span.stretch, 0])
  }
  const glyphs = glyphsOf(span, x, y)
  const area = { x, y: y - state.fontSize, width: span.width / span.stretch, height: state.fontSize * 1.25 }
  paintDecorations(span, origin, 'below', drawing)
  paintGlyphs(glyphs, area, state, drawing)
  paintDecorations(span, origin, 'above', drawing)
  if (isMoved) canvas.restore()
}

/** A place on a path. */
interface StartOnPath {
  readonly path: TextPath
  /** Distance from the start of the path. */
  readonly start: number
  /** Distance of the baseline from the path. */
  readonly rise: number
}

/** Paints each glyph with its middle on the path; glyphs beyond its ends are not painted. */
export function paintSpanAlong(span: ShapedSpan, { path, start, rise }: StartOnPath, drawing: Drawing): void {
  const { state } = span
  if (!state.isVisible) return
  const { canvas } = drawing
  for (const piece of glyphsOf(span, 0, 0)) {
    const { run, letterSpacing, wordSpacing } = piece
    const scale = state.fontSize / run.face.unitsPerEm
    let x = piece.x
    for (let i = piece.from; i < piece.to; i++) {
      const advance = (run.advances[i] ?? 0) * scale
      const place = path.at(start + x + advance / 2)
      if (place !== undefined) {
        const [cos, sin] = [Math.cos(place.angle), Math.sin(place.angle)]
        canvas.save()
        canvas.transform([cos, sin, -sin, cos, place.x, place.y])
        const area = { x: -advance / 2, y: rise - state.fontSize, width: advance, height: state.fontSize * 1.25 }
        paintGlyphs(
          [{ ...piece, from: i, to: i + 1, x: -advance / 2, baseline: rise, letterSpacing: 0, wordSpacing: 0 }],
          area,
          state,
          drawing,
        )
        canvas.restore()
      }
      const isSpace = /^[ \u00a0]/.test(run.text.slice(run.clusters[i]))
      x += advance + letterSpacing + (isSpace ? wordSpacing : 0)
    }
  }
}

function glyphsOf({ shaped, state, spacing }: ShapedSpan, x: number, y: number): GlyphPaint[] {
  let spaced = 0
  return shaped.pieces.map(({ run, match, x: offset }) => {
    const paint: GlyphPaint = {
      run,
      from: 0,
      to: run.glyphs.length,
      x: x + offset + spaced,
      baseline: y,
      fontSize: state.fontSize,
      color: CLEAR,
      letterSpacing: spacing,
      wordSpacing: state.wordSpacing,
      syntheticBold: match.syntheticBold,
      syntheticOblique: match.syntheticOblique,
      actualText: undefined,
    }
    spaced += spacing * [...run.text].length
    return paint
  })
}

const CLEAR: Color = { red: 0, green: 0, blue: 0, alpha: 0 }

/** Fills and strokes of one colour are painted as glyphs; gradients and patterns fill an area clipped to the glyphs. */
function paintGlyphs(glyphs: readonly GlyphPaint[], area: Rect, state: SvgState, drawing: Drawing): void {
  const { canvas } = drawing
  const fill = usedPaint(state.fill, area, state, drawing)
  const strokePaint = state.line.width > 0 ? usedPaint(state.stroke, area, state, drawing) : undefined
  const strokeColor = strokePaint === undefined ? undefined : plainColor(strokePaint)
  const isBelow = state.paintOrder.indexOf('stroke') < state.paintOrder.indexOf('fill')
  const stroke = strokeColor && { width: state.line.width, color: faded(strokeColor, state.strokeOpacity), isBelow }
  const flat = fill?.kind === 'color' ? faded(fill.color, state.fillOpacity) : CLEAR
  const server = fill === undefined || fill.kind === 'color' ? undefined : fill
  const show = (color: Color, withStroke: boolean): void => {
    for (const paint of glyphs) canvas.glyphs({ ...paint, color, ...(withStroke && stroke !== undefined ? { stroke } : {}) })
  }
  if (server === undefined) {
    show(flat, true)
    return
  }
  if (isBelow) show(CLEAR, true)
  canvas.save()
  canvas.clipGlyphs(glyphs)
  canvas.fillPath(rectPath(area), 'nonzero', server, state.fillOpacity)
  canvas.restore()
  if (!isBelow) show(CLEAR, true)
}

function faded(color: Color, opacity: number): Color {
  return opacity === 1 ? color : { ...color, alpha: color.alpha * opacity }
}

/** Decoration lines in the fill of the text: underlines and overlines below the letters, line-throughs above. */
function paintDecorations(span: ShapedSpan, { x, y }: Point, place: 'below' | 'above', drawing: Drawing): void {
  const { state, shaped } = span
  const face = shaped.pieces[0]?.run.face
  if (state.decoration === '' || face === undefined) return
  const em = state.fontSize / face.unitsPerEm
  const thickness = state.fontSize / 10
  const tops = {
    underline: Math.max(1, thickness / 2),
    overline: -face.ascent * em,
    'line-through': (-face.ascent * em) / 3 - thickness / 2,
  }
  for (const [name, top] of Object.entries(tops)) {
    if (!state.decoration.includes(name) || (name === 'line-through') !== (place === 'above')) continue
    const rect = { x, y: y + top, width: span.width / span.stretch, height: thickness }
    const paint = usedPaint(state.fill, rect, state, drawing)
    if (paint !== undefined) drawing.canvas.fillPath(rectPath(rect), 'nonzero', paint, state.fillOpacity)
  }
}

function usedPaint(paint: SvgPaint, bounds: Rect, state: SvgState, drawing: Drawing): Paint | undefined {
  switch (paint.kind) {
    case 'none':
      return undefined
    case 'color':
      return { kind: 'color', color: paint.color }
    case 'reference': {
      const server = serverPaint(paint.id, bounds, state, drawing)
      return server ?? (paint.fallback === undefined ? undefined : { kind: 'color', color: paint.fallback })
    }
    default: {
      const ofContext = paint.kind === 'context-fill' ? drawing.paint?.fill : drawing.paint?.stroke
      return ofContext?.kind === 'color' ? { kind: 'color', color: ofContext.color } : undefined
    }
  }
}
