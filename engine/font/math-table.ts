// The OpenType MATH table: what a font says about setting formulas (OpenType 1.9, "MATH — The Mathematical Typesetting Table").
// A table that is damaged counts as absent: formulas are set by what every font says, as with fonts that have none.
import { type AssemblyPart, type GlyphConstruction, MATH_CONSTANTS, type MathConstant, type MathTable } from './font.ts'

/** Parts of one assembly, and variants of one glyph: real fonts have 5 and 15. */
const MOST_PARTS = 64

/** The first four constants are plain numbers; the others are followed by the offset of a device table, which is of no use on paper. */
const PLAIN = 4

export function readMath(table: DataView | undefined): MathTable | undefined {
  if (table === undefined) return undefined
  try {
    return new ReadTable(table)
  } catch (problem) {
    if (problem instanceof RangeError) return undefined
    throw problem
  }
}

type Axis = 'vertical' | 'horizontal'

class ReadTable implements MathTable {
  readonly constants: MathTable['constants']
  readonly minConnectorOverlap: number
  readonly #table: DataView
  readonly #italics: ReadonlyMap<number, number>
  readonly #accents: ReadonlyMap<number, number>
  readonly #constructions: Readonly<Record<Axis, ReadonlyMap<number, number>>>

  constructor(table: DataView) {
    this.#table = table
    this.constants = readConstants(table, table.getUint16(4))
    const info = table.getUint16(6)
    this.#italics = info === 0 ? new Map() : this.#values(info, table.getUint16(info))
    this.#accents = info === 0 ? new Map() : this.#values(info, table.getUint16(info + 2))
    const variants = table.getUint16(8)
    this.minConnectorOverlap = variants === 0 ? 0 : table.getUint16(variants)
    this.#constructions = { vertical: this.#offsets(variants, 'vertical'), horizontal: this.#offsets(variants, 'horizontal') }
  }

  italicsCorrection(glyph: number): number {
    return this.#italics.get(glyph) ?? 0
  }

  topAccent(glyph: number): number | undefined {
    return this.#accents.get(glyph)
  }

  construction(glyph: number, axis: Axis): GlyphConstruction | undefined {
    const at = this.#constructions[axis].get(glyph)
    if (at === undefined) return undefined
    try {
      return this.#construction(at)
    } catch (problem) {
      if (problem instanceof RangeError) return undefined
      throw problem
    }
  }

  #construction(at: number): GlyphConstruction {
    const table = this.#table
    const count = Math.min(table.getUint16(at + 2), MOST_PARTS)
    const variants = Array.from({ length: count }, (_, i) => at + 4 + i * 4).map((place) => ({
      glyph: table.getUint16(place),
      extent: table.getUint16(place + 2),
    }))
    const offset = table.getUint16(at)
    if (offset === 0) return { variants, parts: [], italicsCorrection: 0 }
    const assembly = at + offset
    const parts = Array.from({ length: Math.min(table.getUint16(assembly + 4), MOST_PARTS) }, (_, i) => this.#part(assembly + 6 + i * 10))
    return { variants, parts, italicsCorrection: table.getInt16(assembly) }
  }

  #part(at: number): AssemblyPart {
    const table = this.#table
    return {
      glyph: table.getUint16(at),
      startConnector: table.getUint16(at + 2),
      endConnector: table.getUint16(at + 4),
      extent: table.getUint16(at + 6),
      isExtender: (table.getUint16(at + 8) & 1) !== 0,
    }
  }

  /** Values of the glyphs of a coverage: italics corrections, places of accents. */
  #values(info: number, offset: number): ReadonlyMap<number, number> {
    if (offset === 0) return new Map()
    const at = info + offset
    const glyphs = coverage(this.#table, at + this.#table.getUint16(at))
    const count = Math.min(glyphs.length, this.#table.getUint16(at + 2))
    return new Map(glyphs.slice(0, count).map((glyph, i) => [glyph, this.#table.getInt16(at + 4 + i * 4)]))
  }

  /** Where the constructions of glyphs are. */
  #offsets(variants: number, axis: Axis): ReadonlyMap<number, number> {
    const table = this.#table
    const isVertical = axis === 'vertical'
    const offset = variants === 0 ? 0 : table.getUint16(variants + (isVertical ? 2 : 4))
    if (offset === 0) return new Map()
    const first = isVertical ? 0 : table.getUint16(variants + 6)
    const glyphs = coverage(table, variants + offset)
    const count = Math.min(glyphs.length, table.getUint16(variants + (isVertical ? 6 : 8)))
    return new Map(glyphs.slice(0, count).map((glyph, i) => [glyph, variants + table.getUint16(variants + 10 + (first + i) * 2)]))
  }
}

function readConstants(table: DataView, start: number): MathTable['constants'] {
  const values = MATH_CONSTANTS.map((name, i): [MathConstant, number] => {
    const at = start + (i < PLAIN ? i * 2 : PLAIN * 2 + (i - PLAIN) * 4)
    return [name, name.endsWith('MinHeight') ? table.getUint16(at) : table.getInt16(at)]
  })
  return Object.fromEntries(values) as Record<MathConstant, number> // one for each name
}

/** Glyphs in order (OpenType, "Coverage Table"). */
function coverage(table: DataView, at: number): readonly number[] {
  const count = table.getUint16(at + 2)
  if (table.getUint16(at) === 1) return Array.from({ length: count }, (_, i) => table.getUint16(at + 4 + i * 2))
  const glyphs: number[] = []
  for (let i = 0; i < count; i++) {
    const [from, to] = [table.getUint16(at + 4 + i * 6), table.getUint16(at + 6 + i * 6)]
    // Ranges that overlap are damage: more glyphs than there can be.
    if (glyphs.length + to - from > 0xffff) throw new RangeError('a coverage lists glyphs twice')
    for (let glyph = from; glyph <= to; glyph++) glyphs.push(glyph)
  }
  return glyphs
}
