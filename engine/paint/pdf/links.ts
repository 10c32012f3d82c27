// Annotations of links. Those within the document wait for its end, when all destinations are known.
import type { LinkTag } from '../../tag/tag.ts'
import type { LinkTarget } from '../canvas.ts'
import { linkAnnotation, type Navigation } from './navigation.ts'
import { type PdfDictionary, type PdfObjects, type PdfReference, pdfText } from './objects.ts'
import type { PageRecord } from './page-record.ts'
import type { PdfStructure } from './structure.ts'

/** A link on a page. */
interface PlacedLink {
  readonly page: PageRecord
  /** Left, bottom, right, top of the sheet, y up. */
  readonly rect: readonly number[]
  readonly target: LinkTarget
  readonly tag: LinkTag | undefined
  /** What the link reads. */
  readonly text: string | undefined
}

interface InnerLink {
  readonly page: PageRecord
  readonly reference: PdfReference | undefined
  readonly annotation: PdfDictionary
  readonly id: string
  readonly tag: LinkTag | undefined
}

export class Links {
  readonly #objects: PdfObjects
  readonly #structure: PdfStructure | undefined
  readonly #inner: InnerLink[] = []

  constructor(objects: PdfObjects, structure: PdfStructure | undefined) {
    this.#objects = objects
    this.#structure = structure
  }

  /** Writes or keeps an annotation; false when the scheme of its URL is not allowed. */
  add(link: PlacedLink): boolean {
    const { page, rect, target, text } = link
    const tag = this.#structure === undefined ? undefined : link.tag
    const plain = linkAnnotation(rect, target, tag && (tag.description ?? (text || addressOf(target))))
    if (plain === undefined) return false
    const reference = tag && this.#objects.reserve()
    const annotation = tag === undefined || reference === undefined ? plain : this.#tagged(plain, reference, tag, link)
    if (target.kind === 'id') {
      tag?.hold()
      this.#inner.push({ page, reference, annotation, id: target.id, tag })
    } else this.#write(page, reference, annotation)
    return true
  }

  #tagged(annotation: PdfDictionary, reference: PdfReference, tag: LinkTag, { page, text }: PlacedLink): PdfDictionary {
    const element = tag.addAnnotation(page.reference.id, reference.id, text !== undefined && text.trim() !== '')
    return { ...annotation, StructParent: this.#structure?.addParent(element) }
  }

  #write(page: PageRecord, reserved: PdfReference | undefined, annotation: PdfDictionary): void {
    const reference = reserved ?? this.#objects.reserve()
    this.#objects.write(reference, annotation)
    page.annotations = [...page.annotations, reference]
  }

  /** A link to an id without a destination is left out: viewers report it as an error. */
  finish(navigation: Navigation): void {
    for (const { page, reference, annotation, id, tag } of this.#inner) {
      const name = navigation.nameOf(id, page.sheet.part)
      if (name !== undefined) this.#write(page, reference, { ...annotation, Dest: pdfText(name) })
      else if (reference !== undefined) {
        tag?.dropAnnotation(reference.id)
        this.#objects.write(reference, {})
      }
    }
  }
}

function addressOf(target: LinkTarget): string {
  return target.kind === 'url' ? target.url : target.id
}
