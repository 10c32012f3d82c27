// The templates of a team: read, removed and brought back. `template-saving.ts` creates and changes them.
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { templateNotFound } from '../template-errors.ts'
import { auditTemplate } from '../templates/audit.ts'
import { expectedVersion, preconditionOf } from '../templates/preconditions.ts'
import { publicTemplate, sendManaged } from '../templates/response.ts'

type Deps = Pick<AppDeps, 'store' | 'assets' | 'web'>

export function addTemplateRoutes(router: Router<ExchangeState>, deps: Deps): void {
  const { store } = deps
  router.get('/api/templates', async (ctx) => {
    const templates = await store.templates(teamOf(ctx, 'read'))
    sendJson(ctx, templates.map(publicTemplate))
  })

  router.get('/api/templates/:id', async (ctx) => {
    const template = await store.template(teamOf(ctx, 'read'), ctx.params['id'] ?? '')
    if (template === undefined) throw templateNotFound()
    sendJson(ctx, publicTemplate(template))
  })

  router.delete('/api/templates/:id', (ctx) => remove(ctx, deps))
  router.post('/api/templates/:id/undelete', (ctx) => undelete(ctx, deps))
}

/** Removing ends rendering, as publishing changes it, so it needs the same scope. */
async function remove(ctx: RouteExchange, deps: Deps): Promise<void> {
  const { store } = deps
  const teamId = teamOf(ctx, 'templates:publish')
  const id = ctx.params['id'] ?? ''
  const precondition = preconditionOf({ 'if-match': ctx.headers['if-match'] })
  if (precondition.kind === 'version') {
    const template = await store.template(teamId, id)
    if (template === undefined) throw templateNotFound()
    expectedVersion(precondition, template.version)
  }
  if (!(await store.removeTemplate(teamId, id))) throw templateNotFound()
  await auditTemplate(ctx, deps, 'template.delete', id)
  ctx.status = 204
}

async function undelete(ctx: RouteExchange, deps: Deps): Promise<void> {
  const { store, assets } = deps
  const restored = await store.undeleteTemplate(teamOf(ctx, 'templates:publish'), ctx.params['id'] ?? '')
  if (restored.kind === 'missing') throw templateNotFound()
  if (restored.kind === 'conflict')
    throw new ApiError('conflict', 'the id is in use: its template is not deleted, or another one has taken it')
  await auditTemplate(ctx, deps, 'template.undelete', restored.template.id)
  sendManaged(ctx, { template: await assets.refreshed(restored.template) })
}
