// The templates of a team: read, removed and brought back. `template-saving.ts` creates and changes them.
import type Router from '@koa/router'
import type { Assets } from '../../assets/assets.ts'
import { ApiError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { templateNotFound } from '../template-errors.ts'
import { expectedVersion, preconditionOf } from '../templates/preconditions.ts'
import { publicTemplate, sendManaged } from '../templates/response.ts'

export function addTemplateRoutes(router: Router<ExchangeState>, { store, assets }: Pick<AppDeps, 'store' | 'assets'>): void {
  router.get('/api/templates', async (ctx) => {
    const templates = await store.templates(teamOf(ctx, 'read'))
    sendJson(ctx, templates.map(publicTemplate))
  })

  router.get('/api/templates/:id', async (ctx) => {
    const template = await store.template(teamOf(ctx, 'read'), ctx.params['id'] ?? '')
    if (template === undefined) throw templateNotFound()
    sendJson(ctx, publicTemplate(template))
  })

  router.delete('/api/templates/:id', (ctx) => remove(ctx, store))
  router.post('/api/templates/:id/undelete', (ctx) => undelete(ctx, store, assets))
}

/** Removing ends rendering, as publishing changes it, so it needs the same scope. */
async function remove(ctx: RouteExchange, store: Store): Promise<void> {
  const teamId = teamOf(ctx, 'templates:publish')
  const id = ctx.params['id'] ?? ''
  const precondition = preconditionOf({ 'if-match': ctx.headers['if-match'] })
  if (precondition.kind === 'version') {
    const template = await store.template(teamId, id)
    if (template === undefined) throw templateNotFound()
    expectedVersion(precondition, template.version)
  }
  if (!(await store.removeTemplate(teamId, id))) throw templateNotFound()
  ctx.status = 204
}

async function undelete(ctx: RouteExchange, store: Store, assets: Assets): Promise<void> {
  const restored = await store.undeleteTemplate(teamOf(ctx, 'templates:publish'), ctx.params['id'] ?? '')
  if (restored.kind === 'missing') throw templateNotFound()
  if (restored.kind === 'conflict')
    throw new ApiError('conflict', 'the id is in use: its template is not deleted, or another one has taken it')
  sendManaged(ctx, { template: await assets.refreshed(restored.template) })
}
