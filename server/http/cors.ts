// Cross-origin requests of browsers (Fetch standard, "CORS protocol"), for the origins that `PLATEN_CORS_ORIGINS` names.
import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange, Next } from './exchange.ts'

const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS'
const ALLOWED_HEADERS = 'Authorization, Content-Type, Accept, If-Match, If-None-Match, Prefer, Idempotency-Key'
const EXPOSED_HEADERS = [
  ...['ETag', 'Location', 'X-Request-Id', 'X-Render-Warnings', 'Retry-After'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  // Viewers that load a PDF in ranges read these of a download.
  ...['Accept-Ranges', 'Content-Range'],
].join(', ')
const SECONDS_PREFLIGHT = '600'

/** Raw response headers (names and values alternate) for a request with these headers; none while no origin is allowed. */
export function corsHeaders({ origin }: IncomingHttpHeaders, origins: ReadonlySet<string>): readonly string[] {
  if (origins.size === 0) return NONE
  // Also without an origin: a cache must not answer another origin with this response.
  if (origin === undefined || !origins.has(origin)) return ['Vary', 'Origin']
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS]
}

const NONE: readonly string[] = []

/** Adds the headers to every response, and answers preflight requests, which carry no token. */
export function answerCrossOrigin(origins: ReadonlySet<string>): (ctx: Exchange, next: Next) => Promise<void> {
  return (ctx, next) => {
    if (origins.size === 0) return next()
    const { headers } = ctx.req
    ctx.state.rawHeaders.push(...corsHeaders(headers, origins))
    const isPreflight = ctx.method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
    if (!isPreflight || headers.origin === undefined || !origins.has(headers.origin)) return next()
    const { rawHeaders } = ctx.state
    rawHeaders.push('Access-Control-Allow-Methods', METHODS, 'Access-Control-Allow-Headers', ALLOWED_HEADERS)
    rawHeaders.push('Access-Control-Max-Age', SECONDS_PREFLIGHT)
    ctx.status = 204
    return Promise.resolve()
  }
}
