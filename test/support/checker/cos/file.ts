// Problem: open any PDF file, also a broken one, and keep what rules ask of its bytes. Approach: cross references first (tables, streams, hybrids,
// updates); where they fail, the file is read from its start for `n g obj`. Objects are parsed when asked for, once.

import { type Entry, readCrossReferences } from './cross-references.ts'
import { type Decryptor, decryptorOf } from './encryption.ts'
import { decodeStream } from './filters.ts'
import { isEol, Lexer, type Spelling } from './lexer.ts'
import { dictionaryOf, latin, PdfArray, PdfDictionary, PdfKeyword, type PdfObject, PdfReference, PdfStream, PdfString } from './objects.ts'

/** How an indirect object is spelled. */
export interface ObjectSpelling {
  readonly number: number
  readonly hasCompliantSpacing: boolean
  readonly stream?:
    | { readonly declared: number | null; readonly real: number; readonly hasGoodStart: boolean; readonly hasGoodEnd: boolean }
    | undefined
}

export interface FileFacts {
  readonly header: string
  readonly headerOffset: number
  /** The four bytes after the header's comment sign; -1 where there are none. */
  readonly headerBytes: readonly number[]
  readonly bytesAfterEnd: number
  readonly hasCompliantXref: boolean
}

const DEEPEST_CHAIN = 64

export class PdfFile {
  readonly bytes: Uint8Array
  readonly facts: FileFacts
  readonly trailer: PdfDictionary
  readonly entries: ReadonlyMap<number, Entry>
  readonly spellings = new Map<number, ObjectSpelling>()
  readonly #objects = new Map<number, PdfObject>()
  readonly #numbers = new Map<PdfObject, number>()
  readonly #streams = new Map<number, { readonly lexer: Lexer; readonly offsets: ReadonlyMap<number, number> } | undefined>()
  readonly #spelling: Spelling | undefined
  readonly #decryptor: Decryptor | undefined
  /** Numbers of objects whose bytes were read in a mended way. */
  readonly isRepaired: boolean

  constructor(bytes: Uint8Array, spelling?: Spelling) {
    this.bytes = bytes
    this.#spelling = spelling
    const found = readCrossReferences(bytes, this.resolve)
    this.entries = found.entries
    this.trailer = found.trailer
    this.isRepaired = found.isRepaired
    this.facts = { ...fileFacts(bytes), hasCompliantXref: found.isCompliant }
    const encrypt = this.trailer.dictionary('Encrypt')
    if (encrypt !== null) {
      const id = this.trailer.array('ID')?.at(0)
      this.#decryptor = decryptorOf(encrypt, id instanceof PdfString ? id.bytes : new Uint8Array())
      this.#objects.clear()
    }
  }

  get catalog(): PdfDictionary {
    return this.trailer.dictionary('Root') ?? new PdfDictionary(this.resolve)
  }

  /** The object number of an indirect object that was resolved before; undefined for direct objects. */
  numberOf(object: PdfObject): number | undefined {
    return this.#numbers.get(object)
  }

  readonly resolve = (object: PdfObject): PdfObject => {
    let value = object
    for (let i = 0; value instanceof PdfReference; i++) {
      if (i > DEEPEST_CHAIN) return null
      value = this.object(value.number)
    }
    return value
  }

  object(number: number): PdfObject {
    const known = this.#objects.get(number)
    if (known !== undefined) return known
    this.#objects.set(number, null) // against cycles, as of lengths
    const entry = this.entries.get(number)
    let value: PdfObject = null
    if (entry?.kind === 'offset') value = this.#parseAt(number, entry.offset)
    else if (entry?.kind === 'stream') value = this.#parseInStream(entry.stream, number)
    this.#objects.set(number, value)
    if (typeof value === 'object' && value !== null && !this.#numbers.has(value)) this.#numbers.set(value, number)
    return value
  }

  #lexer(bytes: Uint8Array, at: number): Lexer {
    return new Lexer(bytes, at, { resolve: this.resolve, spelling: this.#spelling, hasReferences: true })
  }

  #parseAt(number: number, offset: number): PdfObject {
    const head = latin(this.bytes.subarray(offset, offset + 60)).match(/^([\0\t\n\f\r ]*)(\d+)([\0\t\n\f\r ]+)(\d+)([\0\t\n\f\r ]+)obj/)
    if (head === null || Number(head[2]) !== number) return null
    const generation = Number(head[4])
    const lexer = this.#lexer(this.bytes, offset + head[0].length)
    const start = offset + (head[1]?.length ?? 0)
    const isSpaced =
      head[3]?.length === 1 &&
      head[5]?.length === 1 &&
      isEol(this.bytes[lexer.at] ?? 0) &&
      (start === 0 || isEol(this.bytes[start - 1] ?? 0))
    let value = lexer.object()
    lexer.skipSpace()
    let stream: ObjectSpelling['stream']
    if (value instanceof PdfDictionary && this.#isWord(lexer.at, 'stream')) {
      const read = this.#readStream(value, lexer)
      stream = read.spelling
      value = read.stream
    }
    const hasCompliantSpacing = isSpaced && this.#hasGoodEnd(lexer)
    this.spellings.set(number, { number, hasCompliantSpacing, stream })
    if (value instanceof PdfKeyword) return null
    return this.#decryptor === undefined ? value : this.#decryptor(value, number, generation)
  }

  /** `endobj` after an end of line, and an end of line after it. */
  #hasGoodEnd(lexer: Lexer): boolean {
    lexer.skipSpace()
    if (!this.#isWord(lexer.at, 'endobj')) return false
    const after = this.bytes[lexer.at + 6]
    return isEol(this.bytes[lexer.at - 1] ?? 0) && (after === undefined || isEol(after))
  }

  #isWord(at: number, word: string): boolean {
    return latin(this.bytes.subarray(at, at + word.length)) === word
  }

  #readStream(dictionary: PdfDictionary, lexer: Lexer): { stream: PdfStream; spelling: NonNullable<ObjectSpelling['stream']> } {
    const { bytes } = this
    let start = lexer.at + 6
    const hasGoodStart = bytes[start] === 10 || (bytes[start] === 13 && bytes[start + 1] === 10)
    if (bytes[start] === 13 && bytes[start + 1] === 10) start += 2
    else if (isEol(bytes[start] ?? 0)) start++
    const declared = dictionary.number('Length')
    let end = start + (declared ?? -1)
    let after = end
    if (bytes[after] === 13) after++
    if (bytes[after] === 10) after++
    let hasGoodEnd = after > end
    if (declared === null || declared < 0 || !this.#isWord(after, 'endstream')) {
      const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('endstream', start, 'latin1')
      after = found < 0 ? bytes.length : found
      end = after
      hasGoodEnd = isEol(bytes[end - 1] ?? 0)
      if (bytes[end - 1] === 10) end--
      if (bytes[end - 1] === 13) end--
    }
    lexer.at = Math.min(bytes.length, after + 9)
    return {
      stream: new PdfStream(dictionary, bytes.subarray(start, end)),
      spelling: { declared, real: end - start, hasGoodStart, hasGoodEnd },
    }
  }

  #parseInStream(streamNumber: number, number: number): PdfObject {
    if (!this.#streams.has(streamNumber)) this.#streams.set(streamNumber, this.#openObjectStream(streamNumber))
    const opened = this.#streams.get(streamNumber)
    const offset = opened?.offsets.get(number)
    if (opened === undefined || offset === undefined) return null
    opened.lexer.at = offset
    const value = opened.lexer.object()
    return value instanceof PdfKeyword ? null : value
  }

  #openObjectStream(number: number): { lexer: Lexer; offsets: ReadonlyMap<number, number> } | undefined {
    const stream = this.object(number)
    const bytes = stream instanceof PdfStream ? decodeStream(stream) : undefined
    const dictionary = dictionaryOf(stream)
    if (bytes === undefined || dictionary === null) return undefined
    const lexer = this.#lexer(bytes, 0)
    const offsets = new Map<number, number>()
    for (let i = 0; i < Math.min(dictionary.number('N') ?? 0, bytes.length); i++) {
      const [key, offset] = [lexer.object(), lexer.object()]
      if (typeof key === 'number' && typeof offset === 'number') offsets.set(key, offset + (dictionary.number('First') ?? 0))
    }
    return { lexer, offsets }
  }
}

function fileFacts(bytes: Uint8Array): Omit<FileFacts, 'hasCompliantXref'> {
  const start = latin(bytes.subarray(0, 1100))
  const headerOffset = Math.max(0, start.indexOf('%PDF-'))
  const header = (start.slice(headerOffset).match(/^[^\r\n]*/)?.[0] ?? '').trimEnd()
  const eol = start.slice(headerOffset + header.length).match(/^[ \t]*(\r\n|\r|\n)/)?.[0].length ?? 0
  const second = headerOffset + header.length + eol
  const headerBytes = bytes[second] === 0x25 ? [1, 2, 3, 4].map((i) => bytes[second + i] ?? -1) : [-1, -1, -1, -1]
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('%%EOF', undefined, 'latin1')
  let after = end + 5
  // One end of line may follow.
  if (bytes[after] === 13 && bytes[after + 1] === 10) after += 2
  else if (after < bytes.length && isEol(bytes[after] ?? 0)) after++
  return { header, headerOffset: start.indexOf('%PDF-'), headerBytes, bytesAfterEnd: end < 0 ? 0 : bytes.length - after }
}

/** Every object that another refers to or contains, once. */
export function* walk(root: PdfObject, resolve: (object: PdfObject) => PdfObject): Generator<PdfObject> {
  const seen = new Set<PdfObject>()
  const open: PdfObject[] = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const object = resolve(next)
    if (typeof object !== 'object' || object === null || seen.has(object)) continue
    seen.add(object)
    yield object
    if (object instanceof PdfArray) for (const item of object.items) open.push(item)
    for (const value of dictionaryOf(object)?.entries.values() ?? []) open.push(value)
  }
}
