// Reads a JSON text with the places of its values. `JSON.parse` says where an error is in words that differ between browsers, and nothing of where values stand.

export type JsonProblemKind = 'value' | 'key' | 'colon' | 'separator' | 'string' | 'number' | 'end' | 'deep' | 'object'

export interface JsonProblem {
  readonly kind: JsonProblemKind
  /** Offset in the text. */
  readonly at: number
}

export interface JsonPlace {
  readonly from: number
  /** Of the name in front of it; `from` where it has none. */
  readonly keyFrom: number
}

/** As deep as the service reads. */
const DEEPEST = 64
const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /(?:true|false|null)(?![\w])/y

class Fault extends Error {
  readonly problem: JsonProblem

  constructor(kind: JsonProblemKind, at: number) {
    super(kind)
    this.problem = { kind, at }
  }
}

interface Visitor {
  /** Whether a value is looked into; one that is not is passed over, errors in it included. */
  wants(path: string): boolean
  /** Called before the parts of the value. */
  onValue(path: string, place: JsonPlace): void
}

class Reader {
  readonly #text: string
  /** Absent: only errors are looked for, and paths are not made. */
  readonly #visitor: Visitor | undefined
  #at = 0

  constructor(text: string, visitor: Visitor | undefined) {
    this.#text = text
    this.#visitor = visitor
  }

  read(): void {
    this.#space()
    this.#value('', this.#at, 0)
    this.#space()
    if (this.#at < this.#text.length) throw new Fault('end', this.#at)
  }

  #value(path: string, keyFrom: number, depth: number): void {
    if (this.#visitor?.wants(path) === false) return this.#pass()
    if (depth > DEEPEST) throw new Fault('deep', this.#at)
    this.#visitor?.onValue(path, { from: this.#at, keyFrom })
    const first = this.#text[this.#at]
    if (first === '{') this.#object(path, depth)
    else if (first === '[') this.#array(path, depth)
    else if (first === '"') this.#token(STRING, 'string')
    else if (first === '-' || (first !== undefined && first >= '0' && first <= '9')) this.#token(NUMBER, 'number')
    else this.#token(WORD, 'value')
  }

  #object(path: string, depth: number): void {
    this.#at++
    this.#space()
    if (this.#took('}')) return
    do {
      this.#space()
      const keyFrom = this.#at
      if (this.#text[keyFrom] !== '"') throw new Fault('key', keyFrom)
      const key = this.#token(STRING, 'string')
      this.#space()
      if (!this.#took(':')) throw new Fault('colon', this.#at)
      this.#space()
      this.#value(this.#visitor === undefined ? '' : pathOfKey(path, key), keyFrom, depth + 1)
      this.#space()
    } while (this.#took(','))
    if (!this.#took('}')) throw new Fault('separator', this.#at)
  }

  #array(path: string, depth: number): void {
    this.#at++
    this.#space()
    if (this.#took(']')) return
    let index = 0
    do {
      this.#space()
      this.#value(this.#visitor === undefined ? '' : `${path}[${index++}]`, this.#at, depth + 1)
      this.#space()
    } while (this.#took(','))
    if (!this.#took(']')) throw new Fault('separator', this.#at)
  }

  /** To the end of the value, by its brackets alone. */
  #pass(): void {
    const text = this.#text
    let depth = 0
    do {
      const letter = text[this.#at] ?? ''
      if (letter === '"') this.#passString()
      else {
        if (letter === '{' || letter === '[') depth++
        else if (letter === '}' || letter === ']') depth--
        this.#at++
      }
      // Of a number or a word outside brackets the next sign may be the end.
    } while (this.#at < text.length && (depth > 0 || !ENDS.has(text[this.#at] ?? '')))
  }

  #passString(): void {
    const text = this.#text
    do {
      const end = text.indexOf('"', this.#at + 1)
      this.#at = end < 0 ? text.length : end
    } while (this.#at < text.length && isEscaped(text, this.#at))
    this.#at++
  }

  #took(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false
    this.#at++
    return true
  }

  #space(): void {
    SPACE.lastIndex = this.#at
    SPACE.test(this.#text)
    this.#at = SPACE.lastIndex
  }

  #token(pattern: RegExp, kind: JsonProblemKind): string {
    pattern.lastIndex = this.#at
    const [token] = pattern.exec(this.#text) ?? []
    if (token === undefined) throw new Fault(kind, this.#at)
    this.#at += token.length
    return token
  }
}

/** Signs that may follow a value. */
const ENDS = new Set([',', '}', ']', ' ', '\t', '\n', '\r'])

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text[quote - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function pathOfKey(path: string, key: string): string {
  const name = key.includes('\\') ? String(JSON.parse(key)) : key.slice(1, -1)
  return path === '' ? name : `${path}.${name}`
}

/** The first error of a text; undefined when it is JSON. */
export function readJson(text: string): JsonProblem | undefined {
  return read(text, undefined)
}

/**
 * Where the values of a JSON text stand, by their paths: `items[3].name`, empty for the whole. Of each wanted path those around it are wanted too; values that are not
 * wanted are passed over, so that the work is that of what is wanted and hardly that of the text. `onVisit` is called for each value that is looked into.
 */
export function placesIn(text: string, wanted: ReadonlySet<string>, onVisit: () => void = () => {}): ReadonlyMap<string, JsonPlace> {
  const places = new Map<string, JsonPlace>()
  read(text, {
    wants: (path) => wanted.has(path),
    onValue(path, place) {
      onVisit()
      places.set(path, place)
    },
  })
  return places
}

function read(text: string, visitor: Visitor | undefined): JsonProblem | undefined {
  try {
    new Reader(text, visitor).read()
    return undefined
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown.problem
    throw thrown
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** Indents a JSON text anew. Every token stays as it is written: no digit of a number is lost. */
export function formatJson(text: string, indent = '  '): string {
  const tokens = text.match(TOKENS) ?? []
  const parts: string[] = []
  let depth = 0
  const line = (): string => `\n${indent.repeat(depth)}`
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? ''
    const next = tokens[i + 1] ?? ''
    if (token === '{' || token === '[') {
      const isEmpty = next === '}' || next === ']'
      if (isEmpty) i++
      else depth++
      parts.push(token, isEmpty ? next : line())
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      parts.push(line(), token)
    } else parts.push(token, token === ',' ? line() : token === ':' ? ' ' : '')
  }
  return parts.join('')
}

/** A line that is longer is broken up: editors are slow at such. */
const LONGEST_LINE = 4000

/** JSON as it is shown in an editor: as it is written, unless that is slow. */
export function withoutLongLines(text: string): string {
  return hasLongLine(text) ? formatJson(text) : text
}

function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    if ((end < 0 ? text.length : end) - at > LONGEST_LINE) return true
    if (end < 0) return false
    at = end + 1
  }
  return false
}
