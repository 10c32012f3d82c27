// CMaps: from codes to CIDs, and to Unicode (ISO 32000-1, 9.7.5 and 9.10.3).
import { decodeStream } from '../cos/filters.ts'
import { isEnd, Lexer } from '../cos/lexer.ts'
import { PdfArray, PdfKeyword, PdfName, type PdfObject, type PdfStream, PdfString } from '../cos/objects.ts'

interface Range {
  readonly low: number
  readonly high: number
  readonly length: number
}

export class CMap {
  readonly spaces: Range[] = []
  readonly #cids: (Range & { readonly cid: number })[] = []
  readonly #single = new Map<number, number>()
  readonly #unicode = new Map<number, string>()
  readonly #unicodeRanges: (Range & { readonly text: Uint8Array })[] = []
  wMode = 0
  uses: string | undefined;

  /** The codes of a text; two bytes each where no code space is known. */
  *codes(bytes: Uint8Array): Generator<{ readonly code: number; readonly length: number }> {
    for (let at = 0; at < bytes.length; ) {
      const length = this.spaces.length === 0 ? 2 : this.#lengthAt(bytes, at)
      let code = 0
      for (let i = 0; i < length; i++) code = code * 256 + (bytes[at + i] ?? 0)
      yield { code, length }
      at += length
    }
  }

  #lengthAt(bytes: Uint8Array, at: number): number {
    let code = 0
    for (let length = 1; length <= 4; length++) {
      code = code * 256 + (bytes[at + length - 1] ?? 0)
      if (this.spaces.some((space) => space.length === length && isWithin(code, space))) return length
    }
    return Math.min(...this.spaces.map((space) => space.length))
  }

  cid(code: number): number | undefined {
    const single = this.#single.get(code)
    if (single !== undefined) return single
    const range = this.#cids.find((item) => code >= item.low && code <= item.high)
    return range === undefined ? undefined : range.cid + code - range.low
  }

  get highestCid(): number {
    return Math.max(0, ...this.#single.values(), ...this.#cids.map((range) => range.cid + range.high - range.low))
  }

  unicode(code: number): string | undefined {
    const single = this.#unicode.get(code)
    if (single !== undefined) return single
    const range = this.#unicodeRanges.find((item) => code >= item.low && code <= item.high)
    if (range === undefined) return undefined
    const bytes = range.text.slice()
    const last = bytes.length - 1
    if (last < 0) return ''
    const sum = ((bytes[last - 1] ?? 0) << 8) + (bytes[last] ?? 0) + code - range.low
    bytes[last] = sum
    if (last > 0) bytes[last - 1] = sum >> 8
    return utf16(bytes)
  }

  put(operator: string, operands: readonly PdfObject[]): void {
    if (operator === 'def' && isNamed(operands.at(-2), 'WMode') && typeof operands.at(-1) === 'number') this.wMode = Number(operands.at(-1))
    if (operator === 'usecmap' && operands.at(-1) instanceof PdfName) this.uses = (operands.at(-1) as PdfName).value // just tested
    const step = { endcodespacerange: 2, endcidrange: 3, endcidchar: 2, endbfchar: 2, endbfrange: 3 }[operator]
    if (step === undefined) return
    for (let i = 0; i + step <= operands.length; i += step) this.#entry(operator, operands.slice(i, i + step))
  }

  #entry(operator: string, [first = null, second = null, third = null]: readonly PdfObject[]): void {
    if (!(first instanceof PdfString)) return
    const low = codeOf(first)
    if (operator === 'endcidchar' && typeof second === 'number') this.#single.set(low, second)
    if (operator === 'endbfchar' && second instanceof PdfString) this.#unicode.set(low, utf16(second.bytes))
    if (!(second instanceof PdfString)) return
    const range = { low, high: codeOf(second), length: first.bytes.length }
    if (operator === 'endcodespacerange') this.spaces.push(range)
    if (operator === 'endcidrange' && typeof third === 'number') this.#cids.push({ ...range, cid: third })
    if (operator !== 'endbfrange') return
    if (third instanceof PdfString) this.#unicodeRanges.push({ ...range, text: third.bytes })
    for (const [i, item] of third instanceof PdfArray ? third.items.entries() : []) {
      if (item instanceof PdfString) this.#unicode.set(low + i, utf16(item.bytes))
    }
  }
}

/** Each byte of a code lies within its own bounds. */
function isWithin(code: number, { low, high, length }: Range): boolean {
  for (let i = 0; i < length; i++) {
    const byte = Math.floor(code / 256 ** i) & 255
    if (byte < (Math.floor(low / 256 ** i) & 255) || byte > (Math.floor(high / 256 ** i) & 255)) return false
  }
  return true
}

function isNamed(object: PdfObject | undefined, name: string): boolean {
  return object instanceof PdfName && object.value === name
}

function codeOf(text: PdfString): number {
  return text.bytes.reduce((code, byte) => code * 256 + byte, 0)
}

function utf16(bytes: Uint8Array): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0)
  let text = ''
  for (let i = 0; i + 1 < bytes.length; i += 2) text += String.fromCharCode(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0))
  return text
}

export function readCMap(stream: PdfStream): CMap {
  const map = new CMap()
  const lexer = new Lexer(decodeStream(stream) ?? new Uint8Array(), 0, { resolve: (object) => object, hasReferences: false })
  let operands: PdfObject[] = []
  for (let object = lexer.object(); !isEnd(object); object = lexer.object()) {
    if (!(object instanceof PdfKeyword)) operands.push(object)
    else {
      map.put(object.value, operands)
      operands = []
    }
  }
  return map
}
