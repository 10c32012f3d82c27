// Marked-content sequences of a content stream (PDF 32000 §14.6): what they belong to, in the structure tree or not.
//
// Approach: painting says what follows belongs to; a sequence begins only when something is painted, and goes on while what is painted belongs to the same
// element, so that a paragraph is most often one sequence. A sequence begun inside of a text object ends inside of it.
import type { TagOwner } from '../../tag/tag.ts'
import type { PaintedTag } from '../canvas.ts'
import { asciiBytes, type ContentStream } from './content-stream.ts'
import type { PdfObjects, PdfReference } from './objects.ts'

/** Content that belongs to no element. */
type ArtifactType = 'Layout' | 'Pagination'

const ARTIFACT: TagOwner = {
  type: 'Artifact',
  objectId: () => {
    throw new Error('pdf: an artifact is no element')
  },
}

const AFTER_NUMBER = asciiBytes('>>BDC\n')
const END = asciiBytes('EMC\n')
const NOTHING = new Uint8Array(0)

/** What a stream's sequences belong to, by their numbers (MCID). Layers of a page share those of the page. */
export interface MarkOwners {
  /** The number of the next sequence, which belongs to this element. */
  add(owner: TagOwner): number
  readonly page: number
  /** The number of the form, when the stream is one; asked for when it has a sequence. */
  stream(): number | undefined
}

export class MarkedContentWriter {
  readonly #stream: ContentStream
  readonly #marks: MarkOwners
  readonly #artifact: ArtifactType
  #open: TagOwner | undefined
  #painted: PaintedTag | undefined
  /** How sequences begin, by their type. */
  readonly #starts = new Map<string, Uint8Array>()
  /** The last type, and how it begins. */
  #type = ''
  #start: Uint8Array = NOTHING
  /** The open sequence began inside of a text object. */
  isInText = false

  constructor(stream: ContentStream, marks: MarkOwners, artifact: ArtifactType) {
    this.#stream = stream
    this.#marks = marks
    this.#artifact = artifact
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** What is painted for this tag belongs to the sequence that is open. */
  continues(painted: PaintedTag | undefined): boolean {
    if (painted === undefined) return this.#open === ARTIFACT
    if (this.#open !== painted.tag.owner || painted.mcid !== undefined) return false
    const last = this.#painted
    if (last?.unit !== painted.unit) return false
    return (
      last === undefined || (last.isMixed !== true && painted.isMixed !== true) || (last.tag === painted.tag && last.rank === painted.rank)
    )
  }

  begin(painted: PaintedTag | undefined, isInText: boolean): void {
    this.isInText = isInText
    if (painted === undefined) {
      this.#open = ARTIFACT
      this.#stream.operator(`/Artifact<</Type/${this.#artifact}>>BDC`)
      return
    }
    const { owner } = painted.tag
    this.#open = owner
    this.#painted = painted
    const mcid = painted.mcid ?? addMark(painted, this.#marks)
    this.#stream.numbered(this.#startOf(owner.type), mcid, AFTER_NUMBER)
  }

  /** Most sequences have the type of the one before. */
  #startOf(type: string): Uint8Array {
    if (type === this.#type) return this.#start
    let start = this.#starts.get(type)
    if (start === undefined) this.#starts.set(type, (start = asciiBytes(`/${type}<</MCID `)))
    this.#type = type
    this.#start = start
    return start
  }

  /** False where nothing is open that belongs to an element, or it began outside of the text object. */
  beginActualText(literal: string): boolean {
    const painted = this.#painted
    if (this.#open === undefined || this.#open === ARTIFACT || !this.isInText || painted === undefined || painted.mcid !== undefined)
      return false
    this.#stream.operator(' EMC')
    this.#stream.operator(`/Span<</ActualText${literal}/MCID ${addMark(painted, this.#marks)}>>BDC`)
    return true
  }

  endActualText(): void {
    const painted = this.#painted
    this.#stream.operator('EMC')
    this.begin(painted, true)
  }

  end(): void {
    this.#open = undefined
    this.isInText = false
    this.#stream.raw(END)
  }
}

/**
 * Of a form, which is reserved when it has a sequence. Its numbers are among those of the page, and the page knows of their elements too: pdf.js finds elements by the
 * page's list alone, and takes a number in a form for one of the page.
 */
export class FormMarks implements MarkOwners {
  /** By number; holes are sequences of the page or of other forms. */
  readonly owners: (TagOwner | undefined)[] = []
  readonly page: number
  readonly #objects: PdfObjects
  readonly #around: MarkOwners
  form: PdfReference | undefined

  constructor(objects: PdfObjects, around: MarkOwners) {
    this.#objects = objects
    this.#around = around
    this.page = around.page
  }

  add(owner: TagOwner): number {
    const mcid = this.#around.add(owner)
    while (this.owners.length < mcid) this.owners.push(undefined)
    this.owners.push(owner)
    return mcid
  }

  stream(): number {
    this.form ??= this.#objects.reserve()
    return this.form.id
  }
}

/** The number of the next sequence, which is told its element. */
export function addMark({ tag, rank }: PaintedTag, marks: MarkOwners): number {
  const mcid = marks.add(tag.owner)
  tag.addContent(marks.page, mcid, marks.stream(), rank)
  return mcid
}
