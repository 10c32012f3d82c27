// PNG (ISO 15948). Compressed samples that PDF supports are passed through; pictures with transparency, sixteen bits or
// interlacing are decoded and compressed again. The CRC of every chunk in use is checked.
import { deflateSync } from 'node:zlib'
import { crc32 } from './crc32.ts'
import { channelsOf, decodePixels, type PngHeader } from './png-pixels.ts'
import { type Decoded, ImageError, type SizeCheck } from './raster.ts'

export function isPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, i) => bytes[i] === byte)
}

interface PngParts {
  readonly header: PngHeader
  readonly palette: Uint8Array | undefined
  readonly transparency: Uint8Array | undefined
  readonly data: Uint8Array
}

export function decodePng(bytes: Uint8Array, check: SizeCheck): Decoded {
  const parts = readParts(bytes, check)
  const { header } = parts
  const isPlain = !header.isInterlaced && header.bitDepth <= 8 && header.colorType <= 3 && parts.transparency === undefined
  return { width: header.width, height: header.height, encoding: isPlain ? passThrough(parts) : repack(parts) }
}

// ── Chunks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function readParts(bytes: Uint8Array, check: SizeCheck): PngParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let header: PngHeader | undefined
  let palette: Uint8Array | undefined
  let transparency: Uint8Array | undefined
  const data: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) throw new ImageError('a chunk is truncated')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (['IHDR', 'PLTE', 'tRNS', 'IDAT'].includes(type)) {
      if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
        throw new ImageError(`chunk ${type} is damaged`)
    }
    if (header === undefined) {
      if (type !== 'IHDR') throw new ImageError('the header is missing')
      header = readHeader(body)
      check({ width: header.width, height: header.height, bytes: header.width * header.height * bytesPerPixel(header) })
    } else if (type === 'PLTE') palette = body
    else if (type === 'tRNS') transparency = body
    else if (type === 'IDAT') data.push(body)
    else if (type === 'IEND') break
    at += 12 + length
  }
  if (header === undefined || data.length === 0) throw new ImageError('it contains no picture')
  if (header.colorType === 3 && (palette === undefined || palette.length < 3 || palette.length % 3 !== 0)) {
    throw new ImageError('the palette is missing')
  }
  return {
    header,
    palette,
    transparency: validTransparency(transparency, header),
    data: data.length === 1 ? data[0]! : Buffer.concat(data),
  }
}

/** Bytes of a decoded pixel, with opacity. */
function bytesPerPixel({ colorType }: PngHeader): number {
  return colorType === 2 || colorType === 6 ? 4 : 2
}

/** The transparency chunk if it is long enough for the colour type. */
function validTransparency(transparency: Uint8Array | undefined, { colorType }: PngHeader): Uint8Array | undefined {
  const least = colorType === 0 ? 2 : colorType === 2 ? 6 : colorType === 3 ? 1 : Number.POSITIVE_INFINITY
  return transparency !== undefined && transparency.length >= least ? transparency : undefined
}

/** Bit depths that a colour type allows. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }

function readHeader(body: Uint8Array): PngHeader {
  if (body.length !== 13) throw new ImageError('the header is damaged')
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const width = view.getUint32(0)
  const height = view.getUint32(4)
  const [bitDepth = 0, colorType = 9, compression, filter, interlace = 9] = body.subarray(8)
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) throw new ImageError('it has no size')
  if (DEPTHS[colorType]?.includes(bitDepth) !== true) throw new ImageError(`colour type ${colorType} with ${bitDepth} bits does not exist`)
  if (compression !== 0 || filter !== 0 || interlace > 1) throw new ImageError('its compression is unknown')
  return {
    width,
    height,
    bitDepth: bitDepth as PngHeader['bitDepth'], // listed in DEPTHS
    colorType: colorType as PngHeader['colorType'], // a key of DEPTHS
    isInterlaced: interlace === 1,
  }
}

// ── Encodings ───────────────────────────────────────────────────────────────────────────────────────────────────────────

type Flate = Extract<Decoded['encoding'], { kind: 'flate' }>

function passThrough({ header, palette, data }: PngParts): Flate {
  return {
    kind: 'flate',
    pixelWidth: header.width,
    pixelHeight: header.height,
    bitsPerComponent: header.bitDepth as Flate['bitsPerComponent'], // sixteen bits are never passed through
    colorSpace: header.colorType === 3 && palette !== undefined ? { palette } : header.colorType === 2 ? 'rgb' : 'gray',
    predictor: 'png',
    bytes: data,
    alpha: undefined,
  }
}

function repack({ header, palette, transparency, data }: PngParts): Flate {
  const samples = decodePixels(header, data)
  const planes = splitPlanes(header, samples, transparency)
  return {
    kind: 'flate',
    pixelWidth: header.width,
    pixelHeight: header.height,
    bitsPerComponent: 8,
    colorSpace:
      header.colorType === 3 && palette !== undefined ? { palette } : header.colorType === 2 || header.colorType === 6 ? 'rgb' : 'gray',
    predictor: 'none',
    bytes: deflateSync(planes.color),
    alpha: planes.alpha === undefined ? undefined : deflateSync(planes.alpha),
  }
}

interface Planes {
  readonly color: Uint8Array
  readonly alpha: Uint8Array | undefined
}

/** Separates colour and opacity; there is no opacity plane when everything is opaque. */
function splitPlanes(header: PngHeader, samples: Uint8Array, transparency: Uint8Array | undefined): Planes {
  const count = header.width * header.height
  const channels = channelsOf(header.colorType)
  if (header.colorType === 4 || header.colorType === 6) {
    const colors = channels - 1
    const color = new Uint8Array(count * colors)
    const alpha = new Uint8Array(count)
    let isOpaque = true
    for (let i = 0, from = 0, to = 0; i < count; i++) {
      for (let c = 0; c < colors; c++) color[to++] = samples[from++]!
      const opacity = samples[from++]!
      alpha[i] = opacity
      if (opacity !== 255) isOpaque = false
    }
    return { color, alpha: isOpaque ? undefined : alpha }
  }
  if (transparency === undefined) return { color: samples, alpha: undefined }
  const alpha =
    header.colorType === 3 ? Uint8Array.from(samples, (index) => transparency[index] ?? 255) : keyedAlpha(header, samples, transparency)
  return { color: samples, alpha: alpha.every((value) => value === 255) ? undefined : alpha }
}

/** The opacity plane of a picture with one transparent colour. Sixteen-bit keys are compared by their high bytes, as samples keep only those. */
function keyedAlpha(header: PngHeader, samples: Uint8Array, key: Uint8Array): Uint8Array {
  const channels = channelsOf(header.colorType)
  const scale = header.bitDepth < 8 ? 255 / (2 ** header.bitDepth - 1) : 1
  const wanted = [...Array(channels).keys()].map((c) => (header.bitDepth === 16 ? (key[2 * c] ?? 0) : (key[2 * c + 1] ?? 0) * scale))
  const alpha = new Uint8Array(header.width * header.height).fill(255)
  for (let i = 0; i < alpha.length; i++) {
    if (wanted.every((value, c) => samples[i * channels + c] === value)) alpha[i] = 0
  }
  return alpha
}
