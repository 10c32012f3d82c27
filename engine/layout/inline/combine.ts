// `text-combine-upright` (CSS Writing Modes 4 §9): a few letters side by side in one upright square of a vertical line.
import type { FaceMatch, GlyphRun } from '../../font/font.ts'
import { physicalStyle } from '../../style/frame.ts'
import type { LayoutContext } from '../context.ts'
import { glyphScale, metricsOf, type TextStyle, textStyleOf } from './text-style.ts'

const NO_OFFSETS = new Float64Array(0)

/** Stretches of a text: those to be combined, and the rest. Undefined when nothing is. */
export function combinedStretches(
  text: string,
  { isCentral, style }: TextStyle,
): readonly { readonly text: string; readonly isCombined: boolean }[] | undefined {
  const { textCombineUpright: combine } = style
  if (!isCentral || combine === 'none' || text.trim() === '') return undefined
  if (combine === 'all') return [{ text, isCombined: true }]
  const stretches = text
    .split(/(\d+)/)
    .flatMap((part, i) =>
      part === '' ? [] : [{ text: part, isCombined: i % 2 === 1 && part.length > 1 && part.length <= combine.digits }],
    )
  return stretches.some(({ isCombined }) => isCombined) ? stretches : undefined
}

/** The style that combined text has inside of its square: horizontal. */
export function insideSquare({ style }: TextStyle, { fonts }: LayoutContext): TextStyle {
  return textStyleOf(physicalStyle(style), fonts)
}

/** An upright run; glyphs of a face without vertical metrics are as far apart as its lines, as in browsers, where HarfBuzz takes an em. */
export function uprightRun(run: GlyphRun, match: FaceMatch, fontSize: number): GlyphRun {
  const { face } = match
  if (run.isUpright !== true || face.hasVerticalMetrics) return run
  const { ascent, descent } = metricsOf(match, fontSize)
  const more = (ascent + descent) / glyphScale(match, fontSize) - face.unitsPerEm
  if (more === 0 || !Number.isFinite(more)) return run
  // Marks have no advance.
  const advances = Float64Array.from(run.advances, (advance) => (advance === 0 ? 0 : advance + more))
  return { ...run, advances, width: advances.reduce((sum, advance) => sum + advance, 0) }
}

/** A horizontal run as one upright unit, as long as the font size. */
export function squareRun(run: GlyphRun, match: FaceMatch, fontSize: number): GlyphRun {
  const count = run.glyphs.length
  const width = fontSize / glyphScale(match, fontSize)
  const advances = new Float64Array(count)
  advances[0] = width
  const unsafeToBreak = new Uint8Array(count).fill(1)
  const length = { advances, width, xOffsets: NO_OFFSETS, yOffsets: NO_OFFSETS, unsafeToBreak }
  return { ...run, ...length, isUpright: true, combined: withoutOuterSpaces(run) }
}

/** White space at either end of a combined text takes no room (CSS Writing Modes 4 §9.1.3). */
function withoutOuterSpaces(run: GlyphRun): GlyphRun {
  const isSpace = (glyph: number): boolean => run.text.charCodeAt(run.clusters[glyph] ?? 0) === SPACE
  let [from, to] = [0, run.glyphs.length]
  while (from < to && isSpace(from)) from++
  while (to > from && isSpace(to - 1)) to--
  if (from === 0 && to === run.glyphs.length) return run
  const advances = Float64Array.from(run.advances, (advance, i) => (i < from || i >= to ? 0 : advance))
  return { ...run, advances, width: advances.reduce((sum, advance) => sum + advance, 0) }
}

const SPACE = 0x20
