// A content stream, or another part of a file, that is being written: a growing buffer. Numbers are written digit by digit, without strings in between.

const SPACE = 0x20
const NEWLINE = 0x0a
const OPENING = 0x28
const CLOSING = 0x29
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const LETTER_R = 0x52
const MOST_SMALL = 0x3fffffff

/** The bytes of a text that is written often: copying them costs a third of reading characters. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** Thousandths of a unit: every coordinate of the output is one of these, so equal inputs give equal bytes. */
export function toThousandths(value: number): number {
  const rounded = Math.round(value * 1000)
  // A coordinate that is not finite is a bug of an earlier stage; a page with a wrong zero is better than none.
  return Number.isFinite(rounded) ? Math.max(-1e12, Math.min(1e12, rounded)) : 0
}

/** Takes what a stream holds when a buffer of this size is full: the stream begins anew then. */
interface Outlet {
  readonly capacity: number
  take(bytes: Uint8Array): void
}

export class ContentStream {
  readonly #outlet: Outlet | undefined
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 1 << 12, outlet?: Outlet) {
    this.#bytes = new Uint8Array(capacity)
    this.#outlet = outlet
  }

  get length(): number {
    return this.#length
  }

  /** The bytes written so far. The stream owns them: they are valid until the next write or `clear`. */
  get view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  /** Drops everything after the first `length` bytes. */
  truncate(length: number): void {
    this.#length = length
  }

  /** Between two parts of a text: a whole number by which it moves back, in thousandths of its size. Hot: once a word of justified text. */
  adjustment(value: number): void {
    this.#reserve(28)
    this.#bytes[this.#length++] = CLOSING
    if (value < 0) this.#bytes[this.#length++] = MINUS
    this.#digits(Math.abs(value))
    this.#bytes[this.#length++] = SPACE
    this.#bytes[this.#length++] = OPENING
  }

  /** Writes a number with at most three decimals, and a space. */
  number(value: number): void {
    this.thousandths(toThousandths(value))
  }

  /** As `number`, for a value in thousandths. Hot: digits are written from right to left. */
  thousandths(value: number): void {
    this.#reserve(24)
    const bytes = this.#bytes
    let at = this.#length
    let rest = value
    if (rest < 0) {
      bytes[at++] = MINUS
      rest = -rest
    }
    let whole = Math.floor(rest / 1000)
    const fraction = rest - whole * 1000
    if (whole < 10) {
      if (whole > 0 || fraction === 0) bytes[at++] = ZERO + whole
    } else {
      const digits = whole < 100 ? 2 : whole < 1000 ? 3 : whole < 10_000 ? 4 : String(whole).length
      for (let i = at + digits - 1; i >= at; i--) {
        const next = Math.floor(whole / 10)
        bytes[i] = ZERO + whole - next * 10
        whole = next
      }
      at += digits
    }
    if (fraction > 0) {
      bytes[at++] = DOT
      const tenths = Math.floor(fraction / 100)
      bytes[at++] = ZERO + tenths
      const below = fraction - tenths * 100
      if (below > 0) {
        const hundredths = Math.floor(below / 10)
        bytes[at++] = ZERO + hundredths
        const last = below - hundredths * 10
        if (last > 0) bytes[at++] = ZERO + last
      }
    }
    bytes[at++] = SPACE
    this.#length = at
  }

  /** Writes an operator and a line end. */
  operator(name: string): void {
    this.ascii(name)
    this.byte(NEWLINE)
  }

  /** Writes a byte for each character. */
  ascii(text: string): void {
    this.#reserve(text.length)
    const bytes = this.#bytes
    let at = this.#length
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i)
    this.#length = at
  }

  /** Writes a whole number from 0, without a space. */
  integer(value: number): void {
    this.#reserve(24)
    this.#digits(value)
  }

  /** Writes a reference to an object. */
  reference(id: number): void {
    this.#reserve(24)
    this.#reference(id)
  }

  /** A byte and a reference. Hot: objects of tagged files are little else. */
  byteAndReference(byte: number, id: number): void {
    this.#reserve(25)
    this.#bytes[this.#length++] = byte
    this.#reference(id)
  }

  #reference(id: number): void {
    this.#digits(id)
    const bytes = this.#bytes
    const at = this.#length
    bytes[at] = SPACE
    bytes[at + 1] = ZERO
    bytes[at + 2] = SPACE
    bytes[at + 3] = LETTER_R
    this.#length = at + 4
  }

  /** Two whole numbers from 0, each with a space. */
  integers(first: number, second: number): void {
    this.#reserve(48)
    this.#digits(first)
    this.#bytes[this.#length++] = SPACE
    this.#digits(second)
    this.#bytes[this.#length++] = SPACE
  }

  /** Bytes, a whole number from 0, and further bytes. Hot: tagged files are full of such. */
  numbered(before: Uint8Array, value: number, after: Uint8Array): void {
    this.#reserve(before.length + after.length + 24)
    this.#copy(before, 0, before.length)
    this.#digits(value)
    this.#copy(after, 0, after.length)
  }

  #copy(source: Uint8Array, from: number, to: number): void {
    const bytes = this.#bytes
    let at = this.#length
    for (let i = from; i < to; i++) bytes[at++] = source[i]! // i < to ≤ length
    this.#length = at
  }

  #digits(value: number): void {
    if (value > MOST_SMALL) {
      this.ascii(String(value))
      return
    }
    const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : value < 10_000 ? 4 : value < 100_000 ? 5 : String(value).length
    const bytes = this.#bytes
    let rest = value
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      const next = (rest / 10) | 0 // of numbers below 2^31 V8 makes whole-number arithmetic of it
      bytes[at] = ZERO + rest - next * 10
      rest = next
    }
    this.#length += digits
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** Writes the two bytes of a character id inside of a literal string (PDF 32000 §7.3.4.2): parentheses, backslash and carriage return are escaped. Hot. */
  characterId(id: number): void {
    this.#reserve(4)
    const bytes = this.#bytes
    let at = this.#length
    const high = id >> 8
    const low = id & 0xff
    if (high === 0x28 || high === 0x29 || high === 0x5c || high === 0x0d) bytes[at++] = 0x5c
    bytes[at++] = high === 0x0d ? 0x72 : high
    if (low === 0x28 || low === 0x29 || low === 0x5c || low === 0x0d) bytes[at++] = 0x5c
    bytes[at++] = low === 0x0d ? 0x72 : low
    this.#length = at
  }

  raw(bytes: Uint8Array): void {
    this.slice(bytes, 0, bytes.length)
  }

  /** Writes bytes `from` to `to` of another buffer. Short slices are copied in a loop: a call to `set` costs more than twenty bytes. */
  slice(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from)
    if (to - from > 48) {
      this.#bytes.set(bytes.subarray(from, to), this.#length)
      this.#length += to - from
      return
    }
    this.#copy(bytes, from, to)
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    if (this.#outlet !== undefined && this.#bytes.length >= this.#outlet.capacity) {
      this.#outlet.take(this.view)
      this.#length = 0
      if (count <= this.#bytes.length) return
    }
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
