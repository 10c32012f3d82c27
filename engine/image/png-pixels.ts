// Samples of a PNG: inflated up to the expected size, unfiltered, deinterlaced, one byte a sample. Hot: loops index arrays.
import { inflateSync } from 'node:zlib'
import { ImageError } from './raster.ts'

export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly bitDepth: 1 | 2 | 4 | 8 | 16
  readonly colorType: 0 | 2 | 3 | 4 | 6
  readonly isInterlaced: boolean
}

export function channelsOf(colorType: PngHeader['colorType']): number {
  return { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colorType]
}

/** Passes of Adam7: first column and row, and steps. A picture without interlacing is one pass. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const PLAIN = [[0, 0, 1, 1]] as const

interface Pass {
  readonly x: number
  readonly y: number
  readonly stepX: number
  readonly stepY: number
  readonly width: number
  readonly height: number
  /** Bytes of a row without its filter byte. */
  readonly stride: number
}

/** One byte a sample: gray and colour scaled to 0–255, palette indices as they are. */
export function decodePixels(header: PngHeader, compressed: Uint8Array): Uint8Array {
  const channels = channelsOf(header.colorType)
  const bitsPerPixel = channels * header.bitDepth
  const passes = passesOf(header, bitsPerPixel)
  const size = passes.reduce((sum, pass) => sum + pass.height * (pass.stride + 1), 0)
  const raw = inflate(compressed, size)
  const scale = header.colorType === 3 || header.bitDepth >= 8 ? 1 : 255 / (2 ** header.bitDepth - 1)
  const picture: Picture = { header, channels, scale, samples: new Uint8Array(header.width * header.height * channels) }
  let at = 0
  for (const pass of passes) {
    unfilter(raw.subarray(at, at + pass.height * (pass.stride + 1)), pass, Math.max(1, bitsPerPixel >> 3))
    for (let row = 0; row < pass.height; row++) {
      const from = at + row * (pass.stride + 1) + 1
      scatter(raw.subarray(from, from + pass.stride), row, pass, picture)
    }
    at += pass.height * (pass.stride + 1)
  }
  return picture.samples
}

function passesOf(header: PngHeader, bitsPerPixel: number): Pass[] {
  const passes: Pass[] = []
  for (const [x, y, stepX, stepY] of header.isInterlaced ? ADAM7 : PLAIN) {
    const width = Math.ceil((header.width - x) / stepX)
    const height = Math.ceil((header.height - y) / stepY)
    if (width > 0 && height > 0) passes.push({ x, y, stepX, stepY, width, height, stride: Math.ceil((width * bitsPerPixel) / 8) })
  }
  return passes
}

/** `size` bytes: inflation stops beyond that, and fewer are an error. */
function inflate(compressed: Uint8Array, size: number): Uint8Array {
  let raw: Uint8Array
  try {
    raw = inflateSync(compressed, { maxOutputLength: size + 1024 })
  } catch (thrown) {
    // zlib's errors and the length limit have a code; any other error is a bug.
    if (thrown instanceof Error && 'code' in thrown) throw new ImageError('its pixels cannot be unpacked')
    throw thrown
  }
  if (raw.length < size) throw new ImageError('pixels are missing')
  return raw
}

/** Undoes the row filters in place (ISO 15948 §9). */
function unfilter(raw: Uint8Array, { height, stride }: Pass, pixelBytes: number): void {
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1) + 1
    const above = row === 0 ? -1 : start - stride - 1
    const filter = raw[start - 1]! // within the pass
    if (filter > 4) throw new ImageError('a row has an unknown filter')
    if (filter === 0) continue
    for (let i = 0; i < stride; i++) {
      const left = i >= pixelBytes ? raw[start + i - pixelBytes]! : 0
      const up = above >= 0 ? raw[above + i]! : 0
      const corner = above >= 0 && i >= pixelBytes ? raw[above + i - pixelBytes]! : 0
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
      raw[start + i] = raw[start + i]! + guess
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const p = left + up - corner
  const a = Math.abs(p - left)
  const b = Math.abs(p - up)
  const c = Math.abs(p - corner)
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** A picture whose samples are being filled in. */
interface Picture {
  readonly header: PngHeader
  readonly channels: number
  /** Factor from a stored sample to 0–255. */
  readonly scale: number
  readonly samples: Uint8Array
}

/** Writes the samples of one row of a pass to their places in the picture. */
function scatter(row: Uint8Array, rowIndex: number, pass: Pass, { header, channels, scale, samples }: Picture): void {
  const { bitDepth, width } = header
  const first = ((pass.y + rowIndex * pass.stepY) * width + pass.x) * channels
  const step = pass.stepX * channels
  const perByte = 8 / bitDepth
  const mask = (1 << bitDepth) - 1
  for (let pixel = 0, to = first; pixel < pass.width; pixel++, to += step) {
    for (let c = 0; c < channels; c++) {
      const index = pixel * channels + c
      if (bitDepth === 8) samples[to + c] = row[index]!
      else if (bitDepth === 16) samples[to + c] = row[index * 2]!
      else {
        const shift = 8 - bitDepth * ((index % perByte) + 1)
        samples[to + c] = ((row[Math.floor(index / perByte)]! >> shift) & mask) * scale
      }
    }
  }
}
