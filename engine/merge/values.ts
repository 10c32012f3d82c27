// Entries of objects of pdf-lib, read without trust: what is of another type than asked for is absent.
import { PDFArray, type PDFContext, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib'

export function entry(dictionary: PDFDict, key: string): PDFObject | undefined {
  return dictionary.get(PDFName.of(key))
}

/** The entry itself, also where it stands in the file as a reference. */
export function resolved(dictionary: PDFDict, key: string): PDFObject | undefined {
  return target(entry(dictionary, key), dictionary)
}

/** What a value stands for; a reference to a reference stands for nothing. */
export function target(value: PDFObject | undefined, holder: PDFDict | PDFArray): PDFObject | undefined {
  if (!(value instanceof PDFRef)) return value
  // Arrays have one too, which pdf-lib declares private.
  const { context } = holder as unknown as { readonly context: PDFContext }
  const object = context.lookup(value)
  return object instanceof PDFRef ? undefined : object
}

export function dictAt(dictionary: PDFDict, key: string): PDFDict | undefined {
  return asDict(resolved(dictionary, key))
}

export function arrayAt(dictionary: PDFDict, key: string): PDFArray | undefined {
  const value = resolved(dictionary, key)
  return value instanceof PDFArray ? value : undefined
}

/** The text of a name, without the slash. */
export function nameAt(dictionary: PDFDict, key: string): string | undefined {
  return nameOf(resolved(dictionary, key))
}

export function numberAt(dictionary: PDFDict, key: string): number | undefined {
  const value = resolved(dictionary, key)
  return value instanceof PDFNumber ? value.asNumber() : undefined
}

/** A text string as text. */
export function textAt(dictionary: PDFDict, key: string): string | undefined {
  return textOf(resolved(dictionary, key))
}

export function textOf(value: PDFObject | undefined): string | undefined {
  return isString(value) ? value.decodeText() : undefined
}

export function asDict(value: PDFObject | undefined): PDFDict | undefined {
  return value instanceof PDFDict ? value : undefined
}

export function nameOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFName ? value.decodeText() : undefined
}

export function isString(value: PDFObject | undefined): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString
}

/** A byte string, a character for each byte: the form in which names of destinations and identifiers are compared. */
export function bytesOf(value: PDFObject | undefined): string | undefined {
  // Hexadecimal digits may be parted by white space, which pdf-lib reads as digits.
  if (value instanceof PDFHexString) return Buffer.from(evenDigits(value.asString()), 'hex').toString('latin1')
  return value instanceof PDFString ? Buffer.from(value.asBytes()).toString('latin1') : undefined
}

function evenDigits(text: string): string {
  const digits = text.replace(/[^\da-f]/gi, '')
  return digits.length % 2 === 0 ? digits : `${digits}0`
}

/** The string of such bytes. */
export function stringOf(bytes: string): PDFHexString | PDFString {
  return /^[\x20-\x7e]*$/.test(bytes)
    ? PDFString.of(bytes.replace(/[\\()]/g, '\\$&'))
    : PDFHexString.of(Buffer.from(bytes, 'latin1').toString('hex'))
}

/** Items of an array, each resolved; nothing for other values. */
export function* itemsOf(array: PDFArray | undefined): Generator<PDFObject | undefined> {
  if (array === undefined) return
  for (let i = 0; i < array.size(); i++) yield target(array.get(i), array)
}

/** Bytes compared by their values, the order of name trees. */
export function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
