// Dates by pattern (Unicode TR35, the common letters): `dd.MM.yyyy`, `d MMMM y`, `EEEE, HH:mm`. Text in '…' stands for itself.
import type { FormatterCache, Moment } from './formats.ts'

interface DateContext {
  readonly locale: string
  readonly timeZone: string
  readonly formats: FormatterCache
}

/** Outside of quotes every ASCII letter is a field (TR35). Other letters are a mistake, or from a library with another notation. */
export function isDatePattern(text: string): boolean {
  const letters = text.replace(/'(?:[^']|'')*'/g, '').replace(/[^A-Za-z']/g, '')
  return letters !== '' && /^[yMLdEHhmsa]+$/.test(letters)
}

const LETTERS = /'((?:[^']|'')*)'|([yMLdEHhmsa])\2*|[^yMLdEHhmsa']+|'/g

export function datePattern({ time }: Moment, pattern: string, place: DateContext): string {
  return pattern.replace(LETTERS, (piece: string, quoted: string | undefined, letter: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'")
    return letter === undefined ? piece : fieldText(letter, piece.length, time, place)
  })
}

function fieldText(letter: string, length: number, time: number, place: DateContext): string {
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    place.formats
      .date(place.locale, { ...options, timeZone: place.timeZone })
      .formatToParts(time)
      .find((found) => found.type === type)?.value ?? ''
  const style = length === 3 ? 'short' : length === 5 ? 'narrow' : 'long'
  switch (letter) {
    case 'y':
      return length === 2 ? pad(numeric('year', time, place) % 100, 2) : pad(numeric('year', time, place), length)
    case 'M':
      // In a whole date months are inflected in many languages ("1 января"); alone (L) they are not.
      return length < 3 ? pad(numeric('month', time, place), length) : part({ month: style, day: 'numeric' }, 'month')
    case 'L':
      return length < 3 ? pad(numeric('month', time, place), length) : part({ month: style }, 'month')
    case 'd':
      return pad(numeric('day', time, place), length)
    case 'E':
      return part({ weekday: length < 4 ? 'short' : style }, 'weekday')
    case 'H':
      return pad(numeric('hour', time, place), length)
    case 'h':
      return pad(numeric('hour', time, place) % 12 || 12, length)
    case 'm':
      return pad(numeric('minute', time, place), length)
    case 's':
      return pad(numeric('second', time, place), length)
  }
  return part({ hour: 'numeric', hour12: true }, 'dayPeriod')
}

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

/** Always in the Gregorian calendar and in Latin digits. */
function numeric(field: Field, time: number, { timeZone, formats }: DateContext): number {
  const options: Intl.DateTimeFormatOptions = { timeZone, hourCycle: 'h23', [field]: 'numeric' }
  return Number(
    formats
      .date('en-u-ca-gregory-nu-latn', options)
      .formatToParts(time)
      .find((found) => found.type === field)?.value ?? 0,
  )
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')
