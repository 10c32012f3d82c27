// Pages of a finished PDF: the entries that paint them, each of the type that it must be of.
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib'
import { put } from './copier.ts'
import type { PartCopy } from './part-copy.ts'
import type { SourcePage } from './source.ts'
import { itemsOf, target } from './values.ts'

/** What viewers take for pages that say no size: US Letter. */
const USUAL_SIZE = [0, 0, 612, 792]

const isBox = (value: PDFObject | undefined): boolean =>
  value instanceof PDFArray && value.size() === 4 && [...itemsOf(value)].every((item) => item instanceof PDFNumber)
const isDictionary = (value: PDFObject | undefined): boolean => value instanceof PDFDict
const isNumber = (value: PDFObject | undefined): boolean => value instanceof PDFNumber

/** Entries that a page needs to be painted, besides its content. */
const ENTRIES: Readonly<Record<string, (value: PDFObject | undefined) => boolean>> = {
  Resources: isDictionary,
  Rotate: (value) => value instanceof PDFNumber && value.asNumber() % 90 === 0,
  Group: isDictionary,
  UserUnit: isNumber,
  MediaBox: isBox,
  CropBox: isBox,
  BleedBox: isBox,
  TrimBox: isBox,
  ArtBox: isBox,
}

export class PageCopies {
  readonly #part: PartCopy
  /** Lists of streams that pages share are looked through once. */
  readonly #lists = new Map<PDFArray, PDFObject>()

  constructor(part: PartCopy) {
    this.#part = part
  }

  copy({ dictionary, inherited }: SourcePage): PDFDict {
    const { target: context, copier } = this.#part
    const page = context.obj({ Type: 'Page' })
    for (const [key, isValid] of Object.entries(ENTRIES)) {
      const name = PDFName.of(key)
      const value = dictionary.get(name) ?? inherited.get(key)
      if (value !== undefined && isValid(target(value, dictionary))) put(page, name, copier.copy(value))
    }
    if (!page.has(PDFName.of('MediaBox'))) page.set(PDFName.of('MediaBox'), context.obj(USUAL_SIZE))
    if (!page.has(PDFName.of('Resources'))) page.set(PDFName.of('Resources'), context.obj({}))
    const contents = dictionary.get(PDFName.of('Contents'))
    if (contents !== undefined) put(page, PDFName.of('Contents'), this.#contents(contents, dictionary))
    return page
  }

  #contents(value: PDFObject, page: PDFDict): PDFObject {
    const { copier, target: context } = this.#part
    const contents = target(value, page)
    if (contents instanceof PDFRawStream) return copier.copy(value)
    if (!(contents instanceof PDFArray)) {
      if (contents !== undefined) this.#part.omit('content of a page that is no stream')
      return context.obj(null)
    }
    let known = this.#lists.get(contents)
    if (known === undefined) {
      const streams = contents.asArray().filter((item) => target(item, contents) instanceof PDFRawStream)
      const isWhole = streams.length === contents.size()
      if (!isWhole) this.#part.omit('content of a page that is no stream')
      known = isWhole ? copier.copy(value) : context.register(context.obj(streams.map((item) => copier.copy(item))))
      this.#lists.set(contents, known)
    }
    return known
  }
}
