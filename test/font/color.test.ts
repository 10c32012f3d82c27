// Colour glyphs as they come out of the PDF: pixels by Poppler, text by Poppler and MuPDF.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, type RenderResult } from '../../engine/index.ts'
import { BLUE, colorFont, FOREGROUND, GREEN, RED, type ToyPaint, type ToyStop } from '../support/color-font.ts'
import { faultsOf, pixelAt, pixelsOf, textByMupdf, textByPoppler } from '../support/pdf-tools.ts'

const color = suite('colour glyphs')
const engine = await createEngine()

/** The letters A, B … of a colour font, 100 px each, in green text. */
async function render(font: Uint8Array, text = 'A', style = ''): Promise<RenderResult> {
  const source = `<style>@page { size: 400px 100px; margin: 0 } @font-face { font-family: C; src: url(c) }
    body { margin: 0; font: 100px/1 C; color: rgb(0, 128, 0); ${style} }</style><div>${text}</div>`
  const assets = { c: font }
  return engine.render(engine.compile({ type: 'html', source }, { assets }), {}, { assets })
}

/** Colours at places of the page in px; undefined without the tool. */
async function colorsOf(paint: ToyPaint, ...places: readonly (readonly [x: number, y: number])[]): Promise<string | undefined> {
  const { pdf, warnings } = await render(colorFont({ A: paint }))
  assert.equal(warnings, [])
  assert.equal(faultsOf(pdf), [])
  const pixels = pixelsOf(pdf, 96)
  return pixels === undefined ? undefined : places.map(([x, y]) => named(pixelAt(pixels, x, y))).join(' ')
}

const NAMES: Readonly<Record<string, string>> = {
  '#ff0000': 'red',
  '#00ff00': 'green',
  '#0000ff': 'blue',
  '#ffffff': 'white',
  '#ff00ff': 'magenta',
  '#000000': 'black',
  '#008000': 'text',
}
const named = (hex: string): string => NAMES[hex] ?? hex

const is = (actual: string | undefined, expected: string): void => assert.is(actual ?? expected, expected)

const square = (paint: ToyPaint): ToyPaint => ({ glyph: 'B', paint })
/** Columns `from` to `to`, in parts of the em, of one colour. */
const column = (from: number, to: number, paint: ToyPaint): ToyPaint => ({
  matrix: [to - from, 0, 0, 1, from * 1000, 0],
  paint: square(paint),
})
const solid = (place: number, alpha = 1): ToyPaint => ({ solid: place, alpha })

const across = (y: number, ...xs: number[]): (readonly [number, number])[] => xs.map((x) => [x, y] as const)

color('a letter in one colour, and in the colour of the text', async () => {
  is(await colorsOf(square(solid(RED)), [5, 5], [95, 95], [105, 50]), 'red red white')
  is(await colorsOf(square(solid(FOREGROUND)), [50, 50]), 'text')
  is(await colorsOf(square(solid(RED, 0.5)), [50, 50]), '#ff7f7f')
})

color('layers, other letters and transforms', async () => {
  const layers = { layers: [square(solid(RED)), column(0.5, 1, solid(BLUE))] }
  is(await colorsOf(layers, ...across(50, 20, 80)), 'red blue')
  // A quarter turn about the origin, and back on the em: (x, y) → (800 - y, x - 200)
  const turned: ToyPaint = { matrix: [0, 1, -1, 0, 800, -200], paint: column(0.5, 1, solid(BLUE)) }
  is(await colorsOf(turned, [50, 20], [50, 80]), 'blue white')
  const font = colorFont({ A: { layers: [{ letter: 'C' }, column(0.5, 1, solid(BLUE))] }, C: square(solid(GREEN)) })
  const pixels = pixelsOf((await render(font)).pdf, 96)
  if (pixels !== undefined) assert.is(named(pixelAt(pixels, 20, 50)) + named(pixelAt(pixels, 80, 50)), 'greenblue')
})

color('version 0: letters over letters', async () => {
  const { pdf } = await render(
    colorFont(
      {},
      {
        A: [
          ['B', RED],
          ['C', FOREGROUND],
        ],
      },
    ),
  )
  const pixels = pixelsOf(pdf, 96)
  if (pixels !== undefined) assert.is(named(pixelAt(pixels, 50, 50)), 'text')
})

const hard = (at: number): readonly ToyStop[] => [
  [0, RED],
  [at, RED],
  [at, BLUE],
  [1, BLUE],
]

color('linear gradients: along, rotated, and beyond their ends', async () => {
  is(await colorsOf(square({ linear: [0, 0, 1000, 0, 0, 1000], stops: hard(0.3) }), ...across(50, 20, 40)), 'red blue')
  // p2 turns the lines of one colour by 45°: only the part of p0p1 across them counts, and it ends at (500, 500).
  const rotated = square({ linear: [0, 0, 1000, 0, 1000, -1000], stops: hard(0.5) })
  is(await colorsOf(rotated, [20, 75], [80, 75], [20, 10], [40, 40]), 'red blue blue blue')
  const middle: ToyPaint = { linear: [400, 0, 600, 0, 400, 1000], stops: hard(0.5) }
  is(await colorsOf(square(middle), ...across(50, 5, 45, 55, 95)), 'red red blue blue')
  is(await colorsOf(square({ ...middle, extend: 1 }), ...across(50, 5, 15, 25, 35, 95)), 'red blue red blue blue')
  is(await colorsOf(square({ ...middle, extend: 2 }), ...across(50, 35, 25, 15, 65, 75)), 'red blue blue blue red')
})

color('stops outside of the gradient line', async () => {
  const stops: readonly ToyStop[] = [
    [-0.5, RED],
    [0.5, RED],
    [0.5, BLUE],
    [1.5, BLUE],
  ]
  is(await colorsOf(square({ linear: [0, 0, 1000, 0, 0, 1000], stops }), ...across(50, 45, 55)), 'red blue')
})

color('radial gradients', async () => {
  const paint: ToyPaint = { radial: [500, 300, 0, 500, 300, 400], stops: hard(0.5) }
  is(await colorsOf(square(paint), [50, 50], [65, 50], [75, 50], [50, 5]), 'red red blue blue')
  is(await colorsOf(square({ ...paint, extend: 1 }), [50, 50], [75, 50], [95, 50]), 'red blue red')
})

color('sweep gradients go counter-clockwise', async () => {
  const stops: readonly ToyStop[] = [
    [0, RED],
    [0.5, RED],
    [0.5, BLUE],
    [1, BLUE],
  ]
  is(await colorsOf(square({ sweep: [500, 300, 0, 180], stops }), [80, 30], [20, 30], [50, 80]), 'red blue blue')
  is(await colorsOf(square({ sweep: [500, 300, 0, 180], stops, extend: 1 }), [20, 70], [80, 70]), 'red blue')
})

color('a gradient of one end see-through', async () => {
  const stops: readonly ToyStop[] = [
    [0, RED, 0],
    [1, RED, 1],
  ]
  const [left, right] = ((await colorsOf(square({ linear: [0, 0, 1000, 0, 0, 1000], stops }), ...across(50, 2, 97))) ?? '').split(' ')
  if (left === undefined || right === undefined || left === '') return
  assert.match(left, /^#fff[0-9a-f]f[0-9a-f]|white/)
  assert.match(right, /^#ff0[0-9a-f]0[0-9a-f]|red/)
})

// The backdrop is red in the columns 0–.6, the source blue in .4–1.
for (const [mode, name, expected] of [
  [0, 'clear', 'white white white'],
  [1, 'src', 'white blue blue'],
  [2, 'dest', 'red red white'],
  [3, 'src-over', 'red blue blue'],
  [4, 'dest-over', 'red red blue'],
  [5, 'src-in', 'white blue white'],
  [6, 'dest-in', 'white red white'],
  [7, 'src-out', 'white white blue'],
  [8, 'dest-out', 'red white white'],
  [9, 'src-atop', 'red blue white'],
  [10, 'dest-atop', 'white red blue'],
  [11, 'xor', 'red white blue'],
  [13, 'screen', 'red magenta blue'],
  [16, 'lighten', 'red magenta blue'],
  [21, 'difference', 'red magenta blue'],
  [23, 'multiply', 'red black blue'],
] as const) {
  color(`composite mode ${name}`, async () => {
    const paint: ToyPaint = { mode, backdrop: column(0, 0.6, solid(RED)), source: column(0.4, 1, solid(BLUE)) }
    is(await colorsOf(paint, ...across(50, 20, 50, 80)), expected)
    // What lies below the picture is not part of the composition.
    const over: ToyPaint = { layers: [square(solid(GREEN)), paint] }
    is(await colorsOf(over, ...across(50, 20, 50, 80)), expected.replaceAll('white', 'green'))
  })
}

color('an opacity said by a colour everywhere', async () => {
  const paint: ToyPaint = { mode: 5, source: column(0, 1, solid(RED)), backdrop: solid(FOREGROUND, 0.5) }
  is(await colorsOf(paint, [50, 50]), '#ff7f7f')
})

color('a picture is one form however often and in whatever size it is shown', async () => {
  const font = colorFont({ A: square(solid(RED)), B: square(solid(FOREGROUND)) })
  const count = async (text: string): Promise<number> =>
    Buffer.from((await render(font, text)).pdf)
      .toString('latin1')
      .split('/Subtype /Form').length - 1
  assert.is(await count('AAA<span style="font-size: 20px">A</span>'), 1)
  assert.is(await count('AA<span style="color: red">A</span>'), 1)
  assert.is(await count('BB<span style="color: red">B</span>'), 2) // the colour of the text is part of it
})

color('opacity, letter spacing, slant and right-to-left text', async () => {
  const font = colorFont({ A: square(solid(RED)) })
  const at = async (style: string, text: string, x: number): Promise<string | undefined> => {
    const pixels = pixelsOf((await render(font, text, style)).pdf, 96)
    return pixels === undefined ? undefined : named(pixelAt(pixels, x, 50))
  }
  is(await at('color: rgb(0 0 0 / 50%)', 'A', 50), '#ff7f7f')
  is(await at('letter-spacing: 50px', 'AA', 125), 'white')
  is(await at('letter-spacing: 50px', 'AA', 175), 'red')
  is(await at('direction: rtl', 'A', 350), 'red')
})

color('a font with a graph that has no end is no danger', async () => {
  const { pdf, warnings } = await render(colorFont({ A: { layers: [{ letter: 'A' }, square(solid(RED))] } }))
  assert.equal(faultsOf(pdf), [])
  assert.equal(warnings, [])
})

const SEQUENCES = '👨‍👩‍👧‍👦 👩‍❤️‍💋‍👨 🏳️‍🌈 👋🏽 🇩🇪🇫🇷 1️⃣ #️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☎️ 😀😀 😀'

color('sequences come out as they went in, in every direction and spacing', async () => {
  for (const style of ['', 'letter-spacing: 4px', 'font-size: 9px', 'font-style: italic; font-weight: bold']) {
    const source = `<style>body { font: 16px Arial; ${style} }</style><p>Look: ${SEQUENCES} end</p>`
    const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }), {})
    assert.equal([warnings, faultsOf(pdf)], [[], []])
    const expected = `Look: ${SEQUENCES} end`
    const plain = (text: string | undefined): string | undefined => text?.replaceAll(/\s+/g, ' ').trim()
    if (!style.includes('spacing')) assert.is(plain(textByPoppler(pdf)) ?? expected, expected, style)
    assert.is(plain(textByMupdf(pdf))?.replaceAll(' ', '') ?? expected.replaceAll(' ', ''), expected.replaceAll(' ', ''), style)
  }
})

color.run()
