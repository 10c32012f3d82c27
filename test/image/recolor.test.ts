import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { makePng } from '../support/make-png.ts'
import { hasTool, pixelAt, pixelsOf } from '../support/pdf-tools.ts'

const recolor = suite('filtered pictures')
const engine = await createEngine()

const rgb = { width: 8, height: 8, bitDepth: 8, colorType: 2, pixel: () => [255, 0, 0] }
const red = { r: 255, g: 0, b: 0 }
const solid = sharp({ create: { width: 8, height: 8, channels: 3, background: red } })
const PICTURES: Readonly<Record<string, Uint8Array>> = {
  'PNG with a palette': makePng({ width: 8, height: 8, bitDepth: 1, colorType: 3, palette: [255, 0, 0, 0, 0, 0], pixel: () => [0] }),
  'PNG of three channels': makePng(rgb),
  'PNG with opacity': makePng({ ...rgb, colorType: 6, pixel: () => [255, 0, 0, 255] }),
  JPEG: await solid.clone().jpeg({ quality: 100 }).toBuffer(),
  WebP: await solid.clone().webp({ lossless: true }).toBuffer(),
}

async function colorOf(bytes: Uint8Array, filter: string): Promise<readonly number[]> {
  const source = `<!DOCTYPE html><style>@page { size: 8px 8px; margin: 0 } body { margin: 0 } img { display: block; filter: ${filter} }</style><img src=a>`
  const { pdf, warnings } = await engine.render(engine.compile({ type: 'html', source }), {}, { assets: { a: bytes } })
  assert.equal(warnings, [])
  const pixels = pixelsOf(pdf, 96)
  const color = pixels === undefined ? '#000000' : pixelAt(pixels, 4, 4)
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

const near = (actual: readonly number[], wanted: readonly number[]): void =>
  assert.ok(
    actual.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) <= 3),
    `${actual} instead of ${wanted}`,
  )

for (const [name, bytes] of Object.entries(PICTURES)) {
  recolor(name, async () => {
    if (!hasTool('pdftoppm')) return
    near(await colorOf(bytes, 'invert(1)'), [0, 255, 255])
    near(await colorOf(bytes, 'grayscale(1)'), [54, 54, 54]) // 0.2126 × 255
    near(await colorOf(bytes, 'brightness(.5) invert(1)'), [128, 255, 255])
  })
}

recolor('grey pictures can become coloured', async () => {
  if (!hasTool('pdftoppm')) return
  const gray = makePng({ width: 8, height: 8, bitDepth: 4, colorType: 0, pixel: () => [15] })
  near(await colorOf(gray, 'sepia(1)'), [255, 255, 239]) // (0.272 + 0.534 + 0.131) × 255; the others are above 1
})

recolor('image-orientation: none shows a photograph as it is stored, filtered or not', async () => {
  const samples = Buffer.alloc(16 * 8 * 3)
  for (let i = 0; i < 16 * 8; i++) samples.set(i % 16 < 8 ? [255, 0, 0] : [0, 0, 255], i * 3)
  const bytes = await sharp(samples, { raw: { width: 16, height: 8, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
  const render = async (style: string): Promise<readonly string[]> => {
    const source = `<!DOCTYPE html><style>@page { size: 16px 16px; margin: 0 } body { margin: 0 } img { display: block; ${style} }</style><img src=a>`
    const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {}, { assets: { a: bytes } })
    const pixels = pixelsOf(pdf, 96)
    const at = (x: number, y: number): string => (pixels === undefined ? '' : pixelAt(pixels, x, y))
    // Left and right of a lying picture, the lower half of a standing one.
    return [at(2, 3), at(13, 3), at(2, 13)].map((color) =>
      color === '#ffffff' ? 'white' : color.startsWith('#f') ? 'red' : color === '' ? '' : 'other',
    )
  }
  if (!hasTool('pdftoppm')) return
  assert.equal(await render(''), ['red', 'white', 'other']) // turned: 8 × 16
  assert.equal(await render('image-orientation: none'), ['red', 'other', 'white'])
  assert.equal(await render('image-orientation: none; filter: contrast(1)'), ['red', 'other', 'white'])
  assert.equal(await render('filter: contrast(1)'), ['red', 'white', 'other'])
})

recolor.run()
