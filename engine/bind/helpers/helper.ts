// Built-in helpers: functions of values, which report warnings to the current run.
import type { Position } from '../../diagnostic.ts'
import type { Binding } from '../binding.ts'
import { parseNumber } from '../formats/formats.ts'
import { printValue } from '../print.ts'

export interface Call {
  readonly binding: Binding
  readonly at: Position
  readonly site: Site
}

/** A call site in the template. Caches its last intermediate result, such as a formatter, by what that was made from. */
export class Site {
  #key: readonly unknown[] = []
  #value: unknown
  /** When making the value warned: the document it is valid for, so that the next document warns again. */
  #onlyFor: object | undefined

  /** The cached value for `a` and `b`. A site caches values of one type only, those that its helper makes. */
  memoized<T>(a: unknown, b: unknown, binding: Binding, make: () => T): T {
    const from = this.#key
    const isForOther = this.#onlyFor !== undefined && this.#onlyFor !== binding.identity
    if (from.length === 0 || from[0] !== a || from[1] !== b || from[2] !== binding.localeKey || isForOther) {
      this.#onlyFor = undefined
      this.#value = this.trackWarnings(binding, make)
      this.#key = [a, b, binding.localeKey]
    }
    return this.#value as T // one type for each site
  }

  /** Runs `make`; when it warns, the cached value is valid for this document only. */
  trackWarnings<T>(binding: Binding, make: () => T): T {
    const before = binding.warningCount
    const value = make()
    if (binding.warningCount > before) this.#onlyFor = binding.identity
    return value
  }
}

export type Named = Readonly<Record<string, unknown>>

export interface BuiltIn {
  /** A positional argument that is a path without a value is reported. */
  readonly needsValue: boolean
  call(args: readonly unknown[], named: Named, call: Call): unknown
}

type HelperFunction = (args: readonly unknown[], call: Call) => unknown

/** A helper whose arguments must have values. */
export const requiringValues = (call: HelperFunction): BuiltIn => ({ needsValue: true, call: (args, _named, at) => call(args, at) })
/** A helper that accepts absent values. */
export const allowingAbsent = (call: HelperFunction): BuiltIn => ({ needsValue: false, call: (args, _named, at) => call(args, at) })

/** An argument as a number; anything else is reported and treated as absent. */
export function numberOf(value: unknown, { binding, at }: Call): number | undefined {
  const number = parseNumber(value)
  if (number === undefined && value !== undefined && value !== null && value !== '') {
    binding.warn(
      'bad-value',
      at,
      `"${printValue(value, binding, at).slice(0, 60)}" is not a number`,
      'numbers are written without separators, with a dot, as in 1234.5',
    )
  }
  return number
}
