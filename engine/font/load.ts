// The bridge to HarfBuzz. Loading its WebAssembly is the one thing that waits; everything after is synchronous.

import type { Buffer as HarfBuzzBuffer, Face as HarfBuzzFace, Font as HarfBuzzFont } from 'harfbuzzjs'
import { ObjectCache } from '../collections/cache.ts'
import { lazy } from '../collections/lazy.ts'
import { makeColorReader } from './color-glyph.ts'
import type { Drawing, OpenFace } from './face.ts'
import type { ColorGlyph, GlyphRun, ShapingStyle } from './font.ts'
import { legacyKerning, type PairKerning } from './legacy-kern.ts'
import type { Sfnt } from './sfnt.ts'

/** HarfBuzz with one font per face. */
export interface HarfBuzz {
  /** Shapes by HarfBuzz, without any cache. */
  shape(text: string, style: ShapingStyle, face: OpenFace): GlyphRun
  /** What a face looks like, at its place of the design space if it is an instance. */
  drawing(face: OpenFace): Drawing
  /** What a glyph of a colour font looks like; undefined for glyphs without colour. */
  colorGlyph(face: OpenFace, glyph: number): ColorGlyph | undefined
}

/** In the bundle (`build/`) its WebAssembly is started by the first call that needs it; as installed, it starts by being imported. */
type Library = typeof import('harfbuzzjs') & { readonly start?: () => void }

/** HarfBuzz, loaded once and kept. */
export const loadHarfBuzz = lazy(() => import('harfbuzzjs').then(makeHarfBuzz))

const NO_OFFSETS = new Float64Array(0)
const NO_FLAGS = new Uint8Array(0)

function makeHarfBuzz(library: Library): HarfBuzz {
  const fonts = new ObjectCache<OpenFace, ShapedFont>('identity')
  /** Files as HarfBuzz holds them: instances of one font share it. */
  const files = new ObjectCache<Sfnt, HarfBuzzFace>('identity')
  let buffer: HarfBuzzBuffer | undefined
  const readColor = makeColorReader(library)

  function fileOf({ sfnt }: OpenFace): HarfBuzzFace {
    const known = files.get(sfnt)
    if (known !== undefined) return known
    library.start?.()
    const file = new library.Face(new library.Blob(sfnt.bytes), sfnt.index)
    files.set(sfnt, file)
    return file
  }

  function fontOf(face: OpenFace): ShapedFont {
    const known = fonts.get(face)
    if (known !== undefined) return known
    const file = fileOf(face)
    const font = new library.Font(file)
    font.setScale(face.unitsPerEm, face.unitsPerEm)
    if (face.instance !== undefined) {
      font.setVariations([...face.instance.coordinates].map(([axis, value]) => new library.Variation(axis, value)))
    }
    const shaped = { font, kerning: legacyKerning(face, file.getTableFeatureTags('GPOS').includes('kern')) }
    fonts.set(face, shaped)
    return shaped
  }

  return {
    drawing(face) {
      const { font } = fontOf(face)
      return { advance: (glyph) => font.glyphHAdvance(glyph), outline: (glyph) => font.glyphToJson(glyph) }
    },
    colorGlyph: (face, glyph) => readColor(fontOf(face).font, glyph),
    shape(text, style, face) {
      const { font, kerning } = fontOf(face)
      buffer ??= new library.Buffer()
      buffer.clearContents()
      buffer.addText(text)
      const { TTB, RTL, LTR } = library.Direction
      buffer.setDirection(style.isUpright === true ? TTB : style.direction === 'rtl' ? RTL : LTR)
      buffer.setScript(style.script)
      buffer.setLanguage(/^[\x20-\x7e]+$/.test(style.language) ? style.language : 'und')
      buffer.setClusterLevel(library.ClusterLevel.MONOTONE_GRAPHEMES)
      const features = style.features.map(([tag, value]) => new library.Feature(tag, value))
      for (const at of unkernedPlaces(text, face)) features.push(new library.Feature('kern', 0, at, at + 1))
      library.shape(font, buffer, features)
      const run = readRun(buffer, text, style, library.GlyphFlag.UNSAFE_TO_BREAK)
      const isKerned =
        kerning !== undefined &&
        style.direction === 'ltr' &&
        style.isUpright !== true &&
        !style.features.some(([tag, value]) => tag === 'kern' && value === 0)
      return isKerned ? kern(run, kerning) : run
    },
  }
}

/**
 * Arimo inherits from Arial that two ones stand closer than other figures, which makes columns of amounts ragged. Liberation Sans, whose widths
 * it has and which stands for Arial in browsers on Linux, does not do that; otherwise their kerning is the same.
 */
const UNKERNED: ReadonlyMap<string, string> = new Map([['Arimo', '11']])

/** Whether a character is not kerned with the next, whatever the font says. */
export function isUnkerned(code: number, next: number, { family }: OpenFace): boolean {
  const pair = UNKERNED.get(family)
  return pair !== undefined && code === pair.charCodeAt(0) && next === pair.charCodeAt(1)
}

/** Offsets in `text` of characters that are not kerned with the next. */
function unkernedPlaces(text: string, { family }: OpenFace): readonly number[] {
  const pair = UNKERNED.get(family)
  const places: number[] = []
  if (pair === undefined) return places
  for (let at = text.indexOf(pair); at !== -1; at = text.indexOf(pair, at + 1)) places.push(at)
  return places
}

interface ShapedFont {
  readonly font: HarfBuzzFont
  readonly kerning: PairKerning | undefined
}

function kern(run: GlyphRun, kerning: PairKerning): GlyphRun {
  const advances = run.advances.slice()
  const unsafeToBreak = run.unsafeToBreak.length === 0 ? new Uint8Array(advances.length) : run.unsafeToBreak
  let width = run.width
  for (let i = 1; i < advances.length; i++) {
    const value = kerning(run.glyphs[i - 1]!, run.glyphs[i]!)
    if (value === 0) continue
    advances[i - 1]! += value
    width += value
    unsafeToBreak[i] = 1
  }
  return { ...run, advances, width, unsafeToBreak }
}

function readRun(buffer: HarfBuzzBuffer, text: string, style: ShapingStyle, unsafe: number): GlyphRun {
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const count = infos.length
  const glyphs = new Uint32Array(count)
  const clusters = new Uint32Array(count)
  const advances = new Float64Array(count)
  const xOffsets = new Float64Array(count)
  const yOffsets = new Float64Array(count)
  const unsafeToBreak = new Uint8Array(count)
  let width = 0
  let hasOffsets = false
  let hasUnsafe = false
  for (let i = 0; i < count; i++) {
    const info = infos[i]!
    const position = positions[i]!
    glyphs[i] = info.codepoint
    clusters[i] = info.cluster
    const advance = style.isUpright === true ? -position.yAdvance : position.xAdvance
    advances[i] = advance
    xOffsets[i] = position.xOffset
    yOffsets[i] = position.yOffset
    unsafeToBreak[i] = (info.flags & unsafe) === 0 ? 0 : 1
    width += advance
    hasOffsets ||= position.xOffset !== 0 || position.yOffset !== 0
    hasUnsafe ||= unsafeToBreak[i] === 1
  }
  const run: GlyphRun = {
    face: style.face,
    text,
    direction: style.direction,
    glyphs,
    advances,
    xOffsets: hasOffsets ? xOffsets : NO_OFFSETS,
    yOffsets: hasOffsets ? yOffsets : NO_OFFSETS,
    clusters,
    width,
    unsafeToBreak: hasUnsafe ? unsafeToBreak : NO_FLAGS,
  }
  return style.isUpright === true ? { ...run, isUpright: true } : run
}
