// Optional typefaces: which serves what. They are development dependencies, so they are installed wherever this runs.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import { isEmoji } from '../../engine/font/emoji.ts'
import type { Face, FontPack, FontRequest, FontService } from '../../engine/font/font.ts'
import { createFonts } from '../../engine/font/registry.ts'
import { loadShaper } from '../../engine/font/shape.ts'
import { createEngine } from '../../engine/index.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { FONT_PACKS } from '../../fonts/packs.ts'

const packs = suite('font packs')

const shaper = await loadShaper()
const reporter = new DiagnosticList()
const open = (options: { readonly packs?: readonly FontPack[]; readonly locale?: string } = {}): FontService =>
  createFonts(BUNDLED_FONTS, { reporter, shaper, packs: FONT_PACKS, ...options })
const fonts = open()

const request = (families: string, weight = 400): FontRequest => ({
  families: families.split(',').map((name) => name.trim()),
  weight,
  style: 'normal',
  stretch: 100,
})

const familyFor = (cluster: string, language = '', families = 'Arial', service = fonts): string | undefined =>
  service.forCluster(request(families), cluster, language)?.face.family

const HAN = '\u76f4' // 直: drawn differently in each region

for (const [language, family] of [
  ['zh', 'Noto Sans SC'],
  ['zh-CN', 'Noto Sans SC'],
  ['zh-Hans-TW', 'Noto Sans SC'],
  ['zh-TW', 'Noto Sans TC'],
  ['zh-Hant', 'Noto Sans TC'],
  ['zh-HK', 'Noto Sans TC'],
  ['yue', 'Noto Sans TC'],
  ['ja', 'Noto Sans JP'],
  ['ja-JP', 'Noto Sans JP'],
  ['KO', 'Noto Sans KR'],
  ['en', 'Noto Sans SC'],
  ['', 'Noto Sans SC'],
  ['jam', 'Noto Sans SC'],
] as const) {
  packs(`Han in "${language}" is ${family}`, () => assert.is(familyFor(HAN, language), family))
}

packs('the locale decides where the language does not', () => {
  assert.is(familyFor(HAN, 'en', 'Arial', open({ locale: 'ja-JP' })), 'Noto Sans JP')
  assert.is(familyFor(HAN, 'ko', 'Arial', open({ locale: 'ja-JP' })), 'Noto Sans KR')
})

packs('kana and Hangul come from the pack of the language, and from any where it lacks them', () => {
  assert.is(familyFor('あ', 'ja'), 'Noto Sans JP')
  assert.is(familyFor('한', 'ko'), 'Noto Sans KR')
  assert.is(familyFor('한', 'ja'), 'Noto Sans KR')
})

packs('families are known by name and by the names of other systems', () => {
  assert.is(familyFor(HAN, 'en', 'Noto Sans KR'), 'Noto Sans KR')
  assert.is(familyFor(HAN, 'en', 'Hiragino Sans, sans-serif'), 'Noto Sans JP')
  assert.is(fonts.primary(request('Noto Sans JP')).face.family, 'Noto Sans JP')
  assert.ok(fonts.isKnownFamily('Microsoft YaHei'))
  assert.not.ok(open({ packs: [] }).isKnownFamily('Noto Sans JP'))
})

packs('weights are places of one variable font, each a face over all slices', () => {
  const of = (cluster: string, weight: number): Face | undefined => fonts.forCluster(request('Arial', weight), cluster, 'ja')?.face
  assert.ok(of('日', 400) === of('本', 400))
  assert.ok(of('日', 400) === of('\u9b31', 400))
  assert.ok(of('日', 400) !== of('日', 700))
  assert.equal([of('日', 700)?.weight, of('日', 350)?.weight], [700, 350])
  assert.is(fonts.forCluster(request('Arial', 900), '日', 'ja')?.syntheticBold, false)
})

packs('a text over many slices is one run, glyph by glyph what its characters are alone', () => {
  const { face } = fonts.primary(request('Noto Sans JP'))
  const style = { face, script: 'Hani', language: 'ja', features: [], direction: 'ltr' } as const
  const text = '日本語の文字は、鬱蒼たる森の如し。'
  const run = fonts.shape(text, style)
  assert.is(run.glyphs.length, text.length)
  assert.equal([...run.clusters], [...[...text].keys()])
  assert.is(run.width, text.length * 1000)
  for (const [i, character] of [...text].entries()) {
    assert.is(fonts.shape(character, style).glyphs[0], run.glyphs[i], character)
    assert.is(face.glyphAdvance(run.glyphs[i] ?? 0), 1000)
  }
  assert.ok(new Set([...run.glyphs].map((glyph) => Math.floor(glyph / 512))).size > 3, 'several slices')
})

packs('outlines are those of the slice, at the weight of the face', () => {
  const of = (weight: number): string => {
    const { face } = fonts.primary(request('Noto Sans JP', weight))
    const glyph = fonts.shape('g', { face, script: 'Latn', language: '', features: [], direction: 'ltr' }).glyphs[0] ?? 0
    return JSON.stringify(shaper.outline(face, glyph))
  }
  assert.ok(of(400).length > 100)
  assert.is.not(of(400), of(900))
})

packs('underlines make room for descenders of a sliced face', async () => {
  const engine = await createEngine()
  const source = '<p style="font: 20px Noto Sans JP; text-decoration: underline">gypq 日本</p>'
  const { warnings } = await engine.render(engine.compile({ type: 'html', source }), {})
  assert.equal(warnings, [])
})

packs('marks stay with their base, and right-to-left runs are in visual order', () => {
  const { face } = fonts.primary(request('Noto Sans JP'))
  const style = { face, script: 'Hira', language: 'ja', features: [], direction: 'ltr' } as const
  assert.equal([...new Set(fonts.shape('か\u3099日', style).clusters)], [0, 2])
  assert.equal([...fonts.shape('日本語', { ...style, direction: 'rtl' }).clusters], [2, 1, 0])
})

for (const [cluster, family] of [
  ['😀', 'Noto Color Emoji'],
  ['👨‍👩‍👧‍👦', 'Noto Color Emoji'],
  ['👋🏽', 'Noto Color Emoji'],
  ['🇩🇪', 'Noto Color Emoji'],
  ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', 'Noto Color Emoji'],
  ['1\ufe0f\u20e3', 'Noto Color Emoji'],
  ['\u00a9\ufe0f', 'Noto Color Emoji'],
  ['\u2764\ufe0f', 'Noto Color Emoji'],
  ['\u2764\ufe0e', 'Noto Sans Symbols2'],
  ['\u2764', 'Noto Sans Symbols2'],
  ['\u231a', 'Noto Color Emoji'],
  ['\u231a\ufe0e', 'Noto Sans Symbols2'],
  ['\u00a9', 'Arimo'],
  ['1', 'Arimo'],
] as const) {
  const codes = [...cluster].map((c) => c.codePointAt(0)?.toString(16)).join(' ')
  packs(`${codes} is of ${family}`, () => assert.is(familyFor(cluster)?.replace('Symbols 2', 'Symbols2'), family))
}

packs('digits and letters are never pictures, even where an emoji font is named first', () => {
  assert.is(familyFor('1', 'en', 'Noto Color Emoji, Arial'), 'Arimo')
  assert.is(fonts.primary(request('Apple Color Emoji, Arial')).face.family, 'Arimo')
  assert.is(familyFor('😀', 'en', 'emoji'), 'Noto Color Emoji')
})

packs('presentation (UTS #51)', () => {
  const wrong = [
    ...['😀', '🏽', '🇩🇪', '#\ufe0f\u20e3', '☎\ufe0f', '✅', '👩‍🚀', '\u270c🏽'].filter((cluster) => !isEmoji(cluster)),
    ...['☎', '☎\ufe0e', '😀\ufe0e', 'a', '1', '©', 'a\ufe0f', '漢', '\u200d'].filter(isEmoji),
  ]
  assert.equal(wrong, [])
})

packs('without the pack, the diagnostic says what would help, once a character and place', async () => {
  const engine = await createEngine({ fonts: BUNDLED_FONTS })
  const template = engine.compile({ type: 'html', source: '<p>漢漢 字</p><p>漢</p>' })
  const { warnings } = await engine.render(template, {})
  assert.equal(
    warnings.map(({ code, message }) => `${code} ${message}`),
    [
      'missing-glyph no font has a glyph for "漢" (U+6F22); Tinos shows a box',
      'missing-glyph no font has a glyph for "字" (U+5B57); Tinos shows a box',
      'missing-glyph no font has a glyph for "漢" (U+6F22); Tinos shows a box',
    ],
  )
  const absent = FONT_PACKS.map((pack) => ({ ...pack, open: () => [] }))
  const list = new DiagnosticList()
  const bare = createFonts(BUNDLED_FONTS, { reporter: list, shaper, packs: absent })
  const { face } = bare.primary(request('Arial'))
  bare.reportMissing('漢', face, undefined)
  bare.reportMissing('\u{1f9ff}', face, undefined)
  assert.match(list.all[0]?.hint ?? '', /npm install @fontsource-variable\/noto-sans-sc/)
  assert.match(list.all[1]?.hint ?? '', /npm install @expo-google-fonts\/noto-color-emoji/)
})

packs('a pack that cannot be read is reported, and the next serves', () => {
  const broken: FontPack = {
    ...FONT_PACKS[0]!,
    family: 'Broken',
    open: () => [{ family: 'Broken', weight: 400, style: 'normal', data: new Uint8Array(20) }],
  }
  const list = new DiagnosticList()
  const service = createFonts(BUNDLED_FONTS, { reporter: list, shaper, packs: [broken, ...FONT_PACKS] })
  assert.is(familyFor(HAN, '', 'Arial', service), 'Noto Sans SC')
  assert.equal(
    list.all.map(({ code }) => code),
    ['bad-font'],
  )
})

packs.run()
