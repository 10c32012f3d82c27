/** A waiting line that serves teams in turn, each team first come first served. */
export class FairQueue<T> {
  readonly #most: number
  readonly #lines = new Map<string, T[]>()
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
    const line = this.#lines.get(team) ?? []
    const teams = this.#lines.size + (line.length === 0 ? 1 : 0)
    const share = Math.max(1, Math.floor(this.#most / (teams + 1)))
    if (this.#size >= this.#most || line.length >= share) return false
    line.push(item)
    this.#lines.set(team, line)
    this.#size++
    return true
  }

  /** Puts back an item that had its turn already; bounds do not apply to it. */
  putBack(team: string, item: T): void {
    const line = this.#lines.get(team)
    if (line === undefined) this.#lines.set(team, [item])
    else line.unshift(item)
    this.#size++
  }

  /** The next item; its team goes to the end of the round. */
  shift(): T | undefined {
    for (const [team, line] of this.#lines) {
      const item = line.shift()
      this.#lines.delete(team)
      if (line.length > 0) this.#lines.set(team, line)
      if (item === undefined) continue
      this.#size--
      return item
    }
    return undefined
  }

  /** What would have its turn before a further item of this team. */
  *ahead(team: string): Generator<T> {
    const turns = (this.#lines.get(team)?.length ?? 0) + 1
    for (const line of this.#lines.values()) yield* line.slice(0, turns)
  }

  /** All items, first those who have their turn first. */
  *inOrder(): Generator<T> {
    for (let turn = 0, isMore = true; isMore; turn++) {
      isMore = false
      for (const line of this.#lines.values()) {
        if (turn < line.length) yield line[turn]!
        isMore ||= turn + 1 < line.length
      }
    }
  }

  /** Takes out every item that satisfies the test. */
  remove(test: (item: T) => boolean): readonly T[] {
    const removed: T[] = []
    for (const [team, line] of this.#lines) {
      const kept = line.filter((item) => !test(item))
      if (kept.length === line.length) continue
      removed.push(...line.filter(test))
      this.#size -= line.length - kept.length
      if (kept.length === 0) this.#lines.delete(team)
      else this.#lines.set(team, kept)
    }
    return removed
  }
}
