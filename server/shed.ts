// Problem: under many times the load there can be, refusals take the processors from renderings when each goes the whole way through
// routing, store and errors.
// Approach: while the pool is overloaded, a rendering that would be refused for its team anyway is refused before the application sees it,
// when its token was good a moment ago. Everything else goes the whole way.
// Limits: a token that was revoked in that moment hears 503 instead of 401; it gets nothing either way.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HEAD } from './answer.ts'
import type { AppDeps } from './deps.ts'
import { type ApiError, apiErrorOf, errorAnswer } from './errors.ts'
import type { GoodTokens } from './good-tokens.ts'
import { addRateHeaders, refusedByRate } from './limiter.ts'
import { endAfterRequest } from './linger.ts'
import { overloaded } from './outcome.ts'
import type { TokenRecord } from './store/store.ts'
import { bearerOf, hashSecret } from './tokens.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

type Deps = Pick<AppDeps, 'renderer' | 'limiter' | 'clock' | 'log' | 'metrics' | 'isDraining'>

/** `handle` for all but what is refused at once. */
export function shedBefore(handle: Handler, goodTokens: GoodTokens, deps: Deps): Handler {
  return (request, response) => {
    if (!deps.renderer.isOverloaded()) return handle(request, response)
    const route = routeOf(request)
    const isAsked = route !== undefined && !deps.isDraining()
    const token = isAsked ? goodTokens.find(hashSecret(bearerOf(request.headers.authorization ?? ''))) : undefined
    if (route === undefined || token === undefined || !token.scopes.includes('render') || !deps.renderer.isRefusing(token.teamId)) {
      return handle(request, response)
    }
    return refuse(token, deps).then((refusal) => {
      if (refusal === undefined) handle(request, response)
      else answer(request, response, refusal, { route, token, deps })
    })
  }
}

function routeOf({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'POST') return undefined
  if (url === '/api/templates/merge') return url
  return /^\/api\/templates\/[^/?#]+\/pdf$/.test(url) ? '/api/templates/:id/pdf' : undefined
}

interface Refusal {
  readonly error: ApiError
  /** Names and values in turn. */
  readonly head: readonly string[]
}

/** The checks in their usual order. Undefined when the overload has passed meanwhile: then the request counts twice for its token's rate. */
async function refuse(token: TokenRecord, { limiter, renderer, clock }: Deps): Promise<Refusal | undefined> {
  try {
    const verdict = await limiter.take(token.id)
    const head: string[] = []
    addRateHeaders(verdict, clock.now(), head)
    if (!verdict.isAllowed) return { error: refusedByRate(verdict), head }
    const failure = renderer.refusal(token.teamId)
    return failure && { error: overloaded(failure.secondsToWait), head }
  } catch (thrown) {
    return { error: apiErrorOf(thrown), head: [] }
  }
}

interface Asked {
  readonly route: string
  readonly token: TokenRecord
  readonly deps: Deps
}

function answer(request: IncomingMessage, response: ServerResponse, { error, head }: Refusal, { route, token, deps }: Asked): void {
  const { log, metrics } = deps
  const requestId = randomUUID()
  const { status, headers: own, body } = errorAnswer(error, requestId)
  const all = HEAD.concat(head)
  for (const [name, value] of Object.entries(own)) all.push(name, value)
  all.push('Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', requestId)
  endAfterRequest(request, response.writeHead(status, all), body)
  metrics.count('platen_requests_total', { route, method: 'POST', status: String(status) })
  metrics.observe('platen_request_seconds', 0, { route })
  log.info({ requestId, method: 'POST', route, status, ms: 0, team: token.teamId, token: token.id }, 'request')
}
