// Consecutive filled rectangles. A rectangle that is adjacent to the one before, as the background of a row from cell to cell, is merged
// with it: fewer bytes, and no seam between both.
import type { Rect } from '../../geometry.ts'
import { type ContentStream, toThousandths } from './content-stream.ts'

/** A rectangle in thousandths, and its bytes in the stream. */
interface Filled {
  readonly start: number
  readonly end: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The filled rectangles of one content stream. */
export class FilledRectangles {
  readonly #stream: ContentStream
  #last: Filled | undefined

  constructor(stream: ContentStream) {
    this.#stream = stream
  }

  /** Fills with the current colour. Right and bottom edges are rounded, not width and height, so that neighbours share their rounded edge. */
  fill({ x, y, width, height }: Rect): void {
    const stream = this.#stream
    let left = toThousandths(x)
    let top = toThousandths(y)
    const right = toThousandths(x + width)
    const bottom = toThousandths(y + height)
    const last = this.#last
    // Nothing was written since the last rectangle: colour, clip and matrix are unchanged.
    if (last?.end === stream.length && left < right && top < bottom) {
      const isBeside = left === last.right && top === last.top && bottom === last.bottom
      const isBelow = top === last.bottom && left === last.left && right === last.right
      if (isBeside || isBelow) {
        stream.truncate(last.start)
        left = last.left
        top = last.top
      }
    }
    const start = stream.length
    stream.thousandths(left)
    stream.thousandths(top)
    stream.thousandths(right - left)
    stream.thousandths(bottom - top)
    stream.operator('re f')
    this.#last = { start, end: stream.length, left, top, right, bottom }
  }
}
