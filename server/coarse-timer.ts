// Problem: a timer a request is mostly set to be taken away again, and Node's cost more than reading the request's body does.
// Approach: one timer for all of a kind, which looks round at whoever is there.
// Limits: nobody is looked at sooner or later than the next round.

/** Calls everybody who is in, again and again; stands still while nobody is. */
export class Rounds {
  readonly #ms: number
  readonly #members = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  /** Gives the function that leaves. */
  join(look: () => void): () => void {
    const member = (): void => look()
    this.#members.add(member)
    this.#timer ??= setInterval(() => this.#goRound(), this.#ms).unref()
    return () => this.#members.delete(member)
  }

  /** The timer outlives its last member by a round, since under load the next one comes before that. */
  #goRound(): void {
    if (this.#members.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    // A set is gone through with what comes in meanwhile: one who joins again whenever looked at would keep the round from ending.
    for (const member of [...this.#members]) if (this.#members.has(member)) member()
  }
}

/** `setTimeout` for what is hardly ever due, to within `ms` more; gives the function that calls it off. Tests bring their own time. */
export function makeTimeouts(ms: number, now = (): number => performance.now()): (msDelay: number, call: () => void) => () => void {
  const rounds = new Rounds(ms)
  return (msDelay, call) => {
    const due = now() + msDelay
    const leave = rounds.join(() => {
      if (now() < due) return
      leave()
      call()
    })
    return leave
  }
}
