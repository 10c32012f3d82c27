// Problem: most timers of a request are set only to be cleared again, and Node's cost more than reading the body of the request does.
// Approach: one interval timer for all callbacks of a kind.
// Limits: a callback runs at the next tick after it is due, so up to one interval late.

/** Calls each of its callbacks at every tick; its interval runs only while there are any. */
export class CoarseTimer {
  readonly #ms: number
  readonly #callbacks = new Set<() => void>()
  #interval: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  /** Returns the function that removes the callback. */
  add(onTick: () => void): () => void {
    // A function of its own: the same callback may be added twice.
    const callback = (): void => onTick()
    this.#callbacks.add(callback)
    this.#interval ??= setInterval(() => this.#tick(), this.#ms).unref()
    return () => this.#callbacks.delete(callback)
  }

  /** The interval outlives the last callback by a tick, since under load the next callback is added before that. */
  #tick(): void {
    if (this.#callbacks.size === 0) {
      clearInterval(this.#interval)
      this.#interval = undefined
    }
    // Iterating a set visits what is added meanwhile: a callback that is added again in every call would never let the tick end.
    for (const callback of [...this.#callbacks]) if (this.#callbacks.has(callback)) callback()
  }
}

/** `setTimeout` for timeouts that rarely expire, late by up to `ms`; returns the function that cancels it. Tests pass their own clock. */
export function makeCoarseTimeouts(ms: number, now = (): number => performance.now()): (msDelay: number, call: () => void) => () => void {
  const timer = new CoarseTimer(ms)
  return (msDelay, call) => {
    const due = now() + msDelay
    const cancel = timer.add(() => {
      if (now() < due) return
      cancel()
      call()
    })
    return cancel
  }
}
