// Tokens and direct objects (ISO 32000-1, 7.2 and 7.3), in files and in content streams.
import { latin, PdfArray, PdfDictionary, PdfKeyword, PdfName, type PdfObject, PdfReference, PdfString, type Resolve } from './objects.ts'

/** What rules ask of the spelling of objects. */
export interface Spelling {
  integer(value: number): void
  real(value: number): void
  name(value: string): void
  string(length: number, hex: { readonly isHex: boolean; readonly digits: number; readonly isPure: boolean }): void
}

const END = new PdfKeyword('')
const DEEPEST = 500

export class Lexer {
  readonly bytes: Uint8Array
  at: number
  readonly #resolve: Resolve
  readonly #spelling: Spelling | undefined
  readonly #hasReferences: boolean
  #depth = 0

  constructor(bytes: Uint8Array, at: number, options: { resolve: Resolve; spelling?: Spelling | undefined; hasReferences: boolean }) {
    this.bytes = bytes
    this.at = at
    this.#resolve = options.resolve
    this.#spelling = options.spelling
    this.#hasReferences = options.hasReferences
  }

  get isAtEnd(): boolean {
    this.skipSpace()
    return this.at >= this.bytes.length
  }

  skipSpace(): void {
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] ?? 0
      if (byte === 0x25) while (this.at + 1 < this.bytes.length && !isEol(this.bytes[this.at + 1] ?? 10)) this.at++
      else if (!isSpace(byte)) return
    }
  }

  /** The next object; a keyword where there is none, the empty one at the end. */
  object(): PdfObject {
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === undefined) return END
    const next = this.bytes[this.at + 1]
    if (byte === 0x2f) return this.#name()
    if (byte === 0x28) return this.#literal()
    if (byte === 0x3c && next !== 0x3c) return this.#hex()
    if (byte === 0x3c) return this.#dictionary()
    if (byte === 0x5b) return this.#array()
    if (isDelimiter(byte)) {
      const isDouble = byte === 0x3e && next === 0x3e
      this.at += isDouble ? 2 : 1
      return new PdfKeyword(isDouble ? '>>' : String.fromCharCode(byte))
    }
    const word = this.#word()
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return this.#number(word)
    if (/^[+-]*[\d.][\d.+-]*$/.test(word)) return Number.parseFloat(word.replace(/^[+-]*(?=-)/, '')) || 0
    return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : new PdfKeyword(word)
  }

  #word(): string {
    const start = this.at
    while (this.at < this.bytes.length && !isSpace(this.bytes[this.at] ?? 0) && !isDelimiter(this.bytes[this.at] ?? 0)) this.at++
    return latin(this.bytes.subarray(start, this.at))
  }

  #number(word: string): PdfObject {
    const value = Number(word)
    if (word.includes('.')) {
      this.#spelling?.real(value)
      return value
    }
    const after = this.at
    if (this.#hasReferences && /^\d+$/.test(word)) {
      const rest = latin(this.bytes.subarray(after, after + 24)).match(/^[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/)
      if (rest !== null) {
        this.at = after + rest[0].length
        return new PdfReference(value, Number(rest[1]))
      }
    }
    this.#spelling?.integer(value)
    return value
  }

  #name(): PdfName {
    this.at++
    const value = this.#word().replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    this.#spelling?.name(value)
    return new PdfName(value)
  }

  #literal(): PdfString {
    const out: number[] = []
    let depth = 1
    for (this.at++; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at] ?? 0
      if (byte === 0x28) depth++
      else if (byte === 0x29 && --depth === 0) break
      if (byte === 0x5c) this.#escape(out)
      else if (byte === 13) {
        if (this.bytes[this.at + 1] === 10) this.at++
        out.push(10)
      } else out.push(byte)
    }
    this.at++
    this.#spelling?.string(out.length, { isHex: false, digits: 0, isPure: true })
    return new PdfString(Uint8Array.from(out))
  }

  /** At a backslash; ends at the last byte of the escape. */
  #escape(out: number[]): void {
    const byte = this.bytes[++this.at] ?? 0
    const plain = ESCAPES[String.fromCharCode(byte)]
    if (plain !== undefined) out.push(plain)
    else if (byte >= 0x30 && byte <= 0x37) {
      let code = byte - 0x30
      for (let i = 0; i < 2; i++) {
        const digit = this.bytes[this.at + 1] ?? 0
        if (digit < 0x30 || digit > 0x37) break
        code = code * 8 + digit - 0x30
        this.at++
      }
      out.push(code & 255)
    } else if (byte === 13) {
      if (this.bytes[this.at + 1] === 10) this.at++
    } else if (byte !== 10) out.push(byte)
  }

  #hex(): PdfString {
    const end = this.bytes.indexOf(0x3e, this.at)
    const inner = latin(this.bytes.subarray(this.at + 1, end < 0 ? this.bytes.length : end))
    this.at = end < 0 ? this.bytes.length : end + 1
    const written = inner.replace(/[\0\t\n\f\r ]/g, '')
    const digits = written.replace(/[^0-9a-fA-F]/g, '')
    const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
    this.#spelling?.string(bytes.length, { isHex: true, digits: written.length, isPure: written === digits })
    return new PdfString(bytes)
  }

  #array(): PdfArray {
    const items: PdfObject[] = []
    this.at++
    this.#deeper()
    for (let item = this.object(); ; item = this.object()) {
      if (item === END || (item instanceof PdfKeyword && item.value === ']')) break
      items.push(item)
    }
    this.#depth--
    return new PdfArray(items, this.#resolve)
  }

  #dictionary(): PdfDictionary {
    const dictionary = new PdfDictionary(this.#resolve)
    this.at += 2
    this.#deeper()
    for (let key = this.object(); ; key = this.object()) {
      if (key === END || (key instanceof PdfKeyword && key.value === '>>')) break
      if (!(key instanceof PdfName)) {
        if (key instanceof PdfKeyword && /^(endobj|stream)$/.test(key.value)) {
          this.at -= key.value.length
          break
        }
        continue
      }
      const value = this.object()
      if (value instanceof PdfKeyword && (value.value === '>>' || value === END)) break
      if (!dictionary.entries.has(key.value) && value !== null) dictionary.entries.set(key.value, value)
    }
    this.#depth--
    return dictionary
  }

  #deeper(): void {
    if (++this.#depth > DEEPEST) throw new Error(`objects are nested deeper than ${DEEPEST}`)
  }
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12, '(': 0x28, ')': 0x29, '\\': 0x5c }

export function isEnd(object: PdfObject): boolean {
  return object === END
}

export function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
}

export function isEol(byte: number): boolean {
  return byte === 10 || byte === 13
}

function isDelimiter(byte: number): boolean {
  return (
    byte === 0x28 ||
    byte === 0x29 ||
    byte === 0x3c ||
    byte === 0x3e ||
    byte === 0x5b ||
    byte === 0x5d ||
    byte === 0x2f ||
    byte === 0x25 ||
    byte === 0x7b ||
    byte === 0x7d
  )
}
