// Compiles `{{{value}}}`, and helpers that give elements, to closures.
import type { TemplateNode } from '../template/template.ts'
import type { BoundNode } from './bound.ts'
import { compileDataPath } from './data-path.ts'
import { compileExpression, compileMissing, type Evaluate } from './evaluate.ts'
import type { LexicalScope } from './lexical-scope.ts'
import { Markup } from './markup.ts'
import { printValue } from './print.ts'
import { richNodes } from './rich.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'

export function compileMarkup(
  { value, isRich, at }: Extract<TemplateNode, { kind: 'markup' }>,
  lexical: LexicalScope | undefined,
): (scope: Scope, run: Run) => readonly BoundNode[] {
  const evaluate: Evaluate = compileExpression(value, lexical)
  const missing = compileMissing(value, lexical)
  const path = compileDataPath(value, lexical)
  return (scope, run) => {
    const result = evaluate(scope, run)
    run.enter(path, scope)
    if (result instanceof Markup) return result.nodes ?? richNodes(result.html ?? '', run, at)
    if (result === undefined && missing !== undefined) run.reportMissing(missing, scope)
    const text = printValue(result, run, at)
    if (isRich) return richNodes(text, run, at)
    return text === '' ? [] : [{ kind: 'text', text, at }]
  }
}
