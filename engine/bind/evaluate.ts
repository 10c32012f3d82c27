// Compiles expressions to closures, once per template. Closures read own properties only and never call anything in the data.
import { decimalValue } from '../decimal.ts'
import type { Position } from '../diagnostic.ts'
import type { Expression } from '../template/template.ts'
import { compileDataPath } from './data-path.ts'
import { BUILT_IN } from './helpers/built-in.ts'
import { type Named, Site } from './helpers/helper.ts'
import { findParameter, type LexicalScope } from './lexical-scope.ts'
import { isHelperMarkup, Markup } from './markup.ts'
import { sumKey, tableOfSum } from './page-sums.ts'
import { checkExact, printValue } from './print.ts'
import type { MissingValue, Run } from './run.ts'
import { field, isTrue, lookUp, outer, type Scope } from './scope.ts'

export type Evaluate = (scope: Scope, run: Run) => unknown

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
  if (source === 'root') return (_, run) => follow(run.data, segments, run, at)
  if (source === 'this') return (scope, run) => follow(outer(scope, depth).value, segments, run, at)
  const parameter = depth === 0 ? findParameter(head, lexical) : undefined
  if (parameter !== undefined) {
    const { distance, position } = parameter
    return (scope, run) => {
      const { value, row } = outer(scope, distance)
      return follow(position === 0 ? value : row?.key, tail, run, at)
    }
  }
  if (tail.length === 0) {
    return (scope, run) => {
      run.countStep(at)
      return lookUp(depth === 0 ? scope : outer(scope, depth), head)
    }
  }
  return (scope, run) => follow(lookUp(outer(scope, depth), head), tail, run, at)
}

function follow(from: unknown, segments: readonly string[], run: Run, at: Position): unknown {
  run.countStep(at)
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

function repeatOf(scope: Scope, depth: number): Scope['row'] {
  let rest = depth
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
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
  return (scope, run) => {
    run.countStep(at)
    const args = isQuiet ? run.withoutMissingWarnings(() => evaluateAll(positional, scope, run)) : evaluateAll(positional, scope, run)
    const named = evaluateNamed(scope, run)
    const custom = run.context.helpers.get(helper)
    if (custom !== undefined) return callCustom(custom, args, named, run)
    if (builtIn === undefined) throw new Error(`bind: helper "${helper}" passed the compiler and does not exist`)
    if (builtIn.needsValue) checkArguments(args, missing, scope, run)
    run.enter(path, scope)
    return builtIn.call(args, named, { run, at, site })
  }
}

/** Fast path for one argument. */
function evaluateAll(evaluates: readonly Evaluate[], scope: Scope, run: Run): readonly unknown[] {
  const [first] = evaluates
  if (evaluates.length === 1 && first !== undefined) return [first(scope, run)]
  return evaluates.map((evaluate) => evaluate(scope, run))
}

function compilePageSum({ positional, at }: Call, form: 'pagesum' | 'carry', lexical: LexicalScope | undefined): Evaluate {
  const field = positional.at(-1)
  const list = positional.length > 1 ? positional[0] : undefined
  if (field?.kind !== 'constant') throw new Error('bind: a page sum without a field passed the compiler')
  const asked = { name: String(field.value), table: tableOfSum(list, lexical) }
  const evaluate = list && compileExpression(list, lexical)
  return (scope, run) => {
    run.countStep(at)
    const { sums } = run
    if (sums === undefined) throw new Error('bind: a page sum was evaluated outside of a late text')
    return decimalValue(sums[form](sumKey(asked, evaluate?.(scope, run), scope, run)))
  }
}

const NO_NAMED: Named = Object.freeze({})

function compileNamed(named: Call['named'], lexical: LexicalScope | undefined): (scope: Scope, run: Run) => Named {
  const entries = Object.entries(named)
  if (entries.length === 0) return () => NO_NAMED
  if (entries.every(([, argument]) => argument.kind === 'constant')) {
    const fixed: Named = Object.fromEntries(
      entries.map(([key, argument]) => [key, argument.kind === 'constant' ? argument.value : undefined]),
    )
    return () => fixed
  }
  const compiled = entries.map(([key, argument]) => [key, compileExpression(argument, lexical)] as const)
  return (scope, run) => Object.fromEntries(compiled.map(([key, evaluate]) => [key, evaluate(scope, run)]))
}

/** Reports values of the data that are missing or inexact. */
function checkArguments(args: readonly unknown[], missing: readonly (MissingValue | undefined)[], scope: Scope, run: Run): void {
  for (let i = 0; i < args.length; i++) {
    const place = missing[i]
    const value = args[i]
    if (place === undefined) continue
    if (value === undefined) run.reportMissing(place, scope)
    else if (typeof value === 'number' || typeof value === 'bigint') {
      run.enter(place.path, scope)
      checkExact(value, run, place.at)
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
  helper: NonNullable<ReturnType<Run['context']['helpers']['get']>>,
  args: readonly unknown[],
  named: Named,
  run: Run,
): unknown {
  const { locale, timeZone } = run.context
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
export function compilePrint(expression: Expression, lexical: LexicalScope | undefined): (scope: Scope, run: Run) => string {
  const evaluate = compileExpression(expression, lexical)
  const missing = compileMissing(expression, lexical)
  const path = compileDataPath(expression, lexical)
  const at = expression.kind === 'constant' ? undefined : expression.at
  return (scope, run) => {
    const value = evaluate(scope, run)
    if (typeof value === 'string') return value
    if (value === undefined && missing !== undefined) run.reportMissing(missing, scope)
    run.enter(path, scope)
    if (typeof value === 'number' && missing !== undefined) checkExact(value, run, at)
    return printValue(value, run, at)
  }
}

export function compileTest(
  expression: Expression,
  isNegated: boolean,
  lexical: LexicalScope | undefined,
): (scope: Scope, run: Run) => boolean {
  const evaluate = compileExpression(expression, lexical)
  if (expression.kind !== 'call') return (scope, run) => isTrue(evaluate(scope, run)) !== isNegated
  return (scope, run) => isTrue(run.withoutMissingWarnings(() => evaluate(scope, run))) !== isNegated
}
