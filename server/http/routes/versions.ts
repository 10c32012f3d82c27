// Sources and versions of templates, and which of them rendering uses.
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { Store, TemplateRecord } from '../../store/store.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendBuffer, sendJson } from '../exchange.ts'
import { templateNotFound } from '../template-errors.ts'
import { auditTemplate } from '../templates/audit.ts'
import { addVersionTag, publicVersion, sendManaged, withSource } from '../templates/response.ts'

type Deps = Pick<AppDeps, 'store' | 'assets' | 'web'>

export function addVersionRoutes(router: Router<ExchangeState>, deps: Deps): void {
  const { store } = deps
  router.get('/api/templates/:id/source', (ctx) => source(ctx, store))
  router.get('/api/templates/:id/versions', (ctx) => list(ctx, store))
  router.get('/api/templates/:id/versions/:version', (ctx) => one(ctx, store))
  router.post('/api/templates/:id/versions/:version/publish', (ctx) => publish(ctx, deps))
}

async function source(ctx: RouteExchange, store: Store): Promise<void> {
  const teamId = teamOf(ctx, 'templates:read')
  const { id, publishedVersion = null } = await found(ctx, teamId, store)
  const newest = await store.templateVersion(teamId, id, 'newest')
  if (newest === undefined) throw templateNotFound()
  addVersionTag(ctx, newest.version)
  const fields = { type: newest.type, version: newest.version, published_version: publishedVersion }
  sendBuffer(ctx, 200, 'application/json', withSource(fields, newest))
}

async function list(ctx: RouteExchange, store: Store): Promise<void> {
  const teamId = teamOf(ctx, 'templates:read')
  const { id, version } = await found(ctx, teamId, store)
  addVersionTag(ctx, version)
  sendJson(ctx, (await store.templateVersions(teamId, id)).map(publicVersion))
}

async function one(ctx: RouteExchange, store: Store): Promise<void> {
  const teamId = teamOf(ctx, 'templates:read')
  const { id } = await found(ctx, teamId, store)
  const version = versionOf(ctx)
  const content = version === undefined ? undefined : await store.templateVersion(teamId, id, version)
  if (content === undefined) throw versionNotFound()
  const assets = content.assets.map(({ name, hash = null }) => ({ name, hash }))
  sendBuffer(ctx, 200, 'application/json', withSource({ ...publicVersion(content), assets }, content))
}

async function publish(ctx: RouteExchange, deps: Deps): Promise<void> {
  const { store, assets } = deps
  const teamId = teamOf(ctx, 'templates:publish')
  const { id } = await found(ctx, teamId, store)
  const version = versionOf(ctx)
  const template = version === undefined ? undefined : await store.publishTemplate(teamId, id, version)
  if (template === undefined) throw versionNotFound()
  await auditTemplate(ctx, deps, 'template.publish', `${id} ${version}`)
  sendManaged(ctx, { template: await assets.refreshed(template) })
}

async function found(ctx: RouteExchange, teamId: string, store: Store): Promise<TemplateRecord> {
  const template = await store.template(teamId, ctx.params['id'] ?? '')
  if (template === undefined) throw templateNotFound()
  return template
}

/** Undefined when it is no number of a version. */
function versionOf({ params }: RouteExchange): number | undefined {
  const text = params['version'] ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function versionNotFound(): ApiError {
  return new ApiError('not_found', 'the template has no such version')
}
