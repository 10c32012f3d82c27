import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { crossingOf } from '../../../engine/paint/glyph/ink-crossings.ts'
import { hasTool, pixelAt, pixelsOf, textByPoppler } from '../../support/pdf-tools.ts'

const text = suite('painted text')
const engine = await createEngine()

async function render(body: string): Promise<Uint8Array> {
  const source = `<!DOCTYPE html><style>@page { size: 200px 60px; margin: 0 } body { margin: 0; font: bold 50px/60px Arial }</style>${body}`
  return (await engine.render(engine.compile({ type: 'html', source }), {})).pdf
}

/** The colours of a row of pixels. */
function row(pdf: Uint8Array, y: number): string[] {
  const pixels = pixelsOf(pdf, 96)
  return pixels === undefined ? [] : Array.from({ length: 200 }, (_, x) => pixelAt(pixels, x, y))
}

text('the crossing of an outline with a band', () => {
  const square = [
    { type: 'M', values: [10, -200] },
    { type: 'L', values: [110, -200] },
    { type: 'L', values: [60, 700] },
    { type: 'Z', values: [] },
  ]
  assert.equal(crossingOf(square, -200, -200 + 450), [10, 110])
  // Half of the way up the triangle is half as wide: 10 + 50 / 2 to 110 − 50 / 2.
  assert.equal(crossingOf(square, 250, 700), [35, 85])
  assert.is(crossingOf(square, 700, 900), undefined)
  assert.is(crossingOf([], -100, 100), undefined)
})

text('curves cross a band only where they bend into it', () => {
  const curve = [
    { type: 'M', values: [0, 0] },
    { type: 'Q', values: [100, 100, 0, 200] },
    { type: 'Z', values: [] },
  ]
  const [left, right] = crossingOf(curve, 90, 110) ?? [Number.NaN, Number.NaN]
  assert.is(left, 0)
  assert.ok(Math.abs(right - 50) < 0.1, String(right)) // half of the way to the control point
})

text('underlines skip descenders and continue below other letters', async () => {
  const pdf = await render('<span style="text-decoration: underline 3px red">npn</span>')
  if (!hasTool('pdftoppm')) return
  const isRed = (y: number): string =>
    row(pdf, y)
      .map((color) => (color === '#ff0000' ? 'r' : '.'))
      .join('')
      .replace(/\.+$/, '')
      .replace(/(.)\1+/g, '$1')
  const lines = Array.from({ length: 60 }, (_, y) => isRed(y)).filter((line) => line !== '')
  assert.equal([...new Set(lines)], ['r.r'])
  const none = await render('<span style="text-decoration: underline 3px red; text-decoration-skip-ink: none">nn</span>')
  assert.ok(Array.from({ length: 60 }, (_, y) => row(none, y).filter((color) => color === '#ff0000').length).some((count) => count > 60))
})

text('gradient letters are filled, and extracted once', async () => {
  const style = 'background: linear-gradient(red, red); -webkit-background-clip: text'
  for (const color of ['transparent', 'rgba(0, 0, 255, 1)']) {
    const pdf = await render(`<span style="${style}; color: ${color}">HIH</span>`)
    assert.is(textByPoppler(pdf)?.trim() ?? 'HIH', 'HIH')
    if (!hasTool('pdftoppm')) return
    const colors = new Set(row(pdf, 30))
    assert.is(colors.has('#ff0000'), color === 'transparent')
    assert.is(colors.has('#0000ff'), color !== 'transparent')
  }
})

text('outlined letters show only their stroke, and are extracted once', async () => {
  const pdf = await render('<span style="-webkit-text-stroke: 2px red; color: transparent">HIH</span>')
  assert.is(textByPoppler(pdf)?.trim() ?? 'HIH', 'HIH')
  const below = await render('<span style="-webkit-text-stroke: 6px red; color: blue; paint-order: stroke">HIH</span>')
  assert.is(textByPoppler(below)?.trim() ?? 'HIH', 'HIH')
  if (!hasTool('pdftoppm')) return
  assert.not(new Set(row(pdf, 30)).has('#000000'))
  assert.ok(new Set(row(pdf, 30)).has('#ff0000'))
  const count = (color: string): number => row(below, 30).filter((one) => one === color).length
  assert.ok(count('#0000ff') > count('#ff0000')) // strokes of 7 px, of which 3 px at each side stay outside
})

text.run()
