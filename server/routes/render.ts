import type Router from '@koa/router'
import { teamOf } from '../access.ts'
import { type JsonBody, readJsonBody } from '../body.ts'
import type { AppDeps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { disposition, safeFileName } from '../file-name.ts'
import type { Shape } from '../json-scanner.ts'
import { contentTypeOf, isJsonContentType, preferred, wantsStrictHandling } from '../negotiate.ts'
import type { Product } from '../once.ts'
import { successOf } from '../outcome.ts'
import type { Job, Part } from '../pool/renderer.ts'
import { mergeRequest, mergeShape, namedTemplates, RENDER_SHAPE, renderRequest } from '../requests.ts'
import type { TemplateRecord } from '../store/store.ts'
import { templateNotFound } from './templates.ts'

type Answer = 'pdf' | 'json' | 'url'

export function addRenderRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/templates/merge', (ctx) => merge(ctx, deps))
  router.post('/api/templates/:id/pdf', (ctx) => render(ctx, deps))
}

// Both follow the order of checks of the interface: media type → size → JSON → template → body fields → Accept → render.

async function render(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = enter(ctx, deps)
  const body = await readBody(ctx, RENDER_SHAPE, deps)
  const template = await deps.store.template(teamId, ctx.params['id'] ?? '')
  if (template === undefined) throw templateNotFound()
  const isStrict = takeStrictness(ctx)
  const request = renderRequest(body, isStrict)
  const answer = answerFor(ctx, request.output)
  const parts = [partOf(template, request.data)]
  const job: Job = { teamId, kind: 'render', parts, isStrict, source: sources(deps, teamId, [template]) }
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
  const job: Job = { teamId, kind: 'merge', parts, isStrict, source: sources(deps, teamId, [...templates.values()]) }
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

function takeStrictness(ctx: RouteExchange): boolean {
  const isStrict = wantsStrictHandling(ctx.get('Prefer'))
  if (isStrict) ctx.set('Preference-Applied', 'handling=strict')
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

function answerFor(ctx: RouteExchange, output: 'pdf' | 'url'): Answer {
  if (output === 'url') return 'url'
  const answer = preferred(ctx.headers.accept)
  if (answer === undefined) throw new ApiError('not_acceptable', 'the answer is application/pdf or application/json')
  return answer
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

interface Target {
  readonly answer: Answer
  readonly fileName: string
  readonly urlKey: 'url' | 'data'
  readonly templateId: string
}

async function makeAndReply(
  ctx: RouteExchange,
  deps: AppDeps,
  { job, body, target }: { job: Job; body: JsonBody; target: Target },
): Promise<void> {
  const { renderer, outputs, publicUrl } = deps
  const make = async (): Promise<Product> => {
    const started = performance.now()
    const outcome = await renderer.render(job, ctx.state.signal)
    if (job.kind === 'render') deps.onRendered(target.templateId, performance.now() - started)
    const { pdf, missing } = successOf(outcome, job.kind === 'merge')
    if (target.answer !== 'url') return { kind: 'pdf', pdf, missing }
    return { kind: 'url', url: `${publicUrl()}/d/${await outputs.save(job.teamId, pdf, target.fileName)}`, missing }
  }
  const key = ctx.get('Idempotency-Key') || undefined
  const call = { teamId: job.teamId, templateId: target.templateId, key, path: ctx.path, body: body.bytes }
  const { product, isRepeated } = await deps.recorder.record(call, make)
  if (isRepeated) ctx.set('Idempotency-Replayed', 'true')
  reply(ctx, product, target)
}

function reply(ctx: RouteExchange, product: Product, { answer, fileName, urlKey }: Target): void {
  ctx.status = 200
  if (product.kind === 'url') sendJson(ctx, { status: 200, [urlKey]: product.url })
  else {
    const pdf = Buffer.from(product.pdf.buffer, product.pdf.byteOffset, product.pdf.length)
    if (answer === 'json') sendJson(ctx, { status: 200, data: pdf.toString('base64') })
    else {
      ctx.set('Content-Disposition', disposition('attachment', fileName))
      ctx.body = pdf
      ctx.type = 'application/pdf'
    }
  }
  ctx.set('X-Render-Warnings', String(product.missing))
}
