// What the parts of a formula inherit from where they stand (MathML Core §4), and what the font says for them.
import type { MathElement, Origin } from '../../box/box.ts'
import type { Face, GlyphOutline, MathConstant, MathTable } from '../../font/font.ts'
import { PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import { type TextStyle, textStyleOf } from '../inline/text-style.ts'
import type { MathPiece } from './piece.ts'

/** How an element of a formula is set. */
export interface MathEnvironment {
  readonly formula: FormulaContext
  /** `math-depth`: how deep in scripts; sizes shrink with it. */
  readonly depth: number
  /** `math-style: normal`: large operators, limits over and under, roomy fractions. */
  readonly isDisplay: boolean
  /** `math-shift: compact`: superscripts are raised less. */
  readonly isCramped: boolean
  /** What a stretchy operator must cover; undefined: it has its natural size. */
  readonly stretch: StretchTarget | undefined
}

/** Extents around the baseline, or a width, points. */
export type StretchTarget =
  | { readonly axis: 'vertical'; readonly ascent: number; readonly descent: number }
  | { readonly axis: 'horizontal'; readonly width: number }

/** Lays one formula out. */
export interface FormulaContext {
  readonly layout: LayoutContext
  readonly origin: Origin
  /** Any element; its shape depends on nothing but the environment. */
  lay(element: MathElement, environment: MathEnvironment): MathPiece
  /** Bounds of the ink of glyphs, by face. */
  readonly ink: Map<Face, Map<number, Ink>>
  /** Slanted and bold copies of styles, by variant. */
  readonly slants: Map<Style, Map<string, Style>>
}

/** Font units, y up. */
export interface Ink {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** The font of an element of a formula at its size. */
export interface MathFont {
  readonly face: Face
  readonly table: MathTable | undefined
  readonly text: TextStyle
  /** Used size: that of the style, less in scripts. */
  readonly size: number
  /** Points in a font unit. */
  readonly scale: number
  /** Height of the axis over the baseline: of minus signs and fraction bars. */
  readonly axis: number
  readonly ruleThickness: number
  /** A constant of the MATH table in points; of fonts without one as MathML Core §4.1 falls back. */
  constant(name: MathConstant): number
  /** An em and an ex, in points. */
  readonly em: number
  readonly ex: number
}

export function fontOf(style: Style, { formula, depth }: MathEnvironment): MathFont {
  const text = textStyleOf(style, formula.layout.fonts)
  const { face } = text.primary
  const size = style.fontSize * scriptFactor(face.math, depth)
  const scale = size / face.unitsPerEm
  const table = face.math
  const axis = table === undefined ? (face.xHeight * scale) / 2 : table.constants.axisHeight * scale
  const rule = table?.constants.fractionRuleThickness
  const ruleThickness = rule === undefined ? face.underlineThickness * scale : rule * scale
  return {
    ...{ face, table, text, size, scale, axis, ruleThickness, em: size, ex: face.xHeight * scale },
    constant: (name) => (table === undefined ? fallbackConstant(name, face, ruleThickness / scale) : table.constants[name]) * scale,
  }
}

/** 0.71 a level, or what the font says of the first two (MathML Core §4.3). */
function scriptFactor(table: MathTable | undefined, depth: number): number {
  const constants = table?.constants
  const first = (constants?.scriptPercentScaleDown ?? 0) / 100
  const second = (constants?.scriptScriptPercentScaleDown ?? 0) / 100
  if (depth <= 0) return DEFAULT_FACTOR ** depth
  if (depth === 1) return first > 0 ? first : DEFAULT_FACTOR
  return (second > 0 ? second : DEFAULT_FACTOR ** 2) * DEFAULT_FACTOR ** (depth - 2)
}

const DEFAULT_FACTOR = 0.71

/** Font units. What is not named is 0. */
function fallbackConstant(name: MathConstant, face: Face, rule: number): number {
  switch (name) {
    case 'subscriptShiftDown':
    case 'superscriptShiftUp':
    case 'superscriptShiftUpCramped':
      return face.unitsPerEm / 3
    case 'subscriptTopMax':
      return (face.xHeight * 4) / 5
    case 'superscriptBottomMin':
      return face.xHeight / 4
    case 'superscriptBottomMaxWithSubscript':
      return (face.xHeight * 4) / 5
    case 'subSuperscriptGapMin':
      return 4 * rule
    case 'spaceAfterScript':
      return face.unitsPerEm / 24
    case 'accentBaseHeight':
    case 'flattenedAccentBaseHeight':
      return face.xHeight
    case 'fractionNumeratorGapMin':
    case 'fractionDenominatorGapMin':
    case 'radicalExtraAscender':
    case 'overbarExtraAscender':
    case 'underbarExtraDescender':
      return rule
    case 'fractionNumDisplayStyleGapMin':
    case 'fractionDenomDisplayStyleGapMin':
    case 'stackGapMin':
    case 'overbarVerticalGap':
    case 'underbarVerticalGap':
      return 3 * rule
    case 'stackDisplayStyleGapMin':
      return 7 * rule
    case 'radicalRuleThickness':
    case 'overbarRuleThickness':
    case 'underbarRuleThickness':
      return rule
    case 'radicalVerticalGap':
      return (5 * rule) / 4
    case 'radicalDisplayStyleVerticalGap':
      return rule + face.xHeight / 4
    case 'radicalKernBeforeDegree':
      return (face.unitsPerEm * 5) / 18
    case 'radicalKernAfterDegree':
      return (-face.unitsPerEm * 10) / 18
    case 'radicalDegreeBottomRaisePercent':
      return 60
    default:
      return 0
  }
}

/** A script of an element: smaller, and never in display style. */
export function scriptOf(environment: MathEnvironment, levels = 1, isCramped = environment.isCramped): MathEnvironment {
  return { ...environment, depth: environment.depth + levels, isDisplay: false, isCramped, stretch: undefined }
}

// ── Lengths and switches of attributes ──────────────────────────────────────────────────────────────────────────────────

const ABSOLUTE: Readonly<Record<string, number>> = { px: PX, pt: 1, pc: 12, in: 72, cm: 72 / 2.54, mm: 7.2 / 2.54, q: 1.8 / 2.54 }
const NAMED: Readonly<Record<string, number>> = {
  ...{ veryverythinmathspace: 1, verythinmathspace: 2, thinmathspace: 3, mediummathspace: 4, thickmathspace: 5 },
  ...{ verythickmathspace: 6, veryverythickmathspace: 7 },
}

/** A length of an attribute in points, percentages of `whole`; undefined where there is none or it is no length. */
export function lengthOf(element: MathElement, name: string, font: MathFont, whole = 0): number | undefined {
  const text = element.attributes.get(name)?.trim().toLowerCase()
  return text === undefined || text === '' ? undefined : readLength(text, font, whole)
}

function readLength(text: string, { em, ex }: MathFont, whole: number): number | undefined {
  const named = NAMED[text.replace(/^negative/, '')]
  if (named !== undefined) return (text.startsWith('negative') ? -named : named) * (em / 18)
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*([a-z%]*)$/.exec(text)
  if (match === null) return undefined
  const [, number = '', unit = ''] = match
  const value = Number(number)
  if (unit === 'em' || unit === 'rem') return value * em
  if (unit === 'ex') return value * ex
  if (unit === '%') return (value / 100) * whole
  // Without a unit a number is no length, but for 0 (MathML Core §2.1.5).
  if (unit === '') return value === 0 ? 0 : undefined
  const points = ABSOLUTE[unit]
  return points === undefined ? undefined : value * points
}

export function switchOf({ attributes }: MathElement, name: string): boolean | undefined {
  const text = attributes.get(name)?.trim().toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** The environment inside of an element that has `displaystyle` or `scriptlevel` (MathML Core §2.1.4), or those properties. */
export function withAttributes(element: MathElement, environment: MathEnvironment): MathEnvironment {
  const { mathStyle } = element.style
  const isDisplay = mathStyle === 'inherited' ? (switchOf(element, 'displaystyle') ?? environment.isDisplay) : mathStyle === 'normal'
  const depth = Math.max(-LEVELS, Math.min(LEVELS, depthIn(element, environment.depth)))
  return isDisplay === environment.isDisplay && depth === environment.depth ? environment : { ...environment, isDisplay, depth }
}

/** Style sheets win over attributes, which are hints. */
function depthIn({ attributes, style: { mathDepth } }: MathElement, around: number): number {
  if (typeof mathDepth === 'number') return mathDepth
  if (typeof mathDepth === 'object') return around + mathDepth.by
  const level = /^\s*([+-]?)(\d{1,3})\s*$/.exec(attributes.get('scriptlevel') ?? '')
  if (level === null) return around
  const steps = Number(`${level[1]}${level[2]}`)
  return level[1] === '' ? steps : around + steps
}

/** Beyond this many levels nothing could be seen, or all of it would be too large for a page. */
const LEVELS = 20

// ── Ink ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const NO_INK: Ink = { left: 0, bottom: 0, right: 0, top: 0 }

export function inkOf(face: Face, glyph: number, { ink, layout }: FormulaContext): Ink {
  let known = ink.get(face)
  if (known === undefined) ink.set(face, (known = new Map()))
  let found = known.get(glyph)
  if (found === undefined) known.set(glyph, (found = boundsOf(layout.fonts.outline(face, glyph))))
  return found
}

/** The box of a shape: of its points, and of what curves reach between theirs. */
function boundsOf(outline: GlyphOutline): Ink {
  const xs: number[] = []
  const ys: number[] = []
  let [x, y] = [0, 0]
  for (const { values } of outline) {
    if (values.length < 2) continue
    const px = [x, ...values.filter((_, i) => i % 2 === 0)]
    const py = [y, ...values.filter((_, i) => i % 2 === 1)]
    xs.push(...extremes(px))
    ys.push(...extremes(py))
    ;[x, y] = [px.at(-1)!, py.at(-1)!]
    if (values.length === 2) {
      xs.push(x)
      ys.push(y)
    }
  }
  if (xs.length === 0) return NO_INK
  const least = (list: readonly number[]): number => list.reduce((a, b) => Math.min(a, b))
  const most = (list: readonly number[]): number => list.reduce((a, b) => Math.max(a, b))
  return { left: least(xs), bottom: least(ys), right: most(xs), top: most(ys) }
}

/** The ends of a Bézier curve and its turning points along one axis; nothing for points that are only moved to. */
function extremes(points: readonly number[]): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = points
  if (points.length === 3) return [a, c, ...at([(a - b) / (a - 2 * b + c)], (t) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c)]
  if (points.length !== 4) return []
  const [p, q, r] = [3 * (d - 3 * c + 3 * b - a), 6 * (c - 2 * b + a), 3 * (b - a)]
  const root = Math.sqrt(q * q - 4 * p * r)
  const turns = Math.abs(p) < 1e-9 ? [-r / q] : [(-q + root) / (2 * p), (-q - root) / (2 * p)]
  return [a, d, ...at(turns, (t) => (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t ** 3 * d)]
}

function at(turns: readonly number[], value: (t: number) => number): readonly number[] {
  return turns.filter((t) => t > 0 && t < 1).map(value)
}
