// Problem: readers of a PDF (poppler, MuPDF, pdf.js) put text together from the order and places of glyphs, each in its own way. Raised or
// moved marks break words apart; glyphs of a cluster come out of order; MuPDF takes right-to-left text in the order of the file, pdf.js
// reverses what stands left to right; pdf.js gives a glyph no width when its text has a mark in it, and drops it when that ends in a
// format character.
// Approach: glyphs of a cluster are one composed glyph. Its text is dealt out so that no reader has anything to mend: the composed glyph
// stands for what comes before the first mark, glyphs without ink or width for the rest. Right-to-left text is written in its own order,
// glyph after glyph to the left, which poppler, looking at places, and MuPDF read as it is, and pdf.js as one piece a character. Poppler
// takes signs for left to right, unless a mark says otherwise: it stands in /ActualText, where poppler alone looks, since a mark among
// the characters would be in every word that a reader gives. pdf.js drops a space before a move to the left, but not within the text of a
// glyph: the last character of a word has a space in its own (`endOfWord`).
// Limits: pdf.js drops joiners, and the space after an emoji, or another character beyond the basic plane, before what stands to its left;
// it and MuPDF give several spaces after right-to-left words. Faces that cannot compose are written glyph by glyph.

import type { ComposedGlyph, GlyphPart, GlyphRun } from '../../font/font.ts'
import type { GlyphPaint } from '../canvas.ts'
import { spacingAfter } from '../glyph/glyph-spacing.ts'
import type { FontUse } from './fonts.ts'

/** Something with a character id of its own, to be shown at a place. */
export interface Piece {
  readonly id: number
  /** Font units from the start of what is painted. */
  readonly x: number
  readonly y: number
  /** In another font object than the piece before: where pdf.js must not join them. */
  readonly isApart: boolean
  /** What poppler needs to read instead: it alone looks there. */
  readonly actualText?: string
}

/** Neighbouring glyphs of a run, left to right, and the characters they show. */
export interface Cluster {
  readonly first: number
  readonly end: number
  readonly text: string
  /** A space comes next, and stands to the left. */
  readonly endsWord: boolean
}

const HAS_MARK = /\p{M}/u

/** What the text of a run has, found once a run: a paragraph may be one run, and each of its lines paints a part of it. */
interface TextFacts {
  readonly hasMark: boolean
  readonly hasFormat: boolean
  readonly hasControls: boolean
}

const textFacts = new WeakMap<GlyphRun, TextFacts>()

function factsOf(run: GlyphRun): TextFacts {
  let facts = textFacts.get(run)
  if (facts === undefined) {
    const { text } = run
    facts = { hasMark: HAS_MARK.test(text), hasFormat: HAS_FORMAT.test(text), hasControls: BIDI_CONTROLS.test(text) }
    textFacts.set(run, facts)
  }
  return facts
}

/** Ems of letter spacing from which readers see spaces between letters: it is made part of the glyphs then. */
const WIDE = 0.05

export function isSetWide({ run, letterSpacing, fontSize }: GlyphPaint): boolean {
  return letterSpacing > fontSize * WIDE && run.face.canCompose
}

/**
 * Whether glyph after glyph, each with its own text, reads as the text: left to right, one glyph a cluster, none moved, no marks or joiners. What
 * is set wide must have room for its letters besides.
 */
export function isOneByOne(paint: GlyphPaint): boolean {
  const { run, from, to } = paint
  if (run.direction === 'rtl' || run.xOffsets.length > 0 || run.yOffsets.length > 0) return false
  if (paint.followsOtherDirection === true || paint.endsWord === true) return false
  const { advances, clusters, text } = run
  for (let i = from; i < to; i++) if (advances[i] === 0 || (i > from && clusters[i] === clusters[i - 1])) return false
  return clusters.length === text.length || !factsOf(run).hasMark
}

/** Of what is set wide and one by one: each glyph stands for one UTF-16 unit that every reader shows. */
export function isUnitByUnit({ run }: GlyphPaint): boolean {
  return run.clusters.length === run.text.length && !factsOf(run).hasFormat
}

/** The id of a glyph that has all the room to the next, `advance` font units, and stands for one UTF-16 unit. Hot: once a letter of a heading. */
export function idForSpaced(use: FontUse, glyph: number, advance: number, unit: number): number {
  const key = (Math.min(advance, WIDEST) * 0x10000 + unit) * 0x10000 + glyph
  const known = use.spaced.get(key)
  if (known !== undefined) return known
  const text = String.fromCharCode(unit)
  const id = use.idForComposed(compose([{ glyph, x: 0, y: 0 }], advance), text) ?? use.idFor(glyph, text)
  use.spaced.set(key, id)
  return id
}

/** What is shown of a run that is not plain, in the order of its text. */
export function piecesOf(use: FontUse, paint: GlyphPaint): readonly Piece[] {
  const places = placesOf(paint)
  const pieces: Piece[] = []
  const clusters = clustersOf(paint)
  for (const cluster of clusters) {
    const id = plainId(cluster, use, paint)
    if (id === undefined) pieces.push(...clusterPieces(cluster, use, paint, places))
    else if (cluster.endsWord) pieces.push({ id, x: places[cluster.first - paint.from]!, y: 0, isApart: false, actualText: cluster.text })
    else pieces.push({ id, x: places[cluster.first - paint.from]!, y: 0, isApart: false })
  }
  return paint.followsOtherDirection === true ? turned(pieces, clusters[0]?.text ?? '', paint.run.direction === 'rtl') : pieces
}

/** Poppler gives a space or sign beside the other direction to that one, unless a mark comes between. It reads a text from the left. */
function turned([first, ...others]: readonly Piece[], text: string, isRtl: boolean): readonly Piece[] {
  if (first === undefined) return []
  const own = first.actualText ?? text
  return [{ ...first, actualText: isRtl ? own + RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK + own }, ...others]
}

/** The id of what most clusters are: one glyph in its place, one letter. */
function plainId({ first, end, text, endsWord }: Cluster, use: FontUse, { run, letterSpacing }: GlyphPaint): number | undefined {
  if (end - first !== 1 || text.length !== 1 || letterSpacing !== 0 || run.advances[first] === 0 || !IS_LETTER.test(text)) return undefined
  if ((run.xOffsets[first] ?? 0) !== 0 || (run.yOffsets[first] ?? 0) !== 0) return undefined
  if (endsWord) return run.direction === 'rtl' ? use.idFor(run.glyphs[first]!, spaced(text)) : undefined
  return use.idForUnit(run.glyphs[first]!, text.charCodeAt(0))
}

const IS_LETTER = /^\p{L}$/u

function clusterPieces(cluster: Cluster, use: FontUse, paint: GlyphPaint, places: Float64Array): readonly Piece[] {
  if (cluster.text === SOFT_HYPHEN) return []
  const isRtl = paint.run.direction === 'rtl'
  const inked = inkedPieces(cluster, use, paint, places)
  if (use.face.canCompose && IS_FORMAT.test(cluster.text)) return silent(cluster.text, inked.x - (isRtl ? aside(use) : 0), use, false)
  return isRtl ? rtlPieces(cluster, inked, use) : ltrPieces(cluster, inked, use, cluster.end === paint.to)
}

/** Font units from the first painted glyph to each of them, and to where they end. */
export function placesOf(paint: GlyphPaint): Float64Array {
  const { run, from, to, fontSize } = paint
  const places = new Float64Array(to - from + 1)
  const perPoint = run.face.unitsPerEm / fontSize
  for (let i = from; i < to; i++) places[i - from + 1] = places[i - from]! + run.advances[i]! + spacingAfter(run, i, paint) * perPoint
  return places
}

/** Clusters in the order of the text. */
export function clustersOf({ run, from, to, endsWord = false }: GlyphPaint): readonly Cluster[] {
  const { clusters } = run
  const isRtl = run.direction === 'rtl'
  const { hasControls } = factsOf(run)
  const found: Cluster[] = []
  // Right to left, what comes first is the end of the text.
  let isBeforeSpace = isRtl && endsWord
  for (let first = from; first < to; ) {
    let end = first + 1
    while (end < to && clusters[end] === clusters[first]) end++
    const whole = run.text.slice(clusters[first]!, clusterEnd(run, first, end))
    const text = hasControls ? whole.replace(BIDI_CONTROLS, '') : whole
    if (text !== '') {
      const isFormat = isBeforeSpace && IS_FORMAT.test(text)
      found.push({ first, end, text, endsWord: isBeforeSpace && !isFormat && !isSpace(text) })
      if (!isFormat) isBeforeSpace = isRtl && isSpace(text)
    }
    first = end
  }
  if (isRtl) return found.reverse()
  return endsWord ? withWordEnd(found) : found
}

/** They have done their work when lines are set; some readers would give them in other places. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/

const isSpace = (text: string): boolean => text === ' ' || text === '\u00a0'

function withWordEnd(clusters: readonly Cluster[]): readonly Cluster[] {
  const last = clusters.findLastIndex(({ text }) => !IS_FORMAT.test(text))
  return clusters.map((cluster, i) => (i === last ? { ...cluster, endsWord: true } : cluster))
}

/** Where the text of the cluster of glyphs `first` to `end` ends: at the start of the next. */
function clusterEnd({ clusters, direction, text }: GlyphRun, first: number, end: number): number {
  if (direction === 'rtl') return first > 0 ? clusters[first - 1]! : text.length
  return end < clusters.length ? clusters[end]! : text.length
}

// ── Ink ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How a cluster is drawn, and how far it moves the pen; `show` gives the pieces when the first of them stands for a text. */
interface Inked {
  readonly x: number
  readonly advance: number
  show(text: string): readonly Piece[]
}

function inkedPieces({ first, end }: Cluster, use: FontUse, paint: GlyphPaint, places: Float64Array): Inked {
  const { run, from } = paint
  const x = places[first - from]!
  const advance = places[end - from]! - x
  const isWide = isSetWide(paint)
  const parts = partsOf(run, first, end, places.subarray(first - from))
  return {
    x,
    advance,
    show(text) {
      const [only] = parts
      if (only !== undefined && parts.length === 1 && !isWide && (only.y === 0 || !run.face.canCompose)) {
        return [{ id: use.idFor(only.glyph, text), x: x + only.x, y: only.y, isApart: false }]
      }
      const id = run.face.canCompose ? use.idForComposed(compose(parts, Math.round(advance)), text) : undefined
      if (id !== undefined) return [{ id, x, y: 0, isApart: false }]
      return parts.map((part, i) => ({ id: use.idFor(part.glyph, i === 0 ? text : ''), x: x + part.x, y: part.y, isApart: false }))
    },
  }
}

function partsOf(run: GlyphRun, first: number, end: number, places: Float64Array): readonly GlyphPart[] {
  const parts: GlyphPart[] = []
  for (let i = first; i < end; i++) {
    const x = places[i - first]! - places[0]! + (run.xOffsets[i] ?? 0)
    parts.push({ glyph: run.glyphs[i]!, x: Math.round(x), y: Math.round(run.yOffsets[i] ?? 0) })
  }
  return parts
}

function compose(parts: readonly GlyphPart[], advance: number): ComposedGlyph {
  const key = `${parts.map(({ glyph, x, y }) => `${glyph}@${x},${y}`).join('+')}=${advance}`
  return { parts, advance: Math.max(0, Math.min(advance, WIDEST)), key }
}

/** Font units that an advance may have in a file. */
const WIDEST = 0xffff

const NO_INK: ComposedGlyph = { parts: [], advance: 0, key: '=0' }

/** Nothing to see, but a text. */
function silent(text: string, x: number, use: FontUse, isApart: boolean): readonly Piece[] {
  const id = use.face.canCompose ? use.idForComposed(NO_INK, text) : undefined
  return id === undefined ? [] : [{ id, x, y: 0, isApart }]
}

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Joiners, direction marks and the like: some fonts have a width for them. */
const IS_FORMAT = /^\p{Cf}+$/u
const HAS_FORMAT = /\p{Cf}/u
/** Where a line might end: in the text of readers only where one does. */
export const SOFT_HYPHEN = '\u00ad'
const FORMAT_END = /\p{Cf}+$/u
/** MuPDF knows no longer texts of one glyph. */
const LONGEST = 8

function ltrPieces({ text, endsWord }: Cluster, inked: Inked, use: FontUse, isLast: boolean): readonly Piece[] {
  const format = FORMAT_END.exec(text)?.[0] ?? ''
  const shown = text.slice(0, text.length - format.length)
  const mark = shown.search(HAS_MARK)
  const head = mark > 0 ? shown.slice(0, mark) : shown.slice(0, LONGEST)
  if (!use.face.canCompose || head === '') return endsWord ? endOfWord(text, inked.show, true) : inked.show(text)
  // What comes next may be of another font: then only its place tells a reader that it is next.
  const end = inked.x + inked.advance - (isLast ? aside(use) : 0)
  const rest = [...chunksOf(shown.slice(head.length)), ...(format === '' ? [] : [format])]
  return [head, ...rest].flatMap((part, i) => {
    const show = i === 0 ? inked.show : (said: string): readonly Piece[] => silent(said, end, use, false)
    return endsWord && i === rest.length ? endOfWord(part, show, true) : show(part)
  })
}

/** Parts that begin with a mark, no longer than MuPDF knows them. */
function chunksOf(text: string): readonly string[] {
  const chunks: string[] = []
  let chunk = ''
  for (const character of text) {
    if (chunk.length + character.length > LONGEST && HAS_MARK.test(character)) {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += character
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}

/** Ems to the left of its letter at which a mark is, as far as readers see. */
const ASIDE = 0.01
function aside({ face }: FontUse): number {
  return face.unitsPerEm * ASIDE
}

const RIGHT_TO_LEFT_MARK = '\u200f'
const LEFT_TO_RIGHT_MARK = '\u200e'
/** Punctuation and digits, which readers take for left to right. */
const IS_SIGN = /^[^\p{L}\p{M}\p{Cf}\s]$/u

function rtlPieces({ text, endsWord }: Cluster, inked: Inked, use: FontUse): readonly Piece[] {
  if (!use.face.canCompose || IS_SIGN.test(text)) {
    const pieces = endsWord ? endOfWord(text, inked.show, false) : inked.show(text)
    return use.face.canCompose ? saying(RIGHT_TO_LEFT_MARK + text, pieces) : pieces
  }
  const characters = [...text]
  return characters.flatMap((character, i) => {
    const show =
      i === 0 ? inked.show : (said: string): readonly Piece[] => silent(said, inked.x - i * aside(use), use, HAS_MARK.test(character))
    return endsWord && i + 1 === characters.length ? endOfWord(character, show, false) : show(character)
  })
}

// ── Ends of words ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** MuPDF reads no such character together with another from one glyph. */
const BEYOND_BASIC_PLANE = /[\ud800-\udfff]/
/** Marks and signs, which go with what is beside them. */
const IS_SIDELESS = /[^\p{L}\p{N}]$/u
/** What pdf.js counts as right to left. */
const IS_RTL_TO_PDF_JS = /[\u0590-\u08ac\ufb50-\ufdff\ufe70-\ufeff]/g

/**
 * With a space at its end. pdf.js turns an item of right-to-left text round, so that a space would come first, unless more than four units
 * are in it and less than three in ten of them are right to left.
 */
function spaced(text: string): string {
  const turned = text.match(IS_RTL_TO_PDF_JS)?.length ?? 0
  if (turned === 0) return `${text} `
  return text + ' '.repeat(Math.max(1, 5 - text.length, Math.floor(turned / 0.3) + 1 - text.length))
}

/** What pdf.js shows in one go is an item: in a run from left to right, a text that it would turn round has to be apart. */
function endOfWord(text: string, show: (text: string) => readonly Piece[], isInRun: boolean): readonly Piece[] {
  if (BEYOND_BASIC_PLANE.test(text)) return show(text)
  // Poppler takes a mark or sign at the end of a run from left to right for a part of what comes next.
  const pieces = saying(isInRun && IS_SIDELESS.test(text) ? text + LEFT_TO_RIGHT_MARK : text, show(spaced(text)))
  if (!isInRun || text.search(IS_RTL_TO_PDF_JS) < 0) return pieces
  return pieces.map((piece, i) => (i === 0 ? { ...piece, isApart: true } : piece))
}

function saying(actualText: string, [first, ...others]: readonly Piece[]): readonly Piece[] {
  return first === undefined ? [] : [{ ...first, actualText }, ...others]
}
