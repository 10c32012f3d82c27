// Data as JSON, without losing digits of integers: `JSON.parse` reads 1234567890123456789 as 1234567890123456800.
import { randomUUID } from 'node:crypto'

/** Of data that was parsed here: the integers of its text that no number holds. */
const INEXACT = new WeakMap<object, ReadonlySet<bigint>>()

/** The integers of parsed data that JSON should have written as text; for `RenderOptions`. */
export function inexactOf(...parsed: readonly unknown[]): ReadonlySet<bigint> | undefined {
  const sets = parsed.flatMap((data) => (typeof data === 'object' && data !== null ? (INEXACT.get(data) ?? []) : []))
  return sets.length === 0 ? undefined : new Set(sets.flatMap((set) => [...set]))
}

/** A long integer as a value, or something in a string that looks like one. */
const LONG = /[[:,\s-]\d{16,}\s*[,\]}]/
/** Longer integers are read as numbers, as JSON.parse does: the time to read one grows with the square of its length. */
const MOST_DIGITS = 1000
/** Marks a text that stands for an integer while the JSON is parsed. Not to be guessed by who writes data. */
const MARK = `${randomUUID()}:`

/** Parses JSON; integers beyond those that a number holds become bigints, so that they print as they were written. Throws SyntaxError. */
export function parseJsonData(text: string): unknown {
  const { marked, inexact } = LONG.test(text) ? markIntegers(text) : NOT_MARKED
  if (marked === undefined) return JSON.parse(text)
  const data = unmark(JSON.parse(marked))
  if (typeof data === 'object' && data !== null) INEXACT.set(data, inexact)
  return data
}

interface Marked {
  readonly marked: string | undefined
  readonly inexact: ReadonlySet<bigint>
}

const NOT_MARKED: Marked = { marked: undefined, inexact: new Set() }

/** Puts long integers into marked strings. `marked` is undefined when there are none, or the text is not JSON. */
function markIntegers(text: string): Marked {
  const inexact = new Set<bigint>()
  const pieces: string[] = []
  let isMarked = false
  let at = 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    const between = text.slice(at, end).replace(/-?\d{16,}(?![\d.eE])|[\d.eE+-]+/g, (token) => {
      const number = Number(token)
      if (!/^-?\d{16,}$/.test(token) || Number.isSafeInteger(number) || token.length > MOST_DIGITS) return token
      isMarked = true
      const integer = BigInt(token)
      if (!Number.isFinite(number) || BigInt(number) !== integer) inexact.add(integer)
      return `"${MARK}${token}"`
    })
    at = quote < 0 ? end : endOfString(text, quote)
    if (at < 0) return NOT_MARKED
    pieces.push(between, text.slice(end, at))
  }
  return { marked: isMarked ? pieces.join('') : undefined, inexact }
}

/** Behind the string that begins at `quote`; −1 when it does not end. */
function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return -1
}

function unmark(root: unknown): unknown {
  const holder: Record<string, unknown> = { root }
  const waiting: Record<string, unknown>[] = [holder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'string' && value.startsWith(MARK)) set(next, key, BigInt(value.slice(MARK.length)))
      // Of JSON: an array or an object, whose fields are read and set alike.
      else if (typeof value === 'object' && value !== null) waiting.push(value as Record<string, unknown>)
    }
  }
  return holder['root']
}

/** Not by assignment, which a field named `__proto__` would misunderstand. */
function set(owner: object, key: string, value: bigint): void {
  Object.defineProperty(owner, key, { value, enumerable: true, writable: true, configurable: true })
}
