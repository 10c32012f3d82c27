// Values → text, where no helper says how.
import type { Position } from '../diagnostic.ts'
import { Markup } from './markup.ts'
import type { Run } from './run.ts'

/** The text of a value: nothing for absent ones, lists joined by commas, numbers without float noise. */
export function printValue(value: unknown, run: Run, at: Position | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printNumber(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (value instanceof Markup) return value.url
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map((item) => printValue(item, run, at)).join(', ')
  }
  run.warn(
    'bad-value',
    at,
    `${Array.isArray(value) ? 'a list of objects' : 'an object'} cannot be printed`,
    'name one of its fields, or repeat over it',
  )
  return ''
}

/** At most 15 significant digits, without an exponent from 1e-7 up to 1e21. */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '' : value < 0 ? '-∞' : '∞'
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e-') ? trimZeros(rounded.toFixed(Math.min(100, 15 - Math.floor(Math.log10(Math.abs(rounded)))))) : text
}

const trimZeros = (text: string): string => text.replace(/\.?0+$/, '')
