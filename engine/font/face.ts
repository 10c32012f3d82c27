// One opened font file and what it says of itself. Reading is lazy per table and defensive: a broken file throws `FontError`.
import { createHash } from 'node:crypto'
import { GenerationCache, ObjectCache } from '../collections/cache.ts'
import { guard, tagAt } from './bytes.ts'
import { readCmap } from './cmap.ts'
import type { Face, FontSource, FontStyle, GlyphOutline, MathTable } from './font.ts'
import { FontError } from './font-error.ts'
import { readMath } from './math-table.ts'
import { openSfnt, type Sfnt } from './sfnt.ts'

/** One axis of a variable font. */
export interface Axis {
  readonly tag: string
  readonly min: number
  readonly initial: number
  readonly max: number
}

/** Outlines and advances of a face as HarfBuzz draws them. */
export interface Drawing {
  advance(glyph: number): number
  /** In font units. */
  outline(glyph: number): GlyphOutline
}

/** What makes a face one place of a variable font's design space. Its glyphs are drawn when they are asked for. */
export interface Instance {
  readonly coordinates: ReadonlyMap<string, number>
  draw(face: OpenFace): Drawing
}

let lastId = 0

/** Ids are given in order of opening; nothing in a document depends on them. */
export function nextFaceId(): number {
  return ++lastId
}

/** The face in a font file, `index` being its place in a collection. Throws `FontError`. */
export function openFace(bytes: Uint8Array, index = 0, mostBytes?: number): OpenFace {
  const sfnt = openSfnt(bytes, index, mostBytes)
  return guard('head, hhea or OS/2', () => new OpenFace(sfnt))
}

/** The face that a font is at one place of its design space. Throws `FontError`. */
export function makeInstance({ sfnt }: OpenFace, instance: Instance): OpenFace {
  return guard('head', () => new OpenFace(sfnt, instance))
}

/** Of every font of a collection. */
const facesByData = new ObjectCache<object, Map<number, OpenFace>>('identity')
const facesByContent = new GenerationCache<string, OpenFace>(64 * 1024 * 1024, {
  purpose: 'identity',
  weigh: ({ sfnt }) => LEAST_WEIGHT + sfnt.bytes.length,
})
/** What a cached face weighs besides its file, so that small ones are bounded in number too. */
const LEAST_WEIGHT = 2 * 1024 * 1024

/** The face of a source, unpacked to so many bytes at most: equal bytes give the same face, whichever source they come from. Throws `FontError`. */
export function cachedFace(source: FontSource, mostBytes?: number): OpenFace {
  const { data, index = 0 } = source
  const ofData = facesByData.get(data)
  const known = ofData?.get(index)
  if (known !== undefined) return known
  const bytes = bytesOf(source)
  const key = `${createHash('sha256').update(bytes).digest('base64')} ${index}`
  let face = facesByContent.get(key)
  if (face === undefined) {
    face = openFace(bytes, index, mostBytes)
    facesByContent.set(key, face)
  }
  if (ofData === undefined) facesByData.set(data, new Map([[index, face]]))
  else ofData.set(index, face)
  return face
}

/** The face of a source, opened anew. Throws `FontError`. */
export function openSource(source: FontSource): OpenFace {
  return openFace(bytesOf(source), source.index)
}

function bytesOf({ data }: FontSource): Uint8Array {
  if (typeof data !== 'function') return data
  try {
    return data()
  } catch (problem) {
    throw new FontError(`its bytes cannot be had: ${problem instanceof Error ? problem.message : String(problem)}`)
  }
}

/** The face of a font file together with the file: `fileOf` gives the latter to those in this folder who need it. */
export class OpenFace implements Face {
  readonly id = nextFaceId()
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  readonly emAscent: number
  readonly hasVerticalMetrics: boolean
  readonly capHeight: number
  readonly xHeight: number
  readonly averageAdvance: number
  readonly underlinePosition: number
  readonly underlineThickness: number
  readonly strikeoutPosition: number
  readonly strikeoutThickness: number
  readonly italicAngle: number
  readonly isFixedPitch: boolean
  readonly isSerif: boolean
  readonly hasColor: boolean
  readonly bounds: readonly [number, number, number, number]
  readonly glyphCount: number
  readonly canCompose = true
  readonly sfnt: Sfnt
  /** Axes of a variable font; none for instances and static fonts. */
  readonly axes: readonly Axis[]
  readonly instance: Instance | undefined
  readonly #glyphOf: (codePoint: number) => number
  readonly #hmtx: DataView
  readonly #metricCount: number
  #features: ReadonlySet<string> | undefined
  #drawing: Drawing | undefined
  #math: MathTable | null | undefined

  constructor(sfnt: Sfnt, instance?: Instance) {
    this.sfnt = sfnt
    this.instance = instance
    this.axes = instance === undefined ? readAxes(sfnt.tables.get('fvar')) : []
    const table = (tag: string): DataView => required(sfnt, tag)
    const hasOutlines = sfnt.tables.has('CFF ') || sfnt.tables.has('CFF2') || (sfnt.tables.has('glyf') && sfnt.tables.has('loca'))
    if (!hasOutlines) throw new FontError('it has no outlines')
    const head = table('head')
    const hhea = table('hhea')
    const os2 = sfnt.tables.get('OS/2')
    const names = sfnt.tables.get('name')
    const macStyle = head.getUint16(44)
    this.family = readName(names, 16) ?? readName(names, 1) ?? 'unnamed'
    const ownWeight = os2 !== undefined && os2.byteLength >= 6 ? os2.getUint16(4) : (macStyle & 1) !== 0 ? 700 : 400
    this.weight = Math.round(instance?.coordinates.get('wght') ?? ownWeight)
    this.style = (macStyle & 2) !== 0 ? 'italic' : 'normal'
    const post = sfnt.tables.get('post')
    this.unitsPerEm = head.getUint16(18)
    if (this.unitsPerEm < 16 || this.unitsPerEm > 16384) throw new FontError(`its em has ${this.unitsPerEm} units`)
    this.bounds = [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)]
    this.hasColor = sfnt.tables.has('COLR') && sfnt.tables.has('CPAL')
    this.glyphCount = table('maxp').getUint16(4)
    this.#hmtx = table('hmtx')
    this.#metricCount = Math.min(hhea.getUint16(34), this.#hmtx.byteLength >> 2)
    if (this.#metricCount === 0) throw new FontError('it has no advances')
    this.#glyphOf = readCmap(sfnt.tables.get('cmap'))
    const line = lineMetrics(hhea, os2)
    this.ascent = line.ascent
    this.descent = line.descent
    this.lineGap = line.lineGap
    this.emAscent = emAscentOf(line, os2)
    this.hasVerticalMetrics = sfnt.tables.has('vmtx') && sfnt.tables.has('vhea')
    const em = this.unitsPerEm
    const hasHeights = os2 !== undefined && os2.byteLength >= 90 && os2.getUint16(0) >= 2
    this.xHeight = (hasHeights && os2.getInt16(86)) || this.#glyphTop('x') || em * 0.5
    this.capHeight = (hasHeights && os2.getInt16(88)) || this.#glyphTop('H') || em * 0.7
    const hasOs2 = os2 !== undefined && os2.byteLength >= 32
    this.averageAdvance = hasOs2 ? os2.getInt16(2) : 0
    this.strikeoutThickness = (hasOs2 && os2.getInt16(26)) || em * 0.05
    this.strikeoutPosition = (hasOs2 && os2.getInt16(28)) || this.xHeight / 2
    const familyClass = hasOs2 ? os2.getInt16(30) >> 8 : 0
    this.isSerif = (familyClass >= 1 && familyClass <= 5) || familyClass === 7
    const hasPost = post !== undefined && post.byteLength >= 16
    this.italicAngle = hasPost ? post.getInt32(4) / 65536 : 0
    this.underlinePosition = hasPost ? post.getInt16(8) : -em * 0.1
    this.underlineThickness = (hasPost && post.getInt16(10)) || em * 0.05
    this.isFixedPitch = hasPost && post.getUint32(12) !== 0
    const ownName = instance === undefined ? readName(names, 6) : instanceName(sfnt, this.family, instance)
    this.postscriptName = ownName ?? (this.family.replaceAll(/[^\w-]/g, '') || 'Font')
  }

  hasGlyph(codePoint: number): boolean {
    return this.#glyphOf(codePoint) !== 0
  }

  hasFeature(tag: string): boolean {
    this.#features ??= featureTags(this.sfnt.tables.get('GSUB'))
    return this.#features.has(tag)
  }

  get math(): MathTable | undefined {
    if (this.#math === undefined) this.#math = readMath(this.sfnt.tables.get('MATH')) ?? null
    return this.#math ?? undefined
  }

  /** Nominal glyph of a code point, 0 when there is none. */
  glyphOf(codePoint: number): number {
    return this.#glyphOf(codePoint)
  }

  glyphAdvance(glyph: number): number {
    if (this.instance !== undefined) return Math.round(this.drawn.advance(glyph))
    return this.#hmtx.getUint16(Math.min(glyph, this.#metricCount - 1) * 4)
  }

  /** An instance's glyphs. */
  get drawn(): Drawing {
    if (this.instance === undefined) throw new Error(`face ${this.family} is no instance`)
    this.#drawing ??= this.instance.draw(this)
    return this.#drawing
  }

  nominalAdvance(codePoint: number): number {
    const glyph = this.#glyphOf(codePoint)
    return glyph === 0 ? 0 : this.glyphAdvance(glyph)
  }

  /** Left side bearing as `hmtx` has it. */
  sideBearing(glyph: number): number {
    const at = glyph < this.#metricCount ? glyph * 4 + 2 : this.#metricCount * 4 + (glyph - this.#metricCount) * 2
    return at + 2 <= this.#hmtx.byteLength ? this.#hmtx.getInt16(at) : 0
  }

  /** Upper edge of a letter's outline, for fonts too old to say their heights; 0 when it cannot be had. */
  #glyphTop(letter: string): number {
    const { tables } = this.sfnt
    const [loca, glyf, head] = [tables.get('loca'), tables.get('glyf'), tables.get('head')]
    const glyph = this.#glyphOf(letter.charCodeAt(0))
    if (loca === undefined || glyf === undefined || head === undefined || glyph === 0) return 0
    const at = head.getInt16(50) === 0 ? loca.getUint16(glyph * 2) * 2 : loca.getUint32(glyph * 4)
    return at + 10 <= glyf.byteLength ? glyf.getInt16(at + 8) : 0
  }
}

/** The file behind a face of ours. */
export function openFaceOf(face: Face): OpenFace {
  if (face instanceof OpenFace) return face
  throw new Error(`face ${face.family} was not opened by the font service`)
}

const MOST_AXES = 64

function readAxes(table: DataView | undefined): readonly Axis[] {
  if (table === undefined || table.byteLength < 16) return []
  const [start, count, size] = [table.getUint16(4), table.getUint16(8), table.getUint16(10)]
  if (count > MOST_AXES || size < 20 || start + count * size > table.byteLength) throw new FontError('its axes of variation are damaged')
  const fixed = (at: number): number => table.getInt32(at) / 65536
  return Array.from({ length: count }, (_, i) => start + i * size).map((at) => ({
    tag: tagAt(table, at),
    min: fixed(at + 4),
    initial: fixed(at + 8),
    max: fixed(at + 12),
  }))
}

/** Name of a place of the design space: of the named instance that stands there, else made of its coordinates (Adobe Technical Note 5902). */
function instanceName({ tables }: Sfnt, family: string, { coordinates }: Instance): string | undefined {
  const names = tables.get('name')
  if (coordinates.size === 0) return readName(names, 6)
  const prefix = (readName(names, 16) ?? readName(names, 25) ?? family).replaceAll(/[^A-Za-z0-9]/g, '')
  const fvar = tables.get('fvar')
  const named = fvar === undefined ? undefined : namedInstance(fvar, [...coordinates.values()])
  const style = named === undefined ? undefined : readName(names, named)?.replaceAll(/[^A-Za-z0-9]/g, '')
  const values = [...coordinates].map(([tag, value]) => `_${Math.round(value * 100) / 100}${tag.trim()}`)
  return style === undefined ? `${prefix}${values.join('')}` : `${prefix}-${style}`
}

/** Name id of the style at these coordinates, in order of the axes. */
function namedInstance(fvar: DataView, coordinates: readonly number[]): number | undefined {
  const [count, size] = [fvar.getUint16(12), fvar.getUint16(14)]
  const start = fvar.getUint16(4) + fvar.getUint16(8) * fvar.getUint16(10)
  for (let i = 0, at = start; i < count && size >= 4 && at + 4 + coordinates.length * 4 <= fvar.byteLength; i++, at += size) {
    if (coordinates.every((value, axis) => fvar.getInt32(at + 4 + axis * 4) / 65536 === value)) return fvar.getUint16(at)
  }
  return undefined
}

function featureTags(table: DataView | undefined): ReadonlySet<string> {
  const tags = new Set<string>()
  if (table === undefined || table.byteLength < 8) return tags
  const list = table.getUint16(6)
  const count = list + 2 <= table.byteLength ? Math.min(table.getUint16(list), Math.floor((table.byteLength - list - 2) / 6)) : 0
  for (let i = 0; i < count; i++) tags.add(tagAt(table, list + 2 + i * 6))
  return tags
}

function required(sfnt: Sfnt, tag: string): DataView {
  const table = sfnt.tables.get(tag)
  if (table === undefined) throw new FontError(`it has no table ${tag}`)
  return table
}

/** As Skia over FreeType: `hhea`, unless OS/2 asks for its typographic metrics (fsSelection bit 7) or `hhea` is empty. */
function lineMetrics(hhea: DataView, os2: DataView | undefined): Pick<Face, 'ascent' | 'descent' | 'lineGap'> {
  const horizontal = { ascent: hhea.getInt16(4), descent: hhea.getInt16(6), lineGap: hhea.getInt16(8) }
  if (os2 === undefined || os2.byteLength < 78) return horizontal
  const typographic = { ascent: os2.getInt16(68), descent: os2.getInt16(70), lineGap: os2.getInt16(72) }
  const isEmpty = horizontal.ascent === 0 && horizontal.descent === 0
  const asksForTypographic = (os2.getUint16(62) & 0x80) !== 0
  if (!isEmpty && !asksForTypographic) return horizontal
  if (typographic.ascent !== 0 || typographic.descent !== 0) return typographic
  return { ascent: os2.getUint16(74), descent: -os2.getUint16(76), lineGap: 0 }
}

/** The em box stands around the baseline as the typographic metrics do, or the others when there are none. */
function emAscentOf(line: Pick<Face, 'ascent' | 'descent'>, os2: DataView | undefined): number {
  const typographic = os2 === undefined || os2.byteLength < 78 ? undefined : { ascent: os2.getInt16(68), descent: os2.getInt16(70) }
  const { ascent, descent } = typographic !== undefined && typographic.ascent > typographic.descent ? typographic : line
  return ascent > descent ? Math.min(1, Math.max(0, ascent / (ascent - descent))) : 1
}

/** A string of the `name` table: Windows English first, then any Windows or Unicode one, then Macintosh Roman. */
export function readName(table: DataView | undefined, id: number): string | undefined {
  if (table === undefined || table.byteLength < 6) return undefined
  const count = Math.min(table.getUint16(2), Math.floor((table.byteLength - 6) / 12))
  const storage = table.getUint16(4)
  let best: { readonly rank: number; readonly text: string } | undefined
  for (let i = 0; i < count; i++) {
    const row = 6 + i * 12
    if (table.getUint16(row + 6) !== id) continue
    const platform = table.getUint16(row)
    const rank = platform === 3 ? (table.getUint16(row + 4) === 0x409 ? 3 : 2) : platform === 0 ? 2 : 1
    const at = storage + table.getUint16(row + 10)
    const length = table.getUint16(row + 8)
    if (at + length > table.byteLength || (best !== undefined && best.rank >= rank)) continue
    best = { rank, text: decode(table, at, length, platform === 1 ? 1 : 2) }
  }
  return best?.text
}

function decode(table: DataView, at: number, length: number, bytesPerUnit: 1 | 2): string {
  let text = ''
  for (let i = at; i + bytesPerUnit <= at + length; i += bytesPerUnit) {
    text += String.fromCharCode(bytesPerUnit === 1 ? table.getUint8(i) : table.getUint16(i))
  }
  return text
}
