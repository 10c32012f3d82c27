// The Koa application: middleware and routes. `service.ts` creates the server that listens.
import Router from '@koa/router'
import Koa from 'koa'
import { ApiError } from './errors.ts'
import { checkAccess } from './http/access.ts'
import type { AppRouteDeps } from './http/app/app-deps.ts'
import { addAuditRoutes } from './http/app/routes-audit.ts'
import { addOverviewRoutes } from './http/app/routes-overview.ts'
import { addProviderRoutes } from './http/app/routes-provider.ts'
import { addSessionRoutes } from './http/app/routes-session.ts'
import { addTeamRoutes } from './http/app/routes-team.ts'
import { addWebhookRoutes } from './http/app/routes-webhooks.ts'
import { checkSession } from './http/app/session-access.ts'
import { addAppPages } from './http/app/static-files.ts'
import { answerCrossOrigin } from './http/cors.ts'
import type { AppDeps } from './http/deps.ts'
import type { Exchange, ExchangeState, Next } from './http/exchange.ts'
import { valuesOf } from './http/negotiate.ts'
import { requestLifecycle } from './http/request-lifecycle.ts'
import { addAssetRoutes } from './http/routes/assets.ts'
import { addDownloadRoutes } from './http/routes/downloads.ts'
import { addEmbedRoutes } from './http/routes/embed-sessions.ts'
import { addExampleRoutes } from './http/routes/examples.ts'
import { addJobRoutes } from './http/routes/jobs.ts'
import { addOperationRoutes } from './http/routes/operations.ts'
import { addPreviewRoutes } from './http/routes/preview.ts'
import { addRenderRoutes } from './http/routes/render.ts'
import { addRequestRoutes } from './http/routes/requests.ts'
import { addTemplateSavingRoutes } from './http/routes/template-saving.ts'
import { addTemplateRoutes } from './http/routes/templates.ts'
import { addVersionRoutes } from './http/routes/versions.ts'

export function createApp(deps: AppDeps): Koa<ExchangeState> {
  const { store, limiter, clock, recentTokens, connections, log } = deps
  const app = new Koa<ExchangeState>()
  app.use(requestLifecycle(deps))
  app.use(answerCrossOrigin(deps.corsOrigins))
  app.use(checkAddress)
  app.use(
    checkAccess({
      ...{ store, limiter, clock, recentTokens, connections },
      onTouchError: (error) => log.warn({ err: error }, 'failed to record the last use of a token'),
    }),
  )
  const { web, publicUrl } = deps
  if (web !== undefined) app.use(checkSession({ ...web, publicUrl, now: () => clock.now() }))
  app.use(createRenderRouter(deps).routes())
  const router = createRouter(deps)
  app.use(router.routes())
  if (web !== undefined) app.use(createWebRouter({ ...deps, ...web }).routes())
  app.use((ctx) => answerUnrouted(ctx, router))
  // Koa emits this for its own bugs and for connections that break while a response is sent.
  app.on('error', (error) => log.debug({ err: error }, 'a connection broke'))
  return app
}

/** Renderings, which most requests are for: a router tries every route that it has for each request. */
function createRenderRouter(deps: AppDeps): Router<ExchangeState> {
  const router = new Router<ExchangeState>({ sensitive: true })
  addRenderRoutes(router, deps)
  return router
}

/** The routes of the web application: its pages, and what they call with a session. */
export function createWebRouter(deps: AppRouteDeps): Router<ExchangeState> {
  // Strict: `/app` leads to `/app/`, which is another address.
  const router = new Router<ExchangeState>({ sensitive: true, strict: true })
  addSessionRoutes(router, deps)
  addTeamRoutes(router, deps)
  addWebhookRoutes(router, deps)
  addOverviewRoutes(router, deps)
  addAuditRoutes(router, deps)
  addProviderRoutes(router, deps)
  addAppPages(router, deps)
  return router
}

/** All routes of tokens. Paths are case-sensitive, so that no spelling of a path bypasses a check on its prefix. */
export function createRouter(deps: AppDeps): Router<ExchangeState> {
  const router = new Router<ExchangeState>({ sensitive: true })
  addRenderRoutes(router, deps)
  addTemplateRoutes(router, deps)
  addTemplateSavingRoutes(router, deps)
  addVersionRoutes(router, deps)
  addExampleRoutes(router, deps)
  addPreviewRoutes(router, deps)
  addAssetRoutes(router, deps)
  addJobRoutes(router, deps)
  addRequestRoutes(router, deps)
  if (deps.web !== undefined) addEmbedRoutes(router, deps)
  addDownloadRoutes(router, deps.outputs)
  addOperationRoutes(router, deps)
  return router
}

/**
 * Requires exactly one Host header (RFC 9112, 3.2). The service ignores its value, but a request that two parsers may assign to two hosts is rejected.
 * A host in the request line is removed: Koa then parses the URL without Node's legacy `url.parse`, which prints warnings for invalid URLs.
 */
function checkAddress(ctx: Exchange, next: Next): Promise<void> {
  const { req } = ctx
  const hosts = valuesOf(req, 'host').length
  if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) throw new ApiError('bad_request', 'the request needs one Host header')
  if (req.url?.startsWith('/') !== true) req.url = req.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/') ?? '/'
  return next()
}

/** OPTIONS names the methods of an address; any other method that it does not have is rejected. */
function answerUnrouted(ctx: Exchange, router: Router<ExchangeState>): void {
  const methods = new Set(
    router.stack.filter((layer) => layer.methods.length > 0 && layer.match(ctx.path)).flatMap((layer) => layer.methods),
  )
  if (methods.size === 0) throw new ApiError('not_found', 'there is nothing at this address')
  if (ctx.method === 'OPTIONS') {
    ctx.set('Allow', [...methods, 'OPTIONS'].sort().join(', '))
    ctx.status = 204
    return
  }
  const allowed = [...methods].sort().join(', ')
  throw new ApiError('method_not_allowed', `this address takes ${allowed}`, { headers: { Allow: allowed } })
}
