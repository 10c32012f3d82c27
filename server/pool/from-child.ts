// Validates the messages of a worker. A worker that was taken over by its input may send anything: each message is rebuilt from checked fields, and must be one
// that the protocol allows at this moment. Throws otherwise, and the worker is killed.
import type { Diagnostic, ElementBox, Position, Variable } from '../../engine/index.ts'
import type { Frame } from './frames.ts'
import { MOST_PLACED_BOXES, MOST_PLACES, NUMBERS_A_BOX, type Places } from './places.ts'
import { MOST_BOXES } from './preview.ts'
import { type ChildFailure, type FromChild, MOST_ASSETS, type StopReason, type ToChild } from './protocol.ts'
import type { DataForm, PreviewNotes } from './renderer.ts'

type JobMessage = Extract<ToChild, { kind: 'job' | 'compile' | 'examine' }>

/** What the server has sent to the worker and received from it so far. */
export interface ProtocolState {
  readonly isReady: boolean
  /** The current job; absent while the worker is idle. */
  readonly job: JobMessage | undefined
  /** Hashes of the sources that were sent for this job. */
  readonly sent: ReadonlySet<string>
  /** The manifest of assets was sent for this job. */
  readonly hasManifest: boolean
  /** Hashes of the assets that were sent for this job. */
  readonly sentAssets: ReadonlySet<string>
  readonly stop: StopReason | undefined
  /** Parts of the job that it has said to be painted. */
  readonly parts: number
  /** Most bytes that come with the answer of a job that may be sent in pieces. */
  readonly mostWhole: number
}

const MOST_PROBLEMS = 1000
const MOST_VARIABLES = 1_000_000

export function fromChild({ header, body }: Frame, state: ProtocolState): FromChild {
  const { kind } = header
  if (kind === 'ready') {
    check(!state.isReady && body.length === 0, 'ready was sent before')
    return { kind }
  }
  const { job } = state
  check(job !== undefined && header['id'] === job.id, 'an answer without its job')
  const { id } = job
  if (kind === 'failed') return { kind, id, failure: failureOf(objectOf(header['failure']), state) }
  if (job.kind === 'examine') {
    check(kind === 'examined' && body.length === 0, 'not an answer to an examination')
    return { kind, id, ...(header['problem'] === undefined ? {} : { problem: problemOf(header['problem']) }) }
  }
  if (kind === 'need-manifest') {
    check(job.assets !== undefined && !state.hasManifest && body.length === 0, 'it needs a manifest that is not there, or was sent')
    return { kind, id }
  }
  if (kind === 'need-assets') return { kind, id, hashes: neededAssets(header['hashes'], job, state.sentAssets) }
  if (job.kind === 'compile') {
    check(kind === 'compiled' && body.length === 0, 'not an answer to a compile job')
    const variables = listOf(header['variables'], MOST_VARIABLES).map(variableOf)
    return { kind, id, variables, assets: listOf(header['assets'], MOST_ASSETS).map(textOf), warnings: problemsOf(header['warnings']) }
  }
  if (kind === 'need') return { kind, id, hashes: neededHashes(header['hashes'], job, state.sent) }
  if (kind === 'progress') return { kind, id, parts: progressOf(header['parts'], job, state.parts) }
  if (kind === 'piece') {
    check(job.mayStream && body.length > 0, 'a piece of a job that is sent as a whole')
    return { kind, id }
  }
  check(kind === 'rendered', 'a frame of an unknown kind')
  check(!job.mayStream || body.length <= state.mostWhole, 'a whole document that should have come in pieces')
  return {
    kind,
    id,
    pages: countOf(header['pages']),
    warningCount: countOf(header['warningCount']),
    warnings: problemsOf(header['warnings']),
    ...(job.task === 'preview' ? { preview: previewOf(objectOf(header['preview'])) } : {}),
  }
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`a worker broke the protocol: ${what}`)
}

type Fields = Readonly<Record<string, unknown>>

function objectOf(value: unknown): Fields {
  check(typeof value === 'object' && value !== null && !Array.isArray(value), 'not an object')
  return value as Fields // of JSON, and just checked
}

function listOf(value: unknown, most: number): readonly unknown[] {
  check(Array.isArray(value) && value.length <= most, 'not a list, or one that is too long')
  return value
}

function textOf(value: unknown): string {
  check(typeof value === 'string', 'not a string')
  return value
}

function countOf(value: unknown): number {
  check(typeof value === 'number' && Number.isSafeInteger(value) && value >= 0, 'not a count')
  return value
}

/** Only of this job, and each once: otherwise a worker could make the server query the store without end. */
function neededHashes(value: unknown, job: Extract<ToChild, { kind: 'job' }>, sent: ReadonlySet<string>): readonly string[] {
  const hashes = listOf(value, job.parts.length).map(textOf)
  const known = new Set(job.parts.map(({ hash }) => hash))
  check(hashes.length > 0 && new Set(hashes).size === hashes.length, 'it needs no source, or one twice')
  check(
    hashes.every((hash) => known.has(hash) && !sent.has(hash)),
    'it needs a source of another job, or one that was sent',
  )
  return hashes
}

/** Each once. The server looks them up among those of the job's team. */
function neededAssets(value: unknown, { assets }: Exclude<JobMessage, { kind: 'examine' }>, sent: ReadonlySet<string>): readonly string[] {
  const hashes = listOf(value, MOST_ASSETS).map(textOf)
  check(
    assets !== undefined && hashes.length > 0 && sent.size + hashes.length <= MOST_ASSETS,
    'it needs assets, and the job has none or fewer',
  )
  check(new Set(hashes).size === hashes.length, 'it needs an asset twice')
  check(
    hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash) && !sent.has(hash)),
    'it needs an asset that was sent, or something else',
  )
  return hashes
}

function failureOf(failure: Fields, { job, stop }: ProtocolState): ChildFailure {
  const { kind } = failure
  if (kind === 'memory') return { kind }
  if (kind === 'bug') return { kind, message: textOf(failure['message']) }
  if (kind === 'timeout' || kind === 'cancelled') {
    check(stop === kind, 'it was not asked to stop')
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
  check(variables.length > 0, 'no variable is missing')
  return { kind, part: partOf(failure['part'], job), variables }
}

/** Always more than before: so the messages are fewer than the parts. */
function progressOf(value: unknown, job: Extract<ToChild, { kind: 'job' }>, before: number): number {
  const parts = countOf(value)
  check(job.reportsParts === true && parts > before && parts <= job.parts.length, 'progress that was not asked for, or is none')
  return parts
}

function partOf(value: unknown, job: ProtocolState['job']): number {
  const part = countOf(value)
  check(part < (job?.kind === 'job' ? job.parts.length : 1), 'not a part of the job')
  return part
}

function previewOf({ variables, diagnostics, boxes, places, dataForm }: Fields): PreviewNotes {
  return {
    variables: listOf(variables, MOST_VARIABLES).map(variableOf),
    diagnostics: problemsOf(diagnostics),
    ...(boxes === undefined ? {} : { boxes: listOf(boxes, MOST_BOXES).map(boxOf) }),
    ...(places === undefined ? {} : { places: placesOf(objectOf(places)) }),
    ...(dataForm === undefined ? {} : { dataForm: dataFormOf(dataForm) }),
  }
}

function dataFormOf(value: unknown): DataForm {
  const { schema, sample } = objectOf(value)
  return { schema: objectOf(schema), sample: objectOf(sample) }
}

function boxOf(value: unknown): ElementBox {
  const { path, id, page, x, y, width, height } = objectOf(value)
  const place = { page: countOf(page), x: lengthOf(x), y: lengthOf(y), width: lengthOf(width), height: lengthOf(height) }
  return { path: textOf(path), ...(id === undefined ? {} : { id: textOf(id) }), ...place }
}

function placesOf({ at, spans, first, boxes }: Fields): Places {
  const texts = listOf(at, MOST_PLACES).map(textOf)
  const pages = listOf(spans, 2 * MOST_PLACES).map(countOf)
  check(pages.length === 2 * texts.length, 'a place without its pages')
  let count = 0
  const byPage = listOf(boxes, MOST_PLACED_BOXES).map((list) => {
    const numbers = listOf(list, NUMBERS_A_BOX * MOST_PLACED_BOXES).map(lengthOf)
    count += numbers.length
    check(numbers.length % NUMBERS_A_BOX === 0, 'a box that is not whole')
    return numbers
  })
  check(count <= NUMBERS_A_BOX * MOST_PLACED_BOXES, 'more boxes than are sent')
  return { at: texts, spans: pages, first: countOf(first), boxes: byPage }
}

function lengthOf(value: unknown): number {
  check(typeof value === 'number' && Number.isFinite(value), 'not a length')
  return value
}

const TYPES: readonly unknown[] = ['string', 'array', 'object'] satisfies readonly Variable['type'][]

function variableOf(value: unknown): Variable {
  const { name, type } = objectOf(value)
  check(TYPES.includes(type), 'not a type of a variable')
  return { name: textOf(name), type: type as Variable['type'] } // just checked
}

function problemsOf(value: unknown): readonly Diagnostic[] {
  return listOf(value, MOST_PROBLEMS).map(problemOf)
}

function problemOf(value: unknown): Diagnostic {
  const { code, severity, message, hint, at, path, part, count } = objectOf(value)
  check(typeof code === 'string' && /^[a-z]+(?:-[a-z]+)*$/.test(code) && code.length <= 40, 'not a code of a diagnostic')
  check(severity === 'error' || severity === 'warning', 'not a severity')
  return {
    // Only the form is checked: an unknown code does no harm.
    code: code as Diagnostic['code'],
    severity,
    message: textOf(message),
    ...(hint === undefined ? {} : { hint: textOf(hint) }),
    ...(at === undefined ? {} : { at: positionOf(objectOf(at)) }),
    ...(path === undefined ? {} : { path: textOf(path) }),
    ...(part === undefined ? {} : { part: countOf(part) }),
    ...(count === undefined ? {} : { count: countOf(count) }),
  }
}

function positionOf({ kind, line, column, file, pointer }: Fields): Position {
  if (kind === 'text') return { kind, line: countOf(line), column: countOf(column), ...(file === undefined ? {} : { file: textOf(file) }) }
  check(kind === 'pointer', 'not a position')
  return { kind, pointer: textOf(pointer) }
}
