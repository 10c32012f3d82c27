// Who may ask, and how often: the first two checks of every request under /api.
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { Store, TokenRecord } from '../store/store.ts'
import { bearerOf, hashSecret, isWellFormed, type Scope } from '../tokens.ts'
import { type Connections, SECONDS_WITHOUT_TOKEN } from './connections.ts'
import type { Exchange, Next } from './exchange.ts'
import { addRateHeaders, type RateLimiter, refusedByRate } from './limiter.ts'
import type { RecentTokenCache } from './recent-token-cache.ts'

export interface AccessOptions {
  readonly store: Store
  readonly limiter: RateLimiter
  readonly clock: Clock
  readonly recentTokens: RecentTokenCache
  readonly connections: Pick<Connections, 'noteToken' | 'hasToken'>
  /** Noting the last use failed; the request goes on. */
  readonly onTouchError: (error: unknown) => void
}

/** Writing the last use at every request would cost a disk sync each. */
const MS_TOUCH = 60_000
const MOST_TOUCHED = 10_000

export function checkAccess(options: AccessOptions): (ctx: Exchange, next: Next) => Promise<void> {
  const touched = new Map<string, number>()
  const touch = (token: TokenRecord): void => {
    const now = options.clock.now()
    if (now - (touched.get(token.id) ?? token.lastUsedAt ?? 0) < MS_TOUCH) return
    if (touched.size >= MOST_TOUCHED) touched.clear()
    touched.set(token.id, now)
    options.store.touchToken(token.teamId, token.id).catch(options.onTouchError)
  }
  return async (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) {
      sayHowLong(ctx, options)
      return next()
    }
    ctx.state.head.push('Cache-Control', 'no-store')
    const token = await tokenOf(ctx.req.headers.authorization ?? '', options)
    ctx.state.token = token
    options.connections.noteToken(ctx.req.socket)
    await checkRate(ctx, token, options)
    touch(token)
    return next()
  }
}

/** A connection without a token is ended sooner than Node would tell its caller. */
function sayHowLong({ req, res, state }: Exchange, { connections }: AccessOptions): void {
  if (connections.hasToken(req.socket) || !res.shouldKeepAlive || state.head.includes('Connection')) return
  state.head.push('Connection', 'keep-alive', 'Keep-Alive', `timeout=${SECONDS_WITHOUT_TOKEN}`)
}

/** Every refusal is the same, so that nothing can be learnt from it. */
async function tokenOf(authorization: string, { store, clock, recentTokens }: AccessOptions): Promise<TokenRecord> {
  const text = bearerOf(authorization)
  const hash = hashSecret(text)
  // What was good a moment ago is well-formed.
  const isToken = recentTokens.find(hash) !== undefined || isWellFormed(text)
  const token = isToken ? await store.tokenByHash(hash) : undefined
  const isUsable = token !== undefined && token.revokedAt === undefined && (token.expiresAt === undefined || clock.now() < token.expiresAt)
  // Who guesses has to connect anew for each guess.
  if (!isUsable)
    throw new ApiError('unauthenticated', 'a valid API token is needed', { headers: { 'WWW-Authenticate': 'Bearer', Connection: 'close' } })
  recentTokens.note(hash, token)
  return token
}

async function checkRate(ctx: Exchange, token: TokenRecord, { limiter, clock }: AccessOptions): Promise<void> {
  const verdict = await limiter.take(token.id)
  addRateHeaders(verdict, clock.now(), ctx.state.head)
  if (!verdict.isAllowed) throw refusedByRate(verdict)
}

/** The team of a request under /api; a route that forgot the check above is our bug, not an open door. */
export function teamOf(ctx: Pick<Exchange, 'state'>, scope: Scope): string {
  const { token } = ctx.state
  if (token === undefined) throw new Error('a route under /api was reached without a token')
  if (!token.scopes.includes(scope)) throw new ApiError('forbidden', `the token lacks the scope "${scope}"`)
  return token.teamId
}
