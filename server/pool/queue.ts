/**
 * A fair queue: teams are served round-robin, the items of each team first in, first out. A team that had nothing queued is served before the round (once: it
 * then stays at the end of the round until its next turn), so that an occasional caller does not wait for the rush of another.
 */
export class FairQueue<T> {
  readonly #most: number
  /** Teams that are served before the round. */
  readonly #newcomers = new Map<string, T[]>()
  /** The round. A line may be empty: its team was served, and is no newcomer before its next turn in the round. */
  readonly #round = new Map<string, T[]>()
  #size = 0

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
    const line = this.#lineOf(team)
    const others = this.#lines().filter((other) => other.length > 0 && other !== line).length
    const share = Math.max(1, Math.floor(this.#most / (others + 2)))
    if (this.#size >= this.#most || (line?.length ?? 0) >= share) return false
    if (line === undefined) this.#newcomers.set(team, [item])
    else line.push(item)
    this.#size++
    return true
  }

  /** Puts back an item at the front of its team's line, without bounds. */
  putBack(team: string, item: T): void {
    const line = this.#lineOf(team)
    if (line === undefined) this.#newcomers.set(team, [item])
    else line.unshift(item)
    this.#size++
  }

  /** Takes the next admissible item; its team goes to the end of the round. */
  shift(isAdmissible: (item: T) => boolean = () => true): T | undefined {
    for (const lines of [this.#newcomers, this.#round]) {
      for (const [team, line] of lines) {
        if (line.length === 0) lines.delete(team)
        const at = line.findIndex(isAdmissible)
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

  /** The items that would be served before another one of this team. */
  *ahead(team: string): Generator<T> {
    const own = this.#lineOf(team)
    const turns = (own?.length ?? 0) + 1
    for (const line of this.#newcomers.values()) yield* line.slice(0, turns)
    // A newcomer is served before the round.
    if (own !== undefined) for (const line of this.#round.values()) yield* line.slice(0, turns)
  }

  /** All items, in the order in which they would be served. */
  *inOrder(): Generator<T> {
    const lines = this.#lines()
    const longest = Math.max(0, ...lines.map((line) => line.length))
    for (let turn = 0; turn < longest; turn++) for (const line of lines) if (turn < line.length) yield line[turn]!
  }

  /** Removes the items that satisfy the test, and returns them. */
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
