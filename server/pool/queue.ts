// Problem: a team that sends many jobs must not delay the jobs of others, and no team may wait for ever while new ones come.
// Approach: fair queueing (Demers, Keshav and Shenker, 1989), a turn a job. A virtual clock counts the turns that each team would have had, had all present ones equal
// shares at every moment: a turn moves it on by one part of as many as there are teams. A job's turn begins when it arrives or when its team's turn before it ends, whichever is
// later; the turn that begins first is served first. A team that had nothing queued goes before the rush of another, and not before those who wait for their share.
// Limits: a turn is a job, however long it takes: the scheduler deals with long ones.

interface Waiting<T> {
  readonly item: T
  /** By the virtual clock; or when it was last passed over because it was not admissible. */
  arrivedAt: number
}

interface Line<T> {
  waiting: Waiting<T>[]
  /** When the turn of the team that was served last ends. */
  turnEndsAt: number
}

/** Of one who waits. */
interface Turn<T> {
  readonly waiting: Waiting<T>
  readonly beginsAt: number
  /** When the team's turn before it ends. */
  readonly lastEndsAt: number
}

/** A fair queue: teams have equal shares of the turns; the items of each team are served first in, first out. */
export class FairQueue<T> {
  readonly #most: number
  /** Teams that have items queued, or whose last turn has not ended; those that were served last are at the end. */
  readonly #lines = new Map<string, Line<T>>()
  #size = 0
  /** The virtual clock. */
  #now = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /**
   * False when the queue or the team's share of it is full. Shares are equal, counting one team more than have items queued (half of the queue for a team
   * that is alone): there is always room for a team that has nothing queued yet.
   */
  push(team: string, item: T): boolean {
    const line = this.#lines.get(team)
    let others = 0
    for (const other of this.#lines.values()) if (other.waiting.length > 0 && other !== line) others++
    const share = Math.max(1, Math.floor(this.#most / (others + 2)))
    if (this.#size >= this.#most || (line?.waiting.length ?? 0) >= share) return false
    this.#lineOf(team).waiting.push({ item, arrivedAt: this.#now })
    this.#size++
    return true
  }

  /** Puts back an item at the front of its team's line, without bounds. */
  putBack(team: string, item: T): void {
    this.#lineOf(team).waiting.unshift({ item, arrivedAt: this.#now })
    this.#size++
  }

  /** Takes the next admissible item. */
  shift(isAdmissible: (item: T) => boolean = () => true): T | undefined {
    let next: { readonly team: string; readonly line: Line<T>; readonly turn: Turn<T> } | undefined
    for (const [team, line] of this.#lines) {
      const waiting = this.#firstAdmissible(line, isAdmissible)
      const turn = waiting && turnOf(waiting, line.turnEndsAt)
      if (turn !== undefined && (next === undefined || compareTurns(turn, next.turn) < 0)) next = { team, line, turn }
    }
    if (next === undefined) return undefined
    const { team, line, turn } = next
    line.waiting.splice(line.waiting.indexOf(turn.waiting), 1)
    line.turnEndsAt = turn.beginsAt + 1
    this.#lines.delete(team)
    this.#lines.set(team, line)
    this.#size--
    this.#forget(line)
    this.#now = Math.max(this.#now + 1 / Math.max(1, this.#lines.size), turn.beginsAt)
    return turn.waiting.item
  }

  /** The items that would be served before another one of this team. */
  *ahead(team: string): Generator<T> {
    const own = this.#lines.get(team)
    const lastEndsAt = own === undefined ? 0 : own.waiting.reduce(endOfTurn, own.turnEndsAt)
    const beginsAt = Math.max(this.#now, lastEndsAt)
    for (const { waiting, turnEndsAt } of this.#lines.values()) {
      let endsAt = turnEndsAt
      for (const one of waiting) {
        const before = Math.max(one.arrivedAt, endsAt) - beginsAt || endsAt - lastEndsAt
        if (before > 0) break
        yield one.item
        endsAt = endOfTurn(endsAt, one)
      }
    }
  }

  /** All items, in the order in which they would be served. */
  *inOrder(): Generator<T> {
    const turns = [...this.#lines.values()].flatMap(turnsOf).sort(compareTurns)
    for (const { waiting } of turns) yield waiting.item
  }

  /** Removes the items that satisfy the test, and returns them. */
  remove(test: (item: T) => boolean): readonly T[] {
    const removed: T[] = []
    for (const line of this.#lines.values()) {
      const kept = line.waiting.filter(({ item }) => !test(item))
      if (kept.length === line.waiting.length) continue
      removed.push(...line.waiting.map(({ item }) => item).filter(test))
      line.waiting = kept
    }
    this.#size -= removed.length
    this.#forget()
    return removed
  }

  #lineOf(team: string): Line<T> {
    let line = this.#lines.get(team)
    if (line === undefined) this.#lines.set(team, (line = { waiting: [], turnEndsAt: 0 }))
    return line
  }

  /** What is not admissible has no claim to the turns that it misses. */
  #firstAdmissible({ waiting }: Line<T>, isAdmissible: (item: T) => boolean): Waiting<T> | undefined {
    return waiting.find((one) => {
      if (isAdmissible(one.item)) return true
      one.arrivedAt = this.#now
      return false
    })
  }

  /** A team whose last turn has ended is as new; once nobody waits all are, but the one that was served last. */
  #forget(last?: Line<T>): void {
    for (const [team, line] of this.#lines) {
      const hasEnded = line.waiting.length === 0 && line.turnEndsAt <= this.#now
      if (hasEnded || (this.#size === 0 && line !== last)) this.#lines.delete(team)
    }
  }
}

function turnOf<T>(waiting: Waiting<T>, lastEndsAt: number): Turn<T> {
  return { waiting, beginsAt: Math.max(waiting.arrivedAt, lastEndsAt), lastEndsAt }
}

function endOfTurn(lastEndsAt: number, { arrivedAt }: Waiting<unknown>): number {
  return Math.max(arrivedAt, lastEndsAt) + 1
}

/** The turns of all who wait in a line, if all are admissible. */
function turnsOf<T>({ waiting, turnEndsAt }: Line<T>): readonly Turn<T>[] {
  let lastEndsAt = turnEndsAt
  return waiting.map((one) => {
    const turn = turnOf(one, lastEndsAt)
    lastEndsAt = endOfTurn(lastEndsAt, one)
    return turn
  })
}

/** Of turns that begin together, the first is that of the team whose last turn is longer ago, then that of the team which was served longer ago. */
function compareTurns(a: Turn<unknown>, b: Turn<unknown>): number {
  return a.beginsAt - b.beginsAt || a.lastEndsAt - b.lastEndsAt
}
