// Limits on what pdf-lib spends on a foreign file. Problem: pdf-lib inflates every object stream, believes the number of entries of a cross reference stream, throws at
// every byte of rubbish between objects, and parses an object as often as object streams point at it. Approach: a parser of ours, derived from pdf-lib's, counts what one
// file inflates to and how many bytes are read of it; pdf-lib's own classes stay as they are. `test/merge/bombs.test.ts` shows when an update of pdf-lib evades a limit.
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  type PDFRef,
  PDFXRefStreamParser,
} from 'pdf-lib'

/** What the object streams and cross reference streams of one file may inflate to, in bytes: half a million objects. */
const MOST_INFLATED = 1 << 26
/** How often each byte of a file and of what it inflates to may be read, on average. Parsing takes eight reads of a byte at most, and two of most. */
const READS_A_BYTE = 10

/** A file is rejected: it exceeds a limit, or its page tree is invalid. The message is the reason. */
export class Refusal extends Error {}

/** Opens a file. Throws Refusal beyond a limit, and errors of pdf-lib when the file is damaged or encrypted. */
export async function openWithinLimits(bytes: Uint8Array): Promise<PDFDocument> {
  const limits = new ReaderLimits(bytes.length)
  try {
    const context = await new LimitedParser(bytes, limits).parseDocument()
    // `PDFDocument.load` does the same with its own parser; TypeScript declares the constructor private.
    return Reflect.construct(PDFDocument, [context, false, false]) as PDFDocument
  } catch (thrown) {
    // pdf-lib catches errors within an object and throws another one.
    throw limits.refusal ?? thrown
  }
}

class ReaderLimits {
  refusal: Refusal | undefined
  #bytesLeft = MOST_INFLATED
  #readsLeft: number

  /** `size`: of the file, in bytes. */
  constructor(size: number) {
    this.#readsLeft = size * READS_A_BYTE
  }

  /** Before a buffer grows by at least `bytes`. */
  checkInflation(bytes: number): void {
    if (bytes > this.#bytesLeft) this.#refuse(`its objects inflate to more than ${MOST_INFLATED} bytes`)
  }

  spendInflated(bytes: number): void {
    this.#bytesLeft -= bytes
    this.#readsLeft += bytes * READS_A_BYTE
  }

  /** Before a byte is read. Hot: once a byte. */
  spendRead(): void {
    if (--this.#readsLeft < 0) this.#refuse('its objects are parsed too often')
  }

  #refuse(reason: string): never {
    throw (this.refusal = new Refusal(reason))
  }
}

// ── Members of pdf-lib beyond its declarations ──────────────────────────────────────────────────────────────────────

/** The source of a parser, byte by byte. */
interface ByteSource {
  next(): number
  offset(): number
  moveTo(offset: number): void
  /** Undefined beyond the end. */
  peekAt(offset: number): number | undefined
}

interface ParserInternals {
  readonly bytes: ByteSource
  readonly context: PDFContext
  parseDocument(): Promise<PDFContext>
  parseIndirectObjectHeader(): PDFRef
  parseObject(): PDFObject
  matchKeyword(keyword: readonly number[]): boolean
  skipWhitespaceAndComments(): void
}

/** The decoder of one filter, which inflates into a buffer that doubles; without a filter it has no buffer. */
interface Decoder {
  readonly buffer: Uint8Array
  ensureBuffer?(size: number): Uint8Array
  decode(): Uint8Array
}

// pdf-lib's parser is written to be derived from, but declares the members private that we replace.
const OpenParser = PDFParser as unknown as new (
  bytes: Uint8Array,
  objectsPerTick: number,
  throwsOnInvalidObject: boolean,
) => ParserInternals

const FILTER = PDFName.of('Filter')
const DECODE_PARMS = PDFName.of('DecodeParms')

const codesOf = (word: string): readonly number[] => [...word].map((letter) => letter.charCodeAt(0))
const OBJ = codesOf('obj')
const END_OF_OBJECT = codesOf('endobj')
/** Keywords that parts of a file begin with besides `12 0 obj`. */
const PART_KEYWORDS = ['xref', 'trailer', 'startxref'].map(codesOf)

class LimitedParser extends OpenParser {
  readonly #limits: ReaderLimits

  constructor(bytes: Uint8Array, limits: ReaderLimits) {
    // `true`: throws on an invalid object, which pdf-lib would otherwise print to the console and skip.
    super(bytes, Number.POSITIVE_INFINITY, true)
    this.#limits = limits
    limitReads(this.bytes, limits)
  }

  /** As in pdf-lib, but object streams and cross reference streams are decoded within the limits. */
  async parseIndirectObject(): Promise<PDFRef> {
    const reference = this.parseIndirectObjectHeader()
    this.skipWhitespaceAndComments()
    const object = this.parseObject()
    this.skipWhitespaceAndComments()
    this.matchKeyword(END_OF_OBJECT)
    const type = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of('Type')) : undefined
    if (object instanceof PDFRawStream && type === PDFName.of('ObjStm')) await this.#parseObjectStream(object)
    else if (object instanceof PDFRawStream && type === PDFName.of('XRef')) this.#parseCrossReferences(object)
    else this.context.assign(reference, object)
    return reference
  }

  async #parseObjectStream(stream: PDFRawStream): Promise<void> {
    const parser = PDFObjectStreamParser.forStream(decoded(stream, this.#limits))
    limitReads((parser as unknown as ParserInternals).bytes, this.#limits) // `bytes` is declared protected
    await parser.parseIntoContext()
  }

  /** Reads only the entries of the trailer. Cross references, whose number the file declares, are not needed: objects are found by reading the whole file. */
  #parseCrossReferences(stream: PDFRawStream): void {
    const parser = PDFXRefStreamParser.forStream(decoded(stream, this.#limits))
    Object.assign(parser, { parseEntries: () => [] })
    parser.parseIntoContext()
  }

  /**
   * Moves to the next part of the file. pdf-lib's method of this name tries to read an object at every byte, which throws an error where there is none, and reads to
   * the end of a comment, or of any number of digits, to find out.
   */
  skipJibberish(): void {
    this.skipWhitespaceAndComments()
    const { bytes } = this
    let at = bytes.offset()
    for (let byte = bytes.peekAt(at); byte !== undefined; byte = bytes.peekAt(++at)) {
      if (isDigit(byte) ? isObjectHeader(bytes, at) : PART_KEYWORDS.some((word) => isWord(bytes, at, word))) break
    }
    bytes.moveTo(at)
  }
}

function limitReads(bytes: ByteSource, limits: ReaderLimits): void {
  const next = bytes.next.bind(bytes)
  bytes.next = () => {
    limits.spendRead()
    return next()
  }
}

/** The stream without its filters. Filters are decoded one by one: chained decoders of pdf-lib read from each other while they are constructed, before a limit can be set. */
function decoded(stream: PDFRawStream, limits: ReaderLimits): PDFRawStream {
  const filter = stream.dict.lookup(FILTER)
  if (!(filter instanceof PDFArray)) return decodedOnce(stream, limits)
  const parameters = stream.dict.lookup(DECODE_PARMS)
  let { contents } = stream
  for (let i = 0; i < filter.size(); i++) {
    const dict = stream.dict.clone()
    dict.set(FILTER, filter.lookup(i, PDFName))
    const own = parameters instanceof PDFArray ? parameters.lookupMaybe(i, PDFDict) : undefined
    if (own === undefined) dict.delete(DECODE_PARMS)
    else dict.set(DECODE_PARMS, own)
    contents = decodedOnce(PDFRawStream.of(dict, contents), limits).contents
  }
  return withoutFilters(stream, contents)
}

/** For a stream with at most one filter. */
function decodedOnce(stream: PDFRawStream, limits: ReaderLimits): PDFRawStream {
  const decoder = decodePDFRawStream(stream) as unknown as Decoder // pdf-lib declares the members of decoders protected
  limitInflation(decoder, limits)
  return withoutFilters(stream, decoder.decode())
}

function withoutFilters({ dict }: PDFRawStream, contents: Uint8Array): PDFRawStream {
  const plain = dict.clone()
  plain.delete(FILTER)
  plain.delete(DECODE_PARMS)
  return PDFRawStream.of(plain, contents)
}

function limitInflation(decoder: Decoder, limits: ReaderLimits): void {
  const ensure = decoder.ensureBuffer?.bind(decoder)
  if (ensure === undefined) return
  decoder.ensureBuffer = (size) => {
    const before = decoder.buffer.length
    limits.checkInflation(size - before)
    const buffer = ensure(size)
    limits.spendInflated(buffer.length - before)
    return buffer
  }
}

// ── Parts of a file ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Digits of a number in an object's header, and white space between two. */
const LONGEST_RUN = 16

function isWord(bytes: ByteSource, at: number, word: readonly number[]): boolean {
  for (let i = 0; i < word.length; i++) if (bytes.peekAt(at + i) !== word[i]) return false
  return true
}

/** `12 0 obj` is at `start`. */
function isObjectHeader(bytes: ByteSource, start: number): boolean {
  const number = endOfRun(bytes, start, isDigit)
  const space = endOfRun(bytes, number, isSpace)
  const generation = endOfRun(bytes, space, isDigit)
  return space > number && generation > space && isWord(bytes, endOfRun(bytes, generation, isSpace), OBJ)
}

/** The end of a run of bytes of one kind that starts at `start`. */
function endOfRun(bytes: ByteSource, start: number, isOfKind: (byte: number) => boolean): number {
  let at = start
  for (let byte = bytes.peekAt(at); byte !== undefined && at - start < LONGEST_RUN && isOfKind(byte); byte = bytes.peekAt(at)) at++
  return at
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** White space of PDF (ISO 32000-1 table 1). */
function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 9 && byte <= 13 && byte !== 11) || byte === 0
}
