/** A bounded map that forgets the older half when full: two generations, so that a hit costs one or two look-ups and no list. */
export class GenerationCache<K, V> {
  readonly #limit: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  /** `limit` is the number of entries a generation holds; at most twice as many are alive. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }
}
