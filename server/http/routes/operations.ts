import type Router from '@koa/router'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, sendJson } from '../exchange.ts'
import { openApiDocument } from '../openapi.ts'

export function addOperationRoutes(router: Router<ExchangeState>, deps: AppDeps): void {
  router.get('/health/live', (ctx) => {
    sendJson(ctx, { status: 'ok' })
  })

  router.get('/health/ready', async (ctx) => {
    const checks = {
      server: deps.isDraining() ? 'stopping' : 'ok',
      store: await deps.store.check().then(
        () => 'ok',
        () => 'unavailable',
      ),
      renderer: deps.renderer.health().ready > 0 ? 'ok' : 'starting',
    }
    const isReady = Object.values(checks).every((check) => check === 'ok')
    sendJson(ctx, { status: isReady ? 'ok' : 'unavailable', checks }, isReady ? 200 : 503)
  })

  router.get('/metrics', async (ctx) => {
    ctx.body = await deps.metrics.text()
    ctx.type = deps.metrics.contentType
  })

  router.get('/openapi.json', (ctx) => {
    sendJson(ctx, openApiDocument({ address: deps.publicUrl(), version: deps.version, limits: deps.limits }))
  })
}
