// From characters to the glyphs that show them.
import type { GlyphRun } from '../../font/font.ts'

/** First glyph of what begins at each character of a run; undefined when that is the character's own index. */
export function glyphIndex({ clusters, direction, text }: GlyphRun): Uint32Array | undefined {
  const count = clusters.length
  if (direction === 'ltr' && count === text.length && (count === 0 || (clusters[count - 1] === count - 1 && isIdentity(clusters))))
    return undefined
  const index = new Uint32Array(text.length + 1)
  if (direction === 'ltr') {
    let glyph = 0
    for (let i = 0; i <= text.length; i++) {
      while (glyph < count && clusters[glyph]! < i) glyph++
      index[i] = glyph
    }
    return index
  }
  // Right to left: glyphs of characters from i on come before `index[i]`, those of earlier ones after.
  let glyph = count
  for (let i = 0; i <= text.length; i++) {
    while (glyph > 0 && clusters[glyph - 1]! < i) glyph--
    index[i] = glyph
  }
  return index
}

function isIdentity(clusters: Uint32Array): boolean {
  for (let i = 0; i < clusters.length; i++) if (clusters[i] !== i) return false
  return true
}
