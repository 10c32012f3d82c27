/**
 * A waiting line that serves teams in turn, each team first come first served. A team that had nothing here goes before those that
 * do (once: its name stays at the end of the round until its next turn), so that an occasional caller waits for nobody's rush.
 */
export class FairQueue<T> {
  readonly #most: number
  /** Teams that came since their last turn was over. */
  readonly #newcomers = new Map<string, T[]>()
  /** The round. A line may be empty: its team has had a turn, and another newcomer's turn it has not earned yet. */
  readonly #round = new Map<string, T[]>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /**
   * False when there is no room. A team may fill an equal share of the line, counting one team more than wait (half of it when
   * alone): so there is always room for one that has nothing waiting yet, however hard the others push.
   */
  push(team: string, item: T): boolean {
    const line = this.#lineOf(team)
    const others = this.#lines().filter((other) => other.length > 0 && other !== line).length
    const share = Math.max(1, Math.floor(this.#most / (others + 2)))
    if (this.#size >= this.#most || (line?.length ?? 0) >= share) return false
    if (line === undefined) this.#newcomers.set(team, [item])
    else line.push(item)
    this.#size++
    return true
  }

  /** Puts back an item that had its turn already; bounds do not apply to it. */
  putBack(team: string, item: T): void {
    const line = this.#lineOf(team)
    if (line === undefined) this.#newcomers.set(team, [item])
    else line.unshift(item)
    this.#size++
  }

  /** The next item that may have its turn; its team goes to the end of the round. */
  shift(mayGo: (item: T) => boolean = () => true): T | undefined {
    for (const lines of [this.#newcomers, this.#round]) {
      for (const [team, line] of lines) {
        if (line.length === 0) lines.delete(team)
        const at = line.findIndex(mayGo)
        if (at < 0) continue
        const [item] = line.splice(at, 1)
        lines.delete(team)
        this.#round.set(team, line)
        this.#size--
        return item
      }
    }
    return undefined
  }

  /** What would have its turn before a further item of this team. */
  *ahead(team: string): Generator<T> {
    const own = this.#lineOf(team)
    const turns = (own?.length ?? 0) + 1
    for (const line of this.#newcomers.values()) yield* line.slice(0, turns)
    // A newcomer goes before the round.
    if (own !== undefined) for (const line of this.#round.values()) yield* line.slice(0, turns)
  }

  /** All items, first those who have their turn first. */
  *inOrder(): Generator<T> {
    const lines = this.#lines()
    const longest = Math.max(0, ...lines.map((line) => line.length))
    for (let turn = 0; turn < longest; turn++) for (const line of lines) if (turn < line.length) yield line[turn]!
  }

  /** Takes out every item that satisfies the test. */
  remove(test: (item: T) => boolean): readonly T[] {
    const removed: T[] = []
    for (const lines of [this.#newcomers, this.#round]) {
      for (const [team, line] of lines) {
        const kept = line.filter((item) => !test(item))
        if (kept.length === line.length) continue
        removed.push(...line.filter(test))
        this.#size -= line.length - kept.length
        if (kept.length === 0) lines.delete(team)
        else lines.set(team, kept)
      }
    }
    return removed
  }

  #lineOf(team: string): T[] | undefined {
    return this.#newcomers.get(team) ?? this.#round.get(team)
  }

  #lines(): readonly T[][] {
    return [...this.#newcomers.values(), ...this.#round.values()]
  }
}
