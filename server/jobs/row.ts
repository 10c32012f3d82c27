// Makes the document of one row and puts it where the job wants it.
import { type CancelSignal, HangUpSignal } from '../cancel-signal.ts'
import type { OutputFiles } from '../outputs/files.ts'
import type { Bucket } from '../outputs/open.ts'
import type { Outputs } from '../outputs/outputs.ts'
import { BrokenStream, type Failure, type Job, type JobPart, type Renderer, type Summary } from '../pool/renderer.ts'
import type { EndedRow, JobKey, MadeRow, RowFailure, WaitingRow } from '../store/jobs.ts'
import type { Store } from '../store/store.ts'
import type { JobSpec, JobTemplate } from './job.ts'
import { fileNameOf, objectIdOf } from './names.ts'
import type { JobCodec } from './stored.ts'

/** How a failure of a rendering reads for the caller. */
export type FailureReader = (failure: Failure) => RowFailure

/** Why a document is refused with strict handling; undefined when it lacks nothing. */
export type LossReader = (warnings: Summary['warnings']) => RowFailure | undefined

/** The assets that a template's renderings use at present. */
export type AssetsReader = (teamId: string, template: JobTemplate) => Promise<Job['assets']>

export interface RowTools {
  readonly store: Pick<Store, 'templateSource' | 'jobs'>
  readonly outputs: Outputs
  readonly renderer: Renderer
  readonly codec: JobCodec
  readonly bucket: Bucket | undefined
  readonly readFailure: FailureReader
  readonly readLosses: LossReader
  readonly readAssets: AssetsReader
  readonly publicUrl: () => string
  /** How long a job and its results live after its end, */
  readonly msLife: number
  /** and how long without any progress before it. */
  readonly msRunning: number
  /** A fault of the service, for the log. */
  readonly onBug: (key: JobKey, row: number, message: string) => void
}

export interface RowJob {
  readonly key: JobKey
  readonly spec: JobSpec
  readonly signal: CancelSignal
}

/** The renderer has no room, or the job is to stop: the row is to be made later, or never. */
export class NotNow extends Error {
  readonly secondsToWait: number

  constructor(secondsToWait: number) {
    super('a row cannot be rendered at present')
    this.secondsToWait = secondsToWait
  }
}

/** The template of a row, or the version that the job began with, has gone. */
export class TemplateGone extends Error {}

export const TEMPLATE_GONE: RowFailure = {
  code: 'template_not_found',
  message: 'the template, or the version that the job began with, was removed',
}

/** Strict handling, and the document lacks something. */
class Refused extends Error {
  readonly failure: RowFailure

  constructor(failure: RowFailure) {
    super(failure.message)
    this.failure = failure
  }
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export async function makeRow(job: RowJob, row: WaitingRow, tools: RowTools): Promise<EndedRow> {
  const { n, template } = row
  return { n, template, end: await endOf(job, row, tools) }
}

async function endOf(job: RowJob, row: WaitingRow, tools: RowTools): Promise<EndedRow['end']> {
  if (job.signal.aborted) throw new NotNow(0)
  const aborted = new HangUpSignal()
  const onAbort = (): void => aborted.abort()
  job.signal.addEventListener('abort', onAbort)
  try {
    return await render(job, row, { tools, aborted })
  } catch (thrown) {
    // Rendering is paused until somebody reads its pieces.
    aborted.abort()
    if (thrown instanceof BrokenStream) return failed(job, row, thrown.failure, tools)
    if (thrown instanceof Refused) return { kind: 'failed', ...thrown.failure }
    if (thrown instanceof TemplateGone) return { kind: 'failed', ...TEMPLATE_GONE }
    throw thrown
  } finally {
    job.signal.removeEventListener('abort', onAbort)
  }
}

async function render(
  job: RowJob,
  row: WaitingRow,
  { tools, aborted }: { readonly tools: RowTools; readonly aborted: CancelSignal },
): Promise<EndedRow['end']> {
  const outcome = await tools.renderer.render(await poolJob(job, [row], tools), aborted)
  if (outcome.kind === 'rendered') return place(job, row, { pieces: [outcome.pdf], summary: () => outcome, tools })
  if (outcome.kind === 'streaming') return place(job, row, { pieces: outcome.pieces, summary: outcome.summary, tools })
  return failed(job, row, outcome, tools)
}

/** A rendering of one row, or the merge of several. It runs when nobody waits for an answer. */
export async function poolJob({ key, spec }: RowJob, rows: readonly WaitingRow[], tools: RowTools): Promise<Job> {
  const templates = rows.map((row) => spec.templates[row.template]!)
  const assets = await tools.readAssets(key.teamId, templates[0]!)
  const source = async ({ hash }: JobPart): Promise<string> => {
    const template = templates.find((template) => template.hash === hash)
    const text = template && (await tools.store.templateSource(key.teamId, template.id, hash))
    if (text === undefined) throw new TemplateGone()
    return text
  }
  return {
    ...{
      teamId: key.teamId,
      kind: rows.length === 1 ? 'render' : 'merge',
      isStrict: spec.isStrict,
      mayStream: true,
      isBackground: true,
      source,
    },
    parts: rows.map(({ data }, i) => ({ ...partOf(templates[i]!), ...tools.codec.rowOf(data) })),
    ...(spec.attachments === undefined ? {} : { attachments: spec.attachments }),
    ...teamTaggingOf(templates[0]!),
    ...(spec.tagging === undefined ? {} : { tagging: spec.tagging }),
    ...(assets === undefined ? {} : { assets }),
  }
}

function partOf({ hash, type, tagging }: JobTemplate): Omit<JobPart, 'data'> {
  return { hash, type, ...(tagging?.template === undefined ? {} : { tagging: tagging.template }) }
}

/** All templates of a job are of one team. */
function teamTaggingOf({ tagging }: JobTemplate): Pick<Job, 'teamTagging'> {
  return tagging?.team === undefined ? {} : { teamTagging: tagging.team }
}

function failed({ key }: RowJob, { n }: WaitingRow, failure: Failure, { readFailure, onBug }: RowTools): EndedRow['end'] {
  if (failure.kind === 'overloaded') throw new NotNow(failure.secondsToWait)
  if (failure.kind === 'cancelled') throw new NotNow(0)
  if (failure.kind === 'bug') onBug(key, n, failure.message)
  return { kind: 'failed', ...readFailure(failure) }
}

interface Placed {
  readonly pieces: Pieces
  /** Callable after the last piece. */
  readonly summary: () => Summary
  readonly tools: RowTools
}

async function place({ key, spec }: RowJob, row: WaitingRow, placed: Placed): Promise<MadeRow> {
  const { summary, tools } = placed
  const pieces = spec.isStrict ? checked(placed) : placed.pieces
  const made = (more: { result?: string; outputId?: string } = {}): MadeRow => {
    const { pages, warningCount } = summary()
    return { kind: 'made', result: more.result, outputId: more.outputId, pages, warnings: warningCount }
  }
  if (spec.output === 'merged') {
    // All together could not be rendered. Alone it is only to be known whether it can be: all good rows are then rendered again as one document.
    for await (const _ of pieces);
    return made()
  }
  if (spec.output === 's3') {
    const { bucket } = tools
    if (bucket === undefined) throw new Error('a job writes to a bucket that is not configured')
    const id = objectIdOf(key, row.n)
    await writeObject(bucket.files, id, pieces)
    return made({ result: tools.codec.encrypt(bucket.prefix + id + bucket.ending) })
  }
  const fileName = fileNameOf(spec.templates[row.template]!.name, row.n)
  const { id, secret } = await tools.outputs.saveNamed(key.teamId, pieces, { fileName, msLife: tools.msRunning })
  if (spec.output === 'zip') return made({ outputId: id })
  return made({ outputId: id, result: tools.codec.encrypt(`${tools.publicUrl()}/d/${secret}`) })
}

/** The pieces, whose end fails when the document lacks something: then the file that they are written to is discarded. */
async function* checked({ pieces, summary, tools }: Placed): AsyncGenerator<Uint8Array, undefined> {
  yield* pieces
  const failure = tools.readLosses(summary().warnings)
  if (failure !== undefined) throw new Refused(failure)
}

/** An object of the same name is replaced: the row was rendered before, and its server died before it could say so. */
async function writeObject(files: OutputFiles, id: string, pieces: Pieces): Promise<void> {
  const writer = await files.create(id)
  try {
    for await (const piece of pieces) await writer.write(piece)
    await writer.finish()
  } catch (thrown) {
    await writer.discard().catch(() => {})
    throw thrown
  }
}
