// A TrueType font made in memory for tests: every glyph is one em wide, ascent .8 em, descent .2 em, no line gap, no kerning.
// So 10 pt text advances 10 pt a character and stands 10 pt high, and expected numbers are sums.

/** Inclusive ranges of code points that the toy font has a glyph for. Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, symbols, kana, a few ideographs. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
  [0xe01, 0xe5b],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
  [0x25a0, 0x25ff],
  [0x3000, 0x3002],
  [0x3041, 0x30ff],
  [0x4e00, 0x4e7f],
]

/** Lengths in font units. */
interface Units {
  readonly em: number
  readonly advance: number
  readonly ascent: number
  readonly descent: number
}

const THOUSANDTHS: Units = { em: 1000, advance: 1000, ascent: 800, descent: -200 }
/** Text of 10 pt is measured at 853/64 px, which is 2559/2560 of it. */
const TEN_POINTS: Units = { em: 2559, advance: 2560, ascent: 2048, descent: -512 }

/** What a test may ask to be different. */
export interface ToyFontOptions {
  readonly family?: string
  readonly weight?: number
  readonly isItalic?: boolean
  /** Code points that get a glyph instead of the usual ranges. */
  readonly ranges?: readonly (readonly [number, number])[]
  /** Advances other than one em, in thousandths, by character. */
  readonly advances?: Readonly<Record<string, number>>
  /** The font has a weight axis from 400 to 900; at 900 every glyph is .2 em wider. */
  readonly isVariable?: boolean
  /** `kern` pairs in thousandths of an em: `{ AV: -100 }`. */
  readonly kerning?: Readonly<Record<string, number>>
  /** At 10 pt glyphs advance 10 pt exactly, not the 9.996 pt that browsers cut them to. */
  readonly isExactAtTenPoints?: boolean
}

class Bytes {
  readonly #list: number[] = []

  u8(...values: number[]): this {
    for (const v of values) this.#list.push(v & 255)
    return this
  }

  u16(...values: number[]): this {
    for (const v of values) this.u8(v >> 8, v)
    return this
  }

  u32(...values: number[]): this {
    for (const v of values) this.u16(v >>> 16, v & 0xffff)
    return this
  }

  text(value: string): this {
    return this.u8(...Buffer.from(value, 'latin1'))
  }

  append(bytes: Uint8Array): this {
    for (const b of bytes) this.#list.push(b)
    return this
  }

  get length(): number {
    return this.#list.length
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#list)
  }
}

/** The bytes of the toy font; equal options give equal bytes. */
export function toyFont(options: ToyFontOptions = {}): Uint8Array {
  const units = options.isExactAtTenPoints === true ? TEN_POINTS : THOUSANDTHS
  const points: number[] = []
  for (const [from, to] of options.ranges ?? RANGES) for (let c = from; c <= to; c++) points.push(c)
  points.sort((a, b) => a - b)
  const glyphCount = points.length + 1
  const inUnits = (thousandths: number): number => Math.round((thousandths * units.advance) / 1000)
  const advances = [1000, ...points.map((c) => options.advances?.[String.fromCodePoint(c)] ?? 1000)].map(inUnits)
  const isEmpty = [false, ...points.map((c) => c === 0x20 || c === 0xa0 || c === 0x3000)]
  const glyf = new Bytes()
  const loca = new Bytes()
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    loca.u32(glyf.length)
    if (!isEmpty[glyph]) glyf.append(square(advances[glyph] ?? units.advance, units))
  }
  loca.u32(glyf.length)
  const tables = new Map<string, Uint8Array>([
    ['OS/2', os2(options, points, units)],
    ['cmap', cmap(points)],
    ['glyf', glyf.done()],
    ['head', head(options, units)],
    ['hhea', hhea(glyphCount, Math.max(...advances), units)],
    ['hmtx', advances.reduce((out, advance) => out.u16(advance, 0), new Bytes()).done()],
    ['loca', loca.done()],
    ['maxp', maxp(glyphCount)],
    ['name', names(options)],
    ['post', new Bytes().u32(0x30000, 0).u16(-100, 50).u32(0, 0, 0, 0, 0).done()],
  ])
  if (options.kerning !== undefined) tables.set('kern', kern(options.kerning, points, inUnits))
  if (options.isVariable === true) {
    tables.set('fvar', fvar())
    tables.set('gvar', gvar(isEmpty, inUnits(200)))
  }
  return assemble(tables)
}

function fvar(): Uint8Array {
  const out = new Bytes().u16(1, 0, 16, 2, 1, 20, 0, 8)
  return out
    .text('wght')
    .u32(400 << 16, 400 << 16, 900 << 16)
    .u16(0, 2)
    .done()
}

/** One tuple a glyph, with its peak at the end of the axis: the right side and the advance move by .2 em. */
function gvar(isEmpty: readonly boolean[], right: number): Uint8Array {
  const data = isEmpty.map((empty) => {
    // Points of the square (clockwise from bottom left), then four phantom points of which the second is the advance.
    const dxs = empty ? [0, right, 0, 0] : [0, 0, right, right, 0, right, 0, 0]
    const deltas = new Bytes()
      .u8(0)
      .u8(0x40 | (dxs.length - 1))
      .u16(...dxs)
      .u8(0x80 | (dxs.length - 1))
    const head = new Bytes().u16(1, 10, deltas.length, 0x8000 | 0x2000, 0x4000)
    const all = head.append(deltas.done())
    return (all.length % 2 === 0 ? all : all.u8(0)).done()
  })
  const offsets = new Bytes()
  const body = new Bytes()
  for (const glyph of data) {
    offsets.u32(body.length)
    body.append(glyph)
  }
  offsets.u32(body.length)
  const start = 20 + offsets.length
  return new Bytes().u16(1, 0, 1, 0).u32(start).u16(data.length, 1).u32(start).append(offsets.done()).append(body.done()).done()
}

/** A filled square as wide as the advance, from descent to ascent. */
function square(advance: number, { ascent, descent }: Units): Uint8Array {
  const out = new Bytes().u16(1, 0, descent, advance, ascent, 3, 0)
  out.u8(1, 1, 1, 1) // on-curve points with 16-bit deltas
  out.u16(0, 0, advance, 0).u16(descent, ascent - descent, 0, descent - ascent)
  while (out.length % 4 !== 0) out.u8(0)
  return out.done()
}

function cmap(points: readonly number[]): Uint8Array {
  const groups: [from: number, to: number, glyph: number][] = []
  points.forEach((c, i) => {
    const last = groups.at(-1)
    if (last !== undefined && last[1] === c - 1) last[1] = c
    else groups.push([c, c, i + 1])
  })
  const small = groups.filter(([from]) => from <= 0xffff)
  const count = small.length + 1
  const power = Math.floor(Math.log2(count))
  const format4 = new Bytes().u16(4, 16 + count * 8, 0, count * 2, 2 ** (power + 1), power, 2 * count - 2 ** (power + 1))
  format4.u16(...small.map(([, to]) => to), 0xffff, 0)
  format4.u16(...small.map(([from]) => from), 0xffff)
  format4.u16(...small.map(([from, , glyph]) => (glyph - from) & 0xffff), 1)
  format4.u16(...small.map(() => 0), 0)
  const format12 = new Bytes().u16(12, 0).u32(16 + groups.length * 12, 0, groups.length)
  for (const group of groups) format12.u32(...group)
  return new Bytes()
    .u16(0, 2)
    .u16(3, 1)
    .u32(20)
    .u16(3, 10)
    .u32(20 + format4.length)
    .append(format4.done())
    .append(format12.done())
    .done()
}

function head(options: ToyFontOptions, { em, ascent, descent }: Units): Uint8Array {
  const style = ((options.weight ?? 400) >= 600 ? 1 : 0) | (options.isItalic ? 2 : 0)
  return new Bytes().u32(0x10000, 0x10000, 0, 0x5f0f3cf5).u16(3, em).u32(0, 0, 0, 0).u16(0, descent, em, ascent, style, 8, 2, 1, 0).done()
}

function hhea(glyphCount: number, widest: number, { ascent, descent }: Units): Uint8Array {
  return new Bytes().u32(0x10000).u16(ascent, descent, 0, widest, 0, 0, widest, 1, 0, 0, 0, 0, 0, 0, 0, glyphCount).done()
}

function maxp(glyphCount: number): Uint8Array {
  return new Bytes().u32(0x10000).u16(glyphCount, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0).done()
}

function os2(options: ToyFontOptions, points: readonly number[], { em, ascent, descent }: Units): Uint8Array {
  const weight = options.weight ?? 400
  const selection = (options.isItalic ? 1 : 0) | (weight >= 600 ? 32 : 0) || 64
  return new Bytes()
    .u16(4, em, weight, 5, 0) // version, average width, weight, width, embedding allowed
    .u16(600, 600, 0, 75, 600, 600, 0, 350, 50, 300, 0) // sub, super, strikeout size and position, class
    .u32(0, 0) // panose, all "any"
    .u16(0)
    .u32(0, 0, 0, 0) // ranges of blocks, unknown
    .text('TOYF')
    .u16(selection, points[0] ?? 0, Math.min(points.at(-1) ?? 0, 0xffff))
    .u16(ascent, descent, 0, ascent, -descent)
    .u32(1, 0)
    .u16(600, 800, 0, 32, 2)
    .done()
}

function names(options: ToyFontOptions): Uint8Array {
  const family = options.family ?? 'Toy'
  const style = [(options.weight ?? 400) >= 600 ? 'Bold' : '', options.isItalic ? 'Italic' : ''].join('') || 'Regular'
  const strings: [id: number, text: string][] = [
    [1, family],
    [2, style],
    [3, `${family} ${style}`],
    [4, `${family} ${style}`],
    [5, 'Version 1.0'],
    [6, `${family}-${style}`.replaceAll(' ', '')],
  ]
  const encoded = strings.map(([id, text]) => [id, Buffer.from(text, 'utf16le').swap16()] as const)
  const out = new Bytes().u16(0, encoded.length, 6 + encoded.length * 12)
  let offset = 0
  for (const [id, bytes] of encoded) {
    out.u16(3, 1, 0x409, id, bytes.length, offset)
    offset += bytes.length
  }
  for (const [, bytes] of encoded) out.append(bytes)
  return out.done()
}

function kern(pairs: Readonly<Record<string, number>>, points: readonly number[], inUnits: (thousandths: number) => number): Uint8Array {
  const glyphOf = (c: string | undefined): number => points.indexOf(c?.codePointAt(0) ?? -1) + 1
  const rows = Object.entries(pairs).map(([pair, value]) => [glyphOf([...pair][0]), glyphOf([...pair][1]), inUnits(value)] as const)
  rows.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const out = new Bytes().u16(0, 1, 0, 14 + rows.length * 6, 1, rows.length, 0, 0, 0)
  for (const row of rows) out.u16(...row)
  return out.done()
}

function assemble(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].sort()
  const power = 2 ** Math.floor(Math.log2(tags.length))
  const directory = new Bytes().u32(0x10000).u16(tags.length, power * 16, Math.log2(power), (tags.length - power) * 16)
  const body = new Bytes()
  for (const tag of tags) {
    const table = tables.get(tag) ?? new Uint8Array()
    directory.text(tag).u32(checksum(table), 12 + tags.length * 16 + body.length, table.length)
    body.append(table)
    while (body.length % 4 !== 0) body.u8(0)
  }
  const font = directory.append(body.done()).done()
  const headAt = tags.slice(0, tags.indexOf('head')).reduce((at, tag) => at + pad(tables.get(tag)?.length ?? 0), 12 + tags.length * 16)
  new DataView(font.buffer).setUint32(headAt + 8, (0xb1b0afba - checksum(font)) >>> 0)
  return font
}

function pad(length: number): number {
  return (length + 3) & ~3
}

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) {
    const word = ((bytes[i] ?? 0) << 24) | ((bytes[i + 1] ?? 0) << 16) | ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0)
    sum = (sum + (word >>> 0)) >>> 0
  }
  return sum
}
