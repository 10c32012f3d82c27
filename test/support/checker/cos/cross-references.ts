// Cross references (ISO 32000-1, 7.5.4 and 7.5.8): tables, streams, hybrids, updates; or, when they are broken, a search for objects.
import { decodeStream } from './filters.ts'
import { isEol, isSpace, Lexer } from './lexer.ts'
import { latin, PdfDictionary, PdfKeyword, type PdfObject, PdfStream, type Resolve } from './objects.ts'

export type Entry =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'stream'; readonly stream: number }
  | { readonly kind: 'free' }

interface Found {
  readonly entries: Map<number, Entry>
  readonly trailer: PdfDictionary
  readonly isCompliant: boolean
  readonly isRepaired: boolean
}

export function readCrossReferences(bytes: Uint8Array, resolve: Resolve): Found {
  const reader = new Reader(bytes, resolve)
  try {
    const start = latin(bytes.subarray(Math.max(0, bytes.length - 2048))).match(/startxref\s+(\d+)(?![\s\S]*startxref)/)
    if (start !== null && reader.section(Number(start[1])) && reader.isPlausible()) return reader.found(false)
  } catch (thrown) {
    if (!(thrown instanceof RangeError || thrown instanceof Error)) throw thrown
  }
  reader.repair()
  return reader.found(true)
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #resolve: Resolve
  readonly #entries = new Map<number, Entry>()
  readonly #seen = new Set<number>()
  #trailer: PdfDictionary | undefined
  #isCompliant = true

  constructor(bytes: Uint8Array, resolve: Resolve) {
    this.#bytes = bytes
    this.#resolve = resolve
  }

  found(isRepaired: boolean): Found {
    return {
      entries: this.#entries,
      trailer: this.#trailer ?? new PdfDictionary(this.#resolve),
      isCompliant: this.#isCompliant,
      isRepaired,
    }
  }

  #lexer(at: number): Lexer {
    return new Lexer(this.#bytes, at, { resolve: this.#resolve, hasReferences: true })
  }

  isPlausible(): boolean {
    const root = this.#trailer?.raw('Root')
    if (root === undefined || root === null || typeof root !== 'object' || !('number' in root)) return false
    const entry = this.#entries.get((root as { number: number }).number)
    if (entry?.kind === 'stream') return true
    return entry?.kind === 'offset' && /^\s*\d+\s+\d+\s+obj/.test(latin(this.#bytes.subarray(entry.offset, entry.offset + 40)))
  }

  section(offset: number): boolean {
    if (this.#seen.has(offset)) return true
    this.#seen.add(offset)
    const lexer = this.#lexer(offset)
    lexer.skipSpace()
    const dictionary = latin(this.#bytes.subarray(lexer.at, lexer.at + 4)) === 'xref' ? this.#table(lexer) : this.#stream(lexer)
    if (dictionary === undefined) return false
    this.#trailer ??= dictionary
    const hybrid = dictionary.raw('XRefStm')
    if (typeof hybrid === 'number') this.section(hybrid)
    const previous = dictionary.raw('Prev')
    return typeof previous === 'number' ? this.section(previous) : true
  }

  #table(lexer: Lexer): PdfDictionary | undefined {
    lexer.at += 4
    const bytes = this.#bytes
    const at = lexer.at
    const eol = bytes[at] === 13 && bytes[at + 1] === 10 ? 2 : isEol(bytes[at] ?? 0) ? 1 : 0
    if (eol === 0 || isSpace(bytes[at + eol] ?? 0)) this.#isCompliant = false
    for (let first = lexer.object(); ; first = lexer.object()) {
      if (first instanceof PdfKeyword && first.value === 'trailer') break
      if (typeof first !== 'number') return undefined
      if (bytes[lexer.at] !== 32 || isSpace(bytes[lexer.at + 1] ?? 0)) this.#isCompliant = false
      const count = lexer.object()
      if (typeof count !== 'number') return undefined
      for (let i = 0; i < count; i++) {
        const [position, , kind] = [lexer.object(), lexer.object(), lexer.object()]
        if (typeof position !== 'number' || !(kind instanceof PdfKeyword)) return undefined
        this.#put(first + i, kind.value === 'n' ? { kind: 'offset', offset: position } : { kind: 'free' })
      }
    }
    const trailer = lexer.object()
    return trailer instanceof PdfDictionary ? trailer : undefined
  }

  #put(number: number, entry: Entry): void {
    if (!this.#entries.has(number)) this.#entries.set(number, entry)
  }

  #stream(lexer: Lexer): PdfDictionary | undefined {
    const [, , word, dictionary] = [lexer.object(), lexer.object(), lexer.object(), lexer.object()]
    if (!(word instanceof PdfKeyword) || word.value !== 'obj' || !(dictionary instanceof PdfDictionary)) return undefined
    lexer.skipSpace()
    let start = lexer.at + 6
    if (this.#bytes[start] === 13) start++
    if (this.#bytes[start] === 10) start++
    const length = dictionary.raw('Length')
    const end = typeof length === 'number' ? start + length : Buffer.from(this.#bytes).indexOf('endstream', start)
    const bytes = decodeStream(new PdfStream(dictionary, this.#bytes.subarray(start, end)))
    const widths = dictionary.array('W')?.numbers()
    if (bytes === undefined || widths === undefined) return undefined
    const index = dictionary.array('Index')?.numbers() ?? [0, dictionary.number('Size') ?? 0]
    this.#streamEntries(bytes, widths, index)
    return dictionary
  }

  #streamEntries(bytes: Uint8Array, widths: readonly number[], index: readonly number[]): void {
    let at = 0
    const field = (width: number, otherwise: number): number => {
      if (width === 0) return otherwise
      let value = 0
      for (let i = 0; i < width; i++) value = value * 256 + (bytes[at++] ?? 0)
      return value
    }
    for (let i = 0; i + 1 < index.length; i += 2) {
      for (let k = 0; k < (index[i + 1] ?? 0) && at < bytes.length; k++) {
        const kind = field(widths[0] ?? 0, 1)
        const second = field(widths[1] ?? 0, 0)
        field(widths[2] ?? 0, 0)
        this.#put(
          (index[i] ?? 0) + k,
          kind === 1 ? { kind: 'offset', offset: second } : kind === 2 ? { kind: 'stream', stream: second } : { kind: 'free' },
        )
      }
    }
  }

  /** Finds objects and trailers wherever they stand; the last of a number counts. */
  repair(): void {
    this.#entries.clear()
    const text = latin(this.#bytes)
    for (const match of text.matchAll(/(?<![\d])(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/g)) {
      this.#entries.set(Number(match[1]), { kind: 'offset', offset: match.index })
    }
    const merged = new PdfDictionary(this.#resolve)
    const take = (value: PdfObject): void => {
      if (value instanceof PdfDictionary) for (const [key, entry] of value.entries) merged.entries.set(key, entry)
    }
    for (const match of text.matchAll(/trailer/g)) take(this.#lexer(match.index + 7).object())
    for (const [number, entry] of [...this.#entries]) {
      if (entry.kind !== 'offset') continue
      const lexer = this.#lexer(entry.offset)
      const [, , , value] = [lexer.object(), lexer.object(), lexer.object(), lexer.object()]
      const type = value instanceof PdfDictionary ? value.raw('Type') : null
      const kind = type !== null && typeof type === 'object' && 'value' in type ? type.value : undefined
      if (kind === 'XRef') take(value)
      if (kind === 'Catalog' && !merged.entries.has('Root')) merged.entries.set('Root', value)
      if (kind === 'ObjStm' && value instanceof PdfDictionary) this.#takeObjectStream(number, value, lexer)
    }
    this.#trailer = merged
  }

  #takeObjectStream(number: number, dictionary: PdfDictionary, lexer: Lexer): void {
    lexer.skipSpace()
    let start = lexer.at + 6
    if (this.#bytes[start] === 13) start++
    if (this.#bytes[start] === 10) start++
    const end = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length).indexOf('endstream', start, 'latin1')
    const bytes = decodeStream(new PdfStream(dictionary, this.#bytes.subarray(start, end < 0 ? undefined : end)))
    if (bytes === undefined) return
    const inner = new Lexer(bytes, 0, { resolve: this.#resolve, hasReferences: false })
    for (let i = 0; i < Math.min(dictionary.number('N') ?? 0, bytes.length); i++) {
      const key = inner.object()
      inner.object()
      if (typeof key === 'number' && !this.#entries.has(key)) this.#entries.set(key, { kind: 'stream', stream: number })
    }
  }
}
