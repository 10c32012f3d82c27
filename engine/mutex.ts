let last: Promise<unknown> = Promise.resolve()

/** Starts the work when all that came before has ended: for what belongs to the process while it goes on. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
