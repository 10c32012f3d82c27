import { inflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, InputError } from '../../engine/diagnostic.ts'
import { createImages } from '../../engine/image/decode.ts'
import type { Image, VectorElement } from '../../engine/image/image.ts'
import { ImageCache } from '../../engine/image/image-cache.ts'
import { decodePixels } from '../../engine/image/png-pixels.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { makePng, type PngRecipe } from '../support/make-png.ts'
import { paintPdf } from '../support/paint-tools.ts'
import { faultsOf, pixelAt, pixelsOf } from '../support/pdf-tools.ts'

const images = suite('images')

interface Loaded {
  readonly image: Image | undefined
  readonly codes: readonly string[]
}

const ICON: VectorElement = { tag: 'svg', attributes: new Map([['viewBox', '0 0 20 10']]), children: [] }

function load(bytes: Uint8Array, limits = DEFAULT_LIMITS): Loaded {
  return loadUrl('a', new Map([['a', bytes]]), limits)
}

function loadUrl(url: string, assets: ReadonlyMap<string, Uint8Array> = new Map(), limits = DEFAULT_LIMITS): Loaded {
  const reporter = new DiagnosticList()
  const image = createImages({ assets, reporter, limits, parseMarkup: () => ICON }).get(url)
  return { image, codes: reporter.all.map((d) => d.code) }
}

/** Colour samples and opacity of a PNG as it goes into the PDF, one byte each. */
function samplesOf(recipe: PngRecipe): { color: number[]; alpha: number[] | undefined; isPassedThrough: boolean } {
  const { image } = load(makePng(recipe))
  if (image?.kind !== 'raster' || image.encoding.kind !== 'flate') throw new Error('not a decoded picture')
  const { encoding } = image
  const isPassedThrough = encoding.predictor === 'png'
  const header = { ...recipe, isInterlaced: false } as Parameters<typeof decodePixels>[0]
  const color = isPassedThrough ? decodePixels(header, encoding.bytes) : inflateSync(encoding.bytes)
  return { color: [...color], alpha: encoding.alpha && [...inflateSync(encoding.alpha)], isPassedThrough }
}

images('plain PNGs are passed through', () => {
  for (const [colorType, bitDepth] of [
    [0, 1],
    [0, 8],
    [2, 8],
    [3, 4],
  ] as const) {
    const palette = colorType === 3 ? { palette: [0, 0, 0, 255, 255, 255] } : {}
    const pixel = (x: number): number[] => Array(colorType === 2 ? 3 : 1).fill(x % 2)
    const samples = samplesOf({ width: 3, height: 2, bitDepth, colorType, pixel, ...palette })
    assert.ok(samples.isPassedThrough)
    assert.is(samples.alpha, undefined)
  }
})

images('opacity becomes a plane of its own, unless everything is opaque', () => {
  const recipe = { width: 2, height: 1, bitDepth: 8, colorType: 6 }
  const half = samplesOf({ ...recipe, pixel: (x) => [10, 20, 30, x === 0 ? 255 : 128] })
  assert.equal(half.color, [10, 20, 30, 10, 20, 30])
  assert.equal(half.alpha, [255, 128])
  assert.is(samplesOf({ ...recipe, pixel: () => [1, 2, 3, 255] }).alpha, undefined)
})

images('sixteen bits are reduced to eight', () => {
  const samples = samplesOf({ width: 2, height: 1, bitDepth: 16, colorType: 4, pixel: (x) => [0x1234 * (x + 1), 0x80ff] })
  // High bytes of 1234 and 2468, and of 80ff.
  assert.equal(samples.color, [0x12, 0x24])
  assert.equal(samples.alpha, [0x80, 0x80])
})

images('transparent colours and palette entries are transparent', () => {
  const gray = samplesOf({ width: 4, height: 1, bitDepth: 2, colorType: 0, pixel: (x) => [x], transparency: [0, 2] })
  assert.equal(gray.color, [0, 85, 170, 255])
  assert.equal(gray.alpha, [255, 255, 0, 255])
  const palette = { palette: [255, 0, 0, 0, 255, 0], transparency: [7] }
  const indexed = samplesOf({ width: 2, height: 1, bitDepth: 1, colorType: 3, pixel: (x) => [x], ...palette })
  assert.equal(indexed.color, [0, 1])
  assert.equal(indexed.alpha, [7, 255])
})

images('interlaced pictures are decoded as plain ones', () => {
  for (const bitDepth of [1, 4, 8, 16]) {
    const recipe = {
      width: 11,
      height: 9,
      bitDepth,
      colorType: 0,
      pixel: (x: number, y: number) => [(x * 7 + y * 3) % 2 ** Math.min(bitDepth, 8)],
    }
    assert.equal(samplesOf({ ...recipe, isInterlaced: true }).color, samplesOf(recipe).color)
  }
})

const SQUARE: PngRecipe = { width: 2, height: 2, bitDepth: 8, colorType: 2, pixel: () => [255, 0, 0] }

images('damaged files cause a warning, never an error', () => {
  const good = makePng(SQUARE)
  for (let at = 0; at < good.length; at++) {
    for (const broken of [good.subarray(0, at), good.map((byte, i) => (i === at ? byte ^ 0x55 : byte))]) {
      const { image, codes } = load(broken)
      if (image === undefined) assert.equal(codes, ['bad-image'])
    }
  }
})

images('a picture with too many pixels is rejected by its header', () => {
  const bomb = makePng({ ...SQUARE, pixel: () => [0, 0, 0] })
  const view = new DataView(bomb.buffer, bomb.byteOffset)
  view.setUint32(16, 60_000)
  view.setUint32(20, 60_000)
  // The header's CRC no longer fits: damaged, before anything is unpacked.
  assert.equal(load(bomb).codes, ['bad-image'])
  assert.throws(
    () => load(makePng({ ...SQUARE, width: 20, height: 20 }), { ...DEFAULT_LIMITS, imagePixels: 399 }),
    (thrown: unknown) => thrown instanceof InputError && thrown.diagnostics[0]?.code === 'limit-image',
  )
})

images('the pictures of a document have a limit together', () => {
  const bytes = makePng(SQUARE)
  // 2 × 2 pixels of four bytes each.
  assert.throws(
    () => load(bytes, { ...DEFAULT_LIMITS, imageBytes: 15 }),
    (thrown: unknown) => thrown instanceof InputError,
  )
  assert.ok(load(bytes, { ...DEFAULT_LIMITS, imageBytes: 16 }).image !== undefined)
})

// ── JPEG ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function jpeg(components: number, ...segments: readonly (readonly [marker: number, body: readonly number[]])[]): Uint8Array {
  const frame = [8, 0, 20, 0, 30, components, ...Array(components * 3).fill(1)]
  const all = [...segments, [0xc0, frame] as const]
  const body = all.flatMap(([marker, bytes]) => [0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes])
  return Uint8Array.from([0xff, 0xd8, ...body, 0xff, 0xda, 0, 2, 0xff, 0xd9])
}

const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0))

images('size, colours and orientation are read from JPEG headers', () => {
  const plain = load(jpeg(3)).image
  assert.equal([plain?.width, plain?.height], [30, 20])
  const exif = [...ascii('Exif\0\0MM'), 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
  const turned = load(jpeg(1, [0xe1, exif])).image
  assert.equal([turned?.width, turned?.height], [20, 30])
  const inks = load(jpeg(4, [0xee, [...ascii('Adobe'), 0, 100, 0, 0, 0, 0, 2]])).image
  assert.ok(inks?.kind === 'raster' && inks.encoding.kind === 'jpeg' && inks.encoding.isInverted)
})

images('truncated JPEG headers cause a warning', () => {
  const good = jpeg(3, [0xe1, ascii('Exif\0\0')])
  for (let at = 3; at < 30; at++) assert.equal(load(good.subarray(0, at)).codes, ['bad-image'])
})

// ── GIF, SVG, others ────────────────────────────────────────────────────────────────────────────────────────────────────

images('the first frame of a GIF is shown, with its transparent colour', () => {
  const head = [...ascii('GIF89a'), 2, 0, 2, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
  const control = [0x21, 0xf9, 4, 1, 0, 0, 1, 0]
  const descriptor = [0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0]
  // clear(4) 0 1 1 in three bits each; two entries were added by then, so 0 and end(5) take four.
  const widths = [3, 3, 3, 3, 4, 4]
  const shifts = widths.map((_, i) => widths.slice(0, i).reduce((sum, width) => sum + width, 0))
  const bits = [4, 0, 1, 1, 0, 5].reduce((sum, code, i) => sum | (code << (shifts[i] ?? 0)), 0)
  const { image } = load(Uint8Array.from([...head, ...control, ...descriptor, 2, 3, bits & 255, (bits >> 8) & 255, bits >> 16, 0, 0x3b]))
  if (image?.kind !== 'raster' || image.encoding.kind !== 'flate') throw new Error('no picture')
  assert.equal([...inflateSync(image.encoding.bytes)], [0, 1, 1, 0])
  assert.equal([...inflateSync(image.encoding.alpha ?? new Uint8Array())], [255, 0, 0, 255])
})

images('svg files become drawings with a ratio', () => {
  const { image } = load(Buffer.from('\ufeff <?xml version="1.0"?><svg viewBox="0 0 20 10"/>'))
  assert.ok(image?.kind === 'vector')
  assert.is(image.ratio, 2)
  assert.is(image.width, undefined)
})

images('warnings name unsupported formats', () => {
  const reporter = new DiagnosticList()
  const assets = new Map([['x.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')]])
  createImages({ assets, reporter, limits: DEFAULT_LIMITS, parseMarkup: () => undefined }).get('x.heic')
  assert.match(reporter.all[0]?.message ?? '', 'HEIC is not supported')
})

// ── URLs ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

images('data URLs are read in both forms', () => {
  const bytes = Buffer.from(makePng(SQUARE))
  assert.ok(loadUrl(`data:image/png;base64,${bytes.toString('base64')}`).image !== undefined)
  assert.ok(
    loadUrl(
      `data:;base64,${bytes
        .toString('base64')
        .replace(/=+$/, '')
        .replace(/(.{20})/g, '$1\n')}`,
    ).image !== undefined,
  )
  assert.ok(loadUrl(`DATA:image/svg+xml,%3Csvg viewBox='0 0 1 1'/%3E`).image !== undefined)
  assert.equal(loadUrl('data:image/png;base64,!!').codes, ['bad-image'])
  assert.equal(loadUrl('data:image/png').codes, ['bad-image'])
})

images('no other URLs are opened', () => {
  for (const url of ['http://a/b.png', 'HTTPS://a', '//a/b', 'file:///etc/passwd', '\\\\host\\share', 'ftp://a', ' javascript:1']) {
    assert.equal(loadUrl(url).codes, ['blocked-url'], url)
  }
  for (const url of ['logo.png', '/etc/passwd', '../x.png', '']) assert.equal(loadUrl(url).codes, ['missing-asset'], url)
})

images('a picture is decoded once for all requests', () => {
  const cache = new ImageCache()
  const assets = new Map([
    ['a', makePng(SQUARE)],
    ['b', makePng(SQUARE)],
  ])
  const reporter = new DiagnosticList()
  const open = () => createImages({ assets, reporter, limits: DEFAULT_LIMITS, parseMarkup: () => undefined, cache })
  assert.is(open().get('a'), open().get('b'))
  assert.is(open().get('a')?.kind, 'raster')
})

images('a full cache evicts pictures', () => {
  const cache = new ImageCache(10_000)
  for (let i = 0; i < 20; i++) cache.set(`k${i}`, { kind: 'bad', reason: '' })
  assert.is(cache.get('k0'), undefined)
  assert.ok(cache.get('k19') !== undefined)
})

images('transparency of pictures is painted', () => {
  const png = makePng({ width: 2, height: 1, bitDepth: 8, colorType: 6, pixel: (x) => [255, 0, 0, x === 0 ? 255 : 0] })
  const { image } = load(png)
  if (image?.kind !== 'raster') throw new Error('no picture')
  const { pdf } = paintPdf(20, 10, (page) => page.image(image, { x: 0, y: 0, width: 20, height: 10 }, 1))
  assert.equal(faultsOf(pdf), [])
  const pixels = pixelsOf(pdf, 72)
  if (pixels !== undefined) assert.equal([pixelAt(pixels, 2, 5), pixelAt(pixels, 18, 5)], ['#ff0000', '#ffffff'])
})

images.run()
