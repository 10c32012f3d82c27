// Values of fonts and text.

import { PX } from '../../geometry.ts'
import type { Style } from '../style.ts'
import { type FontSizeAdjust, type InitialLetter, type LengthPercentage, resolveLength, type TextEdges } from '../value.ts'
import { USES } from './units.ts'
import {
  angle,
  type Cursor,
  commaList,
  integer,
  keywords,
  length,
  lengthPercentage,
  nonNegative,
  nonNegativeNumber,
  number,
  type Parser,
  percentage,
  spaceList,
  text,
} from './values.ts'

export type Feature = readonly [tag: string, value: number]

const GENERIC = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'math',
  'emoji',
  'fangsong',
])

const familyName: Parser<string> = (c) => {
  const quoted = c.try(text)
  if (quoted !== undefined) return quoted
  const words: string[] = []
  for (let item = c.peek(); item?.kind === 'ident'; item = c.peek()) {
    words.push(item.value)
    c.at++
  }
  const name = words.join(' ')
  if (words.length === 0) return undefined
  return GENERIC.has(name.toLowerCase()) ? name.toLowerCase() : name
}

export const fontFamily: Parser<readonly string[]> = commaList(familyName)

/** Whether the generic `monospace` is the only family: its default size is 13 px instead of 16, as in browsers. */
export const isMonospace = (families: readonly string[]): boolean => families.length === 1 && families[0] === 'monospace'

/** In pixels; and where the family is `monospace` alone, as in browsers. */
const SIZES = { 'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24, 'xx-large': 32, 'xxx-large': 48 } as const
const MONOSPACE_SIZES = {
  'xx-small': 9,
  'x-small': 9,
  small: 10,
  medium: 13,
  large: 16,
  'x-large': 20,
  'xx-large': 26,
  'xxx-large': 40,
} as const
type SizeName = keyof typeof SIZES
const SIZE_NAMES = Object.keys(SIZES) as readonly SizeName[] // the keys just written

/** Points, and whether they were computed from absolute lengths only (then `monospace` does not shrink them). */
export interface FontSize {
  readonly points: number
  readonly isAbsolute: boolean
  /** The keyword that it is of. */
  readonly keyword: SizeName | undefined
}

/** How much smaller a size that is not absolute is where the family is `monospace` alone. */
export function monospaceShare({ keyword = 'medium' }: FontSize): number {
  return MONOSPACE_SIZES[keyword] / SIZES[keyword]
}

/** The environment's font size is that of the parent here. */
export const fontSize: Parser<FontSize> = (c) => {
  const name = c.keyword(...SIZE_NAMES)
  if (name !== undefined) {
    c.environment.uses |= USES.zoom | USES.font
    return { points: SIZES[name] * PX * c.environment.zoom, isAbsolute: false, keyword: name }
  }
  const relative = c.keyword('larger', 'smaller')
  const { fontSize: parent, isParentAbsolute } = c.environment
  if (relative !== undefined) {
    c.environment.uses |= USES.font
    return { points: relative === 'larger' ? parent * 1.2 : parent / 1.2, isAbsolute: isParentAbsolute, keyword: undefined }
  }
  const item = c.peek()
  const value = nonNegative(c)
  if (value === undefined) return undefined
  const isRelative = item?.kind === 'percentage' || (item?.kind === 'dimension' && item.unit === 'em')
  c.environment.uses |= USES.font
  const points = resolveLength(value, parent)
  return { points, isAbsolute: isRelative ? isParentAbsolute : true, keyword: undefined }
}

const ADJUSTED = ['ex-height', 'cap-height', 'ch-width', 'ic-width', 'ic-height'] as const

/** CSS Fonts 5 §3.6. */
export const fontSizeAdjust: Parser<FontSizeAdjust> = (c) => {
  if (c.keyword('none') !== undefined) return 'none'
  const metric = c.keyword(...ADJUSTED) ?? 'ex-height'
  if (c.keyword('from-font') !== undefined) return { metric, value: 'from-font' }
  const value = nonNegativeNumber(c)
  return value === undefined ? undefined : { metric, value }
}

/** CSS Fonts 4 §2.2.1: `bolder` and `lighter` are relative to the parent's weight. */
export const fontWeight: Parser<number> = (c) => {
  const keyword = c.keyword('normal', 'bold', 'bolder', 'lighter')
  if (keyword === 'normal') return 400
  if (keyword === 'bold') return 700
  if (keyword === undefined) {
    const value = number(c)
    return value === undefined || value < 1 || value > 1000 ? undefined : value
  }
  c.environment.uses |= USES.parent
  const { parentWeight } = c.environment
  if (keyword === 'bolder') return parentWeight < 350 ? 400 : parentWeight < 550 ? 700 : Math.max(900, parentWeight)
  return parentWeight < 100 ? parentWeight : parentWeight < 550 ? 100 : parentWeight < 750 ? 400 : 700
}

export const fontStyle: Parser<Style['fontStyle']> = (c) => {
  const keyword = c.keyword('normal', 'italic', 'oblique')
  if (keyword === 'oblique') c.try(angle)
  return keyword
}

const STRETCHES = {
  'ultra-condensed': 50,
  'extra-condensed': 62.5,
  condensed: 75,
  'semi-condensed': 87.5,
  normal: 100,
  'semi-expanded': 112.5,
  expanded: 125,
  'extra-expanded': 150,
  'ultra-expanded': 200,
} as const
const STRETCH_NAMES = Object.keys(STRETCHES) as readonly (keyof typeof STRETCHES)[] // the keys just written

export const fontStretch: Parser<number> = (c) => {
  const keyword = c.keyword(...STRETCH_NAMES)
  const value = keyword === undefined ? percentage(c) : STRETCHES[keyword]
  return value === undefined || value < 0 ? undefined : value
}

export const lineHeight: Parser<Style['lineHeight']> = (c) => {
  if (c.keyword('normal') !== undefined) return 'normal'
  const factor = c.try(nonNegativeNumber)
  if (factor !== undefined) return { factor }
  const value = nonNegative(c)
  if (value === undefined) return undefined
  if (typeof value === 'number') return { points: value }
  c.environment.uses |= USES.font
  return { points: resolveLength(value, c.environment.fontSize) }
}

/** `normal`, a length, or per cent of the font size: of each element's own, as percentages are inherited (CSS Text 4 §8). */
export const spacing: Parser<LengthPercentage> = (c) => (c.keyword('normal') === undefined ? lengthPercentage(c) : 0)

// ── Features ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const sortFeatures = (features: Iterable<Feature>): readonly Feature[] =>
  [...new Map(features)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

const taggedValue =
  (valueParser: Parser<number>): Parser<Feature> =>
  (c) => {
    const tag = text(c)
    if (tag?.length !== 4) return undefined
    const value = valueParser(c)
    return value === undefined ? undefined : [tag, value]
  }

const onOff: Parser<number> = (c) => {
  const keyword = c.keyword('on', 'off')
  return keyword === undefined ? (c.try(integer) ?? 1) : Number(keyword === 'on')
}

const settings =
  (value: Parser<number>): Parser<readonly Feature[]> =>
  (c) => {
    if (c.keyword('normal') !== undefined) return []
    const list = commaList(taggedValue(value))(c)
    return list && sortFeatures(list)
  }

export const fontFeatureSettings = settings(onOff)
export const fontVariationSettings = settings(number)

type FeatureKeywords = Readonly<Record<string, readonly Feature[]>>

export const LIGATURES: FeatureKeywords = {
  'common-ligatures': [
    ['liga', 1],
    ['clig', 1],
  ],
  'no-common-ligatures': [
    ['liga', 0],
    ['clig', 0],
  ],
  'discretionary-ligatures': [['dlig', 1]],
  'no-discretionary-ligatures': [['dlig', 0]],
  'historical-ligatures': [['hlig', 1]],
  'no-historical-ligatures': [['hlig', 0]],
  contextual: [['calt', 1]],
  'no-contextual': [['calt', 0]],
}
const NO_LIGATURES: readonly Feature[] = [
  ['calt', 0],
  ['clig', 0],
  ['dlig', 0],
  ['hlig', 0],
  ['liga', 0],
]
export const NUMERIC: FeatureKeywords = {
  'lining-nums': [['lnum', 1]],
  'oldstyle-nums': [['onum', 1]],
  'proportional-nums': [['pnum', 1]],
  'tabular-nums': [['tnum', 1]],
  'diagonal-fractions': [['frac', 1]],
  'stacked-fractions': [['afrc', 1]],
  ordinal: [['ordn', 1]],
  'slashed-zero': [['zero', 1]],
}
export const EAST_ASIAN: FeatureKeywords = {
  jis78: [['jp78', 1]],
  jis83: [['jp83', 1]],
  jis90: [['jp90', 1]],
  jis04: [['jp04', 1]],
  simplified: [['smpl', 1]],
  traditional: [['trad', 1]],
  'full-width': [['fwid', 1]],
  'proportional-width': [['pwid', 1]],
  ruby: [['ruby', 1]],
}
export const ALTERNATES: FeatureKeywords = { 'historical-forms': [['hist', 1]] }

/** `normal`, or keywords for sets of features. */
export const featureKeywords =
  (table: FeatureKeywords): Parser<readonly Feature[]> =>
  (c) => {
    if (c.keyword('normal') !== undefined) return []
    if (table === LIGATURES && c.keyword('none') !== undefined) return NO_LIGATURES
    const names = spaceList(keywords(...Object.keys(table)))(c)
    return names && sortFeatures(names.flatMap((name) => table[name] ?? []))
  }

export const mergeFeatures = (...lists: readonly (readonly Feature[])[]): readonly Feature[] => {
  const used = lists.filter((list) => list.length > 0)
  return used.length < 2 ? (used[0] ?? NO_FEATURES) : sortFeatures(used.flat())
}
const NO_FEATURES: readonly Feature[] = Object.freeze([])

/** An OpenType language system tag, four characters or fewer. */
export const fontLanguageOverride: Parser<string> = (c) => {
  if (c.keyword('normal') !== undefined) return 'normal'
  const tag = text(c)
  return tag !== undefined && /^[\x20-\x7e]{1,4}$/.test(tag) ? tag.trim() : undefined
}

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

type TextAlign = Style['textAlign']
const ALIGNMENTS = keywords('start', 'end', 'left', 'right', 'center', 'justify', 'justify-all')

export const textAlign: Parser<TextAlign> = (c) => {
  const plain = ALIGNMENTS(c)
  if (plain !== undefined) return plain
  const vendor = c.keyword('-webkit-left', '-webkit-right', '-webkit-center', '-moz-left', '-moz-right', '-moz-center')
  if (vendor !== undefined)
    return ({ left: '-platen-left', right: '-platen-right', center: '-platen-center' } as const)[vendor.split('-')[2] as 'left'] // left, right or center
  const { parentAlign, parentDirection } = c.environment
  const own = c.keyword('match-parent', '-webkit-match-parent', '-platen-heading', '-platen-table')
  if (own === undefined) return undefined
  c.environment.uses |= USES.parent
  // A table heading is centred, unless an ancestor sets the alignment (HTML §15.3.8).
  if (own === '-platen-heading') return parentAlign === 'start' ? 'center' : parentAlign
  // The alignment of blocks by presentational hints ends at a table.
  if (own === '-platen-table') return parentAlign.startsWith('-platen-') ? 'start' : parentAlign
  if (parentAlign === 'start') return parentDirection === 'rtl' ? 'right' : 'left'
  if (parentAlign === 'end') return parentDirection === 'rtl' ? 'left' : 'right'
  return parentAlign
}

export const NO_TRANSFORM: Style['textTransform'] = { case: 'none', isFullWidth: false, isFullSizeKana: false }

export const textTransform: Parser<Style['textTransform']> = (c) => {
  if (c.keyword('none') !== undefined) return NO_TRANSFORM
  const names = spaceList(keywords('uppercase', 'lowercase', 'capitalize', 'full-width', 'full-size-kana'))(c)
  if (names === undefined) return undefined
  const caseName = names.find((name) => name === 'uppercase' || name === 'lowercase' || name === 'capitalize')
  return { case: caseName ?? 'none', isFullWidth: names.includes('full-width'), isFullSizeKana: names.includes('full-size-kana') }
}

export const NO_LINES: Style['textDecorationLine'] = { underline: false, overline: false, lineThrough: false, error: 'none' }

export const decorationLine: Parser<Style['textDecorationLine']> = (c) => {
  const alone = c.keyword('none', 'spelling-error', 'grammar-error')
  if (alone !== undefined) return alone === 'none' ? NO_LINES : { ...NO_LINES, error: alone === 'spelling-error' ? 'spelling' : 'grammar' }
  const names = spaceList(keywords('underline', 'overline', 'line-through', 'blink'))(c)
  if (names === undefined) return undefined
  const [underline, overline, lineThrough] = [names.includes('underline'), names.includes('overline'), names.includes('line-through')]
  return { underline, overline, lineThrough, error: 'none' }
}

export const textIndentLines: Parser<Style['textIndentLines']> = (c) => {
  const names = spaceList(keywords('hanging', 'each-line'))(c) ?? []
  const isHanging = names.includes('hanging')
  return names.includes('each-line') ? (isHanging ? 'hanging each-line' : 'each-line') : isHanging ? 'hanging' : 'first'
}

export const blockEllipsis: Parser<Style['blockEllipsis']> = (c) => {
  const marker = c.try(text)
  return marker === undefined ? c.keyword('none', 'auto') : { marker }
}

export const textOverflow: Parser<Style['textOverflow']> = (c) => {
  const marker = c.try(text)
  return marker === undefined ? c.keyword('clip', 'ellipsis') : { marker }
}

/** `left` and `right` apply to vertical text only. */
export const textUnderlinePosition: Parser<Style['textUnderlinePosition']> = (c) => {
  const names = spaceList(keywords('auto', 'from-font', 'under', 'left', 'right'))(c)
  if (names === undefined || (names.length > 1 && !names.includes('under'))) return undefined
  return names.includes('under') ? 'under' : names[0] === 'from-font' ? 'from-font' : 'auto'
}

export const tabSize: Parser<Style['tabSize']> = (c) => {
  const spaces = c.try(nonNegativeNumber)
  if (spaces !== undefined) return { spaces }
  const points = length(c)
  return points === undefined || points < 0 ? undefined : { points }
}

export const hyphenateLimits: Parser<Style['hyphenateLimitChars']> = (c) => {
  const one = (valueParser: number): number => (c.keyword('auto') === undefined ? (c.try(integer) ?? valueParser) : valueParser)
  if (c.isDone) return undefined
  const word = one(5)
  const before = one(2)
  return [word, before, c.isDone ? before : one(2)]
}

export const TEXT_EDGES: TextEdges = Object.freeze({ over: 'text', under: 'text' })

/** How deep in scripts (MathML Core §4.5). */
export const mathDepth: Parser<number | { readonly by: number }> = (c) => {
  const steps = c.call('add')
  if (steps === undefined) return integer(c)
  const by = integer(steps)
  return by === undefined || !steps.isDone ? undefined : { by }
}

/** Without a sink the letter drops as many whole lines as it is high. */
export const initialLetter: Parser<InitialLetter | 'normal'> = (c) => {
  if (c.keyword('normal') !== undefined) return 'normal'
  const before = c.keyword('drop', 'raise')
  const size = number(c)
  if (size === undefined || size < 1) return undefined
  const sink = before === undefined ? c.try(integer) : undefined
  const word = sink === undefined ? (before ?? c.keyword('drop', 'raise')) : undefined
  if (sink !== undefined && sink < 1) return undefined
  return { size, sink: sink ?? (word === 'raise' ? 1 : size) }
}

/** One word must be a name of both edges. */
export const textBoxEdge: Parser<TextEdges> = (c) => {
  if (c.keyword('auto') !== undefined) return TEXT_EDGES
  const over = c.keyword('text', 'cap', 'ex')
  const under = c.keyword('text', 'alphabetic') ?? (over === 'text' ? over : undefined)
  return over && under && { over, under }
}

export const hangingPunctuation: Parser<readonly string[]> = (c) =>
  c.keyword('none') === undefined ? spaceList(keywords('first', 'last', 'force-end', 'allow-end'))(c) : []

export const textOrAuto = (c: Cursor): string | undefined => c.keyword('auto') ?? text(c)
