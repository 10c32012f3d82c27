// Glyph runs as text operators.
//
// Approach: the reader moves its pen by whole thousandths of an em (the width array), we know where each glyph belongs; wherever the
// two are further apart than TOLERANCE an adjustment goes into the TJ array. Kerning, rounding, offsets, letter and word spacing are
// all the same thing this way. What is not one glyph after another goes through `glyph-pieces.ts`.

import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { GlyphPaint } from '../canvas.ts'
import { SYNTHETIC_SLANT, spacingAfter } from '../glyph/glyph-spacing.ts'
import type { ContentStream } from './content-stream.ts'
import type { FontTable, FontUse } from './fonts.ts'
import { clustersOf, idForSpaced, isOneByOne, isSetWide, isUnitByUnit, piecesOf, placesOf, SOFT_HYPHEN } from './glyph-pieces.ts'
import type { Surface } from './surface.ts'

/** Thousandths of an em a glyph may stand from its place: a hundredth of a point at 10 pt. */
const TOLERANCE = 1
type OutlineStroke = NonNullable<GlyphPaint['stroke']>

const isVisible = ({ color, width }: OutlineStroke): boolean => color.alpha > 0 && width > 0

/** Whether there is anything to see of glyphs. */
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
    // The second of the two says nothing: the text is there already.
    const again = { ...paint, actualText: '' }
    if (stroke.isBelow || !isFilled) this.#write(surface, paint, 1)
    if (isFilled) this.#write(surface, stroke.isBelow ? again : paint, stroke.isBelow ? 0 : 2)
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
    if (paint.actualText !== undefined) stream.operator(`/Span<</ActualText ${utf16Literal(paint.actualText)}>>BDC`)
    WRITERS[kind](stream, use, paint)
    if (paint.actualText !== undefined) stream.operator('EMC')
  }
}

/**
 * What the author wrote, where it differs from what is shown but character for character (small capitals, `text-transform`), is what the
 * glyphs mean; more readers look there than at /ActualText.
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
  // Clusters are in order: only the glyphs beside these could show a part of the same text.
  const [before, after] = direction === 'rtl' ? [clusters[to], clusters[from - 1]] : [clusters[from - 1], clusters[to]]
  if (last >= end || (before ?? -1) >= start || (after ?? end) < end) return paint
  if (end > text.length || (to === clusters.length && from === 0 && actualText.length !== text.length)) return paint
  return { ...paint, ...partOf(run, from, to, { start, text: actualText + text.slice(end, after) }), actualText: undefined }
}

/** The glyphs of one paint as a run of their own, with another text from `start` on: a line must not copy the whole of a paragraph. */
function partOf(
  run: GlyphRun,
  from: number,
  to: number,
  source: { readonly start: number; readonly text: string },
): Pick<GlyphPaint, 'run' | 'from' | 'to'> {
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

/** A stroke around every glyph: a twenty-fourth of an em below 9 px, falling to a thirty-second at 36 px, as Skia thickens. */
function embolden(surface: Surface, paint: GlyphPaint): void {
  const px = paint.fontSize / 0.75
  const part = Math.max(0, Math.min(1, (px - 9) / 27))
  const width = paint.fontSize * (1 / 24 + part * (1 / 32 - 1 / 24))
  surface.line({ width, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 4 })
  surface.strokeColor(paint.color)
  surface.strokeAlpha(paint.color.alpha)
}

type PaintKind = 'plain' | 'spaced' | 'pieces' | 'invisible'

const WRITERS: Readonly<Record<PaintKind, (stream: ContentStream, use: FontUse, paint: GlyphPaint) => void>> = {
  plain: writeGlyphs,
  spaced: writeSpaced,
  pieces: writePieces,
  invisible: writeInvisible,
}

function kindOf(paint: GlyphPaint): PaintKind {
  if (paint.isInvisible === true) return 'invisible'
  if (!isOneByOne(paint)) return 'pieces'
  if (!isSetWide(paint)) return 'plain'
  return isUnitByUnit(paint) ? 'spaced' : 'pieces'
}

/** A plain run. Hot: once a glyph. Letter spacing the reader adds by itself. */
function writeGlyphs(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const { run, from, to, fontSize, wordSpacing } = paint
  const { advances } = run
  const spacing = { letterSpacing: 0, wordSpacing }
  const scale = 1000 / run.face.unitsPerEm
  const { widths } = use
  /** Where the glyph belongs and where the reader's pen is. */
  let place = 0
  let pen = 0
  stream.ascii('[(')
  for (let i = from; i < to; i++) {
    const id = idAt(use, run, i)
    pen = movePen(stream, pen, place)
    stream.characterId(id)
    pen += widths[id]!
    place += advances[i]! * scale
    if (wordSpacing !== 0) place += (spacingAfter(run, i, spacing) * 1000) / fontSize
  }
  stream.operator(')]TJ')
}

/** A run whose letter spacing is part of its glyphs, as `writePieces` would write it. */
function writeSpaced(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const { run, from, to } = paint
  const scale = 1000 / run.face.unitsPerEm
  const places = placesOf(paint)
  let pen = 0
  stream.ascii('[(')
  for (let i = from; i < to; i++) {
    const place = places[i - from]!
    const unit = codeAt(run.text, run.clusters[i]!) // i lies in the run
    const id = idForSpaced(use, run.glyphs[i]!, Math.round(places[i - from + 1]! - place), unit)
    pen = movePen(stream, pen, place * scale)
    stream.characterId(id)
    pen += use.widths[id]!
  }
  stream.operator(')]TJ')
}

/** Moves the reader's pen to where the next glyph belongs when it is too far from there; gives where it is then. */
function movePen(stream: ContentStream, pen: number, place: number): number {
  const gap = place - pen
  if (gap < TOLERANCE && gap > -TOLERANCE) return pen
  const rounded = Math.round(gap)
  stream.byte(0x29)
  stream.thousandths(-rounded * 1000)
  stream.byte(0x28)
  return pen + rounded
}

function writePieces(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const scale = 1000 / paint.run.face.unitsPerEm
  let pen = 0
  let raised = 0
  let isTwin = false
  stream.ascii('[(')
  for (const { id, x, y, isApart, actualText } of piecesOf(use, paint)) {
    if (isApart) {
      isTwin = !isTwin
      stream.ascii(')]TJ ')
      selectFont(stream, isTwin ? use.twinName() : use.name, paint.fontSize)
      stream.ascii('[(')
    }
    if (y !== raised) {
      stream.ascii(')]TJ ')
      stream.number((y * paint.fontSize) / paint.run.face.unitsPerEm)
      stream.ascii('Ts[(')
      raised = y
    }
    pen = movePen(stream, pen, x * scale)
    const isSaid = actualText !== undefined && paint.actualText === undefined
    if (isSaid) stream.ascii(`)]TJ/Span<</ActualText${utf16Literal(actualText)}>>BDC[(`)
    stream.characterId(id)
    if (isSaid) stream.ascii(')]TJ EMC[(')
    pen += use.widths[id]!
  }
  stream.operator(raised === 0 ? ')]TJ' : ')]TJ 0 Ts')
  if (isTwin) selectFont(stream, use.name, paint.fontSize)
}

function selectFont(stream: ContentStream, name: string, size: number): void {
  stream.ascii(`/${name} `)
  stream.number(size)
  stream.operator('Tf')
}

/**
 * Clusters under pictures. Each character has an id of its own, and its share of the cluster's room: MuPDF leaves out what an id means when
 * that is several characters beyond the basic plane, or one and a space, and Poppler takes equal characters in one place for one; sequences
 * of emoji are both.
 */
function writeInvisible(stream: ContentStream, use: FontUse, paint: GlyphPaint): void {
  const { run, from } = paint
  const scale = 1000 / run.face.unitsPerEm
  const places = placesOf(paint)
  let pen = 0
  stream.ascii('[(')
  for (const { first, end, text, endsWord } of clustersOf(paint)) {
    let room = 0
    for (let i = first; i < end; i++) room += run.advances[i]!
    pen = movePen(stream, pen, places[first - from]! * scale)
    const characters = [...text]
    for (const [i, character] of characters.entries()) {
      const isEnd = endsWord && i + 1 === characters.length && character.length === 1
      const id = use.idUnderPicture(room / characters.length, isEnd ? `${character} ` : character)
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

/** A text string with byte order mark as an escaped-by-hexadecimal literal. */
function utf16Literal(text: string): string {
  let hex = 'feff'
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0')
  return `<${hex}>`
}
