// What every helper is: a function of values, which may warn through the run it serves.
import type { Position } from '../diagnostic.ts'
import { numberFrom } from './format.ts'
import { printValue } from './print.ts'
import type { Run } from './run.ts'

export interface Call {
  readonly run: Run
  readonly at: Position
  readonly site: Site
}

/** The place in the template that calls: remembers what it last made, such as a formatter, for as long as it was made from the same. */
export class Site {
  #key: readonly unknown[] = []
  #value: unknown
  /** The document that what was made is for, when making it warned: the next document warns again. */
  #onlyFor: object | undefined

  /** A site recalls one kind of thing only: whatever its helper makes of `a` and `b`. */
  memoized<T>(a: unknown, b: unknown, run: Run, make: () => T): T {
    const from = this.#key
    const isForOther = this.#onlyFor !== undefined && this.#onlyFor !== run.identity
    if (from.length === 0 || from[0] !== a || from[1] !== b || from[2] !== run.localeKey || isForOther) {
      this.#onlyFor = undefined
      this.#value = this.trackWarnings(run, make)
      this.#key = [a, b, run.localeKey]
    }
    return this.#value as T
  }

  /** Makes a part of what is recalled later than the rest. */
  trackWarnings<T>(run: Run, make: () => T): T {
    const before = run.warningCount
    const made = make()
    if (run.warningCount > before) this.#onlyFor = run.identity
    return made
  }
}

export type Named = Readonly<Record<string, unknown>>

export interface BuiltIn {
  /** A path without a value among its positional arguments is reported. */
  readonly needsValue: boolean
  call(args: readonly unknown[], named: Named, call: Call): unknown
}

type HelperFunction = (args: readonly unknown[], call: Call) => unknown

/** A helper that cannot do without its values. */
export const requiringValues = (call: HelperFunction): BuiltIn => ({ needsValue: true, call: (args, _named, at) => call(args, at) })
/** A helper to which absent values are values like others. */
export const allowingAbsent = (call: HelperFunction): BuiltIn => ({ needsValue: false, call: (args, _named, at) => call(args, at) })

/** A number from an argument; anything else is reported once and counts as nothing. */
export function numberOf(value: unknown, { run, at }: Call): number | undefined {
  const number = numberFrom(value)
  if (number === undefined && value !== undefined && value !== null && value !== '') {
    run.warn(
      'bad-value',
      at,
      `"${printValue(value, run, at).slice(0, 60)}" is not a number`,
      'numbers are written without separators, with a dot, as in 1234.5',
    )
  }
  return number
}
