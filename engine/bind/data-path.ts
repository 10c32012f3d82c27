// Where a value stands in the data, for warnings: `items[3].name`. Worked out only when there is something to report.
import type { Expression, TextPart } from '../template/template.ts'
import { findParameter, type LexicalScope } from './lexical-scope.ts'
import { type DataScope, hasField, outer } from './scope.ts'

/** The path of a value in the data, as seen from a scope; undefined when it is computed, or nowhere in the data. */
export type DataPath = (scope: DataScope) => string | undefined

/** Longer paths are cut: names of fields come from the data. */
const LONGEST = 200

/** Of a call it is the path of its first argument that has one. */
export function compileDataPath(expression: Expression, lexical: LexicalScope | undefined): DataPath | undefined {
  if (expression.kind === 'constant') return undefined
  if (expression.kind === 'call') {
    for (const argument of expression.positional) {
      const path = compileDataPath(argument, lexical)
      if (path !== undefined) return path
    }
    return undefined
  }
  const { source, depth, segments } = expression
  if (source === 'local') return undefined
  if (source === 'root') return () => below('', segments)
  if (source === 'this') return (scope) => below(pathOfScope(outer(scope, depth)), segments)
  const [head = '', ...tail] = segments
  const parameter = depth === 0 ? findParameter(head, lexical) : undefined
  if (parameter === undefined) return (scope) => below(pathOfScope(ownerOf(head, outer(scope, depth))), segments)
  if (parameter.position > 0) return undefined
  return (scope) => below(pathOfScope(outer(scope, parameter.distance)), tail)
}

/** The path of the first placeholder in a text. */
export function compileTextPath(text: string | readonly TextPart[], lexical: LexicalScope | undefined): DataPath | undefined {
  if (typeof text === 'string') return undefined
  for (const part of text) {
    const path = part.kind === 'value' ? compileDataPath(part.value, lexical) : undefined
    if (path !== undefined) return path
  }
  return undefined
}

/** The path of the value that a scope entered. */
export function pathOfScope(scope: DataScope): string | undefined {
  const { parent, entry, row } = scope
  if (parent === undefined) return ''
  const entered = entry?.(parent)
  return row === undefined ? entered : below(entered, [row.key])
}

/** `path` and the names or indexes below it. */
export function below(path: string | undefined, segments: readonly (string | number)[]): string | undefined {
  if (path === undefined) return undefined
  let whole = path
  for (const segment of segments) {
    if (typeof segment === 'number' || /^\d+$/.test(segment)) whole += `[${segment}]`
    else if (/^[^\s.[\]"]+$/.test(segment)) whole += whole === '' ? segment : `.${segment}`
    else whole += `[${JSON.stringify(segment)}]`
  }
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole
}

/** The innermost scope that has the field; where none has it, the innermost of all, which lacks it. */
function ownerOf(name: string, scope: DataScope): DataScope {
  for (let at: DataScope | undefined = scope; at !== undefined; at = at.parent) if (hasField(at.value, name)) return at
  return scope
}
