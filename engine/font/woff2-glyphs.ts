// The transformed `glyf` and `hmtx` tables of WOFF 2.0 (§5.1, §5.4): one stream for each kind of number, put back into outlines.
import { ByteReader, ByteWriter, viewOf } from './bytes.ts'
import { FontError } from './font-error.ts'
import { type OutlinePoints, writeOutlineHeader, writeSimpleOutline } from './glyf-writer.ts'

/** Tables as OpenType has them, and the left edge of every outline. */
interface RestoredGlyphs {
  readonly glyf: Uint8Array
  readonly loca: Uint8Array
  readonly xMins: Int16Array
}

interface Streams {
  readonly contours: ByteReader
  readonly points: ByteReader
  readonly flags: ByteReader
  readonly glyphs: ByteReader
  readonly composites: ByteReader
  readonly boxes: ByteReader
  readonly instructions: ByteReader
  readonly hasBox: (glyph: number) => boolean
  readonly overlaps: (glyph: number) => boolean
}

/** Restores a transformed `glyf` table. Throws `FontError` or `RangeError`. */
export function restoreGlyphs(bytes: Uint8Array): RestoredGlyphs {
  const reader = new ByteReader(bytes)
  reader.u16()
  const options = reader.u16()
  const count = reader.u16()
  reader.u16()
  const streams = openStreams(reader, count, (options & 1) !== 0)
  const out = new ByteWriter()
  const loca = new DataView(new ArrayBuffer((count + 1) * 4))
  const xMins = new Int16Array(count)
  for (let glyph = 0; glyph < count; glyph++) {
    loca.setUint32(glyph * 4, out.length)
    const contours = streams.contours.i16()
    if (contours === 0) {
      if (streams.hasBox(glyph)) throw new FontError('an empty outline has a box')
    } else if (contours < 0) xMins[glyph] = restoreComposite(streams, glyph, out)
    else xMins[glyph] = restoreSimple(streams, glyph, contours, out)
    out.pad()
  }
  loca.setUint32(count * 4, out.length)
  return { glyf: out.done(), loca: new Uint8Array(loca.buffer), xMins }
}

function openStreams(reader: ByteReader, count: number, hasOverlaps: boolean): Streams {
  const sizes = Array.from({ length: 7 }, () => reader.u32())
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => reader.take(size))
  const bitmapSize = 4 * Math.ceil(count / 32)
  const boxReader = new ByteReader(boxes!)
  const boxBits = boxReader.take(bitmapSize)
  const overlapBits = hasOverlaps ? reader.take(Math.ceil(count / 8)) : new Uint8Array(0)
  const bit = (bits: Uint8Array, i: number): boolean => ((bits[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0
  return {
    contours: new ByteReader(contours!),
    points: new ByteReader(points!),
    flags: new ByteReader(flags!),
    glyphs: new ByteReader(glyphs!),
    composites: new ByteReader(composites!),
    boxes: boxReader,
    instructions: new ByteReader(instructions!),
    hasBox: (glyph) => bit(boxBits, glyph),
    overlaps: (glyph) => bit(overlapBits, glyph),
  }
}

/** 255UInt16 (§4.1). */
function readShort(reader: ByteReader): number {
  const code = reader.u8()
  if (code === 253) return reader.u16()
  if (code === 255) return reader.u8() + 253
  return code === 254 ? reader.u8() + 506 : code
}

// ── Composites ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const HAS_WORDS = 0x1
const HAS_SCALE = 0x8
const MORE_PARTS = 0x20
const HAS_XY_SCALE = 0x40
const HAS_MATRIX = 0x80
const HAS_INSTRUCTIONS = 0x100

function restoreComposite(streams: Streams, glyph: number, out: ByteWriter): number {
  if (!streams.hasBox(glyph)) throw new FontError('a composite outline has no box')
  const xMin = writeOutlineHeader(-1, streams.boxes.take(8), out)
  let hasInstructions = false
  for (let flags = MORE_PARTS; (flags & MORE_PARTS) !== 0; ) {
    flags = streams.composites.u16()
    out.u16(flags)
    hasInstructions ||= (flags & HAS_INSTRUCTIONS) !== 0
    let rest = 2 + ((flags & HAS_WORDS) === 0 ? 2 : 4)
    if ((flags & HAS_SCALE) !== 0) rest += 2
    else if ((flags & HAS_XY_SCALE) !== 0) rest += 4
    else if ((flags & HAS_MATRIX) !== 0) rest += 8
    out.append(streams.composites.take(rest))
  }
  if (hasInstructions) {
    const length = readShort(streams.glyphs)
    out.u16(length)
    out.append(streams.instructions.take(length))
  }
  return xMin
}

// ── Simple outlines ─────────────────────────────────────────────────────────────────────────────────────────────────────

function restoreSimple(streams: Streams, glyph: number, contours: number, out: ByteWriter): number {
  const ends: number[] = []
  let count = 0
  for (let i = 0; i < contours; i++) ends.push((count += readShort(streams.points)) - 1)
  if (count > 0xffff) throw new FontError('an outline has too many points')
  const points = readPoints(streams, count)
  const instructions = streams.instructions.take(readShort(streams.glyphs))
  const box = streams.hasBox(glyph) ? streams.boxes.take(8) : undefined
  return writeSimpleOutline({ ends, points, instructions, overlaps: streams.overlaps(glyph), box }, out)
}

function readPoints({ flags, glyphs }: Streams, count: number): OutlinePoints {
  const xs = new Int32Array(count)
  const ys = new Int32Array(count)
  const isOnCurve = new Uint8Array(count)
  let x = 0
  let y = 0
  for (let i = 0; i < count; i++) {
    const flag = flags.u8()
    isOnCurve[i] = flag >> 7 === 0 ? 1 : 0
    const [dx, dy] = readStep(flag & 127, glyphs)
    xs[i] = x += dx
    ys[i] = y += dy
  }
  return { xs, ys, isOnCurve }
}

/** One move between points: the flag says how many bytes there are and which bits are whose (§5.2, table of triplets). */
function readStep(flag: number, bytes: ByteReader): readonly [dx: number, dy: number] {
  const first = (value: number): number => ((flag & 1) === 0 ? -value : value)
  const second = (value: number): number => ((flag & 2) === 0 ? -value : value)
  if (flag < 10) return [0, first(((flag & 14) << 7) + bytes.u8())]
  if (flag < 20) return [first((((flag - 10) & 14) << 7) + bytes.u8()), 0]
  if (flag < 84) {
    const high = flag - 20
    const low = bytes.u8()
    return [first(1 + (high & 0x30) + (low >> 4)), second(1 + ((high & 0x0c) << 2) + (low & 15))]
  }
  if (flag < 120) {
    const high = flag - 84
    const x = bytes.u8()
    return [first(1 + (Math.floor(high / 12) << 8) + x), second(1 + (((high % 12) >> 2) << 8) + bytes.u8())]
  }
  if (flag < 124) {
    const [a, b, c] = [bytes.u8(), bytes.u8(), bytes.u8()]
    return [first((a << 4) + (b >> 4)), second(((b & 15) << 8) + c)]
  }
  const x = bytes.u16()
  return [first(x), second(bytes.u16())]
}

// ── Advances ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Restores `hmtx` where side bearings are left out because outlines begin there (§5.4). */
export function restoreMetrics(bytes: Uint8Array, hhea: Uint8Array, xMins: Int16Array): Uint8Array {
  const reader = new ByteReader(bytes)
  const flags = reader.u8()
  const metricCount = viewOf(hhea).getUint16(34)
  if (metricCount > xMins.length) throw new FontError('it has more advances than glyphs')
  const advances = Array.from({ length: metricCount }, () => reader.u16())
  const out = new ByteWriter()
  advances.forEach((advance, i) => {
    out.u16(advance)
    out.u16((flags & 1) === 0 ? reader.i16() : (xMins[i] ?? 0))
  })
  for (let i = metricCount; i < xMins.length; i++) out.u16((flags & 2) === 0 ? reader.i16() : (xMins[i] ?? 0))
  return out.done()
}
