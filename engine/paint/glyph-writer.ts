// Glyph runs as text operators.
//
// Approach: the reader moves its pen by whole thousandths of an em (the width array), we know where each glyph belongs; wherever the
// two are further apart than TOLERANCE an adjustment goes into the TJ array. Kerning, rounding, offsets, letter and word spacing are
// all the same thing this way. Limits: glyphs raised by different amounts end the array (marks in complex scripts).
import type { GlyphRun } from '../font/font.ts'
import type { GlyphPaint } from './canvas.ts'
import type { ContentStream } from './content-stream.ts'
import type { FontTable, FontUse } from './fonts-in-pdf.ts'
import type { Surface } from './surface.ts'

/** Thousandths of an em a glyph may stand from its place: a hundredth of a point at 10 pt. */
const TOLERANCE = 1
/** tan 14°, as browsers slant (CSS Fonts 4 §2.4.2). */
export const LEAN = 0.25

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

  #write(surface: Surface, paint: GlyphPaint, mode: 0 | 1 | 2 | 7): void {
    const { run, fontSize } = paint
    if (paint.from >= paint.to || !(fontSize > 0)) return
    const use = this.#fonts.use(run.face)
    const hasCharacterSpace = paint.letterSpacing !== 0 && paint.isInvisible !== true && isOneToOne(run, paint.from, paint.to)
    surface.beginText()
    surface.fillColor(paint.color)
    surface.fillAlpha(paint.color.alpha)
    surface.font(use, fontSize)
    surface.characterSpace(hasCharacterSpace ? paint.letterSpacing : 0)
    if (paint.stroke !== undefined && mode !== 0) outline(surface, paint.stroke)
    else if (paint.syntheticBold) embolden(surface, paint)
    surface.renderMode(paint.isInvisible === true ? 3 : mode)
    surface.moveText(paint.x, paint.baseline, paint.syntheticOblique ? LEAN : 0)
    const { stream } = surface
    if (paint.actualText !== undefined) stream.operator(`/Span<</ActualText ${utf16Literal(paint.actualText)}>>BDC`)
    if (paint.isInvisible === true) writeInvisible(stream, use, paint)
    else writeGlyphs(stream, use, paint, hasCharacterSpace ? 0 : paint.letterSpacing)
    if (paint.actualText !== undefined) stream.operator('EMC')
  }
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

/** Hot: once a glyph. `letterSpacing` is what the reader does not add by itself. */
function writeGlyphs(stream: ContentStream, use: FontUse, paint: GlyphPaint, letterSpacing: number): void {
  const { run, from, to, fontSize, wordSpacing } = paint
  const { advances, xOffsets, yOffsets, text } = run
  const hasOffsets = xOffsets.length > 0
  const hasSpacing = letterSpacing !== 0 || wordSpacing !== 0
  const scale = 1000 / run.face.unitsPerEm
  const { widths } = use
  /** Where the glyph belongs and where the reader's pen is. */
  let place = 0
  let pen = 0
  let raised = 0
  stream.ascii('[(')
  for (let i = from; i < to; i++) {
    const id = idAt(use, run, i)
    const wanted = hasOffsets ? place + (xOffsets[i] as number) * scale : place
    const gap = wanted - pen
    const rise = yOffsets.length > 0 ? (yOffsets[i] as number) : 0
    if (rise !== raised) {
      stream.ascii(')]TJ ')
      stream.number((rise * fontSize) / run.face.unitsPerEm)
      stream.ascii('Ts[(')
      raised = rise
    }
    if (gap >= TOLERANCE || gap <= -TOLERANCE) {
      const rounded = Math.round(gap)
      stream.byte(0x29)
      stream.thousandths(-rounded * 1000)
      stream.byte(0x28)
      pen += rounded
    }
    stream.characterId(id)
    pen += widths[id] as number
    place += (advances[i] as number) * scale
    if (hasSpacing) place += (spacingAfter(run, i, letterSpacing, wordSpacing, text) * 1000) / fontSize
  }
  stream.operator(raised === 0 ? ')]TJ' : ')]TJ 0 Ts')
}

/**
 * Clusters under pictures. Each character has an id of its own, and its share of the cluster's room: MuPDF leaves out what an id means when
 * that is several characters beyond the basic plane, and Poppler takes equal characters in one place for one; sequences of emoji are both.
 */
function writeInvisible(stream: ContentStream, use: FontUse, { run, from, to, fontSize, letterSpacing, wordSpacing }: GlyphPaint): void {
  const scale = 1000 / run.face.unitsPerEm
  let place = 0
  let pen = 0
  stream.ascii('[(')
  for (let i = from; i < to; ) {
    const start = run.clusters[i] as number // index lies in the run
    let room = 0
    let spacing = 0
    for (; i < to && run.clusters[i] === start; i++) {
      room += run.advances[i] as number
      spacing += spacingAfter(run, i, letterSpacing, wordSpacing, run.text)
    }
    const characters = [...run.text.slice(start, clusterEnd(run, i - 1))]
    const gap = Math.round(place - pen)
    if (gap !== 0) stream.ascii(`)${-gap}(`)
    pen += gap
    for (const character of characters) {
      const id = use.idUnderPicture(room / characters.length, character)
      stream.characterId(id)
      pen += use.widths[id] as number
    }
    place += room * scale + (spacing * 1000) / fontSize
  }
  stream.operator(')]TJ')
}

function idAt(use: FontUse, run: GlyphRun, index: number): number {
  const { clusters, text } = run
  const glyph = run.glyphs[index] as number // index lies in the run
  const start = clusters[index] as number
  const before = index > 0 ? (clusters[index - 1] as number) : -1
  const after = index + 1 < clusters.length ? (clusters[index + 1] as number) : -1
  if (before === start || after === start) return use.idFor(glyph, partOfCluster(run, index))
  const next = run.direction === 'rtl' ? before : after
  const end = next > start ? next : next < 0 ? text.length : clusterEnd(run, index)
  return end - start === 1 ? use.idForUnit(glyph, text.charCodeAt(start)) : use.idFor(glyph, text.slice(start, end))
}

/** Where the cluster of glyph `index` ends in the text: the nearest larger start. */
function clusterEnd(run: GlyphRun, index: number): number {
  const start = run.clusters[index] as number
  let end = run.text.length
  for (const cluster of run.clusters) if (cluster > start && cluster < end) end = cluster
  return end
}

/** What one of several glyphs of a cluster stands for: code points are dealt out in reading order, the last glyph takes the rest. */
function partOfCluster(run: GlyphRun, index: number): string {
  const { clusters } = run
  const start = clusters[index] as number
  let first = index
  while (first > 0 && clusters[first - 1] === start) first--
  let end = index + 1
  while (end < clusters.length && clusters[end] === start) end++
  const characters = [...run.text.slice(start, clusterEnd(run, index))]
  const rank = run.direction === 'rtl' ? end - 1 - index : index - first
  return rank === end - first - 1 ? characters.slice(rank).join('') : (characters[rank] ?? '')
}

/** Points to add after glyph `index`: letter spacing once a cluster, word spacing after separators (CSS Text 3 §8). */
export function spacingAfter(run: GlyphRun, index: number, letterSpacing: number, wordSpacing: number, text: string): number {
  const cluster = run.clusters[index] as number
  if (index + 1 < run.clusters.length && run.clusters[index + 1] === cluster) return 0
  const unit = text.charCodeAt(cluster)
  return unit === 0x20 || unit === 0xa0 ? letterSpacing + wordSpacing : letterSpacing
}

function isOneToOne(run: GlyphRun, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (run.clusters[i] === run.clusters[i - 1]) return false
  return true
}

/** A text string with byte order mark as an escaped-by-hexadecimal literal. */
function utf16Literal(text: string): string {
  let hex = 'feff'
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0')
  return `<${hex}>`
}
