import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { BlurredBoxes } from '../../../engine/paint/blur/blurred-box.ts'
import type { Path } from '../../../engine/paint/canvas.ts'
import { pathBounds } from '../../../engine/paint/geometry/path.ts'
import { faultsOf, hasTool, pixelAt, pixelsOf, textByPoppler } from '../../support/pdf-tools.ts'

const blur = suite('blur')

const SHARP = { x: 0, y: 0 }
const SQUARE = { topLeft: SHARP, topRight: SHARP, bottomRight: SHARP, bottomLeft: SHARP }
const box = (width: number, height: number) => ({ x: 100, y: 100, width, height })
const bounds = (path: Path | undefined) => {
  if (path === undefined) throw new Error('no outline')
  // Of the points it runs through; control points may lie a little further out.
  const { x, y, width, height } = pathBounds(
    path.map((segment) => (segment.kind === 'curve' ? { kind: 'line', x: segment.x, y: segment.y } : segment)),
    0,
  )
  return [x, y, width, height].map((value) => Math.round(value * 10) / 10)
}

blur('the edge of the box is half as dark as its inside', () => {
  const [half] = new BlurredBoxes().outlines(box(200, 100), SQUARE, 5, [0.5])
  assert.equal(bounds(half), [100, 100, 200, 100])
})

blur('darkness is 84 % one deviation inside of the edge and 16 % outside', () => {
  const [outside, inside] = new BlurredBoxes().outlines(box(200, 100), SQUARE, 5, [0.1587, 0.8413])
  assert.equal(bounds(outside), [95, 95, 210, 110])
  assert.equal(bounds(inside), [105, 105, 190, 90])
})

blur('a box smaller than its blur is fully dark nowhere', () => {
  const [faint, dark] = new BlurredBoxes().outlines(box(10, 10), SQUARE, 20, [0.02, 0.5])
  assert.ok(faint !== undefined)
  assert.is(dark, undefined)
})

blur('round corners are lighter than sharp ones', () => {
  const round = { x: 20, y: 20 }
  const radii = { topLeft: round, topRight: round, bottomRight: round, bottomLeft: round }
  const corner = (of: typeof SQUARE) => {
    const [path] = new BlurredBoxes().outlines(box(200, 100), of, 3, [0.3])
    // The point between the two middle rays of the first corner.
    const points = (path ?? []).flatMap((segment) => (segment.kind === 'close' ? [] : [segment]))
    return Math.min(...points.map(({ x, y }) => x - 100 + (y - 100)))
  }
  assert.ok(corner(radii) > corner(SQUARE) + 5)
})

const engine = await createEngine()
async function render(body: string): Promise<Uint8Array> {
  const source = `<!DOCTYPE html><style>@page { size: 120px 120px; margin: 0 } body { margin: 0 } div { position: absolute; left: 30px; top: 30px; width: 60px; height: 60px }</style>${body}`
  const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }), {})
  assert.equal(warnings, [])
  assert.equal(faultsOf(pdf), [])
  return pdf
}
function lightness(pdf: Uint8Array, x: number, y: number): number | undefined {
  const pixels = pixelsOf(pdf, 96)
  return pixels && Number.parseInt(pixelAt(pixels, x, y).slice(1, 3), 16)
}

for (const [name, style] of [
  ['box-shadow', 'box-shadow: 0 0 20px #000'],
  ['drop-shadow', 'background: #000; filter: drop-shadow(0 0 10px #000)'],
] as const) {
  blur(`${name}: darkness falls like the bell curve`, async () => {
    const pdf = await render(`<div style="${style}"></div>`)
    if (!hasTool('pdftoppm')) return
    // Of 255, with a deviation of 10 px: half at the edge, 16 % a deviation out, 2 % two deviations out.
    for (const [x, dark] of [
      [91, 0.46],
      [99, 0.17],
      [110, 0.02],
    ] as const) {
      const actual = 1 - (lightness(pdf, x, 60) ?? 0) / 255
      assert.ok(Math.abs(actual - dark) < 0.09, `${x}: ${actual}`)
    }
  })
}

blur('a faint shadow keeps darkness and colour although viewers round each step', async () => {
  const pdf = await render('<div style="box-shadow: 0 0 60px 20px rgb(0 0 255 / 0.02)"></div>')
  const pixels = pixelsOf(pdf, 96)
  if (pixels === undefined) return
  // Just outside the box the shadow is three quarters of its 2 per cent: 4 of 255 less red, and no less blue.
  const [red, blue] = [1, 5].map((from) => Number.parseInt(pixelAt(pixels, 28, 60).slice(from, from + 2), 16))
  assert.ok(red !== undefined && Math.abs(red - 251) <= 2, `red ${red}`)
  assert.ok(blue !== undefined && blue >= 254, `blue ${blue}`)
})

blur('a blurred text shadow is not extracted as text', async () => {
  const pdf = await render('<div style="font: bold 40px/60px Arial; color: #fff; text-shadow: 0 0 6px #000">HI</div>')
  assert.is(textByPoppler(pdf)?.trim() ?? 'HI', 'HI')
  if (!hasTool('pdftoppm')) return
  const row = Array.from({ length: 120 }, (_, x) => lightness(pdf, x, 60) ?? 255)
  assert.ok(Math.min(...row) < 170, `${Math.min(...row)}`)
})

/** Bytes that a style adds to a page with a heading. */
async function bytesOf(style: string): Promise<number> {
  const heading = (own: string): string => `<h1 style="${own}">Annual report of the year</h1>`
  return (await render(heading(style))).length - (await render(heading(''))).length
}

blur('a blurred shape is written once, whatever the number of its copies', async () => {
  const few = await bytesOf('text-shadow: 1px 1px 2px #000')
  const many = await bytesOf('text-shadow: 1px 1px 20px #000')
  assert.ok(few < 10_000, `${few} bytes`)
  assert.ok(many - few < 3_000, `${many} bytes for a wide blur, ${few} for a narrow one`)
  const shapes = await bytesOf('filter: drop-shadow(1px 1px 9px #000)')
  assert.ok(shapes < 5_000, `${shapes} bytes`)
})

blur.run()
