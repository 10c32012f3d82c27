// Problem: the server must reject malformed JSON with a position, measure its depth before recursive code sees it, and read a few fields
// (`output`, `templates[].id`), but leave parsing `data` to the rendering process.
// Approach: one linear pass over the bytes with an explicit stack. It checks the complete grammar and keeps the spans of the requested fields;
// nothing else is allocated, so 10 MB of JSON take no more memory than the bytes themselves.
// Limits: it does not validate UTF-8 (the caller does) and accepts lone surrogate escapes, as JSON.parse does.

/** What to keep of an object or array. Objects list their known fields; arrays keep their first `most` items. */
export type Shape =
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Shape | undefined>> }
  | { readonly kind: 'array'; readonly items: Shape | undefined; readonly most: number }

type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** The span of a value in the bytes. `fields` and `items` hold only what the shape requests. */
export interface Outline {
  readonly kind: JsonKind
  readonly start: number
  end: number
  /** Number of its direct fields or items. */
  count: number
  readonly fields: Map<string, Outline>
  readonly items: Outline[]
  /** Names of the first few fields that are not in the shape. */
  readonly unknown: string[]
}

/** `offset` is that of the first byte that cannot be part of any JSON text. */
export class JsonSyntaxError extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.name = 'JsonSyntaxError'
    this.offset = offset
  }
}

const MOST_UNKNOWN = 20
/** Longer field names, in bytes, are not decoded: every known name is much shorter. */
const LONGEST_NAME = 200

type Expect = 'value' | 'first-item' | 'first-key' | 'key' | 'colon' | 'next' | 'end'

interface Frame {
  readonly shape: Shape | undefined
  readonly outline: Outline | undefined
}

/** Scans in steps, so that a large body does not block the event loop: `run(n)` reads about n bytes and returns whether it is done. */
export class JsonScanner {
  readonly #bytes: Uint8Array
  #at = 0
  #expect: Expect = 'value'
  /** 1 for an object, 0 for an array, one byte a level. */
  #levels = new Uint8Array(256)
  #depth = 0
  #deepest = 0
  /** Frames of the open containers that the shape describes; at most as many as the shape is deep. */
  readonly #frames: Frame[] = []
  readonly #root: { shape: Shape | undefined; outline: Outline | undefined }
  #name: string | undefined

  constructor(bytes: Uint8Array, shape: Shape | undefined) {
    this.#bytes = bytes
    this.#root = { shape, outline: undefined }
  }

  /** The deepest nesting seen; a scalar alone has 0. */
  get deepest(): number {
    return this.#deepest
  }

  get outline(): Outline {
    if (this.#root.outline === undefined || this.#expect !== 'end') throw new Error('the outline is read before the scan has ended')
    return this.#root.outline
  }

  run(most: number): boolean {
    const until = Math.min(this.#bytes.length, this.#at + most)
    for (;;) {
      this.#skipSpace()
      if (this.#at >= this.#bytes.length) {
        if (this.#expect !== 'end') throw this.#error('unexpected end')
        return true
      }
      this.#step(this.#bytes[this.#at]!)
      if (this.#at >= until && this.#at < this.#bytes.length) return false
    }
  }

  #step(byte: number): void {
    switch (this.#expect) {
      case 'first-item':
        if (byte === 0x5d) return this.#close()
        return this.#value(byte)
      case 'value':
        return this.#value(byte)
      case 'first-key':
        if (byte === 0x7d) return this.#close()
        return this.#key(byte)
      case 'key':
        return this.#key(byte)
      case 'colon':
        if (byte !== 0x3a) throw this.#error('expected ":"')
        this.#at++
        this.#expect = 'value'
        return
      case 'next':
        return this.#next(byte)
      case 'end':
        throw this.#error('unexpected text after the value')
    }
  }

  #next(byte: number): void {
    const isObject = this.#levels[this.#depth - 1] === 1
    if (byte === 0x2c) {
      this.#at++
      this.#expect = isObject ? 'key' : 'value'
    } else if (byte === (isObject ? 0x7d : 0x5d)) this.#close()
    else throw this.#error(isObject ? 'expected "," or "}"' : 'expected "," or "]"')
  }

  #key(byte: number): void {
    if (byte !== 0x22) throw this.#error('expected a name in double quotes')
    const start = this.#at
    this.#string()
    const isWanted = this.#frames.length === this.#depth && this.#frames[this.#depth - 1]!.shape?.kind === 'object'
    this.#name = isWanted ? readName(this.#bytes, start, this.#at) : undefined
    this.#expect = 'colon'
  }

  #value(byte: number): void {
    const start = this.#at
    if (byte === 0x7b || byte === 0x5b) return this.#open(byte === 0x7b)
    let kind: JsonKind
    if (byte === 0x22) {
      this.#string()
      kind = 'string'
    } else if (byte === 0x2d || isDigit(byte)) {
      this.#number()
      kind = 'number'
    } else if (byte === 0x74) {
      this.#word('true')
      kind = 'boolean'
    } else if (byte === 0x66) {
      this.#word('false')
      kind = 'boolean'
    } else if (byte === 0x6e) {
      this.#word('null')
      kind = 'null'
    } else throw this.#error('expected a value')
    const kept = this.#keep(kind, start)
    if (kept.outline !== undefined) kept.outline.end = this.#at
    this.#expect = this.#depth === 0 ? 'end' : 'next'
  }

  #open(isObject: boolean): void {
    const kept = this.#keep(isObject ? 'object' : 'array', this.#at)
    // Frames exist for the outermost levels without gaps, down to where the shape ends; deeper levels have none.
    if (kept.outline !== undefined && this.#frames.length === this.#depth) this.#frames.push(kept)
    if (this.#depth === this.#levels.length) {
      const longer = new Uint8Array(this.#levels.length * 2)
      longer.set(this.#levels)
      this.#levels = longer
    }
    this.#levels[this.#depth++] = isObject ? 1 : 0
    if (this.#depth > this.#deepest) this.#deepest = this.#depth
    this.#at++
    this.#expect = isObject ? 'first-key' : 'first-item'
  }

  #close(): void {
    this.#at++
    if (this.#frames.length === this.#depth) {
      const outline = this.#frames.pop()?.outline
      if (outline !== undefined) outline.end = this.#at
    }
    this.#depth--
    this.#expect = this.#depth === 0 ? 'end' : 'next'
  }

  /** Records a value in the outline of its container if the shape requests it. */
  #keep(kind: JsonKind, start: number): Frame {
    if (this.#depth === 0) {
      this.#root.outline = makeOutline(kind, start)
      return this.#root
    }
    if (this.#frames.length !== this.#depth) return NOT_KEPT
    const { shape, outline: parent } = this.#frames[this.#depth - 1]!
    if (parent === undefined) return NOT_KEPT
    parent.count++
    if (parent.kind === 'array') {
      if (shape?.kind !== 'array' || parent.items.length >= shape.most) return NOT_KEPT
      const outline = makeOutline(kind, start)
      parent.items.push(outline)
      return { shape: shape.items, outline }
    }
    const name = this.#name
    if (shape?.kind !== 'object') return NOT_KEPT
    if (name === undefined || !Object.hasOwn(shape.fields, name)) {
      if (parent.unknown.length < MOST_UNKNOWN) parent.unknown.push(name ?? '(a very long name)')
      return NOT_KEPT
    }
    const outline = makeOutline(kind, start)
    parent.fields.set(name, outline)
    return { shape: shape.fields[name], outline }
  }

  #skipSpace(): void {
    const bytes = this.#bytes
    let at = this.#at
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break
    }
    this.#at = at
  }

  /** From the opening quote to behind the closing one. */
  #string(): void {
    const bytes = this.#bytes
    let at = this.#at + 1
    for (; ; at++) {
      const byte = bytes[at]
      if (byte === 0x22) break
      if (byte === undefined) throw this.#error('unexpected end inside a string', bytes.length)
      if (byte < 0x20) throw this.#error('a control character inside a string must be escaped', at)
      if (byte === 0x5c) at = this.#escape(at)
    }
    this.#at = at + 1
  }

  /** Checks the escape whose backslash is at `at`; gives the offset of its last byte. */
  #escape(at: number): number {
    const byte = this.#bytes[at + 1]
    if (byte === undefined) throw this.#error('unexpected end inside a string', this.#bytes.length)
    if (byte !== 0x75) {
      if (!SIMPLE_ESCAPES.has(byte)) throw this.#error('unknown escape in a string', at + 1)
      return at + 1
    }
    for (let i = at + 2; i < at + 6; i++)
      if (!isHex(this.#bytes[i])) throw this.#error('expected four hexadecimal digits', Math.min(i, this.#bytes.length))
    return at + 5
  }

  #number(): void {
    if (this.#bytes[this.#at] === 0x2d) this.#at++
    if (this.#bytes[this.#at] === 0x30) this.#at++
    else this.#digits()
    if (this.#bytes[this.#at] === 0x2e) {
      this.#at++
      this.#digits()
    }
    const exponent = this.#bytes[this.#at]
    if (exponent === 0x65 || exponent === 0x45) {
      this.#at++
      const sign = this.#bytes[this.#at]
      if (sign === 0x2b || sign === 0x2d) this.#at++
      this.#digits()
    }
  }

  #digits(): void {
    if (!isDigit(this.#bytes[this.#at])) throw this.#error('expected a digit')
    while (isDigit(this.#bytes[this.#at])) this.#at++
  }

  #word(word: string): void {
    for (let i = 0; i < word.length; i++)
      if (this.#bytes[this.#at + i] !== word.charCodeAt(i)) throw this.#error(`expected ${word}`, this.#at)
    this.#at += word.length
  }

  #error(message: string, offset = this.#at): JsonSyntaxError {
    return new JsonSyntaxError(Math.min(offset, this.#bytes.length), message)
  }
}

const NOT_KEPT: Frame = { shape: undefined, outline: undefined }
const SIMPLE_ESCAPES = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)))

function makeOutline(kind: JsonKind, start: number): Outline {
  return { kind, start, end: start, count: 0, fields: new Map(), items: [], unknown: [] }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function isHex(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)
}

/** The name between two quotes; undefined when it is too long to be a known one. */
function readName(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > LONGEST_NAME) return undefined
  const name: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'))
  return typeof name === 'string' ? name : undefined
}
