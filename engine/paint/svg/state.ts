// Inherited properties of drawings (SVG 2 §6).
import type { TextSource } from '../../diagnostic.ts'
import { parseLength } from '../../drawing-length.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Color, PaintOrder } from '../../style/value.ts'
import type { Stroke } from '../canvas.ts'
import { parseNumbers, parseProportion, parseReference } from './values.ts'

export type SvgPaint =
  | { readonly kind: 'none' }
  | { readonly kind: 'color'; readonly color: Color }
  /** `fallback`: for an id that does not exist. */
  | { readonly kind: 'reference'; readonly id: string; readonly fallback: Color | undefined }
  | { readonly kind: 'context-fill' }
  | { readonly kind: 'context-stroke' }

export interface SvgState {
  readonly color: Color
  readonly fill: SvgPaint
  readonly fillOpacity: number
  readonly fillRule: 'nonzero' | 'evenodd'
  readonly clipRule: 'nonzero' | 'evenodd'
  readonly stroke: SvgPaint
  readonly strokeOpacity: number
  readonly line: Stroke
  readonly markerStart: string | undefined
  readonly markerMid: string | undefined
  readonly markerEnd: string | undefined
  readonly isVisible: boolean
  /** From the bottom up. */
  readonly paintOrder: PaintOrder
  readonly fontFamily: readonly string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fontStyle: 'normal' | 'italic' | 'oblique'
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly decoration: string
  readonly textAnchor: 'start' | 'middle' | 'end'
  readonly baseline: string
  readonly rise: Rise
  readonly keepsSpaces: boolean
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Where texts come from. */
  readonly source: TextSource | undefined
  /** The nearest viewport in user units, which percentages refer to. */
  readonly viewport: { readonly width: number; readonly height: number }
}

/** How far `baseline-shift` raises text, the elements around included: in user units, and in heights of the text's own font. */
export interface Rise {
  readonly length: number
  readonly heights: number
}

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }

const NORMAL_ORDER: PaintOrder = Object.freeze(['fill', 'stroke', 'markers'] as const)

export const INITIAL_STATE: SvgState = {
  color: BLACK,
  fill: { kind: 'color', color: BLACK },
  fillOpacity: 1,
  fillRule: 'nonzero',
  clipRule: 'nonzero',
  stroke: { kind: 'none' },
  strokeOpacity: 1,
  line: { width: 1, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 4 },
  markerStart: undefined,
  markerMid: undefined,
  markerEnd: undefined,
  isVisible: true,
  paintOrder: NORMAL_ORDER,
  fontFamily: [],
  fontSize: 16,
  fontWeight: 400,
  fontStyle: 'normal',
  letterSpacing: 0,
  wordSpacing: 0,
  decoration: '',
  textAnchor: 'start',
  baseline: 'auto',
  rise: { length: 0, heights: 0 },
  keepsSpaces: false,
  language: '',
  direction: 'ltr',
  source: undefined,
  viewport: { width: 100, height: 100 },
}

type ColorParser = (text: string) => Color | undefined

type Change = { -readonly [K in keyof SvgState]?: SvgState[K] }

/** A reader for each inherited attribute: it puts the new value into `change`. */
const READERS: Readonly<Record<string, (value: string, state: SvgState, change: Change, colors: ColorParser) => void>> = {
  fill: (value, state, change, colors) => {
    change.fill = parsePaint(value, change.color ?? state.color, colors) ?? state.fill
  },
  stroke: (value, state, change, colors) => {
    change.stroke = parsePaint(value, change.color ?? state.color, colors) ?? state.stroke
  },
  'fill-opacity': (value, state, change) => {
    change.fillOpacity = parseProportion(value) ?? state.fillOpacity
  },
  'stroke-opacity': (value, state, change) => {
    change.strokeOpacity = parseProportion(value) ?? state.strokeOpacity
  },
  'fill-rule': (value, state, change) => {
    change.fillRule = parseRule(value) ?? state.fillRule
  },
  'clip-rule': (value, state, change) => {
    change.clipRule = parseRule(value) ?? state.clipRule
  },
  'stroke-width': (value, state, change) => {
    const width = parseLength(value, diagonal(state), state.fontSize)
    if (width !== undefined && width >= 0) line(state, change, { width })
  },
  'stroke-dasharray': (value, state, change) => line(state, change, { dash: parseDashes(value, state) }),
  'stroke-dashoffset': (value, state, change) =>
    line(state, change, { dashPhase: parseLength(value, diagonal(state), state.fontSize) ?? state.line.dashPhase }),
  'stroke-linecap': (value, state, change) => {
    if (value === 'butt' || value === 'round' || value === 'square') line(state, change, { cap: value })
  },
  'stroke-linejoin': (value, state, change) => {
    const join =
      value === 'miter' || value === 'round' || value === 'bevel' ? value : value === 'arcs' || value === 'miter-clip' ? 'miter' : undefined
    if (join !== undefined) line(state, change, { join })
  },
  'stroke-miterlimit': (value, state, change) => {
    const miterLimit = Number(value)
    if (miterLimit >= 1) line(state, change, { miterLimit })
  },
  'marker-start': (value, _state, change) => {
    change.markerStart = parseReference(value)?.id
  },
  'marker-mid': (value, _state, change) => {
    change.markerMid = parseReference(value)?.id
  },
  'marker-end': (value, _state, change) => {
    change.markerEnd = parseReference(value)?.id
  },
  marker: (value, _state, change) => {
    const id = parseReference(value)?.id
    Object.assign(change, { markerStart: id, markerMid: id, markerEnd: id })
  },
  visibility: (value, _state, change) => {
    change.isVisible = value !== 'hidden' && value !== 'collapse'
  },
  'paint-order': (value, _state, change) => {
    change.paintOrder = parsePaintOrder(value)
  },
  'font-family': (value, _state, change) => {
    change.fontFamily = value.split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/s, '$2'))
  },
  'font-size': (value, state, change) => {
    change.fontSize = parseFontSize(value, state.fontSize) ?? state.fontSize
  },
  'font-weight': (value, state, change) => {
    change.fontWeight = parseWeight(value, state.fontWeight)
  },
  'font-style': (value, _state, change) => {
    change.fontStyle = value === 'italic' ? 'italic' : value.startsWith('oblique') ? 'oblique' : 'normal'
  },
  'letter-spacing': (value, state, change) => {
    change.letterSpacing = parseLength(value, 0, change.fontSize ?? state.fontSize) ?? 0
  },
  'word-spacing': (value, state, change) => {
    change.wordSpacing = parseLength(value, 0, change.fontSize ?? state.fontSize) ?? 0
  },
  // Not inherited, but painted over all descendants.
  'text-decoration': (value, state, change) => {
    change.decoration = value === 'none' ? state.decoration : `${state.decoration} ${value}`
  },
  'text-anchor': (value, state, change) => {
    change.textAnchor = value === 'start' || value === 'middle' || value === 'end' ? value : state.textAnchor
  },
  'dominant-baseline': (value, _state, change) => {
    change.baseline = value.trim()
  },
  'alignment-baseline': (value, _state, change) => {
    change.baseline = value.trim()
  },
  // Not inherited, but the baseline of an element is that of the element around, shifted (SVG 2 §11.10.4, CSS Inline 3 §4.3).
  'baseline-shift': (value, state, change) => {
    const { length, heights } = state.rise
    const half = value === 'super' ? 0.5 : value === 'sub' ? -0.5 : 0
    const fontSize = change.fontSize ?? state.fontSize
    change.rise = { length: length + (half === 0 ? (parseLength(value, fontSize, fontSize) ?? 0) : 0), heights: heights + half }
  },
  'xml:space': (value, _state, change) => {
    change.keepsSpaces = value === 'preserve'
  },
  'white-space': (value, _state, change) => {
    change.keepsSpaces = isKept(value)
  },
  'white-space-collapse': (value, _state, change) => {
    change.keepsSpaces = isKept(value)
  },
  lang: (value, _state, change) => {
    change.language = value
  },
  direction: (value, _state, change) => {
    change.direction = value === 'rtl' ? 'rtl' : 'ltr'
  },
}

const isKept = (value: string): boolean => value !== 'pre-line' && value !== 'preserve-breaks' && /^(?:pre|break-spaces)/.test(value)

/** The state of an element. The same object when the element has no attributes of its own. */
export function inherit(state: SvgState, { attributes, source }: VectorElement, colors: ColorParser): SvgState {
  let change: Change | undefined = source && { source }
  // `color` first: `currentColor` in other attributes refers to it.
  const color = attributes.get('color')
  const parsed = color === undefined || color === 'inherit' ? undefined : colors(color)
  if (parsed !== undefined) (change ??= {}).color = parsed
  const size = attributes.get('font-size')
  if (size !== undefined && size !== 'inherit') READERS['font-size']?.(size, state, (change ??= {}), colors)
  for (const [name, value] of attributes) {
    if (name === 'font-size' || value === 'inherit') continue
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    if (read !== undefined) read(value.trim(), state, (change ??= {}), colors)
  }
  return change === undefined ? state : { ...state, ...change }
}

function line(state: SvgState, change: Change, part: Partial<Stroke>): void {
  change.line = { ...(change.line ?? state.line), ...part }
}

/** Undefined for an invalid value. */
function parsePaint(text: string, current: Color, colors: ColorParser): SvgPaint | undefined {
  const plain = text.trim()
  const lower = plain.toLowerCase()
  if (lower === 'none' || lower === '') return { kind: 'none' }
  if (lower === 'currentcolor') return { kind: 'color', color: current }
  if (lower === 'context-fill' || lower === 'context-stroke') return { kind: lower }
  const reference = parseReference(plain)
  if (reference !== undefined) {
    const { rest } = reference
    const fallback = rest === '' || rest === 'none' ? undefined : /^currentcolor$/i.test(rest) ? current : colors(rest)
    return { kind: 'reference', id: reference.id, fallback }
  }
  const color = colors(plain)
  return color === undefined ? undefined : { kind: 'color', color }
}

/** Operations that are not named follow in the normal order (SVG 2 §13.8). */
function parsePaintOrder(value: string): PaintOrder {
  const words = value.split(/\s+/)
  const named = NORMAL_ORDER.filter((part) => words.includes(part)).sort((a, b) => words.indexOf(a) - words.indexOf(b))
  return [...named, ...NORMAL_ORDER.filter((part) => !named.includes(part))]
}

function parseRule(value: string): 'nonzero' | 'evenodd' | undefined {
  return value === 'nonzero' || value === 'evenodd' ? value : undefined
}

/** An odd list is repeated; negative or all-zero ones mean a solid line (SVG 2 §13.5.6). */
function parseDashes(value: string, state: SvgState): number[] {
  if (value === 'none') return []
  const dashes = value.includes('%')
    ? value.split(/[\s,]+/).map((part) => parseLength(part, diagonal(state), state.fontSize) ?? Number.NaN)
    : parseNumbers(value.replace(/px/g, ''))
  if (dashes.some((dash) => !(dash >= 0)) || dashes.every((dash) => dash === 0)) return []
  return dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes]
}

const SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
}

function parseFontSize(value: string, parent: number): number | undefined {
  if (value === 'smaller') return parent / 1.2
  if (value === 'larger') return parent * 1.2
  return SIZES[value] ?? parseLength(value, parent, parent)
}

function parseWeight(value: string, parent: number): number {
  if (value === 'normal') return 400
  if (value === 'bold') return 700
  if (value === 'bolder') return parent < 350 ? 400 : parent < 550 ? 700 : 900
  if (value === 'lighter') return parent < 550 ? 100 : parent < 750 ? 400 : 700
  const weight = Number(value)
  return weight >= 1 && weight <= 1000 ? weight : parent
}

/** The basis of percentages for lengths without a direction (SVG 2 §8.9). */
export function diagonal({ viewport }: SvgState): number {
  return Math.hypot(viewport.width, viewport.height) / Math.SQRT2
}
