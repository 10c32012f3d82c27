// A JSON text as a tree of places: what each value is, and where it stands. The text itself is kept, so that saving can copy it.
// Without recursion: a hostile text may nest as deep as it likes. The text must be valid JSON.

interface Span {
  readonly start: number
  readonly end: number
}

export interface JsonMember extends Span {
  readonly key: string
  readonly value: JsonValue
}

export interface JsonObject extends Span {
  readonly kind: 'object'
  readonly items: readonly JsonMember[]
}

export interface JsonList extends Span {
  readonly kind: 'list'
  readonly items: readonly JsonValue[]
}

export interface JsonScalar extends Span {
  readonly kind: 'string' | 'other'
}

export type JsonValue = JsonObject | JsonList | JsonScalar
export type JsonContainer = JsonObject | JsonList

/** A container whose end is not known yet. */
interface Open {
  readonly kind: 'object' | 'list'
  readonly start: number
  readonly items: (JsonMember | JsonValue)[]
  key: string
  keyStart: number
}

const SPACE = /[\s\uFEFF]*/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const OTHER = /[^\s,\]}]+/y

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.exec(text)
  return pattern.lastIndex
}

/** The tree of a valid JSON text. */
export function parseJsonText(text: string): JsonValue {
  const open: Open[] = []
  let at = endOf(SPACE, text, 0)
  for (;;) {
    const parent = open.at(-1)
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      open.push({ kind: sign === '{' ? 'object' : 'list', start: at, items: [], key: '', keyStart: 0 })
      at++
    } else if (sign === '}' || sign === ']') {
      at++
      const done = close(open, at)
      if (done !== undefined) return done
    } else if (sign === ',') at++
    else {
      const end = endOf(sign === '"' ? STRING : OTHER, text, at)
      if (end <= at) throw new Error('the text was not valid JSON')
      const colon = parent?.kind === 'object' && parent.keyStart === 0 ? endOf(SPACE, text, end) : -1
      if (parent !== undefined && colon >= 0) {
        parent.key = String(JSON.parse(text.slice(at, end)))
        parent.keyStart = at
        at = colon + 1
      } else {
        const scalar: JsonScalar = { kind: sign === '"' ? 'string' : 'other', start: at, end }
        if (parent === undefined) return scalar
        add(parent, scalar)
        at = end
      }
    }
    at = endOf(SPACE, text, at)
  }
}

function close(open: Open[], end: number): JsonValue | undefined {
  const done = open.pop()
  if (done === undefined) throw new Error('the text was not valid JSON')
  const { kind, start, items } = done
  // Members were added to objects alone, and values to lists alone.
  const value = { kind, start, end, items } as JsonContainer
  const parent = open.at(-1)
  if (parent === undefined) return value
  add(parent, value)
  return undefined
}

function add(parent: Open, value: JsonValue): void {
  if (parent.kind === 'list') parent.items.push(value)
  else {
    parent.items.push({ start: parent.keyStart, end: value.end, key: parent.key, value })
    parent.keyStart = 0
  }
}

/** The value of a member; of several with the same key the last one counts, as in `JSON.parse`. */
export function memberOf(object: JsonValue | undefined, key: string): JsonMember | undefined {
  return object?.kind === 'object' ? object.items.findLast((member) => member.key === key) : undefined
}

/** Whether containers of a text are nested deeper than this. Strings are skipped; the text may be any. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = Math.max(at, endOf(STRING, text, at) - 1)
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > most) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}

/** The raw text of one member of an object, for answers whose value must stay as it was written. */
export function rawMember(text: string, key: string): string | undefined {
  const value = memberOf(parseJsonText(text), key)?.value
  return value === undefined ? undefined : text.slice(value.start, value.end)
}
