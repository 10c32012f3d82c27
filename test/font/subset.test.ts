import * as fontkit from 'fontkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cachedFace, openFaceOf } from '../../engine/font/face.ts'
import { subsetFace } from '../../engine/font/subset.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'

const subsetting = suite('font subsets')

const open = (bytes: Uint8Array): fontkit.Font => {
  const font = fontkit.create(Buffer.from(bytes))
  assert.ok('getGlyph' in font)
  return font
}

for (const source of BUNDLED_FONTS) {
  const face = cachedFace(source)
  subsetting(`outlines and advances survive: ${face.postscriptName}`, () => {
    const whole = open(face.sfnt.bytes)
    const glyphs = [0, ...[...'AÅéfiΩж§½”'].map((c) => face.glyphOf(c.codePointAt(0) ?? 0))]
    const part = open(subsetFace(face, glyphs).bytes)
    glyphs.forEach((glyph, i) => {
      assert.is(part.getGlyph(i).path.toSVG(), whole.getGlyph(glyph).path.toSVG(), `glyph ${glyph}`)
      assert.is(part.getGlyph(i).advanceWidth, face.glyphAdvance(glyph))
    })
    assert.ok(part.numGlyphs < 40, 'only parts of composites come along')
  })
}

subsetting('equal lists give the same object, and order and repetition are kept', () => {
  const face = cachedFace(BUNDLED_FONTS[0]!)
  const first = subsetFace(face, [0, 36, 37, 36])
  assert.ok(subsetFace(face, [0, 36, 37, 36]) === first)
  const part = open(first.bytes)
  assert.is(part.getGlyph(3).path.toSVG(), part.getGlyph(1).path.toSVG())
  assert.not.equal(subsetFace(face, [0, 37, 36, 36]).bytes, first.bytes)
})

subsetting('ids that no text has are empty, and what follows keeps its id', () => {
  const face = cachedFace(BUNDLED_FONTS[0]!)
  const part = open(subsetFace(face, [0, undefined, 36, undefined, undefined, 37]).bytes)
  const whole = open(face.sfnt.bytes)
  assert.is(part.numGlyphs, 6)
  assert.is(part.getGlyph(1).path.toSVG(), '')
  assert.is(part.getGlyph(2).path.toSVG(), whole.getGlyph(36).path.toSVG())
  assert.is(part.getGlyph(5).path.toSVG(), whole.getGlyph(37).path.toSVG())
})

subsetting('glyph ids past the end show the empty box', () => {
  const face = openFaceOf(cachedFace(BUNDLED_FONTS[0]!))
  const part = open(subsetFace(face, [0, 60_000]).bytes)
  assert.is(part.getGlyph(1).path.toSVG(), part.getGlyph(0).path.toSVG())
})

subsetting.run()
