// Around every request: its id, the headers that every answer has, the mapping of errors, one line of log, metrics.
import { randomUUID } from 'node:crypto'
import { HangUp } from '../cancel-signal.ts'
import { apiErrorOf, ClientGone, ERROR_STATUS, errorAnswer } from '../errors.ts'
import type { AppDeps } from './deps.ts'
import { type Exchange, handOver, type Next, type RouteExchange } from './exchange.ts'
import { endAfterRequest } from './linger.ts'

/** Every answer has them. Names and values in turn. */
export const HEAD: readonly string[] = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
]

type Deps = Pick<AppDeps, 'log' | 'metrics' | 'isDraining'>

export function answerErrors(deps: Deps): (ctx: Exchange, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const started = performance.now()
    const gone = new HangUp()
    const requestId = randomUUID()
    const head = [...HEAD, 'X-Request-Id', requestId]
    ctx.state = { requestId, head, signal: gone }
    if (deps.isDraining()) head.push('Connection', 'close')
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) gone.abort()
      note(ctx, performance.now() - started, deps)
    })
    try {
      await next()
      if (ctx.respond !== false) handOver(ctx)
    } catch (thrown) {
      answer(ctx, thrown, deps)
    }
  }
}

function answer(ctx: Exchange, thrown: unknown, { log }: Deps): void {
  if (thrown instanceof ClientGone || !ctx.writable) {
    ctx.respond = false
    ctx.res.destroy()
    return
  }
  const error = apiErrorOf(thrown)
  if (error !== thrown) {
    const level = error.code === 'internal_error' ? 'error' : 'warn'
    log[level]({ requestId: ctx.state.requestId, err: thrown }, 'a request failed')
  }
  const { status, headers, body } = errorAnswer(error, ctx.state.requestId)
  handOver(ctx)
  ctx.status = status
  for (const name of ['Content-Disposition', 'X-Render-Warnings']) ctx.remove(name)
  ctx.set({ ...headers })
  ctx.length = Buffer.byteLength(body)
  ctx.respond = false
  if (error.code !== 'request_timeout') return endAfterRequest(ctx.req, ctx.res, body)
  closeAfter(ctx)
  ctx.res.end(body)
}

/** What a slow sender still has to say must not be waited for, nor be taken for its next request. */
function closeAfter(ctx: Exchange): void {
  ctx.res.once('finish', () => setTimeout(() => ctx.req.socket.destroy(), 100).unref())
}

function note(ctx: Exchange, ms: number, { log, metrics }: Deps): void {
  // Where the router found one.
  const { _matchedRoute: matched } = ctx as Partial<RouteExchange>
  const route = typeof matched === 'string' ? matched : '(none)'
  const status = statusOf(ctx)
  metrics.count('platen_requests_total', { route, method: ctx.method, status: String(status) })
  metrics.observe('platen_request_seconds', ms / 1000, { route })
  const { requestId, token } = ctx.state
  // Probes come every few seconds and say nothing.
  const level = route.startsWith('/health/') || route === '/metrics' ? 'debug' : 'info'
  log[level]({ requestId, method: ctx.method, route, status, ms: Math.round(ms), team: token?.teamId, token: token?.id }, 'request')
}

/** What became of a request: of an answer that broke off, what it would have been had it not been begun. */
function statusOf({ res, state }: Exchange): number {
  if (res.writableFinished) return res.statusCode
  // 499, as nginx has it: the caller hung up.
  return state.brokenBy === undefined ? 499 : ERROR_STATUS[state.brokenBy.code]
}
