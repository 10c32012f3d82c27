// Decoding of streams (ISO 32000-1, 7.4). Filters of pictures are not decoded.
import { constants, inflateSync } from 'node:zlib'
import { latin, PdfArray, PdfDictionary, PdfName, type PdfStream } from './objects.ts'

const SHORT: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
}

export interface FilterStep {
  readonly name: string
  readonly parameters: PdfDictionary | null
}

/** The filters of a stream in the order in which they are undone. */
export function filtersOf(dictionary: PdfDictionary): FilterStep[] {
  const filter = dictionary.get('Filter') ?? dictionary.get('F')
  const parameters = dictionary.get('DecodeParms') ?? dictionary.get('DP')
  if (filter instanceof PdfName)
    return [{ name: filter.value, parameters: parameters instanceof PdfArray ? asDictionary(parameters.at(0)) : asDictionary(parameters) }]
  if (!(filter instanceof PdfArray)) return []
  return filter
    .all()
    .flatMap((item, i) =>
      item instanceof PdfName
        ? [{ name: item.value, parameters: parameters instanceof PdfArray ? asDictionary(parameters.at(i)) : asDictionary(parameters) }]
        : [],
    )
}

const asDictionary = (value: unknown): PdfDictionary | null => (value instanceof PdfDictionary ? value : null)

/** The bytes of a stream up to the first filter of pictures; undefined when they cannot be decoded. */
export function decodeStream(stream: PdfStream): Uint8Array | undefined {
  let bytes = stream.bytes
  try {
    for (const { name, parameters } of filtersOf(stream.dictionary)) {
      const decode = DECODERS[SHORT[name] ?? name]
      if (decode === undefined) return name === 'Crypt' ? bytes : undefined
      bytes = decode(bytes, parameters)
    }
  } catch {
    return undefined
  }
  return bytes
}

const DECODERS: Readonly<Record<string, (bytes: Uint8Array, parameters: PdfDictionary | null) => Uint8Array>> = {
  FlateDecode: (bytes, parameters) => unpredict(inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }), parameters),
  LZWDecode: (bytes, parameters) => unpredict(unLzw(bytes, parameters?.number('EarlyChange') ?? 1), parameters),
  ASCIIHexDecode: (bytes) => {
    const digits = latin(bytes)
      .replace(/>[\s\S]*/, '')
      .replace(/[^0-9a-fA-F]/g, '')
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  },
  ASCII85Decode: (bytes) => un85(latin(bytes)),
  RunLengthDecode: unRun,
}

function unRun(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let i = 0; i < bytes.length; ) {
    const length = bytes[i++] ?? 128
    if (length === 128) break
    if (length < 128) {
      for (let k = 0; k <= length; k++) out.push(bytes[i++] ?? 0)
    } else {
      for (let k = 0; k < 257 - length; k++) out.push(bytes[i] ?? 0)
      i++
    }
  }
  return Uint8Array.from(out)
}

function un85(text: string): Uint8Array {
  const out: number[] = []
  let group: number[] = []
  for (const letter of text
    .replace(/~>[\s\S]*/, '')
    .replace(/^\s*<~/, '')
    .replace(/\s/g, '')) {
    if (letter === 'z' && group.length === 0) {
      out.push(0, 0, 0, 0)
      continue
    }
    group.push(letter.charCodeAt(0) - 33)
    if (group.length === 5) {
      put85(out, group, 4)
      group = []
    }
  }
  if (group.length > 1) {
    const bytes = group.length - 1
    while (group.length < 5) group.push(84)
    put85(out, group, bytes)
  }
  return Uint8Array.from(out)
}

function put85(out: number[], group: readonly number[], bytes: number): void {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
  for (let i = 0; i < bytes; i++) out.push(Math.floor(value / 256 ** (3 - i)) & 255)
}

function unLzw(bytes: Uint8Array, early: number): Uint8Array {
  const out: number[] = []
  let table: number[][] = []
  let width = 9
  let previous: number[] | undefined
  let buffer = 0
  let bits = 0
  const clear = (): void => {
    table = Array.from({ length: 258 }, (_, i) => [i])
    width = 9
    previous = undefined
  }
  clear()
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (buffer >> bits) & ((1 << width) - 1)
    if (code === 257) break
    if (code === 256) {
      clear()
      continue
    }
    const entry: number[] = table[code] ?? (previous === undefined ? [] : [...previous, previous[0] ?? 0])
    for (const value of entry) out.push(value)
    if (previous !== undefined) table.push([...previous, entry[0] ?? 0])
    previous = entry
    if (table.length + early >= 1 << width && width < 12) width++
  }
  return Uint8Array.from(out)
}

function unpredict(bytes: Uint8Array, parameters: PdfDictionary | null): Uint8Array {
  const predictor = parameters?.number('Predictor') ?? 1
  if (parameters === null || predictor === 1) return bytes
  const colors = parameters.number('Colors') ?? 1
  const depth = parameters.number('BitsPerComponent') ?? 8
  const pixel = Math.max(1, (colors * depth) >> 3)
  const row = (colors * depth * (parameters.number('Columns') ?? 1) + 7) >> 3
  if (predictor === 2) {
    const out = bytes.slice()
    if (depth === 8) for (let i = 0; i < out.length; i++) if (i % row >= pixel) out[i] = (out[i] ?? 0) + (out[i - pixel] ?? 0)
    return out
  }
  const rows = Math.ceil(bytes.length / (row + 1))
  const out = new Uint8Array(rows * row)
  for (let y = 0; y < rows; y++) unfilterRow(bytes.subarray(y * (row + 1), (y + 1) * (row + 1)), out, { y, row, pixel })
  return out
}

function unfilterRow(source: Uint8Array, out: Uint8Array, { y, row, pixel }: { y: number; row: number; pixel: number }): void {
  const kind = source[0]
  for (let x = 0; x < source.length - 1; x++) {
    const left = x >= pixel ? (out[y * row + x - pixel] ?? 0) : 0
    const up = y > 0 ? (out[(y - 1) * row + x] ?? 0) : 0
    const corner = y > 0 && x >= pixel ? (out[(y - 1) * row + x - pixel] ?? 0) : 0
    const guess = kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : kind === 4 ? paeth(left, up, corner) : 0
    out[y * row + x] = (source[x + 1] ?? 0) + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
