import * as fontkit from 'fontkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFaceOf } from '../../engine/font/face.ts'
import type { Face, FontRequest, FontService, FontSource } from '../../engine/font/font.ts'
import { coordinatesFor } from '../../engine/font/instance.ts'
import { bestMatches } from '../../engine/font/match.ts'
import { fontSource } from '../../engine/index.ts'
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

variable('without a weight of its own, a face gives any that the font has', async () => {
  const data = toyFont({ isVariable: true })
  const { fonts } = await fontsForTest([{ family: 'V', weight: 400, isAnyWeight: true, style: 'normal', data }])
  const bold = fonts.primary({ families: ['V'], weight: 900, style: 'normal', stretch: 100 })
  assert.equal([advance(fonts, bold.face), bold.syntheticBold], [1200, false])
})

variable('widths are matched and limited as weights are', () => {
  const axes = [{ tag: 'wdth', min: 50, initial: 100, max: 200 }]
  const at = (stretch: number, more: Partial<FontSource> = {}): number | undefined =>
    coordinatesFor(axes, { weight: 400, style: 'normal', ...more }, { families: [], weight: 400, style: 'normal', stretch }).get('wdth')
  assert.equal([at(62.5), at(62.5, { stretch: 75, maxStretch: 125 }), at(150, { stretch: 75, maxStretch: 125 })], [62.5, 75, 125])
  const narrow = { weight: 400, style: 'normal', stretch: 50, maxStretch: 90 } as const
  const wide = { weight: 400, style: 'normal', stretch: 100, maxStretch: 200 } as const
  const best = (stretch: number): unknown => bestMatches([narrow, wide], { families: [], weight: 400, style: 'normal', stretch })[0]
  assert.ok(best(80) === narrow && best(95) === narrow && best(110) === wide)
})

variable('a handed-in font has the weights of its axis', () => {
  const { weight, maxWeight } = fontSource(toyFont({ isVariable: true }))
  assert.equal([weight, maxWeight], [400, 900])
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
