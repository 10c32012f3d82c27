// Fractions and stacks (MathML Core §3.3.2).
import type { MathElement } from '../../box/box.ts'
import { PX } from '../../geometry.ts'
import { fontOf, lengthOf, type MathEnvironment, type MathFont } from './environment.ts'
import { elementsOf } from './operators.ts'
import { joinPieces, type MathPiece, type PlacedPiece, ruleItem } from './piece.ts'

/** On either side, so that bars of neighbours do not touch. */
const SIDE = PX

export function fractionPiece(element: MathElement, environment: MathEnvironment): MathPiece | undefined {
  const [over, under, ...more] = elementsOf(element)
  if (over === undefined || under === undefined || more.length > 0) return undefined
  const { formula, isDisplay, isCramped, depth } = environment
  const font = fontOf(element.style, environment)
  const inner = { ...environment, isDisplay: false, depth: isDisplay ? depth : depth + 1 }
  const numerator = formula.lay(over, { ...inner, isCramped })
  const denominator = formula.lay(under, { ...inner, isCramped: true, stretch: undefined })
  const thickness = Math.max(0, lineThickness(element, font))
  const shifts =
    thickness === 0
      ? stackShifts(numerator, denominator, font, isDisplay)
      : barShifts(numerator, denominator, { font, thickness, isDisplay })
  const width = Math.max(numerator.width, denominator.width)
  const x = (piece: MathPiece, side: string | undefined): number => {
    const room = width - piece.width
    return SIDE + (side === 'left' ? 0 : side === 'right' ? room : room / 2)
  }
  const placed: PlacedPiece[] = [
    { piece: numerator, x: x(numerator, element.attributes.get('numalign')?.trim()), y: -shifts.up },
    { piece: denominator, x: x(denominator, element.attributes.get('denomalign')?.trim()), y: shifts.down },
  ]
  const joined = joinPieces(placed, width + 2 * SIDE)
  if (thickness === 0) return joined
  const rule = ruleItem({ x: SIDE, y: -font.axis - thickness / 2, width, height: thickness }, element.style)
  return {
    ...joined,
    ascent: Math.max(joined.ascent, font.axis + thickness / 2),
    descent: Math.max(joined.descent, thickness / 2 - font.axis),
    items: [...joined.items, rule],
  }
}

function lineThickness(element: MathElement, font: MathFont): number {
  const named: Readonly<Record<string, number>> = { thin: 0.5, medium: 1, thick: 2 }
  const text = element.attributes.get('linethickness')?.trim().toLowerCase() ?? ''
  const factor = named[text] ?? (/^\d*\.?\d+$/.test(text) ? Number(text) : undefined)
  if (factor !== undefined) return factor * font.ruleThickness
  return lengthOf(element, 'linethickness', font, font.ruleThickness) ?? font.ruleThickness
}

interface Shifts {
  readonly up: number
  readonly down: number
}

interface Bar {
  readonly font: MathFont
  readonly thickness: number
  readonly isDisplay: boolean
}

function barShifts(over: MathPiece, under: MathPiece, { font, thickness, isDisplay }: Bar): Shifts {
  const { axis } = font
  const [up, gapUp] = isDisplay
    ? [font.constant('fractionNumeratorDisplayStyleShiftUp'), font.constant('fractionNumDisplayStyleGapMin')]
    : [font.constant('fractionNumeratorShiftUp'), font.constant('fractionNumeratorGapMin')]
  const [down, gapDown] = isDisplay
    ? [font.constant('fractionDenominatorDisplayStyleShiftDown'), font.constant('fractionDenomDisplayStyleGapMin')]
    : [font.constant('fractionDenominatorShiftDown'), font.constant('fractionDenominatorGapMin')]
  return {
    up: Math.max(up, axis + thickness / 2 + gapUp + over.descent),
    down: Math.max(down, thickness / 2 + gapDown + under.ascent - axis),
  }
}

function stackShifts(over: MathPiece, under: MathPiece, font: MathFont, isDisplay: boolean): Shifts {
  const up = font.constant(isDisplay ? 'stackTopDisplayStyleShiftUp' : 'stackTopShiftUp')
  const down = font.constant(isDisplay ? 'stackBottomDisplayStyleShiftDown' : 'stackBottomShiftDown')
  const least = font.constant(isDisplay ? 'stackDisplayStyleGapMin' : 'stackGapMin')
  const lack = Math.max(0, least - (up - over.descent + down - under.ascent))
  return { up: up + lack / 2, down: down + lack / 2 }
}
