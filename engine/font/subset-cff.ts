// CFF outlines are cut by fontkit, opened for this only: its subset keeps the order in which glyphs are named.
import { createRequire } from 'node:module'
import type { create } from 'fontkit'
import { viewOf } from './bytes.ts'
import type { OpenFace } from './face.ts'

type FontkitFont = Extract<ReturnType<typeof create>, { createSubset(): unknown }>

/** Loaded with the first CFF face: it takes a tenth of a second, and most documents have none. */
let library: { readonly create: typeof create } | undefined

const opened = new WeakMap<OpenFace, FontkitFont>()

/** Bare CFF (CID-keyed) with these glyphs, numbered in this order. */
export function subsetCff(face: OpenFace, glyphs: readonly number[]): Uint8Array {
  // `includeGlyph` drops repetitions; the list itself, which the types leave out, is what `encode` writes.
  const subset = fontkitFont(face).createSubset() as unknown as { glyphs: number[]; encode(): Uint8Array }
  subset.glyphs = [...glyphs]
  return subset.encode()
}

function fontkitFont(face: OpenFace): FontkitFont {
  const known = opened.get(face)
  if (known !== undefined) return known
  const { bytes, index } = face.sfnt
  const view = viewOf(bytes)
  library ??= createRequire(import.meta.url)('fontkit') as { readonly create: typeof create } // what fontkit's types say of the module
  const file = library.create(Buffer.from(view.buffer, view.byteOffset, view.byteLength) as never) // its types ask for a Buffer of another version
  const font = 'fonts' in file ? file.fonts[index] : file
  if (font === undefined || !('createSubset' in font)) throw new Error(`face ${face.postscriptName} is no single font`)
  opened.set(face, font)
  return font
}
