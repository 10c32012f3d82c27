// Problem: rows times rows are a million rows, and that they are too many pages is seen after two thousand of them were made.
// Approach: lists in the data have a length. The items that the repeats under way will still have are counted without making them, in lists within lists too.
// Limits: a guess. Conditions may leave out what was counted; lists that helpers make, streams and what comes after the repeats under way count nothing.
import type { Row, Scope } from './scope.ts'

/** A repeat, as far as its items can be counted; `Run` is what its list is evaluated in. */
export interface CountableRepeat<Run> {
  /** Its list; undefined where the data has none. Absent when it is no name of the data. */
  readonly list: ((scope: Scope, run: Run) => readonly unknown[] | undefined) | undefined
  /** Repeats that stand in each item. */
  readonly inner: readonly CountableRepeat<Run>[]
}

/** Lists looked at in one count: each is a name to be found in the data. Those beyond are taken to be as long as these are on the mean. */
const MAX_LOOKUPS = 20_000

/** The repeats of one document that are under way, and how far each has come. */
export class OpenRepeats<Run> {
  readonly #reached = new Map<CountableRepeat<Run>, { readonly scope: Scope; readonly row: Row }>()

  /** The repeat is at this item of its list. One that begins anew, since boxes are built again, takes its own place. */
  reach(repeat: CountableRepeat<Run>, scope: Scope, row: Row): void {
    this.#reached.set(repeat, { scope, row })
  }

  end(repeat: CountableRepeat<Run>): void {
    this.#reached.delete(repeat)
  }

  /** Items that are still to come, of all repeats together. */
  remaining(run: Run): number {
    const looks = { left: MAX_LOOKUPS }
    let count = 0
    for (const [repeat, { scope, row }] of this.#reached) {
      if (Array.isArray(row.list)) count += countFrom(row.index + 1, row.list, { repeat, scope, run, lookups: looks })
    }
    return count
  }
}

interface Counting<Run> {
  readonly repeat: CountableRepeat<Run>
  /** Around the repeat. */
  readonly scope: Scope
  readonly run: Run
  readonly lookups: { left: number }
}

function countFrom<Run>(start: number, list: readonly unknown[], { repeat, scope, run, lookups: looks }: Counting<Run>): number {
  const items = Math.max(0, list.length - start)
  const { inner } = repeat
  if (inner.length === 0) return items
  let count = 0
  for (let index = start; index < list.length; index++) {
    if (looks.left <= 0) return items + (index === start ? 0 : (count * items) / (index - start))
    const item: Scope = { value: list[index], parent: scope, row: { index, key: index, isLast: index === list.length - 1, list } }
    for (const repeat of inner) {
      looks.left--
      const innerList = repeat.list?.(item, run)
      if (innerList !== undefined) count += countFrom(0, innerList, { repeat, scope: item, run, lookups: looks })
    }
  }
  return items + count
}
