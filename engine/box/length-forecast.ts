// Problem: rows made ahead of a document that has more of them than are made ahead are all alive at once, for nothing: it is a stream in any case.
// Approach: arrays in the data have a length, and rows so far tell how many nodes one takes. Limits: a guess where rows differ.

/** Items of repeats: those bound so far, and an estimate of those that remain. */
export interface RepeatedItems {
  readonly bound: number
  readonly remaining: number
}

/** Nodes from one guess to the next. Counting begins with the first in a repeat, as what stands before its items is in those before. */
const NODES_A_GUESS = 250

export class LengthForecast {
  readonly #items: () => RepeatedItems
  #ahead: number
  #bound = 0

  /** `ahead`: nodes that are to be made ahead. */
  constructor(ahead: number, items: () => RepeatedItems) {
    this.#ahead = ahead
    this.#items = items
  }

  /** The items that remain seem to be more than the `ahead` nodes that are left; false where that was asked not long before. */
  isBeyond(ahead: number): boolean {
    const nodes = this.#ahead - ahead
    if (nodes < NODES_A_GUESS) return false
    const { bound, remaining } = this.#items()
    const items = this.#bound === 0 ? 0 : bound - this.#bound
    this.#ahead = ahead
    this.#bound = bound
    return items > 0 && (remaining * nodes) / items > ahead
  }
}
