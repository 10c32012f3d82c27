// Common parts of shorthands: match components by the parsers of longhands.
import { propertyOf, slotOf } from '../longhands.ts'
import { type Component, parseComponents } from '../syntax/tokens.ts'
import type { Cursor, Parser } from '../values/values.ts'

/** Longhand names and their components; an empty list is the initial value. */
export type Expansion = ReadonlyMap<string, readonly Component[]>
export type Expand = (c: Cursor) => Expansion | undefined

export const INITIAL: readonly Component[] = []

/** Components of a constant text. */
export const textOf = (text: string): readonly Component[] => parseComponents(text)

/** The components that a parser consumes; undefined when it fails. */
export function takeBy(c: Cursor, parser: Parser<unknown>): readonly Component[] | undefined {
  const { at } = c
  return c.try(parser) === undefined ? undefined : c.items.slice(at, c.at)
}

/** The components that the parser of a longhand consumes; undefined when it fails. */
export function take(c: Cursor, name: string): readonly Component[] | undefined {
  const slot = slotOf(name)
  if (slot === undefined) throw new Error(`take: no property ${name}`)
  return takeBy(c, propertyOf(slot).parse)
}

/** One to four values for top, right, bottom and left. */
export function expandSides(names: readonly string[]): Expand {
  return (c) => {
    const values: (readonly Component[])[] = []
    while (!c.isDone && values.length < 4) {
      const value = take(c, names[0]!)
      if (value === undefined) return undefined
      values.push(value)
    }
    const [top, right = top, bottom = top, left = right] = values
    return top && new Map(names.map((name, i) => [name, [top, right, bottom, left][i] ?? top]))
  }
}

/** One or two values. */
export function expandPair(first: string, second: string): Expand {
  return (c) => {
    const a = take(c, first)
    if (a === undefined) return undefined
    const b = c.isDone ? a : take(c, second)
    return (
      b &&
      new Map([
        [first, a],
        [second, b],
      ])
    )
  }
}

/** Each longhand at most once, in any order; those not given become initial. */
export function expandAny(names: readonly string[]): Expand {
  return (c) => {
    const found = new Map<string, readonly Component[]>(names.map((name) => [name, INITIAL]))
    let isEmpty = true
    while (!c.isDone) {
      const name = names.find((candidate) => {
        if (found.get(candidate) !== INITIAL) return false
        const value = take(c, candidate)
        if (value !== undefined) found.set(candidate, value)
        return value !== undefined
      })
      if (name === undefined) return undefined
      isEmpty = false
    }
    return isEmpty ? undefined : found
  }
}
