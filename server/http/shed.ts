// Problem: under a load many times the capacity, rejections take processor time from renderings when each passes routing, store and error
// handling.
// Approach: load shedding. While the pool is overloaded, a render request that the pool would refuse for its team is answered before it reaches
// the application, if its token is in the recent-token cache. Every other request takes the normal path.
// Limits: a token revoked within the cache's two seconds gets 503 instead of 401; neither renders anything.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiError, apiErrorOf, errorAnswer } from '../errors.ts'
import type { TokenRecord } from '../store/store.ts'
import { bearerOf, hashSecret } from '../tokens.ts'
import { corsHeaders } from './cors.ts'
import type { AppDeps } from './deps.ts'
import { endAfterRequest } from './linger.ts'
import { overloaded } from './outcome.ts'
import { addRateHeaders, rateLimited } from './rate-limiter.ts'
import type { RecentTokenCache } from './recent-token-cache.ts'
import { COMMON_HEADERS } from './request-lifecycle.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

type Deps = Pick<AppDeps, 'renderer' | 'limiter' | 'clock' | 'log' | 'metrics' | 'isDraining' | 'connections' | 'corsOrigins'>

/** Wraps `handle`: requests that can be shed are answered here, all others are passed on. */
export function shedBefore(handle: Handler, recentTokens: RecentTokenCache, deps: Deps): Handler {
  return (request, response) => {
    if (!deps.renderer.isOverloaded()) return handle(request, response)
    const route = renderRouteOf(request)
    const maySkip = route !== undefined && !deps.isDraining()
    const token = maySkip ? recentTokens.get(hashSecret(bearerOf(request.headers.authorization ?? ''))) : undefined
    if (route === undefined || token === undefined || !token.scopes.includes('render') || !deps.renderer.isRefusing(token.teamId)) {
      return handle(request, response)
    }
    deps.connections.noteToken(request.socket)
    return refuse(token, deps).then((refusal) => send(request, response, refusal, { route, token, deps }))
  }
}

/** The pattern of the render route that a request matches, as the log and the metrics name it; undefined for other requests. */
function renderRouteOf({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'POST') return undefined
  if (url === '/api/templates/merge') return url
  return /^\/api\/templates\/[^/?#]+\/pdf$/.test(url) ? '/api/templates/:id/pdf' : undefined
}

interface Refusal {
  readonly canned: CannedResponse
  readonly rateHeaders: readonly string[]
}

/** An error response but for the request id, which belongs between the two halves of the body. */
interface CannedResponse {
  readonly status: number
  /** Raw headers: names and values alternate. */
  readonly rawHeaders: readonly string[]
  readonly beforeId: string
  readonly afterId: string
}

/** Has the length of every id and occurs in no message. */
const ID_PLACEHOLDER = '00000000-0000-0000-0000-000000000000'

function cannedResponse(error: ApiError): CannedResponse {
  const { status, headers, body } = errorAnswer(error, ID_PLACEHOLDER)
  const [beforeId = '', afterId = ''] = body.split(ID_PLACEHOLDER)
  const rawHeaders = COMMON_HEADERS.concat(...Object.entries(headers), 'Content-Length', String(Buffer.byteLength(body)))
  return { status, rawHeaders, beforeId, afterId }
}

/** By seconds of Retry-After, of which there are few. Under overload, thousands of requests a second share one response. */
const OVERLOADED = new Map<number, CannedResponse>()

function overloadedResponse(seconds: number): CannedResponse {
  const canned = OVERLOADED.get(seconds) ?? cannedResponse(overloaded({ secondsToWait: seconds }))
  OVERLOADED.set(seconds, canned)
  return canned
}

/** Checks in the order of the normal path: rate limit, then overload. */
async function refuse(token: TokenRecord, { limiter, renderer, clock }: Deps): Promise<Refusal> {
  try {
    const verdict = await limiter.take(token.id)
    const rateHeaders: string[] = []
    addRateHeaders(verdict, clock.now(), rateHeaders)
    if (!verdict.isAllowed) return { canned: cannedResponse(rateLimited(verdict)), rateHeaders }
    return { canned: overloadedResponse(renderer.refuse().secondsToWait), rateHeaders }
  } catch (thrown) {
    return { canned: cannedResponse(apiErrorOf(thrown)), rateHeaders: [] }
  }
}

interface RefusedRequest {
  readonly route: string
  readonly token: TokenRecord
  readonly deps: Deps
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { canned, rateHeaders }: Refusal,
  { route, token, deps }: RefusedRequest,
): void {
  const { log, metrics } = deps
  const requestId = randomUUID()
  const { status, beforeId, afterId } = canned
  const rawHeaders = canned.rawHeaders.concat(rateHeaders, corsHeaders(request.headers, deps.corsOrigins), 'X-Request-Id', requestId)
  endAfterRequest(request, response.writeHead(status, rawHeaders), beforeId + requestId + afterId)
  metrics.count('platen_requests_total', { route, method: 'POST', status: String(status) })
  metrics.observe('platen_request_seconds', 0, { route })
  log.info({ requestId, method: 'POST', route, status, ms: 0, team: token.teamId, token: token.id }, 'request')
}
