// Problem: `{{pagesum "price"}}` in the head of a table means that table's rows, in a page header all rows of the document, and where lists nest no
// amount may count twice; the page stage has no access to fields or lists. Approach: a text with a sum and the items of the repeats derive the
// same key. An item adds one number under several keys: of the field, of the field in each table around it, of the field in its list.
// Limits: an item counts on the page where its first element begins; items without elements are not counted.
import { type Decimal, decimalFrom } from '../decimal.ts'
import type { Position } from '../diagnostic.ts'
import type { Expression, TemplateElement, TemplateNode, TextPart } from '../template/template.ts'
import type { Binding } from './binding.ts'
import type { LateText, SumMark, SumsOfPage } from './bound.ts'
import { below, pathOfScope } from './data-path.ts'
import type { LexicalScope, SumTable } from './lexical-scope.ts'
import { printValue } from './print.ts'
import { type DataScope, field, tablesAround } from './scope.ts'

/** The sum table of an element; undefined unless it is a table with a repeat in it. */
export function sumTableOf(node: TemplateElement): SumTable | undefined {
  if (node.tag !== 'table') return undefined
  const lists = [...listsIn(node.children)]
  return lists.length === 0 ? undefined : { node, lists }
}

function* listsIn(nodes: readonly TemplateNode[]): Generator<Expression, undefined> {
  for (const node of nodes) {
    if (node.kind === 'element') yield* listsIn(node.children)
    if (!('body' in node)) continue
    if (node.kind === 'repeat') yield node.items
    else if (node.kind === 'scope' && node.form === 'section') yield node.value
    yield* listsIn(node.body)
    yield* listsIn(node.otherwise)
  }
  return undefined
}

// ── Reading sums ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The nearest table around that repeats over this list; over any list when undefined. */
export function tableOfSum(list: Expression | undefined, lexical: LexicalScope | undefined): SumTable | undefined {
  for (let at = lexical; at !== undefined; at = at.parent) {
    const { table } = at
    if (table !== undefined && (list === undefined || table.lists.some((other) => isSame(other, list)))) return table
  }
  return undefined
}

function isSame(a: Expression, b: Expression): boolean {
  if (a.kind === 'path' && b.kind === 'path')
    return a.source === b.source && a.depth === b.depth && a.segments.join('.') === b.segments.join('.')
  if (a.kind !== 'call' || b.kind !== 'call') return a.kind === 'constant' && b.kind === 'constant' && a.value === b.value
  return a.helper === b.helper && a.positional.every((each, i) => b.positional[i] !== undefined && isSame(each, b.positional[i]))
}

/** A page sum in the template: the field, and the table whose rows it is over; undefined for all rows of the document. */
interface AskedSum {
  readonly name: string
  readonly table: SumTable | undefined
}

/** The key under which a sum is added up. `list` restricts it to the items of one list, unless undefined. */
export function sumKey({ name, table }: AskedSum, list: unknown, scope: DataScope, binding: Binding): string {
  if (typeof list === 'object' && list !== null) return keyOfList(name, list, binding)
  if (table === undefined) return name
  for (const { node, id } of tablesAround(scope)) if (node === table.node) return keyOfTable(name, id)
  return name
}

// `\0` occurs neither in CSS names nor in fields that a template names.
const keyOfTable = (name: string, id: number): string => `${name}\0table ${id}`
const keyOfList = (name: string, list: object, binding: Binding): string => `${name}\0list ${binding.idOf(list)}`

/** Whether all sums in a text are over tables around it. */
export function isLocalText(value: readonly TextPart[], lexical: LexicalScope | undefined): boolean {
  return [...callsIn(value)].every(({ positional }) => tableOfSum(positional.length > 1 ? positional[0] : undefined, lexical) !== undefined)
}

type Call = Extract<Expression, { kind: 'call' }>

function* callsIn(value: unknown): Generator<Call, undefined> {
  if (typeof value !== 'object' || value === null) return undefined
  if (isCall(value)) yield value
  for (const inner of Object.values(value)) yield* callsIn(inner)
  return undefined
}

function isCall(value: object): value is Call {
  return 'helper' in value && (value.helper === '@pagesum' || value.helper === '@carry')
}

const SAMPLE: Decimal = Object.freeze({ units: 8_888_888n, scale: 2 })
/** Stands in for sums while text is laid out before its page is known. */
export const SAMPLE_SUMS: SumsOfPage = { pagesum: () => SAMPLE, carry: () => SAMPLE }

export function lateText(
  print: (scope: DataScope, binding: Binding) => string,
  isLocal: boolean,
  scope: DataScope,
  binding: Binding,
): LateText {
  return { isLocal, textWith: (sums) => binding.withSums(sums, () => print(scope, binding)) }
}

// ── Adding up ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The fields among `sums` that a repeat's items add: not those that a repeat nested in it reads, whose items are parts of the same amounts. */
export function countedFields(body: readonly TemplateNode[], sums: readonly string[]): readonly string[] {
  return sums.filter((name) => !isReadInNestedRepeat(body, name))
}

function isReadInNestedRepeat(nodes: readonly TemplateNode[], name: string): boolean {
  return nodes.some((node) => {
    if (node.kind === 'element') return isReadInNestedRepeat(node.children, name)
    if (!('body' in node)) return false
    const isList = node.kind === 'repeat' || (node.kind === 'scope' && node.form === 'section')
    if (isList && readsField(node.body, name, node.names[0])) return true
    return isReadInNestedRepeat(node.body, name) || isReadInNestedRepeat(node.otherwise, name)
  })
}

/** Whether a path anywhere in `value` reads field `name`, of the row or through its block parameter. */
function readsField(value: unknown, name: string, parameter: string | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (isPath(value)) {
    const path = value.segments.join('.')
    return value.depth === 0 && (path === name || (parameter !== undefined && path === `${parameter}.${name}`))
  }
  return Object.values(value).some((inner) => readsField(inner, name, parameter))
}

function isPath(value: object): value is Extract<Expression, { kind: 'path' }> {
  return 'kind' in value && value.kind === 'path' && 'segments' in value && Array.isArray(value.segments)
}

/** Turns the items of one repeat into sum marks. */
export class ItemCounter {
  readonly #fields: readonly string[]
  readonly #scope: DataScope
  readonly #binding: Binding
  readonly #at: Position | undefined
  readonly #keys = new Map<string, readonly string[]>()

  constructor(fields: readonly string[], scope: DataScope, binding: Binding, at: Position | undefined) {
    this.#fields = fields
    this.#scope = scope
    this.#binding = binding
    this.#at = at
  }

  /** What the item adds. The fields are also recorded in its scope, so that items of nested lists do not add the same amount again. */
  marksOf(item: DataScope): readonly SumMark[] | undefined {
    if (item.row === undefined) return undefined
    let marks: SumMark[] | undefined
    for (const name of this.#fields) {
      const value = name.split('.').reduce(field, item.value)
      if (value === undefined || value === null || value === '' || this.#isCountedByOuterItem(name)) continue
      const number = decimalFrom(value)
      if (number === undefined) {
        this.#warn(name, value, item)
        continue
      }
      marks ??= []
      marks.push({ keys: this.#keysOf(name, item.row.list), value: number })
    }
    if (marks !== undefined) item.counted = this.#fields
    return marks
  }

  #isCountedByOuterItem(name: string): boolean {
    for (let at: DataScope | undefined = this.#scope; at !== undefined; at = at.parent) {
      if (at.counted?.includes(name) === true && name.split('.').reduce(field, at.value) !== undefined) return true
    }
    return false
  }

  /** Cached by field: the list is the same for all items. */
  #keysOf(name: string, list: unknown): readonly string[] {
    const known = this.#keys.get(name)
    if (known !== undefined) return known
    const keys = [name]
    for (const { id } of tablesAround(this.#scope)) keys.push(keyOfTable(name, id))
    if (typeof list === 'object' && list !== null) keys.push(keyOfList(name, list, this.#binding))
    this.#keys.set(name, keys)
    return keys
  }

  #warn(name: string, value: unknown, item: DataScope): void {
    this.#binding.enter((scope) => below(pathOfScope(scope), name.split('.')), item)
    const text = printValue(value, this.#binding, this.#at).slice(0, 60)
    const hint = 'numbers are written without separators, with a dot, as in 1234.5'
    this.#binding.warn('bad-value', this.#at, `"${text}" in "${name}" is not a number and counts as nothing`, hint)
  }
}
