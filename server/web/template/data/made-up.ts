// Data made up for the cases in which layouts break: nothing, one row, many rows, texts without end, and scripts from right to left. All are made of the sample data that
// the engine makes up for the template.

export const MADE_UP = ['sample', 'empty', 'one', 'many', 'long', 'rtl'] as const
export type MadeUp = (typeof MADE_UP)[number]

/** Rows of a list that is in no other list. */
const MANY = 200
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const LONG_TEXT =
  'A long text that goes on for several lines, to show what happens to the layout when somebody writes much more than expected. '
const RTL_TEXTS = ['نص عربي للتجربة', 'שורת טקסט לדוגמה', 'شركة المثال المحدودة']
/** Values that must keep their form: dates, times, numbers, codes, addresses, colours, pictures. */
const FIXED =
  /^(?:[\d\s.,:+%/-]+|\d{4}-\d{2}-\d{2}.*|[A-Z\d-]+|\(?\d+\).*|#[\da-f]+|[a-z]+:.*|[^\s@]+@[^\s@]+|[\d.]+(?:mm|px|pt|cm|em|%))$/s

export function makeUp(kind: MadeUp, sample: unknown): unknown {
  if (kind === 'sample') return sample
  if (kind === 'empty') return emptied(sample)
  if (kind === 'one') return withRows(sample, () => 1, 0)
  if (kind === 'many') return withRows(sample, (depth) => (depth === 0 ? MANY : undefined), 0)
  let texts = 0
  return withTexts(sample, (text) => (kind === 'long' ? longer(text, texts++) : (RTL_TEXTS[texts++ % RTL_TEXTS.length] ?? text)))
}

/** Every list without rows, every text without letters. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'object' && value !== null) return mapFields(value, emptied)
  return null
}

/** `rowsAt` may leave the rows as many as they are. */
function withRows(value: unknown, rowsAt: (depth: number) => number | undefined, depth: number): unknown {
  if (Array.isArray(value)) {
    const count = value.length === 0 ? 0 : (rowsAt(depth) ?? value.length)
    return Array.from({ length: count }, (_, i) => withRows(value[i % value.length], rowsAt, depth + 1))
  }
  if (typeof value === 'object' && value !== null) return mapFields(value, (field) => withRows(field, rowsAt, depth))
  return value
}

function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return FIXED.test(value) ? value : change(value)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change))
  if (typeof value === 'object' && value !== null) return mapFields(value, (field) => withTexts(field, change))
  return value
}

/** Turn by turn a word that cannot be broken, and many words. */
function longer(text: string, turn: number): string {
  return turn % 2 === 0 ? `${text} ${LONG_TEXT.repeat(3)}`.trim() : `${text} ${LONG_WORD.repeat(2)}`
}

function mapFields(value: object, change: (field: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field)]))
}
