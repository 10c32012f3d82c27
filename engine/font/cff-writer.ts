// Problem: PDF embeds cubic outlines as CFF; CFF2 is unknown to readers, and subsetting CFF means following its subroutines.
// Approach: HarfBuzz draws the glyphs that are needed, and they are written as a CFF font of their own (Adobe Technical Notes 5176 and
// 5177): CID-keyed, one font dictionary, no subroutines, no hints (readers draw unhinted).
// Limits: outlines are rounded to whole font units, which is what the format's integers are.
import { ByteWriter } from './bytes.ts'
import type { GlyphOutline } from './font.ts'

interface CffGlyph {
  readonly advance: number
  readonly outline: GlyphOutline
}

/** Bare CFF whose glyph i is `glyphs[i]`. */
export function writeCff(glyphs: readonly CffGlyph[], unitsPerEm: number, bounds: readonly number[]): Uint8Array {
  const charStrings = index(glyphs.map(charString))
  const head = [Uint8Array.of(1, 0, 4, 4), index([ascii('Font')])]
  const strings = [index([ascii('Adobe'), ascii('Identity')]), index([])]
  const privateDictionary = new Uint8Array(0)
  // Offsets are written with a fixed length, so the dictionaries' sizes do not depend on them.
  const fontDictionary = (at: number): Uint8Array => index([dictionary([[[privateDictionary.length, at], 18]], true)])
  const charset = bytesOf((out) => {
    out.u8(2)
    out.u16(1)
    out.u16(Math.max(0, glyphs.length - 2))
  })
  const select = bytesOf((out) => {
    out.u8(3)
    for (const value of [1, 0]) out.u16(value)
    out.u8(0)
    out.u16(glyphs.length)
  })
  const top = (offsets: Offsets): Uint8Array =>
    index([
      concat([
        dictionary([[[391, 392, 0], 0x0c1e]], false),
        ...(unitsPerEm === 1000 ? [] : [fontMatrix(unitsPerEm)]),
        dictionary(
          [
            [bounds, 5],
            [[glyphs.length], 0x0c22],
            [[offsets.charset], 15],
            [[offsets.select], 0x0c25],
            [[offsets.charStrings], 17],
            [[offsets.fonts], 0x0c24],
          ],
          true,
        ),
      ]),
    ])
  const start = sizeOf([...head, top({ charset: 0, select: 0, charStrings: 0, fonts: 0 }), ...strings])
  const selectAt = start + charset.length
  const charStringsAt = selectAt + select.length
  const fontsAt = charStringsAt + charStrings.length
  const fonts = fontDictionary(fontsAt + fontDictionary(0).length)
  const offsets = { charset: start, select: selectAt, charStrings: charStringsAt, fonts: fontsAt }
  return concat([...head, top(offsets), ...strings, charset, select, charStrings, fonts, privateDictionary])
}

interface Offsets {
  readonly charset: number
  readonly select: number
  readonly charStrings: number
  readonly fonts: number
}

// ── Outlines ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const MOVE = 21
const LINE = 5
const CURVE = 8
const END = 14

function charString({ advance, outline }: CffGlyph): Uint8Array {
  return bytesOf((out) => {
    let [x, y] = [0, 0]
    // The width stands before the arguments of the first operator.
    writeInteger(out, clamp(Math.round(advance)))
    const write = (operator: number, values: readonly number[]): void => {
      for (let i = 0; i + 1 < values.length; i += 2) {
        const [nextX, nextY] = [clamp(Math.round(values[i]!)), clamp(Math.round(values[i + 1]!))]
        writeInteger(out, nextX - x)
        writeInteger(out, nextY - y)
        ;[x, y] = [nextX, nextY]
      }
      out.u8(operator)
    }
    for (const { type, values } of outline) {
      if (type === 'M') write(MOVE, values)
      else if (type === 'L') write(LINE, values)
      else if (type === 'C') write(CURVE, values)
      else if (type === 'Q') write(CURVE, cubic(x, y, values))
    }
    out.u8(END)
  })
}

function cubic(x: number, y: number, [cx = 0, cy = 0, toX = 0, toY = 0]: readonly number[]): readonly number[] {
  const third = (a: number, b: number): number => a + ((b - a) * 2) / 3
  return [third(x, cx), third(y, cy), third(toX, cx), third(toY, cy), toX, toY]
}

/** Differences of two of these still fit 16 bits. */
function clamp(value: number): number {
  return Math.max(-16_383, Math.min(value, 16_383))
}

/** Numbers of charstrings and dictionaries alike. */
function writeInteger(out: ByteWriter, value: number): void {
  if (value >= -107 && value <= 107) out.u8(value + 139)
  else if (Math.abs(value) <= 1131) {
    const rest = Math.abs(value) - 108
    out.u8((value > 0 ? 247 : 251) + (rest >> 8))
    out.u8(rest & 255)
  } else {
    out.u8(28)
    out.u16(value)
  }
}

// ── Dictionaries and indexes ────────────────────────────────────────────────────────────────────────────────────────────

function dictionary(entries: readonly (readonly [operands: readonly number[], operator: number])[], isFixedLength: boolean): Uint8Array {
  return bytesOf((out) => {
    for (const [operands, operator] of entries) {
      for (const operand of operands) {
        if (isFixedLength) {
          out.u8(29)
          out.u16(operand >>> 16)
          out.u16(operand & 0xffff)
        } else writeInteger(out, operand)
      }
      if (operator > 255) out.u8(operator >> 8)
      out.u8(operator & 255)
    }
  })
}

/** `FontMatrix` of an em that has not 1000 units: 1/em in each direction. */
function fontMatrix(unitsPerEm: number): Uint8Array {
  return bytesOf((out) => {
    for (const value of [1, 0, 0, 1, 0, 0]) writeReal(out, value === 0 ? '0' : (1 / unitsPerEm).toFixed(10))
    out.u16(0x0c07)
  })
}

/** Decimal digits, two to a byte: `a` is the point, `f` the end. */
function writeReal(out: ByteWriter, text: string): void {
  out.u8(30)
  const digits = `${text.replace('.', 'a')}f`
  for (let i = 0; i < digits.length; i += 2) out.u8(Number.parseInt(digits.slice(i, i + 2).padEnd(2, 'f'), 16))
}

function index(items: readonly Uint8Array[]): Uint8Array {
  return bytesOf((out) => {
    out.u16(items.length)
    if (items.length === 0) return
    out.u8(4)
    let offset = 1
    for (const item of [undefined, ...items]) {
      offset += item?.length ?? 0
      out.u16(offset >>> 16)
      out.u16(offset & 0xffff)
    }
    for (const item of items) out.append(item)
  })
}

function bytesOf(write: (out: ByteWriter) => void): Uint8Array {
  const out = new ByteWriter()
  write(out)
  return out.done()
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(sizeOf(parts))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
