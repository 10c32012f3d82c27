// Helpers that format a value: money, numbers, percentages, dates, letter case.
import { GenerationCache } from '../../collections/cache.ts'
import { suggest } from '../../suggest.ts'
import { datePattern, isDatePattern } from '../formats/date-pattern.ts'
import type { NumberFormat } from '../formats/english.ts'
import { type Moment, parseMoment } from '../formats/formats.ts'
import { cleanNumber, printValue } from '../print.ts'
import { type BuiltIn, type Call, type Named, numberOf } from './helper.ts'

const text = (call: Call, value: unknown): string => printValue(value, call.binding, call.at)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function warn({ binding, at }: Call, message: string, hint: string): void {
  binding.warnOfArgument(at, message, hint)
}

/** The locale asked for, or the document's. */
function localeOf(named: Named, call: Call): string {
  const { locale } = call.binding.context
  if (isEmpty(named['locale'])) return locale
  const wanted = text(call, named['locale']).replaceAll('_', '-')
  if (call.binding.formats.isLocale(wanted)) return wanted
  warn(call, `"${wanted}" is not a locale`, 'write a language tag such as "de" or "en-GB"')
  return locale
}

/** Digits after the decimal separator: as many as the argument says, else `least` to `most`. */
function digits(value: unknown, call: Call, [least, most]: readonly [number | undefined, number | undefined]): Intl.NumberFormatOptions {
  const wanted = isEmpty(value) ? undefined : numberOf(value, call)
  if (wanted !== undefined) {
    const exact = Math.max(0, Math.min(20, Math.trunc(wanted)))
    return { minimumFractionDigits: exact, maximumFractionDigits: exact }
  }
  return least === undefined || most === undefined ? {} : { minimumFractionDigits: least, maximumFractionDigits: most }
}

// Rounding is half away from zero, on the decimal digits as written: Intl's default.

/** Text that is not a number is printed unchanged, with a warning. */
function formatNumber(value: unknown, format: NumberFormat, call: Call): string {
  if (isEmpty(value)) return ''
  const number = numberOf(value, call)
  if (number === undefined) return text(call, value)
  // Intl formats a string of more digits than a double holds exactly; TypeScript's type of `format` lacks that overload.
  if (typeof value === 'string' && value.length > 15 && /^-?\d+(\.\d+)?$/.test(value)) return format.format(value as unknown as number)
  // Formatted exactly, and reported where it came from JSON.
  if (typeof value === 'bigint') return format.format(text(call, value) as unknown as number)
  return format.format(cleanNumber(number))
}

type MakeOptions = (argument: unknown, named: Named, call: Call) => Intl.NumberFormatOptions

/** A helper that formats a number with the options that its second and its named arguments give. */
function numeric(makeOptions: MakeOptions): BuiltIn {
  return {
    needsValue: true,
    call([value, argument], named, call) {
      const make = (): NumberFormat => call.binding.formats.number(localeOf(named, call), makeOptions(argument, named, call))
      return formatNumber(value, call.site.memoized(argument, named, call.binding, make), call)
    },
  }
}

/** A named argument that must be one of `words`; undefined when it is absent, or another word, which is reported. */
function oneOf<Word extends string>(words: readonly Word[], value: unknown, name: string, call: Call): Word | undefined {
  if (isEmpty(value)) return undefined
  const found = words.find((word) => word === value)
  if (found === undefined) {
    const shown = text(call, value).slice(0, 60)
    warn(call, `${name} cannot be "${shown}"`, suggest(shown, words) ?? `write one of ${words.map((word) => `"${word}"`).join(', ')}`)
  }
  return found
}

const DISPLAYS = ['symbol', 'narrowSymbol', 'code', 'name'] as const

function currencyOptions(code: unknown, named: Named, call: Call): Intl.NumberFormatOptions {
  const wanted = isEmpty(code) ? '' : text(call, code).trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(wanted)) {
    if (wanted !== '') warn(call, `"${wanted}" is not a currency`, 'write a code of three letters such as "EUR"')
    return digits(named['decimals'], call, [2, 2])
  }
  const display = oneOf(DISPLAYS, named['display'], 'display', call) ?? 'symbol'
  return { style: 'currency', currency: wanted, currencyDisplay: display, ...digits(named['decimals'], call, [undefined, undefined]) }
}

function numberOptions(decimals: unknown, named: Named, call: Call): Intl.NumberFormatOptions {
  const grouping = named['grouping'] === false ? { useGrouping: false } : {}
  return { ...digits(named['decimals'] ?? decimals, call, [0, 15]), ...grouping }
}

function percentOptions(decimals: unknown, named: Named, call: Call): Intl.NumberFormatOptions {
  return { style: 'percent', ...digits(named['decimals'] ?? decimals, call, [0, 2]) }
}

const STYLES = ['short', 'medium', 'long', 'full'] as const
type Style = (typeof STYLES)[number]

const styleOf = (value: unknown): Style | undefined => STYLES.find((style) => style === value)

function date([value, form]: readonly unknown[], named: Named, call: Call): string {
  if (isEmpty(value)) return ''
  const printer = call.site.memoized(form, named, call.binding, newDatePrinter)
  const known = typeof value === 'string' ? printer.printed.get(value) : undefined
  if (known !== undefined) return known
  const moment = parseMoment(value)
  if (moment === undefined) {
    call.binding.warn(
      'bad-value',
      call.at,
      `"${text(call, value).slice(0, 60)}" is not a date`,
      'dates are written as 2026-01-31 or 2026-01-31T12:00:00Z',
    )
    return text(call, value)
  }
  printer.print ??= call.site.trackWarnings(call.binding, () => printDate(form, named, call))
  const printed = printer.print(moment)
  if (typeof value === 'string') printer.printed.set(value, printed)
  return printed
}

type PrintDate = (moment: Moment) => string

/** Prints dates in one format. Dates are cached by their text: the rows of a table have few different ones. */
interface DatePrinter {
  /** Made for the first date, so that warnings about the format come once. */
  print: PrintDate | undefined
  readonly printed: GenerationCache<string, string>
}

/** Printed dates that each call site caches. */
const MAX_KNOWN_DATES = 200

function newDatePrinter(): DatePrinter {
  return { print: undefined, printed: new GenerationCache(MAX_KNOWN_DATES) }
}

function printDate(form: unknown, named: Named, call: Call): PrintDate {
  const { formats } = call.binding
  const locale = localeOf(named, call)
  const zone = zoneOf(named, call)
  const zoneFor = (moment: Moment): string => (moment.isLocal ? 'UTC' : zone)
  const wanted = isEmpty(form) ? 'medium' : text(call, form)
  const byPattern =
    (pattern: string, language: string): PrintDate =>
    (moment) =>
      datePattern(moment, pattern, { locale: language, timeZone: zoneFor(moment), formats })
  const options = dateOptions(wanted, oneOf(STYLES, named['time'], 'time', call))
  if (options === undefined && wanted === 'iso') return byPattern('yyyy-MM-dd', 'en')
  if (options === undefined && isDatePattern(wanted)) return byPattern(wanted, locale)
  if (options === undefined) warn(call, `"${wanted.slice(0, 60)}" is not a date format`, dateHint(wanted))
  const inZone = formats.date(locale, { ...(options ?? { dateStyle: 'medium' }), timeZone: zone })
  const local = formats.date(locale, { ...(options ?? { dateStyle: 'medium' }), timeZone: 'UTC' })
  return ({ time, isLocal }) => (isLocal ? local : inZone).format(time)
}

const DATE_FORMS = ['short', 'medium', 'long', 'full', 'iso', 'time', 'datetime']

/** Suggests a named format or a pattern: other libraries write years and days in capitals. */
function dateHint(wanted: string): string {
  const pattern = wanted
    .replaceAll('Y', 'y')
    .replaceAll('D', 'd')
    .replace(/\[([^\]]*)\]/g, "'$1'")
  if (pattern !== wanted && isDatePattern(pattern)) return `did you mean "${pattern}"?`
  const meant = suggest(wanted, DATE_FORMS)
  if (meant !== undefined) return meant
  return `write "short", "medium", "long", "full", "iso" or a pattern such as "dd.MM.yyyy 'at' HH:mm", with text in quotes`
}

function dateOptions(form: string, time: Style | undefined): Intl.DateTimeFormatOptions | undefined {
  const style = styleOf(form)
  if (style !== undefined) return { dateStyle: style, ...(time === undefined ? {} : { timeStyle: time }) }
  if (form === 'time') return { timeStyle: time ?? 'short' }
  return form === 'datetime' ? { dateStyle: 'medium', timeStyle: time ?? 'short' } : undefined
}

function zoneOf(named: Named, call: Call): string {
  const { timeZone } = call.binding.context
  if (isEmpty(named['timeZone'])) return timeZone
  const wanted = text(call, named['timeZone'])
  if (call.binding.formats.isTimeZone(wanted)) return wanted
  warn(call, `"${wanted}" is not a time zone`, 'write a name such as "Europe/Berlin" or "UTC"')
  return timeZone
}

const withNames = (call: BuiltIn['call']): BuiltIn => ({ needsValue: true, call })

export const FORMATTING: readonly (readonly [string, BuiltIn])[] = [
  ['currency', numeric(currencyOptions)],
  ['date', withNames(date)],
  ['lower', withNames(([value], named, call) => text(call, value).toLocaleLowerCase(localeOf(named, call)))],
  ['number', numeric(numberOptions)],
  ['percent', numeric(percentOptions)],
  ['upper', withNames(([value], named, call) => text(call, value).toLocaleUpperCase(localeOf(named, call)))],
]
