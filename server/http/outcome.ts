// Maps outcomes of the renderer to results or API errors.

import type { Diagnostic } from '../../engine/index.ts'
import { ApiError, ClientGone, type ErrorCode, type FieldError } from '../errors.ts'
import type { Compiled, Failure, Previewed, Rendered } from '../pool/renderer.ts'
import { isLoss } from '../pool/warnings.ts'

/** Returns a successful outcome; throws the ApiError of a failure. With `isMerge`, errors name the part of the merge. */
export function resultOrThrow<T extends Rendered | Compiled | Previewed>(outcome: T | Failure, isMerge: boolean): T {
  switch (outcome.kind) {
    case 'rendered':
    case 'compiled':
    case 'previewed':
      // `T` is the success half of the union, which these kinds select.
      return outcome as T
    case 'input':
      throw inputError(outcome.problems, isMerge ? outcome.part : undefined)
    case 'missing':
      throw missingError(outcome.variables, isMerge ? outcome.part : undefined)
    case 'timeout':
      throw new ApiError('render_timeout', 'rendering took longer than allowed')
    case 'memory':
      throw new ApiError('limit_exceeded', 'rendering needs more memory than allowed')
    case 'quarantined':
      throw new ApiError(
        'template_error',
        'this template stopped the renderer repeatedly with this data, and both are refused for some minutes',
      )
    case 'overloaded':
      throw overloaded(outcome)
    case 'cancelled':
      throw new ClientGone()
    case 'bug':
      throw new Error(outcome.message)
  }
}

/** The same for a source in the request: errors name `source:3:14`, or a JSON pointer into an editor document, and hints stand apart. */
export function sourceResultOrThrow<T extends Rendered | Compiled | Previewed>(outcome: T | Failure): T {
  if (outcome.kind !== 'input') return resultOrThrow(outcome, false)
  const found = outcome.problems.filter((problem) => problem.severity === 'error')
  throw problemsError(found, found.map(sourceProblem))
}

/** A diagnostic of a source that a request carries; of rendering it, the path in the data where that alone is known. */
export function sourceProblem({ at, path, code, message, hint }: Diagnostic): FieldError {
  return { path: at === undefined ? (path ?? 'source') : placeInSource(at), code, message, ...(hint === undefined ? {} : { hint }) }
}

function placeInSource(at: Diagnostic['at']): string {
  if (at === undefined) return 'source'
  // A shared part has its own name.
  return at.kind === 'text' ? `${at.file ?? 'source'}:${at.line}:${at.column}` : at.pointer
}

/** A warning of a rendering. */
export interface RenderWarning extends FieldError {
  /** In the data `items[3].name`, else in the source `source:12:5`; in a merge behind `templates[1].`. */
  readonly path: string
}

export function renderWarning(warning: Diagnostic, isMerge: boolean): RenderWarning {
  const { code, at, path = placeInSource(at), part, count = 1 } = warning
  const message = `${warning.message.slice(0, LONGEST_MESSAGE)}${count === 1 ? '' : ` (as in ${count - 1} more values)`}`
  return { code, message, path: isMerge && part !== undefined ? `templates[${part}].${path}` : path }
}

/** Strict handling: throws when the document lacks something, with the warnings that say so. */
export function refuseLosses(warnings: readonly RenderWarning[]): void {
  const errors = warnings.filter(isLoss)
  const [first] = errors
  if (first === undefined) return
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  throw new ApiError('validation_failed', `${first.path}: ${first.message}${more}`, { errors: errors.slice(0, MOST_REFUSED) })
}

const MOST_REFUSED = 50
const LONGEST_MESSAGE = 500

export function overloaded({ secondsToWait, reason }: { readonly secondsToWait: number; readonly reason?: string }): ApiError {
  return new ApiError('overloaded', reason ?? 'too many renderings are waiting', { headers: { 'Retry-After': String(secondsToWait) } })
}

function inputError(problems: readonly Diagnostic[], part: number | undefined): ApiError {
  const found = problems.filter((problem) => problem.severity === 'error')
  return problemsError(
    found,
    found.map((problem): FieldError => ({ path: pathOf(problem, part), code: problem.code, message: describe(problem) })),
  )
}

function problemsError(found: readonly Diagnostic[], errors: readonly FieldError[]): ApiError {
  const first = errors[0]
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `
  return new ApiError(codeOf(found), `${where}${first?.message ?? 'the template cannot be used'}${more}`, { errors })
}

/** A template with both an error and an exceeded limit reports the error, which has to be fixed first. */
function codeOf(problems: readonly Diagnostic[]): ErrorCode {
  if (problems.length === 0 || problems.some((problem) => !problem.code.startsWith('limit-'))) return 'template_error'
  return problems.some((problem) => problem.code !== 'limit-depth') ? 'limit_exceeded' : 'too_deep'
}

function missingError(variables: readonly string[], part: number | undefined): ApiError {
  const prefix = part === undefined ? '' : `templates[${part}].`
  const errors = variables.map(
    (name): FieldError => ({ path: `${prefix}data.${name}`, code: 'missing_variable', message: `${prefix}data.${name} is missing` }),
  )
  return new ApiError('validation_failed', 'the data lacks variables of the template', { errors })
}

/** Such as `3:14`, in a shared part `footer.html:3:14`, `/content/0` or, in a merge, `templates[1]:3:14`. */
function pathOf({ at }: Diagnostic, part: number | undefined): string {
  const file = at?.kind === 'text' && at.file !== undefined ? `${at.file}:` : ''
  const place = at === undefined ? '' : at.kind === 'text' ? `${file}${at.line}:${at.column}` : at.pointer
  if (part === undefined) return place
  return place === '' ? `templates[${part}]` : `templates[${part}]:${place}`
}

function describe({ message, hint }: Diagnostic): string {
  return hint === undefined ? message : `${message} (${hint})`
}
