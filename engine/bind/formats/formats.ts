// Formatters of numbers, money and dates, always with an explicit locale and time zone; and numbers and dates read from the data.
import { GenerationCache } from '../../collections/cache.ts'
import { type DateFormat, englishDate, englishNumber, type NumberFormat } from './english.ts'

/** A cache of formatters, which are slow to make and fast to use. It is part of the compiled template. */
export class FormatterCache {
  readonly #numbers = new GenerationCache<string, NumberFormat>(100)
  readonly #dates = new GenerationCache<string, DateFormat>(100)
  readonly #accepted = new GenerationCache<string, boolean>(100)

  number(locale: string, options: Intl.NumberFormatOptions): NumberFormat {
    const key = keyOf(locale, options)
    let format = this.#numbers.get(key)
    if (format === undefined) {
      format = englishNumber(locale, options) ?? new Intl.NumberFormat(locale, options)
      this.#numbers.set(key, format)
    }
    return format
  }

  date(locale: string, options: Intl.DateTimeFormatOptions): DateFormat {
    const key = keyOf(locale, options)
    let format = this.#dates.get(key)
    if (format === undefined) {
      format = englishDate(locale, options) ?? new Intl.DateTimeFormat(locale, options)
      this.#dates.set(key, format)
    }
    return format
  }

  /** Whether `locale` is a well-formed language tag. */
  isLocale(locale: string): boolean {
    return this.#isAccepted(`locale ${locale}`, () => Intl.getCanonicalLocales(locale))
  }

  isTimeZone(timeZone: string): boolean {
    return timeZone === 'UTC' || this.#isAccepted(`zone ${timeZone}`, () => new Intl.DateTimeFormat('en', { timeZone }))
  }

  /** Intl rejects an argument by throwing a RangeError. */
  #isAccepted(key: string, make: () => unknown): boolean {
    let known = this.#accepted.get(key)
    if (known === undefined) {
      known = isAcceptedByIntl(make)
      this.#accepted.set(key, known)
    }
    return known
  }
}

function isAcceptedByIntl(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

function keyOf(locale: string, options: object): string {
  let key = locale
  for (const name in options) key += `|${name}=${options[name as keyof typeof options]}` // a key of it
  return key
}

/** A number, or text that is one in the notation of JSON or a form; undefined for anything else. */
export function parseNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}

const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/
/** ISO 8601 with a time; without a zone it is local time. */
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/

export interface Moment {
  /** Milliseconds since 1970; of a local time, as if it were UTC. */
  readonly time: number
  /** A calendar day, or a local time without a zone: printed as written, without conversion. */
  readonly isLocal: boolean
}

/** A date from ISO 8601 text, from milliseconds since 1970, or a `Date`; undefined for anything else. */
export function parseMoment(value: unknown): Moment | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : { time: value.getTime(), isLocal: false }
  if (typeof value === 'number') return Math.abs(value) <= 8.64e15 ? { time: value, isLocal: false } : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const day = DATE_ONLY.exec(text)
  if (day !== null) return momentOf(day.slice(1), '', true)
  const moment = DATE_TIME.exec(text)
  if (moment === null) return undefined
  const zone = moment[8]
  return momentOf(moment.slice(1, 7), moment[7] ?? '', zone === undefined, zone)
}

/** `fields`: year, month, day and, of a time, hour, minute, second. Undefined for a day that no calendar has. */
function momentOf(fields: readonly (string | undefined)[], fraction: string, isLocal: boolean, zone = 'Z'): Moment | undefined {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields.map((text) => Number(text ?? 0))
  const wallClock = new Date(0)
  wallClock.setUTCFullYear(year, month - 1, day)
  if (wallClock.getUTCMonth() !== month - 1 || wallClock.getUTCDate() !== day || hour > 24 || minute > 59 || second > 60) return undefined
  wallClock.setUTCHours(hour, minute, second, Math.floor(Number(`0.${fraction || '0'}`) * 1000))
  return { time: wallClock.getTime() - offsetMinutes(zone) * 60_000, isLocal }
}

function offsetMinutes(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (match === null) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0))
}
