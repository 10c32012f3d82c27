import type Router from '@koa/router'
import type { CancelSignal } from '../../cancel-signal.ts'
import { ApiError } from '../../errors.ts'
import { safeFileName } from '../../file-name.ts'
import { BrokenStream, type Job, type Part } from '../../pool/renderer.ts'
import type { TemplateRecord } from '../../store/store.ts'
import { teamOf } from '../access.ts'
import { type JsonBody, LARGE_BODY, readJsonBody } from '../body.ts'
import type { AppDeps } from '../deps.ts'
import type { ExchangeState, RouteExchange } from '../exchange.ts'
import type { CallResult } from '../idempotency.ts'
import type { Shape } from '../json-scanner.ts'
import { contentTypeOf, isJsonContentType, preferred, wantsStrictHandling } from '../negotiate.ts'
import { resultOrThrow } from '../outcome.ts'
import { type Delivery, sendResult } from '../render-response.ts'
import { mergeRequest, mergeShape, namedTemplates, RENDER_SHAPE, renderRequest } from '../requests.ts'
import { templateNotFound } from './templates.ts'

export function addRenderRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/templates/merge', (ctx) => merge(ctx, deps))
  router.post('/api/templates/:id/pdf', (ctx) => render(ctx, deps))
}

// Both routes check in the documented order: media type → size → JSON → template → body fields → Accept → render.

async function render(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = admit(ctx, deps)
  await admitLarge(ctx, deps, teamId)
  const body = await readBody(ctx, RENDER_SHAPE, deps)
  const template = await deps.store.template(teamId, ctx.params['id'] ?? '')
  if (template === undefined) throw templateNotFound()
  const isStrict = takeStrictness(ctx)
  const request = renderRequest(body, isStrict)
  const format = formatFor(ctx, request.output)
  const parts = [partOf(template, request.data)]
  const job: Job = {
    teamId,
    kind: 'render',
    parts,
    isStrict,
    mayStream: mayStream(ctx, format),
    source: sourceReader(deps, teamId, [template]),
    ...deps.assets.forJobs(teamId, template.assetsRevision),
  }
  const delivery = { format, fileName: safeFileName(template.name), urlKey: 'url', templateId: template.id } as const
  await renderAndSend(ctx, deps, { job, body, delivery })
}

async function merge(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = admit(ctx, deps)
  const body = await readBody(ctx, mergeShape(deps.limits.parts), deps)
  const templates = await findAll(deps, teamId, namedTemplates(body))
  const isStrict = takeStrictness(ctx)
  const request = mergeRequest(body, isStrict, deps.limits.parts)
  const format = formatFor(ctx, request.output)
  const parts = request.parts.map(({ id, data }) => partOf(templates.get(id)!, data))
  const source = sourceReader(deps, teamId, [...templates.values()])
  const assets = deps.assets.forJobs(teamId, Math.max(...[...templates.values()].map((template) => template.assetsRevision)))
  const job: Job = { teamId, kind: 'merge', parts, isStrict, mayStream: mayStream(ctx, format), source, ...assets }
  const delivery = { format, fileName: 'merged.pdf', urlKey: 'data', templateId: request.parts[0]!.id } as const
  await renderAndSend(ctx, deps, { job, body, delivery })
}

/** Throws while the renderer refuses jobs of the team: before the body is read, since reading it would take processor time from renderings. */
function admit(ctx: RouteExchange, { renderer, isDraining }: AppDeps): string {
  const teamId = teamOf(ctx, 'render')
  // During shutdown the connection closes after the response, which is only safe once the body has been read.
  const refusal = isDraining() ? undefined : renderer.refusal(teamId)
  if (refusal !== undefined) resultOrThrow(refusal, false)
  return teamId
}

/** The same for a large body whose estimated rendering time will be refused: reading it costs as much as rendering a page. */
async function admitLarge(ctx: RouteExchange, { renderer, store, isDraining }: AppDeps, teamId: string): Promise<void> {
  const bytes = Number(ctx.req.headers['content-length'] ?? 0)
  if (bytes < LARGE_BODY || isDraining()) return
  const template = await store.template(teamId, ctx.params['id'] ?? '')
  const refusal = template && renderer.refusal(teamId, { hash: template.hash, bytes })
  if (refusal !== undefined) resultOrThrow(refusal, false)
}

function takeStrictness(ctx: RouteExchange): boolean {
  const isStrict = wantsStrictHandling(ctx.get('Prefer'))
  if (isStrict) ctx.state.rawHeaders.push('Preference-Applied', 'handling=strict')
  return isStrict
}

async function readBody(ctx: RouteExchange, shape: Shape, { limits }: AppDeps): Promise<JsonBody> {
  if (!isJsonContentType(contentTypeOf(ctx.req))) throw new ApiError('unsupported_media_type', 'the body must be application/json')
  return readJsonBody(ctx, shape, limits.body)
}

/** Looks up each distinct template; throws at the first that does not exist. */
async function findAll({ store }: AppDeps, teamId: string, ids: readonly (string | undefined)[]): Promise<Map<string, TemplateRecord>> {
  const found = new Map<string, TemplateRecord>()
  for (const [i, id] of ids.entries()) {
    if (id === undefined || found.has(id)) continue
    const template = await store.template(teamId, id)
    if (template === undefined) throw templateNotFound(`templates[${i}].id`)
    found.set(id, template)
  }
  return found
}

function formatFor(ctx: RouteExchange, output: 'pdf' | 'url'): Delivery['format'] {
  if (output === 'url') return 'url'
  const format = preferred(ctx.headers.accept)
  if (format === undefined) throw new ApiError('not_acceptable', 'the answer is application/pdf or application/json')
  return format
}

/** A streamed response has no Content-Length, and HTTP/1.0 has no chunked encoding to mark its end. */
function mayStream({ req }: RouteExchange, format: Delivery['format']): boolean {
  return format === 'url' || req.httpVersion !== '1.0'
}

function partOf(template: TemplateRecord, data: Uint8Array): Part {
  return { hash: template.hash, type: template.type, data }
}

/** Reads the source of a part's template when the renderer does not hold it compiled. */
function sourceReader({ store }: AppDeps, teamId: string, templates: readonly TemplateRecord[]): (part: Part) => Promise<string> {
  return async ({ hash }) => {
    const template = templates.find((template) => template.hash === hash)
    const source = template && (await store.templateSource(teamId, template.id, hash))
    // Removed, or replaced by so many versions that this one is gone, since the lookup a moment ago.
    if (source === undefined) throw templateNotFound()
    return source
  }
}

async function renderAndSend(
  ctx: RouteExchange,
  deps: AppDeps,
  { job, body, delivery }: { job: Job; body: JsonBody; delivery: Delivery },
): Promise<void> {
  const key = ctx.get('Idempotency-Key') || undefined
  const call = { teamId: job.teamId, templateId: delivery.templateId, key, path: ctx.path, body: body.bytes }
  const { result, isReplayed } = await deps.recorder.record(call, () => renderJob(job, delivery, ctx.state.signal, deps))
  if (isReplayed) ctx.state.rawHeaders.push('Idempotency-Replayed', 'true')
  sendResult(ctx, result, delivery, deps)
}

async function renderJob(job: Job, { format, fileName, templateId }: Delivery, signal: CancelSignal, deps: AppDeps): Promise<CallResult> {
  const started = performance.now()
  const onEnd = (): void => {
    if (job.kind === 'render') deps.onRendered(templateId, performance.now() - started)
  }
  const outcome = await deps.renderer.render(job, signal)
  const isMerge = job.kind === 'merge'
  if (outcome.kind === 'streaming') {
    const warningCount = (): number => outcome.summary().warningCount
    const chunks = withMappedErrors(outcome.pieces, isMerge, onEnd)
    if (format !== 'url') return { kind: 'stream', chunks, warningCount }
    return { kind: 'url', url: await save(chunks, job.teamId, fileName, deps), warningCount: warningCount() }
  }
  onEnd()
  const { pdf, warningCount } = resultOrThrow(outcome, isMerge)
  if (format !== 'url') return { kind: 'pdf', pdf, warningCount }
  return { kind: 'url', url: await save([pdf], job.teamId, fileName, deps), warningCount }
}

/** Passes the chunks on, maps failures of the rendering to API errors, and calls `onEnd` when the stream ends, completely or not. */
async function* withMappedErrors(
  chunks: AsyncIterable<Uint8Array>,
  isMerge: boolean,
  onEnd: () => void,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* chunks
  } catch (thrown) {
    if (thrown instanceof BrokenStream) resultOrThrow(thrown.failure, isMerge)
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
