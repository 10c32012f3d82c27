// What the parts of the PDF writer know of the container: numbered objects made of plain values.

/** An indirect object, by number. */
export interface PdfReference {
  readonly id: number
}

/** A text string: escaped, and UTF-16 where it is not plain ASCII. A bare `string` is a name. */
export interface PdfText {
  readonly length: number
  valueOf(): string
}

export type PdfValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | PdfText
  | PdfReference
  | readonly PdfValue[]
  | { readonly [key: string]: PdfValue | undefined }

export interface PdfDictionary {
  readonly [key: string]: PdfValue | undefined
}

export interface PdfObjects {
  /** Takes a number for an object that is written later; every number taken must be written. */
  reserve(): PdfReference
  /** Writes a dictionary or array as the object `reference`. */
  write(reference: PdfReference, value: PdfDictionary | readonly PdfValue[]): void
  /** Writes a stream that is compressed already, or names no filter because it must stay readable. */
  writeEncoded(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array): void
  /** Compresses and writes a stream. */
  writeStream(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array): void
}

/** Container values tell text from names by the wrapper object. */
export function pdfText(text: string): PdfText {
  return Object(text) as PdfText // a String object, of which PdfText declares what is used
}

/** Reserves and writes in one go. */
export function addObject(objects: PdfObjects, value: PdfDictionary | readonly PdfValue[]): PdfReference {
  const reference = objects.reserve()
  objects.write(reference, value)
  return reference
}

/** The bytes by which text strings are ordered in name trees. */
export function comparePdfTexts(a: string, b: string): number {
  const wideA = /[^\x00-\x7f]/.test(a)
  const wideB = /[^\x00-\x7f]/.test(b)
  // UTF-16 strings begin with the byte FE: after every ASCII string.
  if (wideA !== wideB) return wideA ? 1 : -1
  return a < b ? -1 : a > b ? 1 : 0
}
