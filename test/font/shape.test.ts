// The quick path must give what HarfBuzz gives, to the unit.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cachedFace } from '../../engine/font/face.ts'
import type { GlyphRun, ShapingStyle } from '../../engine/font/font.ts'
import { contextualGlyphs } from '../../engine/font/layout-tables.ts'
import { LearnedPairs } from '../../engine/font/learned-pairs.ts'
import { type HarfBuzz, loadHarfBuzz } from '../../engine/font/load.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { fontsForTest } from '../support/fonts.ts'
import { toyFont } from '../support/toy-font.ts'

const shaping = suite('shaping')
const harfBuzz = await loadHarfBuzz()

const LATIN = 'AVAWToTe.LTYP,AyÅÄÖéèêßœæøđłŠžİıIifjfffiflffi‘“”’–—…€£§¶†‡•%&@#*/\\|()[]{}<>=+-_~^°²³½×÷«»¿¡0123456789 \u00a0\u00ad'
const GREEK = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊϋΐΰαβγδεζηθικλμνξοπρσςτυφχψω·;'
const CYRILLIC = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяґєіїўџ№«»'

/** The same pseudo-random strings in every run: lengths 1–12 over an alphabet. */
function* strings(alphabet: string, count: number): Generator<string> {
  const letters = [...alphabet]
  let state = 12345
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
  for (let i = 0; i < count; i++) yield Array.from({ length: 1 + next(12) }, () => letters[next(letters.length)]).join('')
}

const plain = (run: GlyphRun): unknown => ({
  glyphs: [...run.glyphs],
  advances: [...run.advances],
  clusters: [...run.clusters],
  x: [...run.xOffsets],
  y: [...run.yOffsets],
  width: run.width,
  unsafe: run.unsafeToBreak.length === 0 ? [...run.glyphs].map(() => 0) : [...run.unsafeToBreak],
})

const FAMILIES = ['Arimo', 'Tinos', 'Cousine']
const KERNING_OFF = [['kern', 0]] as const
const LIGATURES_OFF = [
  ['clig', 0],
  ['liga', 0],
] as const

const STYLES: readonly Pick<ShapingStyle, 'script' | 'language' | 'features'>[] = [
  { script: 'Latn', language: '', features: [] },
  { script: 'Latn', language: 'tr', features: [] },
  { script: 'Latn', language: 'ro', features: KERNING_OFF },
  { script: 'Latn', language: 'en', features: LIGATURES_OFF },
  { script: 'Grek', language: 'el', features: [] },
  { script: 'Cyrl', language: 'sr', features: [] },
  { script: 'Zyyy', language: '', features: [] },
]

for (const source of BUNDLED_FONTS) {
  const face = cachedFace(source)
  shaping(`learned pairs equal HarfBuzz: ${face.postscriptName}`, () => {
    for (const each of STYLES) {
      const style: ShapingStyle = { ...each, face, direction: 'ltr' }
      const pairs = LearnedPairs.forStyle(face, style, harfBuzz, contextualGlyphs(face.sfnt.tables, []))
      if (pairs === undefined) {
        assert.not.ok(FAMILIES.includes(face.family), 'a bundled face of Latin has simple text')
        continue
      }
      let simple = 0
      const texts = [...strings(LATIN, 400), ...strings(GREEK, 200), ...strings(CYRILLIC, 200), ...strings(LATIN + GREEK + CYRILLIC, 200)]
      for (const text of texts) {
        const quick = pairs.shape(text)
        if (quick === undefined) continue
        simple++
        assert.equal(plain(quick), plain(harfBuzz.shape(text, style, face)), `${JSON.stringify(text)} in ${style.script}`)
      }
      // Faces of other scripts have few of these letters; what they have is compared all the same.
      if (face.hasGlyph(0x41) && face.hasGlyph(0x3b1)) assert.ok(simple > texts.length * 0.5, `${simple} of ${texts.length} were simple`)
    }
  })
}

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
const SIGNS = `${ASCII}\u00a0äéßøŁşÇ©§«»·×–—‘’“”„…€£¥†‰™→`

for (const source of BUNDLED_FONTS.filter(({ family }) => FAMILIES.includes(family))) {
  const face = cachedFace(source)
  shaping(`every pair that is read from the font is HarfBuzz's: ${face.postscriptName}`, () => {
    const unasked: HarfBuzz = {
      ...harfBuzz,
      shape: () => {
        throw new Error('HarfBuzz was asked')
      },
    }
    for (const language of ['', 'de', 'ro']) {
      const style: ShapingStyle = { face, script: 'Latn', language, features: [], direction: 'ltr' }
      const pairs = LearnedPairs.forStyle(face, style, unasked, contextualGlyphs(face.sfnt.tables, []))!
      const asked: string[] = []
      for (const left of SIGNS) {
        for (const right of SIGNS) {
          const text = left + right
          const quick = quickly(pairs, text)
          if (quick === 'asked') asked.push(text)
          else if (quick !== undefined)
            assert.equal(plain(quick), plain(harfBuzz.shape(text, style, face)), `${JSON.stringify(text)} in ${language}`)
        }
      }
      // Ligatures, and letters that some languages write otherwise.
      assert.ok(asked.length < SIGNS.length * 3, `${asked.length} were asked for, ${asked.slice(0, 20)}`)
    }
  })
}

function quickly(pairs: LearnedPairs, text: string): GlyphRun | undefined | 'asked' {
  try {
    return pairs.shape(text)
  } catch {
    return 'asked'
  }
}

shaping('marks, joiners and other scripts are left to HarfBuzz', () => {
  const face = cachedFace(BUNDLED_FONTS[0]!)
  const style: ShapingStyle = { face, script: 'Latn', language: '', features: [], direction: 'ltr' }
  const pairs = LearnedPairs.forStyle(face, style, harfBuzz, contextualGlyphs(face.sfnt.tables, []))!
  for (const text of ['e\u0301', 'a\u200db', 'a\u00adb', '1\u20442', 'नमस्ते', '\ud83d\ude00']) assert.not.ok(pairs.shape(text), text)
  assert.not.ok(LearnedPairs.forStyle(face, { ...style, direction: 'rtl' }, harfBuzz, contextualGlyphs(face.sfnt.tables, [])))
  assert.not.ok(LearnedPairs.forStyle(face, { ...style, script: 'Arab' }, harfBuzz, contextualGlyphs(face.sfnt.tables, [])))
})

shaping('a kern table counts, and its pairs must not be cut', async () => {
  const toy = [{ family: 'Toy', weight: 400, style: 'normal', data: toyFont({ kerning: { AV: -100 } }) }] as const
  const { fonts } = await fontsForTest(toy)
  const { face } = fonts.primary({ families: ['Toy'], weight: 400, style: 'normal', stretch: 100 })
  const run = fonts.shape('xAVA', { face, script: 'Latn', language: '', features: [], direction: 'ltr' })
  assert.equal([...run.advances], [1000, 1000 - 100, 1000, 1000])
  assert.is(run.width, 4000 - 100)
  assert.equal([...run.unsafeToBreak], [0, 0, 1, 0])
})

shaping('ones are not kerned in Arimo, other pairs are', async () => {
  const { fonts } = await fontsForTest()
  const { face } = fonts.primary({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const run = fonts.shape('1110 AV', { face, script: 'Latn', language: '', features: [], direction: 'ltr' })
  assert.equal([...run.advances.slice(0, 4)], [1139, 1139, 1139, 1139])
  assert.ok(run.advances[5]! < face.nominalAdvance(0x41))
})

shaping('the same text is shaped once by HarfBuzz', async () => {
  const { fonts } = await fontsForTest()
  const { face } = fonts.primary({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const style: ShapingStyle = { face, script: 'Hebr', language: 'xx', features: [], direction: 'rtl' }
  const first = fonts.shape('אבג', style)
  assert.ok(fonts.shape('אבג', style) === first)
  assert.ok(fonts.shape('אבג', { ...style }) === first)
  assert.equal(fonts.counters, { harfBuzzCalls: 1, fastRuns: 0, cacheHits: 2 })
})

shaping('what pairs tell is added up anew, alike', async () => {
  const { fonts } = await fontsForTest()
  const { face } = fonts.primary({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const style: ShapingStyle = { face, script: 'Latn', language: 'xx', features: [], direction: 'ltr' }
  assert.equal(plain(fonts.shape('AVA 12.50', style)), plain(fonts.shape('AVA 12.50', style)))
  assert.equal(fonts.counters, { harfBuzzCalls: 0, fastRuns: 2, cacheHits: 0 })
})

shaping('texts of one character share a run, unless HarfBuzz has to shape them', async () => {
  const { fonts } = await fontsForTest()
  const { face } = fonts.primary({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const style: ShapingStyle = { face, script: 'Latn', language: 'xx', features: [], direction: 'ltr' }
  const isShared = (text: string): boolean => new Set([fonts.shape(text, style), fonts.shape(text, style)]).size === 1
  assert.equal([' ', 'a', '€', 'ab'].map(isShared), [true, true, true, false])
  assert.equal([...fonts.shape('a', style).glyphs], [...fonts.shape('ab', style).glyphs.slice(0, 1)])
  assert.equal(fonts.counters, { harfBuzzCalls: 0, fastRuns: 10, cacheHits: 0 })
})

shaping('right-to-left runs come in visual order', async () => {
  const { fonts } = await fontsForTest()
  const { face } = fonts.primary({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const run = fonts.shape('אבג', { face, script: 'Hebr', language: 'he', features: [], direction: 'rtl' })
  assert.equal([...run.clusters], [2, 1, 0])
})

shaping.run()
