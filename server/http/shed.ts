// Problem: under many times the load there can be, refusals take the processors from renderings when each goes the whole way through
// routing, store and errors.
// Approach: while the pool is overloaded, a rendering that would be refused for its team anyway is refused before the application sees it,
// when its token was good a moment ago. Everything else goes the whole way.
// Limits: a token that was revoked in that moment hears 503 instead of 401; it gets nothing either way.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiError, apiErrorOf, errorAnswer } from '../errors.ts'
import type { TokenRecord } from '../store/store.ts'
import { bearerOf, hashSecret } from '../tokens.ts'
import { HEAD } from './answer.ts'
import type { AppDeps } from './deps.ts'
import { addRateHeaders, refusedByRate } from './limiter.ts'
import { endAfterRequest } from './linger.ts'
import { overloaded } from './outcome.ts'
import type { RecentTokenCache } from './recent-token-cache.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

type Deps = Pick<AppDeps, 'renderer' | 'limiter' | 'clock' | 'log' | 'metrics' | 'isDraining' | 'connections'>

/** `handle` for all but what is refused at once. */
export function shedBefore(handle: Handler, recentTokens: RecentTokenCache, deps: Deps): Handler {
  return (request, response) => {
    if (!deps.renderer.isOverloaded()) return handle(request, response)
    const route = routeOf(request)
    const isAsked = route !== undefined && !deps.isDraining()
    const token = isAsked ? recentTokens.find(hashSecret(bearerOf(request.headers.authorization ?? ''))) : undefined
    if (route === undefined || token === undefined || !token.scopes.includes('render') || !deps.renderer.isRefusing(token.teamId)) {
      return handle(request, response)
    }
    deps.connections.noteToken(request.socket)
    return refuse(token, deps).then((refusal) => answer(request, response, refusal, { route, token, deps }))
  }
}

function routeOf({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'POST') return undefined
  if (url === '/api/templates/merge') return url
  return /^\/api\/templates\/[^/?#]+\/pdf$/.test(url) ? '/api/templates/:id/pdf' : undefined
}

interface Refusal {
  readonly form: Form
  /** Names and values in turn. */
  readonly head: readonly string[]
}

/** What an error is answered with, but for the request's id, which goes between the two halves of the body. */
interface Form {
  readonly status: number
  /** Names and values in turn. */
  readonly head: readonly string[]
  readonly before: string
  readonly after: string
}

/** As long as any id, and in no message. */
const PLACE_OF_ID = '00000000-0000-0000-0000-000000000000'

function formOf(error: ApiError): Form {
  const { status, headers, body } = errorAnswer(error, PLACE_OF_ID)
  const [before = '', after = ''] = body.split(PLACE_OF_ID)
  return { status, head: HEAD.concat(...Object.entries(headers), 'Content-Length', String(Buffer.byteLength(body))), before, after }
}

/** By seconds to wait, of which there are few. Under overload the same is said thousands of times a second. */
const FORMS = new Map<number, Form>()

function overloadedForm(seconds: number): Form {
  const form = FORMS.get(seconds) ?? formOf(overloaded({ secondsToWait: seconds }))
  FORMS.set(seconds, form)
  return form
}

/** The checks in their usual order. */
async function refuse(token: TokenRecord, { limiter, renderer, clock }: Deps): Promise<Refusal> {
  try {
    const verdict = await limiter.take(token.id)
    const head: string[] = []
    addRateHeaders(verdict, clock.now(), head)
    if (!verdict.isAllowed) return { form: formOf(refusedByRate(verdict)), head }
    return { form: overloadedForm(renderer.refuse().secondsToWait), head }
  } catch (thrown) {
    return { form: formOf(apiErrorOf(thrown)), head: [] }
  }
}

interface Asked {
  readonly route: string
  readonly token: TokenRecord
  readonly deps: Deps
}

function answer(request: IncomingMessage, response: ServerResponse, { form, head }: Refusal, { route, token, deps }: Asked): void {
  const { log, metrics } = deps
  const requestId = randomUUID()
  const { status, before, after } = form
  const all = form.head.concat(head, 'X-Request-Id', requestId)
  endAfterRequest(request, response.writeHead(status, all), before + requestId + after)
  metrics.count('platen_requests_total', { route, method: 'POST', status: String(status) })
  metrics.observe('platen_request_seconds', 0, { route })
  log.info({ requestId, method: 'POST', route, status, ms: 0, team: token.teamId, token: token.id }, 'request')
}
