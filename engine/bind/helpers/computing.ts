// Helpers that compute: arithmetic, comparison, and over lists.
import { addDecimals, type Decimal, decimalFrom, decimalText, isAmount, multiplyDecimals } from '../../decimal.ts'
import { parseNumber } from '../formats/formats.ts'
import { cleanNumber, printNumber, printValue } from '../print.ts'
import { field, isIterable, isTrue } from '../scope.ts'
import { allowingAbsent, type BuiltIn, type Call, numberOf, requiringValues } from './helper.ts'

const arithmetic = (combine: (a: number, b: number) => number): BuiltIn =>
  requiringValues((args, call) => cleanNumber(args.map((arg) => numberOf(arg, call) ?? 0).reduce(combine)))

/** An operation on doubles, and on decimals. */
interface Operation {
  readonly binary: (a: number, b: number) => number
  readonly decimal: (a: Decimal, b: Decimal) => Decimal
  /** The operation on hundredths has its result in units of 1/`unit`. */
  readonly unit: number
}

/** Computes in decimal fractions: 5.93 − 5.03 is 0.9, where doubles give 0.8999…. Integers are exact either way. */
function inDecimal(a: number, b: number, { binary, decimal, unit: parts }: Operation): number {
  if (Number.isInteger(a) && Number.isInteger(b)) return binary(a, b)
  if (isAmount(a) && isAmount(b)) {
    // Integers are exact, and their quotient is the double nearest to the decimal.
    const units = binary(Math.round(a * 100), Math.round(b * 100))
    if (Number.isSafeInteger(units)) return units / parts + 0 // turns −0 into 0
  }
  const [x, y] = [decimalFrom(a), decimalFrom(b)]
  return x === undefined || y === undefined ? binary(a, b) : Number(decimalText(decimal(x, y)))
}

const ADDITION: Operation = { binary: (x, y) => x + y, decimal: addDecimals, unit: 100 }
const MULTIPLICATION: Operation = { binary: (x, y) => x * y, decimal: multiplyDecimals, unit: 10_000 }
const plus = (a: number, b: number): number => inDecimal(a, b, ADDITION)
const times = (a: number, b: number): number => inDecimal(a, b, MULTIPLICATION)

const comparison = (test: (order: number) => boolean): BuiltIn =>
  allowingAbsent(([a, b]) => {
    const order = compare(a, b)
    return order !== undefined && test(order)
  })

/** Numbers (and text that is a number) by size, other text by code points; undefined when two values have no order. */
function compare(a: unknown, b: unknown): number | undefined {
  const [x, y] = [parseNumber(a), parseNumber(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return undefined
}

/** `1` equals `"1"`: forms and JSON disagree on which is written. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b || (isNothing(a) && isNothing(b))) return true
  if (typeof a === 'object' || typeof b === 'object' || isNothing(a) || isNothing(b)) return false
  return printScalar(a) === printScalar(b)
}

const printScalar = (value: unknown): string => (typeof value === 'number' ? printNumber(value) : String(value))
const isNothing = (value: unknown): boolean => value === undefined || value === null

/** The items of a list. Any other value is reported, unless it is absent. */
function listOf(value: unknown, { binding, at }: Call): Iterable<unknown> {
  if (Array.isArray(value)) return value
  if (isIterable(value)) return value
  if (!isNothing(value)) binding.warn('not-a-list', at, `"${printValue(value, binding, at).slice(0, 60)}" is not a list`)
  return []
}

/** The field of an item at a dotted path; the item itself without one. */
function fieldAt(item: unknown, path: unknown): unknown {
  return typeof path === 'string' ? path.split('.').reduce(field, item) : item
}

const namesOf = (path: unknown): readonly string[] => (typeof path === 'string' ? path.split('.') : [])

function sum([list, path]: readonly unknown[], call: Call): number {
  let total = 0
  let index = 0
  for (const item of listOf(list, call)) {
    call.binding.countStep(call.at)
    const value = fieldAt(item, path)
    total = plus(total, parseNumber(value) ?? call.binding.below([index, ...namesOf(path)], () => numberOf(value, call)) ?? 0)
    index++
  }
  return cleanNumber(total)
}

function count([list]: readonly unknown[], call: Call): number {
  if (typeof list === 'object' && list !== null && !(Symbol.iterator in list)) return Object.keys(list).length
  let number = 0
  for (const _ of listOf(list, call)) {
    call.binding.countStep(call.at)
    number++
  }
  return number
}

function join([list, separator, path]: readonly unknown[], call: Call): string {
  const texts: string[] = []
  let index = 0
  for (const item of listOf(list, call)) {
    call.binding.countStep(call.at)
    const value = fieldAt(item, path)
    const print = (): string => printValue(value, call.binding, call.at)
    texts.push(typeof value !== 'object' ? print() : call.binding.below([index, ...namesOf(path)], print))
    index++
  }
  return texts.filter((text) => text !== '').join(separator === undefined ? ', ' : printValue(separator, call.binding, call.at))
}

/** Rounds half away from zero, as is usual for money, on the decimal digits as written: 1.005 becomes 1.01. */
function round([value, places]: readonly unknown[], call: Call): number | undefined {
  const number = numberOf(value, call)
  if (number === undefined) return undefined
  const digits = Math.max(-15, Math.min(15, Math.trunc(numberOf(places, call) ?? 0)))
  const [mantissa, exponent = '0'] = String(Math.abs(number)).split('e')
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  const [back, backExponent = '0'] = String(shifted).split('e')
  return Math.sign(number) * Number(`${back}e${Number(backExponent) - digits}`)
}

function divide([a, b]: readonly unknown[], call: Call): number | undefined {
  const divisor = numberOf(b, call)
  if (divisor === undefined || divisor === 0) {
    if (divisor === 0) call.binding.warn('bad-value', call.at, 'division by zero prints nothing')
    return undefined
  }
  return cleanNumber((numberOf(a, call) ?? 0) / divisor)
}

export const COMPUTING: readonly (readonly [string, BuiltIn])[] = [
  ['add', arithmetic(plus)],
  ['and', allowingAbsent((args) => args.find((value) => !isTrue(value)) ?? args.at(-1))],
  ['concat', requiringValues((args, { binding, at }) => args.map((value) => printValue(value, binding, at)).join(''))],
  ['count', requiringValues(count)],
  ['default', allowingAbsent((args) => args.find((value) => !isNothing(value) && value !== '') ?? '')],
  ['divide', requiringValues(divide)],
  ['eq', allowingAbsent(([a, b]) => isEqual(a, b))],
  ['gt', comparison((order) => order > 0)],
  ['gte', comparison((order) => order >= 0)],
  ['join', requiringValues(join)],
  ['lookup', allowingAbsent(([from, key]) => field(from, printScalar(key)))],
  ['lt', comparison((order) => order < 0)],
  ['lte', comparison((order) => order <= 0)],
  ['multiply', arithmetic(times)],
  ['ne', allowingAbsent(([a, b]) => !isEqual(a, b))],
  ['not', allowingAbsent(([value]) => !isTrue(value))],
  ['or', allowingAbsent((args) => args.find(isTrue) ?? args.at(-1))],
  ['round', requiringValues(round)],
  ['subtract', arithmetic((a, b) => plus(a, -b))],
  ['sum', requiringValues(sum)],
]
