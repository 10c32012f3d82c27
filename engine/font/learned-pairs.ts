// Problem: HarfBuzz takes some 3 µs a word, and amounts, names and numbers are new every time, so caching words saves little.
// Approach: in simple scripts a glyph's advance depends on itself and its right neighbour only. Ask HarfBuzz once for each character
// and each pair that occurs, remember what it said, and add up. Before trusting pairs, `contextualGlyphs` proves from the font's
// tables which glyphs nothing but pairs can touch; all others, and every pair HarfBuzz does not keep apart, go to HarfBuzz whole.
// What only kerning touches is read from the font instead of asked for (`pair-kerning.ts`): most first documents need no HarfBuzz.
// Limits: left-to-right text in the default shaper's alphabets, at most 255 different characters for a style; the rest is exact too, but slower.
import { codeAt } from '../text/code-at.ts'
import type { OpenFace } from './face.ts'
import type { GlyphRun, ShapingStyle } from './font.ts'
import { type ContextualGlyphs, pairKey } from './layout-tables.ts'
import { type HarfBuzz, isUnkerned } from './load.ts'
import { type GlyphKerning, glyphKerning } from './pair-kerning.ts'

const SIMPLE_SCRIPTS = new Set(['Latn', 'Grek', 'Cyrl', 'Zyyy', 'Armn', 'Geor'])
/** Code units above are never simple: all alphabets and punctuation that matter lie below. */
const CODES = 0x2200
const MOST_SLOTS = 256
const NO_SLOT = 0
/** Slot 0 is "not asked yet"; slot 1 is every character that is not simple. */
const COMPLEX_SLOT = 1
const UNKNOWN = -0x80000000
const COMPLEX = -0x7fffffff

const NO_OFFSETS = new Float64Array(0)
const NO_FLAGS = new Uint8Array(0)

/**
 * Letters, digits, punctuation, symbols and spaces; no marks, no controls, no format characters. Compiling the expression takes longer than a small document's shaping: it
 * is not asked for Latin letters, nor for dashes, quotation marks and signs of currency.
 */
function isSimpleCharacter(code: number): boolean {
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0x250)) return code !== SOFT_HYPHEN
  if ((code >= 0x2010 && code < 0x2028) || (code >= 0x20a0 && code < 0x20c1)) return true
  return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(String.fromCharCode(code))
}
const SOFT_HYPHEN = 0xad
const FRACTION_SLASH = 0x2044
/** Latin, Greek and Cyrillic, punctuation and signs: HarfBuzz does nothing of its own to those characters that a font has. */
const LAST_LETTER = 0x52f
const FIRST_SIGN = 0x2000

/** What was learned about one shaping style. Undefined as a result means: ask HarfBuzz. */
export class LearnedPairs {
  readonly #face: OpenFace
  readonly #style: ShapingStyle
  readonly #harfBuzz: HarfBuzz
  readonly #context: ContextualGlyphs
  /** Undefined when only HarfBuzz knows. */
  readonly #kerning: GlyphKerning | undefined
  readonly #slots = new Uint8Array(CODES)
  readonly #glyphs = new Uint32Array(MOST_SLOTS)
  readonly #advances = new Float64Array(MOST_SLOTS)
  /** For each left slot, by right slot: kerning × 2 + 1 if a line must not be cut between them without shaping again. */
  readonly #rows: (Int32Array | undefined)[] = []
  /** Runs of one character, by slot. */
  readonly #singles: (GlyphRun | undefined)[] = []
  #slotCount = 2

  private constructor(face: OpenFace, style: ShapingStyle, harfBuzz: HarfBuzz, context: ContextualGlyphs) {
    this.#face = face
    this.#style = style
    this.#harfBuzz = harfBuzz
    this.#context = context
    this.#kerning = glyphKerning(face, style)
  }

  /** Undefined when texts of this style are never simple. */
  static forStyle(face: OpenFace, style: ShapingStyle, harfBuzz: HarfBuzz, context: ContextualGlyphs): LearnedPairs | undefined {
    const isCandidate = style.direction === 'ltr' && style.isUpright !== true && SIMPLE_SCRIPTS.has(style.script) && !context.isOpaque
    return isCandidate ? new LearnedPairs(face, style, harfBuzz, context) : undefined
  }

  /** The run HarfBuzz would give, or undefined when that is not certain. */
  shape(text: string): GlyphRun | undefined {
    if (text.length === 1) return this.#shapeOne(text)
    return this.#shapeAll(text)
  }

  /** A third of the texts of a paragraph with spans are a space between two of them: those share one run. */
  #shapeOne(text: string): GlyphRun | undefined {
    const code = codeAt(text, 0)
    const slot = code < CODES ? this.#slots[code]! : NO_SLOT
    const known = slot > COMPLEX_SLOT ? this.#singles[slot] : undefined
    if (known !== undefined) return known
    const run = this.#shapeAll(text)
    if (run !== undefined) this.#singles[this.#slots[code]!] = run
    return run
  }

  /** Locals, as every character passes through here. */
  #shapeAll(text: string): GlyphRun | undefined {
    const count = text.length
    const [slots, slotGlyphs, slotAdvances, rows] = [this.#slots, this.#glyphs, this.#advances, this.#rows]
    const glyphs = new Array<number>(count)
    const advances = new Array<number>(count)
    let unsafe: Uint8Array | undefined
    let width = 0
    let left = NO_SLOT
    let row: Int32Array | undefined
    for (let i = 0; i < count; i++) {
      const code = codeAt(text, i)
      if (code >= CODES) return undefined
      const slot = slots[code] || this.#learn(code)
      if (slot === COMPLEX_SLOT) return undefined
      const advance = slotAdvances[slot]!
      glyphs[i] = slotGlyphs[slot]!
      advances[i] = advance
      width += advance
      if (row !== undefined) {
        let pair = row[slot]!
        if (pair === UNKNOWN) pair = this.#learnPair(left, slot, codeAt(text, i - 1), code)
        if (pair === COMPLEX) return undefined
        if (pair !== 0) {
          const kerning = pair >> 1
          advances[i - 1]! += kerning
          width += kerning
          if ((pair & 1) === 1) (unsafe ??= new Uint8Array(count))[i] = 1
        }
      }
      left = slot
      row = rows[slot]
    }
    return {
      face: this.#style.face,
      text,
      direction: 'ltr',
      glyphs,
      advances,
      xOffsets: NO_OFFSETS,
      yOffsets: NO_OFFSETS,
      clusters: identity(count),
      width,
      unsafeToBreak: unsafe ?? NO_FLAGS,
    }
  }

  /** Asks HarfBuzz for one character alone. */
  #learn(code: number): number {
    const slot = this.#isSimple(code) ? this.#newSlot(code) : COMPLEX_SLOT
    this.#slots[code] = slot
    return slot
  }

  #isSimple(code: number): boolean {
    if (!isSimpleCharacter(code) || code === FRACTION_SLASH) return false
    const nominal = this.#face.glyphOf(code)
    return nominal !== 0 && !this.#context.glyphs.has(nominal)
  }

  #newSlot(code: number): number {
    const nominal = this.#face.glyphOf(code)
    const isPlain = (code <= LAST_LETTER || code >= FIRST_SIGN) && this.#isReadable(nominal)
    return isPlain ? this.#addSlot(nominal, this.#face.glyphAdvance(nominal)) : this.#askForSlot(code)
  }

  /** The font says all there is to say about this glyph. */
  #isReadable(glyph: number): boolean {
    return this.#kerning !== undefined && !this.#context.altered.has(glyph)
  }

  #askForSlot(code: number): number {
    const run = this.#harfBuzz.shape(String.fromCharCode(code), this.#style, this.#face)
    const glyph = run.glyphs[0] ?? 0
    // A glyph that was substituted may have passed through others on the way.
    const isItself = glyph === this.#face.glyphOf(code)
    if (run.glyphs.length !== 1 || run.xOffsets.length > 0 || !isItself) return COMPLEX_SLOT
    return this.#addSlot(glyph, run.advances[0]!)
  }

  #addSlot(glyph: number, advance: number): number {
    if (this.#slotCount === MOST_SLOTS) return COMPLEX_SLOT
    const slot = this.#slotCount++
    this.#glyphs[slot] = glyph
    this.#advances[slot] = advance
    this.#rows[slot] = new Int32Array(MOST_SLOTS).fill(UNKNOWN)
    return slot
  }

  #learnPair(left: number, right: number, leftCode: number, rightCode: number): number {
    const pair = this.#askForPair(left, right, leftCode, rightCode)
    this.#rows[left]![right] = pair
    return pair
  }

  #askForPair(left: number, right: number, leftCode: number, rightCode: number): number {
    const [leftGlyph, rightGlyph] = [this.#glyphs[left]!, this.#glyphs[right]!]
    const key = pairKey(leftGlyph, rightGlyph)
    if (this.#context.pairs.has(key)) return COMPLEX
    if (this.#kerning !== undefined && !this.#context.ligatures.has(key) && this.#isReadable(leftGlyph) && this.#isReadable(rightGlyph)) {
      if (isUnkerned(leftCode, rightCode, this.#face)) return 0
      const { value, isUnsafe } = this.#kerning(leftGlyph, rightGlyph)
      return value * 2 + (isUnsafe ? 1 : 0)
    }
    const run = this.#harfBuzz.shape(String.fromCharCode(leftCode, rightCode), this.#style, this.#face)
    const { glyphs, advances } = run
    const isApart = glyphs.length === 2 && glyphs[0] === leftGlyph && glyphs[1] === rightGlyph && run.xOffsets.length === 0
    if (!isApart || run.clusters[1] !== 1 || advances[1] !== this.#advances[right]) return COMPLEX
    return (advances[0]! - this.#advances[left]!) * 2 + (run.unsafeToBreak[1] ?? 0)
  }
}

const identities: Uint32Array[] = []
const LONGEST_SHARED = 1 << 13
/** By the logarithm of their lengths: filling the longest takes a fresh process a millisecond. */
const shared: Uint32Array[] = []

/** 0, 1, 2 … shared: one glyph a character. Of paragraphs a view is a tenth of a copy. */
function identity(length: number): Uint32Array {
  if (length <= 64) return (identities[length] ??= makeIdentity(length))
  if (length > LONGEST_SHARED) return makeIdentity(length)
  const bits = 32 - Math.clz32(length - 1)
  return (shared[bits] ??= makeIdentity(1 << bits)).subarray(0, length)
}

function makeIdentity(length: number): Uint32Array {
  const numbers = new Uint32Array(length)
  for (let i = 0; i < length; i++) numbers[i] = i
  return numbers
}
