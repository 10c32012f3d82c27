// Short texts that only painting knows: page numbers, texts in drawings, alternative texts. Shaped cluster by cluster into runs of one
// face, left to right in the order of the text.
import type { FaceMatch, FontRequest, Fonts, GlyphRun } from '../font/font.ts'
import type { Style } from '../style/style.ts'

export interface ShapedPiece {
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

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

export function shapeText(text: string, request: FontRequest, fontSize: number, language: string, fonts: Fonts): ShapedText {
  const pieces: ShapedPiece[] = []
  let x = 0
  for (const part of splitByFace(text, request, language, fonts)) {
    const direction = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(part.text) ? 'rtl' : 'ltr'
    const run = fonts.shape(part.text, { face: part.match.face, features: [], script: scriptOf(part.text), language, direction })
    pieces.push({ run, match: part.match, x })
    x += (run.width * fontSize) / run.face.unitsPerEm
  }
  return { pieces, width: x }
}

function splitByFace(text: string, request: FontRequest, language: string, fonts: Fonts): { text: string; match: FaceMatch }[] {
  const primary = fonts.primary(request)
  const parts: { text: string; match: FaceMatch }[] = []
  for (const { segment } of segmenter.segment(text)) {
    const found = fonts.forCluster(request, segment, language)
    if (found === undefined) fonts.reportMissing(segment, primary.face, undefined)
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
