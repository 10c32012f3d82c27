// The end of a job: its documents are put together, and its end is stored.
import type { Readable } from 'node:stream'
import { NEVER_CANCELLED } from '../cancel-signal.ts'
import { Unavailable } from '../errors.ts'
import { BrokenStream, type Failure } from '../pool/renderer.ts'
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

interface Assembled {
  readonly outcome: JobOutcome
  /** The file of all documents. */
  readonly outputId?: string
}

/** Returns the state that the job has ended in; undefined when another server has ended it, or its caller. */
export async function finishJob(record: JobRecord, now: number, tools: RowTools): Promise<'done' | 'failed' | undefined> {
  const spec = tools.codec.specOf(record.spec)
  const { outcome, outputId } = await assemble(record, spec, tools)
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
    if (thrown instanceof BrokenStream) return { outcome: { error: failureOf(record, thrown.failure, tools) } }
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
  const rows: WaitingRow[] = []
  for (let after = -1; ; after = rows.at(-1)!.n) {
    const more = await tools.store.jobs.keptRows(record, after, BATCH)
    rows.push(...more)
    if (more.length < BATCH) break
  }
  const job: RowJob = { key: record, spec, signal: NEVER_CANCELLED }
  const outcome = await tools.renderer.render({ ...(await poolJob(job, rows, tools)), kind: 'merge' }, NEVER_CANCELLED)
  const fileName = 'merged.pdf'
  if (outcome.kind === 'rendered') {
    const { pages, warningCount } = outcome
    return save(record, { pieces: [outcome.pdf], fileName, result: () => ({ pages, warnings: warningCount }) }, tools)
  }
  if (outcome.kind !== 'streaming') return { outcome: { error: failureOf(record, outcome, tools) } }
  const result = (): JobResult => {
    const { pages, warningCount } = outcome.summary()
    return { pages, warnings: warningCount }
  }
  return save(record, { pieces: outcome.pieces, fileName, result }, tools)
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

function failureOf(record: JobRecord, failure: Failure, { readFailure, onBug }: RowTools): RowFailure {
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
