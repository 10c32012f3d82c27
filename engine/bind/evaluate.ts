// Compiles expressions to closures, once per template. Closures read own properties only and never call anything in the data.
import { decimalValue } from '../decimal.ts'
import type { Position } from '../diagnostic.ts'
import type { Expression } from '../template/template.ts'
import type { Binding, MissingValue } from './binding.ts'
import { compileDataPath } from './data-path.ts'
import { BUILT_IN } from './helpers/built-in.ts'
import { type Named, Site } from './helpers/helper.ts'
import { findParameter, type LexicalScope } from './lexical-scope.ts'
import { isHelperMarkup, Markup } from './markup.ts'
import { sumKey, tableOfSum } from './page-sums.ts'
import { checkExact, printValue } from './print.ts'
import { type DataScope, field, isTrue, lookUp, outer } from './scope.ts'

export type Evaluate = (scope: DataScope, binding: Binding) => unknown

export function compileExpression(expression: Expression, lexical: LexicalScope | undefined): Evaluate {
  switch (expression.kind) {
    case 'constant':
      return () => expression.value
    case 'path':
      return compilePath(expression, lexical)
    case 'call':
      return compileCall(expression, lexical)
  }
}

type Path = Extract<Expression, { kind: 'path' }>
type Call = Extract<Expression, { kind: 'call' }>

function compilePath({ source, depth, segments, at }: Path, lexical: LexicalScope | undefined): Evaluate {
  const [head = '', ...tail] = segments
  if (source === 'local') return compileLocal(head, depth)
  if (source === 'root') return (_, binding) => follow(binding.data, segments, binding, at)
  if (source === 'this') return (scope, binding) => follow(outer(scope, depth).value, segments, binding, at)
  const parameter = depth === 0 ? findParameter(head, lexical) : undefined
  if (parameter !== undefined) {
    const { distance, position } = parameter
    return (scope, binding) => {
      const { value, row } = outer(scope, distance)
      return follow(position === 0 ? value : row?.key, tail, binding, at)
    }
  }
  if (tail.length === 0) {
    return (scope, binding) => {
      binding.countStep(at)
      return lookUp(depth === 0 ? scope : outer(scope, depth), head)
    }
  }
  return (scope, binding) => follow(lookUp(outer(scope, depth), head), tail, binding, at)
}

function follow(from: unknown, segments: readonly string[], binding: Binding, at: Position): unknown {
  binding.countStep(at)
  let value = from
  for (const segment of segments) value = field(value, segment)
  return value
}

/** `@index`, `@key`, `@first` and `@last` are of the nearest repeat, `@../index` of the one around it. */
function compileLocal(name: string, depth: number): Evaluate {
  return (scope) => {
    const row = repeatOf(scope, depth)
    if (row === undefined) return undefined
    return name === 'index' ? row.index : name === 'key' ? row.key : name === 'first' ? row.index === 0 : row.isLast
  }
}

function repeatOf(scope: DataScope, depth: number): DataScope['row'] {
  let rest = depth
  for (let at: DataScope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.row === undefined) continue
    if (rest-- === 0) return at.row
  }
  return undefined
}

function compileCall(call: Call, lexical: LexicalScope | undefined): Evaluate {
  const { helper, at } = call
  if (helper === '@pagesum' || helper === '@carry') return compilePageSum(call, helper === '@carry' ? 'carry' : 'pagesum', lexical)
  const positional = call.positional.map((argument) => compileExpression(argument, lexical))
  const evaluateNamed = compileNamed(call.named, lexical)
  const missing = call.positional.map((argument) => compileMissing(argument, lexical, at))
  const path = compileDataPath(call, lexical)
  const builtIn = BUILT_IN.get(helper)
  const isQuiet = builtIn?.needsValue === false && call.positional.some((argument) => argument.kind === 'call')
  const site = new Site()
  return (scope, binding) => {
    binding.countStep(at)
    const args = isQuiet
      ? binding.withoutMissingWarnings(() => evaluateAll(positional, scope, binding))
      : evaluateAll(positional, scope, binding)
    const named = evaluateNamed(scope, binding)
    const custom = binding.context.helpers.get(helper)
    if (custom !== undefined) return callCustom(custom, args, named, binding)
    if (builtIn === undefined) throw new Error(`bind: helper "${helper}" passed the compiler and does not exist`)
    if (builtIn.needsValue) checkArguments(args, missing, scope, binding)
    binding.enter(path, scope)
    return builtIn.call(args, named, { binding, at, site })
  }
}

/** Fast path for one argument. */
function evaluateAll(evaluates: readonly Evaluate[], scope: DataScope, binding: Binding): readonly unknown[] {
  const [first] = evaluates
  if (evaluates.length === 1 && first !== undefined) return [first(scope, binding)]
  return evaluates.map((evaluate) => evaluate(scope, binding))
}

function compilePageSum({ positional, at }: Call, form: 'pagesum' | 'carry', lexical: LexicalScope | undefined): Evaluate {
  const field = positional.at(-1)
  const list = positional.length > 1 ? positional[0] : undefined
  if (field?.kind !== 'constant') throw new Error('bind: a page sum without a field passed the compiler')
  const asked = { name: String(field.value), table: tableOfSum(list, lexical) }
  const evaluate = list && compileExpression(list, lexical)
  return (scope, binding) => {
    binding.countStep(at)
    const { sums } = binding
    if (sums === undefined) throw new Error('bind: a page sum was evaluated outside of a late text')
    return decimalValue(sums[form](sumKey(asked, evaluate?.(scope, binding), scope, binding)))
  }
}

const NO_NAMED: Named = Object.freeze({})

function compileNamed(named: Call['named'], lexical: LexicalScope | undefined): (scope: DataScope, binding: Binding) => Named {
  const entries = Object.entries(named)
  if (entries.length === 0) return () => NO_NAMED
  if (entries.every(([, argument]) => argument.kind === 'constant')) {
    const fixed: Named = Object.fromEntries(
      entries.map(([key, argument]) => [key, argument.kind === 'constant' ? argument.value : undefined]),
    )
    return () => fixed
  }
  const compiled = entries.map(([key, argument]) => [key, compileExpression(argument, lexical)] as const)
  return (scope, binding) => Object.fromEntries(compiled.map(([key, evaluate]) => [key, evaluate(scope, binding)]))
}

/** Reports values of the data that are missing or inexact. */
function checkArguments(
  args: readonly unknown[],
  missing: readonly (MissingValue | undefined)[],
  scope: DataScope,
  binding: Binding,
): void {
  for (let i = 0; i < args.length; i++) {
    const place = missing[i]
    const value = args[i]
    if (place === undefined) continue
    if (value === undefined) binding.reportMissing(place, scope)
    else if (typeof value === 'number' || typeof value === 'bigint') {
      binding.enter(place.path, scope)
      checkExact(value, binding, place.at)
    }
  }
}

/** What is reported (at the expression, or the call that it is an argument of) when an expression has no value; undefined where that is no fault of the data: of constants, locals and calls. */
export function compileMissing(expression: Expression, lexical: LexicalScope | undefined, at?: Position): MissingValue | undefined {
  const text = pathText(expression)
  if (text === undefined || expression.kind !== 'path') return undefined
  return { text, at: at ?? expression.at, path: compileDataPath(expression, lexical) }
}

function callCustom(
  helper: NonNullable<ReturnType<Binding['context']['helpers']['get']>>,
  args: readonly unknown[],
  named: Named,
  binding: Binding,
): unknown {
  const { locale, timeZone } = binding.context
  const result = helper(args, { named, locale, timeZone })
  return isHelperMarkup(result) ? Markup.ofHtml(result.html) : result
}

/** A path as the template writes it; undefined for constants, locals and calls. */
export function pathText(expression: Expression): string | undefined {
  if (expression.kind !== 'path' || expression.source === 'local') return undefined
  const { source, depth, segments } = expression
  const start = source === 'root' ? ['@root'] : source === 'this' && segments.length === 0 ? ['this'] : []
  return '../'.repeat(depth) + [...start, ...segments].join('.')
}

/** Compiles a placeholder to text. A missing value prints nothing and is reported. */
export function compilePrint(expression: Expression, lexical: LexicalScope | undefined): (scope: DataScope, binding: Binding) => string {
  const evaluate = compileExpression(expression, lexical)
  const missing = compileMissing(expression, lexical)
  const path = compileDataPath(expression, lexical)
  const at = expression.kind === 'constant' ? undefined : expression.at
  return (scope, binding) => {
    const value = evaluate(scope, binding)
    if (typeof value === 'string') return value
    if (value === undefined && missing !== undefined) binding.reportMissing(missing, scope)
    binding.enter(path, scope)
    if (typeof value === 'number' && missing !== undefined) checkExact(value, binding, at)
    return printValue(value, binding, at)
  }
}

export function compileTest(
  expression: Expression,
  isNegated: boolean,
  lexical: LexicalScope | undefined,
): (scope: DataScope, binding: Binding) => boolean {
  const evaluate = compileExpression(expression, lexical)
  if (expression.kind !== 'call') return (scope, binding) => isTrue(evaluate(scope, binding)) !== isNegated
  return (scope, binding) => isTrue(binding.withoutMissingWarnings(() => evaluate(scope, binding))) !== isNegated
}
