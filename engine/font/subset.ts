// Cuts a face down to some glyphs, for embedding. TrueType is cut here: outlines are copied as they are, composites keep their parts,
// hinting programs are left out (PDF viewers draw unhinted). CFF goes through fontkit.
import { GenerationCache } from '../cache.ts'
import { type OpenFace, openFaceOf } from './face.ts'
import type { Face, FontSubset } from './font.ts'
import { FontError } from './font-error.ts'
import { subsetCff } from './subset-cff.ts'
import { subsetTrueType } from './subset-truetype.ts'

const subsets = new WeakMap<Face, GenerationCache<string, FontSubset>>()
const SUBSETS_PER_FACE = 64

/** A font whose glyph i is the face's `glyphs[i]`. Equal lists give the same object as long as it is remembered. */
export function subsetFace(face: Face, glyphs: readonly number[]): FontSubset {
  let known = subsets.get(face)
  if (known === undefined) subsets.set(face, (known = new GenerationCache(SUBSETS_PER_FACE)))
  const key = glyphs.join(',')
  const found = known.get(key)
  if (found !== undefined) return found
  const subset = makeSubset(openFaceOf(face), glyphs)
  known.set(key, subset)
  return subset
}

function makeSubset(face: OpenFace, glyphs: readonly number[]): FontSubset {
  const known = glyphs.map((glyph) => (glyph < face.glyphCount ? glyph : 0))
  if (face.sfnt.tables.has('CFF ')) return makeCff(face, known)
  try {
    return { format: 'truetype', bytes: subsetTrueType(face, known) }
  } catch (problem) {
    if (!(problem instanceof FontError)) throw problem
    return withoutOutlines(face, known)
  }
}

function makeCff(face: OpenFace, glyphs: readonly number[]): FontSubset {
  try {
    return { format: 'cff', bytes: subsetCff(face, glyphs) }
  } catch {
    // fontkit meets broken CFF with errors of every type, a full stack among them.
    return withoutOutlines(face, glyphs)
  }
}

/** Outlines that cannot be read: the text keeps its room and can be extracted, nothing is drawn. */
function withoutOutlines(face: OpenFace, glyphs: readonly number[]): FontSubset {
  return { format: 'truetype', bytes: subsetTrueType(face, glyphs, { isEmpty: true }) }
}
