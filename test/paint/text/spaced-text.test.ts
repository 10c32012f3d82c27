// Text set wide the short way, a letter at a time, has the ids and places of the long way through pieces.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Face, GlyphRun } from '../../../engine/font/font.ts'
import type { GlyphPaint } from '../../../engine/paint/canvas.ts'
import { FontUse } from '../../../engine/paint/pdf/fonts.ts'
import {
  hasOneUnitPerGlyph,
  idWithSpacing,
  isPlainRun,
  isWidelySpaced,
  penPositions,
  placedCharacters,
} from '../../../engine/paint/pdf/placed-characters.ts'
import { fontsForTest } from '../../support/fonts.ts'
import { textAt } from '../../support/paint-tools.ts'
import { makeRandom } from '../../support/random/random.ts'

const spaced = suite('spaced text')
const { fonts } = await fontsForTest()
const { face } = fonts.primary({ families: ['Arimo'], weight: 400, style: 'normal', stretch: 100 })

const wide = (run: GlyphRun, more: Partial<GlyphPaint>): GlyphPaint => textAt(run.text, 0, 0, { run, letterSpacing: 2, ...more })
const useOf = (of: Face): FontUse => new FontUse(of, 'F1', { id: 1 })

function shaped(text: string): GlyphRun {
  return fonts.shape(text, { face, script: 'Latn', language: '', features: [['liga', 0]], direction: 'ltr' })
}

spaced('random texts are written as by the general path', () => {
  const random = makeRandom(11)
  for (let i = 0; i < 500; i++) {
    const text = Array.from({ length: 1 + random.int(0, 11) }, () => random.pick([...'AVTo ,.(1\u00a0ÄŁß'])).join('')
    const run = shaped(text)
    const from = random.int(0, run.glyphs.length - 1)
    const paint = wide(run, { from, fontSize: random.pick([7.5, 9, 13]), wordSpacing: random.pick([0, 1.3]) })
    assert.ok(isWidelySpaced(paint) && isPlainRun(paint) && hasOneUnitPerGlyph(paint), JSON.stringify(text))
    const [short, long] = [useOf(run.face), useOf(run.face)]
    const places = penPositions(paint)
    const found = placedCharacters(long, paint).map(({ id, x, y, startsItem }) => ({ id, x, y, startsItem }))
    const made = found.map((_, at) => {
      const index = from + at
      const advance = Math.round(places[at + 1]! - places[at]!)
      return { id: idWithSpacing(short, run.glyphs[index]!, advance, run.text.charCodeAt(index)), x: places[at]!, y: 0, startsItem: false }
    })
    assert.is(made.length, run.glyphs.length - from)
    assert.equal(made, found, JSON.stringify(text))
    assert.equal(short.glyphs, long.glyphs)
    assert.equal(short.texts, long.texts)
  }
})

spaced('texts that extraction would get wrong take the general path', () => {
  for (const text of ['so\u00adft', 'a\u200bb', 'e\u0301', 'a\u2060b']) {
    const paint = wide(shaped(text), {})
    assert.not.ok(isPlainRun(paint) && hasOneUnitPerGlyph(paint), JSON.stringify(text))
  }
})

spaced.run()
