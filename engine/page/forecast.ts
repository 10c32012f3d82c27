// Problem: whether a document has room on its pages should be known before it is laid out, and adding up its least height may take as long as the layout.
// Approach: stop as soon as the sum exceeds the room, which is a proof, or when even all remaining items, each as high as those so far, would fit.
// Limits: the latter is a guess; a document that is let through by it is counted page by page.

/** The least height of so many boxes, and that of the tallest of them, in points. */
interface Sum {
  readonly height: number
  readonly tallest: number
  readonly count: number
}

/** Items of repeats: those bound so far, and an estimate of those that remain. */
interface Items {
  readonly bound: number
  readonly remaining: number
}

/** The pages that may still be made, and the height of the tallest of them in points of the layout. */
interface PageRoom {
  readonly pages: number
  readonly height: number
}

/** The estimate is made after so many boxes, then each time their number has doubled. */
const FIRST_ESTIMATE = 200

export class Forecast {
  /** The document cannot fit its pages. */
  isBeyond = false
  readonly #room: PageRoom
  readonly #items: () => Items
  #next = FIRST_ESTIMATE

  constructor(room: PageRoom, items: () => Items) {
    this.#room = room
    this.#items = items
  }

  /** Adding up more boxes may still prove that they have no room: false once that is proved, and where it is unlikely. */
  mayStillDecide({ height, tallest, count }: Sum): boolean {
    const { pages, height: pageHeight } = this.#room
    const room = pages * (pageHeight + tallest)
    if (height > room) {
      this.isBeyond = true
      return false
    }
    if (count < this.#next) return true
    this.#next = 2 * count
    const { bound, remaining } = this.#items()
    return bound > 0 && height * (1 + remaining / bound) > room
  }
}
