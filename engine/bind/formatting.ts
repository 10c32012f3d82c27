// Helpers that print a value in a form: money, numbers, percentages, dates, letter case.
import { datePattern } from './date-pattern.ts'
import { type Moment, momentFrom } from './format.ts'
import { type BuiltIn, type Call, type Named, numberOf } from './helper.ts'
import { printValue } from './print.ts'

const text = (call: Call, value: unknown): string => printValue(value, call.run, call.at)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function warn({ run, at }: Call, message: string, hint: string): void {
  run.warn('bad-value', at, message, hint)
}

/** The locale asked for, or the document's. */
function localeOf(named: Named, call: Call): string {
  const { locale } = call.run.context
  if (isEmpty(named['locale'])) return locale
  const wanted = text(call, named['locale']).replaceAll('_', '-')
  if (call.run.formats.isLocale(wanted)) return wanted
  warn(call, `"${wanted}" is not a locale`, 'write a language tag such as "de" or "en-GB"')
  return locale
}

/** Digits after the decimal sign: as many as asked for, else `least` to `most`. */
function digits(value: unknown, call: Call, [least, most]: readonly [number | undefined, number | undefined]): Intl.NumberFormatOptions {
  const wanted = isEmpty(value) ? undefined : numberOf(value, call)
  if (wanted !== undefined) {
    const exact = Math.max(0, Math.min(20, Math.trunc(wanted)))
    return { minimumFractionDigits: exact, maximumFractionDigits: exact }
  }
  return least === undefined || most === undefined ? {} : { minimumFractionDigits: least, maximumFractionDigits: most }
}

/** A number without the noise of binary fractions. Rounding is half away from zero, as Intl does by itself. */
const clean = (value: number): number => Number(value.toPrecision(15))

/** Text that is no number is printed as it is, after a warning. */
function formatNumber(value: unknown, named: Named, call: Call, options: Intl.NumberFormatOptions): string {
  if (isEmpty(value)) return ''
  const number = numberOf(value, call)
  return number === undefined ? text(call, value) : call.run.formats.number(localeOf(named, call), options).format(clean(number))
}

const DISPLAYS = ['symbol', 'narrowSymbol', 'code', 'name'] as const

function currency([value, code]: readonly unknown[], named: Named, call: Call): string {
  const wanted = isEmpty(code) ? '' : text(call, code).trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(wanted)) {
    if (wanted !== '') warn(call, `"${wanted}" is not a currency`, 'write a code of three letters such as "EUR"')
    return formatNumber(value, named, call, digits(named['decimals'], call, [2, 2]))
  }
  const display = DISPLAYS.find((known) => known === named['display']) ?? 'symbol'
  const options = digits(named['decimals'], call, [undefined, undefined])
  return formatNumber(value, named, call, { style: 'currency', currency: wanted, currencyDisplay: display, ...options })
}

function number([value, decimals]: readonly unknown[], named: Named, call: Call): string {
  const grouping = named['grouping'] === false ? { useGrouping: false } : {}
  return formatNumber(value, named, call, { ...digits(named['decimals'] ?? decimals, call, [0, 15]), ...grouping })
}

function percent([value, decimals]: readonly unknown[], named: Named, call: Call): string {
  return formatNumber(value, named, call, { style: 'percent', ...digits(named['decimals'] ?? decimals, call, [0, 2]) })
}

const STYLES = ['short', 'medium', 'long', 'full'] as const
type Style = (typeof STYLES)[number]

const styleOf = (value: unknown): Style | undefined => STYLES.find((style) => style === value)

function date([value, form]: readonly unknown[], named: Named, call: Call): string {
  if (isEmpty(value)) return ''
  const moment = momentFrom(value)
  if (moment === undefined) {
    warn(call, `"${text(call, value).slice(0, 60)}" is not a date`, 'dates are written as 2026-01-31 or 2026-01-31T12:00:00Z')
    return text(call, value)
  }
  const locale = localeOf(named, call)
  const timeZone = moment.isLocal ? 'UTC' : zoneOf(named, call)
  const wanted = isEmpty(form) ? 'medium' : text(call, form)
  if (wanted === 'iso') return datePattern(moment, 'yyyy-MM-dd', { locale: 'en', timeZone, formats: call.run.formats })
  const time = styleOf(named['time'])
  const style = styleOf(wanted)
  if (style !== undefined)
    return styled(moment, { dateStyle: style, ...(time === undefined ? {} : { timeStyle: time }) }, { locale, timeZone, call })
  if (wanted === 'time') return styled(moment, { timeStyle: time ?? 'short' }, { locale, timeZone, call })
  if (wanted === 'datetime') return styled(moment, { dateStyle: 'medium', timeStyle: time ?? 'short' }, { locale, timeZone, call })
  if (/[yMdHhmsE]/.test(wanted)) return datePattern(moment, wanted, { locale, timeZone, formats: call.run.formats })
  warn(call, `"${wanted}" is not a form of dates`, 'write "short", "medium", "long", "full", "iso" or a pattern such as "dd.MM.yyyy"')
  return styled(moment, { dateStyle: 'medium' }, { locale, timeZone, call })
}

function styled(
  moment: Moment,
  options: Intl.DateTimeFormatOptions,
  { locale, timeZone, call }: { locale: string; timeZone: string; call: Call },
): string {
  return call.run.formats.date(locale, { ...options, timeZone }).format(moment.time)
}

function zoneOf(named: Named, call: Call): string {
  const { timeZone } = call.run.context
  if (isEmpty(named['timeZone'])) return timeZone
  const wanted = text(call, named['timeZone'])
  if (call.run.formats.isTimeZone(wanted)) return wanted
  warn(call, `"${wanted}" is not a time zone`, 'write a name such as "Europe/Berlin" or "UTC"')
  return timeZone
}

const withNames = (call: BuiltIn['call']): BuiltIn => ({ needsValue: true, call })

export const FORMATTING: readonly (readonly [string, BuiltIn])[] = [
  ['currency', withNames(currency)],
  ['date', withNames(date)],
  ['lower', withNames(([value], named, call) => text(call, value).toLocaleLowerCase(localeOf(named, call)))],
  ['number', withNames(number)],
  ['percent', withNames(percent)],
  ['upper', withNames(([value], named, call) => text(call, value).toLocaleUpperCase(localeOf(named, call)))],
]
