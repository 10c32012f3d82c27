// Compiles texts with placeholders to closures.
import type { Position } from '../diagnostic.ts'
import type { Expression, ScopeForm, Text, TextPart } from '../template/template.ts'
import type { Binding } from './binding.ts'
import { compileDataPath } from './data-path.ts'
import { compileExpression, compilePrint, compileTest, type Evaluate } from './evaluate.ts'
import type { LexicalScope } from './lexical-scope.ts'
import { eachItem, sectionScopes } from './repeat.ts'
import type { DataScope } from './scope.ts'

export type Print = (scope: DataScope, binding: Binding) => string

export function compileText(text: Text, lexical: LexicalScope | undefined): Print {
  return typeof text === 'string' ? () => text : compileParts(text, lexical)
}

function compileParts(parts: readonly TextPart[], lexical: LexicalScope | undefined): Print {
  const prints = parts.map((part) => compilePart(part, lexical))
  const [first, second] = prints
  if (first === undefined) return () => ''
  if (second === undefined) return first
  return (scope, binding) => {
    let text = ''
    for (const print of prints) text += print(scope, binding)
    return text
  }
}

function compilePart(part: TextPart, lexical: LexicalScope | undefined): Print {
  if (part.kind === 'literal') return () => part.text
  if (part.kind === 'value') return compilePrint(part.value, lexical)
  const otherwise = compileParts(part.otherwise, lexical)
  if (part.kind === 'condition') {
    const test = compileTest(part.test, part.isNegated, lexical)
    const body = compileParts(part.body, lexical)
    return (scope, binding) => (test(scope, binding) ? body(scope, binding) : otherwise(scope, binding))
  }
  const body = compileParts(part.body, { parameters: part.names, parent: lexical })
  const scopesOf = compileScopes(part, lexical)
  return (scope, binding) => {
    let text = ''
    let isEmpty = true
    for (const inner of scopesOf(scope, binding)) {
      isEmpty = false
      text += body(inner, binding)
    }
    return isEmpty ? otherwise(scope, binding) : text
  }
}

/** The scopes in which a body is bound, one after another: of a repeat, a `with`, or a section. */
export type ScopesOf = (scope: DataScope, binding: Binding) => Iterable<DataScope>

type Scoping = { readonly otherwise: readonly unknown[]; readonly at?: Position } & (
  | { readonly kind: 'repeat'; readonly items: Expression }
  | { readonly kind: 'scope'; readonly form: ScopeForm; readonly value: Expression }
)

export function compileScopes(part: Scoping, lexical: LexicalScope | undefined): ScopesOf {
  const expression = part.kind === 'repeat' ? part.items : part.value
  const at = expression.kind === 'constant' ? part.at : expression.at
  const evaluate: Evaluate = compileExpression(expression, lexical)
  const path = compileDataPath(expression, lexical)
  const form = part.kind === 'repeat' ? 'repeat' : part.form
  const mayBeMissing = form !== 'repeat' || part.otherwise.length > 0
  return (scope, binding) => {
    const value = evaluate(scope, binding)
    const context = { binding, expression, at, path, mayBeMissing }
    return form === 'repeat' ? eachItem(value, scope, context) : sectionScopes(value, form, scope, context)
  }
}

/** The list of a repeat or a section, where it is a path in the data. Evaluated without reporting missing values. */
export function compileList(
  part: Scoping,
  lexical: LexicalScope | undefined,
): ((scope: DataScope, binding: Binding) => readonly unknown[] | undefined) | undefined {
  const expression = part.kind === 'repeat' ? part.items : part.value
  if (expression.kind !== 'path' || (part.kind === 'scope' && part.form !== 'section')) return undefined
  const evaluate = compileExpression(expression, lexical)
  return (scope, binding) => {
    const value = evaluate(scope, binding)
    return Array.isArray(value) ? value : undefined
  }
}
