// Which glyph stands for a code point: `cmap` formats 0, 4, 6, 10, 12 and 13 (OpenType §cmap). Format 14 (variation sequences) is HarfBuzz's.

/** Glyph of a code point; 0 when the font has none. */
type GlyphLookup = (codePoint: number) => number

const NONE: GlyphLookup = () => 0

/** The best character map of the table, as a function that never throws. */
export function readCmap(table: DataView | undefined): GlyphLookup {
  const lookup = table === undefined ? undefined : bestSubtable(table)
  if (lookup === undefined) return NONE
  const pages: (Int32Array | undefined)[] = []
  return (codePoint) => {
    const page = (pages[codePoint >> 8] ??= new Int32Array(256).fill(UNKNOWN))
    const glyph = page[codePoint & 255]!
    return glyph === UNKNOWN ? (page[codePoint & 255] = glyphOf(lookup, codePoint)) : glyph
  }
}

/** Of code points that nobody has asked for: a first document asks for few of a page. */
const UNKNOWN = -1

function glyphOf(lookup: GlyphLookup, codePoint: number): number {
  try {
    return lookup(codePoint) & 0xffff
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem // a range that points outside the table has no glyph
    return 0
  }
}

/** Unicode full repertoire before the basic plane before symbol. */
const PREFERENCE = ['3.10', '0.6', '0.4', '3.1', '0.3', '0.2', '0.1', '0.0', '3.0', '1.0']

function bestSubtable(table: DataView): GlyphLookup | undefined {
  const found = new Map<string, number>()
  const count = table.byteLength < 4 ? 0 : Math.min(table.getUint16(2), (table.byteLength - 4) >> 3)
  for (let i = 0; i < count; i++) {
    const row = 4 + i * 8
    found.set(`${table.getUint16(row)}.${table.getUint16(row + 2)}`, table.getUint32(row + 4))
  }
  for (const platform of PREFERENCE) {
    const at = found.get(platform)
    if (at === undefined || at + 6 > table.byteLength) continue
    const lookup = subtable(new DataView(table.buffer, table.byteOffset + at, table.byteLength - at))
    if (lookup !== undefined) return platform === '3.0' ? symbolLookup(lookup) : lookup
  }
  return undefined
}

/** Symbol fonts keep their glyphs at U+F000–F0FF and mean U+0000–00FF. */
function symbolLookup(lookup: GlyphLookup): GlyphLookup {
  return (c) => lookup(c) || (c <= 0xff ? lookup(0xf000 + c) : 0)
}

function subtable(view: DataView): GlyphLookup | undefined {
  switch (view.getUint16(0)) {
    case 0:
      return (c) => (c < 256 && 6 + c < view.byteLength ? view.getUint8(6 + c) : 0)
    case 4:
      return segments(view)
    case 6:
      return (c) => {
        const i = c - view.getUint16(6)
        return i >= 0 && i < view.getUint16(8) ? view.getUint16(10 + i * 2) : 0
      }
    case 10:
      return (c) => {
        const i = c - view.getUint32(12)
        return i >= 0 && i < view.getUint32(16) ? view.getUint16(20 + i * 2) : 0
      }
    case 12:
      return groups(view, (glyph, offset) => glyph + offset)
    case 13:
      return groups(view, (glyph) => glyph)
    default:
      return undefined
  }
}

/** Format 4: segments of the basic plane, sorted by their last code point. */
function segments(view: DataView): GlyphLookup {
  const count = view.getUint16(6) >> 1
  const ends = 14
  const starts = 16 + count * 2
  return (c) => {
    if (c > 0xffff) return 0
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if (view.getUint16(ends + middle * 2) < c) low = middle + 1
      else high = middle
    }
    if (low >= count) return 0
    const start = view.getUint16(starts + low * 2)
    if (c < start) return 0
    const delta = view.getUint16(starts + (count + low) * 2)
    const at = starts + (2 * count + low) * 2
    const range = view.getUint16(at)
    if (range === 0) return (c + delta) & 0xffff
    const glyph = view.getUint16(at + range + (c - start) * 2)
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

/** Formats 12 and 13: groups sorted by code point. */
function groups(view: DataView, glyphOf: (glyph: number, offset: number) => number): GlyphLookup {
  const count = Math.min(view.getUint32(12), (view.byteLength - 16) / 12)
  return (c) => {
    let low = 0
    let high = Math.floor(count)
    while (low < high) {
      const middle = (low + high) >> 1
      if (view.getUint32(16 + middle * 12 + 4) < c) low = middle + 1
      else high = middle
    }
    const row = 16 + low * 12
    if (low >= count || c < view.getUint32(row)) return 0
    return glyphOf(view.getUint32(row + 8), c - view.getUint32(row)) & 0xffff
  }
}
