// Cuts a face down to some glyphs, for embedding. Static TrueType outlines are copied as they are, composites keep their parts; what
// PDF readers do not know or what varies (CFF2, instances) and CFF is drawn by HarfBuzz and written anew. Hinting programs are left out:
// viewers draw unhinted.
import { GenerationCache } from '../cache.ts'
import { writeCff } from './cff-writer.ts'
import { type OpenFace, openFaceOf } from './face.ts'
import type { Face, FontSubset } from './font.ts'
import { FontError } from './font-error.ts'
import { SlicedFace } from './sliced-face.ts'
import { blankOutline, subsetDrawn, subsetTrueType } from './subset-truetype.ts'

const subsets = new WeakMap<Face, GenerationCache<string, FontSubset>>()
const SUBSETS_PER_FACE = 64

/** A font whose glyph i is the face's `glyphs[i]`. Equal lists give the same object as long as it is remembered. */
export function subsetFace(face: Face, glyphs: readonly number[]): FontSubset {
  let known = subsets.get(face)
  if (known === undefined) subsets.set(face, (known = new GenerationCache(SUBSETS_PER_FACE)))
  const key = glyphs.join(',')
  const found = known.get(key)
  if (found !== undefined) return found
  const subset = face instanceof SlicedFace ? subsetSliced(face, glyphs) : makeSubset(openFaceOf(face), glyphs)
  known.set(key, subset)
  return subset
}

function subsetSliced(face: SlicedFace, glyphs: readonly number[]): FontSubset {
  const parts = glyphs.map((glyph) => face.partOf(glyph))
  return { format: 'truetype', bytes: subsetDrawn(face.main, parts) }
}

function makeSubset(face: OpenFace, glyphs: readonly number[]): FontSubset {
  const known = glyphs.map((glyph) => (glyph < face.glyphCount ? glyph : 0))
  if (face.instance !== undefined) return subsetInstance(face, known)
  try {
    return { format: 'truetype', bytes: subsetTrueType(face, known) }
  } catch (problem) {
    if (!(problem instanceof FontError)) throw problem
    // Outlines that cannot be read: the text keeps its room and can be extracted, nothing is drawn.
    return { format: 'truetype', bytes: subsetTrueType(face, known, { isEmpty: true }) }
  }
}

function subsetInstance(face: OpenFace, glyphs: readonly number[]): FontSubset {
  if (face.sfnt.tables.has('glyf')) {
    const parts = glyphs.map((glyph) => ({ face, glyph }))
    return { format: 'truetype', bytes: subsetDrawn(face, parts) }
  }
  const { drawn, unitsPerEm, bounds } = face
  const drawings = glyphs.map((glyph) =>
    glyph < 0 ? blankOutline(face, glyph) : { advance: face.glyphAdvance(glyph), outline: drawn.outline(glyph) },
  )
  return { format: 'cff', bytes: writeCff(drawings, unitsPerEm, bounds) }
}
