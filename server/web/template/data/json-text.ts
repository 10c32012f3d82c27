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

class Reader {
  readonly #text: string
  readonly #onValue: (path: string, place: JsonPlace) => void
  #at = 0

  constructor(text: string, onValue: (path: string, place: JsonPlace) => void) {
    this.#text = text
    this.#onValue = onValue
  }

  read(): void {
    this.#space()
    this.#value('', this.#at, 0)
    this.#space()
    if (this.#at < this.#text.length) throw new Fault('end', this.#at)
  }

  #value(path: string, keyFrom: number, depth: number): void {
    if (depth > DEEPEST) throw new Fault('deep', this.#at)
    this.#onValue(path, { from: this.#at, keyFrom })
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
      const name = key.includes('\\') ? String(JSON.parse(key)) : key.slice(1, -1)
      this.#value(path === '' ? name : `${path}.${name}`, keyFrom, depth + 1)
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
      this.#value(`${path}[${index++}]`, this.#at, depth + 1)
      this.#space()
    } while (this.#took(','))
    if (!this.#took(']')) throw new Fault('separator', this.#at)
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

/** The first error of a text; undefined when it is JSON. `onValue` is called for each value before its parts, with its path: `items[3].name`, empty for the whole. */
export function readJson(text: string, onValue: (path: string, place: JsonPlace) => void = () => {}): JsonProblem | undefined {
  try {
    new Reader(text, onValue).read()
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
