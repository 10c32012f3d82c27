// Problem: reading and scanning a body of several megabytes keeps the event loop busy. With several such bodies at once, small requests wait
// for all of them; and a server thread that never idles competes for processors with the rendering processes.
// Approach: large bodies are processed in pieces, one piece at a time across all requests, in order of arrival; while a rendering process is
// busy, the loop idles for a millisecond after each piece.
// Limits: the caller chooses the size of its pieces; the scheduler does not interrupt one.

const MS_IDLE = 1

export class BodyScheduler {
  readonly #shouldIdle: () => boolean
  readonly #waiting: (() => void)[] = []
  #isRunning = false

  constructor(shouldIdle: () => boolean) {
    this.#shouldIdle = shouldIdle
  }

  /** Resolves when the caller may process its next piece; callers proceed in the order of their calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#isRunning) this.#admitNext()
    })
  }

  #admitNext(): void {
    const admit = this.#waiting.shift()
    this.#isRunning = admit !== undefined
    if (admit === undefined) return
    admit()
    if (this.#shouldIdle()) setTimeout(() => this.#admitNext(), MS_IDLE)
    else setImmediate(() => this.#admitNext())
  }
}
