// One finished PDF as a part of the document: what stands for its pages, what was left out of it.
import type { PDFContext, PDFDict, PDFRef } from 'pdf-lib'
import { Copier } from './copier.ts'
import type { Source, SourcePage } from './source.ts'

/** What of a part is not in the document, by what it is; each with a hint. */
export type LeftOut = Map<string, number>

export class PartCopy {
  readonly source: Source
  /** The chosen pages, in their order. */
  readonly pages: readonly SourcePage[]
  readonly isWhole: boolean
  readonly target: PDFContext
  readonly copier: Copier
  /** The references of the chosen pages in the document, in their order. */
  readonly references: readonly PDFRef[]
  /** Copies of annotations, by the annotation. */
  readonly annotations = new Map<PDFDict, PDFRef>()
  readonly leftOut: LeftOut = new Map()
  readonly #pages = new Map<PDFDict, PDFRef>()

  constructor(source: Source, pages: readonly SourcePage[], target: PDFContext) {
    this.source = source
    this.pages = pages
    this.isWhole = pages.length === source.pages.length
    this.target = target
    this.copier = new Copier(source.context, target)
    this.references = pages.map(() => target.nextRef())
    for (const [i, { dictionary }] of pages.entries()) if (!this.#pages.has(dictionary)) this.#pages.set(dictionary, this.references[i]!)
  }

  /** The page that stands for a page of the source; undefined for one that was not chosen. */
  pageOf(dictionary: PDFDict | undefined): PDFRef | undefined {
    return dictionary && this.#pages.get(dictionary)
  }

  omit(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1)
  }
}
