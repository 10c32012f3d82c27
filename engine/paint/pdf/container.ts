// The file around the objects: numbers, cross references, trailer. PDFKit writes the head and the skeleton of the catalog; with classic cross references
// also the end of the file. Objects other than streams go into object streams (`object-streams.ts`).
//
// PDFKit internals relied on (pinned by test/pdfkit-contract.test.ts): `ref`, `_refEnd`, `push`, `_write`, `_offset`, `_root`, `_id`, `info`, `end`.
import { createHash, type Hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { error, InputError } from '../../diagnostic.ts'
import type { Limits } from '../../limits.ts'
import { ContentStream } from './content-stream.ts'
import { CrossReferences, ObjectStreams } from './object-streams.ts'
import type { PdfDictionary, PdfObjects, PdfReference, PdfValue } from './objects.ts'
import { serialize, serializeStreamDictionary } from './syntax.ts'

/** Measured on pages of tables and of text, 6 to 11 KB each: level 4 output is 2 to 5 % larger than level 5 in four fifths of its time; level 3 is another 4 % larger. */
const DEFLATE = { level: 4, windowBits: 14, memLevel: 7 } as const
/** Of streams that such a window holds whole: buffers that are not used need not be cleared. */
const DEFLATE_SHORT = { ...DEFLATE, windowBits: 13 } as const
const SHORT = 1 << 13
/**
 * Of pages full of short marked-content sequences, whose operators come again and again: on a tagged table of 1,000 rows level 2 takes half the time of level 4, and gives 5 % more
 * bytes.
 */
const DEFLATE_REPETITIVE = { ...DEFLATE, level: 2 } as const
/** Streams shorter than this do not shrink. */
const SHORTEST_DEFLATED = 48

// ── The foreign bridge ──────────────────────────────────────────────────────────────────────────────────────────────────

interface KitReference extends PdfReference {
  /** Byte offset of the object, for the cross references. */
  offset: number
}

export type MutableDictionary = Record<string, PdfValue | undefined>

interface KitDictionaryReference extends PdfReference {
  readonly data: MutableDictionary
}

/** Members of a PDFKit document that we use beyond its documented methods. */
interface KitInternals {
  _offset: number
  _id: Uint8Array
  info: MutableDictionary
  readonly _root: PdfReference & {
    readonly data: Omit<MutableDictionary, 'Pages' | 'Names'> & { Pages: KitDictionaryReference; Names?: KitDictionaryReference }
  }
  _write(data: string | Uint8Array): void
  ref(data?: unknown): KitReference
  /** Must be called after an object was written. */
  _refEnd(reference: KitReference): void
  /** Chunks that the constructor wrote. */
  readonly headers: readonly Uint8Array[]
  end(): void
}

/** PDFKit without the parts that we write ourselves: standard fonts, outline, tags, dated metadata. It has no fields, as the base constructor calls these methods. */
class QuietDocument extends PDFDocument {
  initFonts(): void {
    Object.assign(this, { _fontFamilies: {} })
  }
  override initOutline(): void {}
  override endOutline(): void {}
  override endMetadata(): void {}
  override endMarkings(): void {}
  /** Node's implementation schedules a tick for every chunk, which retains the document until then: a synchronous loop of renders would retain all of them. */
  override push(chunk: unknown): boolean {
    const before = (this as unknown as Partial<KitInternals>).headers ?? [] // a field would be initialised after the base constructor
    if (chunk !== null) Object.assign(this, { headers: [...before, chunk] })
    return true
  }
}

export interface FileEnd {
  readonly information: PdfDictionary
  readonly destinations: PdfReference | undefined
  /** The name tree of attached files. */
  readonly files?: PdfReference | undefined
  /** Goes into the identifier of a file with claims. */
  readonly seal?: string | undefined
}

export class Container implements PdfObjects {
  readonly #kit: KitInternals
  readonly #limits: Limits
  /** Of everything written so far; absent once the file's identifier was computed from it. */
  #hash: Hash | undefined = createHash('sha256')
  #seal = ''
  #chunks: Uint8Array[] = []
  #text = ''
  /** Where the object that is being written begins. */
  #objectOffset = 0
  readonly #table = new CrossReferences()
  /** Absent for a file with classic cross references. */
  readonly #streams: ObjectStreams | undefined
  #lastNumber: number
  readonly #isPdf2: boolean
  /** The object that is being written, of a file with classic cross references. */
  #value: { id: number; readonly stream: ContentStream } | undefined

  /** `isPdf2`: of PDF 2.0, whose metadata stand in XMP alone. */
  constructor(limits: Limits, hasObjectStreams: boolean, isPdf2 = false) {
    this.#limits = limits
    this.#isPdf2 = isPdf2
    const kit = new QuietDocument({
      autoFirstPage: false,
      compress: false,
      pdfVersion: '1.7',
      // Prevents PDFKit from hashing the time of day; the dictionary and the identifier are replaced before they are written.
      info: { CreationDate: new Date(0) },
    })
    // The bridge: PDFKit's declared types leave its container methods out.
    this.#kit = kit as unknown as KitInternals
    for (const header of this.#kit.headers) this.#keep(isPdf2 ? versionTwo(header) : header)
    this.#kit._write = (data) => this.#write(data)
    const { _root: root } = this.#kit
    this.#lastNumber = Math.max(root.id, root.data.Pages.id, root.data.Names?.id ?? 0)
    if (hasObjectStreams) {
      this.#streams = new ObjectStreams(
        this.#table,
        () => this.reserveId(),
        (id, dictionary, bytes) => this.#writeBytes({ id }, dictionary, bytes),
      )
    }
  }

  get catalog(): MutableDictionary {
    return this.#kit._root.data as MutableDictionary // PDFKit's references are ours
  }

  get pages(): { readonly reference: PdfReference; add(page: PdfReference): void } {
    const { Pages } = this.#kit._root.data
    const kids = Pages.data['Kids'] as PdfReference[] // made by PDFKit's constructor
    return {
      reference: Pages,
      add: (page) => {
        Pages.data['Count'] = kids.push(page)
      },
    }
  }

  reserve(): PdfReference {
    return this.#streams === undefined ? this.#kit.ref() : { id: ++this.#lastNumber }
  }

  reserveId(): number {
    return this.#streams === undefined ? this.#kit.ref().id : ++this.#lastNumber
  }

  write(reference: PdfReference, value: PdfDictionary | readonly PdfValue[]): void {
    this.beginValue(reference.id).ascii(serialize(value as PdfValue)) // a dictionary is a value; its index signature is only wider
    this.endValue()
  }

  beginValue(id: number): ContentStream {
    if (this.#streams !== undefined) return this.#streams.begin(id)
    this.#value ??= { id, stream: new ContentStream() }
    this.#value.id = id
    return this.#value.stream
  }

  endValue(): void {
    if (this.#streams !== undefined) this.#streams.end()
    else if (this.#value !== undefined) this.#writeValue(this.#value)
  }

  #writeValue({ id, stream }: { readonly id: number; readonly stream: ContentStream }): void {
    this.#begin()
    this.#writeText(`${id} 0 obj\n`)
    this.#write(stream.view.slice())
    this.#writeText('\nendobj\n')
    this.#end({ id })
    stream.clear()
  }

  writeEncoded(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array): void {
    this.#writeBytes(reference, serializeStreamDictionary(dictionary, bytes.length, false), bytes)
  }

  writeStream(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array, isRepetitive = false): void {
    // A copy when uncompressed: the stream reuses its buffer before the chunk is taken.
    const isDeflated = bytes.length >= SHORTEST_DEFLATED
    const options = isRepetitive ? DEFLATE_REPETITIVE : bytes.length <= SHORT ? DEFLATE_SHORT : DEFLATE
    const written = isDeflated ? deflateSync(bytes, options) : bytes.slice()
    this.#writeBytes(reference, serializeStreamDictionary(dictionary, written.length, isDeflated), written)
  }

  #writeBytes(reference: PdfReference, dictionary: string, bytes: Uint8Array): void {
    this.#begin()
    this.#writeText(`${reference.id} 0 obj\n${dictionary}\nstream\n`)
    this.#write(bytes)
    this.#writeText('\nendstream\nendobj\n')
    this.#end(reference)
  }

  takeChunks(): Uint8Array[] {
    this.#flushText()
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }

  /** Catalog, information, cross references. */
  finish({ information, destinations, files, seal = '' }: FileEnd): void {
    const root = this.#kit._root.data
    if (destinations !== undefined && root.Names !== undefined) root.Names.data['Dests'] = destinations
    else if (destinations === undefined) delete root.Names?.data['Dests']
    if (files !== undefined && root.Names !== undefined) root.Names.data['EmbeddedFiles'] = files
    this.#seal = seal
    if (this.#streams === undefined) this.#finishTable(information)
    else this.#finishStream(this.#streams, information)
  }

  #finishTable(information: PdfDictionary): void {
    this.#kit.info = { ...information }
    // PDFKit ends this object itself.
    const preferences = this.catalog['ViewerPreferences']
    if (preferences !== undefined) this.catalog['ViewerPreferences'] = this.#kit.ref(preferences)
    this.#kit._id = this.#identify()
    this.#kit.end()
  }

  #finishStream(streams: ObjectStreams, information: PdfDictionary): void {
    const { _root: root } = this.#kit
    const { Pages, Names } = root.data
    if (Names !== undefined) {
      if (Object.keys(Names.data).length === 0) delete root.data.Names
      else this.write(Names, Names.data)
    }
    this.write(Pages, Pages.data)
    this.write(root, this.catalog)
    const info = this.#isPdf2 ? undefined : this.reserve()
    if (info !== undefined) this.write(info, information)
    streams.flush()
    const id = serialize(this.#identify())
    const own = this.reserve()
    const offset = this.#kit._offset
    this.#table.at(own.id, offset)
    const { dictionary, bytes } = this.#table.encode(this.#lastNumber + 1)
    this.#writeBytes(
      own,
      `<<${dictionary}/Root ${root.id} 0 R${info === undefined ? '' : `/Info ${info.id} 0 R`}/ID [${id} ${id}]>>`,
      bytes,
    )
    this.#writeText(`startxref\n${offset}\n%%EOF\n`)
    this.#flushText()
  }

  /** From everything written so far: equal documents have one identifier. */
  #identify(): Uint8Array {
    this.#flushText()
    const digest = this.#hash?.update(this.#seal).digest() ?? Buffer.alloc(16)
    this.#hash = undefined
    return new Uint8Array(digest).subarray(0, 16)
  }

  // PDFKit's own method takes a dozen calls to write an object, and retains the value.
  #begin(): void {
    this.#objectOffset = this.#kit._offset
  }

  #end({ id }: PdfReference): void {
    if (this.#streams === undefined) this.#kit._refEnd({ id, offset: this.#objectOffset })
    else this.#table.at(id, this.#objectOffset)
  }

  #write(data: string | Uint8Array): void {
    if (typeof data === 'string') this.#writeText(`${data}\n`)
    else {
      this.#flushText()
      this.#keep(data)
      this.#grow(data.length)
    }
  }

  /** Each character is a byte. */
  #writeText(text: string): void {
    this.#text += text
    if (this.#text.length > 1 << 16) this.#flushText()
    this.#grow(text.length)
  }

  #grow(bytes: number): void {
    this.#kit._offset += bytes
    if (this.#kit._offset > this.#limits.outputBytes) {
      throw new InputError([error('limit-output', undefined, `the PDF is larger than ${this.#limits.outputBytes} bytes`)])
    }
  }

  #flushText(): void {
    if (this.#text === '') return
    this.#keep(Buffer.from(this.#text, 'latin1'))
    this.#text = ''
  }

  #keep(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#hash?.update(bytes)
  }
}

/** PDFKit knows no version after 1.7. */
function versionTwo(header: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(header)
      .toString('latin1')
      .replace(/^%PDF-1\.7/, '%PDF-2.0'),
    'latin1',
  )
}
