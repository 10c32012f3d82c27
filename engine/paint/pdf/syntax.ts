// Values in PDF syntax (PDF 32000 §7.3), a character for each byte.
import type { PdfDictionary, PdfReference, PdfText, PdfValue } from './objects.ts'

/** A value and everything in it. Each character of the result is a byte of the file. */
export function serialize(value: PdfValue): string {
  switch (typeof value) {
    case 'string':
      return `/${value}`
    case 'number':
      return formatNumber(value)
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : serializeObject(value)
  }
}

function serializeObject(value: Exclude<PdfValue, string | number | boolean | null>): string {
  if (isList(value)) {
    let items = ''
    for (let i = 0; i < value.length; i++) items += i === 0 ? serialize(value[i]!) : ` ${serialize(value[i]!)}`
    return `[${items}]`
  }
  if (value instanceof String) return `(${stringBytes(value.valueOf())})`
  if (value instanceof Uint8Array) return `<${Buffer.from(value).toString('hex')}>`
  if (isReference(value)) return `${value.id} 0 R`
  return `<<\n${entriesOf(value as PdfDictionary)}>>` // the only type left of the union
}

function entriesOf(dictionary: PdfDictionary): string {
  let entries = ''
  for (const key of Object.keys(dictionary)) {
    const entry = dictionary[key]
    if (entry !== undefined) entries += `/${key} ${serialize(entry)}\n`
  }
  return entries
}

/** The dictionary of a stream, with its filter and length. */
export function serializeStreamDictionary(dictionary: PdfDictionary, length: number, isDeflated: boolean): string {
  return `<<\n${entriesOf(dictionary)}${isDeflated ? '/Filter /FlateDecode\n' : ''}/Length ${length}\n>>`
}

function isList(value: PdfValue): value is readonly PdfValue[] {
  return Array.isArray(value)
}

/** Keys of dictionaries start with a capital: none is `id`. */
function isReference(value: PdfReference | PdfText | { readonly [key: string]: PdfValue | undefined }): value is PdfReference {
  return 'id' in value && typeof value.id === 'number'
}

function formatNumber(value: number): string {
  if (Number.isInteger(value) && value < 1e21 && value > -1e21) return `${value}`
  if (!(value > -1e21 && value < 1e21)) throw new Error(`pdf: ${value} cannot be written as a number`)
  const rounded = Math.round(value * 1e6) / 1e6
  // PDF has no exponents; smaller values are rounded to 0.
  return `${rounded}`.includes('e') ? rounded.toFixed(6) : `${rounded}`
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\\': '\\\\',
  '(': '\\(',
  ')': '\\)',
}

/** ASCII unchanged, other text as UTF-16 with a byte order mark (§7.9.2.2). */
function stringBytes(text: string): string {
  let bytes = text
  if (/[^\x00-\x7f]/.test(text)) {
    bytes = '\xfe\xff'
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      bytes += String.fromCharCode(unit >> 8, unit & 0xff)
    }
  }
  return bytes.replace(/[\n\r\t\b\f\\()]/g, (character) => ESCAPED[character]!) // each has an entry
}
