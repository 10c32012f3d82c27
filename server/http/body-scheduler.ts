// Problem: a body of megabytes keeps the event loop busy while it is read and scanned. With several at once whoever wants little waits for
// all of them; and a thread that never rests has to wait for the processor beside those that render.
// Approach: pieces of large bodies go one at a time, whosever they are, and while documents are rendered the loop rests after each.
// Limits: how long a piece takes is its owner's business.

const MS_REST = 1

export class BodyScheduler {
  readonly #isRestWanted: () => boolean
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(isRestWanted: () => boolean) {
    this.#isRestWanted = isRestWanted
  }

  /** Resolves when it is the turn of whoever asks, in the order of asking. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#isTaken) this.#give()
    })
  }

  #give(): void {
    const next = this.#waiting.shift()
    this.#isTaken = next !== undefined
    if (next === undefined) return
    next()
    if (this.#isRestWanted()) setTimeout(() => this.#give(), MS_REST)
    else setImmediate(() => this.#give())
  }
}
