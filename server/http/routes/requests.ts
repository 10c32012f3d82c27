// What a call of the last day came to. It tells codes and places, and nothing of the data of the call.
import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import type { RequestRecord } from '../../store/requests.ts'
import { teamOf } from '../access.ts'
import type { AppDeps } from '../deps.ts'
import { type ExchangeState, sendJson } from '../exchange.ts'

export function addRequestRoutes(router: Router<ExchangeState>, { requestLog }: Pick<AppDeps, 'requestLog'>): void {
  router.get('/api/requests/:request_id', async (ctx) => {
    const teamId = teamOf(ctx, 'requests:read')
    const request = await requestLog.find(teamId, ctx.params['request_id'] ?? '')
    if (request === undefined) throw new ApiError('not_found', 'no call of the last day has this id')
    sendJson(ctx, publicRequest(request))
  })
}

function publicRequest({ id, at, route, status, code, template, ms, pages, bytes, warnings }: RequestRecord): object {
  return {
    ...{ request_id: id, at: new Date(at).toISOString(), route, status, code: code ?? null, template: template ?? null, ms },
    ...{ pages: pages ?? null, bytes: bytes ?? null, warnings: warnings.map(({ code, path }) => ({ code, path: path ?? '' })) },
  }
}
