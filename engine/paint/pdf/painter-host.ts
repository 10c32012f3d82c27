// What a document painter writes its pages to, and what it gives at the end.
import type { GroupOptions } from '../canvas.ts'
import type { FormMarks } from './marked-content.ts'
import type { PdfDictionary, PdfReference } from './objects.ts'
import type { PaintedFacts } from './painted-facts.ts'
import type { PdfStructure } from './structure.ts'
import type { Surface } from './surface.ts'

/** What is known at the end of the document. */
export interface FinishedObjects {
  readonly destinations: PdfReference | undefined
  readonly outline: PdfReference | undefined
  /** Entries of the catalog for the structure tree. */
  readonly structure: PdfDictionary | undefined
}

/** The document that a painter writes its pages to. */
export interface PainterHost {
  /** The part of a merged document whose pages come next. */
  part: number
  readonly facts: PaintedFacts
  readonly pages: { readonly reference: PdfReference; add(page: PdfReference): void }
  /** A link whose scheme is not allowed was left out. */
  reportBlocked(url: string): void
  /** Absent: the document is not tagged. */
  readonly structure?: PdfStructure | undefined
}

/** A group that is open. */
export type GroupFrame =
  | { readonly kind: 'form'; readonly surface: Surface; readonly options: GroupOptions; readonly marks: FormMarks | undefined }
  | { readonly kind: 'inline' }

export function noSurface(): never {
  throw new Error('canvas: nothing is open')
}
