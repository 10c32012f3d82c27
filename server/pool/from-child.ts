// What a rendering process may say, and when. It has read what strangers sent, so that any frame may come of it: each is taken apart and made anew of
// what belongs there. Throws where something does not, and then the process is ended.
import type { Diagnostic, Position, Variable } from '../../engine/index.ts'
import type { Frame } from './frames.ts'
import type { ChildFailure, FromChild, StopReason, ToChild } from './protocol.ts'

/** What the process was asked and told so far. */
export interface ProtocolState {
  readonly isReady: boolean
  /** Absent while it has none. */
  readonly job: Extract<ToChild, { kind: 'job' | 'compile' }> | undefined
  /** Sources it was sent for this job. */
  readonly sent: ReadonlySet<string>
  readonly stop: StopReason | undefined
  /** What may come with the answer of a job that may be sent in pieces. */
  readonly mostWhole: number
}

const MOST_PROBLEMS = 1000
const MOST_VARIABLES = 1_000_000

export function fromChild({ header, body }: Frame, asked: ProtocolState): FromChild {
  const { kind } = header
  if (kind === 'ready') {
    check(!asked.isReady && body.length === 0, 'it was ready before')
    return { kind }
  }
  const { job } = asked
  check(job !== undefined && header['id'] === job.id, 'an answer to no question')
  const { id } = job
  if (kind === 'failed') return { kind, id, failure: failureOf(objectOf(header['failure']), asked) }
  if (job.kind === 'compile') {
    check(kind === 'compiled' && body.length === 0, 'no answer to a compile job')
    return { kind, id, variables: listOf(header['variables'], MOST_VARIABLES).map(variableOf), warnings: problemsOf(header['warnings']) }
  }
  if (kind === 'need') return { kind, id, hashes: neededHashes(header['hashes'], job, asked.sent) }
  if (kind === 'piece') {
    check(job.mayStream && body.length > 0, 'a piece that nobody asked for')
    return { kind, id }
  }
  check(kind === 'rendered', 'a frame of an unknown kind')
  check(!job.mayStream || body.length <= asked.mostWhole, 'a document that should have come in pieces')
  return {
    kind,
    id,
    pages: countOf(header['pages']),
    warningCount: countOf(header['warningCount']),
    warnings: problemsOf(header['warnings']),
  }
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`a rendering process said what it cannot have to say: ${what}`)
}

type Fields = Readonly<Record<string, unknown>>

function objectOf(value: unknown): Fields {
  check(typeof value === 'object' && value !== null && !Array.isArray(value), 'no object')
  return value as Fields // of JSON
}

function listOf(value: unknown, most: number): readonly unknown[] {
  check(Array.isArray(value) && value.length <= most, 'no list')
  return value
}

function textOf(value: unknown): string {
  check(typeof value === 'string', 'no text')
  return value
}

function countOf(value: unknown): number {
  check(Number.isSafeInteger(value) && (value as number) >= 0, 'no count')
  return value as number // just checked
}

/** Of this job, and each once: a process could have the store asked without end. */
function neededHashes(value: unknown, job: Extract<ToChild, { kind: 'job' }>, sent: ReadonlySet<string>): readonly string[] {
  const hashes = listOf(value, job.parts.length).map(textOf)
  const known = new Set(job.parts.map(({ hash }) => hash))
  check(hashes.length > 0 && new Set(hashes).size === hashes.length, 'it needs nothing')
  check(
    hashes.every((hash) => known.has(hash) && !sent.has(hash)),
    'it needs what is not of its job, or what it was sent',
  )
  return hashes
}

function failureOf(failure: Fields, { job, stop }: ProtocolState): ChildFailure {
  const { kind } = failure
  if (kind === 'memory') return { kind }
  if (kind === 'bug') return { kind, message: textOf(failure['message']) }
  if (kind === 'timeout' || kind === 'cancelled') {
    check(stop === kind, 'it was not told to stop')
    return { kind }
  }
  if (kind === 'input') {
    const problems = problemsOf(failure['problems'])
    check(
      problems.some(({ severity }) => severity === 'error'),
      'no error in a failure',
    )
    return { kind, part: failure['part'] === undefined ? undefined : partOf(failure['part'], job), problems }
  }
  check(kind === 'missing' && job?.kind === 'job' && job.isStrict, 'a failure of an unknown kind')
  const variables = listOf(failure['variables'], MOST_PROBLEMS).map(textOf)
  check(variables.length > 0, 'nothing is missing')
  return { kind, part: partOf(failure['part'], job), variables }
}

function partOf(value: unknown, job: ProtocolState['job']): number {
  const part = countOf(value)
  check(part < (job?.kind === 'job' ? job.parts.length : 1), 'no part of the job')
  return part
}

const TYPES: readonly unknown[] = ['string', 'array', 'object'] satisfies readonly Variable['type'][]

function variableOf(value: unknown): Variable {
  const { name, type } = objectOf(value)
  check(TYPES.includes(type), 'no type of a variable')
  return { name: textOf(name), type: type as Variable['type'] } // just checked
}

function problemsOf(value: unknown): readonly Diagnostic[] {
  return listOf(value, MOST_PROBLEMS).map(problemOf)
}

function problemOf(value: unknown): Diagnostic {
  const { code, severity, message, hint, at } = objectOf(value)
  check(typeof code === 'string' && /^[a-z]+(?:-[a-z]+)*$/.test(code) && code.length <= 40, 'no code of a diagnostic')
  check(severity === 'error' || severity === 'warning', 'no severity')
  return {
    // The list of codes is the engine's own; whatever else has their form does no harm.
    code: code as Diagnostic['code'],
    severity,
    message: textOf(message),
    ...(hint === undefined ? {} : { hint: textOf(hint) }),
    ...(at === undefined ? {} : { at: positionOf(objectOf(at)) }),
  }
}

function positionOf({ kind, line, column, pointer }: Fields): Position {
  if (kind === 'text') return { kind, line: countOf(line), column: countOf(column) }
  check(kind === 'pointer', 'no position')
  return { kind, pointer: textOf(pointer) }
}
