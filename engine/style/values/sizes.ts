// Sizes of boxes: lengths, keywords and calculations with the size that a keyword comes to (CSS Sizing 4, CSS Values 5 §11).
import { withSize } from '../length-sums.ts'
import { splitAtCommas } from '../syntax/tokens.ts'
import type { CalcSize, ContentKeyword, LengthPercentage, MaxSizeValue, SizeValue } from '../value.ts'
import { lookup } from './lookup.ts'
import { sum } from './math.ts'
import type { Environment } from './units.ts'
import { Cursor, lengthPercentage, nonNegative, type Parser } from './values.ts'

const CONTENT_KEYWORDS = ['min-content', 'max-content', 'fit-content', 'stretch'] as const satisfies readonly ContentKeyword[]
const PREFIXED_CONTENT: Readonly<Record<string, ContentKeyword>> = {
  '-webkit-min-content': 'min-content',
  '-moz-min-content': 'min-content',
  '-webkit-max-content': 'max-content',
  '-moz-max-content': 'max-content',
  intrinsic: 'max-content',
  'min-intrinsic': 'min-content',
  '-webkit-fit-content': 'fit-content',
  '-moz-fit-content': 'fit-content',
  '-webkit-fill-available': 'stretch',
  '-moz-available': 'stretch',
}

function contentSize(c: Cursor): ContentKeyword | Extract<SizeValue, { kind: 'fit-content' }> | undefined {
  const fit = c.call('fit-content')
  if (fit !== undefined) {
    const limit = nonNegative(fit)
    return limit === undefined || !fit.isDone ? undefined : { kind: 'fit-content', limit }
  }
  const item = c.peek()
  const old = item?.kind === 'ident' ? lookup(PREFIXED_CONTENT, item.lower) : undefined
  if (old !== undefined) c.at++
  return old ?? c.keyword(...CONTENT_KEYWORDS)
}

/** `calc-size()`; one of a length is that length. */
function calcSize(c: Cursor): CalcSize | LengthPercentage | undefined {
  const call = c.call('calc-size')
  const [first, second, ...rest] = call === undefined ? [] : splitAtCommas(call.items)
  if (first === undefined || second === undefined || rest.length > 0) return undefined
  const inside: Environment = { ...c.environment, hasSize: true, uses: 0 }
  const value = sum(second, inside)
  c.environment.uses |= inside.uses
  const calculation =
    value === undefined ? undefined : value.unit === 'percent' ? percentOf(value.value) : value.unit === 'length' ? value.value : undefined
  if (calculation === undefined) return undefined
  const basisAt = new Cursor(first, c.environment)
  const basis =
    basisAt.keyword('any') ?? basisAt.keyword('auto', 'content') ?? calcSize(basisAt) ?? contentSize(basisAt) ?? lengthPercentage(basisAt)
  if (basis === undefined || !basisAt.isDone) return undefined
  if (basis === 'any') return withSize(calculation, 0)
  if (typeof basis === 'string') return { kind: 'calc-size', basis, calculation }
  if (typeof basis === 'object' && basis.kind === 'fit-content') return { kind: 'calc-size', basis, calculation }
  if (typeof basis === 'object' && basis.kind === 'calc-size') return { ...basis, calculation: withSize(calculation, basis.calculation) }
  return withSize(calculation, basis)
}

function percentOf(value: LengthPercentage): LengthPercentage {
  return typeof value === 'number' ? { kind: 'sum', length: 0, percent: value } : value
}

export const size: Parser<SizeValue> = (c) => c.keyword('auto') ?? contentSize(c) ?? calcSize(c) ?? nonNegative(c)
export const flexBasis: Parser<SizeValue> = (c) => c.keyword('content') ?? size(c)
export const maxSize: Parser<MaxSizeValue> = (c) => c.keyword('none') ?? contentSize(c) ?? calcSize(c) ?? nonNegative(c)
