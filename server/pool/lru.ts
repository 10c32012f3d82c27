/** Keeps what was used last, up to a total weight. */
export class Lru<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>()
  readonly #most: number
  readonly #weigh: (value: Value) => number
  #weight = 0

  /** A value heavier than `most` is not kept. */
  constructor(most: number, weigh: (value: Value) => number) {
    this.#most = most
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value): void {
    this.#remove(key)
    const weight = this.#weigh(value)
    if (weight > this.#most) return
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
