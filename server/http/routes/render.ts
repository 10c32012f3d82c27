import type Router from '@koa/router'
import type { ApiError } from '../../errors.ts'
import { safeFileName } from '../../file-name.ts'
import type { Job } from '../../pool/renderer.ts'
import { sourceHash } from '../../store/source-hash.ts'
import type { TemplateRecord } from '../../store/store.ts'
import { teamOf } from '../access.ts'
import { LARGE_BODY } from '../body.ts'
import type { AppDeps } from '../deps.ts'
import type { ExchangeState, RouteExchange } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import { keyPath, readBody, takeStrictness, takeTagging } from '../json-request.ts'
import { resultOrThrow } from '../outcome.ts'
import { admit, formatFor, mayStream, partOf, renderAndSend, sourceReader } from '../rendering.ts'
import { mergeRequest, mergeShape, namedTemplates, RENDER_SHAPE, renderRequest } from '../requests.ts'
import { notPublished, templateNotFound } from '../template-errors.ts'
import { SOURCE_SHAPE, sourceRequest } from '../templates/source-requests.ts'

export function addRenderRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.post('/api/templates/merge', (ctx) => merge(ctx, deps))
  router.post('/api/templates/:id/pdf', (ctx) => render(ctx, deps))
  router.post('/api/render', (ctx) => renderSource(ctx, deps))
}

// All routes check in the documented order: media type → size → JSON → template → body fields → Accept → render.

async function render(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = admit(ctx, deps, 'render')
  const { version = 'published' } = ctx.query
  const isDraft = version === 'draft'
  if (isDraft) teamOf(ctx, 'templates:read')
  await admitLarge(ctx, deps, teamId)
  const body = await readBody(ctx, RENDER_SHAPE, deps.limits)
  const template = await deps.store.template(teamId, ctx.params['id'] ?? '', isDraft ? 'draft' : 'published')
  if (template === undefined) throw templateNotFound()
  if (!isDraft && version !== 'published') throw unknownVersion()
  if (!isDraft && template.publishedVersion === undefined) throw notPublished()
  const isStrict = takeStrictness(ctx)
  const tagging = takeTagging(ctx)
  const request = renderRequest(body, isStrict)
  const format = formatFor(ctx, request.output)
  const parts = [partOf(template, request.data)]
  const job: Job = {
    teamId,
    kind: 'render',
    parts,
    isStrict,
    tagging,
    teamTagging: template.tagging.team,
    attachments: request.attachments,
    mayStream: mayStream(ctx, format, isStrict),
    source: sourceReader(deps, teamId, [template]),
    ...deps.assets.forJobs(teamId, template.assetsRevision),
  }
  const delivery = { format, fileName: safeFileName(template.name), urlKey: 'url', templateId: template.id } as const
  await renderAndSend(ctx, deps, { job, body, delivery, path: keyPath(isDraft ? `${ctx.path}?version=draft` : ctx.path, tagging) })
}

async function merge(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = admit(ctx, deps, 'render')
  const body = await readBody(ctx, mergeShape(deps.limits.parts), deps.limits)
  const templates = await findAll(deps, teamId, namedTemplates(body))
  const isStrict = takeStrictness(ctx)
  const tagging = takeTagging(ctx)
  const request = mergeRequest(body, isStrict, deps.limits.parts)
  const format = formatFor(ctx, request.output)
  const parts = request.parts.map(({ id, data, ...wish }) => ({ ...partOf(templates.get(id)!, data), ...wish }))
  const { attachments, merging } = request
  const source = sourceReader(deps, teamId, [...templates.values()])
  const assets = deps.assets.forJobs(teamId, Math.max(...[...templates.values()].map((template) => template.assetsRevision)))
  const teamTagging = templates.get(request.parts[0]!.id)!.tagging.team
  const mayBegin = mayStream(ctx, format, isStrict)
  const job: Job = {
    teamId,
    kind: 'merge',
    parts,
    isStrict,
    tagging,
    teamTagging,
    attachments,
    merging,
    mayStream: mayBegin,
    source,
    ...assets,
  }
  const delivery = { format, fileName: 'merged.pdf', urlKey: 'data', templateId: request.parts[0]!.id } as const
  await renderAndSend(ctx, deps, { job, body, delivery, path: keyPath(ctx.path, tagging) })
}

/** Renders a source that comes with the request, and stores nothing. */
async function renderSource(ctx: RouteExchange, deps: AppDeps): Promise<void> {
  const teamId = admit(ctx, deps, 'render:any')
  const body = await readBody(ctx, SOURCE_SHAPE, deps.limits)
  const isStrict = takeStrictness(ctx)
  const tagging = takeTagging(ctx)
  const { type, source, data, output, attachments } = sourceRequest(body, isStrict)
  const format = formatFor(ctx, output)
  const parts = [{ hash: sourceHash(type, source.text), type, data }]
  const job: Job = {
    ...{
      teamId,
      kind: 'render',
      parts,
      isStrict,
      tagging,
      teamTagging: await deps.store.teamTagging(teamId),
      attachments,
      mayStream: mayStream(ctx, format, isStrict),
      source: async () => source.text,
      isPassing: true,
    },
    ...(await deps.assets.current(teamId)),
  }
  const delivery = { format, fileName: 'document.pdf', urlKey: 'url', templateId: undefined } as const
  await renderAndSend(ctx, deps, { job, body, delivery, path: keyPath(ctx.path, tagging) })
}

function unknownVersion(): ApiError {
  return invalidFields([{ path: 'version', code: 'invalid_value', message: 'version must be "draft" or "published"' }])
}

/** Throws when a large body is to be rendered, whose estimated time will be refused: reading it costs as much as rendering a page. */
async function admitLarge(ctx: RouteExchange, { renderer, store, isDraining }: AppDeps, teamId: string): Promise<void> {
  const bytes = Number(ctx.req.headers['content-length'] ?? 0)
  if (bytes < LARGE_BODY || isDraining()) return
  const template = await store.template(teamId, ctx.params['id'] ?? '')
  const refusal = template && renderer.refusal(teamId, { hash: template.hash, bytes })
  if (refusal !== undefined) resultOrThrow(refusal, false)
}

/** Looks up each distinct template; throws at the first that does not exist. */
async function findAll({ store }: AppDeps, teamId: string, ids: readonly (string | undefined)[]): Promise<Map<string, TemplateRecord>> {
  const found = new Map<string, TemplateRecord>()
  for (const [i, id] of ids.entries()) {
    if (id === undefined || found.has(id)) continue
    const template = await store.template(teamId, id)
    if (template === undefined) throw templateNotFound(`templates[${i}].id`)
    if (template.publishedVersion === undefined) throw notPublished(`templates[${i}].id`)
    found.set(id, template)
  }
  return found
}
