// A TrueType file with some of a face's glyphs: `glyf`, `loca`, `hmtx` are built anew, the headers are patched. Embedded subsets need no cmap.

import { GenerationCache, ObjectCache } from '../collections/cache.ts'
import { ByteWriter, viewOf } from './bytes.ts'
import { composedOutline, mergedOutline } from './composed-outline.ts'
import { writeDrawnOutline } from './drawn-outline.ts'
import type { OpenFace } from './face.ts'
import type { GlyphOutline, SubsetGlyphs } from './font.ts'
import { FontError } from './font-error.ts'
import { writeSfnt } from './write-sfnt.ts'

const HAS_WORDS = 0x1
const HAS_SCALE = 0x8
const MORE_PARTS = 0x20
const HAS_XY_SCALE = 0x40
const HAS_MATRIX = 0x80
const HAS_INSTRUCTIONS = 0x100

/** Bytes of the subset; glyph i is the face's `glyphs[i]`, parts of composites follow. `isEmpty` leaves outlines out. Throws `FontError`. */
export function subsetTrueType(
  face: OpenFace,
  glyphs: SubsetGlyphs,
  options: { readonly isEmpty: boolean } = { isEmpty: false },
): Uint8Array {
  const { ids, outlines } = options.isEmpty ? { outlines: glyphs.map(() => NOTHING), ids: glyphs } : collectOutlines(face, glyphs)
  return assemble(
    face,
    ids.map((glyph, i) => {
      if (glyph === undefined) return UNUSED
      if (typeof glyph !== 'number') return { outline: outlines[i] ?? NOTHING, advance: glyph.advance, bearing: leftEdge(outlines[i]) }
      if (glyph < 0) return blank(face, glyph)
      return { outline: outlines[i] ?? NOTHING, advance: face.glyphAdvance(glyph), bearing: face.sideBearing(glyph) }
    }),
  )
}

/** A glyph of some face. */
export interface FaceGlyph {
  readonly face: OpenFace
  readonly glyph: number
}

/** Several, each moved. */
interface DrawnComposed {
  readonly parts: readonly (FaceGlyph & { readonly x: number; readonly y: number })[]
  readonly advance: number
}

/** Bytes of a font whose glyph i is `glyphs[i]`, of instances whose outlines are lines and quadratic curves; `face` lends its headers. */
export function subsetDrawn(face: OpenFace, glyphs: readonly (FaceGlyph | DrawnComposed | undefined)[]): Uint8Array {
  return assemble(
    face,
    glyphs.map((one) => {
      if (one === undefined) return UNUSED
      if ('glyph' in one && one.glyph < 0) return blank(face, one.glyph)
      const { advance, outline } = drawn(one)
      const out = new ByteWriter(256)
      const bearing = writeDrawnOutline(outline, out)
      return { outline: out.done(), advance, bearing }
    }),
  )
}

/** What a glyph, or several as one, looks like. */
export function drawn(one: FaceGlyph | DrawnComposed): { readonly advance: number; readonly outline: GlyphOutline } {
  if ('glyph' in one) return { advance: one.face.glyphAdvance(one.glyph), outline: one.face.drawn.outline(one.glyph) }
  return {
    advance: one.advance,
    outline: mergedOutline(one.parts.map(({ face, glyph, x, y }) => ({ outline: face.drawn.outline(glyph), x, y }))),
  }
}

interface TrueTypeGlyph {
  readonly outline: Uint8Array
  readonly advance: number
  readonly bearing: number
}

const NOTHING = new Uint8Array(0)
/** What stands at ids that no text has. */
const UNUSED: TrueTypeGlyph = { outline: NOTHING, advance: 0, bearing: 0 }

/** The box that a blank glyph is, by its id. */
export function blankOutline({ ascent, descent }: OpenFace, glyph: number): { readonly advance: number; readonly outline: GlyphOutline } {
  const advance = -1 - glyph
  const right = Math.max(1, advance)
  const corners = [[0, descent] as const, [right, descent] as const, [right, ascent] as const, [0, ascent] as const]
  return { advance, outline: corners.map((values, i) => ({ type: i === 0 ? 'M' : 'L', values })) }
}

function blank(face: OpenFace, glyph: number): TrueTypeGlyph {
  const { advance, outline } = blankOutline(face, glyph)
  const out = new ByteWriter(64)
  return { bearing: writeDrawnOutline(outline, out), outline: out.done(), advance }
}

function assemble(face: OpenFace, glyphs: readonly TrueTypeGlyph[]): Uint8Array {
  const count = glyphs.length
  let size = 0
  for (const { outline } of glyphs) size += padded(outline.length)
  const glyf = new Uint8Array(size)
  // Short offsets are halved.
  const isShort = size <= 0x1fffe
  const loca = new DataView(new ArrayBuffer((count + 1) * (isShort ? 2 : 4)))
  const setOffset = (i: number, offset: number): void => (isShort ? loca.setUint16(i * 2, offset / 2) : loca.setUint32(i * 4, offset))
  let offset = 0
  for (let i = 0; i < count; i++) {
    const { outline } = glyphs[i] as TrueTypeGlyph // i < count
    setOffset(i, offset)
    glyf.set(outline, offset)
    offset += padded(outline.length)
  }
  setOffset(count, offset)
  return writeSfnt(
    new Map([
      ['glyf', glyf],
      ['head', patched(face, 'head', (head) => head.setUint16(50, isShort ? 0 : 1))],
      ['hhea', patched(face, 'hhea', (hhea) => hhea.setUint16(34, count))],
      ['hmtx', metrics(glyphs)],
      ['loca', new Uint8Array(loca.buffer)],
      ['maxp', maximums(face, glyphs)],
    ]),
  )
}

function padded(length: number): number {
  return (length + 1) & ~1
}

interface Outlines {
  /** What was asked for, then further glyphs of the face. */
  readonly ids: SubsetGlyphs
  readonly outlines: readonly Uint8Array[]
}

/** Most parts a subset may pull in: a file whose composites name each other without end stops here. */
const MOST_GLYPHS = 65_535

/** Outlines without instructions, by glyph; of composites none, whose parts have other numbers in each subset. */
const trimmed = new ObjectCache<OpenFace, GenerationCache<number, Uint8Array>>()
const TRIMMED_PER_FACE = 512

function collectOutlines(face: OpenFace, glyphs: SubsetGlyphs): Outlines {
  const read = outlineReader(face)
  let known = trimmed.get(face)
  if (known === undefined) trimmed.set(face, (known = new GenerationCache(TRIMMED_PER_FACE)))
  const ids = [...glyphs]
  let places: Map<number, number> | undefined
  const place = (glyph: number): number => {
    places ??= firstPlaces(ids)
    const at = places.get(glyph)
    if (at !== undefined) return at
    if (ids.length >= MOST_GLYPHS) throw new FontError('its composite glyphs have too many parts')
    places.set(glyph, ids.length)
    return ids.push(glyph) - 1
  }
  const outlines: Uint8Array[] = []
  for (let i = 0; i < ids.length; i++) {
    const glyph = ids[i]
    if (glyph === undefined || (typeof glyph === 'number' && glyph < 0)) outlines.push(NOTHING)
    else if (typeof glyph !== 'number') outlines.push(composedOutline(glyph.parts, read, place))
    else {
      const simple = known.get(glyph)
      const outline = simple ?? trimOutline(read(glyph), place)
      if (simple === undefined && !isComposite(outline)) known.set(glyph, outline)
      outlines.push(outline)
    }
  }
  return { ids, outlines }
}

function firstPlaces(ids: SubsetGlyphs): Map<number, number> {
  const places = new Map<number, number>()
  for (const [i, glyph] of ids.entries()) if (typeof glyph === 'number' && !places.has(glyph)) places.set(glyph, i)
  return places
}

function isComposite(outline: Uint8Array): boolean {
  return outline.length > 0 && outline[0]! > 127
}

function outlineReader(face: OpenFace): (glyph: number) => Uint8Array {
  const { tables } = face.sfnt
  const [loca, glyf, head] = [tables.get('loca'), tables.get('glyf'), tables.get('head')]
  if (loca === undefined || glyf === undefined || head === undefined) throw new FontError('it has no outlines')
  const isShort = head.getInt16(50) === 0
  const offsetOf = (i: number): number => (isShort ? loca.getUint16(i * 2) * 2 : loca.getUint32(i * 4))
  const count = Math.min(face.glyphCount, loca.byteLength / (isShort ? 2 : 4) - 1)
  return (glyph) => {
    if (glyph >= count) return NOTHING
    const from = offsetOf(glyph)
    const to = Math.min(offsetOf(glyph + 1), glyf.byteLength)
    return from + 10 > to ? NOTHING : new Uint8Array(glyf.buffer, glyf.byteOffset + from, to - from)
  }
}

/** A copy without instructions, parts renumbered. */
function trimOutline(outline: Uint8Array, place: (glyph: number) => number): Uint8Array {
  if (outline.length === 0) return outline
  const view = viewOf(outline)
  try {
    return view.getInt16(0) >= 0 ? trimSimple(outline, view) : trimComposite(outline, view, place)
  } catch (problem) {
    if (problem instanceof RangeError) throw new FontError('an outline is cut off')
    throw problem
  }
}

function trimSimple(outline: Uint8Array, view: DataView): Uint8Array {
  const instructions = 10 + view.getInt16(0) * 2
  const length = view.getUint16(instructions)
  if (length === 0) return outline
  const copy = new Uint8Array(outline.length - length)
  copy.set(outline.subarray(0, instructions))
  copy.set(outline.subarray(instructions + 2 + length), instructions + 2)
  return copy
}

function trimComposite(outline: Uint8Array, view: DataView, place: (glyph: number) => number): Uint8Array {
  const copy = outline.slice()
  const out = viewOf(copy)
  let at = 10
  for (;;) {
    const flags = view.getUint16(at)
    out.setUint16(at, flags & ~HAS_INSTRUCTIONS)
    out.setUint16(at + 2, place(view.getUint16(at + 2)))
    at += (flags & HAS_WORDS) === 0 ? 6 : 8
    if ((flags & HAS_SCALE) !== 0) at += 2
    else if ((flags & HAS_XY_SCALE) !== 0) at += 4
    else if ((flags & HAS_MATRIX) !== 0) at += 8
    if ((flags & MORE_PARTS) === 0) return copy.subarray(0, at)
  }
}

function metrics(glyphs: readonly TrueTypeGlyph[]): Uint8Array {
  const out = new DataView(new ArrayBuffer(glyphs.length * 4))
  glyphs.forEach(({ advance, bearing }, i) => {
    out.setUint16(i * 4, advance)
    out.setInt16(i * 4 + 2, bearing)
  })
  return new Uint8Array(out.buffer)
}

function leftEdge(outline: Uint8Array | undefined): number {
  return outline === undefined || outline.length === 0 ? 0 : (u16(outline, 2) << 16) >> 16
}

/** Without a view, which would be made for each glyph. */
function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!
}

/** Composed glyphs may have more parts, and parts of parts, than any of the face. */
const MOST_PARTS = 0xffff
const DEEPEST = 16

function maximums(face: OpenFace, glyphs: readonly TrueTypeGlyph[]): Uint8Array {
  return patched(face, 'maxp', (maxp) => {
    maxp.setUint16(4, glyphs.length)
    if (maxp.byteLength < 32) return
    // The outlines may be other than those of the file that lends its headers.
    let mostPoints = maxp.getUint16(6)
    let mostContours = maxp.getUint16(8)
    for (const { outline } of glyphs) {
      const contours = outline.length < 12 || isComposite(outline) ? 0 : u16(outline, 0)
      if (contours === 0 || 10 + contours * 2 > outline.length) continue
      mostPoints = Math.max(mostPoints, Math.min(65_535, u16(outline, 8 + contours * 2) + 1))
      mostContours = Math.max(mostContours, contours)
    }
    maxp.setUint16(6, mostPoints)
    maxp.setUint16(8, mostContours)
    maxp.setUint16(28, MOST_PARTS)
    maxp.setUint16(30, DEEPEST)
    for (const unused of [18, 20, 22, 24, 26]) maxp.setUint16(unused, 0) // storage, functions, instructions, stack: no programs are left
  })
}

function patched(face: OpenFace, tag: string, change: (copy: DataView) => void): Uint8Array {
  const table = face.sfnt.tables.get(tag)
  if (table === undefined) throw new Error(`face ${face.postscriptName} was opened without ${tag}`)
  const copy = new Uint8Array(table.buffer, table.byteOffset, table.byteLength).slice()
  change(viewOf(copy))
  return copy
}
