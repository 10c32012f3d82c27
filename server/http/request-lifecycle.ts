// The outermost middleware: request id, common headers, mapping of errors to responses, one log line and the metrics of each request.
import { HangUpSignal } from '../cancel-signal.ts'
import { clientAddress } from '../client-address.ts'
import { apiErrorOf, ClientGone, ERROR_STATUS, errorAnswer } from '../errors.ts'
import { makeRequestId } from '../request-id.ts'
import type { RequestRecord } from '../store/requests.ts'
import type { AppDeps } from './deps.ts'
import { applyRawHeaders, type Exchange, type Next, type RouteExchange } from './exchange.ts'
import { endAfterRequest } from './linger.ts'

/** Headers of every response, in Node's raw form: names and values alternate. */
export const COMMON_HEADERS: readonly string[] = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
]

type Deps = Pick<AppDeps, 'log' | 'metrics' | 'isDraining' | 'requestLog' | 'clock' | 'isTrustedProxy'>

/** Routes whose calls can be asked for afterwards. */
const LOGGED: ReadonlySet<string> = new Set(['/api/templates/:id/pdf', '/api/templates/merge', '/api/render', '/api/preview'])

/** Problems kept of a call that failed. */
const MOST_ERRORS = 20

export function requestLifecycle(deps: Deps): (ctx: Exchange, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const started = performance.now()
    const hangUp = new HangUpSignal()
    const requestId = makeRequestId(deps.clock.now())
    const rawHeaders = [...COMMON_HEADERS, 'X-Request-Id', requestId]
    const address = clientAddress(ctx.req.socket.remoteAddress, ctx.req.headers['x-forwarded-for'], deps.isTrustedProxy)
    ctx.state = { requestId, address, rawHeaders, signal: hangUp }
    if (deps.isDraining()) rawHeaders.push('Connection', 'close')
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) hangUp.abort()
      record(ctx, performance.now() - started, deps)
    })
    try {
      await next()
      if (ctx.respond !== false) applyRawHeaders(ctx)
    } catch (thrown) {
      sendError(ctx, thrown, deps)
    }
  }
}

function sendError(ctx: Exchange, thrown: unknown, { log }: Deps): void {
  if (thrown instanceof ClientGone || !ctx.writable) {
    ctx.respond = false
    ctx.res.destroy()
    return
  }
  const error = apiErrorOf(thrown)
  ctx.state.error = error
  if (error !== thrown) {
    const level = error.code === 'internal_error' ? 'error' : 'warn'
    log[level]({ requestId: ctx.state.requestId, err: thrown }, 'a request failed')
  }
  const { status, headers, body } = errorAnswer(error, ctx.state.requestId)
  applyRawHeaders(ctx)
  ctx.status = status
  for (const name of ['Content-Disposition', 'X-Render-Warnings']) ctx.remove(name)
  ctx.set({ ...headers })
  ctx.length = Buffer.byteLength(body)
  ctx.respond = false
  if (error.code !== 'request_timeout') return endAfterRequest(ctx.req, ctx.res, body)
  closeAfterResponse(ctx)
  ctx.res.end(body)
}

/** Closes the connection of a slow sender: the rest of its body is neither awaited nor parsed as its next request. */
function closeAfterResponse(ctx: Exchange): void {
  ctx.res.once('finish', () => setTimeout(() => ctx.req.socket.destroy(), 100).unref())
}

function record(ctx: Exchange, ms: number, deps: Deps): void {
  const { log, metrics } = deps
  // The router sets it on the context of a request that matches a route.
  const { _matchedRoute: matched } = ctx as Partial<RouteExchange>
  const route = typeof matched === 'string' ? matched : '(none)'
  const status = statusOf(ctx)
  metrics.count('platen_requests_total', { route, method: ctx.method, status: String(status) })
  metrics.observe('platen_request_seconds', ms / 1000, { route })
  const { requestId, token, address } = ctx.state
  if (token !== undefined && LOGGED.has(route)) addToLog(ctx, { route, status, ms }, deps)
  // Health checks and scrapes arrive every few seconds; their lines would only fill the log.
  const level = route.startsWith('/health/') || route === '/metrics' ? 'debug' : 'info'
  const line = { requestId, method: ctx.method, route, status, ms: Math.round(ms), team: token?.teamId, token: token?.id, address }
  log[level](line, 'request')
}

function addToLog(
  { method, state }: Exchange,
  { route, status, ms }: { route: string; status: number; ms: number },
  { requestLog, clock }: Deps,
): void {
  const { requestId: id, token, template, rendered, error, brokenBy } = state
  if (token === undefined) return
  const problem = brokenBy ?? error
  const code = problem?.code
  const isMade = code === undefined && status < 400
  requestLog.add({
    id,
    teamId: token.teamId,
    at: clock.now(),
    route: `${method} ${route}`,
    status,
    code,
    template,
    ms: Math.round(ms * 10) / 10,
    pages: isMade ? rendered?.pages : undefined,
    bytes: isMade ? rendered?.bytes : undefined,
    warnings:
      rendered === undefined || rendered.warnings.length === 0 ? NO_WARNINGS : rendered.warnings.map(({ code, path }) => ({ code, path })),
    errors: problem === undefined ? undefined : problem.errors.slice(0, MOST_ERRORS).map(({ code, path }) => ({ code, path })),
  })
}

const NO_WARNINGS: RequestRecord['warnings'] = []

/** The status for log and metrics. A response that broke off after its 200 counts as the error that interrupted it. */
function statusOf({ res, state }: Exchange): number {
  if (res.writableFinished) return res.statusCode
  // 499 as in nginx: the client closed the connection.
  return state.brokenBy === undefined ? 499 : ERROR_STATUS[state.brokenBy.code]
}
