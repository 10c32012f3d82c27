// Problem: where a line may end by UAX #14 (revision 55, Unicode 17.0).
// Approach: LB9 and LB10 first, which leave one sign for each character with its marks; then the rules in order between each two signs.
// Rules that reach over spaces or numbers look back along the signs. CSS's degrees of strictness exchange classes beforehand.
import { lazy } from '../../collections/lazy.ts'
import { CLASS, lineClass, lineClassOf, WIDE } from './classes.ts'

/** How strictly Japanese and Chinese are broken (CSS Text 4 §5.3); `unicode` is UAX #14 as it stands. */
export type Strictness = 'unicode' | 'strict' | 'normal' | 'loose'

const [AK, AL, AP, AS, B2, BA, BB, BK] = classNumbers('AK', 'AL', 'AP', 'AS', 'B2', 'BA', 'BB', 'BK')
const [CB, CJ, CL, CM, CP, CR, DC, EB] = classNumbers('CB', 'CJ', 'CL', 'CM', 'CP', 'CR', 'DC', 'EB')
const [EM, EX, GL, H2, H3, HH, HL, HY] = classNumbers('EM', 'EX', 'GL', 'H2', 'H3', 'HH', 'HL', 'HY')
const [ID, IN, IS, JL, JT, JV, LF, NL] = classNumbers('ID', 'IN', 'IS', 'JL', 'JT', 'JV', 'LF', 'NL')
const [NS, NU, OP, PO, PR, QF, QI, QU] = classNumbers('NS', 'NU', 'OP', 'PO', 'PR', 'QF', 'QI', 'QU')
const [RI, SP, SY, VF, VI, WJ, XP, ZW] = classNumbers('RI', 'SP', 'SY', 'VF', 'VI', 'WJ', 'XP', 'ZW')
const ZWJ = lineClass('ZWJ')

/** The numbers of classes, in the order of their names. */
function classNumbers<const Names extends readonly string[]>(...names: Names): { readonly [Index in keyof Names]: number } {
  // `map` gives a number for each name, and forgets how many.
  return names.map(lineClass) as { readonly [Index in keyof Names]: number }
}

/** The side of a text: no character. */
const EDGE = 62
/** What `line-break` releases: no rule holds it, whatever holds on to others still does. */
const PLAIN = 61
const [AFTER_IDEOGRAPH, EXCEPT_AFTER_LETTER, EXCEPT_AFTER_NUMBER] = [1, 2, 3]

/** A set of classes: 1 for each that belongs to it. */
function classes(...members: readonly number[]): Uint8Array {
  const set = new Uint8Array(64)
  for (const member of members) set[member] = 1
  return set
}

const IS_LINE_END = classes(BK, CR, LF, NL)
const TAKES_NO_MARK = classes(BK, CR, LF, NL, SP, ZW)
const NO_GLUE_BEFORE = classes(SP, BA, HY, HH)
const NEVER_BEFORE = classes(CL, CP, EX, SY)
const BEFORE_QUOTE = classes(EDGE, BK, CR, LF, NL, OP, QU, QI, QF, GL, SP, ZW)
const AFTER_QUOTE = classes(EDGE, SP, GL, WJ, CL, QU, QI, QF, CP, EX, IS, SY, BK, CR, LF, NL, ZW)
const BEFORE_HYPHEN = classes(EDGE, BK, CR, LF, NL, SP, ZW, CB, GL)
const IS_QUOTE = classes(QU, QI, QF)
const CLINGS = classes(BA, HH, HY, NS)
const IS_LETTER = classes(AL, HL, DC)
const IS_AKSARA = classes(AK, AS, DC)
const IS_IDEOGRAPH = classes(ID, EB, EM, XP)
const IS_HANGUL = classes(JL, JV, JT, H2, H3)

/** `loose` lets lines begin with iteration marks (CSS Text 4 §5.3). */
const ITERATION_MARKS = signsOf('\u3005\u303b\u309d\u309e\u30fd\u30fe')
/** `normal` and `loose`, in Chinese, Japanese and Korean: wave dashes, and hyphens after ideographs, begin lines; quotation marks are brackets. */
const WAVE_DASHES = signsOf('\u301c\u30a0')
const CJK_HYPHENS = signsOf('\u2010\u2013')
const [OPENING, CLOSING] = [0x201c, 0x201d]
/** `loose`, there: centred punctuation and suffixes begin lines, prefixes end them. */
const CENTRED = signsOf('\u30fb\uff1a\uff1b\uff65\u203c\u2047\u2048\u2049\uff01\uff1f')
const SUFFIXES = signsOf('\u00b0\u2030\u2032\u2033\u2035\u2103\u2109\ufe6a\uff05\uffe0')
const PREFIXES = signsOf('\u00a4\u00b1\u20ac\u2116\ufe69\uff04\uffe1\uffe5\uffe6')

function signsOf(text: string): ReadonlySet<number> {
  return new Set([...text].map((c) => c.charCodeAt(0)))
}

/** A text as UAX #14 sees it after LB9 and LB10. */
interface Signs {
  readonly count: number
  readonly classes: Uint8Array
  /** 1 for characters of East Asian width F, W or H. */
  readonly wide: Uint8Array
  /** UTF-16 offset at which each begins. */
  readonly starts: Uint32Array
  /** 1 where a zero width joiner ends it. */
  readonly joins: Uint8Array
  /** 1 for the first of each two regional indicators: together they are a flag. */
  readonly pairs: Uint8Array
  /** What `line-break` lets begin a line, and after what. */
  readonly opens: Uint8Array
  readonly strictness: Strictness
}

/** 1 at the UTF-16 offsets before which a line may or must begin. `isCjk`: the text is Chinese or Japanese. */
export function lineBreaks(text: string, strictness: Strictness = 'unicode', isCjk = false): Uint8Array {
  const found = new Uint8Array(text.length + 1)
  const signs = readSigns(text, strictness, isCjk)
  for (let i = 1; i < signs.count; i++) if (mayBreak(signs, i)) found[signs.starts[i]!] = 1
  found[text.length] = 1
  return found
}

function readSigns(text: string, strictness: Strictness, isCjk: boolean): Signs {
  const kinds = new Uint8Array(text.length)
  const wide = new Uint8Array(text.length)
  const starts = new Uint32Array(text.length)
  const joins = new Uint8Array(text.length)
  const pairs = new Uint8Array(text.length)
  const opens = new Uint8Array(text.length)
  let count = 0
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!
    const value = lineClassOf(code)
    const kind = value & CLASS
    const isMark = kind === CM || kind === ZWJ
    if (isMark && count > 0 && TAKES_NO_MARK[kinds[count - 1]!] !== 1) joins[count - 1] = kind === ZWJ ? 1 : 0
    else {
      kinds[count] = isMark ? AL : kind
      wide[count] = isMark || (value & WIDE) === 0 ? 0 : 1
      if (kind === CJ || code >= 0xa4) tailor({ kinds, opens }, count, code, { strictness, isCjk })
      pairs[count] = kind === RI && !(count > 0 && kinds[count - 1] === RI && pairs[count - 1] === 1) ? 1 : 0
      starts[count] = i
      joins[count++] = kind === ZWJ ? 1 : 0
    }
    i += code > 0xffff ? 2 : 1
  }
  return { count, classes: kinds, wide, starts, joins, pairs, opens, strictness }
}

/** What `line-break` changes about the character that sign `at` begins with. */
function tailor(
  { kinds, opens }: { readonly kinds: Uint8Array; readonly opens: Uint8Array },
  at: number,
  code: number,
  { strictness, isCjk }: { readonly strictness: Strictness; readonly isCjk: boolean },
): void {
  const isOpen = strictness === 'normal' || strictness === 'loose'
  const kind = kinds[at]!
  if (kind === CJ) kinds[at] = isOpen ? ID : NS
  else if (!isOpen) return
  if (strictness === 'loose' && ITERATION_MARKS.has(code)) kinds[at] = PLAIN
  if (!isCjk) return
  if (code === OPENING) kinds[at] = OP
  else if (code === CLOSING) kinds[at] = CL
  else if (WAVE_DASHES.has(code)) kinds[at] = PLAIN
  else if (CJK_HYPHENS.has(code)) opens[at] = AFTER_IDEOGRAPH
  if (strictness !== 'loose') return
  if (CENTRED.has(code) || PREFIXES.has(code)) kinds[at] = PLAIN
  if (SUFFIXES.has(code)) opens[at] = EXCEPT_AFTER_LETTER
  if (PREFIXES.has(code)) opens[at] = EXCEPT_AFTER_NUMBER
}

// ── The rules, between sign i − 1 and sign i ────────────────────────────────────────────────────────────────────────────

function mayBreak(signs: Signs, i: number): boolean {
  const a = signs.classes[i - 1]!
  const b = signs.classes[i]!
  if (IS_LINE_END[a] === 1) return !(a === CR && b === LF) // LB4, LB5
  if (IS_LINE_END[b] === 1 || b === SP || b === ZW) return false // LB6, LB7
  const s = beforeSpaces(signs, i - 1)
  if (classAt(signs, s) === ZW) return true // LB8
  if (signs.joins[i - 1] === 1 || a === WJ || b === WJ || a === GL) return false // LB8a, LB11, LB12
  if (b === GL && NO_GLUE_BEFORE[a] !== 1) return false // LB12a
  if (NEVER_BEFORE[b] === 1) return false // LB13
  const overSpaces = acrossSpaces(signs, s, i)
  if (overSpaces !== undefined) return overSpaces
  if (a === SP) return true // LB18
  if (clingsToQuote(signs, i, a, b)) return false // LB19, LB19a
  if (a === CB || b === CB) return true // LB20
  if (isOpened(signs, i, a)) return true
  return !(holdsWord(signs, i, a, b) || holdsNumber(signs, i, a, b) || holdsSyllable(signs, i, a, b) || holdsRest(signs, i, a, b))
}

function classAt({ classes: kinds, count }: Signs, i: number): number {
  return i < 0 || i >= count ? EDGE : kinds[i]!
}

function isOpened(signs: Signs, i: number, a: number): boolean {
  switch (signs.opens[i]) {
    case AFTER_IDEOGRAPH:
      return a === ID
    case EXCEPT_AFTER_LETTER:
      return IS_LETTER[a] !== 1
    case EXCEPT_AFTER_NUMBER:
      return !endsAmount(signs, i, a)
    default:
      return false
  }
}

/** The last sign up to `i` that is no space; −1 for none. */
function beforeSpaces({ classes: kinds }: Signs, i: number): number {
  let s = i
  while (s >= 0 && kinds[s] === SP) s--
  return s
}

/** LB14 to LB17, which look past spaces to sign `s`; undefined when they say nothing. */
function acrossSpaces(signs: Signs, s: number, i: number): boolean | undefined {
  const before = classAt(signs, s)
  const a = signs.classes[i - 1]!
  const b = signs.classes[i]!
  if (before === OP) return false // LB14
  if (before === QI && BEFORE_QUOTE[classAt(signs, s - 1)] === 1) return false // LB15a
  if (b === QF && AFTER_QUOTE[classAt(signs, i + 1)] === 1) return false // LB15b
  if (b === IS) return a === SP && classAt(signs, i + 1) === NU // LB15c, LB15d
  if (b === NS && (before === CL || before === CP)) return false // LB16
  return b === B2 && before === B2 ? false : undefined // LB17
}

/** LB19 and LB19a: quotation marks hold on to both sides, but between wide characters initial and final ones know theirs. */
function clingsToQuote(signs: Signs, i: number, a: number, b: number): boolean {
  const { wide } = signs
  if (IS_QUOTE[b] === 1 && (b !== QI || wide[i - 1] === 0 || i + 1 >= signs.count || wide[i + 1] === 0)) return true
  return IS_QUOTE[a] === 1 && (a !== QF || wide[i] === 0 || i < 2 || wide[i - 2] === 0)
}

/** LB20a to LB24, LB28 to LB30: words, their hyphens and brackets. */
function holdsWord(signs: Signs, i: number, a: number, b: number): boolean {
  const before = classAt(signs, i - 2)
  if ((a === HY || a === HH) && IS_LETTER[b] === 1 && BEFORE_HYPHEN[before] === 1) return true // LB20a
  if (CLINGS[b] === 1 || a === BB) return true // LB21
  if ((a === HY || a === HH) && before === HL && b !== HL) return true // LB21a
  if (a === SY && b === HL) return true // LB21b
  if (b === IN && !(a === IN && signs.strictness === 'loose')) return true // LB22
  if (IS_LETTER[a] === 1) return b === NU || b === PR || b === PO || IS_LETTER[b] === 1 || (b === OP && signs.wide[i] === 0) // LB23, 24, 28, 30
  if (IS_LETTER[b] === 1) return a === NU || a === PR || a === PO || a === IS || (a === CP && signs.wide[i - 1] === 0) // LB23, 24, 29, 30
  return (a === NU && b === OP && signs.wide[i] === 0) || (a === CP && signs.wide[i - 1] === 0 && b === NU) // LB30
}

/** LB23a and LB25. */
function holdsNumber(signs: Signs, i: number, a: number, b: number): boolean {
  if (b === PO && IS_IDEOGRAPH[a] === 1) return true
  if (a === PR && IS_IDEOGRAPH[b] === 1) return true
  if (b === PO || b === PR || signs.opens[i] === EXCEPT_AFTER_NUMBER) return endsAmount(signs, i, a)
  if (b === NU) return a === PO || a === PR || a === HY || a === IS || endsNumber(signs, i - 1)
  if ((a !== PO && a !== PR) || b !== OP) return false
  const next = classAt(signs, i + 1)
  return next === NU || (next === IS && classAt(signs, i + 2) === NU)
}

/** Whether a number ends before sign `i`, a closing bracket included. */
function endsAmount(signs: Signs, i: number, a: number): boolean {
  return endsNumber(signs, a === CL || a === CP ? i - 2 : i - 1)
}

/** Whether a number with its separators, NU (SY | IS)*, ends at sign `i`. */
function endsNumber(signs: Signs, i: number): boolean {
  let at = i
  while (classAt(signs, at) === SY || classAt(signs, at) === IS) at--
  return classAt(signs, at) === NU
}

/** LB26 to LB28a: Hangul, and scripts whose letters stack. */
function holdsSyllable(signs: Signs, i: number, a: number, b: number): boolean {
  if (a === JL && (b === JL || b === JV || b === H2 || b === H3)) return true
  if ((a === JV || a === H2) && (b === JV || b === JT)) return true
  if ((a === JT || a === H3) && b === JT) return true
  if ((IS_HANGUL[a] === 1 && b === PO) || (a === PR && IS_HANGUL[b] === 1)) return true
  if (a === AP && IS_AKSARA[b] === 1) return true
  if (IS_AKSARA[a] === 1 && (b === VF || b === VI)) return true
  if (a === VI && (b === AK || b === DC) && IS_AKSARA[classAt(signs, i - 2)] === 1) return true
  return IS_AKSARA[a] === 1 && IS_AKSARA[b] === 1 && classAt(signs, i + 1) === VF
}

/** LB30a and LB30b: flags and skin tones. */
function holdsRest(signs: Signs, i: number, a: number, b: number): boolean {
  if (b === EM) return a === EB || a === XP
  return a === RI && b === RI && signs.pairs[i - 1] === 1
}

// ── Pairs that need no look around ──────────────────────────────────────────────────────────────────────────────────────

const [LETTER, CLOSES, QUOTES, OPENS] = [1, 2, 3, 4]
const GROUPS = [classes(), classes(AL, NU), classes(CL, CP, EX, IS, SY), classes(QU, QI, QF), classes(OP)]
/** Latin, Greek and Cyrillic letters, and the punctuation of alphabets. Between, a dictionary may divide words of what counts as letters here. */
const LAST_LETTER = 0x52f
const FIRST_SIGN = 0x2000
const LAST_PAIRED = 0x205f

/** By code: letters or digits, closing or opening signs, quotation marks, none of them wide; 0 for everything else. Made when the first text asks. */
const pairGroups = lazy(() =>
  Uint8Array.from({ length: LAST_PAIRED + 1 }, (_, code) => (code > LAST_LETTER && code < FIRST_SIGN ? 0 : groupOf(lineClassOf(code)))),
)

function groupOf(lineClass: number): number {
  return Math.max(
    0,
    GROUPS.findIndex((group) => group[lineClass] === 1),
  )
}

/**
 * Whether no line ends between two characters, whatever is around them, so that a text of one alphabet needs no signs: LB13 before closing signs, LB14 after opening
 * ones, LB19 beside quotation marks, LB23, LB25, LB28 and LB30 between letters, digits and opening signs. False says nothing. Of `line-break: auto` alone.
 */
export function holdsTogether(last: number, next: number): boolean {
  if (last > LAST_PAIRED || next > LAST_PAIRED) return false
  const groups = pairGroups()
  const a = groups[last]!
  const b = groups[next]!
  if (a === 0 || b === 0) return false
  return b === CLOSES || b === QUOTES || a === QUOTES || a === OPENS || (a === LETTER && (b === LETTER || b === OPENS))
}
