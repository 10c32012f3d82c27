// Shapes short texts that layout does not see: page numbers, texts in drawings, alternative texts. Runs of one direction and one face, in
// visual order by UAX #9.

import { lazy } from '../../collections/lazy.ts'
import type { TextSource } from '../../diagnostic.ts'
import type { FaceMatch, FontRequest, Fonts, GlyphRun } from '../../font/font.ts'
import type { Style } from '../../style/style.ts'
import { bidiLevels, hasRightToLeft, visualOrder } from '../../text/bidi.ts'
import { segmentStarts } from '../../text/segments.ts'

interface ShapedPiece {
  readonly run: GlyphRun
  readonly match: FaceMatch
  /** Points from the start of the text. */
  readonly x: number
}

export interface ShapedText {
  readonly pieces: readonly ShapedPiece[]
  readonly width: number
}

export function fontRequestOf(style: Pick<Style, 'fontFamily' | 'fontWeight' | 'fontStyle' | 'fontStretch'>): FontRequest {
  return { families: style.fontFamily, weight: style.fontWeight, style: style.fontStyle, stretch: style.fontStretch }
}

/** Lazy: the first object of `Intl` takes a process 13 ms. */
const graphemes = lazy(() => new Intl.Segmenter('und', { granularity: 'grapheme' }))

/** The style of such a text. */
interface TextSetting {
  readonly request: FontRequest
  readonly fontSize: number
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Where the text comes from, for warnings. */
  readonly source: TextSource | undefined
}

/** Pieces in logical order, in which text is extracted. */
export function shapeText(text: string, setting: TextSetting, fonts: Fonts): ShapedText {
  const runs = splitByLevel(text, setting.direction).flatMap(({ part, level }) =>
    shapePart(part, setting, level, fonts).map((piece) => ({ level, ...piece })),
  )
  const xs = new Float64Array(runs.length)
  let width = 0
  for (const index of visualOrder(runs.map(({ level }) => level))) {
    const { run } = runs[index]!
    xs[index] = width
    width += (run.width * setting.fontSize) / run.face.unitsPerEm
  }
  return { pieces: runs.map(({ run, match }, i) => ({ run, match, x: xs[i]! })), width }
}

function splitByLevel(text: string, direction: 'ltr' | 'rtl'): readonly { readonly part: string; readonly level: number }[] {
  if (direction === 'ltr' && !hasRightToLeft(text)) return [{ part: text, level: 0 }]
  const { levels } = bidiLevels(text, direction)
  const parts: { part: string; level: number }[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && levels[to] === levels[from]) to++
    parts.push({ part: text.slice(from, to), level: levels[from] ?? 0 })
    from = to
  }
  return parts
}

function shapePart(text: string, setting: TextSetting, level: number, fonts: Fonts): Omit<ShapedPiece, 'x'>[] {
  const { language } = setting
  const direction = (level & 1) === 1 ? 'rtl' : 'ltr'
  return splitByFace(text, setting, fonts).map(({ text: part, match }) => {
    return { run: fonts.shape(part, { face: match.face, features: [], script: scriptOf(part), language, direction }), match }
  })
}

function splitByFace(text: string, { request, language, source }: TextSetting, fonts: Fonts): { text: string; match: FaceMatch }[] {
  const primary = fonts.primary(request)
  const parts: { text: string; match: FaceMatch }[] = []
  const starts = [...segmentStarts(graphemes(), text)]
  for (const [i, start] of starts.entries()) {
    const segment = text.slice(start, starts[i + 1])
    const found = fonts.forCluster(request, segment, language)
    if (found === undefined) fonts.reportMissing(segment, primary.face, source)
    const match = found ?? primary
    const last = parts.at(-1)
    if (last !== undefined && last.match.face === match.face) last.text += segment
    else parts.push({ text: segment, match })
  }
  return parts
}

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Latin}/u, 'Latn'],
  [/\p{Script=Greek}/u, 'Grek'],
  [/\p{Script=Cyrillic}/u, 'Cyrl'],
  [/\p{Script=Arabic}/u, 'Arab'],
  [/\p{Script=Hebrew}/u, 'Hebr'],
  [/\p{Script=Devanagari}/u, 'Deva'],
  [/\p{Script=Thai}/u, 'Thai'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'Kana'],
  [/\p{Script=Hangul}/u, 'Hang'],
  [/\p{Script=Han}/u, 'Hani'],
]

function scriptOf(text: string): string {
  return SCRIPTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'Zyyy'
}
