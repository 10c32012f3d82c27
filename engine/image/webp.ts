// The size of a WebP picture, from its chunks (RFC 9649).
import { ImageError, type PixelSize, type SizeCheck } from './raster.ts'

export function isWebp(bytes: Uint8Array): boolean {
  return text(bytes, 0) === 'RIFF' && text(bytes, 8) === 'WEBP'
}

/** In pixels. EXIF orientation is ignored, as in browsers. Throws ImageError. */
export function webpSize(bytes: Uint8Array, check: SizeCheck): PixelSize {
  let first: PixelSize | undefined
  // The canvas, each frame and each bitstream declare a size of their own, and the decoder may allocate for any of them.
  for (const { width, height } of sizesIn(bytes, 12)) {
    if (width === 0 || height === 0) throw new ImageError('it has no size')
    const size = { width, height, bytes: width * height * 4 }
    check(size)
    first ??= size
  }
  if (first === undefined) throw new ImageError('it contains no picture')
  return first
}

type Dimensions = Pick<PixelSize, 'width' | 'height'>

/** Offset of the chunks in a frame of an animation. */
const FRAME_CONTENT = 16

function* sizesIn(bytes: Uint8Array, start: number): Generator<Dimensions, undefined> {
  for (const { type, body } of chunks(bytes, start)) {
    const size = sizeIn(type, body)
    if (size !== undefined) yield size
    if (type === 'ANMF' && start === 12) yield* sizesIn(body, FRAME_CONTENT)
  }
  return undefined
}

/** The size that a canvas, a frame of an animation or a bitstream declares. */
function sizeIn(type: string, body: Uint8Array): Dimensions | undefined {
  const at = (i: number): number => body[i] ?? 0
  if (type === 'VP8X' && body.length >= 10) {
    return { width: 1 + at(4) + (at(5) << 8) + (at(6) << 16), height: 1 + at(7) + (at(8) << 8) + (at(9) << 16) }
  }
  if (type === 'ANMF' && body.length >= FRAME_CONTENT) {
    return { width: 1 + at(6) + (at(7) << 8) + (at(8) << 16), height: 1 + at(9) + (at(10) << 8) + (at(11) << 16) }
  }
  if (type === 'VP8 ' && body.length >= 10 && at(3) === 0x9d && at(4) === 0x01 && at(5) === 0x2a) {
    return { width: at(6) + ((at(7) & 0x3f) << 8), height: at(8) + ((at(9) & 0x3f) << 8) }
  }
  if (type === 'VP8L' && body.length >= 5 && at(0) === 0x2f) {
    return { width: 1 + at(1) + ((at(2) & 0x3f) << 8), height: 1 + (at(2) >> 6) + (at(3) << 2) + ((at(4) & 0x0f) << 10) }
  }
  return undefined
}

function* chunks(bytes: Uint8Array, start: number): Generator<{ readonly type: string; readonly body: Uint8Array }, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = start; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    yield { type: text(bytes, at), body: bytes.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length % 2)
  }
  return undefined
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
