// Says of a document whose least height is being added up whether it has room on its pages. A refusal is a proof, leave to continue a guess.

/** Points, and how many boxes they were added up from. */
export interface Sum {
  readonly height: number
  readonly tallest: number
  readonly count: number
}

/** Items of repeats: those bound so far, and an estimate of those that remain. */
export interface Items {
  readonly bound: number
  readonly remaining: number
}

/** The pages that may still be made, and the height of the tallest of them in points of the layout. */
export interface Room {
  readonly pages: number
  readonly height: number
}

/** It is asked whether adding up is worth while after so many boxes, then whenever there are twice as many. */
const FIRST_LOOK = 200

export class Forecast {
  /** The sum has no room. */
  isBeyond = false
  readonly #room: Room
  readonly #items: () => Items
  #next = FIRST_LOOK

  constructor(room: Room, items: () => Items) {
    this.#room = room
    this.#items = items
  }

  /** Whether adding up may still tell: not when the sum is beyond the room, nor when all there is to come would be within if it were as what came. */
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
