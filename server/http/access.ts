// Authentication and rate limiting: the first two checks of every request under /api.
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { Store, TokenRecord } from '../store/store.ts'
import { bearerOf, hashSecret, hasScope, isWellFormed, type TokenScope } from '../tokens.ts'
import { type Connections, SECONDS_WITHOUT_TOKEN } from './connections.ts'
import type { Exchange, Next } from './exchange.ts'
import { addRateHeaders, type RateLimiter, rateLimited } from './rate-limiter.ts'
import type { RecentTokenCache } from './recent-token-cache.ts'

interface AccessOptions {
  readonly store: Store
  readonly limiter: RateLimiter
  readonly clock: Clock
  readonly recentTokens: RecentTokenCache
  readonly connections: Pick<Connections, 'noteToken' | 'hasToken'>
  /** Called when the time of last use cannot be stored; the request continues. */
  readonly onTouchError: (error: unknown) => void
}

/** The time of last use is stored at most this often per token, since each write costs a disk sync. */
const MS_BETWEEN_TOUCHES = 60_000
const MOST_TOUCHED = 10_000

export function checkAccess(options: AccessOptions): (ctx: Exchange, next: Next) => Promise<void> {
  const touched = new Map<string, number>()
  const touch = (token: TokenRecord): void => {
    const now = options.clock.now()
    if (now - (touched.get(token.id) ?? token.lastUsedAt ?? 0) < MS_BETWEEN_TOUCHES) return
    if (touched.size >= MOST_TOUCHED) touched.clear()
    touched.set(token.id, now)
    options.store.touchToken(token.teamId, token.id).catch(options.onTouchError)
  }
  return async (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) {
      addKeepAliveHeader(ctx, options)
      return next()
    }
    ctx.state.rawHeaders.push('Cache-Control', 'no-store')
    const token = await tokenOf(ctx.req.headers.authorization ?? '', options)
    ctx.state.token = token
    options.connections.noteToken(ctx.req.socket)
    await checkRate(ctx, token, options)
    touch(token)
    return next()
  }
}

/** Announces the keep-alive timeout of a connection without a token, which is shorter than the server-wide one that Node would announce. */
function addKeepAliveHeader({ req, res, state }: Exchange, { connections }: AccessOptions): void {
  if (connections.hasToken(req.socket) || !res.shouldKeepAlive || state.rawHeaders.includes('Connection')) return
  state.rawHeaders.push('Connection', 'keep-alive', 'Keep-Alive', `timeout=${SECONDS_WITHOUT_TOKEN}`)
}

/** Every failure gets the same response, so that a caller cannot tell unknown, revoked and expired tokens apart. */
async function tokenOf(authorization: string, { store, clock, recentTokens }: AccessOptions): Promise<TokenRecord> {
  const text = bearerOf(authorization)
  const hash = hashSecret(text)
  // A token in the cache has passed the checksum before.
  const isToken = recentTokens.get(hash) !== undefined || isWellFormed(text)
  const token = isToken ? await store.tokenByHash(hash) : undefined
  const isUsable = token !== undefined && token.revokedAt === undefined && (token.expiresAt === undefined || clock.now() < token.expiresAt)
  // `Connection: close`: every guess costs the caller a new connection.
  if (!isUsable)
    throw new ApiError('unauthenticated', 'a valid API token is needed', { headers: { 'WWW-Authenticate': 'Bearer', Connection: 'close' } })
  recentTokens.add(hash, token)
  return token
}

async function checkRate(ctx: Exchange, token: TokenRecord, { limiter, clock }: AccessOptions): Promise<void> {
  const verdict = await limiter.take(token.id)
  addRateHeaders(verdict, clock.now(), ctx.state.rawHeaders)
  if (!verdict.isAllowed) throw rateLimited(verdict)
}

/** The team of an authenticated request whose token has one of the scopes. Throws when a route under /api was registered before `checkAccess`. */
export function teamOf(ctx: Pick<Exchange, 'state'>, ...scopes: readonly [TokenScope, ...TokenScope[]]): string {
  const { token } = ctx.state
  if (token === undefined) throw new Error('a route under /api was reached without a token')
  if (!hasScope(token.scopes, ...scopes))
    throw new ApiError('forbidden', `the token lacks the scope ${scopes.map((scope) => `"${scope}"`).join(' or ')}`)
  return token.teamId
}
