// Problem: rows made ahead of a document that has more of them than are made ahead are all alive at once, for nothing: it is a stream in any case.
// Approach: arrays in the data have a length, and rows so far tell how many nodes one takes. Limits: a guess where rows differ.

/** Items of repeats: those bound so far, and an estimate of those that remain. */
export interface RepeatedItems {
  readonly bound: number
  readonly remaining: number
}

/** Nodes before the first guess; from then on twice as many each time, as counting nested lists takes time. */
const FIRST_GUESS = 250

export class LengthForecast {
  readonly #items: () => RepeatedItems
  #ahead: number
  #bound = 0
  #interval = FIRST_GUESS

  /** `ahead`: nodes that are to be made ahead. */
  constructor(ahead: number, items: () => RepeatedItems) {
    this.#ahead = ahead
    this.#items = items
  }

  /** The items that remain seem to be more than the `ahead` nodes that are left; false where that was asked not long before. */
  isBeyond(ahead: number): boolean {
    const nodes = this.#ahead - ahead
    if (nodes < this.#interval) return false
    const { bound, remaining } = this.#items()
    // What stands before the first item is in the nodes of the guess before.
    const items = this.#bound === 0 ? 0 : bound - this.#bound
    this.#ahead = ahead
    this.#bound = bound
    this.#interval *= 2
    return items > 0 && (remaining * nodes) / items > ahead
  }
}
