// A canvas that paints some pages of a document and skips the others: those are laid out and counted, so that the numbers on the painted ones are right.
import type { Canvas } from './canvas.ts'
import { ForwardingCanvas } from './forwarding-canvas.ts'
import { NullCanvas } from './null-canvas.ts'

/** Pages by their place in the document, from 1; both ends belong to the range. */
export interface PageRange {
  readonly first: number
  /** Absent: to the end. */
  readonly last?: number | undefined
}

const SKIPPED: Canvas = new NullCanvas()

export class PageRangeCanvas extends ForwardingCanvas {
  declare protected inner: Canvas
  readonly #canvas: Canvas
  readonly #range: PageRange
  #pages = 0

  constructor(canvas: Canvas, range: PageRange) {
    super(SKIPPED)
    this.#canvas = canvas
    this.#range = range
  }

  /** No page of the document was in the range. */
  get isEmpty(): boolean {
    return this.#pages < this.#range.first
  }

  override beginPage(...page: Parameters<Canvas['beginPage']>): void {
    this.#choose(this.#pages++)
    super.beginPage(...page)
  }

  override beginLayer(pageIndex: number): void {
    this.#choose(pageIndex)
    super.beginLayer(pageIndex - this.#range.first + 1)
  }

  #choose(pageIndex: number): void {
    const { first, last = Number.POSITIVE_INFINITY } = this.#range
    this.inner = pageIndex + 1 >= first && pageIndex + 1 <= last ? this.#canvas : SKIPPED
  }
}
