// Objects of a PDF as the parts of the writer see them: numbered, and made of plain values.
import type { ContentStream } from './content-stream.ts'

/** An indirect object, by number. */
export interface PdfReference {
  readonly id: number
}

/** A text string: escaped, and UTF-16 when it is not ASCII. A plain `string` is a name. */
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
  /** Reserves the number of an object that is written later; every reserved object must be written. */
  reserve(): PdfReference
  /** As `reserve`; gives the bare number. */
  reserveId(): number
  /** Writes a dictionary or array as the object `reference`. */
  write(reference: PdfReference, value: PdfDictionary | readonly PdfValue[]): void
  /** Begins an object whose value the caller writes itself, in PDF syntax; nothing else is written until `endValue`. */
  beginValue(id: number): ContentStream
  endValue(): void
  /** Writes a stream that is compressed already, or stays uncompressed. */
  writeEncoded(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array): void
  /** Compresses and writes a stream; `isRepetitive`: much of it is the same again and again, and short searches find it. */
  writeStream(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array, isRepetitive?: boolean): void
}

/** A String object, which distinguishes text from names. */
export function pdfText(text: string): PdfText {
  return Object(text) as PdfText // a String object, of which PdfText declares what is used
}

/** Reserves and writes an object. */
export function addObject(objects: PdfObjects, value: PdfDictionary | readonly PdfValue[]): PdfReference {
  const reference = objects.reserve()
  objects.write(reference, value)
  return reference
}

/** Compares text strings by their bytes, the order of name trees. */
export function comparePdfTexts(a: string, b: string): number {
  const wideA = /[^\x00-\x7f]/.test(a)
  const wideB = /[^\x00-\x7f]/.test(b)
  // UTF-16 strings begin with the byte FE: after every ASCII string.
  if (wideA !== wideB) return wideA ? 1 : -1
  return a < b ? -1 : a > b ? 1 : 0
}
