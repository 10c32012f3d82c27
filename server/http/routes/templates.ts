import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { Store, TemplateRecord } from '../../store/store.ts'
import { teamOf } from '../access.ts'
import { type ExchangeState, sendJson } from '../exchange.ts'

export function addTemplateRoutes(router: Router<ExchangeState>, store: Store): void {
  router.get('/api/templates', async (ctx) => {
    const templates = await store.templates(teamOf(ctx, 'read'))
    sendJson(ctx, templates.map(publicTemplate))
  })

  router.get('/api/templates/:id', async (ctx) => {
    const template = await store.template(teamOf(ctx, 'read'), ctx.params['id'] ?? '')
    if (template === undefined) throw templateNotFound()
    sendJson(ctx, publicTemplate(template))
  })
}

/** The same bytes whether the template does not exist or belongs to another team: nothing of the request is in it. */
export function templateNotFound(path?: string): ApiError {
  const message = path === undefined ? 'template not found' : `${path}: template not found`
  return new ApiError(
    'template_not_found',
    message,
    path === undefined ? {} : { errors: [{ path, code: 'template_not_found', message: 'template not found' }] },
  )
}

function publicTemplate(template: TemplateRecord): object {
  return {
    id: template.id,
    name: template.name,
    team_name: template.teamName,
    team_id: template.teamId,
    type: template.type,
    created_at: new Date(template.createdAt).toISOString(),
    meta: template.meta,
    variables: template.variables,
  }
}
