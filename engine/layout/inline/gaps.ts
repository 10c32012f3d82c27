// Where a text may be widened: between words, and after ideographs (CSS Text 4 §6.4).
import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import { takesLetterSpacing } from '../../text/letter-spacing.ts'
import { isWordSeparator } from './measure.ts'
import type { TextUnit } from './prepared-text.ts'

/** Scripts that are justified between characters. */
const IDEOGRAPHIC = new Set(['Hani', 'Kana', 'Bopo', 'Yiii'])

export interface Gaps {
  readonly spaces: number
  readonly letters: number
}

export const NO_GAPS: Gaps = { spaces: 0, letters: 0 }

/** Glyphs and characters of a run. */
interface TextPart {
  readonly run: GlyphRun
  readonly fromGlyph: number
  readonly toGlyph: number
  readonly fromText: number
  readonly toText: number
}

/** Where a part of a text may be widened. */
export function textGaps(unit: TextUnit, { run, fromGlyph, toGlyph, fromText, toText }: TextPart): Gaps {
  const { textJustify } = unit.style
  if (textJustify === 'none') return NO_GAPS
  const isByLetter = textJustify === 'inter-character' || (textJustify === 'auto' && IDEOGRAPHIC.has(unit.shaping.script))
  if (isByLetter) {
    let clusters = 0
    for (let i = fromGlyph; i < toGlyph; i++)
      if ((i === fromGlyph || run.clusters[i] !== run.clusters[i - 1]) && takesLetterSpacing(codeAt(run.text, run.clusters[i]!))) clusters++
    return { spaces: 0, letters: clusters }
  }
  const { text } = unit.run
  let spaces = 0
  for (let i = fromText; i < toText; i++) if (isWordSeparator(codeAt(text, i))) spaces++
  return { spaces, letters: 0 }
}
