// Packs a font as WOFF 2.0, outlines of TrueType transformed, to test unpacking. Every form of point triplet is used where it fits.
import { brotliCompressSync } from 'node:zlib'
import { ByteReader, ByteWriter } from '../../engine/font/bytes.ts'
import { openSfnt } from '../../engine/font/sfnt.ts'

const TAGS = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep', 'CFF ']

export function packWoff2(font: Uint8Array): Uint8Array {
  const { tables } = openSfnt(font)
  const table = (tag: string): Uint8Array => {
    const view = tables.get(tag)!
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  }
  const directory = new ByteWriter()
  const stream = new ByteWriter()
  const tags = TAGS.filter((tag) => tables.has(tag))
  for (const tag of tags) {
    const stored = tag === 'glyf' ? transformGlyphs(table) : tag === 'loca' ? new Uint8Array(0) : table(tag)
    directory.u8(TAGS.indexOf(tag))
    base128(directory, table(tag).length)
    if (tag === 'glyf' || tag === 'loca') base128(directory, stored.length)
    stream.append(stored)
  }
  const packed = brotliCompressSync(stream.done())
  const out = new ByteWriter()
  u32(out, 0x774f4632)
  u32(out, tables.has('CFF ') ? 0x4f54544f : 0x00010000)
  u32(out, 48 + directory.length + packed.length)
  out.u16(tags.length)
  out.u16(0)
  u32(out, font.length)
  u32(out, packed.length)
  for (let i = 0; i < 6; i++) u32(out, 0)
  out.append(directory.done())
  out.append(packed)
  return out.done().slice()
}

function u32(out: ByteWriter, value: number): void {
  out.u16(value >>> 16)
  out.u16(value & 0xffff)
}

function base128(out: ByteWriter, value: number): void {
  const groups = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 127) | 128)
  for (const group of groups) out.u8(group)
}

function short(out: ByteWriter, value: number): void {
  if (value < 253) out.u8(value)
  else if (value < 506) {
    out.u8(255)
    out.u8(value - 253)
  } else {
    out.u8(253)
    out.u16(value)
  }
}

function transformGlyphs(table: (tag: string) => Uint8Array): Uint8Array {
  const loca = new DataView(table('loca').buffer, table('loca').byteOffset, table('loca').byteLength)
  const isLong = table('head')[51] === 1
  const count = loca.byteLength / (isLong ? 4 : 2) - 1
  const offset = (i: number): number => (isLong ? loca.getUint32(i * 4) : loca.getUint16(i * 2) * 2)
  const streams = Array.from({ length: 7 }, () => new ByteWriter())
  const boxBits = new Uint8Array(4 * Math.ceil(count / 32))
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = table('glyf').subarray(offset(glyph), offset(glyph + 1))
    if (outline.length === 0) {
      streams[0]!.u16(0)
      continue
    }
    const contours = new ByteReader(outline).i16()
    streams[0]!.u16(contours)
    if (contours < 0) {
      boxBits[glyph >> 3]! |= 0x80 >> (glyph & 7)
      streams[5]!.append(outline.subarray(2, 10))
      splitComposite(outline, streams)
    } else splitSimple(outline, contours, streams)
  }
  const out = new ByteWriter()
  for (const value of [0, 0, count, 0]) out.u16(value)
  streams.forEach((stream, i) => {
    u32(out, stream.length + (i === 5 ? boxBits.length : 0))
  })
  streams.forEach((stream, i) => {
    if (i === 5) out.append(boxBits)
    out.append(stream.done())
  })
  return out.done().slice()
}

function splitComposite(outline: Uint8Array, streams: readonly ByteWriter[]): void {
  const reader = new ByteReader(outline.subarray(10))
  let flags: number
  let hasInstructions = false
  do {
    flags = reader.u16()
    streams[4]!.u16(flags)
    hasInstructions ||= (flags & 0x100) !== 0
    streams[4]!.append(reader.take(2 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)))
  } while (flags & 0x20)
  if (!hasInstructions) return
  const length = reader.u16()
  short(streams[3]!, length)
  streams[6]!.append(reader.take(length))
}

function splitSimple(outline: Uint8Array, contours: number, streams: readonly ByteWriter[]): void {
  const reader = new ByteReader(outline.subarray(10))
  let last = -1
  for (let i = 0; i < contours; i++) {
    const end = reader.u16()
    short(streams[1]!, end - last)
    last = end
  }
  const instructions = reader.take(reader.u16())
  const flags: number[] = []
  while (flags.length <= last) {
    const flag = reader.u8()
    const times = flag & 8 ? reader.u8() + 1 : 1
    for (let i = 0; i < times; i++) flags.push(flag)
  }
  const read = (isShort: number, isSame: number): number[] =>
    flags.map((flag) => (flag & isShort ? (flag & isSame ? 1 : -1) * reader.u8() : flag & isSame ? 0 : reader.i16()))
  const dxs = read(2, 16)
  const dys = read(4, 32)
  flags.forEach((flag, i) => {
    triplet(streams, (flag & 1) !== 0, dxs[i]!, dys[i]!)
  })
  short(streams[3]!, instructions.length)
  streams[6]!.append(instructions)
}

/** The shortest form of one step (§5.2). */
function triplet(streams: readonly ByteWriter[], isOnCurve: boolean, dx: number, dy: number): void {
  const [x, y] = [Math.abs(dx), Math.abs(dy)]
  const signs = (dx < 0 ? 0 : 1) + (dy < 0 ? 0 : 2)
  const flag = (value: number): void => streams[2]!.u8(value + (isOnCurve ? 0 : 128))
  const bytes = streams[3]!
  if (dx === 0 && y < 1280) {
    flag(((y & 0xf00) >> 7) + (dy < 0 ? 0 : 1))
    bytes.u8(y & 255)
  } else if (dy === 0 && x < 1280) {
    flag(10 + ((x & 0xf00) >> 7) + (dx < 0 ? 0 : 1))
    bytes.u8(x & 255)
  } else if (x < 65 && y < 65 && x > 0 && y > 0) {
    flag(20 + ((x - 1) & 0x30) + (((y - 1) & 0x30) >> 2) + signs)
    bytes.u8((((x - 1) & 15) << 4) | ((y - 1) & 15))
  } else if (x < 769 && y < 769 && x > 0 && y > 0) {
    flag(84 + 12 * (((x - 1) & 0x300) >> 8) + (((y - 1) & 0x300) >> 6) + signs)
    bytes.u8((x - 1) & 255)
    bytes.u8((y - 1) & 255)
  } else if (x < 4096 && y < 4096) {
    flag(120 + signs)
    bytes.u8(x >> 4)
    bytes.u8(((x & 15) << 4) | (y >> 8))
    bytes.u8(y & 255)
  } else {
    flag(124 + signs)
    bytes.u16(x)
    bytes.u16(y)
  }
}
