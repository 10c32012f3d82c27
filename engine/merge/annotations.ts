// Annotations of a finished PDF: reduced to what they show and say. Links keep a URL of an allowed scheme, or a place on a page that was chosen.
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import { put } from './copier.ts'
import type { PartDestinations } from './destinations.ts'
import type { PartCopy } from './part-copy.ts'
import type { SourcePage } from './source.ts'
import { arrayAt, dictAt, entry, nameAt, resolved, target } from './values.ts'

const KEPT = [
  ...['Subtype', 'Rect', 'AP', 'AS', 'F', 'C', 'Border', 'BS', 'QuadPoints', 'CA', 'ca', 'Contents', 'Lang', 'OC', 'BM'],
  // Of comments and drawings.
  ...['T', 'NM', 'M', 'Subj', 'RC', 'CreationDate', 'Open', 'Name', 'DA', 'DS', 'Q', 'CL', 'IT', 'RD', 'LE', 'L', 'LL', 'LLE', 'LLO'],
  ...['Cap', 'CP', 'CO', 'IC', 'BE', 'Vertices', 'InkList', 'Sy', 'Repeat', 'OverlayText', 'H'],
  // Of form fields.
  'MK',
]
/** Annotations that are useless without their behaviour. */
const DROPPED = new Set(['RichMedia', 'Screen', 'Movie', 'Sound', '3D', 'TrapNet', 'PrinterMark', 'Projection'])
/** Annotations that viewers show without an appearance in the file. */
const DRAWN_BY_VIEWERS = new Set([
  ...['Text', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
  ...['Caret', 'Ink', 'Stamp', 'Redact'],
])

/** Where a link leads, and a description for links that have none. */
interface LinkPlace {
  readonly key: 'A' | 'Dest'
  readonly value: PDFObject
  readonly description: PDFHexString
}

/** Copies the annotations of a part's pages, and says which list each page has. */
export class Annotations {
  readonly #part: PartCopy
  readonly #destinations: PartDestinations
  /** Lists that pages share; with a copy for each, cost would grow with pages times annotations. */
  readonly #lists = new Map<PDFObject, PDFRef | undefined>()
  readonly #copied = new Map<PDFRef, PDFRef | undefined>()
  readonly #widgets: ReadonlySet<PDFDict>
  /** Numbers of the part's pages. */
  #numbers: ReadonlyMap<PDFObject, number> | undefined

  /** `widgets`: of fields, whose values viewers draw where there is no appearance. */
  constructor(part: PartCopy, destinations: PartDestinations, widgets: ReadonlySet<PDFDict>) {
    this.#widgets = widgets
    this.#part = part
    this.#destinations = destinations
  }

  /** What stands for the annotations of a page; undefined for none. */
  ofPage({ dictionary }: SourcePage, page: PDFRef): PDFArray | PDFRef | undefined {
    const list = arrayAt(dictionary, 'Annots')
    if (list === undefined) return undefined
    const isShared = entry(dictionary, 'Annots') instanceof PDFRef
    if (isShared && this.#lists.has(list)) return this.#lists.get(list)
    const kept = PDFArray.withContext(this.#part.target)
    for (let i = 0; i < list.size(); i++) {
      const copy = this.#copyOf(list.get(i), page)
      if (copy !== undefined) kept.push(copy)
    }
    if (!isShared) return kept.size() === 0 ? undefined : kept
    const reference = kept.size() === 0 ? undefined : this.#part.target.register(kept)
    this.#lists.set(list, reference)
    return reference
  }

  #copyOf(item: PDFObject, page: PDFRef): PDFRef | undefined {
    if (item instanceof PDFRef && this.#copied.has(item)) return this.#copied.get(item)
    const dictionary = target(item, this.#part.source.catalog)
    const copy = dictionary instanceof PDFDict ? this.#annotation(dictionary) : undefined
    const reference = copy && this.#part.target.register(copy)
    if (copy !== undefined && reference !== undefined && dictionary instanceof PDFDict) {
      copy.set(PDFName.of('P'), page)
      this.#part.annotations.set(dictionary, reference)
    }
    if (item instanceof PDFRef) {
      this.#copied.set(item, reference)
      this.#part.copier.replace(item, reference)
    }
    return reference
  }

  #annotation(from: PDFDict): PDFDict | undefined {
    const subtype = nameAt(from, 'Subtype')
    if (subtype === undefined || subtype === 'Popup') return undefined
    if (DROPPED.has(subtype) || subtype === 'FileAttachment') {
      this.#part.omit(subtype === 'FileAttachment' ? 'attached files' : 'media and other active annotations')
      return undefined
    }
    const place = subtype === 'Link' ? this.#linkTarget(from) : undefined
    // Without its behaviour an annotation needs an appearance.
    const isShown =
      subtype === 'Link' ? place !== undefined : DRAWN_BY_VIEWERS.has(subtype) || this.#widgets.has(from) || from.has(PDFName.of('AP'))
    if (!isShown) {
      this.#countDropped(from, subtype)
      return undefined
    }
    const copy = this.#part.copier.entries(from, KEPT)
    copy.set(PDFName.of('Type'), PDFName.of('Annot'))
    if (place !== undefined) {
      put(copy, PDFName.of(place.key), place.value)
      // Readers that follow tags say it (PDF/UA-1 7.18.5); Chromium and others leave it out.
      if (!copy.has(PDFName.of('Contents'))) copy.set(PDFName.of('Contents'), place.description)
    }
    return copy
  }

  #linkTarget(from: PDFDict): LinkPlace | undefined {
    const place = this.#destinations.ofTarget(from)
    if (place !== undefined) return { key: 'Dest', value: place, description: this.#describe(place) }
    const action = dictAt(from, 'A')
    const uri = action && allowedUri(action)
    return (
      uri && {
        key: 'A',
        value: this.#part.target.obj({ Type: 'Action', S: 'URI', URI: uri }),
        description: PDFHexString.fromText(uri.decodeText()),
      }
    )
  }

  /** A place in the document, in the words there are for it: its name, or the number of its page in the part. */
  #describe(place: PDFObject): PDFHexString {
    if (place instanceof PDFString || place instanceof PDFHexString) return PDFHexString.fromText(place.decodeText())
    this.#numbers ??= new Map(this.#part.references.map((reference, i) => [reference, i + 1]))
    const page = place instanceof PDFArray ? this.#numbers.get(place.get(0)) : undefined
    return PDFHexString.fromText(`${page ?? ''}`)
  }

  #countDropped(from: PDFDict, subtype: string): void {
    if (subtype !== 'Link') return
    const action = dictAt(from, 'A')
    const isInner = action === undefined || nameAt(action, 'S') === 'GoTo'
    // A link to a page that was not chosen is what choosing pages means.
    if (!isInner || this.#part.isWhole)
      this.#part.omit(isInner ? 'links that lead nowhere' : 'links with actions or addresses that are not allowed')
  }
}

/** The address of an action that opens one of an allowed scheme. */
export function allowedUri(action: PDFDict): PDFString | PDFHexString | undefined {
  const address = resolved(action, 'URI')
  if (nameAt(action, 'S') !== 'URI' || !(address instanceof PDFString || address instanceof PDFHexString)) return undefined
  const plain = address
    .decodeText()
    .replace(/[\t\n\r]/g, '')
    .trim()
  return /^(https?|mailto|tel):/i.test(plain) ? address : undefined
}

/** Marks an annotation's place in the parent tree. */
export function setStructParent(annotation: PDFDict, key: number): void {
  annotation.set(PDFName.of('StructParent'), PDFNumber.of(key))
}
