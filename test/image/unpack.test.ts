import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { InputError } from '../../engine/diagnostic.ts'
import { avifSize } from '../../engine/image/avif.ts'
import { ImageError } from '../../engine/image/raster.ts'
import { unpack } from '../../engine/image/unpack.ts'
import { isWebp, webpSize } from '../../engine/image/webp.ts'
import { createEngine } from '../../engine/index.ts'
import { hasTool, pixelAt, pixelsOf } from '../support/pdf-tools.ts'

const pictures = suite('WebP and AVIF')

/** 40 × 20 pixels: red on the left, blue on the right; the lower half is half transparent where there is opacity. */
function source(): ReturnType<typeof sharp> {
  const samples = Buffer.alloc(40 * 20 * 4)
  for (let i = 0; i < 40 * 20; i++) samples.set([i % 40 < 20 ? 255 : 0, 0, i % 40 < 20 ? 0 : 255, i < 40 * 10 ? 255 : 128], i * 4)
  return sharp(samples, { raw: { width: 40, height: 20, channels: 4 } })
}

const FILES: Readonly<Record<string, Buffer>> = {
  lossless: await source().webp({ lossless: true }).toBuffer(),
  lossy: await source().removeAlpha().webp({ quality: 90 }).toBuffer(),
  alpha: await source().webp({ quality: 90 }).toBuffer(),
  gray: await source().removeAlpha().grayscale().webp().toBuffer(),
  avif: await source().avif({ quality: 90 }).toBuffer(),
}
/** Turned by a property of the file, which browsers heed. */
const TURNED = await source().removeAlpha().withMetadata({ orientation: 6 }).avif({ quality: 90 }).toBuffer()
/** Turned by what a camera wrote, which browsers do not look for in WebP. */
const UNTURNED = await source().removeAlpha().withMetadata({ orientation: 6 }).webp({ quality: 90 }).toBuffer()

const engine = await createEngine()
const dataUrl = (bytes: Uint8Array): string => `data:image/any;base64,${Buffer.from(bytes).toString('base64')}`
const page = (body: string): string =>
  `<!DOCTYPE html><style>@page { size: 60px 60px; margin: 0 } body { margin: 0 } img { display: block }</style>${body}`
const render = (body: string, assets: Readonly<Record<string, Uint8Array>> = {}): ReturnType<typeof engine.render> =>
  engine.render(engine.compile({ type: 'html', source: page(body) }), {}, { assets })

/** The colour in the middle of a pixel of the first page. */
function colorAt(pdf: Uint8Array, x: number, y: number): string {
  const pixels = pixelsOf(pdf, 96)
  return pixels === undefined ? 'none' : pixelAt(pixels, x, y)
}

const isNear = (color: string, wanted: readonly number[]): boolean =>
  [1, 3, 5].every((at, i) => Math.abs(Number.parseInt(color.slice(at, at + 2), 16) - (wanted[i] ?? 0)) < 24)

for (const [name, bytes] of Object.entries(FILES)) {
  pictures(`${name}: size from the header, pixels in the PDF`, async () => {
    const { boxes } = await engine.inspect(engine.compile({ type: 'html', source: page('<img src=a>') }), {}, { assets: { a: bytes } })
    const image = boxes.find(({ path }) => path.includes('img'))
    assert.equal([image?.width, image?.height], [40, 20])
    const { pdf, warnings } = await render(`<img src="${dataUrl(bytes)}">`)
    assert.equal(warnings, [])
    if (!hasTool('pdftoppm')) return
    const [left, right] = [colorAt(pdf, 5, 5), colorAt(pdf, 35, 5)]
    if (name === 'gray') assert.ok(left.slice(1, 3) === left.slice(3, 5) && left !== '#ffffff', left)
    else assert.ok(isNear(left, [255, 0, 0]) && isNear(right, [0, 0, 255]), `${left} ${right}`)
    if (name === 'lossless' || name === 'alpha' || name === 'avif') assert.ok(isNear(colorAt(pdf, 5, 15), [255, 127, 127]))
    assert.ok(isNear(colorAt(pdf, 50, 5), [255, 255, 255]))
  })
}

pictures('AVIF is rotated by its properties, WebP never', async () => {
  const [turned, unturned] = [await render(`<img src=a>`, { a: TURNED }), await render(`<img src=a>`, { a: UNTURNED })]
  if (!hasTool('pdftoppm')) return
  // A quarter turn clockwise: red above blue, 20 × 40.
  assert.ok(isNear(colorAt(turned.pdf, 10, 10), [255, 0, 0]))
  assert.ok(isNear(colorAt(turned.pdf, 10, 30), [0, 0, 255]))
  assert.ok(isNear(colorAt(turned.pdf, 30, 10), [255, 255, 255]))
  assert.ok(isNear(colorAt(unturned.pdf, 35, 5), [0, 0, 255]))
})

pictures('backgrounds show them, and a second render gives the same bytes', async () => {
  const { lossless: a = Buffer.of(), avif: b = Buffer.of(), lossy: c = Buffer.of() } = FILES
  const body = '<p style="margin: 0; height: 40px; background: url(b), url(a)"></p><img src=c>'
  const digest = async (): Promise<string> =>
    createHash('sha256')
      .update((await render(body, { a, b, c })).pdf)
      .digest('hex')
  const first = await digest()
  assert.is(await digest(), first) // all are known by now
  const other = await createEngine()
  const template = other.compile({ type: 'html', source: page(body) })
  // Known in another order than they are painted in.
  await other.render(other.compile({ type: 'html', source: page('<img src=c><img src=a>') }), {}, { assets: { a, c } })
  const { pdf } = await other.render(template, {}, { assets: { a, b, c } })
  assert.is(createHash('sha256').update(pdf).digest('hex'), first)
})

pictures('damaged pixels leave the box empty, with a warning at every render', async () => {
  const broken = Buffer.from(FILES['lossy'] ?? '')
  broken.fill(0xff, 30)
  for (const _ of [1, 2]) {
    const { warnings, pages } = await render('<img src=a>', { a: broken })
    assert.equal(
      warnings.map(({ code }) => code),
      ['bad-image'],
    )
    assert.is(pages, 1)
  }
})

pictures('damaged headers throw an ImageError and nothing else', () => {
  for (const bytes of [...Object.values(FILES), TURNED, UNTURNED]) {
    for (let at = 0; at < bytes.length; at++) {
      for (const broken of [bytes.subarray(0, at), bytes.map((byte, i) => (i === at ? byte ^ 0xff : byte))]) {
        try {
          const { width, height } = isWebp(broken) ? webpSize(broken, () => {}) : avifSize(broken, () => {})
          assert.ok(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)
        } catch (thrown) {
          assert.instance(thrown, ImageError)
        }
      }
    }
  }
})

pictures('damaged files never fail a render', async () => {
  const bytes = FILES['avif'] ?? Buffer.of()
  for (let at = 12; at < bytes.length; at += 37) {
    try {
      await render('<img src=a>', { a: bytes.map((byte, i) => (i === at ? byte ^ 0xff : byte)) })
    } catch (thrown) {
      // A header that claims a huge picture.
      assert.ok(thrown instanceof InputError && thrown.diagnostics[0]?.code === 'limit-image', String(thrown))
    }
  }
})

pictures('too many pixels are rejected by the header', async () => {
  const small = await createEngine({ limits: { imagePixels: 799 } })
  for (const bytes of Object.values(FILES)) {
    try {
      await small.render(small.compile({ type: 'html', source: page('<img src=a>') }), {}, { assets: { a: bytes } })
      assert.unreachable()
    } catch (thrown) {
      assert.ok(thrown instanceof InputError)
      assert.is(thrown.diagnostics[0]?.code, 'limit-image')
    }
  }
})

pictures('without sharp the diagnostic says how to mend it', async () => {
  const result = await unpack(FILES['lossy'] ?? Buffer.of(), { format: 'WebP', isTurned: false }, 1000, async () => undefined)
  assert.ok('problem' in result)
  assert.match(result.problem?.message ?? '', 'need the package sharp')
  assert.match(result.problem?.hint ?? '', 'install sharp')
})

pictures.run()
