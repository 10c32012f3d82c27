// Objects of a PDF file as the checker sees them: with how they are spelled where a rule is about the spelling.

export class PdfName {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

export class PdfString {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** As a text string (ISO 32000-1, 7.9.2.2). */
  get text(): string {
    const { bytes } = this
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return withoutEscapes(new TextDecoder('utf-16be').decode(bytes.subarray(2)))
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8').decode(bytes.subarray(3))
    return Array.from(bytes, (byte) => DOC_ENCODING[byte] ?? String.fromCharCode(byte)).join('')
  }
}

/** Where PDFDocEncoding differs from Latin-1. */
const DOC_ENCODING: Record<number, string> = Object.fromEntries(
  [...'˘ˇˆ˙˝˛˚˜']
    .map((letter, i) => [0x18 + i, letter] as const)
    .concat(
      [...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((letter, i) => [0x80 + i, letter] as const),
      [[0xa0, '€']],
    ),
)

/** Without language escapes (ISO 32000-1, 7.9.2.2). */
function withoutEscapes(text: string): string {
  return text.replace(/\u001b[^\u001b]*\u001b/g, '')
}

export class PdfReference {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

/** A keyword: an operator of a content stream, or what follows no grammar. */
export class PdfKeyword {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

export type PdfObject = null | boolean | number | PdfName | PdfString | PdfReference | PdfKeyword | PdfArray | PdfDictionary | PdfStream

/** Finds the object of a reference; null when there is none. */
export type Resolve = (object: PdfObject) => PdfObject

export class PdfArray {
  readonly items: PdfObject[]
  readonly #resolve: Resolve
  constructor(items: PdfObject[], resolve: Resolve) {
    this.items = items
    this.#resolve = resolve
  }
  get length(): number {
    return this.items.length
  }
  at(i: number): PdfObject {
    return this.#resolve(this.items[i] ?? null)
  }
  all(): PdfObject[] {
    return this.items.map(this.#resolve)
  }
  numbers(): number[] {
    return this.all().map((item) => (typeof item === 'number' ? item : Number.NaN))
  }
}

export class PdfDictionary {
  readonly entries = new Map<string, PdfObject>()
  readonly #resolve: Resolve
  constructor(resolve: Resolve) {
    this.#resolve = resolve
  }
  get resolve(): Resolve {
    return this.#resolve
  }
  has(key: string): boolean {
    return this.get(key) !== null
  }
  /** The entry as written: a reference is not followed. */
  raw(key: string): PdfObject {
    return this.entries.get(key) ?? null
  }
  get(key: string): PdfObject {
    return this.#resolve(this.entries.get(key) ?? null)
  }
  name(key: string): string | null {
    const value = this.get(key)
    return value instanceof PdfName ? value.value : null
  }
  number(key: string): number | null {
    const value = this.get(key)
    return typeof value === 'number' ? value : null
  }
  text(key: string): string | null {
    const value = this.get(key)
    return value instanceof PdfString ? value.text : null
  }
  dictionary(key: string): PdfDictionary | null {
    return dictionaryOf(this.get(key))
  }
  array(key: string): PdfArray | null {
    const value = this.get(key)
    return value instanceof PdfArray ? value : null
  }
  stream(key: string): PdfStream | null {
    const value = this.get(key)
    return value instanceof PdfStream ? value : null
  }
}

export class PdfStream {
  readonly dictionary: PdfDictionary
  /** As stored, still encoded. */
  readonly bytes: Uint8Array
  constructor(dictionary: PdfDictionary, bytes: Uint8Array) {
    this.dictionary = dictionary
    this.bytes = bytes
  }
}

/** A dictionary, or the one of a stream. */
export function dictionaryOf(object: PdfObject): PdfDictionary | null {
  if (object instanceof PdfStream) return object.dictionary
  return object instanceof PdfDictionary ? object : null
}

export function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
