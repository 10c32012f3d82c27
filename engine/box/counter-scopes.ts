// Counters in document order (CSS Lists 3 §4). A counter lives until the parent of the element that made it ends.
import type { Style } from '../style/style.ts'
import type { CounterChange } from '../style/value.ts'

/** What an element does to counters: its style's changes, with those of lists and HTML attributes added. */
export interface CounterChanges {
  readonly reset: readonly CounterChange[]
  readonly increment: readonly CounterChange[]
  readonly set: readonly CounterChange[]
}

/** The state of all counters at one place of the document. Streamed rows advance it; measuring works on a copy. */
export class CounterScopes {
  /** Values of nested counters of one name, outermost first. */
  readonly #values: Map<string, number[]>
  /** For each open element, the counters its children made. */
  readonly #made: (Set<string> | undefined)[]

  /** Elements with style containment: counters made further out cannot be changed inside (CSS Containment 2 §3.5). */
  readonly #contained: { readonly depth: number; readonly held: ReadonlyMap<string, number> }[] = []

  constructor(values = new Map<string, number[]>(), made: (Set<string> | undefined)[] = [undefined]) {
    this.#values = values
    this.#made = made
  }

  copy(): CounterScopes {
    const values = new Map([...this.#values].map(([name, stack]) => [name, [...stack]]))
    const scopes = new CounterScopes(
      values,
      this.#made.map((names) => names && new Set(names)),
    )
    scopes.#contained.push(...this.#contained)
    return scopes
  }

  /** Applies an element's changes and opens it. Every `enter` has its `leave`. */
  enter(changes: CounterChanges | undefined, isContained = false): void {
    if (changes !== undefined) {
      for (const { name, value } of changes.reset) this.#reset(name, value)
      for (const { name, value } of changes.increment) this.#change(name, (old) => old + value)
      for (const { name, value } of changes.set) this.#change(name, () => value)
    }
    this.#made.push(undefined)
    if (isContained) this.#contained.push({ depth: this.#made.length, held: this.#heights() })
  }

  leave(): void {
    if (this.#contained.at(-1)?.depth === this.#made.length) this.#contained.pop()
    const names = this.#made.pop()
    if (names === undefined) return
    for (const name of names) this.#values.get(name)?.pop()
  }

  /** The innermost value; 0 when there is none. */
  value(name: string): number {
    return this.#values.get(name)?.at(-1) ?? 0
  }

  /** All nested values, outermost first; `[0]` when there is none. */
  values(name: string): readonly number[] {
    const stack = this.#values.get(name)
    return stack === undefined || stack.length === 0 ? [0] : stack
  }

  /** All counters that have a value here. */
  snapshot(): ReadonlyMap<string, readonly number[]> {
    return new Map([...this.#values].filter(([, stack]) => stack.length > 0).map(([name, stack]) => [name, [...stack]]))
  }

  #heights(): ReadonlyMap<string, number> {
    return new Map([...this.#values].map(([name, stack]) => [name, stack.length]))
  }

  #reset(name: string, value: number): void {
    const siblings = (this.#made[this.#made.length - 1] ??= new Set())
    const stack = this.#values.get(name)
    if (stack === undefined) this.#values.set(name, [value])
    else if (siblings.has(name)) stack[stack.length - 1] = value
    else stack.push(value)
    siblings.add(name)
  }

  #change(name: string, change: (old: number) => number): void {
    const stack = this.#values.get(name)
    const outside = this.#contained.at(-1)?.held.get(name) ?? 0
    if (stack === undefined || stack.length <= outside) this.#reset(name, change(0))
    else stack[stack.length - 1] = change(stack[stack.length - 1]!)
  }
}

/** Whether a style changes counters at all: most do not, and the check is on every element's path. */
export function changesCounters(style: Style): boolean {
  return style.counterReset.length > 0 || style.counterIncrement.length > 0 || style.counterSet.length > 0
}
