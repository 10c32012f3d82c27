// Problem: the quick shaper looks at single glyphs and pairs of neighbours only. Approach: read from GSUB and GPOS which
// glyphs and pairs can be touched by anything that looks further, once per face; texts with those go to HarfBuzz.
// Tables may overlap so that reading them all takes for ever: a font that needs more steps than any real one is left to HarfBuzz.
// Limits: lookups are judged by their coverage, not by what they would do; that sends too much to HarfBuzz, never too little.

import { guard, tagAt } from './bytes.ts'
import { FontError } from './font-error.ts'

/** What neighbour pairs alone cannot predict. */
export interface ContextualGlyphs {
  /** Nothing about this face is simple: state machines, or lookups that skip base glyphs. */
  readonly isOpaque: boolean
  readonly glyphs: ReadonlySet<number>
  /** First and second component of ligatures of three or more: `first << 16 | second`, unsigned. */
  readonly pairs: ReadonlySet<number>
  /** Glyphs that some lookup may replace or move by themselves. */
  readonly altered: ReadonlySet<number>
  /** Ligatures of two, as `pairs`. */
  readonly ligatures: ReadonlySet<number>
}

/** Off unless asked for (OpenType feature registry, HarfBuzz's default plan). Everything else counts as on. */
const OFF_BY_DEFAULT =
  /^(aalt|afrc|c2pc|c2sc|case|cpct|cpsp|cswh|cv\d\d|dlig|dnom|expt|falt|fin[a23]|frac|fwid|halt|hist|hkna|hlig|hngl|hojo|hwid|init|isol|ital|jalt|jp\d\d|lfbd|lnum|med[i2]|mgrk|nalt|nlck|numr|onum|opbd|ordn|ornm|palt|pcap|pkna|pnum|pwid|qwid|rtbd|ruby|salt|sinf|size|smcp|smpl|ss\d\d|ssty|stch|subs|sups|swsh|titl|tnam|tnum|trad|twid|unic|valt|vatu|vert|vhal|vkna|vkrn|vpal|vrt2|zero)$/

/** Whether HarfBuzz may apply a feature that no style asks for. */
export function isOnByDefault(tag: string): boolean {
  return !OFF_BY_DEFAULT.test(tag)
}

const MOST_STEPS = 2_000_000

const SKIPS_BASES = 0x2 | 0x4

/** Reads the tables of a face. `enabled` are features the style turns on. */
export function contextualGlyphs(tables: ReadonlyMap<string, DataView>, enabled: readonly string[]): ContextualGlyphs {
  const isOpaque = ['morx', 'mort', 'kerx'].some((tag) => tables.has(tag))
  const found: Found = {
    stepsLeft: MOST_STEPS,
    isOpaque,
    glyphs: new Set(),
    pairs: new Set(),
    altered: new Set(),
    ligatures: new Set(),
    contexts: [],
  }
  const definitions = tables.get('GDEF')
  if (definitions !== undefined) guard('GDEF', () => addMarks(definitions, found))
  const isOn = (tag: string): boolean => isOnByDefault(tag) || enabled.includes(tag)
  for (const tag of ['GSUB', 'GPOS'] as const) {
    const table = tables.get(tag)
    if (table !== undefined) guard(tag, () => readLookups(table, tag, isOn, found))
  }
  for (const [tag, chained, at] of found.contexts) {
    const table = tables.get(tag)
    if (table !== undefined) guard(tag, () => addContext(table, chained, at, found))
  }
  return found
}

interface Found {
  stepsLeft: number
  isOpaque: boolean
  readonly glyphs: Set<number>
  readonly pairs: Set<number>
  readonly altered: Set<number>
  readonly ligatures: Set<number>
  /** Contextual subtables wait until all marks are known. */
  readonly contexts: (readonly [tag: 'GSUB' | 'GPOS', chained: 0 | 1, at: number])[]
}

const MARK_CLASS = 3

/** Glyphs that GDEF calls marks: HarfBuzz takes their advance away. */
function addMarks(table: DataView, found: Found): void {
  const at = table.getUint16(4)
  if (at === 0) return
  if (table.getUint16(at) === 1) {
    const first = table.getUint16(at + 2)
    for (let i = 0; i < table.getUint16(at + 4); i++) if (table.getUint16(at + 6 + i * 2) === MARK_CLASS) found.glyphs.add(first + i)
    return
  }
  for (let i = 0; i < table.getUint16(at + 2); i++) {
    const row = at + 4 + i * 6
    if (table.getUint16(row + 4) !== MARK_CLASS) continue
    for (let glyph = table.getUint16(row); glyph <= table.getUint16(row + 2); glyph++) found.glyphs.add(step(found, glyph))
  }
}

/** Counts what is read; gives back its second argument. */
function step<T>(found: Found, value: T): T {
  if (--found.stepsLeft < 0) throw new FontError('its layout tables take too long to read')
  return value
}

function readLookups(table: DataView, tag: 'GSUB' | 'GPOS', isOn: (tag: string) => boolean, found: Found): void {
  const features = table.getUint16(6)
  const lookups = table.getUint16(8)
  const wanted = new Set<number>()
  for (let i = 0; i < table.getUint16(features); i++) {
    const row = features + 2 + i * 6
    if (!isOn(tagAt(table, row))) continue
    const feature = features + table.getUint16(row + 4)
    for (let j = 0; j < table.getUint16(feature + 2); j++) wanted.add(table.getUint16(feature + 4 + j * 2))
  }
  // Feature variations may swap lookups in; a default instance has none, but then nothing is lost by asking HarfBuzz.
  if (table.getUint16(2) >= 1 && table.getUint32(10) !== 0) found.isOpaque = true
  for (const index of wanted) {
    if (index >= table.getUint16(lookups)) continue
    const lookup = lookups + table.getUint16(lookups + 2 + index * 2)
    const type = table.getUint16(lookup)
    const skipsBases = (table.getUint16(lookup + 2) & SKIPS_BASES) !== 0
    for (let j = 0; j < table.getUint16(lookup + 4); j++) {
      readSubtable(table, { tag, type, skipsBases, at: step(found, lookup + table.getUint16(lookup + 6 + j * 2)) }, found)
    }
  }
}

interface Subtable {
  readonly tag: 'GSUB' | 'GPOS'
  readonly type: number
  /** The lookup looks past base glyphs or ligatures, so that its second glyph need not be the neighbour. */
  readonly skipsBases: boolean
  readonly at: number
}

function readSubtable(table: DataView, subtable: Subtable, found: Found): void {
  const { tag, type, at } = subtable
  const extension = tag === 'GSUB' ? 7 : 9
  if (type === extension) {
    const inner = table.getUint16(at + 2)
    if (inner !== extension) readSubtable(table, { ...subtable, type: inner, at: at + table.getUint32(at + 4) }, found)
    return
  }
  if (tag === 'GSUB') readSubstitution(table, subtable, found)
  else readPositioning(table, subtable, found)
}

function readSubstitution(table: DataView, { type, skipsBases, at }: Subtable, found: Found): void {
  switch (type) {
    case 1: // one for one, many for one, alternates: the glyph shaped alone shows it
    case 2:
    case 3:
      addCoverage(table, at + table.getUint16(at + 2), found, found.altered)
      return
    case 4:
      if (skipsBases) addCoverage(table, at + table.getUint16(at + 2), found)
      else readLigatures(table, at, found)
      return
    case 5:
    case 6:
      found.contexts.push(['GSUB', type === 6 ? 1 : 0, at])
      return
    default:
      found.isOpaque = true
  }
}

function readPositioning(table: DataView, { type, skipsBases, at }: Subtable, found: Found): void {
  switch (type) {
    case 1:
      addCoverage(table, at + table.getUint16(at + 2), found, found.altered)
      return
    case 2: // a pair that also moves its second glyph swallows it: the next pair then does not begin there
      if (skipsBases || table.getUint16(at + 6) !== 0) addCoverage(table, at + table.getUint16(at + 2), found)
      return
    case 3:
    case 4:
    case 5:
    case 6: // marks (and cursive joins): the first coverage is of the marks
      addCoverage(table, at + table.getUint16(at + 2), found)
      return
    case 7:
    case 8:
      found.contexts.push(['GPOS', type === 8 ? 1 : 0, at])
      return
    default:
      found.isOpaque = true
  }
}

function readLigatures(table: DataView, at: number, found: Found): void {
  const firsts: number[] = []
  eachCovered(table, at + table.getUint16(at + 2), found, (glyph) => firsts.push(glyph))
  for (let i = 0; i < table.getUint16(at + 4); i++) {
    const set = at + table.getUint16(at + 6 + i * 2)
    for (let j = 0; j < table.getUint16(set); j++) {
      const ligature = step(found, set + table.getUint16(set + 2 + j * 2))
      const first = firsts[i]
      if (first === undefined) continue
      const count = table.getUint16(ligature + 2)
      if (count < 2) found.altered.add(first)
      else (count === 2 ? found.ligatures : found.pairs).add(pairKey(first, table.getUint16(ligature + 4)))
    }
  }
}

/** The key of a pair in `ContextualGlyphs.pairs`. */
export function pairKey(first: number, second: number): number {
  return ((first << 16) | second) >>> 0
}

/**
 * Glyphs that may begin the input of a contextual (0) or chained (1) rule. A rule that needs a glyph which is not simple anyway (nearly always
 * a mark: "i before an accent loses its dot") cannot fire in a simple text; only rules by coverage are looked at that closely.
 */
function addContext(table: DataView, chained: 0 | 1, at: number, found: Found): void {
  const format = table.getUint16(at)
  if (format < 1 || format > 3) found.isOpaque = true
  else if (format < 3) addCoverage(table, at + table.getUint16(at + 2), found)
  else {
    const { coverages, first } = coveragesOfRule(table, chained, at)
    const input = coverages[first]
    const isOutOfReach = coverages.some((coverage) => isWithin(table, coverage, found))
    if (input !== undefined && !isOutOfReach) addCoverage(table, input, found)
  }
}

/** All coverages of a format 3 rule and which of them is the first input. */
function coveragesOfRule(table: DataView, chained: 0 | 1, at: number): { coverages: number[]; first: number } {
  const coverages: number[] = []
  const readList = (start: number, count: number): number => {
    for (let i = 0; i < count; i++) coverages.push(at + table.getUint16(start + i * 2))
    return start + count * 2
  }
  if (chained === 0) {
    readList(at + 6, table.getUint16(at + 2))
    return { coverages, first: 0 }
  }
  const inputs = readList(at + 4, table.getUint16(at + 2))
  const first = coverages.length
  const ahead = readList(inputs + 2, table.getUint16(inputs))
  readList(ahead + 2, table.getUint16(ahead))
  return { coverages, first }
}

function isWithin(table: DataView, coverage: number, found: Found): boolean {
  let isInside = true
  eachCovered(table, coverage, found, (glyph) => {
    if (!found.glyphs.has(glyph)) isInside = false
  })
  return isInside
}

function addCoverage(table: DataView, at: number, found: Found, glyphs: Set<number> = found.glyphs): void {
  eachCovered(table, at, found, (glyph) => glyphs.add(glyph))
}

function eachCovered(table: DataView, at: number, found: Found, visit: (glyph: number) => void): void {
  const count = table.getUint16(at + 2)
  for (let i = 0; i < count; i++) {
    if (table.getUint16(at) === 1) visit(step(found, table.getUint16(at + 4 + i * 2)))
    else {
      const row = at + 4 + i * 6
      for (let glyph = table.getUint16(row); glyph <= table.getUint16(row + 2); glyph++) visit(step(found, glyph))
    }
  }
}
