// Pages of a PDF as pictures: letterheads. The objects that draw a page are taken out of the file as plain data, to be written into a document of ours.
// Limits: annotations are not drawn; content in several streams must be deflated or plain.
import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import type { PdfPage, PdfPageObject, PdfPageValue } from '../image/image.ts'
import { Refusal } from './reader-limits.ts'
import { openForPictures, withFileErrors } from './source.ts'

/** Pages that can be used as pictures: a letterhead has two or three. */
const MOST_PAGES = 10
const MOST_PAGES_OF_FILE = 2000
const MOST_OBJECTS = 20_000
const DEEPEST = 100
/** Bytes of a page's content once it is inflated. */
const MOST_CONTENT = 32 * 1024 * 1024

const NULL: PdfPageValue = { kind: 'plain', value: null }

/** The first pages of a PDF. Throws InputError when it cannot be read. */
export async function readPageForms(name: string, bytes: Uint8Array): Promise<readonly PdfPage[]> {
  const source = await openForPictures(name, bytes, MOST_PAGES_OF_FILE)
  return withFileErrors(name, async () => source.getPages().slice(0, MOST_PAGES).map(formOf))
}

function formOf(page: PDFPage): PdfPage {
  const box = page.getCropBox()
  const { x, y, width, height } = box
  if (!(width > 0 && height > 0)) throw new Refusal('a page has no size')
  const turn = (((page.getRotation().angle % 360) + 360) % 360) / 90
  // From the page to the rectangle that it is shown in, whose lower left corner is 0, 0 (ISO 32000-1: 7.7.3.3, Rotate is clockwise).
  const matrices = [
    [1, 0, 0, 1, -x, -y],
    [0, -1, 1, 0, -y, x + width],
    [-1, 0, 0, -1, x + width, y + height],
    [0, 1, -1, 0, y + height, -x],
  ]
  const copier = new ObjectCopier(page.node.context)
  const { dictionary, bytes } = contentOf(page, copier)
  const entries = new Map<string, PdfPageValue>([
    ...dictionary,
    ['Type', name('XObject')],
    ['Subtype', name('Form')],
    ['BBox', numbers([x, y, x + width, y + height])],
    ['Matrix', numbers(matrices[turn] ?? matrices[0]!)],
    ['Resources', copier.value(page.node.Resources() ?? page.node.context.obj({}))],
    ['Group', copier.value(page.node.lookup(PDFName.of('Group')))],
  ])
  if (entries.get('Group') === NULL) entries.delete('Group')
  const isUpright = turn % 2 === 0
  return {
    objects: [{ kind: 'stream', dictionary: { kind: 'dictionary', entries }, bytes }, ...copier.copyAll()],
    width: isUpright ? width : height,
    height: isUpright ? height : width,
  }
}

interface Content {
  /** How the bytes are encoded. */
  readonly dictionary: readonly (readonly [string, PdfPageValue])[]
  readonly bytes: Uint8Array
}

/** One stream stays as it is; several are joined. */
function contentOf(page: PDFPage, copier: ObjectCopier): Content {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((item) => page.node.context.lookup(item)) : [contents]
  const known = streams.filter((stream) => stream instanceof PDFRawStream)
  const [only] = known
  if (only === undefined) return { dictionary: [], bytes: new Uint8Array() }
  if (known.length === 1) {
    const kept = ['Filter', 'DecodeParms'].flatMap((key) => {
      const value = only.dict.lookup(PDFName.of(key))
      return value === undefined ? [] : [[key, copier.value(value)] as const]
    })
    return { dictionary: kept, bytes: only.contents }
  }
  let left = MOST_CONTENT
  const pieces = known.flatMap((stream) => {
    const bytes = inflated(stream, left)
    left -= bytes.length
    return [bytes, Buffer.from('\n')]
  })
  return { dictionary: [], bytes: Buffer.concat(pieces) }
}

function inflated({ dict, contents }: PDFRawStream, most: number): Uint8Array {
  const filter = dict.lookup(PDFName.of('Filter'))
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  if (filter !== undefined && !(only instanceof PDFName && only.decodeText() === 'FlateDecode'))
    throw new Refusal('its content is in several streams of an unusual encoding')
  if (filter === undefined) return contents
  try {
    return inflateSync(contents, { maxOutputLength: Math.max(1, most) })
  } catch {
    throw new Refusal('its content is damaged or too long')
  }
}

function name(text: string): PdfPageValue {
  return { kind: 'name', name: text }
}

function numbers(values: readonly number[]): PdfPageValue {
  return { kind: 'list', values: values.map((value) => ({ kind: 'plain', value })) }
}

/** Copies objects with everything that they refer to, except pages: a page that refers to another would bring the whole file along. */
class ObjectCopier {
  readonly #found: { readonly object: PDFObject }[] = []
  readonly #indices = new Map<PDFObject, number>()
  readonly #context: PDFDict['context']

  constructor(context: PDFDict['context']) {
    this.#context = context
  }

  /** The objects that were referred to so far, and those that they refer to. */
  copyAll(): readonly PdfPageObject[] {
    const objects: PdfPageObject[] = []
    for (let i = 0; i < this.#found.length; i++) {
      const { object } = this.#found[i]!
      if (object instanceof PDFRawStream)
        objects.push({ kind: 'stream', dictionary: this.#dictionary(object.dict, 0, LENGTH), bytes: object.contents })
      else objects.push({ kind: 'value', value: this.value(object) })
    }
    return objects
  }

  value(object: PDFObject | undefined, depth = 0): PdfPageValue {
    if (depth > DEEPEST) throw new Refusal('its objects are nested too deeply')
    if (object instanceof PDFRef) return this.#reference(object)
    if (object instanceof PDFName) return name(object.toString().slice(1))
    if (object instanceof PDFNumber) return { kind: 'plain', value: finite(object.asNumber()) }
    if (object instanceof PDFBool) return { kind: 'plain', value: object.asBoolean() }
    if (object instanceof PDFString || object instanceof PDFHexString) return { kind: 'plain', value: object.asBytes() }
    if (object instanceof PDFArray) return { kind: 'list', values: object.asArray().map((item) => this.value(item, depth + 1)) }
    return object instanceof PDFDict ? this.#dictionary(object, depth) : NULL
  }

  #dictionary(dictionary: PDFDict, depth: number, dropped?: PDFName): PdfPageValue {
    const entries = new Map<string, PdfPageValue>()
    for (const [key, value] of dictionary.entries()) {
      // Keys of dictionaries start with a capital, but for names that a file gives to resources.
      if (key !== dropped && key.decodeText() !== 'id') entries.set(key.toString().slice(1), this.value(value, depth + 1))
    }
    return { kind: 'dictionary', entries }
  }

  #reference(reference: PDFRef): PdfPageValue {
    const object = this.#context.lookup(reference)
    if (object instanceof PDFDict && isOfDocument(object)) return NULL
    if (object === undefined || !(object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFRawStream))
      return this.value(object, 1)
    let index = this.#indices.get(object)
    if (index === undefined) {
      if (this.#found.length >= MOST_OBJECTS) throw new Refusal('a page refers to too many objects')
      this.#found.push({ object })
      index = this.#found.length
      this.#indices.set(object, index)
    }
    return { kind: 'reference', index }
  }
}

const LENGTH = PDFName.of('Length')

const isOfDocument = (dictionary: PDFDict): boolean => {
  const type = dictionary.lookup(PDFName.of('Type'))
  return type instanceof PDFName && ['Page', 'Pages', 'Catalog', 'OBJR', 'StructElem'].includes(type.decodeText())
}

const finite = (value: number): number => (Number.isFinite(value) && Math.abs(value) < 1e21 ? value : 0)
