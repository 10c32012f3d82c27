// Problem: `JSON.parse` reports the position of an error poorly, and accepts any depth. Approach: one pass over the characters with a stack of
// brackets, which finds the first error and the deepest nesting before any value is built. Limits: it validates, and builds no values.

type JsonCheck =
  | { readonly kind: 'valid'; readonly depth: number }
  | { readonly kind: 'invalid'; readonly offset: number; readonly message: string }

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const STRING_PART = /[^"\\\u0000-\u001F]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Whether `text` is one JSON value, and how deeply its brackets nest. */
export function checkJson(text: string): JsonCheck {
  const scanner = new JsonScanner(text)
  try {
    return { kind: 'valid', depth: scanner.run() }
  } catch (problem) {
    if (problem instanceof JsonProblem) return { kind: 'invalid', offset: problem.offset, message: problem.message }
    throw problem
  }
}

class JsonProblem extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

class JsonScanner {
  readonly #text: string
  readonly #open: ('{' | '[')[] = []
  #position = 0
  #deepest = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): number {
    this.#space()
    this.#value()
    while (this.#open.length > 0) this.#next()
    if (this.#position < this.#text.length) this.#fail('nothing may follow the value')
    return this.#deepest
  }

  /** Reads what comes after a value inside the innermost bracket: a comma and the next value, or the closing bracket. */
  #next(): void {
    const bracket = this.#open[this.#open.length - 1]!
    const close = bracket === '{' ? '}' : ']'
    if (this.#takes(close)) {
      this.#open.pop()
      return this.#space()
    }
    if (!this.#takes(',')) this.#fail(`expected "," or "${close}"`)
    this.#space()
    if (bracket === '{') this.#key()
    this.#value()
  }

  /** A value; of an object or list its bracket, and its first item when it has one. */
  #value(): void {
    for (;;) {
      const char = this.#text[this.#position]
      if (char !== '{' && char !== '[') return this.#scalar(char)
      this.#open.push(char)
      this.#deepest = Math.max(this.#deepest, this.#open.length)
      this.#position++
      this.#space()
      if (this.#takes(char === '{' ? '}' : ']')) {
        this.#open.pop()
        return this.#space()
      }
      if (char === '{') this.#key()
    }
  }

  #key(): void {
    if (this.#text[this.#position] !== '"') this.#fail('expected a name in double quotes')
    this.#string()
    this.#space()
    if (!this.#takes(':')) this.#fail('expected ":"')
    this.#space()
  }

  #scalar(char: string | undefined): void {
    if (char === '"') this.#string()
    else if (!this.#matches(NUMBER) && !this.#matches(WORD)) this.#fail('expected a value')
    this.#space()
  }

  #string(): void {
    const start = this.#position
    this.#position++
    for (;;) {
      this.#matches(STRING_PART)
      if (this.#takes('"')) return
      if (this.#position >= this.#text.length) {
        this.#position = start
        this.#fail('this text is never closed with a quote')
      }
      if (!this.#matches(ESCAPE)) this.#fail(this.#text[this.#position] === '\\' ? 'no such escape' : 'control characters must be escaped')
    }
  }

  #space(): void {
    this.#matches(SPACE)
  }

  #takes(char: string): boolean {
    if (this.#text[this.#position] !== char) return false
    this.#position++
    return true
  }

  /** Moves past the match of a sticky expression; false when it matches nothing. */
  #matches(expression: RegExp): boolean {
    expression.lastIndex = this.#position
    const match = expression.exec(this.#text)
    if (match === null || match[0] === '') return false
    this.#position += match[0].length
    return true
  }

  #fail(message: string): never {
    const end = this.#position >= this.#text.length ? ', but the text ends' : ''
    throw new JsonProblem(this.#position, message + end)
  }
}
