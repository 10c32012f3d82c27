// Sums and multiples of lengths that layout resolves: distributed over min() and max() (CSS Values 4 §10).
import type { LengthPercentage, MathFunction, PercentageSum } from './value.ts'

/** A calculation of `calc-size()` with a size in place of `size`. */
export function withSize(calculation: LengthPercentage, size: LengthPercentage): LengthPercentage {
  if (typeof calculation === 'number') return calculation
  if (calculation.kind !== 'sum') return { kind: calculation.kind, values: calculation.values.map((value) => withSize(value, size)) }
  const { length, percent, sizes = 0 } = calculation
  return addLengths(percent === 0 ? length : { kind: 'sum', length, percent }, scaleLength(size, sizes))
}

/** A sum, distributed over min() and max(). */
export function addLengths(a: LengthPercentage, b: LengthPercentage): LengthPercentage {
  if (isMathFunction(a)) return { kind: a.kind, values: a.values.map((value) => addLengths(value, b)) }
  if (isMathFunction(b)) return { kind: b.kind, values: b.values.map((value) => addLengths(a, value)) }
  if (typeof a === 'number' && typeof b === 'number') return a + b
  const [one, other] = [asSum(a), asSum(b)]
  const sizes = (one.sizes ?? 0) + (other.sizes ?? 0)
  const sum: PercentageSum = { kind: 'sum', length: one.length + other.length, percent: one.percent + other.percent }
  return sizes === 0 ? sum : { ...sum, sizes }
}

export function scaleLength(a: LengthPercentage, by: number): LengthPercentage {
  if (typeof a === 'number') return a * by
  if (a.kind !== 'sum') {
    const kind = by < 0 ? (a.kind === 'min' ? 'max' : 'min') : a.kind
    return { kind, values: a.values.map((value) => scaleLength(value, by)) }
  }
  const sum: PercentageSum = { kind: 'sum', length: a.length * by, percent: a.percent * by }
  return a.sizes === undefined ? sum : { ...sum, sizes: a.sizes * by }
}

export const isMathFunction = (a: LengthPercentage): a is MathFunction => typeof a !== 'number' && (a.kind === 'min' || a.kind === 'max')
const asSum = (a: number | PercentageSum): PercentageSum => (typeof a === 'number' ? { kind: 'sum', length: a, percent: 0 } : a)
