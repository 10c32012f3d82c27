// The HTTP application. It does not listen; see service.ts.
import Router from '@koa/router'
import Koa from 'koa'
import { ApiError } from './errors.ts'
import { checkAccess } from './http/access.ts'
import { answerErrors } from './http/answer.ts'
import type { AppDeps } from './http/deps.ts'
import type { Exchange, ExchangeState, Next } from './http/exchange.ts'
import { valuesOf } from './http/negotiate.ts'
import { addDownloadRoutes } from './http/routes/downloads.ts'
import { addOperationRoutes } from './http/routes/operations.ts'
import { addRenderRoutes } from './http/routes/render.ts'
import { addTemplateRoutes } from './http/routes/templates.ts'

export function createApp(deps: AppDeps): Koa<ExchangeState> {
  const { store, limiter, clock, recentTokens, connections, log } = deps
  const app = new Koa<ExchangeState>()
  app.use(answerErrors(deps))
  app.use(checkAddress)
  app.use(
    checkAccess({
      ...{ store, limiter, clock, recentTokens, connections },
      onTouchError: (error) => log.warn({ err: error }, 'the last use of a token could not be noted'),
    }),
  )
  const router = createRouter(deps)
  app.use(router.routes())
  app.use((ctx) => refuse(ctx, router))
  // Reached only by faults in Koa itself and by connections that break while an answer is sent.
  app.on('error', (error) => log.debug({ err: error }, 'a connection broke'))
  return app
}

/** All routes. Case counts, so that nothing slips past checks that look at the path. */
export function createRouter(deps: AppDeps): Router<ExchangeState> {
  const router = new Router<ExchangeState>({ sensitive: true })
  addRenderRoutes(router, deps)
  addTemplateRoutes(router, deps.store)
  addDownloadRoutes(router, deps.outputs)
  addOperationRoutes(router, deps)
  return router
}

/**
 * RFC 9112, 3.2: one Host and no more. Nothing is made of it, but what two readers take for two addresses is refused. Nor is anything made of a host in the
 * request line: without it, the address is one that Koa reads without Node's old parser, which prints what it cannot read.
 */
function checkAddress(ctx: Exchange, next: Next): Promise<void> {
  const { req } = ctx
  const hosts = valuesOf(req, 'host').length
  if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) throw new ApiError('bad_request', 'the request needs one Host header')
  if (req.url?.startsWith('/') !== true) req.url = req.url?.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/') ?? '/'
  return next()
}

function refuse(ctx: Exchange, router: Router<ExchangeState>): void {
  const methods = new Set(
    router.stack.filter((layer) => layer.methods.length > 0 && layer.match(ctx.path)).flatMap((layer) => layer.methods),
  )
  if (methods.size === 0) throw new ApiError('not_found', 'there is nothing at this address')
  const allowed = [...methods].sort().join(', ')
  throw new ApiError('method_not_allowed', `this address takes ${allowed}`, { headers: { Allow: allowed } })
}
