import type Router from '@koa/router'
import type { Leave } from '../../cancel-signal.ts'
import { ApiError } from '../../errors.ts'
import { safeFileName } from '../../file-name.ts'
import { Broken, type Job, type Part } from '../../pool/renderer.ts'
import type { TemplateRecord } from '../../store/store.ts'
import { teamOf } from '../access.ts'
import { type JsonBody, LARGE, readJsonBody } from '../body.ts'
import type { AppDeps } from '../deps.ts'
import type { ExchangeState, RouteExchange } from '../exchange.ts'
import type { Product } from '../idempotency.ts'
import type { Shape } from '../json-scanner.ts'
import { contentTypeOf, isJsonContentType, preferred, wantsStrictHandling } from '../negotiate.ts'
import { successOf } from '../outcome.ts'
import { reply, type Target } from '../reply.ts'
import { mergeRequest, mergeShape, namedTemplates, RENDER_SHAPE, renderRequest } from '../requests.ts'
import { templateNotFound } from './templates.ts'

export function addRenderRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/templates/merge', (ctx) => merge(ctx, deps))
  router.post('/api/templates/:id/pdf', (ctx) => render(ctx, deps))
}

// Both follow the order of checks of the interface: media type → size → JSON → template → body fields → Accept → render.

async function render(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = enter(ctx, deps)
  await enterLarge(ctx, deps, teamId)
  const body = await readBody(ctx, RENDER_SHAPE, deps)
  const template = await deps.store.template(teamId, ctx.params['id'] ?? '')
  if (template === undefined) throw templateNotFound()
  const isStrict = takeStrictness(ctx)
  const request = renderRequest(body, isStrict)
  const answer = answerFor(ctx, request.output)
  const parts = [partOf(template, request.data)]
  const job: Job = { teamId, kind: 'render', parts, isStrict, mayStream: mayStream(ctx, answer), source: sources(deps, teamId, [template]) }
  const target = { answer, fileName: safeFileName(template.name), urlKey: 'url', templateId: template.id } as const
  await makeAndReply(ctx, deps, { job, body, target })
}

async function merge(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = enter(ctx, deps)
  const body = await readBody(ctx, mergeShape(deps.limits.parts), deps)
  const templates = await findAll(deps, teamId, namedTemplates(body))
  const isStrict = takeStrictness(ctx)
  const request = mergeRequest(body, isStrict, deps.limits.parts)
  const answer = answerFor(ctx, request.output)
  const parts = request.parts.map(({ id, data }) => partOf(templates.get(id)!, data))
  const source = sources(deps, teamId, [...templates.values()])
  const job: Job = { teamId, kind: 'merge', parts, isStrict, mayStream: mayStream(ctx, answer), source }
  const target = { answer, fileName: 'merged.pdf', urlKey: 'data', templateId: request.parts[0]!.id } as const
  await makeAndReply(ctx, deps, { job, body, target })
}

/** Under overload the work that a refusal costs is taken from renderings: it comes before the body is read. */
function enter(ctx: RouteExchange, { renderer, isDraining }: AppDeps): string {
  const teamId = teamOf(ctx, 'render')
  // A connection that is about to be closed has to be read to its end, or the answer would be lost with it.
  const refusal = isDraining() ? undefined : renderer.refusal(teamId)
  if (refusal !== undefined) successOf(refusal, false)
  return teamId
}

/** Nor is a large body read whose document will be refused for how long it takes: reading costs as much as rendering a page. */
async function enterLarge(ctx: RouteExchange, { renderer, store, isDraining }: AppDeps, teamId: string): Promise<void> {
  const bytes = Number(ctx.req.headers['content-length'] ?? 0)
  if (bytes < LARGE || isDraining()) return
  const template = await store.template(teamId, ctx.params['id'] ?? '')
  const refusal = template && renderer.refusal(teamId, { hash: template.hash, bytes })
  if (refusal !== undefined) successOf(refusal, false)
}

function takeStrictness(ctx: RouteExchange): boolean {
  const isStrict = wantsStrictHandling(ctx.get('Prefer'))
  if (isStrict) ctx.state.head.push('Preference-Applied', 'handling=strict')
  return isStrict
}

async function readBody(ctx: RouteExchange, shape: Shape, { limits }: AppDeps): Promise<JsonBody> {
  const encoding = ctx.get('Content-Encoding').trim().toLowerCase()
  // Nothing is inflated here: a compressed body is a bomb until proven otherwise.
  if (encoding !== '' && encoding !== 'identity') throw new ApiError('unsupported_media_type', 'a compressed body is not accepted')
  if (!isJsonContentType(contentTypeOf(ctx.req))) throw new ApiError('unsupported_media_type', 'the body must be application/json')
  return readJsonBody(ctx, shape, limits.body)
}

/** Looks every named template up once. The first that is not there fails the call. */
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

function answerFor(ctx: RouteExchange, output: 'pdf' | 'url'): Target['answer'] {
  if (output === 'url') return 'url'
  const answer = preferred(ctx.headers.accept)
  if (answer === undefined) throw new ApiError('not_acceptable', 'the answer is application/pdf or application/json')
  return answer
}

/** What comes in pieces has no length, and HTTP/1.0 no other way to tell a whole answer from a part. */
function mayStream({ req }: RouteExchange, answer: Target['answer']): boolean {
  return answer === 'url' || req.httpVersion !== '1.0'
}

function partOf(template: TemplateRecord, data: Uint8Array): Part {
  return { hash: template.hash, type: template.type, data }
}

function sources({ store }: AppDeps, teamId: string, templates: readonly TemplateRecord[]): (part: Part) => Promise<string> {
  return async ({ hash }) => {
    const template = templates.find((template) => template.hash === hash)
    const source = template && (await store.templateSource(teamId, template.id, hash))
    // Removed or replaced many times over since it was looked up a moment ago.
    if (source === undefined) throw templateNotFound()
    return source
  }
}

async function makeAndReply(
  ctx: RouteExchange,
  deps: AppDeps,
  { job, body, target }: { job: Job; body: JsonBody; target: Target },
): Promise<void> {
  const key = ctx.get('Idempotency-Key') || undefined
  const call = { teamId: job.teamId, templateId: target.templateId, key, path: ctx.path, body: body.bytes }
  const { product, isRepeated } = await deps.recorder.record(call, () => make(job, target, ctx.state.signal, deps))
  if (isRepeated) ctx.state.head.push('Idempotency-Replayed', 'true')
  reply(ctx, product, target, deps)
}

async function make(job: Job, { answer, fileName, templateId }: Target, signal: Leave, deps: AppDeps): Promise<Product> {
  const started = performance.now()
  const onEnd = (): void => {
    if (job.kind === 'render') deps.onRendered(templateId, performance.now() - started)
  }
  const outcome = await deps.renderer.render(job, signal)
  const isMerge = job.kind === 'merge'
  if (outcome.kind === 'streaming') {
    const warningCount = (): number => outcome.summary().warningCount
    const pieces = told(outcome.pieces, isMerge, onEnd)
    if (answer !== 'url') return { kind: 'pieces', pieces, warningCount }
    return { kind: 'url', url: await save(pieces, job.teamId, fileName, deps), warningCount: warningCount() }
  }
  onEnd()
  const { pdf, warningCount } = successOf(outcome, isMerge)
  if (answer !== 'url') return { kind: 'pdf', pdf, warningCount }
  return { kind: 'url', url: await save([pdf], job.teamId, fileName, deps), warningCount }
}

/** Makes errors of a document in pieces those that callers are told, and says when it ends, well or not. */
async function* told(pieces: AsyncIterable<Uint8Array>, isMerge: boolean, onEnd: () => void): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* pieces
  } catch (thrown) {
    if (thrown instanceof Broken) successOf(thrown.failure, isMerge)
    throw thrown
  } finally {
    onEnd()
  }
}

/** Gives the address of a generated file. */
async function save(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  teamId: string,
  fileName: string,
  { outputs, publicUrl }: AppDeps,
): Promise<string> {
  return `${publicUrl()}/d/${await outputs.save(teamId, pieces, fileName)}`
}
