// WOFF 1.0: an sfnt whose tables are deflated one by one (W3C WOFF File Format 1.0 §3–5).
import { inflateSync } from 'node:zlib'
import { FontError } from './font-error.ts'

const MOST_BYTES = 64 * 1024 * 1024

/** The sfnt inside a WOFF file. Throws `FontError`. */
export function unpackWoff(view: DataView): Uint8Array {
  if (view.byteLength < 44) throw new FontError('the file is too short')
  const count = view.getUint16(12)
  const rows = Array.from({ length: count }, (_, i) => 44 + i * 20)
  if (44 + count * 20 > view.byteLength) throw new FontError('its table directory is cut off')
  const size = rows.reduce((sum, row) => sum + pad(view.getUint32(row + 12)), 12 + count * 16)
  if (size > MOST_BYTES) throw new FontError(`it unpacks to ${size} bytes`)
  const out = new Uint8Array(size)
  const head = new DataView(out.buffer)
  head.setUint32(0, view.getUint32(4))
  head.setUint16(4, count)
  let offset = 12 + count * 16
  rows.forEach((row, i) => {
    const length = view.getUint32(row + 12)
    out.set(unpackTable(view, row), offset)
    head.setUint32(12 + i * 16, view.getUint32(row))
    head.setUint32(16 + i * 16, view.getUint32(row + 16))
    head.setUint32(20 + i * 16, offset)
    head.setUint32(24 + i * 16, length)
    offset += pad(length)
  })
  return out
}

function unpackTable(view: DataView, row: number): Uint8Array {
  const offset = view.getUint32(row + 4)
  const packed = view.getUint32(row + 8)
  const length = view.getUint32(row + 12)
  if (offset + packed > view.byteLength || packed > length) throw new FontError('a table lies outside the file')
  const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, packed)
  if (packed === length) return bytes
  const plain = inflate(bytes, length)
  if (plain.length !== length) throw new FontError('a table does not unpack to its length')
  return plain
}

function inflate(bytes: Uint8Array, length: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(length, 1) })
  } catch {
    // zlib has several error types; all mean that the packed bytes are not what the directory says.
    throw new FontError('a table cannot be unpacked')
  }
}

function pad(length: number): number {
  return (length + 3) & ~3
}
