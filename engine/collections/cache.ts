// Problem: what is remembered from one document to the next must be bounded, and must never show in a document.
// Approach: everything that outlives a document is kept in the two classes below and nowhere else (`test/collections/caches.test.ts` watches every Map there is), so one
// switch turns all of it off, and a test compares what the engine writes with and without.
// Limits: tables that are decoded when first asked for, and are the same ever after, are constants, not caches.

/**
 * What a cache is for. 'speed': making a thing again gives one that serves as well. 'identity': within a document, equal keys must give the same object (a typeface
 * must not be embedded twice), so without caches it forgets where a document begins.
 */
type Purpose = 'speed' | 'identity'

let isOff = false
let documentNumber = 0

/** For tests, and to find out whether a cache is to blame: every document is made as if no other had been made before. Concerns all engines there are. */
export function switchCaches(to: 'on' | 'off'): void {
  isOff = to === 'off'
  documentNumber++
}

export function cachesAreOff(): boolean {
  return isOff
}

/** Called where a document begins. */
export function beginDocument(): void {
  documentNumber++
}

interface CacheOptions<V> {
  readonly purpose?: Purpose
  /** What an entry counts for; 1 when absent. */
  readonly weigh?: (value: V) => number
}

/** A bounded map that forgets the older half when full: two generations, so that a hit costs one or two look-ups and no list. */
export class GenerationCache<K, V> {
  readonly #limit: number
  readonly #purpose: Purpose
  readonly #weigh: ((value: V) => number) | undefined
  #young = new Map<K, V>()
  #old = new Map<K, V>()
  #weight = 0
  #document = 0

  /** `limit` is the number (or weight) of entries that a generation holds; at most twice as much is alive. */
  constructor(limit: number, { purpose = 'speed', weigh }: CacheOptions<V> = {}) {
    this.#limit = limit
    this.#purpose = purpose
    this.#weigh = weigh
  }

  get(key: K): V | undefined {
    if (isOff && !this.#isOfThisDocument()) return undefined
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (isOff && !this.#isOfThisDocument()) return
    const weight = this.#weigh?.(value) ?? 1
    if (this.#weight + weight > this.#limit && this.#young.size > 0) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#young.set(key, value)
    this.#weight += weight
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
    this.#weight = 0
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  *values(): Generator<V> {
    yield* this.#old.values()
    yield* this.#young.values()
  }

  #isOfThisDocument(): boolean {
    if (this.#purpose === 'speed') return false
    if (this.#document !== documentNumber) this.clear()
    this.#document = documentNumber
    return true
  }
}

/** What is known of objects, for as long as they live: so it is bounded by what they are bounded by. */
export class ObjectCache<K extends object, V> {
  readonly #purpose: Purpose
  #known = new WeakMap<K, V>()
  #document = 0

  constructor(purpose: Purpose = 'speed') {
    this.#purpose = purpose
  }

  get(key: K): V | undefined {
    return isOff && !this.#isOfThisDocument() ? undefined : this.#known.get(key)
  }

  set(key: K, value: V): void {
    if (!isOff || this.#isOfThisDocument()) this.#known.set(key, value)
  }

  #isOfThisDocument(): boolean {
    if (this.#purpose === 'speed') return false
    if (this.#document !== documentNumber) this.#known = new WeakMap()
    this.#document = documentNumber
    return true
  }
}
