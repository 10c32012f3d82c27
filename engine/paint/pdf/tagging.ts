// Tags of what a document painter paints: the tag that is open, and pages and groups as the structure tree sees them.
import type { Rect } from '../../geometry.ts'
import type { GroupOptions, PaintedTag } from '../canvas.ts'
import { transformRect } from '../geometry/path.ts'
import { writeForm, writeTaggedForm } from './forms.ts'
import { addMark, FormMarks, type MarkOwners } from './marked-content.ts'
import type { PdfObjects, PdfReference } from './objects.ts'
import type { PageRecord } from './page-record.ts'
import type { PdfStructure } from './structure.ts'
import type { Surface } from './surface.ts'

const noStream = (): undefined => undefined

export class Tagging {
  readonly #objects: PdfObjects
  readonly #structure: PdfStructure | undefined
  /** What is painted now belongs to it. */
  #tag: PaintedTag | undefined

  constructor(objects: PdfObjects, structure: PdfStructure | undefined) {
    this.#objects = objects
    this.#structure = structure
  }

  get isTagged(): boolean {
    return this.#structure !== undefined
  }

  begin(painted: PaintedTag, surface: Surface, page: PageRecord | undefined): void {
    this.#tag = painted
    const { bounds, tag } = painted
    const matrix = bounds && surface.matrixToPage()
    if (bounds !== undefined && matrix !== undefined && page !== undefined) {
      tag.addBounds(page.reference.id, corners(transformRect(bounds, matrix)))
    }
  }

  end(): void {
    this.#tag = undefined
  }

  /** What is painted next belongs to the open tag, or to none. */
  mark(surface: Surface, isText: boolean): void {
    if (this.#structure !== undefined) surface.mark(this.#tag, isText)
  }

  /** The same of what cannot stand in a text object. */
  markShape(surface: Surface): void {
    this.mark(surface, false)
    surface.endText()
  }

  reserve(painted: PaintedTag, page: PageRecord | undefined): number | undefined {
    return this.#structure === undefined || page === undefined ? undefined : addMark(painted, ownersOf(page))
  }

  /** What the content streams of a page mark. */
  marksOf(page: PageRecord): MarkOwners | undefined {
    return this.#structure && ownersOf(page)
  }

  /** The page has all its content, but for what places were kept for. */
  endPage(page: PageRecord | undefined): void {
    if (this.#structure === undefined || page === undefined) return
    if (page.owners !== undefined) page.structParents = this.#structure.addOwners(page.owners)
    page.owners = undefined
    this.#structure.tree.endPage()
  }

  /** What a group marks by itself; undefined where nothing in it is marked. */
  marksOfGroup(parent: Surface, page: PageRecord | undefined): FormMarks | undefined {
    return parent.isMarked && page !== undefined ? new FormMarks(this.#objects, ownersOf(page)) : undefined
  }

  /** Writes a group; undefined when it is empty. */
  writeGroup(surface: Surface, options: GroupOptions, marks: FormMarks | undefined): PdfReference | undefined {
    surface.endMark()
    if (marks?.form === undefined || this.#structure === undefined)
      return writeForm(this.#objects, surface, options.bounds, options.isIsolated)
    writeTaggedForm(this.#objects, surface, options, { form: marks.form, key: this.#structure.addOwners(marks.owners) })
    return marks.form
  }
}

function ownersOf(page: PageRecord): MarkOwners {
  return { add: (owner) => (page.owners ??= []).push(owner) - 1, page: page.reference.id, stream: noStream }
}

/** Left, bottom, right, top. */
export function corners({ x, y, width, height }: Rect): readonly number[] {
  return [x, y, x + width, y + height]
}
