// Limits, bars and accents over and under a base (MathML Core §3.4.2).
import type { MathElement } from '../../box/box.ts'
import { fontOf, type MathEnvironment, type MathFont, type StretchTarget, scriptOf, switchOf } from './environment.ts'
import { axisOf, elementsOf, type OperatorIndex } from './operators.ts'
import { joinPieces, type MathPiece, type PlacedPiece } from './piece.ts'
import { scriptsPiece } from './scripts.ts'

interface Parts {
  readonly base: MathElement
  readonly under: MathElement | undefined
  readonly over: MathElement | undefined
}

export function limitsPiece(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece | undefined {
  const parts = partsOf(element)
  if (parts === undefined) return undefined
  const core = operators.coreOf(parts.base)
  if (core !== undefined && !environment.isDisplay && operators.traitsOf(core).hasMovableLimits)
    return scriptsPiece(element, environment, operators)
  return stackedPiece(element, parts, environment, operators)
}

function partsOf(element: MathElement): Parts | undefined {
  const [base, first, second, ...more] = elementsOf(element)
  if (base === undefined || first === undefined || more.length > 0) return undefined
  if (element.tag === 'munderover') return second === undefined ? undefined : { base, under: first, over: second }
  if (second !== undefined) return undefined
  return element.tag === 'munder' ? { base, under: first, over: undefined } : { base, under: undefined, over: first }
}

function stackedPiece(element: MathElement, parts: Parts, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  const isAccent = switchOf(element, 'accent') === true
  const isAccentUnder = switchOf(element, 'accentunder') === true
  const environments = {
    base: { ...environment, isCramped: environment.isCramped || isAccent },
    // An accent is as large as what it stands over.
    under: scriptOf(environment, isAccentUnder ? 0 : 1, true),
    over: scriptOf(environment, isAccent ? 0 : 1, environment.isCramped),
  }
  const pieces = widened(parts, environments, operators)
  const font = fontOf(element.style, environment)
  const { base, under, over } = pieces
  const core = operators.coreOf(parts.base)
  const traits = core === undefined ? undefined : operators.traitsOf(core)
  const isLarge = traits?.isLarge === true
  const grows = core !== undefined && traits?.isStretchy === true && axisOf(core, traits) === 'horizontal'
  const rules: Rules = { kind: isLarge ? 'large' : grows ? 'stretchy' : 'bar', isAccent, isAccentUnder }
  const slant = isLarge ? base.italicsCorrection / 2 : 0
  const middle = Math.max(base.width / 2, (over?.width ?? 0) / 2 - slant, (under?.width ?? 0) / 2 + slant)
  const placed: PlacedPiece[] = [{ piece: base, x: middle - base.width / 2, y: 0 }]
  let [above, below] = [0, 0]
  if (under !== undefined) {
    const gap = underGap(base, under, rules, font)
    placed.push({ piece: under, x: middle - slant - under.width / 2, y: base.descent + gap.gap + under.ascent })
    below = gap.extra
  }
  if (over !== undefined) {
    const gap = overGap(base, over, rules, font)
    const x = isAccent ? accentPlace(base, over, middle) : middle + slant - over.width / 2
    placed.push({ piece: over, x, y: -(base.ascent + gap.gap + over.descent) })
    above = gap.extra
  }
  const left = placed.reduce((least, { x }) => Math.min(least, x), 0)
  const right = placed.reduce((most, { x, piece }) => Math.max(most, x + piece.width), 0)
  const joined = joinPieces(left === 0 ? placed : placed.map((part) => ({ ...part, x: part.x - left })), right - left)
  return {
    ...joined,
    ascent: joined.ascent + above,
    descent: joined.descent + below,
    italicsCorrection: isAccent ? base.italicsCorrection : 0,
  }
}

interface Rules {
  readonly kind: 'large' | 'stretchy' | 'bar'
  readonly isAccent: boolean
  readonly isAccentUnder: boolean
}

/** The point of an accent over the point of the letter, where the font knows them. */
function accentPlace(base: MathPiece, over: MathPiece, middle: number): number {
  const point = base.topAccent === undefined ? middle : middle - base.width / 2 + base.topAccent
  return point - (over.topAccent ?? over.width / 2)
}

interface Gap {
  /** Between the ink of both. */
  readonly gap: number
  /** Beyond the outer one. */
  readonly extra: number
}

function overGap(base: MathPiece, over: MathPiece, { kind, isAccent }: Rules, font: MathFont): Gap {
  if (kind === 'large') {
    const rise = font.constant('upperLimitBaselineRiseMin') - over.descent
    return { gap: Math.max(font.constant('upperLimitGapMin'), rise), extra: 0 }
  }
  if (kind === 'stretchy') {
    const rise = font.constant('stretchStackTopShiftUp') - over.descent
    return { gap: Math.max(font.constant('stretchStackGapAboveMin'), rise), extra: 0 }
  }
  const extra = font.constant('overbarExtraAscender')
  if (isAccent) return { gap: Math.max(0, font.constant('accentBaseHeight') - base.ascent), extra }
  return { gap: font.constant('overbarVerticalGap'), extra }
}

function underGap(_base: MathPiece, under: MathPiece, { kind, isAccentUnder }: Rules, font: MathFont): Gap {
  if (kind === 'large') {
    const drop = font.constant('lowerLimitBaselineDropMin') - under.ascent
    return { gap: Math.max(font.constant('lowerLimitGapMin'), drop), extra: 0 }
  }
  if (kind === 'stretchy') {
    const drop = font.constant('stretchStackBottomShiftDown') - under.ascent
    return { gap: Math.max(font.constant('stretchStackGapBelowMin'), drop), extra: 0 }
  }
  return { gap: isAccentUnder ? 0 : font.constant('underbarVerticalGap'), extra: font.constant('underbarExtraDescender') }
}

type Environments = Readonly<Record<'base' | 'under' | 'over', MathEnvironment>>

interface Pieces {
  readonly base: MathPiece
  readonly under: MathPiece | undefined
  readonly over: MathPiece | undefined
}

/** Each part; arrows and braces as wide as the widest of the others. */
function widened({ base, under, over }: Parts, environments: Environments, operators: OperatorIndex): Pieces {
  const grows = (element: MathElement | undefined): boolean => {
    const core = element && operators.coreOf(element)
    const traits = core && operators.traitsOf(core)
    return core !== undefined && traits?.isStretchy === true && axisOf(core, traits) === 'horizontal'
  }
  const all = [base, under, over].every((element) => element === undefined || grows(element))
  const outer = environments.base.stretch
  const lay = (element: MathElement, environment: MathEnvironment, stretch: StretchTarget | undefined): MathPiece =>
    environment.formula.lay(element, { ...environment, stretch })
  const first = (element: MathElement | undefined, environment: MathEnvironment): MathPiece | undefined =>
    element === undefined || (grows(element) && !all)
      ? undefined
      : lay(element, environment, element === base && outer?.axis === 'vertical' ? outer : undefined)
  const pieces = {
    base: first(base, environments.base),
    under: first(under, environments.under),
    over: first(over, environments.over),
  }
  const width = Math.max(
    pieces.base?.width ?? 0,
    pieces.under?.width ?? 0,
    pieces.over?.width ?? 0,
    outer?.axis === 'horizontal' ? outer.width : 0,
  )
  const stretch = { axis: 'horizontal', width } as const
  const final = (element: MathElement | undefined, piece: MathPiece | undefined, environment: MathEnvironment): MathPiece | undefined =>
    element !== undefined && grows(element) ? lay(element, environment, stretch) : piece
  return {
    base: final(base, pieces.base, environments.base)!,
    under: final(under, pieces.under, environments.under),
    over: final(over, pieces.over, environments.over),
  }
}
