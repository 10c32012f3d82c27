// Where names are looked up: a row, then what is around it.
import type { TemplateElement } from '../template/template.ts'

/** One step inwards: the document's data, an item of a repeat, or the value of a `with` or section. */
export interface Scope {
  readonly value: unknown
  readonly parent: Scope | undefined
  /** Set in repeats only. */
  readonly row: Row | undefined
  /** Set where a table begins whose rows may be asked for sums. */
  readonly table?: TableScope
  /** Fields of the item that page sums count it by; those of items inside of it are the same amounts in parts. */
  counted?: readonly string[]
}

/** One table of a document; `outer` is a table around it in the same scope. */
export interface TableScope {
  readonly node: TemplateElement
  readonly id: number
  readonly outer: TableScope | undefined
}

/** The tables around a place, innermost first. */
export function* tablesAround(scope: Scope): Generator<TableScope, undefined> {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    for (let { table } = at; table !== undefined; table = table.outer) yield table
  }
  return undefined
}

export interface Row {
  readonly index: number
  /** The index in a list, the field's name in an object. */
  readonly key: number | string
  readonly isLast: boolean
  /** What the repeat runs over. */
  readonly list: unknown
}

/** An own field; undefined for what every object has, and for `__proto__` even when the data has a field of that name. */
export function field(value: unknown, name: string): unknown {
  if (typeof value === 'string') return name === 'length' ? value.length : undefined
  if (typeof value !== 'object' || value === null || name === '__proto__' || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

export function hasField(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && name !== '__proto__' && Object.hasOwn(value, name)
}

/** The scope `depth` steps out; the outermost when there are not so many. */
export function outer(scope: Scope, depth: number): Scope {
  let at = scope
  for (let i = 0; i < depth && at.parent !== undefined; i++) at = at.parent
  return at
}

/** The value of a name in the innermost scope that has it. */
export function lookUp(scope: Scope, name: string): unknown {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const { value } = at
    if (hasField(value, name)) return value[name]
  }
  return undefined
}

/** As Handlebars has it: empty text, 0, false, nothing and the empty list are untrue. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
