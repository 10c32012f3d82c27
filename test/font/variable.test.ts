import * as fontkit from 'fontkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFaceOf } from '../../engine/font/face.ts'
import type { Face, FontRequest, FontService } from '../../engine/font/font.ts'
import { coordinatesFor } from '../../engine/font/instance.ts'
import { fontsForTest } from '../support/fonts.ts'
import { toyFont } from '../support/toy-font.ts'

const variable = suite('variable fonts')

const open = async (weight: number, maxWeight: number): Promise<FontService> =>
  (await fontsForTest([{ family: 'V', weight, maxWeight, style: 'normal', data: toyFont({ isVariable: true }) }])).fonts

const faceAt = (fonts: FontService, weight: number, more: Partial<FontRequest> = {}): Face =>
  fonts.primary({ families: ['V'], weight, style: 'normal', stretch: 100, ...more }).face

const advance = (fonts: FontService, face: Face): number =>
  fonts.shape('a', { face, script: 'Latn', language: '', features: [], direction: 'ltr' }).width

variable('each weight is an instance with its own advances', async () => {
  const fonts = await open(400, 900)
  assert.is(advance(fonts, faceAt(fonts, 400)), 1000)
  assert.is(advance(fonts, faceAt(fonts, 900)), 1200)
  assert.is(advance(fonts, faceAt(fonts, 650)), 1100) // half way
  assert.is(faceAt(fonts, 900).nominalAdvance(0x61), 1200)
  assert.is(faceAt(fonts, 900).weight, 900)
})

variable('the same weight gives the same face, and a range limits it', async () => {
  const fonts = await open(400, 700)
  assert.ok(faceAt(fonts, 900) === faceAt(fonts, 700))
  assert.is(advance(fonts, faceAt(fonts, 900)), 1000 + 200 * (300 / 500))
  const only = await open(400, 400)
  const bold = only.primary({ families: ['V'], weight: 700, style: 'normal', stretch: 100 })
  assert.equal([advance(only, bold.face), bold.syntheticBold], [1000, true])
})

variable('font-variation-settings go before the weight', async () => {
  const fonts = await open(400, 900)
  assert.is(advance(fonts, faceAt(fonts, 400, { variations: [['wght', 900]] })), 1200)
})

variable('subsets have the instance’s outlines', async () => {
  const fonts = await open(400, 900)
  const face = faceAt(fonts, 900)
  const { bytes } = fonts.subset(face, [0, openFaceOf(face).glyphOf(0x61)])
  const font = fontkit.create(Buffer.from(bytes))
  assert.ok('getGlyph' in font)
  const { bbox, advanceWidth } = font.getGlyph(1)
  assert.equal([bbox.minX, bbox.minY, bbox.maxX, bbox.maxY, advanceWidth], [0, -200, 1200, 800, 1200])
})

variable('the size chooses the design, where the font has designs by size', () => {
  const axes = [{ tag: 'opsz', min: 8, initial: 14, max: 144 }]
  const at = (more: Partial<FontRequest>): number | undefined =>
    coordinatesFor(axes, { weight: 400, style: 'normal' }, { families: [], weight: 400, style: 'normal', stretch: 100, ...more }).get(
      'opsz',
    )
  assert.equal([at({}), at({ opticalSize: 32 }), at({ opticalSize: 4 })], [14, 32, 8])
  assert.is(at({ opticalSize: 32, variations: [['opsz', 20]] }), 20)
})

variable('an instance is named after the place where it stands', async () => {
  const fonts = await open(400, 900)
  assert.is(faceAt(fonts, 650).postscriptName, 'Toy_650wght')
})

variable.run()
