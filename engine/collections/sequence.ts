// Problem: a table of 100,000 rows must not exist as 100,000 rows. Approach: a window over an iterator; what lies before the
// last committed page is forgotten, what lies ahead has not been made yet.

/** An ordered, possibly endless-looking list of which only a window is alive. */
export interface Sequence<T> {
  /** The item at `index`, made on first use; undefined past the end. Throws when the index was released. */
  at(index: number): T | undefined
  isReleased(index: number): boolean
  /** Promises that no index below `before` is asked for again. */
  release(before: number): void
}

/** A sequence over what is all there already; `release` keeps everything. */
export function sequenceOf<T>(items: readonly T[]): Sequence<T> {
  return new Whole(items)
}

class Whole<T> implements Sequence<T> {
  readonly items: readonly T[]

  constructor(items: readonly T[]) {
    this.items = items
  }

  at(index: number): T | undefined {
    return this.items[index]
  }

  isReleased(): boolean {
    return false
  }

  release(): void {}
}

/** A sequence that pulls from `iterator` only when an index is asked for; it calls `onGrow` with the number of items that are alive then. */
export function sequenceFrom<T>(iterator: Iterator<T>, onGrow?: (alive: number) => void): Sequence<T> & { readonly alive: number } {
  const window: (T | undefined)[] = []
  /** Places at the start of the window whose items were released: moving what is behind them each time is quadratic where pages hold many. */
  let gone = 0
  let first = 0
  let isDone = false
  return {
    at(index) {
      if (index < first) throw new Error(`sequence: item ${index} was released (window starts at ${first})`)
      while (!isDone && first + window.length - gone <= index) {
        const step = iterator.next()
        if (step.done === true) isDone = true
        else {
          window.push(step.value)
          onGrow?.(window.length - gone)
        }
      }
      return window[gone + index - first]
    },
    isReleased: (index) => index < first,
    release(before) {
      const count = Math.min(before - first, window.length - gone)
      if (count <= 0) return
      window.fill(undefined, gone, gone + count)
      gone += count
      first += count
      if (2 * gone < window.length) return
      window.splice(0, gone)
      gone = 0
    },
    get alive() {
      return window.length - gone
    },
  }
}

/** `first`, then what `rest` has from `from` on. */
export function sequenceAfter<T>(first: readonly T[], rest: Sequence<T>, from: number): Sequence<T> {
  if (isWholeOf(rest)) return new Whole([...first, ...rest.items.slice(from)])
  // The rest of a rest reads the sequence itself: the rests of a hundred pages are not asked through one another.
  if (isRestOf(rest) && from >= rest.first.length) return new Rest(first, rest.rest, rest.from + from - rest.first.length)
  return new Rest(first, rest, from)
}

class Rest<T> implements Sequence<T> {
  readonly first: readonly T[]
  readonly rest: Sequence<T>
  readonly from: number

  constructor(first: readonly T[], rest: Sequence<T>, from: number) {
    this.first = first
    this.rest = rest
    this.from = from
  }

  at(index: number): T | undefined {
    const { first } = this
    return index < first.length ? first[index] : this.rest.at(this.from + index - first.length)
  }

  isReleased(index: number): boolean {
    return index >= this.first.length && this.rest.isReleased(this.from + index - this.first.length)
  }

  release(before: number): void {
    // What comes before `from` is asked for no more, even while `first` still is.
    this.rest.release(this.from + Math.max(0, before - this.first.length))
  }
}

/** Whether all items are there already. */
export function isWhole(sequence: Sequence<unknown>): boolean {
  return isWholeOf(sequence)
}

function isWholeOf<T>(sequence: Sequence<T>): sequence is Whole<T> {
  return sequence instanceof Whole
}

function isRestOf<T>(sequence: Sequence<T>): sequence is Rest<T> {
  return sequence instanceof Rest
}

/** Every item from the start, in order. Only for sequences known to be short. */
export function itemsOf<T>(sequence: Sequence<T>): Iterable<T> {
  return isWholeOf(sequence) ? sequence.items : pulled(sequence)
}

function* pulled<T>(sequence: Sequence<T>): Generator<T, undefined> {
  for (let i = 0; ; i++) {
    const item = sequence.at(i)
    if (item === undefined) return undefined
    yield item
  }
}
