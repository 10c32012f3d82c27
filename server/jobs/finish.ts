// The end of a job: its documents are put together, and its end is stored.
import type { Readable } from 'node:stream'
import { NEVER_CANCELLED } from '../cancel-signal.ts'
import { Unavailable } from '../errors.ts'
import { BrokenStream, type Failure, type Summary } from '../pool/renderer.ts'
import type { EndedRow, JobKey, JobRecord, RowFailure, WaitingRow } from '../store/jobs.ts'
import type { JobResult, JobSpec } from './job.ts'
import { fileNameOf } from './names.ts'
import { NotNow, poolJob, type RowJob, type RowTools, TEMPLATE_GONE, TemplateGone } from './row.ts'
import type { JobOutcome } from './stored.ts'
import { type ZippedFile, zipOf } from './zip.ts'

/** Rows that are read at a time. */
const BATCH = 500
/** Far longer than a file of all documents takes to write: until then the sweeper leaves it alone. */
const MS_TO_WRITE = 3_600_000

const NOTHING_MADE: RowFailure = { code: 'validation_failed', message: 'no row could be rendered' }

/** The rows cannot be rendered into one document. */
export class FailedMerge extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`rows could not be merged: ${failure.kind}`)
    this.failure = failure
  }
}

/** They can, and with strict handling the document lacks something. */
export class RefusedMerge extends Error {
  readonly failure: RowFailure

  constructor(failure: RowFailure) {
    super(failure.message)
    this.failure = failure
  }
}

export interface Assembled {
  readonly outcome: JobOutcome
  /** The file of all documents. */
  readonly outputId?: string
}

/** Returns the state that the job has ended in; undefined when another server has ended it, or its caller. */
export async function finishJob(record: JobRecord, now: number, tools: RowTools): Promise<'done' | 'failed' | undefined> {
  const spec = tools.codec.specOf(record.spec)
  return endJob(record, await assemble(record, spec, tools), now, tools)
}

/** Stores the end of a job whose rows have all ended; its file goes when somebody else has ended it. */
export async function endJob(
  record: JobRecord,
  { outcome, outputId }: Assembled,
  now: number,
  tools: RowTools,
): Promise<'done' | 'failed' | undefined> {
  const spec = tools.codec.specOf(record.spec)
  const state = outcome.error === undefined ? 'done' : 'failed'
  const isEnded = await tools.store.jobs.end(record, {
    ...{ state, outcome: tools.codec.outcome(outcome), expiresAt: now + tools.msLife },
    dropsOutputs: spec.output === 'zip',
    callbackAt: spec.callback === undefined ? undefined : now,
  })
  if (isEnded) return state
  if (outputId !== undefined) await tools.outputs.remove(record.teamId, outputId)
  return undefined
}

async function assemble(record: JobRecord, spec: JobSpec, tools: RowTools): Promise<Assembled> {
  if (record.done === 0) return { outcome: { error: NOTHING_MADE } }
  if (spec.output === 'url' || spec.output === 's3') return { outcome: {} }
  try {
    return await (spec.output === 'zip' ? zip(record, spec, tools) : merge(record, spec, tools))
  } catch (thrown) {
    // What may pass is tried again.
    if (thrown instanceof Unavailable || thrown instanceof NotNow) throw thrown
    if (thrown instanceof TemplateGone) return { outcome: { error: TEMPLATE_GONE } }
    if (thrown instanceof FailedMerge) return { outcome: { error: failureOf(record, thrown.failure, tools) } }
    tools.onBug(record, -1, String(thrown))
    return { outcome: { error: { code: 'internal_error', message: 'an unexpected error occurred' } } }
  }
}

async function zip(record: JobRecord, spec: JobSpec, tools: RowTools): Promise<Assembled> {
  const files: ZippedFile[] = []
  for await (const { n, template, end } of allRows(record, tools)) {
    const id = end.kind === 'made' ? end.outputId : undefined
    if (id === undefined) continue
    const open = async (): Promise<Readable> => (await tools.outputs.kept(record.teamId, id)).content
    files.push({ path: fileNameOf(spec.templates[template]!.name, n), open })
  }
  return save(record, { pieces: zipOf(files, record.createdAt), fileName: 'documents.zip', result: () => ({}) }, tools)
}

async function merge(record: JobRecord, spec: JobSpec, tools: RowTools): Promise<Assembled> {
  const job: RowJob = { key: record, spec, signal: NEVER_CANCELLED }
  return mergeRows(record, job, await keptRows(record, tools), { tools })
}

/** The rows that were made and are still to be merged, in order. */
export async function keptRows(key: JobKey, { store }: Pick<RowTools, 'store'>): Promise<WaitingRow[]> {
  const rows: WaitingRow[] = []
  for (let after = -1; ; after = rows.at(-1)!.n) {
    const more = await store.jobs.keptRows(key, after, BATCH)
    rows.push(...more)
    if (more.length < BATCH) return rows
  }
}

interface MergeTools {
  readonly tools: RowTools
  readonly onProgress?: (parts: number) => void
  /** Returns why the document is not to be kept, once it is complete. */
  readonly refuse?: (warnings: Summary['warnings']) => RowFailure | undefined
}

/** Renders rows into one file. Throws a `FailedMerge` when that fails. */
export async function mergeRows(key: JobKey, job: RowJob, rows: readonly WaitingRow[], merging: MergeTools): Promise<Assembled> {
  const { tools, onProgress, refuse } = merging
  const request = { ...(await poolJob(job, rows, tools)), kind: 'merge', ...(onProgress === undefined ? {} : { onProgress }) } as const
  const outcome = await tools.renderer.render(request, job.signal)
  if (outcome.kind !== 'rendered' && outcome.kind !== 'streaming') throw new FailedMerge(outcome)
  const summary = outcome.kind === 'rendered' ? (): Summary => outcome : outcome.summary
  const pieces = outcome.kind === 'rendered' ? [outcome.pdf] : outcome.pieces
  const result = (): JobResult => {
    const { pages, warningCount } = summary()
    return { pages, warnings: warningCount }
  }
  const checked = async function* (): AsyncGenerator<Uint8Array, undefined> {
    yield* pieces
    const failure = refuse?.(summary().warnings)
    if (failure !== undefined) throw new RefusedMerge(failure)
  }
  try {
    return await save(key, { pieces: checked(), fileName: 'merged.pdf', result }, tools)
  } catch (thrown) {
    throw thrown instanceof BrokenStream ? new FailedMerge(thrown.failure) : thrown
  }
}

interface WholeFile {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  readonly fileName: string
  /** Callable after the last piece. */
  readonly result: () => JobResult
}

async function save({ teamId }: JobKey, { pieces, fileName, result }: WholeFile, tools: RowTools): Promise<Assembled> {
  const { id, secret } = await tools.outputs.saveNamed(teamId, pieces, { fileName, msLife: tools.msLife, msToWrite: MS_TO_WRITE })
  return { outcome: { result: { url: `${tools.publicUrl()}/d/${secret}`, ...result() } }, outputId: id }
}

export function failureOf(record: JobKey, failure: Failure, { readFailure, onBug }: RowTools): RowFailure {
  if (failure.kind === 'overloaded') throw new NotNow(failure.secondsToWait)
  if (failure.kind === 'cancelled') throw new NotNow(0)
  if (failure.kind === 'bug') onBug(record, -1, failure.message)
  return readFailure(failure)
}

/** The rows that have ended, in order. */
export async function* allRows(key: JobKey, { store }: Pick<RowTools, 'store'>): AsyncGenerator<EndedRow, undefined> {
  for (let after = -1; ; ) {
    const rows = await store.jobs.endedRows(key, after, BATCH)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last.n
  }
}
