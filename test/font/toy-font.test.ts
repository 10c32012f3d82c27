import * as fontkit from 'fontkit'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { toyFont } from '../support/toy-font.ts'

const toy = suite('toy font')

toy('every glyph is one em wide', () => {
  const font = fontkit.create(Buffer.from(toyFont()))
  assert.ok('layout' in font)
  const run = font.layout('Aé א一')
  assert.equal(
    run.positions.map((p) => p.xAdvance),
    [1000, 1000, 1000, 1000, 1000],
  )
  assert.not.ok(run.glyphs.some((g) => g.id === 0))
  assert.equal([font.unitsPerEm, font.ascent, font.descent, font.lineGap], [1000, 800, -200, 0])
})

toy('advances and kerning can be asked for', () => {
  const font = fontkit.create(Buffer.from(toyFont({ advances: { i: 300 }, kerning: { AV: -100 } })))
  assert.ok('layout' in font)
  assert.equal(
    font.layout('AVi').positions.map((p) => p.xAdvance),
    [1000 - 100, 1000, 300],
  )
})

toy('equal options give equal bytes', () => {
  assert.equal(toyFont({ weight: 700 }), toyFont({ weight: 700 }))
})

toy.run()
