// Scopes: where names are looked up at run time, innermost first.
import type { TemplateElement } from '../template/template.ts'

/** One step inwards: the document's data, an item of a repeat, or the value of a `with` or section. */
export interface DataScope {
  readonly value: unknown
  readonly parent: DataScope | undefined
  /** Set in repeats only. */
  readonly row: Row | undefined
  /** The path in the data of what was entered, as seen from `parent`; for warnings. */
  readonly entry: ((parent: DataScope) => string | undefined) | undefined
  /** Set at a table that page sums may refer to. */
  readonly table?: TableScope
  /** The fields of the item that page sums have added up: nested items with these fields are parts of the same amounts. */
  counted?: readonly string[]
}

/** One table of a document; `outer` is a table around it in the same scope. */
interface TableScope {
  readonly node: TemplateElement
  readonly id: number
  readonly outer: TableScope | undefined
}

/** The tables around a place, innermost first. */
export function* tablesAround(scope: DataScope): Generator<TableScope, undefined> {
  for (let at: DataScope | undefined = scope; at !== undefined; at = at.parent) {
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

/** The value of an own field; undefined for inherited ones, and for `__proto__` even when the data has a field of that name. */
export function field(value: unknown, name: string): unknown {
  if (typeof value === 'string') return name === 'length' ? value.length : undefined
  return hasField(value, name) ? value[name] : undefined
}

export function hasField(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && name !== '__proto__' && Object.hasOwn(value, name)
}

/** The scope `depth` steps outwards, at most the outermost. */
export function outer(scope: DataScope, depth: number): DataScope {
  let at = scope
  for (let i = 0; i < depth && at.parent !== undefined; i++) at = at.parent
  return at
}

/** The value of a name in the innermost scope that has it. */
export function lookUp(scope: DataScope, name: string): unknown {
  for (let at: DataScope | undefined = scope; at !== undefined; at = at.parent) {
    const { value } = at
    if (hasField(value, name)) return value[name]
  }
  return undefined
}

export const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && typeof value[Symbol.iterator] === 'function'

/** Truthiness as in Handlebars: empty text, 0, NaN, false, null, undefined and the empty list are false. */
export function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
