// Parser combinators for values. A value is parsed in an environment directly to its computed value. The environment records which parts of it
// were used, so that a value that used none is parsed once for all elements.
import { PX } from '../../geometry.ts'
import type { Component } from '../syntax/tokens.ts'
import type { LengthPercentage } from '../value.ts'
import { evaluateMath, isMathFunction } from './math.ts'
import { angleOf, type Environment, lengthOf, MAX_LENGTH, type Quantity } from './units.ts'

/** Consumes a value from the cursor; undefined when there is none of its kind (the position of the cursor is undefined then). */
export type Parser<T> = (c: Cursor) => T | undefined

/** A position in a list of component values. */
export class Cursor {
  readonly items: readonly Component[]
  readonly environment: Environment
  at = 0

  constructor(items: readonly Component[], environment: Environment) {
    this.items = items
    this.environment = environment
  }

  get isDone(): boolean {
    return this.at >= this.items.length
  }

  peek(): Component | undefined {
    return this.items[this.at]
  }

  next(): Component | undefined {
    return this.items[this.at++]
  }

  /** Runs a parser; restores the position when it fails. */
  try<T>(parser: Parser<T>): T | undefined {
    const { at } = this
    const value = parser(this)
    if (value === undefined) this.at = at
    return value
  }

  /** Consumes a delimiter, such as a comma or a slash. */
  delim(value: string): boolean {
    const item = this.peek()
    if (item?.kind !== 'delim' || item.value !== value) return false
    this.at++
    return true
  }

  /** Consumes an identifier that is one of these; returns it as in the list. */
  keyword<K extends string>(...keywords: readonly K[]): K | undefined {
    const item = this.peek()
    if (item?.kind !== 'ident') return undefined
    const found = keywords.find((keyword) => keyword === item.lower)
    if (found !== undefined) this.at++
    return found
  }

  /** Consumes a function with one of these names; returns a cursor over its arguments. */
  call(...names: readonly string[]): (Cursor & { readonly name: string }) | undefined {
    const item = this.peek()
    if (item?.kind !== 'function' || !names.includes(item.name)) return undefined
    this.at++
    return Object.assign(new Cursor(item.items, this.environment), { name: item.name })
  }

  inside(items: readonly Component[]): Cursor {
    return new Cursor(items, this.environment)
  }
}

/** Runs a parser over all items; undefined unless it consumes them all. */
export function parseAll<T>(parser: Parser<T>, items: readonly Component[], environment: Environment): T | undefined {
  const c = new Cursor(items, environment)
  const value = parser(c)
  return c.isDone ? value : undefined
}

/** One of these keywords. */
export function keywords<const K extends string>(...list: readonly K[]): Parser<K> {
  const set = new Map<string, K>(list.map((keyword) => [keyword, keyword]))
  return (c) => {
    const item = c.peek()
    const found = item?.kind === 'ident' ? set.get(item.lower) : undefined
    if (found !== undefined) c.at++
    return found
  }
}

/** The result of the first parser that succeeds. */
export function either<A, B>(first: Parser<A>, second: Parser<B>): Parser<A | B> {
  return (c) => c.try<A | B>(first) ?? c.try(second)
}

/** One or more, separated by commas. */
export function commaList<T>(parser: Parser<T>): Parser<readonly T[]> {
  return (c) => {
    const list: T[] = []
    do {
      const value = parser(c)
      if (value === undefined) return undefined
      list.push(value)
    } while (c.delim(','))
    return list
  }
}

/** One or more, separated by white space, as many as can be parsed. */
export function spaceList<T>(parser: Parser<T>): Parser<readonly T[]> {
  return (c) => {
    const list: T[] = []
    for (let value = c.try(parser); value !== undefined; value = c.try(parser)) list.push(value)
    return list.length === 0 ? undefined : list
  }
}

/** A keyword for a constant value. */
export function constant<T>(keyword: string, value: T): Parser<T> {
  return (c) => (c.keyword(keyword) === undefined ? undefined : value)
}

function quantity(c: Cursor): Quantity | undefined {
  const item = c.peek()
  if (item?.kind !== 'function' || !isMathFunction(item.name)) return undefined
  const value = evaluateMath(item, c.environment)
  if (value === undefined) return undefined
  c.at++
  return { unit: value.unit, value: clampResult(value.value) }
}

/** The result of a top-level calculation: NaN becomes 0, and infinities the largest allowed value (CSS Values 4 §10.9.1, §10.12). */
function clampResult(value: LengthPercentage): LengthPercentage {
  if (typeof value === 'number') return limitNumber(value)
  if (value.kind === 'sum') return { kind: 'sum', length: limitNumber(value.length), percent: limitNumber(value.percent) }
  return { kind: value.kind, values: value.values.map(clampResult) }
}

const limitNumber = (value: number): number => (Number.isNaN(value) ? 0 : Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, value)))

/** A number, or a calculation with a number as result. */
export const number: Parser<number> = (c) => {
  const item = c.peek()
  if (item?.kind === 'number') {
    c.at++
    return item.value
  }
  const value = quantity(c)
  return value?.unit === 'number' && typeof value.value === 'number' ? value.value : undefined
}

export const integer: Parser<number> = (c) => {
  const item = c.peek()
  if (item?.kind === 'number') {
    c.at++
    return item.isInteger ? item.value : undefined
  }
  const value = number(c)
  return value === undefined ? undefined : Math.round(value)
}

/** A percentage; 50 for 50%. */
export const percentage: Parser<number> = (c) => {
  const item = c.peek()
  if (item?.kind === 'percentage') {
    c.at++
    return item.value
  }
  const value = quantity(c)
  return value?.unit === 'percent' && typeof value.value === 'number' ? value.value : undefined
}

/** A number, or a percentage as a fraction of 1. */
export const numberOrPercentage: Parser<number> = (c) => {
  const share = c.try(percentage)
  return share === undefined ? number(c) : share / 100
}

/** A length in points; percentages are invalid. */
export const length: Parser<number> = (c) => {
  const value = lengthPercentage(c)
  return typeof value === 'number' ? value : undefined
}

export const lengthPercentage: Parser<LengthPercentage> = (c) => {
  const item = c.peek()
  if (item === undefined) return undefined
  if (item.kind === 'dimension') {
    c.at++
    return lengthOf(item.value, item.unit, c.environment)
  }
  if (item.kind === 'percentage') {
    c.at++
    return item.value === 0 ? ZERO_PERCENT : { kind: 'sum', length: 0, percent: item.value }
  }
  if (item.kind === 'number') {
    c.at++
    if (item.value === 0) return 0
    return c.environment.isQuirky ? lengthOf(item.value, 'px', c.environment) : undefined
  }
  const value = quantity(c)
  if (value?.unit === 'length') return value.value
  if (value?.unit === 'percent' && typeof value.value === 'number') return { kind: 'sum', length: 0, percent: value.value }
  return undefined
}

/** 0% is not 0, where percentages need a definite basis. */
const ZERO_PERCENT: LengthPercentage = Object.freeze({ kind: 'sum', length: 0, percent: 0 })

/** Whether a value that is not a calculation is negative. */
const isNegative = (value: LengthPercentage): boolean =>
  typeof value === 'number' ? value < 0 : value.kind === 'sum' && (value.percent < 0 || value.length < 0)

/** Rejects negative values, and clamps calculated ones (CSS Values 4 §10.12). */
export const nonNegative: Parser<LengthPercentage> = (c) => {
  const isCalculated = c.peek()?.kind === 'function'
  const value = lengthPercentage(c)
  if (value === undefined || !(isCalculated || isNegative(value))) return value
  if (!isCalculated) return undefined
  if (typeof value === 'number') return Math.max(0, value)
  if (value.kind === 'sum' && value.length >= 0 && value.percent >= 0) return value
  return { kind: 'max', values: [0, value] }
}

export const nonNegativeLength: Parser<number> = (c) => {
  const value = nonNegative(c)
  return typeof value === 'number' ? value : undefined
}

export const nonNegativeNumber: Parser<number> = (c) => {
  const isCalculated = c.peek()?.kind === 'function'
  const value = number(c)
  if (value === undefined || value >= 0) return value
  return isCalculated ? 0 : undefined
}

/** An angle in degrees. A unitless zero is valid. */
export const angle: Parser<number> = (c) => {
  const item = c.peek()
  if (item?.kind === 'dimension') {
    c.at++
    return angleOf(item.value, item.unit)
  }
  if (item?.kind === 'number' && item.value === 0) {
    c.at++
    return 0
  }
  const value = quantity(c)
  return value?.unit === 'angle' && typeof value.value === 'number' ? value.value : undefined
}

export const text: Parser<string> = (c) => {
  const item = c.next()
  return item?.kind === 'string' ? item.value : undefined
}

const NOT_NAMES = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer', 'default'])

/** A <custom-ident>. */
export const customIdent: Parser<string> = (c) => {
  const item = c.next()
  return item?.kind === 'ident' && !NOT_NAMES.has(item.lower) ? item.value : undefined
}

/** A URL: `url(…)`, `url("…")` or `src("…")`. */
export const url: Parser<string> = (c) => {
  const item = c.next()
  if (item?.kind === 'url') return item.value
  if (item?.kind !== 'function' || !(item.name === 'url' || item.name === 'src')) return undefined
  const [first] = item.items
  return first?.kind === 'string' ? first.value : undefined
}

/** CSS pixels to points, zoomed. */
export const px = (value: number, environment: Environment): number => value * PX * environment.zoom
