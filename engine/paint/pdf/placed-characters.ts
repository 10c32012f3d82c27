// Problem: text extractors (Poppler, MuPDF, pdf.js) reconstruct text from the order and places of glyphs, each in its own way. Raised or displaced marks split
// words; glyphs of a cluster are extracted out of order; MuPDF extracts right-to-left text in file order, pdf.js reverses glyphs that are placed left to
// right; pdf.js gives a glyph no width when its text contains a mark, and drops it when its text ends with a format character.
// Approach: the glyphs of a cluster become one composed glyph. Its text is distributed over characters so that no extractor has to correct anything: the composed
// glyph has the text before the first mark, empty glyphs without width have the rest. Right-to-left text is written in logical order, each glyph to the left
// of the one before, which Poppler (by place) and MuPDF extract correctly, and pdf.js as one item a character. Poppler takes punctuation for left to right without a
// direction mark: the mark is in /ActualText, which only Poppler reads, as a mark among the characters would be part of every extracted word. pdf.js drops a space
// before a move to the left, but not within the text of a glyph: the text of a word's last character includes the space (`endOfWord`).
// Limits: pdf.js drops joiners, and the space after a character beyond the basic plane (emoji) before text to its left; pdf.js and MuPDF extract several
// spaces after right-to-left words. Faces without composed glyphs are written glyph by glyph.

import type { ComposedGlyph, GlyphPart, GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { GlyphPaint } from '../canvas.ts'
import { spacingAfter } from '../glyph/glyph-spacing.ts'
import type { FontUse } from './fonts.ts'

/** A character id at a place. */
interface PlacedCharacter {
  readonly id: number
  /** Font units from the start of the painted glyphs. */
  readonly x: number
  readonly y: number
  /** Shown in another font resource than the character before, so that pdf.js does not join both in one item. */
  readonly startsItem: boolean
  /** The text for Poppler, the only extractor that reads /ActualText. */
  readonly actualText?: string
}

/** Glyphs `first` to `end` of a run, left to right, with their text. */
interface Cluster {
  readonly first: number
  readonly end: number
  readonly text: string
  /** A space follows, and is placed to the left. */
  readonly endsWord: boolean
}

const HAS_MARK = /\p{M}/u

/** Properties of a run's text, cached by run: a paragraph may be one run, and each of its lines paints a part of it. */
interface TextFacts {
  readonly hasMark: boolean
  readonly hasFormat: boolean
  readonly hasControls: boolean
}

const textFacts = new WeakMap<GlyphRun, TextFacts>()
/** Of text without marks, controls of direction and the like: patterns and the table cost more than reading a heading. */
const PLAIN: TextFacts = { hasMark: false, hasFormat: false, hasControls: false }
const FIRST_MARK = 0x300
const SOFT_HYPHEN_UNIT = 0xad
/** A paragraph may be one run, and each of its lines asks. */
const LONGEST_READ = 100

function factsOf(run: GlyphRun): TextFacts {
  if (isPlainText(run.text)) return PLAIN
  let facts = textFacts.get(run)
  if (facts === undefined) {
    const { text } = run
    facts = { hasMark: HAS_MARK.test(text), hasFormat: HAS_FORMAT.test(text), hasControls: BIDI_CONTROLS.test(text) }
    textFacts.set(run, facts)
  }
  return facts
}

function isPlainText(text: string): boolean {
  if (text.length > LONGEST_READ) return false
  for (let i = 0; i < text.length; i++) {
    const unit = codeAt(text, i)
    if (unit >= FIRST_MARK || unit === SOFT_HYPHEN_UNIT) return false
  }
  return true
}

/** Ems of letter spacing beyond which extractors see spaces between letters: the spacing is made part of the glyphs' advances then. */
const WIDE_SPACING = 0.05

export function isWidelySpaced({ run, letterSpacing, fontSize }: GlyphPaint): boolean {
  return letterSpacing > fontSize * WIDE_SPACING && run.face.canCompose
}

/**
 * Glyph after glyph, each with its own text, is extracted as the text: left to right, one glyph a cluster, none displaced, without marks or joiners. Wide
 * spacing is not considered.
 */
export function isPlainRun(paint: GlyphPaint): boolean {
  const { run, from, to } = paint
  if (run.direction === 'rtl' || run.xOffsets.length > 0 || run.yOffsets.length > 0) return false
  if (paint.followsOtherDirection === true || paint.endsWord === true) return false
  const { advances, clusters, text } = run
  for (let i = from; i < to; i++) if (advances[i] === 0 || (i > from && clusters[i] === clusters[i - 1])) return false
  return clusters.length === text.length || !factsOf(run).hasMark
}

/** For widely spaced plain runs: each glyph has the text of one UTF-16 unit that every extractor keeps. */
export function hasOneUnitPerGlyph({ run }: GlyphPaint): boolean {
  return run.clusters.length === run.text.length && !factsOf(run).hasFormat
}

/** The id of a glyph whose advance includes the spacing, `advance` font units, and whose text is one UTF-16 unit. Hot: once a letter of a heading. */
export function idWithSpacing(use: FontUse, glyph: number, advance: number, unit: number): number {
  const key = (Math.min(advance, WIDEST) * 0x10000 + unit) * 0x10000 + glyph
  const known = use.spaced.get(key)
  if (known !== undefined) return known
  const text = String.fromCharCode(unit)
  const id = use.idForComposed(compose([{ glyph, x: 0, y: 0 }], advance), text) ?? use.idFor(glyph, text)
  use.spaced.set(key, id)
  return id
}

/** The characters of a run that is not plain, in the order of its text. */
export function placedCharacters(use: FontUse, paint: GlyphPaint): readonly PlacedCharacter[] {
  const positions = penPositions(paint)
  const characters: PlacedCharacter[] = []
  const clusters = clustersOf(paint)
  for (const cluster of clusters) {
    const id = idOfSimpleCluster(cluster, use, paint)
    if (id === undefined) characters.push(...clusterCharacters(cluster, use, paint, positions))
    else if (cluster.endsWord)
      characters.push({ id, x: positions[cluster.first - paint.from]!, y: 0, startsItem: false, actualText: cluster.text })
    else characters.push({ id, x: positions[cluster.first - paint.from]!, y: 0, startsItem: false })
  }
  if (paint.followsOtherDirection !== true) return characters
  return withDirectionMark(characters, clusters[0]?.text ?? '', paint.run.direction === 'rtl')
}

/** Poppler assigns a space or punctuation next to text of the other direction to that text, unless a direction mark separates both. It reads text from the left. */
function withDirectionMark([first, ...others]: readonly PlacedCharacter[], text: string, isRtl: boolean): readonly PlacedCharacter[] {
  if (first === undefined) return []
  const own = first.actualText ?? text
  return [{ ...first, actualText: isRtl ? own + RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK + own }, ...others]
}

/** The id of a cluster of one glyph at its place and one letter, as most are; undefined for others. */
function idOfSimpleCluster({ first, end, text, endsWord }: Cluster, use: FontUse, { run, letterSpacing }: GlyphPaint): number | undefined {
  if (end - first !== 1 || text.length !== 1 || letterSpacing !== 0 || run.advances[first] === 0 || !IS_LETTER.test(text)) return undefined
  if ((run.xOffsets[first] ?? 0) !== 0 || (run.yOffsets[first] ?? 0) !== 0) return undefined
  if (endsWord) return run.direction === 'rtl' ? use.idFor(run.glyphs[first]!, withSpaces(text)) : undefined
  return use.idForUnit(run.glyphs[first]!, text.charCodeAt(0))
}

const IS_LETTER = /^\p{L}$/u

function clusterCharacters(cluster: Cluster, use: FontUse, paint: GlyphPaint, positions: Float64Array): readonly PlacedCharacter[] {
  if (cluster.text === SOFT_HYPHEN) return []
  const isRtl = paint.run.direction === 'rtl'
  const ink = inkOf(cluster, use, paint, positions)
  if (use.face.canCompose && IS_FORMAT.test(cluster.text)) return invisible(cluster.text, ink.x - (isRtl ? markOffset(use) : 0), use, false)
  return isRtl ? rtlCharacters(cluster, ink, use) : ltrCharacters(cluster, ink, use, cluster.end === paint.to)
}

/** Font units from the start of the painted glyphs to each of them, and to their end. */
export function penPositions(paint: GlyphPaint): Float64Array {
  const { run, from, to, fontSize } = paint
  const positions = new Float64Array(to - from + 1)
  const perPoint = run.face.unitsPerEm / fontSize
  for (let i = from; i < to; i++) positions[i - from + 1] = positions[i - from]! + run.advances[i]! + spacingAfter(run, i, paint) * perPoint
  return positions
}

/** Clusters in the order of the text. */
export function clustersOf({ run, from, to, endsWord = false }: GlyphPaint): readonly Cluster[] {
  const { clusters } = run
  const isRtl = run.direction === 'rtl'
  const { hasControls } = factsOf(run)
  const found: Cluster[] = []
  // In a right-to-left run the first glyph is the end of the text.
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

/** Without effect once lines are laid out; some extractors would return them in other places. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/

const isSpace = (text: string): boolean => text === ' ' || text === '\u00a0'

function withWordEnd(clusters: readonly Cluster[]): readonly Cluster[] {
  const last = clusters.findLastIndex(({ text }) => !IS_FORMAT.test(text))
  return clusters.map((cluster, i) => (i === last ? { ...cluster, endsWord: true } : cluster))
}

/** The end of the text of the cluster of glyphs `first` to `end`: the start of the next cluster. */
function clusterEnd({ clusters, direction, text }: GlyphRun, first: number, end: number): number {
  if (direction === 'rtl') return first > 0 ? clusters[first - 1]! : text.length
  return end < clusters.length ? clusters[end]! : text.length
}

// ── Ink ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The visible glyphs of a cluster and their advance; `show` returns their characters, the first of which has a text. */
interface Ink {
  readonly x: number
  readonly advance: number
  show(text: string): readonly PlacedCharacter[]
}

function inkOf({ first, end }: Cluster, use: FontUse, paint: GlyphPaint, positions: Float64Array): Ink {
  const { run, from } = paint
  const x = positions[first - from]!
  const advance = positions[end - from]! - x
  const isWide = isWidelySpaced(paint)
  const parts = partsOf(run, first, end, positions.subarray(first - from))
  return {
    x,
    advance,
    show(text) {
      const [only] = parts
      if (only !== undefined && parts.length === 1 && !isWide && (only.y === 0 || !run.face.canCompose)) {
        return [{ id: use.idFor(only.glyph, text), x: x + only.x, y: only.y, startsItem: false }]
      }
      const id = run.face.canCompose ? use.idForComposed(compose(parts, Math.round(advance)), text) : undefined
      if (id !== undefined) return [{ id, x, y: 0, startsItem: false }]
      return parts.map((part, i) => ({ id: use.idFor(part.glyph, i === 0 ? text : ''), x: x + part.x, y: part.y, startsItem: false }))
    },
  }
}

function partsOf(run: GlyphRun, first: number, end: number, positions: Float64Array): readonly GlyphPart[] {
  const parts: GlyphPart[] = []
  for (let i = first; i < end; i++) {
    const x = positions[i - first]! - positions[0]! + (run.xOffsets[i] ?? 0)
    parts.push({ glyph: run.glyphs[i]!, x: Math.round(x), y: Math.round(run.yOffsets[i] ?? 0) })
  }
  return parts
}

function compose(parts: readonly GlyphPart[], advance: number): ComposedGlyph {
  const key = `${parts.map(({ glyph, x, y }) => `${glyph}@${x},${y}`).join('+')}=${advance}`
  return { parts, advance: Math.max(0, Math.min(advance, WIDEST)), key }
}

/** The largest advance of a glyph in a font file, in font units. */
const WIDEST = 0xffff

const NO_INK: ComposedGlyph = { parts: [], advance: 0, key: '=0' }

/** An invisible character with a text; none for a face without composed glyphs. */
function invisible(text: string, x: number, use: FontUse, startsItem: boolean): readonly PlacedCharacter[] {
  const id = use.face.canCompose ? use.idForComposed(NO_INK, text) : undefined
  return id === undefined ? [] : [{ id, x, y: 0, startsItem }]
}

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Joiners, direction marks and the like, for which some fonts have glyphs with a width. */
const IS_FORMAT = /^\p{Cf}+$/u
const HAS_FORMAT = /\p{Cf}/u
/** Extracted only where a line ends with it. */
export const SOFT_HYPHEN = '\u00ad'
const FORMAT_END = /\p{Cf}+$/u
/** The longest text of one glyph that MuPDF supports, in UTF-16 units. */
const LONGEST = 8

function ltrCharacters({ text, endsWord }: Cluster, ink: Ink, use: FontUse, isLast: boolean): readonly PlacedCharacter[] {
  const format = FORMAT_END.exec(text)?.[0] ?? ''
  const shown = text.slice(0, text.length - format.length)
  const mark = shown.search(HAS_MARK)
  const head = mark > 0 ? shown.slice(0, mark) : shown.slice(0, LONGEST)
  if (!use.face.canCompose || head === '') return endsWord ? endOfWord(text, ink.show, true) : ink.show(text)
  // The next run may have another font: then extractors join both only by their places.
  const end = ink.x + ink.advance - (isLast ? markOffset(use) : 0)
  const rest = [...chunksOf(shown.slice(head.length)), ...(format === '' ? [] : [format])]
  return [head, ...rest].flatMap((part, i) => {
    const show = i === 0 ? ink.show : (part: string): readonly PlacedCharacter[] => invisible(part, end, use, false)
    return endsWord && i === rest.length ? endOfWord(part, show, true) : show(part)
  })
}

/** Splits a text before marks into parts that are short enough for MuPDF. */
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

/** Ems by which the invisible character of a mark is left of its letter. */
const MARK_OFFSET = 0.01
function markOffset({ face }: FontUse): number {
  return face.unitsPerEm * MARK_OFFSET
}

const RIGHT_TO_LEFT_MARK = '\u200f'
const LEFT_TO_RIGHT_MARK = '\u200e'
/** Punctuation and digits, which Poppler takes for left to right. */
const IS_PUNCTUATION = /^[^\p{L}\p{M}\p{Cf}\s]$/u

function rtlCharacters({ text, endsWord }: Cluster, ink: Ink, use: FontUse): readonly PlacedCharacter[] {
  if (!use.face.canCompose || IS_PUNCTUATION.test(text)) {
    const shown = endsWord ? endOfWord(text, ink.show, false) : ink.show(text)
    return use.face.canCompose ? withActualText(RIGHT_TO_LEFT_MARK + text, shown) : shown
  }
  const characters = [...text]
  return characters.flatMap((character, i) => {
    const show =
      i === 0
        ? ink.show
        : (part: string): readonly PlacedCharacter[] => invisible(part, ink.x - i * markOffset(use), use, HAS_MARK.test(character))
    return endsWord && i + 1 === characters.length ? endOfWord(character, show, false) : show(character)
  })
}

// ── Ends of words ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** MuPDF does not support a glyph whose text is such a character and another. */
const BEYOND_BASIC_PLANE = /[\ud800-\udfff]/
/** Marks and punctuation, which have no direction of their own. */
const ENDS_WITHOUT_DIRECTION = /[^\p{L}\p{N}]$/u
/** Characters that pdf.js counts as right to left. */
const IS_RTL_TO_PDF_JS = /[\u0590-\u08ac\ufb50-\ufdff\ufe70-\ufeff]/g

/**
 * The text with a space at its end. pdf.js reverses an item of right-to-left text, so that the space would be first, unless it has more than four units
 * and less than three in ten of them are right to left: further spaces prevent that.
 */
function withSpaces(text: string): string {
  const rightToLeft = text.match(IS_RTL_TO_PDF_JS)?.length ?? 0
  if (rightToLeft === 0) return `${text} `
  return text + ' '.repeat(Math.max(1, 5 - text.length, Math.floor(rightToLeft / 0.3) + 1 - text.length))
}

/** Shows the last character of a word with its space. In a left-to-right run a text that pdf.js would reverse starts an item of its own. */
function endOfWord(text: string, show: (text: string) => readonly PlacedCharacter[], isInRun: boolean): readonly PlacedCharacter[] {
  if (BEYOND_BASIC_PLANE.test(text)) return show(text)
  // Poppler assigns a mark or punctuation at the end of a left-to-right run to the text that follows.
  const actualText = isInRun && ENDS_WITHOUT_DIRECTION.test(text) ? text + LEFT_TO_RIGHT_MARK : text
  const characters = withActualText(actualText, show(withSpaces(text)))
  if (!isInRun || text.search(IS_RTL_TO_PDF_JS) < 0) return characters
  return characters.map((character, i) => (i === 0 ? { ...character, startsItem: true } : character))
}

function withActualText(actualText: string, [first, ...others]: readonly PlacedCharacter[]): readonly PlacedCharacter[] {
  return first === undefined ? [] : [{ ...first, actualText }, ...others]
}
