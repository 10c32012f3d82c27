// WOFF 1.0: an sfnt whose tables are deflated one by one (W3C WOFF File Format 1.0 §3–5).
import { inflateSync } from 'node:zlib'
import { tagAt } from './bytes.ts'
import { FontError } from './font-error.ts'
import { writeSfnt } from './write-sfnt.ts'

const MOST_TABLES = 200

/** The sfnt inside a WOFF file, of so many bytes at most. Throws `FontError`. */
export function unpackWoff(view: DataView, mostBytes: number): Uint8Array {
  if (view.byteLength < 44) throw new FontError('the file is too short')
  const count = view.getUint16(12)
  if (count > MOST_TABLES || 44 + count * 20 > view.byteLength) throw new FontError('its table directory is cut off')
  const rows = Array.from({ length: count }, (_, i) => 44 + i * 20)
  const size = rows.reduce((sum, row) => sum + view.getUint32(row + 12), 0)
  if (size > mostBytes) throw new FontError(`it unpacks to ${size} bytes`)
  return writeSfnt(new Map(rows.map((row) => [tagAt(view, row), unpackTable(view, row)])), view.getUint32(4))
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
