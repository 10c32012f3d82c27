// Roots (MathML Core §3.3.3).
import type { MathElement } from '../../box/box.ts'
import { fontOf, type MathEnvironment, type MathFont, scriptOf } from './environment.ts'
import { textPiece } from './glyphs.ts'
import { elementsOf, type OperatorIndex } from './operators.ts'
import { EMPTY, joinPieces, type MathPiece, type PlacedPiece, ruleItem } from './piece.ts'
import { rowPiece } from './row.ts'
import { stretchedPiece } from './stretch.ts'

const SIGN = '\u221a'

export function squareRoot(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  return rootPiece(element, rowPiece(element, { ...environment, isCramped: true, stretch: undefined }, operators), undefined, environment)
}

export function anyRoot(element: MathElement, environment: MathEnvironment): MathPiece | undefined {
  const [base, index, ...more] = elementsOf(element)
  if (base === undefined || index === undefined || more.length > 0) return undefined
  const { formula } = environment
  const content = formula.lay(base, { ...environment, isCramped: true, stretch: undefined })
  return rootPiece(element, content, formula.lay(index, scriptOf(environment, 2, true)), environment)
}

function rootPiece(element: MathElement, content: MathPiece, index: MathPiece | undefined, environment: MathEnvironment): MathPiece {
  const font = fontOf(element.style, environment)
  const gap = font.constant(environment.isDisplay ? 'radicalDisplayStyleVerticalGap' : 'radicalVerticalGap')
  const rule = font.constant('radicalRuleThickness')
  const sign = radicalSign(element, content.ascent + content.descent + gap + rule, font, environment)
  const top = content.ascent + gap + rule
  const lead = indexRoom(index, font)
  const x = lead.before + (index?.width ?? 0) + lead.after
  const placed: PlacedPiece[] = [
    { piece: sign, x, y: sign.ascent - top },
    { piece: content, x: x + sign.width, y: 0 },
  ]
  if (index !== undefined) {
    const height = sign.ascent + sign.descent
    const bottom = height - top
    const raise = (height * (font.table?.constants.radicalDegreeBottomRaisePercent ?? 60)) / 100
    placed.unshift({ piece: index, x: lead.before, y: bottom - raise - index.descent })
  }
  const joined = joinPieces(placed, x + sign.width + content.width)
  const bar = ruleItem({ x: x + sign.width, y: -top, width: content.width, height: rule }, element.style)
  return { ...joined, ascent: Math.max(joined.ascent, top + font.constant('radicalExtraAscender')), items: [...joined.items, bar] }
}

/** Space before the index of a root, and between it and the sign: mostly negative, as the index stands in the hook of the sign. */
function indexRoom(index: MathPiece | undefined, font: MathFont): { readonly before: number; readonly after: number } {
  if (index === undefined) return { before: 0, after: 0 }
  const before = Math.max(0, font.constant('radicalKernBeforeDegree'))
  return { before, after: Math.max(-index.width - before, font.constant('radicalKernAfterDegree')) }
}

function radicalSign(element: MathElement, extent: number, font: MathFont, environment: MathEnvironment): MathPiece {
  const { style } = element
  const natural = textPiece(SIGN, SIGN, style, environment)
  const [item] = natural.items
  if (item?.kind !== 'glyphs' || item.run.face !== font.face || item.run.glyphs.length !== 1) return item === undefined ? EMPTY : natural
  return stretchedPiece({ text: SIGN, glyph: item.run.glyphs[0]!, axis: 'vertical', extent }, font, style, environment) ?? natural
}
