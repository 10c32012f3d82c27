// Evaluates math functions (CSS Values 4 §10), as far as possible without the basis of percentages. Sums of lengths and percentages are exact;
// min() and max() of them are kept as trees, over which sums and factors are distributed.

import { addLengths, scaleLength } from '../length-sums.ts'
import type { Component } from '../syntax/tokens.ts'
import { splitAtCommas } from '../syntax/tokens.ts'
import type { LengthPercentage, PercentageSum } from '../value.ts'
import { lookup } from './lookup.ts'
import { type Environment, type Quantity, quantityOf } from './units.ts'

type Evaluate = (args: readonly Quantity[]) => Quantity | undefined

/** Nodes that distribution may produce: min(a,b) + min(c,d) + … doubles with each term. */
const MAX_NODES = 64

const CONSTANTS: Readonly<Record<string, number>> = {
  e: Math.E,
  pi: Math.PI,
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
  nan: Number.NaN,
}

const ROUNDINGS = ['nearest', 'up', 'down', 'to-zero', 'line-width'] as const

export function isMathFunction(name: string): boolean {
  return name === 'calc' || name === '-webkit-calc' || name === '-moz-calc' || name === 'round' || lookup(FUNCTIONS, name) !== undefined
}

/** The value of a math function; undefined when it is invalid, or depends on a basis that only layout has. */
export function evaluateMath(item: Component & { readonly kind: 'function' }, environment: Environment): Quantity | undefined {
  if (item.name.endsWith('calc')) return sum(item.items, environment)
  let parts = splitAtCommas(item.items)
  const [first] = parts
  const strategy = ROUNDINGS.find(
    (name) => item.name === 'round' && first?.length === 1 && first[0]?.kind === 'ident' && first[0].lower === name,
  )
  if (strategy !== undefined) parts = parts.slice(1)
  const args: Quantity[] = []
  for (const part of parts) {
    const isNone = item.name === 'clamp' && part.length === 1 && part[0]?.kind === 'ident' && part[0].lower === 'none'
    const value = isNone ? NONE : sum(part, environment)
    if (value === undefined) return undefined
    args.push(value)
  }
  if (item.name === 'round') return round(args, strategy ?? 'nearest')
  return lookup(FUNCTIONS, item.name)?.(args)
}

/** `none` as a bound of clamp(). */
const NONE: Quantity = { unit: 'number', value: Number.NaN }

/** A calculation as in `calc()`. */
export function sum(items: readonly Component[], environment: Environment): Quantity | undefined {
  let total: Quantity | undefined
  let sign = 1
  let from = 0
  for (let i = 0; i <= items.length; i++) {
    const item = items[i]
    // An operator has white space on both sides; otherwise it is the sign of a number, or invalid.
    const isSign = item?.kind === 'delim' && (item.value === '+' || item.value === '-')
    if (item !== undefined && !isSign) continue
    if (isSign && !(item.isSpaced && items[i + 1]?.isSpaced)) return undefined
    const term = product(items.slice(from, i), environment)
    if (term === undefined) return undefined
    const signed = sign === 1 ? term : scale(term, -1)
    total = total === undefined ? signed : signed && add(total, signed)
    if (total === undefined) return undefined
    if (isSign) sign = item.value === '-' ? -1 : 1
    from = i + 1
  }
  return total
}

function product(items: readonly Component[], environment: Environment): Quantity | undefined {
  let total = items[0] && factor(items[0], environment)
  for (let i = 1; i < items.length && total !== undefined; i += 2) {
    const operator = items[i]
    const operand = items[i + 1]
    if (operator?.kind !== 'delim' || operand === undefined) return undefined
    const value = factor(operand, environment)
    if (value === undefined) return undefined
    if (operator.value === '*') total = multiply(total, value)
    else if (operator.value === '/') total = divide(total, value)
    else return undefined
  }
  return total
}

function factor(item: Component, environment: Environment): Quantity | undefined {
  switch (item.kind) {
    case 'number':
      return { unit: 'number', value: item.value }
    case 'percentage':
      return { unit: 'percent', value: item.value }
    case 'dimension':
      return quantityOf(item.value, item.unit, environment)
    case 'block':
      return item.open === '(' ? sum(item.items, environment) : undefined
    case 'function':
      return isMathFunction(item.name) ? evaluateMath(item, environment) : undefined
    case 'ident': {
      if (item.lower === 'size' && environment.hasSize === true)
        return { unit: 'length', value: { kind: 'sum', length: 0, percent: 0, sizes: 1 } }
      const value = lookup(CONSTANTS, item.lower)
      return value === undefined ? undefined : { unit: 'number', value }
    }
    default:
      return undefined
  }
}

// ── Arithmetic ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Both in one unit: a percentage beside a length is converted to a sum. */
function unify(a: Quantity, b: Quantity): readonly [Quantity, Quantity] | undefined {
  if (a.unit === b.unit) return [a, b]
  if (a.unit === 'percent' && b.unit === 'length') return [toLength(a), b]
  if (a.unit === 'length' && b.unit === 'percent') return [a, toLength(b)]
  return undefined
}

function toLength(a: Quantity): Quantity {
  return a.unit === 'percent' && typeof a.value === 'number' ? { unit: 'length', value: sumOf(0, a.value) } : a
}

const sumOf = (length: number, percent: number): PercentageSum => ({ kind: 'sum', length, percent })

function add(left: Quantity, right: Quantity): Quantity | undefined {
  const pair = unify(left, right)
  if (pair === undefined) return undefined
  const value = addLengths(pair[0].value, pair[1].value)
  return countNodes(value) > MAX_NODES ? undefined : { unit: pair[0].unit, value }
}

function countNodes(value: LengthPercentage): number {
  if (typeof value === 'number' || value.kind === 'sum') return 1
  return value.values.reduce<number>((count, inner) => count + countNodes(inner), 1)
}

function scale(a: Quantity, by: number): Quantity | undefined {
  return { unit: a.unit, value: scaleLength(a.value, by) }
}

function multiply(a: Quantity, b: Quantity): Quantity | undefined {
  if (b.unit === 'number' && typeof b.value === 'number') return scale(a, b.value)
  return a.unit === 'number' && typeof a.value === 'number' ? scale(b, a.value) : undefined
}

function divide(a: Quantity, b: Quantity): Quantity | undefined {
  if (typeof b.value !== 'number') return undefined
  if (b.unit === 'number') return typeof a.value === 'number' ? { unit: a.unit, value: a.value / b.value } : scale(a, 1 / b.value)
  return a.unit === b.unit && typeof a.value === 'number' ? { unit: 'number', value: a.value / b.value } : undefined
}

// ── Functions ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const pick =
  (kind: 'min' | 'max'): Evaluate =>
  (args) => {
    let [best] = args
    for (const arg of args.slice(1)) {
      const pair = best && unify(best, arg)
      if (pair === undefined) return undefined
      best = { unit: pair[0].unit, value: pickValue(kind, pair[0].value, pair[1].value) }
    }
    return best
  }

function pickValue(kind: 'min' | 'max', a: LengthPercentage, b: LengthPercentage): LengthPercentage {
  if (typeof a === 'number' && typeof b === 'number') return kind === 'min' ? Math.min(a, b) : Math.max(a, b)
  const flat = (value: LengthPercentage): readonly LengthPercentage[] =>
    typeof value !== 'number' && value.kind === kind ? value.values : [value]
  return { kind, values: [...flat(a), ...flat(b)] }
}

const clamp: Evaluate = ([min, value, max, ...rest]) => {
  if (min === undefined || value === undefined || max === undefined || rest.length > 0) return undefined
  const upper = max === NONE ? value : pick('min')([value, max])
  return upper && (min === NONE ? upper : pick('max')([min, upper]))
}

/** A function of two plain numbers of the same unit, which the result has too. */
const same =
  (compute: (a: number, b: number) => number): Evaluate =>
  ([a, b, ...rest]) => {
    if (a === undefined || b === undefined || rest.length > 0 || a.unit !== b.unit) return undefined
    if (typeof a.value !== 'number' || typeof b.value !== 'number') return undefined
    return { unit: a.unit, value: compute(a.value, b.value) }
  }

function round(args: readonly Quantity[], strategy: (typeof ROUNDINGS)[number]): Quantity | undefined {
  const [value, step] = args
  if (value === undefined) return undefined
  const one: Quantity = { unit: value.unit, value: 1 }
  const by = {
    nearest: (x: number) => Math.floor(x + 0.5),
    up: Math.ceil,
    down: Math.floor,
    'to-zero': Math.trunc,
    'line-width': Math.floor,
  }[strategy]
  return same((a, b) => (b === 0 ? Number.NaN : by(a / b) * b))([value, step ?? one])
}

/** A function of a number or an angle (which is in degrees here), with a number as result. */
const trigonometry =
  (compute: (radians: number) => number): Evaluate =>
  ([a]) => {
    if (a === undefined || typeof a.value !== 'number') return undefined
    if (a.unit === 'angle') return { unit: 'number', value: compute((a.value * Math.PI) / 180) }
    return a.unit === 'number' ? { unit: 'number', value: compute(a.value) } : undefined
  }

const inverse =
  (compute: (value: number) => number): Evaluate =>
  ([a]) =>
    a?.unit === 'number' && typeof a.value === 'number' ? { unit: 'angle', value: (compute(a.value) * 180) / Math.PI } : undefined

const numeric =
  (compute: (...values: number[]) => number): Evaluate =>
  (args) => {
    const values = args.flatMap((arg) => (arg.unit === 'number' && typeof arg.value === 'number' ? [arg.value] : []))
    return values.length === args.length && values.length > 0 ? { unit: 'number', value: compute(...values) } : undefined
  }

const FUNCTIONS: Readonly<Record<string, Evaluate>> = {
  min: pick('min'),
  max: pick('max'),
  clamp,
  mod: same((a, b) => a - Math.floor(a / b) * b),
  rem: same((a, b) => a % b),
  abs: ([a]) => {
    const negative = a && scale(a, -1)
    return a && negative && pick('max')([a, negative])
  },
  sign: ([a]) => (a !== undefined && typeof a.value === 'number' ? { unit: 'number', value: Math.sign(a.value) } : undefined),
  sin: trigonometry(Math.sin),
  cos: trigonometry(Math.cos),
  tan: trigonometry(Math.tan),
  asin: inverse(Math.asin),
  acos: inverse(Math.acos),
  atan: inverse(Math.atan),
  atan2: (args) => {
    const value = same(Math.atan2)(args)
    return value && { unit: 'angle', value: ((value.value as number) * 180) / Math.PI } // `same` returns numbers only
  },
  pow: numeric((a, b = 1) => a ** b),
  sqrt: numeric(Math.sqrt),
  log: numeric((a, b) => (b === undefined ? Math.log(a) : Math.log(a) / Math.log(b))),
  exp: numeric(Math.exp),
  hypot: (args) => {
    const [first] = args
    const values = args.flatMap((arg) => (arg.unit === first?.unit && typeof arg.value === 'number' ? [arg.value] : []))
    return first !== undefined && values.length === args.length ? { unit: first.unit, value: Math.hypot(...values) } : undefined
  },
}
