// Problem: where a line may end. UAX #14 is the base; browsers differ from it between ASCII characters, after spaces and by CSS.
// Approach: pairs of ASCII characters are decided by Chromium's rule (a hyphen breaks, a slash does not), any pair with another
// character by UAX #14, then `word-break` and `line-break` add and forbid. South-East Asian words come from a dictionary.

import { GenerationCache } from '../../collections/cache.ts'
import { lazy } from '../../collections/lazy.ts'
import type { Style } from '../../style/style.ts'
import { codeAt } from '../../text/code-at.ts'
import { segmentStarts } from '../../text/segments.ts'
import { breaksAllBetween } from './break-all.ts'
import { holdsTogether, lineBreaks, type Strictness } from './unicode-breaks.ts'

/** What of a style decides about breaks after a character. */
export type BreakStyle = Pick<Style, 'textWrapMode' | 'wordBreak' | 'lineBreak' | 'whiteSpaceCollapse' | 'hyphens' | 'language'>

const SPACE = 0x20
const TAB = 0x09
const LINE_FEED = 0x0a
const NO_BREAK_SPACE = 0xa0
const SOFT_HYPHEN = 0xad
const OGHAM_SPACE = 0x1680
const IDEOGRAPHIC_SPACE = 0x3000
/** Atomic boxes, around which lines break whatever is beside them, as in browsers (CSS Text 4 §5.1). */
const OBJECT = 0xfffc
const CJK_LANGUAGE = /^(?:ja|zh|ko)\b/i

const NONE = 0
const SOFT = 1
const HYPHEN = 2
const FORCED = 3

export const BREAK_KINDS = { NONE, SOFT, HYPHEN, FORCED } as const

/** By UTF-16 offset: what kind of break may stand before that unit. `styleAt` gives the style of the character at an offset. */
export function findBreaks(text: string, styleAt: (offset: number) => BreakStyle): Uint8Array {
  const found = new Uint8Array(text.length + 1)
  const finder = new BreakFinder(text)
  let isLetter = text !== '' && isPlainLetter(codeAt(text, 0))
  for (let i = 1; i < text.length; i++) {
    const style = styleAt(i - 1)
    const isAfterLetter = isLetter
    isLetter = isPlainLetter(codeAt(text, i))
    // Within a word: most of a text.
    if (isAfterLetter && isLetter && style.lineBreak === 'auto' && style.wordBreak !== 'break-all') continue
    found[i] = finder.kindBefore(i, style)
  }
  found[text.length] = SOFT
  return found
}

/** Looks at one text; what UAX #14 says of it is asked for at most once. */
export class BreakFinder {
  readonly #text: string
  #unicode: Map<string, Uint8Array> | undefined
  #clusters: Uint8Array | undefined

  constructor(text: string) {
    this.#text = text
  }

  kindBefore(i: number, style: BreakStyle): number {
    const last = codeAt(this.#text, i - 1)
    if (last === LINE_FEED) return FORCED
    const next = codeAt(this.#text, i)
    if (style.textWrapMode === 'nowrap' || next === LINE_FEED) return NONE
    if (isBreakingSpace(next) && style.whiteSpaceCollapse !== 'break-spaces') return NONE
    if (isBreakingSpace(last) || (last === IDEOGRAPHIC_SPACE && style.whiteSpaceCollapse === 'break-spaces')) return SOFT
    if (last === OBJECT || next === OBJECT) return SOFT
    if (style.lineBreak === 'anywhere') return this.#isClusterStart(i) ? SOFT : NONE
    if (next === SPACE || next === TAB) return NONE // break-spaces: the break is after a space, not before the first
    if (!this.#isOpportunity(i, last, next, style)) return NONE
    return last !== SOFT_HYPHEN ? SOFT : style.hyphens === 'none' ? NONE : HYPHEN
  }

  #isOpportunity(i: number, last: number, next: number, style: BreakStyle): boolean {
    const isOpen = style.lineBreak === 'auto' ? this.breaksInWord(i, last, next) : this.#breaksStrictly(i, last, next, style)
    if (isOpen) return !(style.wordBreak === 'keep-all' && this.#isBetweenLetters(i))
    return (
      style.wordBreak === 'break-all' &&
      breaksAllBetween(baseBefore(this.#text, i), this.#text.codePointAt(i) ?? 0) &&
      this.#isClusterStart(i)
    )
  }

  /** By the general rules, between two characters that are no spaces. */
  breaksInWord(i: number, last: number, next: number): boolean {
    if (isPlainLetter(last) && isPlainLetter(next)) return false
    if (isAscii(last) && isAscii(next)) return breaksBetween(last, next, i > 1 ? codeAt(this.#text, i - 2) : 0)
    if (holdsTogether(last, next)) return false
    return this.#byUnicode('normal', false)[i] === 1
  }

  /** As `line-break` says: it also changes what Chinese, Japanese and Korean do with characters that others share. */
  #breaksStrictly(i: number, last: number, next: number, { lineBreak, language }: BreakStyle): boolean {
    if (isAscii(last) && isAscii(next)) return this.breaksInWord(i, last, next)
    const strictness = lineBreak === 'strict' || lineBreak === 'loose' ? lineBreak : 'normal'
    return this.#byUnicode(strictness, CJK_LANGUAGE.test(language))[i] === 1
  }

  #byUnicode(strictness: Strictness, isCjk: boolean): Uint8Array {
    const key = `${strictness} ${isCjk}`
    this.#unicode ??= new Map()
    let found = this.#unicode.get(key)
    if (found === undefined) this.#unicode.set(key, (found = unicodeBreaks(this.#text, strictness, isCjk)))
    return found
  }

  #isClusterStart(i: number): boolean {
    this.#clusters ??= clusterStarts(this.#text)
    return this.#clusters[i] === 1
  }

  #isBetweenLetters(i: number): boolean {
    return isLetterUnit(baseBefore(this.#text, i)) && isLetterUnit(this.#text.codePointAt(i) ?? 0)
  }
}

/** Spaces at which a line breaks, and which vanish or hang at its end. */
function isBreakingSpace(code: number): boolean {
  return code === SPACE || code === TAB || code === OGHAM_SPACE
}

/** What hangs or vanishes at the end of a line: breaking spaces and the ideographic space. */
export function isHangingSpace(code: number): boolean {
  return isBreakingSpace(code) || code === IDEOGRAPHIC_SPACE
}

function isAscii(code: number): boolean {
  return (code > SPACE && code < 0x7f) || code === NO_BREAK_SPACE
}

// ── ASCII, as Chromium has it ───────────────────────────────────────────────────────────────────────────────────────────

const OPENS_AFTER = ascii('!"#%&)*+,.:;=>\\]|}~')
const OPENING = ascii('(<[{')
const NEVER_AFTER_HYPHEN = ascii('!$),./:;?]}')
const NEVER_AFTER_QUESTION = ascii('!"\'),./:;?]}')

function ascii(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (const c of characters) table[c.charCodeAt(0)] = 1
  return table
}

function breaksBetween(last: number, next: number, before: number): boolean {
  if (last === NO_BREAK_SPACE) return false
  if (next === NO_BREAK_SPACE) return last === 0x2d // UAX #14 LB12a
  if (last === 0x2d /* - */) {
    // A hyphen before a digit may be a minus sign, except inside of things like 2024-01 and INV-7.
    if (isDigit(next)) return isAlphanumeric(before)
    return NEVER_AFTER_HYPHEN[next] !== 1
  }
  if (last === 0x3f /* ? */) return NEVER_AFTER_QUESTION[next] !== 1
  return OPENS_AFTER[last] === 1 && OPENING[next] === 1
}

/** Latin letters and digits: class AL or NU, nothing breaks between them. */
function isPlainLetter(code: number): boolean {
  return code < 0x80 ? isAlphanumeric(code) : code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isAlphanumeric(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

// ── Unicode ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Scripts that do not write spaces between words and whose words only a dictionary tells. */
const COMPLEX = /[\u0e01-\u0e7f\u0e81-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\uaa60-\uaa7f]+/g

/** 1 where UAX #14 (and the dictionary) has an opportunity. */
function unicodeBreaks(text: string, strictness: Strictness, isCjk: boolean): Uint8Array {
  const found = lineBreaks(text, strictness, isCjk)
  for (const match of text.matchAll(COMPLEX)) addWords(found, match[0], match.index)
  return found
}

const segmenters = new GenerationCache<string, Intl.Segmenter>(16)

function segmenterFor(locale: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const key = `${locale} ${granularity}`
  let segmenter = segmenters.get(key)
  if (segmenter === undefined) segmenters.set(key, (segmenter = new Intl.Segmenter(locale, { granularity })))
  return segmenter
}

function localeOf(code: number): string {
  if (code < 0xe80) return 'th'
  if (code < 0x1000) return 'lo'
  return code >= 0x1780 && code <= 0x19ff ? 'km' : 'my'
}

/** Signs that belong to what is before them: repetition marks and closing punctuation of these scripts. */
const CLINGS = lazy(() => /^[\u0e2f\u0e46\u0e5a\u0e5b\u0eaf\u0ec6\u104a\u104b\u17d4-\u17da\p{M}]/u)

function addWords(found: Uint8Array, run: string, from: number): void {
  for (const start of segmentStarts(segmenterFor(localeOf(run.charCodeAt(0)), 'word'), run)) {
    if (start > 0 && !CLINGS().test(String.fromCodePoint(run.codePointAt(start)!))) found[from + start] = 1
  }
}

/** 1 where a grapheme cluster begins. */
export function clusterStarts(text: string): Uint8Array {
  const found = new Uint8Array(text.length + 1)
  if (/^[\x20-\x7e\xa0-\u02ff]*$/.test(text)) return found.fill(1)
  for (const start of segmentStarts(segmenterFor('en', 'grapheme'), text)) found[start] = 1
  found[text.length] = 1
  return found
}

function isLetterUnit(codePoint: number): boolean {
  return /^[\p{L}\p{N}\p{M}]$/u.test(String.fromCodePoint(codePoint))
}

const MARK = lazy(() => /^\p{M}$/u)

/** The character that ends before `i`, without marks on it. */
function baseBefore(text: string, i: number): number {
  for (let end = i; end > 0; ) {
    const unit = codeAt(text, end - 1)
    const isLow = unit >= 0xdc00 && unit <= 0xdfff && end >= 2
    const code = isLow ? (text.codePointAt(end - 2) ?? unit) : unit
    end -= code > 0xffff ? 2 : 1
    if (end === 0 || !MARK().test(String.fromCodePoint(code))) return code
  }
  return 0
}
