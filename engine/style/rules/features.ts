// Conditions over features (Media Queries 4 §2.4, §3): what @media, @supports and @container have in common.
import { PX } from '../../geometry.ts'
import type { Component } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import { isMathFunction } from '../values/math.ts'
import { type Cursor, length, number } from '../values/values.ts'

/** True, false, or unknown (undefined), which stays unknown when negated (Media Queries 4 §3.2). */
export type Truth = boolean | undefined

export const negateIf = (isNegated: boolean, truth: Truth): Truth => (isNegated && truth !== undefined ? !truth : truth)

type Test = (items: Cursor) => Truth
/** A function in place of parentheses; `no call` for all other components. */
type Call = (item: Component) => Truth | 'no call'

/** `not x`, `x and y and …`, `x or y or …`, where each is in parentheses (Media Queries 4 §3, Conditional 3 §6): undefined where they are mixed. */
export function condition(c: Cursor, test: Test, call?: Call): Truth {
  const one = (): Truth => {
    const item = c.next()
    if (item === undefined) return undefined
    const called = call?.(item)
    return called === undefined || called === 'no call' ? group(item, test, c, call) : called
  }
  if (c.keyword('not') !== undefined) {
    const negated = one()
    return c.isDone ? negateIf(true, negated) : undefined
  }
  let truth = one()
  let joiner: 'and' | 'or' | undefined
  while (!c.isDone) {
    const word = c.keyword('and', 'or')
    if (word === undefined || (joiner !== undefined && word !== joiner)) return undefined
    joiner = word
    truth = word === 'and' ? both(truth, one()) : either(truth, one())
  }
  return truth
}

/** Known where one of them decides it. */
export function both(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false
  return a === undefined || b === undefined ? undefined : true
}

function either(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true
  return a === undefined || b === undefined ? undefined : false
}

/** A feature or a condition in parentheses. */
export function group(item: Component, test: Test, c: Cursor, call?: Call): Truth {
  if (item.kind !== 'block' || item.open !== '(') return undefined
  return isNested(item.items) ? condition(c.inside(item.items), test, call) : test(c.inside(item.items))
}

/** Whether parentheses hold another condition, not a feature. */
export function isNested([first]: readonly Component[]): boolean {
  if (first?.kind === 'function') return !isMathFunction(first.name)
  return first?.kind === 'block' || (first?.kind === 'ident' && first.lower === 'not')
}

// ── Features ────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Unit = 'length' | 'ratio' | 'resolution' | 'integer'

/** What a range feature comes to; without a value where nobody knows it. */
export interface RangeFeature {
  readonly value: number | undefined
  readonly unit: Unit
}

/** The features that a condition may ask for, by name; undefined for all other names. */
export interface Features {
  range(name: string): RangeFeature | undefined
  /** The values that match a discrete feature; none where nobody knows. */
  choice(name: string): readonly string[] | undefined
}

/** `(width)`, `(min-width: 400px)`, `(400px <= width < 700px)`. */
export function matchesFeature(c: Cursor, features: Features): Truth {
  const first = c.peek()
  if (first?.kind === 'ident' && c.items.length === 1) return plainFeature(first.lower, features)
  const second = c.items[1]
  if (first?.kind === 'ident' && second?.kind === 'delim' && second.value === ':') {
    c.at = 2
    return featureWithValue(first.lower, c, features)
  }
  return rangeFeature(c, features)
}

function plainFeature(name: string, features: Features): Truth {
  const range = features.range(name)
  if (range !== undefined) return range.value === undefined ? undefined : range.value !== 0
  return features.choice(name)?.some((value) => value !== 'none' && value !== 'no-preference' && value !== '0')
}

function featureWithValue(name: string, c: Cursor, features: Features): Truth {
  const limit = /^(-webkit-)?(min|max)-(.*)$/.exec(name)
  const range = features.range(limit === null ? name : `${limit[1] ?? ''}${limit[3]}`)
  if (range === undefined) {
    const item = c.next()
    const word = item?.kind === 'ident' ? item.lower : item?.kind === 'number' ? String(item.value) : ''
    return features.choice(name)?.includes(word)
  }
  const wanted = rangeValue(c, range.unit)
  if (wanted === undefined || range.value === undefined || !c.isDone) return undefined
  if (limit === null) return compare(range.value, '=', wanted)
  return compare(range.value, limit[2] === 'min' ? '>=' : '<=', wanted)
}

function rangeValue(c: Cursor, unit: Unit): number | undefined {
  if (unit === 'length') return c.try(length)
  if (unit === 'integer') return c.try(number)
  if (unit === 'ratio') {
    const width = c.try(number)
    if (width === undefined) return undefined
    return c.delim('/') ? width / (c.try(number) ?? 0) : width
  }
  const item = c.next()
  if (item?.kind !== 'dimension') return undefined
  const scale = lookup({ dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 }, item.unit)
  return scale === undefined ? undefined : item.value * scale
}

/** With a tolerance: lengths were converted to points. */
export function compare(actual: number, operator: string, wanted: number): boolean {
  const isEqual = Math.abs(actual - wanted) < PX / 100
  if (operator === '=') return isEqual
  if (operator === '>=') return actual > wanted || isEqual
  if (operator === '<=') return actual < wanted || isEqual
  return operator === '<' ? actual < wanted && !isEqual : actual > wanted && !isEqual
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=' }

/** `400px <= width < 700px`. */
function rangeFeature(c: Cursor, features: Features): Truth {
  const at = c.items.findIndex((item) => item.kind === 'ident' && features.range(item.lower) !== undefined)
  const name = c.items[at]
  const range = name?.kind === 'ident' ? features.range(name.lower) : undefined
  if (range === undefined) return undefined
  const before = at === 0 ? undefined : side(c.inside(c.items.slice(0, at)), range.unit, false)
  const after = at === c.items.length - 1 ? undefined : side(c.inside(c.items.slice(at + 1)), range.unit, true)
  if ((before === undefined && at > 0) || (after === undefined && at < c.items.length - 1) || (before === undefined && after === undefined))
    return undefined
  if (range.value === undefined || !isOneWay(before, after)) return undefined
  const isAbove = before === undefined || compare(range.value, MIRRORED[before.operator] ?? '=', before.value)
  return isAbove && (after === undefined || compare(range.value, after.operator, after.value))
}

interface Side {
  readonly operator: string
  readonly value: number
}

/** `1px < width < 2px`, not `1px < width > 2px`: both signs point in one direction (Media Queries 4 §2.4.3). */
function isOneWay(before: Side | undefined, after: Side | undefined): boolean {
  return before === undefined || after === undefined || (before.operator[0] === after.operator[0] && before.operator !== '=')
}

function side(c: Cursor, unit: Unit, isAfter: boolean): Side | undefined {
  const operator = (): string => {
    let text = ''
    for (let item = c.peek(); item?.kind === 'delim' && '<>='.includes(item.value); item = c.peek()) {
      text += item.value
      c.at++
    }
    return text
  }
  const before = isAfter ? operator() : ''
  const value = rangeValue(c, unit)
  const text = isAfter ? before : operator()
  return value === undefined || !c.isDone || lookup(MIRRORED, text) === undefined ? undefined : { operator: text, value }
}
