// The scopes of a repeat's items, created one at a time.
import { error, InputError, type Position } from '../diagnostic.ts'
import type { Expression, ScopeForm } from '../template/template.ts'
import type { Binding } from './binding.ts'
import { type DataPath, pathOfScope } from './data-path.ts'
import { pathText } from './evaluate.ts'
import { printValue } from './print.ts'
import { type DataScope, isIterable, isTrue } from './scope.ts'

interface RepeatContext {
  readonly binding: Binding
  readonly expression: Expression
  readonly at: Position | undefined
  readonly path: DataPath | undefined
  /** A missing list is not reported. */
  readonly mayBeMissing: boolean
}

/** Iterates lists and other iterables item by item, objects field by field. */
export function* eachItem(value: unknown, scope: DataScope, place: RepeatContext): Generator<DataScope, undefined> {
  if (Array.isArray(value)) return yield* ofArray(value, scope, place)
  // Other iterables may be read once only.
  if (isIterable(value)) return place.binding.isTracing ? undefined : yield* ofIterable(value, scope, place)
  if (typeof value === 'object' && value !== null && Symbol.asyncIterator in value) throw unnamedStream(place)
  if (typeof value === 'object' && value !== null) return yield* ofObject(value, scope, place)
  reportNoList(value, scope, place)
  return undefined
}

function* ofArray(
  items: readonly unknown[],
  scope: DataScope,
  { binding, at, path: entry }: RepeatContext,
): Generator<DataScope, undefined> {
  const last = items.length - 1
  for (let index = 0; index <= last; index++) {
    binding.countRow(at)
    yield { value: items[index], parent: scope, row: { index, key: index, isLast: index === last, list: items }, entry }
  }
  return undefined
}

/** Reads one item ahead, to find out which is the last. */
function* ofIterable(
  items: Iterable<unknown>,
  scope: DataScope,
  { binding, at, path: entry }: RepeatContext,
): Generator<DataScope, undefined> {
  const iterator = items[Symbol.iterator]()
  try {
    let step = iterator.next()
    for (let index = 0; step.done !== true; index++) {
      const { value } = step
      step = iterator.next()
      binding.countRow(at)
      yield { value, parent: scope, row: { index, key: index, isLast: step.done === true, list: items }, entry }
    }
  } finally {
    iterator.return?.()
  }
  return undefined
}

function* ofObject(value: object, scope: DataScope, { binding, at, path: entry }: RepeatContext): Generator<DataScope, undefined> {
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  for (const [index, [key, item]] of entries.entries()) {
    binding.countRow(at)
    yield { value: item, parent: scope, row: { index, key, isLast: index === entries.length - 1, list: value }, entry }
  }
  return undefined
}

/** The engine opens streams only at the paths that the template uses as lists. */
function unnamedStream({ expression, at }: RepeatContext): InputError {
  const message = `{{${pathText(expression) ?? 'this'}}} is an asynchronous stream, and not at a path that the template uses as a list`
  return new InputError([error('async-rows', at, message, 'put it into a field of the data that the template repeats over by name')])
}

function reportNoList(value: unknown, scope: DataScope, { binding, expression, at, path, mayBeMissing: isQuiet }: RepeatContext): void {
  const text = pathText(expression) ?? 'this'
  if (value === undefined && !isQuiet) binding.reportMissing({ text, at, path }, scope)
  if (value === undefined || value === null || value === false || value === '') return
  binding.enter(path, scope)
  binding.warn(
    'not-a-list',
    at,
    `{{${text}}} is not a list: "${printValue(value, binding, at).slice(0, 60)}"`,
    'a repeat wants a list, such as [{"name": "…"}]',
  )
}

/** A section repeats over a list, enters an object, and shows its body once for any other truthy value. `with` enters any truthy value, a part any. */
export function* sectionScopes(value: unknown, form: ScopeForm, scope: DataScope, place: RepeatContext): Generator<DataScope, undefined> {
  if (form === 'section' && (Array.isArray(value) || isIterable(value))) return yield* eachItem(value, scope, place)
  const isSame = form === 'section' && value === true
  if (isTrue(value) || form === 'part')
    yield { value: isSame ? scope.value : value, parent: scope, row: undefined, entry: isSame ? pathOfScope : place.path }
  return undefined
}
