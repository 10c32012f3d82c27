// A canvas that puts the bookmarks of each part of a merged document below one for the part, or leaves all out.
import type { Canvas } from './canvas.ts'
import { ForwardingCanvas } from './forwarding-canvas.ts'

export class PartOutlineCanvas extends ForwardingCanvas {
  /** Of the part whose first page comes next. */
  #title: string | undefined
  readonly #isEmpty: boolean

  constructor(canvas: Canvas, outline: 'parts' | 'none') {
    super(canvas)
    this.#isEmpty = outline === 'none'
  }

  titlePart(title: string): void {
    this.#title = title
  }

  override beginPage(...page: Parameters<Canvas['beginPage']>): void {
    super.beginPage(...page)
    if (this.#title !== undefined && !this.#isEmpty) super.bookmark(1, this.#title, 0, false)
    this.#title = undefined
  }

  override bookmark(level: number, title: string, y: number, isOpen: boolean): void {
    if (!this.#isEmpty) super.bookmark(level + 1, title, y, isOpen)
  }
}
