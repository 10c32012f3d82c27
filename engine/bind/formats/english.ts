// Problem: the first Intl formatter of a process takes 13 ms, and the first of each further kind some 6 ms: a third of the time of a first invoice.
// Approach: the formats of English, the engine's default locale, are implemented here as CLDR defines them: numbers, the common currencies, UTC dates.
// Everything else (other locales, zones and formats, numbers with exponents, years before 1000) goes to an Intl formatter, made on demand.
// Limits: these formats are those of CLDR 42–48, whichever version Node.js was built with.
import { isAmount } from '../../decimal.ts'

export interface NumberFormat {
  format(value: number): string
}

export interface DateFormat {
  format(time: number): string
  formatToParts(time: number): readonly Intl.DateTimeFormatPart[]
}

const ENGLISH = new Set(['en', 'en-US'])

interface Currency {
  readonly symbol: string
  readonly digits: number
}

/** Symbols in English. A code that is its own symbol is followed by a no-break space. */
const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['USD', { symbol: '$', digits: 2 }],
  ['EUR', { symbol: '€', digits: 2 }],
  ['GBP', { symbol: '£', digits: 2 }],
  ['JPY', { symbol: '¥', digits: 0 }],
  ['CNY', { symbol: 'CN¥', digits: 2 }],
  ['INR', { symbol: '₹', digits: 2 }],
  ['AUD', { symbol: 'A$', digits: 2 }],
  ['CAD', { symbol: 'CA$', digits: 2 }],
  ...['CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'SEK'].map((code): [string, Currency] => [code, { symbol: `${code}\u00a0`, digits: 2 }]),
])

interface FormatPlan {
  readonly symbol: string
  readonly isPercent: boolean
  readonly least: number
  readonly most: number
  readonly isGrouped: boolean
}

/** An English format, which falls back to Intl for numbers that `plainNumber` rejects; undefined when Intl has to format all numbers. */
export function englishNumber(locale: string, options: Intl.NumberFormatOptions): NumberFormat | undefined {
  const plan = ENGLISH.has(locale) ? planOf(options) : undefined
  if (plan === undefined) return undefined
  let other: Intl.NumberFormat | undefined
  return { format: (value) => plainNumber(value, plan) ?? (other ??= new Intl.NumberFormat(locale, options)).format(value) }
}

const NUMBER_OPTIONS = new Set(['style', 'currency', 'currencyDisplay', 'minimumFractionDigits', 'maximumFractionDigits', 'useGrouping'])

function planOf(options: Intl.NumberFormatOptions): FormatPlan | undefined {
  if (Object.keys(options).some((name) => !NUMBER_OPTIONS.has(name))) return undefined
  const { style = 'decimal', currencyDisplay = 'symbol', minimumFractionDigits, maximumFractionDigits, useGrouping } = options
  const currency = style === 'currency' && currencyDisplay === 'symbol' ? CURRENCIES.get(options.currency ?? '') : undefined
  if ((style === 'currency' && currency === undefined) || !['decimal', 'percent', 'currency'].includes(style)) return undefined
  // The defaults of ECMA-402, where the two limits must not cross.
  const [least, most] = currency !== undefined ? [currency.digits, currency.digits] : style === 'percent' ? [0, 0] : [0, 3]
  const minimum = minimumFractionDigits ?? Math.min(least, maximumFractionDigits ?? least)
  const maximum = maximumFractionDigits ?? Math.max(most, minimum)
  if (minimum > maximum || (useGrouping !== undefined && useGrouping !== false)) return undefined
  const isGrouped = useGrouping === undefined
  return { symbol: currency?.symbol ?? '', isPercent: style === 'percent', least: minimum, most: maximum, isGrouped }
}

/** Undefined for numbers with an exponent, for those that are not finite, and for text. */
function plainNumber(value: number, plan: FormatPlan): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (plan.least === 2 && plan.most === 2 && !plan.isPercent && isAmount(value)) return plainAmount(value, plan)
  const written = String(Math.abs(value))
  if (written.includes('e')) return undefined
  const point = written.indexOf('.')
  const whole = point < 0 ? written : written.slice(0, point)
  const fraction = point < 0 ? '' : written.slice(point + 1)
  const isShort = !plan.isPercent && fraction.length <= plan.most
  const [integer, digits] = isShort ? [whole, fraction.padEnd(plan.least, '0')] : rounded(whole, fraction, plan)
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const decimals = digits === '' ? '' : `.${digits}`
  return `${sign}${plan.symbol}${plan.isGrouped ? grouped(integer) : integer}${decimals}${plan.isPercent ? '%' : ''}`
}

/** Fast path of `plainNumber` for whole hundredths: most numbers on invoices. */
function plainAmount(value: number, { symbol, isGrouped }: FormatPlan): string {
  const hundredths = Math.round(Math.abs(value) * 100)
  const whole = Math.floor(hundredths / 100)
  const rest = hundredths - whole * 100
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return `${sign}${symbol}${isGrouped ? grouped(`${whole}`) : whole}${rest < 10 ? '.0' : '.'}${rest}`
}

/** The digits before the decimal point, and the rounded ones after it. */
function rounded(whole: string, fraction: string, { isPercent, least, most }: FormatPlan): readonly [integer: string, digits: string] {
  const moved = isPercent ? 2 : 0
  const number = round(whole + fraction.padEnd(moved, '0').slice(0, moved), fraction.slice(moved), most)
  const needed = number.fraction.slice(least).replace(/0+$/, '')
  return [number.whole, number.fraction.slice(0, least).padEnd(least, '0') + needed]
}

function grouped(integer: string): string {
  let text = integer
  for (let at = integer.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`
  return text
}

/** Rounds half away from zero, on the decimal digits as written. */
function round(whole: string, fraction: string, most: number): { readonly whole: string; readonly fraction: string } {
  const kept = whole + fraction.slice(0, most)
  const isUp = (fraction[most] ?? '0') >= '5'
  const digits = (isUp ? String(BigInt(kept) + 1n) : kept).padStart(kept.length, '0')
  const places = Math.min(most, fraction.length)
  const integer = digits.slice(0, digits.length - places).replace(/^0+(?=\d)/, '')
  return { whole: integer, fraction: digits.slice(digits.length - places) }
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const DATE_STYLES: Readonly<Record<'short' | 'medium' | 'long' | 'full', (date: Date) => string>> = {
  short: (date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${String(date.getUTCFullYear() % 100).padStart(2, '0')}`,
  medium: (date) => `${monthOf(date).slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
  long: (date) => `${monthOf(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
  full: (date) => `${DAYS[date.getUTCDay()] ?? ''}, ${monthOf(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
}

const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? ''

/** As `englishNumber`, for dates in UTC with a `dateStyle`. */
export function englishDate(locale: string, options: Intl.DateTimeFormatOptions): DateFormat | undefined {
  const { dateStyle, timeZone, ...others } = options
  if (!ENGLISH.has(locale) || timeZone !== 'UTC' || dateStyle === undefined || Object.keys(others).length > 0) return undefined
  let other: Intl.DateTimeFormat | undefined
  const intl = (): Intl.DateTimeFormat => (other ??= new Intl.DateTimeFormat(locale, options))
  return {
    format(time) {
      const date = new Date(time)
      const year = date.getUTCFullYear()
      return year >= 1000 && year <= 9999 ? DATE_STYLES[dateStyle](date) : intl().format(time)
    },
    formatToParts: (time) => intl().formatToParts(time),
  }
}
