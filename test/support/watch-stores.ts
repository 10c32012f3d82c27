// Problem: a module that remembers something from one document to the next can spoil documents, and nobody sees it in its code.
// Approach: every Map, WeakMap and Set of the process notes in which document each entry was stored; an entry that a later document finds is told with the line that
// found it. What was stored before the first document belongs to engines, templates and modules.
// Limits: arrays and fields of objects are not watched; what other packages do is not told.

export interface StoreWatch {
  nextDocument(): void
  /** Where entries of earlier documents were found, each place once. */
  found(): readonly string[]
  stop(): void
}

/** Tells what is found from files with `part` in their path. */
export function watchStores(part: string): StoreWatch {
  const places = new Set<string>()
  const births = new WeakMap<object, Births>()
  const { get, set, has } = { get: births.get, set: births.set, has: births.has }
  let document = 0
  let isBusy = false

  const birthsOf = (store: object): Births => {
    let own = get.call(births, store) as Births | undefined
    if (own === undefined) set.call(births, store, (own = new Births()))
    return own
  }
  /** Our own look-ups are not watched. */
  const quietly = (work: () => void): void => {
    if (isBusy) return
    isBusy = true
    try {
      work()
    } finally {
      isBusy = false
    }
  }
  const stored = (store: object, key: unknown): void => quietly(() => birthsOf(store).note(key, document))
  const looked = (store: object, key: unknown): void =>
    quietly(() => {
      if (!has.call(births, store)) return
      const born = birthsOf(store).of(key)
      if (born === undefined || born === 0 || born === document) return
      const line = callerIn(part)
      if (line !== undefined) places.add(line)
    })

  const undo = [
    ...[Map, WeakMap].map((store) => watchMethods(store.prototype, { writes: ['set'], reads: ['get', 'has'], stored, looked })),
    ...[Set, WeakSet].map((store) => watchMethods(store.prototype, { writes: ['add'], reads: ['has'], stored, looked })),
  ]
  return {
    nextDocument: () => void document++,
    found: () => [...places],
    stop: () => {
      for (const each of undo) each()
    },
  }
}

/** In which document each key of a store was stored last. */
class Births {
  readonly #values = new Map<unknown, number>()
  readonly #objects = new WeakMap<object, number>()

  note(key: unknown, document: number): void {
    if (isObject(key)) this.#objects.set(key, document)
    else this.#values.set(key, document)
  }

  of(key: unknown): number | undefined {
    return isObject(key) ? this.#objects.get(key) : this.#values.get(key)
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

interface Watching {
  readonly writes: readonly string[]
  readonly reads: readonly string[]
  readonly stored: (store: object, key: unknown) => void
  readonly looked: (store: object, key: unknown) => void
}

type Method = (this: object, ...given: unknown[]) => unknown

/** Gives what puts the methods back. */
function watchMethods(prototype: object, { writes, reads, stored, looked }: Watching): () => void {
  // Methods of the four stores: nothing else is handed in.
  const methods = prototype as Record<string, Method>
  const before = [...writes, ...reads].map((name) => [name, methods[name]!] as const)
  for (const [name, method] of before) {
    const tell = writes.includes(name) ? stored : looked
    methods[name] = function watched(...given) {
      tell(this, given[0])
      return method.apply(this, given)
    }
  }
  return () => {
    for (const [name, method] of before) methods[name] = method
  }
}

/** The line that looked, when it is in a file of that part. */
function callerIn(part: string): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 12
  const lines = (new Error().stack ?? '').split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  const caller = lines.find((line) => !line.includes('watch-stores'))
  return caller?.includes(part) === true ? caller.trim() : undefined
}
