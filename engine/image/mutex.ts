/** Runs one piece of work at a time, in the order in which they are asked for. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** Starts the work when all that was asked for before has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
