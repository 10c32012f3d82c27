// Bounds that pdf-lib has not on reading a file. Problem: it inflates whatever says to be objects, believes numbers of entries, throws at every byte of rubbish between
// objects, and reads what streams of objects point at as often as they do. Approach: its classes are given bounds, once, of what all files together may use that are
// opened at a time, which is one (`mutex.ts`). `test/merge/bombs.test.ts` shows when an update takes them away.
import { decodePDFRawStream, PDFContext, PDFParser, type PDFRawStream, PDFXRefStreamParser } from 'pdf-lib'

/** What streams of objects and cross references of a file may inflate to, in bytes: half a million objects. */
const MOST_INFLATED = 1 << 26
/** Bytes read, those read again and again too. A file of 10 MB takes a fifth of it at most, all that streams of objects may inflate to a third; in all some two seconds. */
const MOST_READ = 400_000_000

/** What we do not believe of a file. */
export class Refusal extends Error {}

let bytesLeft = Number.POSITIVE_INFINITY
let readsLeft = Number.POSITIVE_INFINITY
/** pdf-lib takes whatever is thrown while it reads an object for the object's fault. */
let refusal: Refusal | undefined
let isBounded = false

/** `work` opens files by pdf-lib; throws Refusal where one of them asks for too much. Not to be called while it runs already. */
export async function readWithinBounds<T>(work: () => Promise<T>): Promise<T> {
  if (!isBounded) {
    boundDecoders()
    boundParsers()
    isBounded = true
  }
  bytesLeft = MOST_INFLATED
  readsLeft = MOST_READ
  refusal = undefined
  const { stackTraceLimit } = Error
  // What it tries it gives up by throwing.
  Error.stackTraceLimit = 0
  try {
    return await work()
  } catch (thrown) {
    throw refusal ?? thrown
  } finally {
    bytesLeft = Number.POSITIVE_INFINITY
    readsLeft = Number.POSITIVE_INFINITY
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** It inflates into a buffer that doubles: the class of its decoders has a bound here while files are opened. */
interface Decoder {
  readonly buffer: Uint8Array
  ensureBuffer(size: number): Uint8Array
}

function boundDecoders(): void {
  const empty = PDFContext.create().flateStream('')
  const decoder: object = decodePDFRawStream(empty as PDFRawStream)
  // The class of all decoders is not exported, only instances of its subclasses.
  const all = Object.getPrototypeOf(Object.getPrototypeOf(decoder)) as Decoder
  const ensure = all.ensureBuffer
  all.ensureBuffer = function (size) {
    const before = this.buffer.length
    if (size > before && size - before > bytesLeft) throw (refusal = new Refusal(`its objects inflate to more than ${MOST_INFLATED} bytes`))
    const made = ensure.call(this, size)
    bytesLeft -= made.length - before
    return made
  }
}

/** What parsers read from, a byte at a time. */
interface Bytes {
  next(): number
  offset(): number
  moveTo(offset: number): void
  /** Undefined beyond the end. */
  peekAt(offset: number): number | undefined
}

interface Parser {
  readonly bytes: Bytes
  skipWhitespaceAndComments(): void
}

function boundParsers(): void {
  // Not exported either.
  const { bytes } = PDFParser.forBytesWithOptions(new Uint8Array()) as unknown as { readonly bytes: Bytes }
  const all = Object.getPrototypeOf(bytes) as Bytes
  const { next } = all
  all.next = function () {
    if (--readsLeft < 0) throw (refusal = new Refusal('its objects are read again and again'))
    return next.call(this)
  }
  Object.assign(PDFParser.prototype, { skipJibberish })
  // Numbers of entries are what the file says, and the entries are never asked for: objects are found by reading all of it.
  Object.assign(PDFXRefStreamParser.prototype, { parseEntries: () => [] })
}

/** Digits of a number in a header, and white space between two. */
const LONGEST_PART = 16
const codesOf = (word: string): readonly number[] => [...word].map((letter) => letter.charCodeAt(0))
const OBJ = codesOf('obj')
/** What parts of a file begin with besides `12 0 obj`. */
const WORDS = ['xref', 'trailer', 'startxref'].map(codesOf)

/**
 * Goes on to where something begins that can be read. Theirs tries to read an object at every byte, which throws an error where there is none, and reads to
 * the end of a comment, or of any number of digits, to see it.
 */
function skipJibberish(this: Parser): void {
  this.skipWhitespaceAndComments()
  const { bytes } = this
  let at = bytes.offset()
  for (let byte = bytes.peekAt(at); byte !== undefined; byte = bytes.peekAt(++at)) {
    if (isDigit(byte) ? isObjectHeader(bytes, at) : WORDS.some((word) => isWord(bytes, at, word))) break
  }
  bytes.moveTo(at)
}

function isWord(bytes: Bytes, at: number, word: readonly number[]): boolean {
  for (let i = 0; i < word.length; i++) if (bytes.peekAt(at + i) !== word[i]) return false
  return true
}

/** Whether `12 0 obj` stands here. */
function isObjectHeader(bytes: Bytes, start: number): boolean {
  const number = partEnd(bytes, start, isDigit)
  const space = partEnd(bytes, number, isSpace)
  const generation = partEnd(bytes, space, isDigit)
  return space > number && generation > space && isWord(bytes, partEnd(bytes, generation, isSpace), OBJ)
}

/** Where what stands at `start` is of another kind. */
function partEnd(bytes: Bytes, start: number, isPart: (byte: number) => boolean): number {
  let at = start
  for (let byte = bytes.peekAt(at); byte !== undefined && at - start < LONGEST_PART && isPart(byte); byte = bytes.peekAt(at)) at++
  return at
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** White space of PDF (ISO 32000-1 table 1). */
function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 9 && byte <= 13 && byte !== 11) || byte === 0
}
