// Writes a font file from its tables.
import { viewOf } from './bytes.ts'

const TRUETYPE = 0x00010000

/** Tables, in the order given (which should be that of their tags), as one file. `head.checkSumAdjustment` is 0, which no PDF reader minds. */
export function writeSfnt(tables: ReadonlyMap<string, Uint8Array>, flavor = TRUETYPE): Uint8Array {
  const start = 12 + tables.size * 16
  const size = [...tables.values()].reduce((sum, table) => sum + padded(table.length), start)
  const out = new Uint8Array(size)
  const view = viewOf(out)
  const power = 2 ** Math.floor(Math.log2(Math.max(1, tables.size)))
  view.setUint32(0, flavor)
  view.setUint16(4, tables.size)
  view.setUint16(6, power * 16)
  view.setUint16(8, Math.log2(power))
  view.setUint16(10, (tables.size - power) * 16)
  let row = 12
  let offset = start
  for (const [tag, table] of tables) {
    out.set(table, offset)
    if (tag === 'head' && table.length >= 12) view.setUint32(offset + 8, 0)
    for (let i = 0; i < 4; i++) view.setUint8(row + i, tag.charCodeAt(i))
    view.setUint32(row + 4, checksum(view, offset, padded(table.length)))
    view.setUint32(row + 8, offset)
    view.setUint32(row + 12, table.length)
    row += 16
    offset += padded(table.length)
  }
  return out
}

function padded(length: number): number {
  return (length + 3) & ~3
}

function checksum(view: DataView, from: number, length: number): number {
  let sum = 0
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}
