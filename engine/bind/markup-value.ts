// Compiles `{{{value}}}`, and helpers that give elements, to closures.
import type { TemplateNode } from '../template/template.ts'
import type { Binding } from './binding.ts'
import type { BoundNode } from './bound.ts'
import { compileDataPath } from './data-path.ts'
import { compileExpression, compileMissing, type Evaluate } from './evaluate.ts'
import type { LexicalScope } from './lexical-scope.ts'
import { Markup } from './markup.ts'
import { printValue } from './print.ts'
import { richNodes } from './rich.ts'
import type { DataScope } from './scope.ts'

export function compileMarkup(
  { value, isRich, at }: Extract<TemplateNode, { kind: 'markup' }>,
  lexical: LexicalScope | undefined,
): (scope: DataScope, binding: Binding) => readonly BoundNode[] {
  const evaluate: Evaluate = compileExpression(value, lexical)
  const missing = compileMissing(value, lexical)
  const path = compileDataPath(value, lexical)
  return (scope, binding) => {
    const result = evaluate(scope, binding)
    binding.enter(path, scope)
    if (result instanceof Markup) return result.nodes ?? richNodes(result.html ?? '', binding, at)
    if (result === undefined && missing !== undefined) binding.reportMissing(missing, scope)
    const text = printValue(result, binding, at)
    if (isRich) return richNodes(text, binding, at)
    return text === '' ? [] : [{ kind: 'text', text, at }]
  }
}
