// Glyph runs as text operators.
//
// Approach: a viewer advances its pen by whole thousandths of an em (the widths array), and the place of each glyph is known; wherever the
// difference exceeds TOLERANCE, an adjustment is written into the TJ array. It covers kerning, rounding, offsets, letter and word spacing
// alike. Runs that are not plain go through `placed-characters.ts`.

import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { GlyphPaint } from '../canvas.ts'
import { isSpaceAt, SYNTHETIC_SLANT } from '../glyph/glyph-spacing.ts'
import type { ContentStream } from './content-stream.ts'
import type { FontTable, FontUse } from './fonts.ts'
import {
  clustersOf,
  hasOneUnitPerGlyph,
  idWithSpacing,
  isPlainRun,
  isWidelySpaced,
  penPositions,
  placedCharacters,
  SOFT_HYPHEN,
} from './placed-characters.ts'
import type { Surface } from './surface.ts'

/** Thousandths of an em by which a glyph may be displaced: a hundredth of a point at 10 pt. */
const TOLERANCE = 1
/** As much as words may be displaced because advances are measured at a slightly smaller size: a fifth of a point at 10 pt. */
const DRIFT = 20
type OutlineStroke = NonNullable<GlyphPaint['stroke']>

const isVisible = ({ color, width }: OutlineStroke): boolean => color.alpha > 0 && width > 0

/** Fill or stroke of the glyphs is visible. */
export function showsGlyphs({ color, stroke }: GlyphPaint): boolean {
  return color.alpha > 0 || (stroke !== undefined && isVisible(stroke))
}

export class GlyphWriter {
  readonly #fonts: FontTable

  constructor(fonts: FontTable) {
    this.#fonts = fonts
  }

  show(surface: Surface, paint: GlyphPaint): void {
    const { stroke } = paint
    if (stroke === undefined || !isVisible(stroke)) {
      this.#write(surface, paint, paint.syntheticBold ? 2 : 0)
      return
    }
    const isFilled = paint.color.alpha > 0
    // The second of both has no text, which the first has already.
    const withoutText = { ...paint, actualText: '' }
    if (stroke.isBelow || !isFilled) this.#write(surface, paint, 1)
    if (isFilled) this.#write(surface, stroke.isBelow ? withoutText : paint, stroke.isBelow ? 0 : 2)
  }

  /** Clips to the shapes of glyphs; false when there are none. */
  clip(surface: Surface, paints: readonly GlyphPaint[]): boolean {
    const shown = paints.filter((paint) => paint.from < paint.to)
    surface.endText()
    for (const paint of shown) this.#write(surface, { ...paint, syntheticBold: false }, 7)
    surface.endText()
    return shown.length > 0
  }

  #write(surface: Surface, asked: GlyphPaint, mode: 0 | 1 | 2 | 7): void {
    if (asked.from >= asked.to || !(asked.fontSize > 0)) return
    const paint = withSourceText(asked)
    const { run, fontSize } = paint
    const use = this.#fonts.use(run.face)
    const kind = kindOf(paint)
    const isPlain = kind === 'plain'
    const hasCharacterSpace = paint.letterSpacing !== 0 && isPlain
    surface.beginText()
    surface.fillColor(paint.color)
    surface.fillAlpha(paint.color.alpha)
    surface.font(use, fontSize)
    surface.characterSpace(hasCharacterSpace ? paint.letterSpacing : 0)
    if (paint.stroke !== undefined && mode !== 0) outline(surface, paint.stroke)
    else if (paint.syntheticBold) embolden(surface, paint)
    surface.renderMode(paint.isInvisible === true ? 3 : mode)
    surface.moveText(paint.x, paint.baseline, paint.syntheticOblique ? SYNTHETIC_SLANT : 0)
    const { stream } = surface
    const isParted = paint.actualText !== undefined && surface.beginActualText(utf16Literal(paint.actualText))
    if (paint.actualText !== undefined && !isParted) stream.operator(`/Span<</ActualText ${utf16Literal(paint.actualText)}>>BDC`)
    WRITERS[kind](stream, use, paint, surface)
    if (isParted) surface.endActualText()
    else if (paint.actualText !== undefined) stream.operator('EMC')
  }
}

/**
 * Where the source text differs from the shown text character by character (small capitals, `text-transform`), it becomes the text of the
 * glyphs, which more extractors read than /ActualText.
 */
function withSourceText(paint: GlyphPaint): GlyphPaint {
  const { run, from, to, actualText } = paint
  if (actualText === undefined || actualText === '' || actualText === SOFT_HYPHEN) return paint
  const { clusters, direction, text } = run
  let start = clusters[from]!
  let last = start
  for (let i = from; i < to; i++) {
    start = Math.min(start, clusters[i]!)
    last = Math.max(last, clusters[i]!)
  }
  const end = start + actualText.length
  // Clusters are in order: only the neighbouring glyphs could show a part of the same text.
  const [before, after] = direction === 'rtl' ? [clusters[to], clusters[from - 1]] : [clusters[from - 1], clusters[to]]
  if (last >= end || (before ?? -1) >= start || (after ?? end) < end) return paint
  if (end > text.length || (to === clusters.length && from === 0 && actualText.length !== text.length)) return paint
  return { ...paint, ...partOf(run, from, to, { start, text: actualText + text.slice(end, after) }), actualText: undefined }
}

/** The glyphs of one paint as a run of their own with another text, which starts at `start`. A line must not copy the run of its whole paragraph. */
function partOf(
  run: GlyphRun,
  from: number,
  to: number,
  source: { readonly start: number; readonly text: string },
): Pick<GlyphPaint, 'run' | 'from' | 'to'> {
  if (from === 0 && to === run.glyphs.length && source.start === 0) return { run: { ...run, text: source.text }, from, to }
  const part: GlyphRun = {
    ...run,
    text: source.text,
    glyphs: run.glyphs.slice(from, to),
    advances: run.advances.slice(from, to),
    xOffsets: run.xOffsets.slice(from, to),
    yOffsets: run.yOffsets.slice(from, to),
    clusters: run.clusters.slice(from, to).map((cluster) => cluster - source.start),
  }
  return { run: part, from: 0, to: to - from }
}

function outline(surface: Surface, { width, color }: OutlineStroke): void {
  surface.line({ width, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 4 })
  surface.strokeColor(color)
  surface.strokeAlpha(color.alpha)
}

/** Strokes every glyph: a twenty-fourth of an em below 9 px, decreasing to a thirty-second at 36 px, as Skia's fake bold. */
function embolden(surface: Surface, paint: GlyphPaint): void {
  const px = paint.fontSize / 0.75
  const part = Math.max(0, Math.min(1, (px - 9) / 27))
  const width = paint.fontSize * (1 / 24 + part * (1 / 32 - 1 / 24))
  surface.line({ width, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 4 })
  surface.strokeColor(paint.color)
  surface.strokeAlpha(paint.color.alpha)
}

type PaintKind = 'plain' | 'spaced' | 'composed' | 'invisible'

const WRITERS: Readonly<Record<PaintKind, (stream: ContentStream, use: FontUse, paint: GlyphPaint, surface: Surface) => void>> = {
  plain: writeGlyphs,
  spaced: writeSpaced,
  composed: writeComposed,
  invisible: writeInvisible,
}

function kindOf(paint: GlyphPaint): PaintKind {
  if (paint.isInvisible === true) return 'invisible'
  if (!isPlainRun(paint)) return 'composed'
  if (!isWidelySpaced(paint)) return 'plain'
  return hasOneUnitPerGlyph(paint) ? 'spaced' : 'composed'
}

/** Writes a plain run. Hot: once a glyph. The viewer adds letter spacing (Tc). */
function writeGlyphs(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const { run, from, to, fontSize } = paint
  const { advances } = run
  const wordSpacing = (paint.wordSpacing * 1000) / fontSize
  const scale = 1000 / run.face.unitsPerEm
  /** What a font unit is less when it is measured. */
  const excess = scale * (1 - (paint.advanceSize ?? fontSize) / fontSize)
  let drift = 0
  const { widths } = use
  /** The place of the glyph, and the viewer's pen. */
  let place = 0
  let pen = 0
  stream.ascii('[(')
  for (let i = from; i < to; i++) {
    const id = idAt(use, run, i)
    // As `movePen`. Where V8 does not inline that call it makes an object of each position, as a call may return anything.
    const gap = place - pen
    if (gap >= TOLERANCE || gap <= -TOLERANCE) {
      const rounded = Math.round(gap)
      stream.adjustment(-rounded)
      pen += rounded
    }
    stream.characterId(id)
    pen += widths[id]!
    place += advances[i]! * scale
    drift += advances[i]! * excess
    if ((wordSpacing !== 0 || drift >= DRIFT) && isSpaceAt(run, i)) {
      place += wordSpacing
      if (drift >= DRIFT) {
        place -= drift
        drift = 0
      }
    }
  }
  stream.operator(')]TJ')
}

/** Writes a run whose letter spacing is part of its glyphs' advances, with the same result as `writeComposed`. */
function writeSpaced(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const { run, from, to } = paint
  const scale = 1000 / run.face.unitsPerEm
  const places = penPositions(paint)
  let pen = 0
  stream.ascii('[(')
  for (let i = from; i < to; i++) {
    const place = places[i - from]!
    const unit = codeAt(run.text, run.clusters[i]!) // i lies in the run
    const id = idWithSpacing(use, run.glyphs[i]!, Math.round(places[i - from + 1]! - place), unit)
    pen = movePen(stream, pen, place * scale)
    stream.characterId(id)
    pen += use.widths[id]!
  }
  stream.operator(')]TJ')
}

/** Moves the viewer's pen when it is too far from the place of the next glyph; returns its position. */
function movePen(stream: ContentStream, pen: number, place: number): number {
  const gap = place - pen
  if (gap < TOLERANCE && gap > -TOLERANCE) return pen
  const rounded = Math.round(gap)
  stream.adjustment(-rounded)
  return pen + rounded
}

/** Writes a run that is not plain. */
function writeComposed(stream: ContentStream, use: FontUse, paint: GlyphPaint, surface: Surface): void {
  const scale = 1000 / paint.run.face.unitsPerEm
  let pen = 0
  let rise = 0
  let isTwin = false
  stream.ascii('[(')
  for (const { id, x, y, startsItem, actualText } of placedCharacters(use, paint)) {
    if (startsItem) {
      isTwin = !isTwin
      stream.ascii(')]TJ ')
      selectFont(stream, isTwin ? use.twinName() : use.name, paint.fontSize)
      stream.ascii('[(')
    }
    if (y !== rise) {
      stream.ascii(')]TJ ')
      stream.number((y * paint.fontSize) / paint.run.face.unitsPerEm)
      stream.ascii('Ts[(')
      rise = y
    }
    pen = movePen(stream, pen, x * scale)
    const hasActualText = actualText !== undefined && paint.actualText === undefined
    if (hasActualText) {
      stream.ascii(')]TJ')
      const isParted = surface.beginActualText(utf16Literal(actualText))
      stream.ascii(isParted ? '[(' : `/Span<</ActualText${utf16Literal(actualText)}>>BDC[(`)
      stream.characterId(id)
      stream.ascii(isParted ? ')]TJ\n' : ')]TJ EMC[(')
      if (isParted) {
        surface.endActualText()
        stream.ascii('[(')
      }
    } else stream.characterId(id)
    pen += use.widths[id]!
  }
  stream.operator(rise === 0 ? ')]TJ' : ')]TJ 0 Ts')
  if (isTwin) selectFont(stream, use.name, paint.fontSize)
}

function selectFont(stream: ContentStream, name: string, size: number): void {
  stream.ascii(`/${name} `)
  stream.number(size)
  stream.operator('Tf')
}

/**
 * Writes clusters under pictures. Each character has an id of its own, and its share of the cluster's advance: MuPDF drops the text of an id that is
 * several characters beyond the basic plane, or one and a space, and Poppler takes equal characters at one place for one; sequences of emoji are
 * both.
 */
function writeInvisible(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const { run, from } = paint
  const scale = 1000 / run.face.unitsPerEm
  const places = penPositions(paint)
  let pen = 0
  stream.ascii('[(')
  for (const { first, end, text, endsWord } of clustersOf(paint)) {
    let advance = 0
    for (let i = first; i < end; i++) advance += run.advances[i]!
    pen = movePen(stream, pen, places[first - from]! * scale)
    const characters = [...text]
    for (const [i, character] of characters.entries()) {
      const isEnd = endsWord && i + 1 === characters.length && character.length === 1
      const id = use.idUnderPicture(advance / characters.length, isEnd ? `${character} ` : character)
      stream.characterId(id)
      pen += use.widths[id]!
    }
  }
  stream.operator(')]TJ')
}

/** The id of a glyph of a plain run. */
function idAt(use: FontUse, { clusters, glyphs, text }: GlyphRun, index: number): number {
  const glyph = glyphs[index]! // index lies in the run
  const start = clusters[index]!
  const end = index + 1 < clusters.length ? clusters[index + 1]! : text.length
  return end - start === 1 ? use.idForUnit(glyph, codeAt(text, start)) : use.idFor(glyph, text.slice(start, end))
}

/** A UTF-16 text string with byte order mark, in hexadecimal. */
function utf16Literal(text: string): string {
  let hex = 'feff'
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0')
  return `<${hex}>`
}
