// Formulas in a font with a MATH table: Noto Sans Math.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'

const math = suite('formulas')
const engine = await createEngine()

async function widthOf(formula: string): Promise<number> {
  const style = '<style>math{font-family:"Noto Sans Math";font-size:100px}</style>'
  const template = engine.compile({ type: 'html', source: `<!DOCTYPE html>${style}<p><math id="m">${formula}</math>` })
  const { boxes } = await engine.inspect(template, {})
  return boxes.find(({ id }) => id === 'm')?.width ?? 0
}

math('what may grow upwards is as wide as its widest form, whatever its height, as in browsers', async () => {
  const fenced = (inner: string, attributes = ''): string => `<mo ${attributes}>(</mo>${inner}<mo ${attributes}>)</mo>`
  const [letter, low, tall, fixed] = await Promise.all(
    ['<mi>x</mi>', fenced('<mi>x</mi>'), fenced('<mi>x</mi><mspace height="200px"/>'), fenced('<mi>x</mi>', 'stretchy="false"')].map(
      widthOf,
    ),
  )
  // Chromium has 52, 196.4 and 117.6 px.
  assert.ok(Math.abs(letter! - 52) < 0.5, String(letter))
  assert.ok(Math.abs(low! - 196.4) < 0.5, String(low))
  assert.ok(Math.abs(tall! - low!) < 0.5, String(tall))
  assert.ok(Math.abs(fixed! - 117.6) < 0.5, String(fixed))
})

math.run()
