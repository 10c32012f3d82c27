// PNG files written by hand: any colour type and depth, interlaced or not, with tRNS.
import { deflateSync } from 'node:zlib'
import { crc32 } from '../../engine/image/crc32.ts'

export interface PngRecipe {
  readonly width: number
  readonly height: number
  readonly bitDepth: number
  readonly colorType: number
  /** Samples of a pixel, as stored (palette index, or 0 … 2^depth − 1). */
  readonly pixel: (x: number, y: number) => readonly number[]
  readonly palette?: readonly number[]
  readonly transparency?: readonly number[]
  readonly isInterlaced?: boolean
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export function makePng(recipe: PngRecipe): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(recipe.width, 0)
  header.writeUInt32BE(recipe.height, 4)
  header.set([recipe.bitDepth, recipe.colorType, 0, 0, recipe.isInterlaced ? 1 : 0], 8)
  const passes = recipe.isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const)
  const rows: Buffer[] = []
  for (const [x0, y0, dx, dy] of passes) {
    for (let y = y0; y < recipe.height; y += dy) {
      const samples: number[] = []
      for (let x = x0; x < recipe.width; x += dx) samples.push(...recipe.pixel(x, y))
      if (samples.length > 0) rows.push(Buffer.concat([Buffer.from([0]), packRow(samples, recipe.bitDepth)]))
    }
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(recipe.palette === undefined ? [] : [chunk('PLTE', Buffer.from(recipe.palette))]),
    ...(recipe.transparency === undefined ? [] : [chunk('tRNS', Buffer.from(recipe.transparency))]),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function packRow(samples: readonly number[], depth: number): Buffer {
  if (depth === 8) return Buffer.from(samples)
  if (depth === 16) return Buffer.from(samples.flatMap((sample) => [sample >> 8, sample & 255]))
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(body.length, 0)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}
