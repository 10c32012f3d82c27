// Faces straight from fontkit, for tests of painting that must not depend on the font service: one glyph a character, no kerning.
import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import type { ColorDrawings, Face, FontSubset, FontSubsetter, GlyphRun } from '../../engine/font/font.ts'

interface Kit {
  unitsPerEm: number
  numGlyphs: number
  ascent: number
  descent: number
  lineGap: number
  capHeight: number
  xHeight: number
  underlinePosition: number
  underlineThickness: number
  italicAngle: number
  postscriptName: string
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
  glyphForCodePoint(codePoint: number): { id: number; advanceWidth: number }
  getGlyph(id: number): { advanceWidth: number }
  hasGlyphForCodePoint(codePoint: number): boolean
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array }
}

const kits = new WeakMap<Face, Kit>()

export function kitFace(url: URL, family: string): Face {
  const kit = fontkit.create(readFileSync(url)) as unknown as Kit
  const face: Face = {
    id: 1,
    family,
    weight: 400,
    style: 'normal',
    postscriptName: kit.postscriptName,
    unitsPerEm: kit.unitsPerEm,
    ascent: kit.ascent,
    descent: kit.descent,
    lineGap: kit.lineGap,
    averageAdvance: 0,
    hasVerticalMetrics: false,
    emAscent: kit.ascent / (kit.ascent - kit.descent),
    capHeight: kit.capHeight,
    xHeight: kit.xHeight,
    underlinePosition: kit.underlinePosition,
    underlineThickness: kit.underlineThickness,
    strikeoutPosition: kit.xHeight / 2,
    strikeoutThickness: kit.underlineThickness,
    bounds: [kit.bbox.minX, kit.bbox.minY, kit.bbox.maxX, kit.bbox.maxY],
    italicAngle: kit.italicAngle,
    isFixedPitch: false,
    canCompose: false,
    isSerif: false,
    hasColor: false,
    glyphCount: kit.numGlyphs,
    hasFeature: () => false,
    hasGlyph: (codePoint) => kit.hasGlyphForCodePoint(codePoint),
    nominalAdvance: (codePoint) => kit.glyphForCodePoint(codePoint).advanceWidth,
    glyphAdvance: (glyph) => kit.getGlyph(glyph).advanceWidth,
  }
  kits.set(face, kit)
  return face
}

export const ARIMO: Face = kitFace(new URL('../../fonts/Arimo-Regular.ttf', import.meta.url), 'Arimo')

/** fontkit's `includeGlyph` gives a glyph one place however often it is asked for; the list that `encode` writes may repeat them. */
export const KIT_SUBSETTER: FontSubsetter & ColorDrawings = {
  colorGlyph: () => undefined,
  subset(face, glyphs): FontSubset {
    const subset = kits.get(face)?.createSubset()
    if (subset === undefined) throw new Error('not a face of this file')
    // Composed and blank glyphs are not for this one: .notdef stands in. The types leave the list out.
    Object.assign(subset, { glyphs: glyphs.map((glyph) => (typeof glyph === 'number' && glyph >= 0 ? glyph : 0)) })
    return { format: 'truetype', bytes: subset.encode() }
  },
}

/** A run of nominal glyphs, one a UTF-16 unit. */
export function kitRun(text: string, face: Face = ARIMO): GlyphRun {
  const kit = kits.get(face)
  if (kit === undefined) throw new Error('not a face of this file')
  const glyphs = [...Array(text.length).keys()].map((i) => kit.glyphForCodePoint(text.charCodeAt(i)))
  const advances = Float64Array.from(glyphs, (glyph) => glyph.advanceWidth)
  return {
    face,
    text,
    direction: 'ltr',
    glyphs: Uint32Array.from(glyphs, (glyph) => glyph.id),
    advances,
    xOffsets: new Float64Array(),
    yOffsets: new Float64Array(),
    clusters: Uint32Array.from(glyphs, (_, i) => i),
    width: advances.reduce((sum, advance) => sum + advance, 0),
    unsafeToBreak: new Uint8Array(),
  }
}
