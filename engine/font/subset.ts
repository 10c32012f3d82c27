// Cuts a face down to some glyphs, for embedding. Static TrueType outlines are copied as they are, composites keep their parts; what
// PDF readers do not know or what varies (CFF2, instances) and CFF is drawn by HarfBuzz and written anew. Hinting programs are left out:
// viewers draw unhinted.
import { GenerationCache, ObjectCache } from '../collections/cache.ts'
import { writeCff } from './cff-writer.ts'
import { type OpenFace, openFaceOf } from './face.ts'
import type { Face, FontSubset, SubsetGlyph, SubsetGlyphs } from './font.ts'
import { FontError } from './font-error.ts'
import { SlicedFace } from './sliced-face.ts'
import { blankOutline, drawn, type FaceGlyph, subsetDrawn, subsetTrueType } from './subset-truetype.ts'

const subsets = new ObjectCache<Face, GenerationCache<string, FontSubset>>()
/** Headings and labels need the same glyphs in each document of a template; what else is kept is never asked for again. */
const SUBSETS_PER_FACE = 8

/** A font whose glyph i is the face's `glyphs[i]`. Equal lists give the same object as long as it is remembered. */
export function subsetFace(face: Face, glyphs: SubsetGlyphs): FontSubset {
  let known = subsets.get(face)
  if (known === undefined) subsets.set(face, (known = new GenerationCache(SUBSETS_PER_FACE)))
  const key = glyphs.map((glyph) => (glyph === undefined || typeof glyph === 'number' ? glyph : glyph.key)).join(',')
  const found = known.get(key)
  if (found !== undefined) return found
  const subset = face instanceof SlicedFace ? subsetSliced(face, glyphs) : makeSubset(openFaceOf(face), glyphs)
  known.set(key, subset)
  return subset
}

function subsetSliced(face: SlicedFace, glyphs: SubsetGlyphs): FontSubset {
  const parts = glyphs.map((glyph) => (glyph === undefined ? undefined : inFaces(glyph, (one) => face.partOf(one))))
  return { format: 'truetype', bytes: subsetDrawn(face.main, parts) }
}

/** What stands at ids that no text has. */
const NO_DRAWING = { advance: 0, outline: [] }

/** A glyph, or each part of a composed one, with the face it is of. */
function inFaces(glyph: SubsetGlyph, faceOf: (glyph: number) => FaceGlyph): Parameters<typeof drawn>[0] {
  if (typeof glyph === 'number') return faceOf(glyph)
  return { advance: glyph.advance, parts: glyph.parts.map((part) => ({ ...part, ...faceOf(part.glyph) })) }
}

function makeSubset(face: OpenFace, glyphs: SubsetGlyphs): FontSubset {
  const known = glyphs.map((glyph) => (typeof glyph !== 'number' || glyph < face.glyphCount ? glyph : 0))
  if (face.instance !== undefined) return subsetInstance(face, known)
  try {
    return { format: 'truetype', bytes: subsetTrueType(face, known) }
  } catch (problem) {
    if (!(problem instanceof FontError)) throw problem
    // Outlines that cannot be read: the text keeps its room and can be extracted, nothing is drawn.
    return { format: 'truetype', bytes: subsetTrueType(face, known, { isEmpty: true }) }
  }
}

function subsetInstance(face: OpenFace, glyphs: SubsetGlyphs): FontSubset {
  const parts = glyphs.map((glyph) => (glyph === undefined ? undefined : inFaces(glyph, (one) => ({ face, glyph: one }))))
  if (face.sfnt.tables.has('glyf')) return { format: 'truetype', bytes: subsetDrawn(face, parts) }
  const drawings = parts.map((part) => {
    if (part === undefined) return NO_DRAWING
    return 'glyph' in part && part.glyph < 0 ? blankOutline(face, part.glyph) : drawn(part)
  })
  return { format: 'cff', bytes: writeCff(drawings, face.unitsPerEm, face.bounds) }
}
