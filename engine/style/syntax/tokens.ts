// Problem: CSS text must be parsed in linear time, whatever the input, megabytes of `;` or `(` included.
// Approach: one pass produces component values (CSS Syntax 3 §5.4.7): tokens, with blocks and functions containing theirs.
// White space is not a token, but a flag on the next one: only selectors, calc() and few others need it.
// Limits: a block nested deeper than MAX_DEPTH becomes one `bad` component, so that parsers may recurse.

interface Located {
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
  /** White space or a comment precedes it. */
  readonly isSpaced: boolean
}

export type Component = Located &
  (
    | { readonly kind: 'ident'; readonly value: string; readonly lower: string }
    | { readonly kind: 'function'; readonly name: string; readonly items: readonly Component[] }
    | { readonly kind: 'at'; readonly name: string }
    | { readonly kind: 'hash'; readonly value: string; readonly isIdent: boolean }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'url'; readonly value: string }
    | { readonly kind: 'number'; readonly value: number; readonly isInteger: boolean }
    | { readonly kind: 'percentage'; readonly value: number }
    | { readonly kind: 'dimension'; readonly value: number; readonly unit: string }
    | { readonly kind: 'block'; readonly open: '(' | '[' | '{'; readonly items: readonly Component[] }
    | { readonly kind: 'delim'; readonly value: string }
    | { readonly kind: 'bad' }
  )

const MAX_DEPTH = 48
/** The limit of browsers for integers. */
const MAX_NUMBER = 2 ** 31 - 1

/** An open block or function. */
interface Frame {
  readonly open: '(' | '[' | '{'
  readonly name: string | undefined
  readonly start: number
  readonly isSpaced: boolean
  readonly items: Component[]
}

const CLOSES = { '(': ')', '[': ']', '{': '}' } as const

/** Reports a block, string or comment that is open at the end of the text: its start, and a description. */
export type OnUnclosed = (start: number, what: string) => void

/** The component values of a text. Never throws; invalid tokens are `bad`. */
export function parseComponents(text: string, onUnclosed?: OnUnclosed): readonly Component[] {
  const lexer = new Lexer(text, onUnclosed)
  const top: Component[] = []
  const stack: Frame[] = []
  /** Open blocks inside of one that is too deep: their contents are dropped, or a sheet of brackets would fill the memory. */
  const skipped: Frame['open'][] = []
  let items = top
  const close = (end: number): void => {
    const frame = stack.pop()!
    items = stack.at(-1)?.items ?? top
    items.push(blockOf(frame, end, stack.length >= MAX_DEPTH))
  }
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    const isSkipping = stack.length > MAX_DEPTH
    const open = skipped.at(-1) ?? stack.at(-1)?.open
    if (token.kind === 'open') {
      if (isSkipping) skipped.push(token.open)
      else {
        stack.push({ ...token, items: [] })
        items = stack.at(-1)!.items
      }
    } else if (open !== undefined && token.kind === 'delim' && token.value === CLOSES[open]) {
      if (skipped.length > 0) skipped.pop()
      else close(token.end)
    } else if (!isSkipping) items.push(token)
  }
  // Only the outermost is reported: it is the one to close, and there may be as many as there are brackets.
  const outermost = stack[0]
  if (outermost !== undefined) onUnclosed?.(outermost.start, nameOf(outermost))
  while (stack.length > 0) close(text.length)
  return top
}

function nameOf({ name, open }: Frame): string {
  return name === undefined ? `the "${open}" that stands here` : `"${name}("`
}

function blockOf(frame: Frame, end: number, isTooDeep: boolean): Component {
  const place = { start: frame.start, end, isSpaced: frame.isSpaced }
  if (isTooDeep) return { kind: 'bad', ...place }
  if (frame.name !== undefined) return { kind: 'function', name: frame.name, items: frame.items, ...place }
  return { kind: 'block', open: frame.open, items: frame.items, ...place }
}

export function splitAtCommas(items: readonly Component[]): readonly (readonly Component[])[] {
  const parts: Component[][] = [[]]
  for (const item of items) {
    if (item.kind === 'delim' && item.value === ',') parts.push([])
    else parts.at(-1)!.push(item)
  }
  return parts
}

type Token = Component | (Located & { readonly kind: 'open'; readonly open: '(' | '[' | '{'; readonly name: string | undefined })

const NEWLINE = 10
const QUOTE = 34
const HASH = 35
const APOSTROPHE = 39
const OPEN = 40
const STAR = 42
const PLUS = 43
const MINUS = 45
const DOT = 46
const SLASH = 47
const LESS = 60
const AT = 64
const BACKSLASH = 92

const isDigit = (c: number): boolean => c >= 48 && c <= 57
const isHex = (c: number): boolean => isDigit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102)
const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13 && c !== 11)
const isLineEnd = (c: number): boolean => c === NEWLINE || c === 12 || c === 13
const isNameStart = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c >= 128
const isName = (c: number): boolean => isNameStart(c) || isDigit(c) || c === MINUS

/** CSS Syntax 3 §4.3, one token at a time. */
class Lexer {
  readonly #text: string
  readonly #onUnclosed: OnUnclosed | undefined
  #at = 0

  constructor(text: string, onUnclosed: OnUnclosed | undefined) {
    this.#text = text
    this.#onUnclosed = onUnclosed
  }

  /** NaN past the end, with which every comparison is false. */
  #code(offset = 0): number {
    return this.#text.charCodeAt(this.#at + offset)
  }

  next(): Token | undefined {
    const isSpaced = this.#skipSpace()
    const start = this.#at
    if (start >= this.#text.length) return undefined
    const c = this.#code()
    if (c === QUOTE || c === APOSTROPHE) return this.#string(c, start, isSpaced)
    if (this.#startsNumber()) return this.#numeric(start, isSpaced)
    if (this.#startsIdent(0) && !this.#text.startsWith('-->', start)) return this.#identLike(start, isSpaced)
    if (c === HASH && (isName(this.#code(1)) || this.#startsEscape(1))) {
      this.#at++
      const isIdent = this.#startsIdent(0)
      const value = this.#name()
      return { kind: 'hash', value, isIdent, start, end: this.#at, isSpaced }
    }
    if (c === AT && this.#startsIdent(1)) {
      this.#at++
      const name = this.#name().toLowerCase()
      return { kind: 'at', name, start, end: this.#at, isSpaced }
    }
    const mark =
      c === LESS && this.#text.startsWith('<!--', start)
        ? '<!--'
        : c === MINUS && this.#text.startsWith('-->', start)
          ? '-->'
          : this.#text[start]!
    this.#at += mark.length
    const value = mark
    if (value === '(' || value === '[' || value === '{')
      return { kind: 'open', open: value, name: undefined, start, end: this.#at, isSpaced }
    return { kind: 'delim', value, start, end: this.#at, isSpaced }
  }

  /** White space and comments. */
  #skipSpace(): boolean {
    const from = this.#at
    for (;;) {
      const c = this.#code()
      if (isSpace(c)) this.#at++
      else if (c === SLASH && this.#code(1) === STAR) {
        const end = this.#text.indexOf('*/', this.#at + 2)
        if (end < 0) this.#onUnclosed?.(this.#at, 'the comment that begins here')
        this.#at = end < 0 ? this.#text.length : end + 2
      } else return this.#at > from
    }
  }

  #startsEscape(offset: number): boolean {
    return this.#code(offset) === BACKSLASH && !isLineEnd(this.#code(offset + 1))
  }

  #startsIdent(offset: number): boolean {
    const c = this.#code(offset)
    if (c === MINUS) {
      const d = this.#code(offset + 1)
      return isNameStart(d) || d === MINUS || this.#startsEscape(offset + 1)
    }
    return isNameStart(c) || this.#startsEscape(offset)
  }

  #startsNumber(): boolean {
    const c = this.#code()
    const offset = c === PLUS || c === MINUS ? 1 : 0
    const d = this.#code(offset)
    return isDigit(d) || (d === DOT && isDigit(this.#code(offset + 1)))
  }

  #numeric(start: number, isSpaced: boolean): Token {
    if (!isDigit(this.#code()) && this.#code() !== DOT) this.#at++
    let isInteger = true
    while (isDigit(this.#code())) this.#at++
    if (this.#code() === DOT && isDigit(this.#code(1))) {
      isInteger = false
      this.#at++
      while (isDigit(this.#code())) this.#at++
    }
    const e = this.#code() | 32
    const sign = this.#code(1) === PLUS || this.#code(1) === MINUS ? 2 : 1
    if (e === 101 && isDigit(this.#code(sign))) {
      isInteger = false
      this.#at += sign
      while (isDigit(this.#code())) this.#at++
    }
    const value = Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, Number(this.#text.slice(start, this.#at))))
    if (this.#startsIdent(0)) {
      const unit = this.#name().toLowerCase()
      return { kind: 'dimension', value, unit, start, end: this.#at, isSpaced }
    }
    if (this.#code() === 37) {
      this.#at++
      return { kind: 'percentage', value, start, end: this.#at, isSpaced }
    }
    return { kind: 'number', value, isInteger, start, end: this.#at, isSpaced }
  }

  #identLike(start: number, isSpaced: boolean): Token {
    const value = this.#name()
    const lower = value.toLowerCase()
    if (this.#code() !== OPEN) return { kind: 'ident', value, lower, start, end: this.#at, isSpaced }
    this.#at++
    if (lower === 'url') return this.#url(start, isSpaced)
    return { kind: 'open', open: '(', name: lower, start, end: this.#at, isSpaced }
  }

  /** After `url(`: an unquoted URL, or a function when a string follows. */
  #url(start: number, isSpaced: boolean): Token {
    while (isSpace(this.#code())) this.#at++
    const c = this.#code()
    if (c === QUOTE || c === APOSTROPHE) return { kind: 'open', open: '(', name: 'url', start, end: this.#at, isSpaced }
    let value = ''
    let isBad = false
    while (this.#at < this.#text.length) {
      const d = this.#code()
      if (d === 41) break
      if (this.#startsEscape(0)) value += this.#escape()
      else if (isSpace(d)) {
        while (isSpace(this.#code())) this.#at++
        if (this.#at < this.#text.length && this.#code() !== 41) isBad = true
      } else {
        if (d === QUOTE || d === APOSTROPHE || d === OPEN || d < 32) isBad = true
        value += this.#text[this.#at++]
      }
    }
    if (this.#at >= this.#text.length) this.#onUnclosed?.(start, '"url("')
    this.#at++
    const place = { start, end: Math.min(this.#at, this.#text.length), isSpaced }
    return isBad ? { kind: 'bad', ...place } : { kind: 'url', value, ...place }
  }

  #string(quote: number, start: number, isSpaced: boolean): Token {
    this.#at++
    let value = ''
    let from = this.#at
    for (; this.#at < this.#text.length; ) {
      const c = this.#code()
      if (c === quote || isLineEnd(c)) break
      if (c !== BACKSLASH) {
        this.#at++
        continue
      }
      value += this.#text.slice(from, this.#at)
      if (isLineEnd(this.#code(1))) this.#at += this.#code(1) === 13 && this.#code(2) === NEWLINE ? 3 : 2
      else value += this.#escape()
      from = this.#at
    }
    value += this.#text.slice(from, this.#at)
    if (this.#code() !== quote) this.#onUnclosed?.(start, 'the string that begins here')
    if (isLineEnd(this.#code())) return { kind: 'bad', start, end: this.#at, isSpaced }
    this.#at = Math.min(this.#at + 1, this.#text.length)
    return { kind: 'string', value, start, end: this.#at, isSpaced }
  }

  #name(): string {
    let from = this.#at
    let value = ''
    for (;;) {
      if (isName(this.#code())) this.#at++
      else if (this.#startsEscape(0)) {
        value += this.#text.slice(from, this.#at) + this.#escape()
        from = this.#at
      } else return value + this.#text.slice(from, this.#at)
    }
  }

  #escape(): string {
    this.#at++
    const from = this.#at
    while (this.#at - from < 6 && isHex(this.#code())) this.#at++
    if (this.#at === from) {
      const character = this.#text.codePointAt(from)
      if (character === undefined) return '\uFFFD'
      this.#at += character > 0xffff ? 2 : 1
      return String.fromCodePoint(character)
    }
    const code = Number.parseInt(this.#text.slice(from, this.#at), 16)
    if (this.#code() === 13 && this.#code(1) === NEWLINE) this.#at += 2
    else if (isSpace(this.#code())) this.#at++
    return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\uFFFD' : String.fromCodePoint(code)
  }
}

/** How a message names it. */
export function describeComponent(item: Component): string {
  if (item.kind === 'delim' || item.kind === 'hash' || item.kind === 'string') return item.value
  return item.kind === 'ident' ? item.value : item.kind
}
