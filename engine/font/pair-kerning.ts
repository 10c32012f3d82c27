// Problem: asking HarfBuzz for every character and pair of a first document compiles half of its WebAssembly, twice (60–80 ms of CPU).
// Approach: what a pair of simple glyphs does is read from the font: advances from `hmtx`, kerning from the pair lookups of GPOS
// (OpenType §GPOS, lookup type 2), taken as HarfBuzz takes them: lookups in order, of each the first subtable that knows the pair.
// Limits: only where script and language leave one list of lookups and they do nothing but kern; all other faces and pairs are HarfBuzz's.
import { guard, tagAt } from './bytes.ts'
import type { OpenFace } from './face.ts'
import type { ShapingStyle } from './font.ts'
import { FontError } from './font-error.ts'
import { isOnByDefault } from './layout-tables.ts'

/** What is added to the advance of `left` before `right`. */
export type GlyphKerning = (left: number, right: number) => { readonly value: number; readonly isUnsafe: boolean }

type PairSubtable = (left: number, right: number) => number | undefined

const NOTHING = { value: 0, isUnsafe: false }
const X_ADVANCE = 0x4
const NO_FEATURE = 0xffff

/** The kerning of a face in a style; undefined when only HarfBuzz can give it. Only for glyphs that no other lookup touches. */
export function glyphKerning(face: OpenFace, style: ShapingStyle): GlyphKerning | undefined {
  if (face.instance !== undefined || face.axes.length > 0) return undefined
  const table = face.sfnt.tables.get('GPOS')
  try {
    if (table === undefined) return face.sfnt.tables.has('kern') ? undefined : () => NOTHING
    return guard('GPOS', () => readKerning(table, face, style))
  } catch (problem) {
    if (problem instanceof FontError) return undefined
    throw problem
  }
}

function readKerning(table: DataView, face: OpenFace, style: ShapingStyle): GlyphKerning | undefined {
  const features = table.getUint16(6)
  // HarfBuzz's rule for the `kern` table asks for the feature in the whole table, too.
  const hasKerning = Array.from({ length: table.getUint16(features) }, (_, i) => tagAt(table, features + 2 + i * 6)).includes('kern')
  if (!hasKerning && face.sfnt.tables.has('kern')) return undefined
  const indices = lookupsOf(table, style)
  if (indices === undefined) return undefined
  if (style.features.some(([tag, value]) => tag === 'kern' && value === 0)) return () => NOTHING
  const lookups: PairSubtable[][] = []
  for (const index of indices) {
    const lookup = readLookup(table, index)
    if (lookup === undefined) return undefined
    lookups.push(lookup)
  }
  return (left, right) => {
    let value = 0
    let isUnsafe = false
    for (const subtables of lookups) {
      const own = firstOf(subtables, left, right)
      value += own
      isUnsafe ||= own !== 0
    }
    return isUnsafe ? { value, isUnsafe } : NOTHING
  }
}

function firstOf(subtables: readonly PairSubtable[], left: number, right: number): number {
  for (const subtable of subtables) {
    const value = subtable(left, right)
    if (value !== undefined) return value
  }
  return 0
}

/** Lookups of `kern`, in order; undefined when they depend on the language or something else moves pairs as well. */
function lookupsOf(table: DataView, style: ShapingStyle): readonly number[] | undefined {
  const script = scriptTable(table, style.script)
  if (script === undefined) return []
  const systems: number[] = []
  const initial = table.getUint16(script)
  if (initial !== 0) systems.push(script + initial)
  for (let i = 0; i < table.getUint16(script + 2); i++) systems.push(script + table.getUint16(script + 8 + i * 6))
  const lists = systems.map((system) => lookupsOfSystem(table, system, style))
  // Without a default system, a language that the font does not name has no features at all.
  const first = initial === 0 ? [] : lists[0]
  return lists.every((list) => list !== undefined && list.join() === first?.join()) ? first : undefined
}

function scriptTable(table: DataView, script: string): number | undefined {
  const scripts = table.getUint16(4)
  const found = new Map<string, number>()
  for (let i = 0; i < table.getUint16(scripts); i++) {
    found.set(tagAt(table, scripts + 2 + i * 6), scripts + table.getUint16(scripts + 6 + i * 6))
  }
  return found.get(script.toLowerCase()) ?? found.get('DFLT') ?? found.get('dflt') ?? found.get('latn')
}

function lookupsOfSystem(table: DataView, system: number, style: ShapingStyle): readonly number[] | undefined {
  if (table.getUint16(system + 2) !== NO_FEATURE) return undefined
  const features = table.getUint16(6)
  const enabled = style.features.filter(([, value]) => value !== 0).map(([tag]) => tag)
  const kerning = new Set<number>()
  for (let i = 0; i < table.getUint16(system + 4); i++) {
    const row = features + 2 + table.getUint16(system + 6 + i * 2) * 6
    const tag = tagAt(table, row)
    const feature = features + table.getUint16(row + 4)
    for (let j = 0; j < table.getUint16(feature + 2); j++) {
      const index = table.getUint16(feature + 4 + j * 2)
      if (tag === 'kern') kerning.add(index)
      else if ((isOnByDefault(tag) || enabled.includes(tag)) && lookupType(table, index) === 2) return undefined
    }
  }
  return [...kerning].sort((a, b) => a - b)
}

function lookupAt(table: DataView, index: number): number {
  const lookups = table.getUint16(8)
  if (index >= table.getUint16(lookups)) throw new FontError('a feature has lookups that are not there')
  return lookups + table.getUint16(lookups + 2 + index * 2)
}

function lookupType(table: DataView, index: number): number {
  const lookup = lookupAt(table, index)
  const type = table.getUint16(lookup)
  return type === 9 && table.getUint16(lookup + 4) > 0 ? table.getUint16(lookup + table.getUint16(lookup + 6) + 2) : type
}

/** The pair subtables of a lookup; undefined when one does more than kern. */
function readLookup(table: DataView, index: number): PairSubtable[] | undefined {
  const lookup = lookupAt(table, index)
  const subtables: PairSubtable[] = []
  for (let i = 0; i < table.getUint16(lookup + 4); i++) {
    let at = lookup + table.getUint16(lookup + 6 + i * 2)
    let type = table.getUint16(lookup)
    if (type === 9) {
      type = table.getUint16(at + 2)
      at += table.getUint32(at + 4)
    }
    const subtable = type === 2 ? readSubtable(table, at) : undefined
    if (subtable === undefined) return undefined
    subtables.push(subtable)
  }
  return subtables
}

function readSubtable(table: DataView, at: number): PairSubtable | undefined {
  const format = table.getUint16(at)
  const first = table.getUint16(at + 4)
  const isKerningOnly = (first === X_ADVANCE || first === 0) && table.getUint16(at + 6) === 0
  if (!isKerningOnly || (format !== 1 && format !== 2)) return undefined
  const indexOf = readCoverage(table, at + table.getUint16(at + 2))
  if (indexOf === undefined) return undefined
  return format === 1 ? readPairSets(table, at, first, indexOf) : readClasses(table, at, first, indexOf)
}

type ValueOf = (glyph: number) => number | undefined

/** Format 1: pairs, sorted by their second glyph, for each first one. */
function readPairSets(table: DataView, at: number, format: number, indexOf: ValueOf): PairSubtable {
  const size = format === 0 ? 2 : 4
  const count = table.getUint16(at + 8)
  // HarfBuzz would not use a table of which a part lies outside.
  for (let i = 0; i < count; i++) {
    const set = at + table.getUint16(at + 10 + i * 2)
    checkEnd(table, set + 2 + table.getUint16(set) * size)
  }
  return (left, right) => {
    const index = indexOf(left)
    if (index === undefined || index >= count) return undefined
    const set = at + table.getUint16(at + 10 + index * 2)
    const row = search(table.getUint16(set), (i) => right - table.getUint16(set + 2 + i * size))
    if (row === undefined) return undefined
    return format === 0 ? 0 : table.getInt16(set + 4 + row * size)
  }
}

/** Format 2: a value for each two classes of glyphs; whatever is covered has one. */
function readClasses(table: DataView, at: number, format: number, indexOf: ValueOf): PairSubtable | undefined {
  const leftClass = readClassDefinition(table, at + table.getUint16(at + 8))
  const rightClass = readClassDefinition(table, at + table.getUint16(at + 10))
  if (leftClass === undefined || rightClass === undefined) return undefined
  const [leftCount, rightCount] = [table.getUint16(at + 12), table.getUint16(at + 14)]
  checkEnd(table, at + 16 + (format === 0 ? 0 : leftCount * rightCount * 2))
  return (left, right) => {
    if (indexOf(left) === undefined) return undefined
    const [row, column] = [leftClass(left), rightClass(right)]
    if (row >= leftCount || column >= rightCount) return undefined
    return format === 0 ? 0 : table.getInt16(at + 16 + (row * rightCount + column) * 2)
  }
}

function readCoverage(table: DataView, at: number): ValueOf | undefined {
  const format = table.getUint16(at)
  const count = table.getUint16(at + 2)
  if (format === 1) {
    checkEnd(table, at + 4 + count * 2)
    return (glyph) => search(count, (i) => glyph - table.getUint16(at + 4 + i * 2))
  }
  if (format !== 2) return undefined
  checkEnd(table, at + 4 + count * 6)
  return (glyph) => {
    const row = at + 4 + (searchRange(table, at + 4, count, glyph) ?? -1) * 6
    return row < at + 4 ? undefined : table.getUint16(row + 4) + glyph - table.getUint16(row)
  }
}

function readClassDefinition(table: DataView, at: number): ((glyph: number) => number) | undefined {
  const format = table.getUint16(at)
  if (format === 1) {
    const [first, count] = [table.getUint16(at + 2), table.getUint16(at + 4)]
    checkEnd(table, at + 6 + count * 2)
    return (glyph) => (glyph >= first && glyph < first + count ? table.getUint16(at + 6 + (glyph - first) * 2) : 0)
  }
  if (format !== 2) return undefined
  const count = table.getUint16(at + 2)
  checkEnd(table, at + 4 + count * 6)
  return (glyph) => {
    const index = searchRange(table, at + 4, count, glyph)
    return index === undefined ? 0 : table.getUint16(at + 8 + index * 6)
  }
}

/** The row of start, end and value that has the glyph. */
function searchRange(table: DataView, rows: number, count: number, glyph: number): number | undefined {
  return search(count, (i) => {
    if (glyph < table.getUint16(rows + i * 6)) return -1
    return glyph > table.getUint16(rows + i * 6 + 2) ? 1 : 0
  })
}

/** Binary search: the index for which `compare` gives 0; negative means before it. */
function search(count: number, compare: (index: number) => number): number | undefined {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    const side = compare(middle)
    if (side === 0) return middle
    if (side < 0) high = middle
    else low = middle + 1
  }
  return undefined
}

function checkEnd(table: DataView, end: number): void {
  if (end > table.byteLength) throw new FontError('its table GPOS is cut off')
}
