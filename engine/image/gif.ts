// GIF: the first frame, as palette indices and an opacity plane.
import { deflateSync } from 'node:zlib'
import type { Size } from '../geometry.ts'
import { type Decoded, ImageError, type SizeCheck } from './raster.ts'

export function isGif(bytes: Uint8Array): boolean {
  return /^GIF8[79]a/.test(String.fromCharCode(...bytes.subarray(0, 6)))
}

export function decodeGif(bytes: Uint8Array, check: SizeCheck): Decoded {
  const reader = new Reader(bytes)
  reader.skip(6)
  const width = reader.word()
  const height = reader.word()
  const flags = reader.byte()
  reader.skip(2)
  const globalPalette = (flags & 0x80) !== 0 ? reader.take(3 << ((flags & 7) + 1)) : undefined
  if (width === 0 || height === 0) throw new ImageError('it has no size')
  check({ width, height, bytes: width * height * 2 })
  let transparent: number | undefined
  for (;;) {
    const block = reader.byte()
    if (block === 0x2c) break
    if (block !== 0x21) throw new ImageError('it contains no picture')
    const label = reader.byte()
    const body = reader.blocks()
    if (label === 0xf9 && ((body[0] ?? 0) & 1) !== 0) transparent = body[3]
  }
  const area = { x: reader.word(), y: reader.word(), width: reader.word(), height: reader.word() }
  // A frame may be larger than the screen that it is cropped to.
  check({ width: area.width, height: area.height, bytes: width * height * 2 })
  const frameFlags = reader.byte()
  const palette = (frameFlags & 0x80) !== 0 ? reader.take(3 << ((frameFlags & 7) + 1)) : globalPalette
  if (palette === undefined) throw new ImageError('the palette is missing')
  const indices = unpack(reader.byte(), reader.blocks(), area.width * area.height)
  const canvas = compose({ width, height }, { ...area, indices, isInterlaced: (frameFlags & 0x40) !== 0, transparent })
  return {
    width,
    height,
    encoding: {
      kind: 'flate',
      pixelWidth: width,
      pixelHeight: height,
      bitsPerComponent: 8,
      colorSpace: { palette },
      predictor: 'none',
      bytes: deflateSync(canvas.color),
      alpha: canvas.isOpaque ? undefined : deflateSync(canvas.alpha),
    },
  }
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value === undefined) throw new ImageError('it is truncated')
    return value
  }

  word(): number {
    return this.byte() | (this.byte() << 8)
  }

  skip(count: number): void {
    this.#at += count
  }

  take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new ImageError('it is truncated')
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }

  /** Sub-blocks up to the empty one, joined. */
  blocks(): Uint8Array {
    const parts: Uint8Array[] = []
    for (let length = this.byte(); length > 0; length = this.byte()) parts.push(this.take(length))
    return Buffer.concat(parts)
  }
}

/** LZW with codes of growing width, least significant bit first. Missing pixels have index 0. */
function unpack(minimum: number, data: Uint8Array, count: number): Uint8Array {
  if (minimum < 1 || minimum > 11) throw new ImageError('its compression is unknown')
  const clear = 1 << minimum
  const out = new Uint8Array(count)
  const prefix = new Uint16Array(4096)
  const suffix = new Uint8Array(4096)
  const lengths = new Uint16Array(4096)
  let next = clear + 2
  let size = minimum + 1
  let before = -1
  let written = 0
  let bits = 0
  let buffered = 0
  for (let i = 0; i < clear; i++) {
    suffix[i] = i
    lengths[i] = 1
  }
  const write = (code: number, extra: number): number => {
    const length = lengths[code]!
    let at = written + length
    let walk = code
    for (let k = 0; k < length; k++) {
      at--
      if (at < count) out[at] = suffix[walk]!
      if (k < length - 1) walk = prefix[walk]!
    }
    const first = suffix[walk]!
    written += length
    if (extra > 0 && written < count) out[written] = first
    written += extra
    return first
  }
  for (const byte of data) {
    buffered |= byte << bits
    bits += 8
    while (bits >= size && written < count) {
      const code = buffered & ((1 << size) - 1)
      buffered >>>= size
      bits -= size
      if (code === clear) {
        next = clear + 2
        size = minimum + 1
        before = -1
        continue
      }
      if (code === clear + 1) return out
      if (code > next || (before === -1 && code >= clear)) throw new ImageError('its pixels cannot be unpacked')
      const first = code < next ? write(code, 0) : write(before, 1)
      if (before !== -1 && next < 4096) {
        prefix[next] = before
        suffix[next] = first
        lengths[next] = lengths[before]! + 1
        next++
        if (next === 1 << size && size < 12) size++
      }
      before = code
    }
  }
  return out
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Palette indices, in the order in which they are stored. */
  readonly indices: Uint8Array
  readonly isInterlaced: boolean
  /** The palette index that is transparent. */
  readonly transparent: number | undefined
}

/** The frame on its screen, which is transparent around it. */
function compose(screen: Size, frame: Frame): { color: Uint8Array; alpha: Uint8Array; isOpaque: boolean } {
  const { indices, isInterlaced, transparent } = frame
  const color = new Uint8Array(screen.width * screen.height)
  const alpha = new Uint8Array(color.length)
  const rows = isInterlaced ? interlacedRows(frame.height) : undefined
  for (let row = 0; row < frame.height; row++) {
    const y = frame.y + (rows?.[row] ?? row)
    if (y >= screen.height) continue
    for (let column = 0; column < frame.width && frame.x + column < screen.width; column++) {
      const index = indices[row * frame.width + column]!
      const at = y * screen.width + frame.x + column
      color[at] = index
      alpha[at] = index === transparent ? 0 : 255
    }
  }
  return { color, alpha, isOpaque: alpha.every((value) => value === 255) }
}

function interlacedRows(height: number): number[] {
  const rows: number[] = []
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let y = start; y < height; y += step) rows.push(y)
  }
  return rows
}
