// Text fields and areas are as wide as in Chromium, which goes by the average advance of the font and by its widest glyph.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'

const fields = suite('text fields')
const engine = await createEngine()

/** Content widths in px that Chromium 156 gives a text field of 20 columns, of 7 columns and an area of 20, with the Liberation fonts. */
const WIDTHS: Readonly<Record<string, readonly [field: number, small: number, area: number]>> = {
  '13.333px Arial': [169, 65, 175],
  '16px Arial': [200, 77, 204],
  '12px Arial': [150, 58, 157],
  '18px Arial': [232, 89, 235],
  '11pt Arial': [189, 72, 195],
  '16px serif': [192, 74, 197],
  '20px serif': [240, 93, 243],
  '13.333px monospace': [160, 56, 175],
  '14px monospace': [169, 60, 184],
  '16px monospace': [200, 70, 215],
}

for (const [font, expected] of Object.entries(WIDTHS)) {
  fields(font, async () => {
    const source = `<!doctype html><style>input, textarea { border: 0; padding: 0; font: ${font} }</style><input><input size=7><textarea></textarea>`
    const { boxes } = await engine.inspect(engine.compile({ type: 'html', source }), {})
    const widths = boxes.flatMap(({ path, width }) => (/(input|textarea)[^>]*$/.test(path) ? [Math.round(width * 100) / 100] : []))
    assert.equal(widths, expected)
  })
}

fields.run()
