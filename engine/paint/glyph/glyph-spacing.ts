// Spacing after glyphs, and the slant of a synthetic oblique.
import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import { takesLetterSpacing } from '../../text/letter-spacing.ts'
import type { GlyphPaint } from '../canvas.ts'

/** tan 14°, as in browsers (CSS Fonts 4 §2.4.2). */
export const SYNTHETIC_SLANT = 0.25

/** Points to add after glyph `index`: letter spacing once a cluster that has a width, word spacing after separators (CSS Text 3 §8). */
export function spacingAfter(
  run: GlyphRun,
  index: number,
  { letterSpacing, wordSpacing }: Pick<GlyphPaint, 'letterSpacing' | 'wordSpacing'>,
): number {
  if (!isLastOfCluster(run, index)) return 0
  if (isSpaceAt(run, index)) return letterSpacing + wordSpacing
  return takesLetterSpacing(codeAt(run.text, run.clusters[index]!)) ? letterSpacing : 0
}

/** Whether word spacing follows glyph `index`. */
export function isSpaceAt(run: GlyphRun, index: number): boolean {
  const unit = codeAt(run.text, run.clusters[index]!) // in the run
  return (unit === 0x20 || unit === 0xa0) && isLastOfCluster(run, index)
}

function isLastOfCluster({ clusters }: GlyphRun, index: number): boolean {
  return index + 1 >= clusters.length || clusters[index + 1] !== clusters[index]
}
