import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FontRequest, FontService, FontSource } from '../../engine/font/font.ts'
import { bestMatches } from '../../engine/font/match.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { fontsForTest, TOY_FONTS } from '../support/fonts.ts'
import { makeRandom } from '../support/random/random.ts'
import { toyFont } from '../support/toy-font.ts'

const registry = suite('font registry')

const request = (families: string, more: Partial<FontRequest> = {}): FontRequest => ({
  families: families.split(',').map((name) => name.trim()),
  weight: 400,
  style: 'normal',
  stretch: 100,
  ...more,
})

const primary = (fonts: FontService, families: string, more: Partial<FontRequest> = {}): string => {
  const match = fonts.primary(request(families, more))
  const made = [match.syntheticBold ? ' +bold' : '', match.syntheticOblique ? ' +oblique' : ''].join('')
  return `${match.face.family} ${match.face.weight} ${match.face.style}${made}`
}

const { fonts } = await fontsForTest()

for (const [families, expected] of [
  ['Arial', 'Arimo'],
  ['Helvetica Neue, serif', 'Arimo'],
  ['-apple-system', 'Arimo'],
  ['system-ui', 'Arimo'],
  ['Nobody Has This, Georgia, sans-serif', 'Tinos'],
  ['"no such", monospace', 'Cousine'],
  ['CONSOLAS', 'Cousine'],
  ['fantasy', 'Arimo'],
  ['cursive', 'Arimo'],
  ['nothing known', 'Tinos'],
] as const) {
  registry(`${families} is ${expected}`, () => assert.is(fonts.primary(request(families)).face.family, expected))
}

registry('unlisted families are unknown', () => {
  assert.ok(fonts.isKnownFamily('Verdana'))
  assert.ok(fonts.isKnownFamily('sans-serif'))
  assert.not.ok(fonts.isKnownFamily('Nobody Has This'))
})

registry('a face with a range before the one for spaces makes that one partial', async () => {
  const { fonts: ranged } = await fontsForTest()
  const face = { weight: 400, style: 'normal', data: toyFont() } as const
  ranged.addFaces([{ ...face, family: 'Letters', unicodeRange: [[0x41, 0x5a]] }])
  const wanted = request('Letters, Arial')
  assert.is(ranged.primary(wanted).face.family, 'Arimo') // it has the space
  assert.ok(ranged.primary(wanted).isPartial)
  assert.not(ranged.primary(request('Arial')).isPartial)
  assert.not.equal(ranged.forCluster(wanted, 'A', 'en')?.face.family, 'Arimo')
  assert.is(ranged.forCluster(wanted, 'a', 'en')?.face.family, 'Arimo')
})

registry('a bundled face of a script serves all that it has where it is named, and its script alone elsewhere', () => {
  const named = request('Noto Sans Devanagari, Arial')
  assert.is(fonts.primary(named).face.family, 'Noto Sans Devanagari')
  assert.is(fonts.forCluster(named, '7', 'hi')?.face.family, 'Noto Sans Devanagari')
  assert.is(fonts.forCluster(named, 'x', 'hi')?.face.family, 'Arimo')
  assert.is(fonts.forCluster(request('Arial'), '7', 'hi')?.face.family, 'Arimo')
  assert.is(fonts.forCluster(request('Arial'), 'क', 'hi')?.face.family, 'Noto Sans Devanagari')
})

registry('weights between faces take the nearest on the right side', () => {
  assert.is(primary(fonts, 'Arial', { weight: 500 }), 'Arimo 400 normal')
  assert.is(primary(fonts, 'Arial', { weight: 600 }), 'Arimo 700 normal')
  assert.is(primary(fonts, 'Arial', { weight: 900, style: 'italic' }), 'Arimo 700 italic')
  assert.is(primary(fonts, 'Arial', { weight: 100, style: 'oblique' }), 'Arimo 400 italic')
})

registry('CSS Fonts 4 §5.2: order of weights', () => {
  const faces = (...weights: number[]) => weights.map((weight) => ({ weight, style: 'normal' as const }))
  const best = (wanted: number, ...weights: number[]): number | undefined =>
    bestMatches(faces(...weights), request('x', { weight: wanted }))[0]?.weight
  assert.is(best(450, 400, 480, 600), 480) // between 400 and 500: first up to 500
  assert.is(best(450, 400, 600), 400) // then down
  assert.is(best(450, 600, 700), 600) // then up
  assert.is(best(300, 200, 400), 200) // below 400: down first
  assert.is(best(300, 400, 900), 400)
  assert.is(best(600, 500, 900), 900) // above 500: up first
  assert.is(best(600, 300, 500), 500)
})

registry('what the family lacks is synthesised', async () => {
  const one: FontSource = { family: 'One', weight: 400, style: 'normal', data: toyFont() }
  const { fonts: single } = await fontsForTest([one])
  assert.is(primary(single, 'One', { weight: 700, style: 'italic' }), 'Toy 400 normal +bold +oblique')
  assert.is(primary(single, 'One', { weight: 500 }), 'Toy 400 normal')
})

registry('a face of @font-face hides the installed family, by unicode-range', async () => {
  const latin = toyFont({ family: 'L', ranges: [[0x20, 0x7e]] })
  const greek = toyFont({ family: 'G', ranges: [[0x370, 0x3ff]] })
  const { fonts: mine } = await fontsForTest()
  mine.addFaces([
    { family: 'Arial', weight: 400, style: 'normal', data: latin, unicodeRange: [[0, 0xff]] },
    { family: 'Arial', weight: 400, style: 'normal', data: greek, unicodeRange: [[0x370, 0x3ff]] },
  ])
  const of = (cluster: string): string | undefined => mine.forCluster(request('Arial, Times'), cluster, '')?.face.postscriptName
  assert.is(mine.primary(request('Arial')).face.postscriptName, 'L-Regular')
  assert.is(of('a'), 'L-Regular')
  assert.is(of('α'), 'G-Regular')
  assert.is(of('я'), 'Tinos') // in neither: the next family
})

registry('clusters fall back whole, then over all installed fonts, then nowhere', () => {
  const of = (cluster: string): string | undefined => fonts.forCluster(request('Courier New'), cluster, '')?.face.family
  assert.is(of('x'), 'Cousine')
  assert.is(of('e\u0301'), 'Cousine')
  assert.is(of('字'), undefined)
})

registry('currency signs that the letters leave come from their own family, where it is there', async () => {
  const of = (cluster: string): string | undefined => fonts.forCluster(request('Courier New'), cluster, '')?.face.family
  assert.is(of('₹'), 'Noto Sans')
  assert.is(of('€'), 'Cousine')
  const letters = BUNDLED_FONTS.filter(({ family }) => family !== 'Noto Sans Currency')
  const { fonts: without } = await fontsForTest(letters)
  assert.is(without.forCluster(request('Arial'), '₹', '')?.face.family, 'Arimo')
})

registry('a broken font is reported once and the next family serves', async () => {
  for (const data of [new Uint8Array(0), new Uint8Array(40), toyFont().subarray(0, 300)]) {
    const { fonts: broken, reporter } = await fontsForTest([{ family: 'Bad', weight: 400, style: 'normal', data }, ...TOY_FONTS])
    assert.is(broken.primary(request('Bad, Toy')).face.family, 'Toy')
    assert.is(broken.primary(request('Bad')).face.family, 'Toy')
    assert.equal(
      reporter.all.map((d) => d.code),
      ['bad-font'],
    )
  }
})

registry('a source that cannot be read is a bad font too', async () => {
  const data = (): Uint8Array => {
    throw new Error('gone')
  }
  const { fonts: broken, reporter } = await fontsForTest([{ family: 'Gone', weight: 400, style: 'normal', data }, ...TOY_FONTS])
  assert.is(broken.primary(request('Gone')).face.family, 'Toy')
  assert.ok(reporter.all[0]?.message.includes('gone'))
})

registry('damaged fonts neither throw nor hang', async () => {
  const whole = BUNDLED_FONTS[0]!.data
  const bytes = typeof whole === 'function' ? whole() : whole
  const random = makeRandom(7)
  for (let i = 0; i < 60; i++) {
    const data = Uint8Array.from(bytes)
    for (let j = 0; j < 40; j++) data[random.int(0, random.chance(0.5) ? 400 : data.length - 1)] = random.int(0, 255)
    const sources: FontSource[] = [{ family: 'Damaged', weight: 400, style: 'normal', data }, ...TOY_FONTS]
    const { fonts: damaged } = await fontsForTest(sources)
    const { face } = damaged.primary(request('Damaged'))
    const run = damaged.shape('Affinity AV é', { face, script: 'Latn', language: 'en', features: [], direction: 'ltr' })
    assert.ok(Number.isFinite(run.width))
    assert.ok(damaged.subset(face, [0, ...new Set(run.glyphs)]).bytes.length > 0)
  }
})

registry('equal bytes give the same face', async () => {
  const source = (): FontSource => ({ family: 'Same', weight: 400, style: 'normal', data: toyFont({ family: 'Same' }) })
  const [a, b] = [await fontsForTest([source()]), await fontsForTest([source()])]
  assert.ok(a.fonts.primary(request('Same')).face === b.fonts.primary(request('Same')).face)
})

registry('local() finds full, PostScript and family names', () => {
  assert.is(fonts.localSource('Arimo Bold')?.weight, 700)
  assert.is(fonts.localSource('tinos')?.family, 'Tinos')
  assert.is(fonts.localSource('Comic Sans MS'), undefined)
})

registry('metrics are those of hhea', () => {
  const { face } = fonts.primary(request('Arial'))
  assert.equal([face.unitsPerEm, face.ascent, face.descent, face.lineGap], [2048, 1854, -434, 67])
  assert.equal([face.xHeight, face.capHeight, face.isFixedPitch], [1082, 1409, false])
  assert.is(face.nominalAdvance(0x41), 1366)
})

registry.run()
