// Spacing after glyphs, and the slant of a synthetic oblique.
import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { GlyphPaint } from '../canvas.ts'

/** tan 14°, as in browsers (CSS Fonts 4 §2.4.2). */
export const SYNTHETIC_SLANT = 0.25

/** Points to add after glyph `index`: letter spacing once a cluster, word spacing after separators (CSS Text 3 §8). */
export function spacingAfter(
  run: GlyphRun,
  index: number,
  { letterSpacing, wordSpacing }: Pick<GlyphPaint, 'letterSpacing' | 'wordSpacing'>,
): number {
  const cluster = run.clusters[index]! // in the run
  if (index + 1 < run.clusters.length && run.clusters[index + 1] === cluster) return 0
  const unit = codeAt(run.text, cluster)
  return unit === 0x20 || unit === 0xa0 ? letterSpacing + wordSpacing : letterSpacing
}
