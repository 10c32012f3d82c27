// What all routes that render share: admission, delivery, and the run through call recorder and pool.
import type { CancelSignal } from '../cancel-signal.ts'
import { ApiError } from '../errors.ts'
import { BrokenStream, type Failure, type Job, type JobPart, type Rendered, type Summary } from '../pool/renderer.ts'
import type { TemplateRecord } from '../store/store.ts'
import type { TokenScope } from '../tokens.ts'
import { teamOf } from './access.ts'
import type { JsonBody } from './body.ts'
import type { AppDeps } from './deps.ts'
import type { RouteExchange } from './exchange.ts'
import type { CallResult, CallSummary } from './idempotency.ts'
import { preferred } from './negotiate.ts'
import { refuseLosses, renderWarning, resultOrThrow, sourceResultOrThrow } from './outcome.ts'
import { type Delivery, sendResult } from './render-response.ts'
import { templateNotFound } from './template-errors.ts'

/** Throws while the renderer refuses jobs of the team: before the body is read, since reading it would take processor time from renderings. */
export function admit(ctx: RouteExchange, { renderer, isDraining }: AppDeps, ...scopes: readonly [TokenScope, ...TokenScope[]]): string {
  const teamId = teamOf(ctx, ...scopes)
  // During shutdown the connection closes after the response, which is only safe once the body has been read.
  const refusal = isDraining() ? undefined : renderer.refusal(teamId)
  if (refusal !== undefined) resultOrThrow(refusal, false)
  return teamId
}

export function formatFor(ctx: RouteExchange, output: 'pdf' | 'url'): Delivery['format'] {
  if (output === 'url') return 'url'
  const format = preferred(ctx.headers.accept)
  if (format === undefined) throw new ApiError('not_acceptable', 'the answer is application/pdf or application/json')
  return format
}

/**
 * A streamed response has no Content-Length, and HTTP/1.0 has no chunked encoding to mark its end. Strict handling waits for the end: whether it refuses
 * the document is known only then.
 */
export function mayStream({ req }: RouteExchange, format: Delivery['format'], isStrict: boolean): boolean {
  return format === 'url' || (req.httpVersion !== '1.0' && !isStrict)
}

export function partOf(template: TemplateRecord, data: Uint8Array): JobPart {
  return { hash: template.hash, type: template.type, data, tagging: template.tagging.template }
}

/** Reads the source of a part's template when the renderer does not hold it compiled. */
export function sourceReader({ store }: AppDeps, teamId: string, templates: readonly TemplateRecord[]): (part: JobPart) => Promise<string> {
  return async ({ hash }) => {
    const template = templates.find((template) => template.hash === hash)
    const source = template && (await store.templateSource(teamId, template.id, hash))
    // Removed, or replaced by so many versions that this one is gone, since the lookup a moment ago.
    if (source === undefined) throw templateNotFound()
    return source
  }
}

interface Rendering {
  readonly job: Job
  readonly body: JsonBody
  readonly delivery: Delivery
  /** With the body, what a request under an Idempotency-Key must repeat; absent: the path of the request. */
  readonly path?: string
}

export async function renderAndSend(ctx: RouteExchange, deps: AppDeps, { job, body, delivery, path = ctx.path }: Rendering): Promise<void> {
  const key = ctx.get('Idempotency-Key') || undefined
  if (delivery.templateId !== undefined) ctx.state.template = delivery.templateId
  const check = job.isStrict ? { check: refuseLosses } : {}
  const call = { teamId: job.teamId, templateId: delivery.templateId, key, path, body: body.bytes, ...check }
  const { result, isReplayed } = await deps.recorder.record(call, () => renderJob(job, delivery, ctx.state.signal, deps))
  if (isReplayed) ctx.state.rawHeaders.push('Idempotency-Replayed', 'true')
  sendResult(ctx, result, delivery, deps)
}

async function renderJob(job: Job, { format, fileName, templateId }: Delivery, signal: CancelSignal, deps: AppDeps): Promise<CallResult> {
  const started = performance.now()
  const onEnd = (): void => {
    if (job.kind === 'render' && templateId !== undefined) deps.onRendered(templateId, performance.now() - started)
  }
  const resultOf: ResultOf = (outcome) =>
    templateId === undefined ? sourceResultOrThrow(outcome) : resultOrThrow(outcome, job.kind === 'merge')
  const summaryOf = ({ pages, warningCount, warnings }: Summary): CallSummary => {
    const listed = warnings.map((warning) => renderWarning(warning, job.kind === 'merge'))
    if (job.isStrict) refuseLosses(listed)
    return { pages, warningCount, warnings: listed }
  }
  const outcome = await deps.renderer.render(job, signal)
  if (outcome.kind === 'streaming') {
    const chunks = withMappedErrors(outcome.pieces, resultOf, onEnd)
    if (format !== 'url') return { kind: 'stream', chunks, summary: () => summaryOf(outcome.summary()) }
    const checked = withSummary(chunks, () => summaryOf(outcome.summary()))
    const url = await save(checked.chunks, job.teamId, fileName, deps)
    return { kind: 'url', url, summary: checked.summary }
  }
  onEnd()
  const { pdf, ...rest } = resultOf(outcome)
  const summary = summaryOf(rest)
  if (format !== 'url') return { kind: 'pdf', pdf, summary: () => summary }
  return { kind: 'url', url: await save([pdf], job.teamId, fileName, deps), summary: () => summary }
}

/** The chunks, whose end fails when taking the summary does: then the file that they are written to is discarded. */
function withSummary(
  chunks: AsyncIterable<Uint8Array>,
  take: () => CallSummary,
): { readonly chunks: AsyncIterable<Uint8Array>; readonly summary: () => CallSummary } {
  let taken: CallSummary | undefined
  const all = async function* (): AsyncGenerator<Uint8Array, undefined> {
    yield* chunks
    taken = take()
  }
  return { chunks: all(), summary: () => taken ?? take() }
}

/** Throws the API error of a failure. */
type ResultOf = (outcome: Rendered | Failure) => Rendered

/** Passes the chunks on, maps failures of the rendering to API errors, and calls `onEnd` when the stream ends, completely or not. */
async function* withMappedErrors(
  chunks: AsyncIterable<Uint8Array>,
  resultOf: ResultOf,
  onEnd: () => void,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* chunks
  } catch (thrown) {
    if (thrown instanceof BrokenStream) resultOf(thrown.failure)
    throw thrown
  } finally {
    onEnd()
  }
}

/** Stores a generated file; returns its download URL. */
async function save(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  teamId: string,
  fileName: string,
  { outputs, publicUrl }: AppDeps,
): Promise<string> {
  return `${publicUrl()}/d/${await outputs.save(teamId, chunks, fileName)}`
}
