// Prints values as text where no helper formats them.
import { isAmount } from '../decimal.ts'
import type { Position } from '../diagnostic.ts'
import type { Binding } from './binding.ts'
import { Markup } from './markup.ts'

/** The text of a value: empty for absent ones, lists joined by commas, numbers without rounding noise of binary fractions. */
export function printValue(value: unknown, binding: Binding, at: Position | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printNumber(value)
  if (typeof value === 'bigint') {
    checkExact(value, binding, at)
    return String(value)
  }
  if (typeof value === 'boolean') return String(value)
  if (value === undefined || value === null) return ''
  if (value instanceof Date) {
    if (!Number.isNaN(value.getTime())) return value.toISOString()
    binding.warn('bad-value', at, 'an invalid date prints nothing')
    return ''
  }
  if (value instanceof Markup) return value.url
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map((item) => printValue(item, binding, at)).join(', ')
  }
  binding.warn(
    'bad-value',
    at,
    `${Array.isArray(value) ? 'a list of objects' : 'an object'} cannot be printed`,
    'name one of its fields, or repeat over it',
  )
  return ''
}

/**
 * Warns of a number of the data that is not what its sender wrote: whole numbers beyond 2^53 with more digits than a double holds, such as
 * 1234567890123456789, were changed before they came here.
 */
export function checkExact(value: number | bigint, binding: Binding, at: Position | undefined): void {
  if (typeof value === 'bigint') {
    if (binding.context.inexact?.has(value) === true) warnOfDigits(value, binding, at)
    return
  }
  if (Number.isNaN(value)) binding.warn('bad-value', at, 'NaN prints nothing')
  const size = Math.abs(value)
  // From 1e21 up, JSON has exponents: no one writes an identifier so.
  if (size <= Number.MAX_SAFE_INTEGER || !(size < 1e21) || Number(value.toPrecision(15)) === value) return
  warnOfDigits(value, binding, at)
}

function warnOfDigits(value: number | bigint, binding: Binding, at: Position | undefined): void {
  binding.warn('bad-value', at, `${value} has more digits than a number holds`, 'send it as text, in quotes')
}

/** At most 15 significant digits; with an exponent only below 1e-20 and from 1e21 up. */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '' : value < 0 ? '-∞' : '∞'
  const text = String(cleanNumber(value))
  if (!text.includes('e-')) return text
  const exponent = Number(text.slice(text.indexOf('e-') + 2))
  return exponent > 20 ? text : trimZeros(Number(text).toFixed(exponent + 14))
}

/** Removes the noise of binary fractions: 0.1 + 0.2 is 0.3. */
export function cleanNumber(value: number): number {
  // Exact integers may be identifiers. Up to sixteen characters are at most fifteen digits and a dot: rounding to fifteen digits would change
  // nothing, slowly.
  if (Number.isSafeInteger(value) || isAmount(value) || String(value).length <= 16) return value
  const rounded = Number(value.toPrecision(15))
  return Number.isFinite(rounded) ? rounded : value
}

const trimZeros = (text: string): string => text.replace(/\.?0+$/, '')
