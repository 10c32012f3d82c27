// Authentication of the web application: the session of a cookie, and what its user may do in the team that the address names.
import type { Accounts, RequestOrigin } from '../../accounts/accounts.ts'
import type { EmbedSessions } from '../../accounts/embed-session.ts'
import { scopesOf } from '../../accounts/roles.ts'
import { ApiError } from '../../errors.ts'
import type { Membership, SignedIn } from '../../store/accounts.ts'
import type { Exchange, Next } from '../exchange.ts'
import { addRateHeaders, type RateLimiter, rateLimited } from '../rate-limiter.ts'
import { sessionSecretOf } from './cookie.ts'
import { EMBED_HEADER, enterEmbedded } from './embed-access.ts'
import { requireSameOrigin } from './same-origin.ts'

export const APP_API = '/app/api'
/** Routes of tokens that sessions may use as well, below the address of a team. */
const SHARED = /^\/app\/api\/t\/([^/]+)\/((?:templates|assets|render|preview|requests|jobs)(?:\/.*)?)$/
const OF_TEAM = /^\/app\/api\/t\/([^/]+)\//

interface SessionAccessOptions {
  readonly accounts: Accounts
  readonly embed: EmbedSessions
  readonly limiter: RateLimiter
  readonly publicUrl: () => string
  readonly now: () => number
}

/**
 * Requests under `/app/api` take the cookie and no token. Those below `/app/api/t/TEAM/` that tokens may make too are led to the same routes, with the scopes of
 * the user's role instead of a token's.
 */
export function checkSession(options: SessionAccessOptions): (ctx: Exchange, next: Next) => Promise<void> {
  const enter = enterSession(options)
  return (ctx, next) => (ctx.path.startsWith(`${APP_API}/`) ? enter(ctx, next) : next())
}

function enterSession({ accounts, embed, limiter, publicUrl, now }: SessionAccessOptions): (ctx: Exchange, next: Next) => Promise<void> {
  return async (ctx, next) => {
    ctx.state.rawHeaders.push('Cache-Control', 'no-store')
    requireSameOrigin(ctx.method, ctx.req.headers, publicUrl())
    if (ctx.req.headers[EMBED_HEADER] !== undefined) {
      await enterEmbedded(ctx, { embed, limiter, now })
      return next()
    }
    const secret = sessionSecretOf(ctx.req, publicUrl())
    const signedIn = secret === undefined ? undefined : await accounts.session(secret)
    if (signedIn !== undefined) {
      ctx.state.signedIn = signedIn
      const verdict = await limiter.take(signedIn.user.id)
      addRateHeaders(verdict, now(), ctx.state.rawHeaders)
      if (!verdict.isAllowed) throw rateLimited(verdict)
    }
    const team = OF_TEAM.exec(ctx.path)?.[1]
    if (team !== undefined) enterTeam(ctx, decodeSegment(team))
    const shared = SHARED.exec(ctx.path)?.[2]
    if (shared !== undefined) Object.assign(ctx, { newRouterPath: `/api/${shared}` })
    return next()
  }
}

function enterTeam(ctx: Exchange, teamId: string): void {
  const { user, memberships } = signedInOf(ctx)
  const membership = memberships.find((candidate) => candidate.teamId === teamId)
  // The same for a team that does not exist.
  if (membership === undefined) throw new ApiError('not_found', 'there is nothing at this address')
  ctx.state.membership = membership
  ctx.state.token = {
    id: `user:${user.id}`,
    teamId,
    name: user.displayName,
    scopes: scopesOf(membership.role),
    createdAt: user.createdAt,
    expiresAt: undefined,
    lastUsedAt: undefined,
    revokedAt: undefined,
  }
}

/** Whose session the request is of. Throws when nobody is signed in. */
export function signedInOf({ state }: Pick<Exchange, 'state'>): SignedIn {
  if (state.signedIn === undefined) throw new ApiError('unauthenticated', 'nobody is signed in, or the session has ended')
  return state.signedIn
}

/** The user's membership in the team of the address. */
export function membershipOf({ state }: Pick<Exchange, 'state'>): Membership {
  if (state.membership === undefined) throw new Error('a route of a team was reached outside one')
  return state.membership
}

export function originOf({ req, state }: Pick<Exchange, 'req' | 'state'>): RequestOrigin {
  return { address: state.address, agent: req.headers['user-agent'] ?? '' }
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
