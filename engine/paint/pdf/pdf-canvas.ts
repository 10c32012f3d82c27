// The canvas that writes PDF. PDFKit is the container: object numbers, file structure, cross references; everything between `stream`
// and `endstream` is ours. The content of a page is written when the page ends; its page dictionary, which layers add to, at the end of the document.
//
// PDFKit internals relied on (pinned by test/pdfkit-contract.test.ts): `ref`, `_refEnd`, `push`, `_write`, `_offset`, `_root`, `_id`, `info`, `end`.

import { createHash, type Hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { ObjectCache } from '../../collections/cache.ts'
import { error, InputError, type Reporter, warning } from '../../diagnostic.ts'
import type { ColorDrawings, FontSubset, FontSubsetter } from '../../font/font.ts'
import type { Limits } from '../../limits.ts'
import type { Canvas, DocumentMetadata } from '../canvas.ts'
import { DocumentPainter } from './document-painter.ts'
import { informationDictionary, xmpPacket } from './metadata.ts'
import { type PdfDictionary, type PdfObjects, type PdfReference, type PdfValue, pdfText } from './objects.ts'
import { serialize, serializeStreamDictionary } from './syntax.ts'

/** Measured on pages of tables and of text, 6 to 11 KB each: level 4 output is 2 to 5 % larger than level 5 in four fifths of its time; level 3 is another 4 % larger. */
const DEFLATE = { level: 4, windowBits: 14, memLevel: 7 } as const
/** Measured on subsets of 5.5 KB: levels 1 to 3 take four fifths of the time of level 6, and level 3 output is 1 % larger. Longer programs are worth the time. */
const FONT_LEVELS = { short: 3, long: 6, longFrom: 1 << 15 } as const
/** Streams shorter than this do not shrink. */
const SHORTEST_DEFLATED = 48

interface PdfCanvasOptions {
  readonly metadata: DocumentMetadata
  readonly fonts: FontSubsetter & ColorDrawings
  readonly reporter: Reporter
  readonly limits: Limits
  /** Shared by the documents of an engine; absent: every document compresses its own fonts. */
  readonly caches?: PdfCaches
}

/** Caches shared by documents: compressed font programs, by subset. */
export interface PdfCaches {
  readonly fontPrograms: ObjectCache<FontSubset, Uint8Array>
  /** Called for every font program that was not in the cache. */
  readonly onEncode?: (() => void) | undefined
}

export function makePdfCaches(onEncode?: () => void): PdfCaches {
  return { fontPrograms: new ObjectCache(), onEncode }
}

interface PdfCanvas extends Canvas {
  /** The final bytes since the last call, in order. The canvas does not keep them. */
  takeChunks(): Uint8Array[]
  /** Writes fonts, page dictionaries and the end of the file; the last chunks can be taken then. */
  finish(): void
  readonly pageCount: number
}

/** A canvas for a new document. The caller takes chunks after each page to bound memory. */
export function createPdfCanvas(options: PdfCanvasOptions): PdfCanvas {
  const container = new Container(options.limits)
  if (options.metadata.language !== undefined && options.metadata.language !== '') {
    container.catalog['Lang'] = pdfText(options.metadata.language)
  }
  const painter = new DocumentPainter(container, options.fonts, {
    pages: container.pages,
    reportBlocked: (url) =>
      options.reporter.report(warning('blocked-url', undefined, `a link to ${JSON.stringify(url.slice(0, 200))} is left out`)),
  })
  const programs = options.caches?.fontPrograms ?? new ObjectCache<FontSubset, Uint8Array>()
  const deflateFont = (subset: FontSubset): Uint8Array => {
    let program = programs.get(subset)
    if (program === undefined) {
      options.caches?.onEncode?.()
      program = deflateSync(subset.bytes, { level: subset.bytes.length < FONT_LEVELS.longFrom ? FONT_LEVELS.short : FONT_LEVELS.long })
      programs.set(subset, program)
    }
    return program
  }
  return Object.assign(painter, {
    takeChunks: () => container.takeChunks(),
    finish: () => {
      const { destinations, outline } = painter.finishObjects({ subsetter: options.fonts, deflateFont })
      container.finish(options.metadata, destinations, outline)
    },
  })
}

// ── The foreign bridge ──────────────────────────────────────────────────────────────────────────────────────────────────

interface KitReference extends PdfReference {
  /** Byte offset of the object, for the cross references. */
  offset: number
}

type MutableDictionary = Record<string, PdfValue | undefined>

interface KitDictionaryReference {
  readonly data: MutableDictionary
}

/** Members of a PDFKit document that we use beyond its documented methods. */
interface KitInternals {
  _offset: number
  _id: Uint8Array
  info: MutableDictionary
  readonly _root: { readonly data: MutableDictionary & { Pages: KitDictionaryReference; Names: KitDictionaryReference } }
  _write(data: string | Uint8Array): void
  ref(data?: unknown): KitReference
  /** Must be called after an object was written. */
  _refEnd(reference: KitReference): void
  /** Chunks that the constructor wrote. */
  readonly headers: readonly Uint8Array[]
  end(): void
}

/** PDFKit without the parts that we write ourselves: standard fonts, outline, dated metadata. It has no fields, as the base constructor calls these methods. */
class QuietDocument extends PDFDocument {
  initFonts(): void {
    Object.assign(this, { _fontFamilies: {} })
  }
  override initOutline(): void {}
  override endOutline(): void {}
  override endMetadata(): void {}
  /** Node's implementation schedules a tick for every chunk, which retains the document until then: a synchronous loop of renders would retain all of them. */
  override push(chunk: unknown): boolean {
    const before = (this as unknown as Partial<KitInternals>).headers ?? [] // a field would be initialised after the base constructor
    if (chunk !== null) Object.assign(this, { headers: [...before, chunk] })
    return true
  }
}

class Container implements PdfObjects {
  readonly #kit: KitInternals
  readonly #limits: Limits
  /** Of everything written so far; absent once the file's identifier was computed from it. */
  #hash: Hash | undefined = createHash('sha256')
  #chunks: Uint8Array[] = []
  #text = ''

  constructor(limits: Limits) {
    this.#limits = limits
    const kit = new QuietDocument({
      autoFirstPage: false,
      compress: false,
      pdfVersion: '1.7',
      // Prevents PDFKit from hashing the time of day; the dictionary and the identifier are replaced before they are written.
      info: { CreationDate: new Date(0) },
    })
    // The bridge: PDFKit's declared types leave its container methods out.
    this.#kit = kit as unknown as KitInternals
    for (const header of this.#kit.headers) this.#keep(header)
    this.#kit._write = (data) => this.#write(data)
  }

  get catalog(): MutableDictionary {
    return this.#kit._root.data
  }

  get pages(): { readonly reference: PdfReference; add(page: PdfReference): void } {
    const { Pages } = this.#kit._root.data
    const kids = Pages.data['Kids'] as PdfReference[] // made by PDFKit's constructor
    return {
      reference: Pages as unknown as PdfReference, // PDFKit's references have an `id`
      add: (page) => {
        Pages.data['Count'] = kids.push(page)
      },
    }
  }

  reserve(): PdfReference {
    return this.#kit.ref()
  }

  write(reference: PdfReference, value: PdfDictionary | readonly PdfValue[]): void {
    this.#begin(reference)
    this.#writeText(`${reference.id} 0 obj\n${serialize(value as PdfValue)}\nendobj\n`) // a dictionary is a value; its index signature is only wider
    this.#end(reference)
  }

  writeEncoded(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array): void {
    this.#writeBytes(reference, serializeStreamDictionary(dictionary, bytes.length, false), bytes)
  }

  writeStream(reference: PdfReference, dictionary: PdfDictionary, bytes: Uint8Array): void {
    // A copy when uncompressed: the stream reuses its buffer before the chunk is taken.
    const isDeflated = bytes.length >= SHORTEST_DEFLATED
    const written = isDeflated ? deflateSync(bytes, DEFLATE) : bytes.slice()
    this.#writeBytes(reference, serializeStreamDictionary(dictionary, written.length, isDeflated), written)
  }

  #writeBytes(reference: PdfReference, dictionary: string, bytes: Uint8Array): void {
    this.#begin(reference)
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

  finish(metadata: DocumentMetadata, destinations: PdfReference | undefined, outline: PdfReference | undefined): void {
    const kit = this.#kit
    const root = kit._root.data
    kit.info = { ...informationDictionary(metadata) }
    if (destinations === undefined) delete root.Names.data['Dests']
    else root.Names.data['Dests'] = destinations
    if (outline !== undefined) {
      root['Outlines'] = outline
      root['PageMode'] = 'UseOutlines'
    }
    if (metadata.title !== undefined && metadata.title !== '') root['ViewerPreferences'] = kit.ref({ DisplayDocTitle: true })
    const packet = this.reserve()
    // Uncompressed: programs search the bytes of the file for the packet.
    this.writeEncoded(packet, { Type: 'Metadata', Subtype: 'XML' }, Buffer.from(xmpPacket(metadata), 'utf8'))
    root['Metadata'] = packet
    this.#flushText()
    if (this.#hash !== undefined) kit._id = new Uint8Array(this.#hash.digest()).subarray(0, 16)
    this.#hash = undefined
    kit.end()
  }

  // PDFKit's own method takes a dozen calls to write an object, and retains the value.
  #begin(reference: PdfReference): void {
    const own = reference as KitReference // made by `reserve`
    own.offset = this.#kit._offset
  }

  #end(reference: PdfReference): void {
    this.#kit._refEnd(reference as KitReference) // made by `reserve`
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
