// Pictures that are small as files and large once they are unpacked, or say something else in one header than in the next.
import { deflateSync } from 'node:zlib'
import { crc32 } from '../../engine/image/crc32.ts'
import { AVIF_8192 } from './avif-8192.data.ts'

const u16 = (value: number): number[] => [value & 255, value >> 8]
const u24 = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16]

interface Size {
  readonly width: number
  readonly height: number
}

/** A GIF with a logical screen and one frame that may be of another size; its pixels are missing. */
export function gifOf(screen: Size, frame: Size): Uint8Array {
  const head = [...Buffer.from('GIF89a'), ...u16(screen.width), ...u16(screen.height), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  return Uint8Array.from([...head, 0x2c, 0, 0, 0, 0, ...u16(frame.width), ...u16(frame.height), 0, 2, 2, 0x4c, 0x01, 0, 0x3b])
}

const chunk = (type: string, body: readonly number[]): number[] => [
  ...Buffer.from(type),
  ...u16(body.length & 0xffff),
  ...u16(body.length >>> 16),
  ...body,
  ...(body.length % 2 === 1 ? [0] : []),
]
const riff = (chunks: readonly number[]): Uint8Array => Uint8Array.from(chunk('RIFF', [...Buffer.from('WEBP'), ...chunks]))
/** A lossless bitstream: its first bytes are its size, at most 16,384 each way. */
const lossless = ({ width, height }: Size): number[] => {
  const bits = (width - 1) | ((height - 1) << 14)
  return chunk('VP8L', [0x2f, bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255, bits >>> 24, 0x07, 0])
}
const lossy = ({ width, height }: Size): number[] => chunk('VP8 ', [0x10, 0, 0, 0x9d, 0x01, 0x2a, ...u16(width), ...u16(height), 0, 0])
const canvas = ({ width, height }: Size, flags = 0): number[] => chunk('VP8X', [flags, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)])
const frame = ({ width, height }: Size, content: readonly number[]): number[] =>
  chunk('ANMF', [0, 0, 0, 0, 0, 0, ...u24(width - 1), ...u24(height - 1), 0, 0, 0, 0, ...content])

const TINY: Size = { width: 1, height: 1 }
const HUGE: Size = { width: 16_383, height: 16_383 }

function pngOf({ width, height }: Size, bytes: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const part = (type: string, body: Uint8Array): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), body])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(body.length, 0)
    ends.writeUInt32BE(crc32(typed), 4)
    return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', deflateSync(bytes)), part('IEND', Buffer.alloc(0))])
}

function jpegOf({ width, height }: Size): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const component = (id: number): number[] => [id, 0x11, 0]
  const frameHeader = [8, ...size, 3, ...component(1), ...component(2), ...component(3)]
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xc2, 0, frameHeader.length + 2, ...frameHeader, 0xff, 0xda, 0, 2, 0xff, 0xd9])
}

/** 8,192 × 8,192 pixels in the bitstream; the container says what it is told to. */
export function avifOf(stated: Size | undefined): Uint8Array {
  const bytes = Buffer.from(AVIF_8192, 'base64')
  const at = bytes.indexOf('ispe')
  if (stated !== undefined) {
    bytes.writeUInt32BE(stated.width, at + 8)
    bytes.writeUInt32BE(stated.height, at + 12)
  }
  return bytes
}

/** Each has more than 25 million pixels somewhere, and a few hundred bytes. */
export const PICTURE_BOMBS: Readonly<Record<string, () => Uint8Array>> = {
  'a GIF with a large screen': () => gifOf({ width: 65_535, height: 65_535 }, TINY),
  'a GIF with a large frame on a small screen': () => gifOf(TINY, { width: 65_535, height: 65_535 }),
  'a PNG with a large header': () => pngOf({ width: 60_000, height: 60_000 }, new Uint8Array(1000)),
  'a JPEG with a large frame': () => jpegOf({ width: 65_500, height: 65_500 }),
  'a lossless WebP': () => riff(lossless(HUGE)),
  'a lossy WebP': () => riff(lossy(HUGE)),
  'a WebP with a large canvas': () => riff([...canvas({ width: 1 << 24, height: 1 << 24 }), ...lossless(TINY)]),
  'a WebP with a large picture on a small canvas': () => riff([...canvas(TINY), ...lossless(HUGE)]),
  'a WebP with a large picture behind a small one': () => riff([...lossless(TINY), ...lossy(HUGE)]),
  'an animated WebP with a large frame': () => riff([...canvas(TINY, 2), ...frame({ width: 1 << 24, height: 1 << 24 }, lossless(TINY))]),
  'an animated WebP with a large picture in a small frame': () => riff([...canvas(TINY, 2), ...frame(TINY, lossless(HUGE))]),
  'an AVIF that says its size': () => avifOf(undefined),
  'an AVIF with a large bitstream in a small container': () => avifOf({ width: 64, height: 64 }),
}
