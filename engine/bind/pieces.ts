// Texts with placeholders in pieces, each with the path of its value. Bound anew, and only when a warning needs to know which value a character is of.
import type { PrintedText } from '../diagnostic.ts'
import type { Expression, Text, TextPart } from '../template/template.ts'
import type { Binding } from './binding.ts'
import { compileDataPath } from './data-path.ts'
import { compilePrint, compileTest } from './evaluate.ts'
import type { LexicalScope } from './lexical-scope.ts'
import type { DataScope } from './scope.ts'
import { compileScopes } from './text.ts'

/** The pieces of a text in a scope. */
export type Pieces = (scope: DataScope, binding: Binding) => Iterable<PrintedText>

/** Compiled when first needed, which is hardly ever. */
export function compilePieces(text: Text, lexical: LexicalScope | undefined): Pieces {
  if (typeof text === 'string') return () => [{ text, path: undefined }]
  let compiled: Pieces | undefined
  return (scope, binding) => (compiled ??= compileParts(text, lexical))(scope, binding)
}

function compileParts(parts: readonly TextPart[], lexical: LexicalScope | undefined): Pieces {
  const compiled = parts.map((part) => compilePart(part, lexical))
  return function* (scope, binding) {
    for (const pieces of compiled) yield* pieces(scope, binding)
  }
}

function compilePart(part: TextPart, lexical: LexicalScope | undefined): Pieces {
  if (part.kind === 'literal') return () => [{ text: part.text, path: undefined }]
  if (part.kind === 'value') return compileValue(part.value, lexical)
  const otherwise = compileParts(part.otherwise, lexical)
  if (part.kind === 'condition') {
    const test = compileTest(part.test, part.isNegated, lexical)
    const body = compileParts(part.body, lexical)
    return (scope, binding) => (test(scope, binding) ? body(scope, binding) : otherwise(scope, binding))
  }
  const body = compileParts(part.body, { parameters: part.names, parent: lexical })
  const scopesOf = compileScopes(part, lexical)
  return function* (scope, binding) {
    let isEmpty = true
    for (const inner of scopesOf(scope, binding)) {
      isEmpty = false
      yield* body(inner, binding)
    }
    if (isEmpty) yield* otherwise(scope, binding)
  }
}

/** Of a call, its arguments where its result shows them as they are; else the result, with the path of the first argument that has one. */
function compileValue(expression: Expression, lexical: LexicalScope | undefined): Pieces {
  const print = compilePrint(expression, lexical)
  const path = compileDataPath(expression, lexical)
  const whole = (scope: DataScope, binding: Binding): PrintedText => ({ text: print(scope, binding), path: path?.(scope) || undefined })
  if (expression.kind !== 'call' || expression.positional.length < 2) return (scope, binding) => [whole(scope, binding)]
  const parts = expression.positional.map((argument) => compileValue(argument, lexical))
  return (scope, binding) => {
    const result = whole(scope, binding)
    const shown = parts.flatMap((pieces) => [...pieces(scope, binding)]).filter(({ text }) => text !== '' && result.text.includes(text))
    return shown.some((piece) => piece.path !== undefined) ? shown : [result]
  }
}
