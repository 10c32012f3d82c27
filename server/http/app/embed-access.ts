// Requests of a frame in another application: their session comes in a header, since browsers keep cookies from frames, and reaches one template.
import { type EmbedSession, type EmbedSessions, scopesOfRight } from '../../accounts/embed-session.ts'
import { ApiError } from '../../errors.ts'
import type { AssetRecord } from '../../store/assets.ts'
import type { Store } from '../../store/store.ts'
import type { Exchange, ExchangeState } from '../exchange.ts'
import { addRateHeaders, type RateLimiter, rateLimited } from '../rate-limiter.ts'

/** A header of our own: a page of another origin cannot send it without being asked first, which is answered with no. */
export const EMBED_HEADER = 'x-embed-session'
const EMBED_INFO = '/app/api/embed'
/** What a page shows by itself. Text of the team, such as shared parts, stays where it is. */
const SHOWN_TYPES = /^(?:image|font)\//

export interface EmbedAccessOptions {
  readonly embed: EmbedSessions
  readonly limiter: RateLimiter
  readonly now: () => number
}

/** Sets what the routes of tokens need, and leads there; what the session does not reach is not there. */
export async function enterEmbedded(ctx: Exchange, { embed, limiter, now }: EmbedAccessOptions): Promise<void> {
  const session = await embed.read(String(ctx.req.headers[EMBED_HEADER]))
  if (session === undefined) throw new ApiError('unauthenticated', 'the session of the frame has ended, or is none')
  const verdict = await limiter.take(`embed ${session.tokenId} ${session.templateId}`)
  addRateHeaders(verdict, now(), ctx.state.rawHeaders)
  if (!verdict.isAllowed) throw rateLimited(verdict)
  ctx.state.embedded = session
  ctx.state.token = {
    id: session.tokenId,
    teamId: session.teamId,
    name: session.name,
    scopes: scopesOfRight(session.right),
    createdAt: now(),
    expiresAt: session.expiresAt,
    lastUsedAt: undefined,
    revokedAt: undefined,
  }
  if (ctx.path === EMBED_INFO) return
  const shared = reachedBy(session, ctx)
  if (shared === undefined) throw notReached()
  Object.assign(ctx, { newRouterPath: shared })
}

/** Refuses a frame the assets that its template does not show: the newest version, saved or published, says which it uses. */
export async function checkEmbeddedAsset({ embedded }: ExchangeState, asset: AssetRecord | undefined, store: Store): Promise<void> {
  if (embedded === undefined) return
  const version = await store.templateVersion(embedded.teamId, embedded.templateId, 'newest')
  const isUsed = version?.assets.some(({ name }) => name === asset?.name) === true
  if (asset === undefined || !SHOWN_TYPES.test(asset.type) || !isUsed) throw notReached()
}

function notReached(): ApiError {
  return new ApiError('not_found', 'there is nothing at this address')
}

/** The route of tokens that the address stands for; undefined for all but previews, assets to read, and the template itself, which a frame never deletes. */
function reachedBy({ teamId, templateId }: EmbedSession, { path, method }: Exchange): string | undefined {
  const base = `/app/api/t/${encodeURIComponent(teamId)}`
  if (path === `${base}/preview` && method === 'POST') return '/api/preview'
  if (path.startsWith(`${base}/assets/`) && (method === 'GET' || method === 'HEAD')) return `/api${path.slice(base.length)}`
  const template = `${base}/templates/${encodeURIComponent(templateId)}`
  const rest = path === template || path.startsWith(`${template}/`) ? path.slice(template.length) : undefined
  if (rest === undefined || rest === '/undelete' || (rest === '' && method === 'DELETE')) return undefined
  return `/api/templates/${encodeURIComponent(templateId)}${rest}`
}
