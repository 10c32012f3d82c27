// What rules ask of Compact Font Format programs (Adobe technical notes 5176 and 5177): names or CIDs of glyphs, encoding, widths.
import { CFF_STRINGS, STANDARD_ENCODING } from './encodings.data.ts'

export interface Cff {
  readonly isCid: boolean
  readonly glyphCount: number
  /** Names by glyph; of fonts with CIDs their numbers as text. */
  readonly names: readonly string[]
  glyphNamed(name: string): number | undefined
  /** Built-in encoding: names by code. */
  readonly encoding: readonly string[]
  /** In thousandths of an em. */
  width(glyph: number): number
}

type Dict = ReadonlyMap<number, readonly number[]>

export function readCff(bytes: Uint8Array): Cff | undefined {
  try {
    return new Reader(bytes).font()
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  font(): Cff {
    const nameIndex = this.#index(this.#view.getUint8(2))
    const topIndex = this.#index(nameIndex.end)
    const stringIndex = this.#index(topIndex.end)
    const strings = stringIndex.items.map((item) => Buffer.from(item).toString('latin1'))
    const top = parseDict(topIndex.items[0] ?? new Uint8Array())
    const glyphs = this.#index(top.get(17)?.[0] ?? 0).items
    const isCid = top.has(0x0c1e)
    const text = (sid: number): string => CFF_STRINGS[sid] ?? strings[sid - CFF_STRINGS.length] ?? ''
    const sids = this.#charset(top.get(15)?.[0] ?? 0, glyphs.length)
    const names = sids.map((sid) => (isCid ? String(sid) : text(sid)))
    const scale = (top.get(0x0c07)?.[0] ?? 0.001) * 1000 || 1
    const privates = isCid ? this.#fontDicts(top, glyphs.length) : { of: () => this.#private(top) }
    const byName = new Map(names.map((name, glyph) => [name, glyph]))
    return {
      isCid,
      glyphCount: glyphs.length,
      names,
      glyphNamed: (name) => byName.get(name),
      encoding: isCid ? [] : this.#encoding(top.get(16)?.[0] ?? 0, names),
      width: (glyph) => {
        const { standard, nominal } = privates.of(glyph)
        const own = widthOf(glyphs[glyph] ?? new Uint8Array())
        return (own === undefined ? standard : nominal + own) * scale
      },
    }
  }

  #index(at: number): { items: Uint8Array[]; end: number } {
    const count = this.#view.getUint16(at)
    if (count === 0) return { items: [], end: at + 2 }
    const size = this.#view.getUint8(at + 2)
    const offset = (i: number): number => {
      let value = 0
      for (let k = 0; k < size; k++) value = value * 256 + this.#view.getUint8(at + 3 + i * size + k)
      return value
    }
    const base = at + 2 + (count + 1) * size
    const items = Array.from({ length: count }, (_, i) => this.#bytes.subarray(base + offset(i), base + offset(i + 1)))
    return { items, end: base + offset(count) }
  }

  #charset(start: number, count: number): number[] {
    if (start <= 2) return Array.from({ length: count }, (_, i) => i)
    const sids = [0]
    const format = this.#view.getUint8(start)
    let at = start + 1
    while (sids.length < count) {
      const first = this.#view.getUint16(at)
      const left = format === 0 ? 0 : format === 1 ? this.#view.getUint8(at + 2) : this.#view.getUint16(at + 2)
      at += 2 + format
      for (let i = 0; i <= left && sids.length < count; i++) sids.push(first + i)
    }
    return sids
  }

  #encoding(at: number, names: readonly string[]): string[] {
    if (at === 0) return [...STANDARD_ENCODING]
    const codes: string[] = []
    if (at === 1) return codes
    const format = this.#view.getUint8(at) & 127
    const count = this.#view.getUint8(at + 1)
    let glyph = 1
    for (let i = 0; i < count; i++) {
      if (format === 0) codes[this.#view.getUint8(at + 2 + i)] = names[glyph++] ?? ''
      else
        for (let k = 0; k <= this.#view.getUint8(at + 3 + i * 2); k++) codes[this.#view.getUint8(at + 2 + i * 2) + k] = names[glyph++] ?? ''
    }
    return codes
  }

  #private(dict: Dict): { standard: number; nominal: number } {
    const [size = 0, offset = 0] = dict.get(18) ?? []
    const own = parseDict(this.#bytes.subarray(offset, offset + size))
    return { standard: own.get(20)?.[0] ?? 0, nominal: own.get(21)?.[0] ?? 0 }
  }

  #fontDicts(top: Dict, count: number): { of(glyph: number): { standard: number; nominal: number } } {
    const dicts = this.#index(top.get(0x0c24)?.[0] ?? 0).items.map((item) => this.#private(parseDict(item)))
    const select = this.#select(top.get(0x0c25)?.[0] ?? 0, count)
    return { of: (glyph) => dicts[select[glyph] ?? 0] ?? { standard: 0, nominal: 0 } }
  }

  #select(at: number, count: number): number[] {
    if (this.#view.getUint8(at) === 0) return Array.from({ length: count }, (_, i) => this.#view.getUint8(at + 1 + i))
    const select: number[] = []
    const ranges = this.#view.getUint16(at + 1)
    for (let i = 0; i < ranges; i++) {
      const start = at + 3 + i * 3
      for (let glyph = this.#view.getUint16(start); glyph < this.#view.getUint16(start + 3) && glyph < count; glyph++)
        select[glyph] = this.#view.getUint8(start + 2)
    }
    return select
  }
}

function parseDict(bytes: Uint8Array): Dict {
  const dict = new Map<number, readonly number[]>()
  let operands: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at++] ?? 0
    if (byte <= 21) {
      dict.set(byte === 12 ? 0x0c00 + (bytes[at++] ?? 0) : byte, operands)
      operands = []
    } else if (byte === 28) {
      operands.push((((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16)) >> 16)
      at += 2
    } else if (byte === 29) {
      operands.push(((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
      at += 4
    } else if (byte === 30) {
      let text = ''
      for (let isDone = false; !isDone && at < bytes.length; ) {
        const pair = bytes[at++] ?? 0xff
        for (const nibble of [pair >> 4, pair & 15]) {
          if (nibble === 15) isDone = true
          else if (!isDone) text += ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'][nibble] ?? ''
        }
      }
      operands.push(Number(text))
    } else if (byte >= 32 && byte <= 246) operands.push(byte - 139)
    else if (byte >= 247 && byte <= 250) operands.push((byte - 247) * 256 + (bytes[at++] ?? 0) + 108)
    else if (byte >= 251 && byte <= 254) operands.push(-(byte - 251) * 256 - (bytes[at++] ?? 0) - 108)
  }
  return dict
}

/** Operands that the first operator of a charstring takes; one more is the width. */
const TAKES: Readonly<Record<number, number | 'even'>> = {
  1: 'even',
  3: 'even',
  18: 'even',
  23: 'even',
  19: 'even',
  20: 'even',
  21: 2,
  22: 1,
  4: 1,
  14: 0,
}

/** The width of a Type 2 charstring as difference from the nominal one; undefined when it has the default width. */
function widthOf(charstring: Uint8Array): number | undefined {
  const stack: number[] = []
  for (let at = 0; at < charstring.length; ) {
    const byte = charstring[at++] ?? 0
    if (byte === 28) {
      stack.push((((charstring[at] ?? 0) << 24) | ((charstring[at + 1] ?? 0) << 16)) >> 16)
      at += 2
    } else if (byte === 255) {
      const fixed =
        ((charstring[at] ?? 0) << 24) | ((charstring[at + 1] ?? 0) << 16) | ((charstring[at + 2] ?? 0) << 8) | (charstring[at + 3] ?? 0)
      stack.push(fixed / 65536)
      at += 4
    } else if (byte >= 32 && byte <= 246) stack.push(byte - 139)
    else if (byte >= 247 && byte <= 250) stack.push((byte - 247) * 256 + (charstring[at++] ?? 0) + 108)
    else if (byte >= 251) stack.push(-(byte - 251) * 256 - (charstring[at++] ?? 0) - 108)
    else {
      const takes = TAKES[byte]
      if (takes === undefined) return undefined // a subroutine: rare before the width
      const hasWidth =
        takes === 'even' ? stack.length % 2 === 1 : byte === 14 ? stack.length === 1 || stack.length === 5 : stack.length > takes
      return hasWidth ? stack[0] : undefined
    }
  }
  return undefined
}
