// Problem: nested lists can hold a million rows, and without an estimate that they exceed the page limit shows after two thousand pages.
// Approach: arrays in the data have a length. The remaining items of the open repeats are counted without binding them, nested lists included.
// Limits: an estimate. Conditions may leave out items that were counted; results of helpers, streams and repeats not yet open count as none.
import type { DataScope, Row } from './scope.ts'

/** A repeat whose items can be counted without binding them; `Binding` is the state in which its list is evaluated. */
export interface CountableRepeat<Binding> {
  /** Evaluates to its list, or undefined where the data has none. Absent when the list is not a path in the data. */
  readonly list: ((scope: DataScope, binding: Binding) => readonly unknown[] | undefined) | undefined
  /** Repeats in each of its items. */
  readonly inner: readonly CountableRepeat<Binding>[]
}

/** Lists looked up in the data by one count. The remaining lists are assumed to be as long as these are on average. */
const MAX_LOOKUPS = 20_000

/** The repeats of one document that are being iterated, and the current item of each. */
export class OpenRepeats<Binding> {
  readonly #reached = new Map<CountableRepeat<Binding>, { readonly scope: DataScope; readonly row: Row }>()

  /** Records the current item of a repeat. A repeat that starts over, because boxes are built again, replaces its own entry. */
  reach(repeat: CountableRepeat<Binding>, scope: DataScope, row: Row): void {
    this.#reached.set(repeat, { scope, row })
  }

  end(repeat: CountableRepeat<Binding>): void {
    this.#reached.delete(repeat)
  }

  /** Remaining items of all open repeats together. */
  remaining(binding: Binding): number {
    const lookups = { left: MAX_LOOKUPS }
    let count = 0
    for (const [repeat, { scope, row }] of this.#reached) {
      if (Array.isArray(row.list)) count += countFrom(row.index + 1, row.list, { repeat, scope, binding, lookups })
    }
    return count
  }
}

interface Counting<Binding> {
  readonly repeat: CountableRepeat<Binding>
  /** Around the repeat. */
  readonly scope: DataScope
  readonly binding: Binding
  readonly lookups: { left: number }
}

function countFrom<Binding>(start: number, list: readonly unknown[], { repeat, scope, binding, lookups }: Counting<Binding>): number {
  const items = Math.max(0, list.length - start)
  const { inner } = repeat
  if (inner.length === 0) return items
  let count = 0
  for (let index = start; index < list.length; index++) {
    if (lookups.left <= 0) return items + (index === start ? 0 : (count * items) / (index - start))
    const item: DataScope = {
      value: list[index],
      parent: scope,
      row: { index, key: index, isLast: index === list.length - 1, list },
      entry: undefined,
    }
    for (const repeat of inner) {
      lookups.left--
      const innerList = repeat.list?.(item, binding)
      if (innerList !== undefined) count += countFrom(0, innerList, { repeat, scope: item, binding, lookups })
    }
  }
  return items + count
}
