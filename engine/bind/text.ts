// Texts with holes → closures.
import type { Position } from '../diagnostic.ts'
import type { Expression, Text, TextPart } from '../template/template.ts'
import { compileExpression, compilePrint, compileTest, type Evaluate } from './evaluate.ts'
import type { Names } from './names.ts'
import { eachItem, sectionScopes } from './repeat.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'

export type Print = (scope: Scope, run: Run) => string

export function compileText(text: Text, names: Names | undefined): Print {
  return typeof text === 'string' ? () => text : compileParts(text, names)
}

function compileParts(parts: readonly TextPart[], names: Names | undefined): Print {
  const prints = parts.map((part) => compilePart(part, names))
  const [first, second] = prints
  if (first === undefined) return () => ''
  if (second === undefined) return first
  return (scope, run) => {
    let text = ''
    for (const print of prints) text += print(scope, run)
    return text
  }
}

function compilePart(part: TextPart, names: Names | undefined): Print {
  if (part.kind === 'literal') return () => part.text
  if (part.kind === 'value') return compilePrint(part.value, names)
  const otherwise = compileParts(part.otherwise, names)
  if (part.kind === 'condition') {
    const test = compileTest(part.test, part.isNegated, names)
    const body = compileParts(part.body, names)
    return (scope, run) => (test(scope, run) ? body(scope, run) : otherwise(scope, run))
  }
  const body = compileParts(part.body, { names: part.names, parent: names })
  const scopesOf = compileScopes(part, names)
  return (scope, run) => {
    let text = ''
    let isEmpty = true
    for (const inner of scopesOf(scope, run)) {
      isEmpty = false
      text += body(inner, run)
    }
    return isEmpty ? otherwise(scope, run) : text
  }
}

/** The scopes in which a body is wanted, one after another: of a repeat, a `with`, or a section. */
export type ScopesOf = (scope: Scope, run: Run) => Iterable<Scope>

type Scoping = { readonly otherwise: readonly unknown[]; readonly at?: Position } & (
  | { readonly kind: 'repeat'; readonly items: Expression }
  | { readonly kind: 'scope'; readonly form: 'with' | 'section'; readonly value: Expression }
)

export function compileScopes(part: Scoping, names: Names | undefined): ScopesOf {
  const expression = part.kind === 'repeat' ? part.items : part.value
  const at = expression.kind === 'constant' ? part.at : expression.at
  const evaluate: Evaluate = compileExpression(expression, names)
  const form = part.kind === 'repeat' ? 'repeat' : part.form
  const isQuiet = form !== 'repeat' || part.otherwise.length > 0
  return (scope, run) => {
    const value = evaluate(scope, run)
    const place = { run, expression, at, isQuiet }
    return form === 'repeat' ? eachItem(value, scope, place) : sectionScopes(value, form, scope, place)
  }
}

/** The list that a repeat or a section runs over, where it is a name of the data: to be looked at without a word about what is missing. */
export function compileList(
  part: Scoping,
  names: Names | undefined,
): ((scope: Scope, run: Run) => readonly unknown[] | undefined) | undefined {
  const expression = part.kind === 'repeat' ? part.items : part.value
  if (expression.kind !== 'path' || (part.kind === 'scope' && part.form === 'with')) return undefined
  const evaluate = compileExpression(expression, names)
  return (scope, run) => {
    const value = evaluate(scope, run)
    return Array.isArray(value) ? value : undefined
  }
}
