// Signing in and out, links that may be used once, and what users change about themselves.
import type Router from '@koa/router'
import { type Accounts, type RequestOrigin, type StartedSession, sessionId } from '../../accounts/accounts.ts'
import { scopesOfRight } from '../../accounts/embed-session.ts'
import { mayManage, scopesOf } from '../../accounts/roles.ts'
import { abbreviatedAddress } from '../../client-address.ts'
import { ApiError } from '../../errors.ts'
import { readSamples } from '../../samples.ts'
import type { SignedIn } from '../../store/accounts.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import type { AppRouteDeps } from './app-deps.ts'
import { sessionCookie, sessionSecretOf } from './cookie.ts'
import { textFields } from './json-fields.ts'
import { APP_API, originOf, signedInOf } from './session-access.ts'

const SIGN_IN = textFields(['name', 'password'], ['code'])
const LINK = textFields(['link'])
const REGISTER = textFields(['link', 'name', 'password'], ['display_name'])
const RESET = textFields(['link', 'password'])
const PASSWORD = textFields(['old', 'password'])
const SECOND_FACTOR = textFields(['secret', 'code'])
const CONFIRMATION = textFields(['password'])

export function addSessionRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { accounts, limits } = deps
  router.get(`${APP_API}/session`, (ctx) => sendJson(ctx, publicSession(signedInOf(ctx))))
  router.post(`${APP_API}/session`, async (ctx) => {
    const { name, password, code } = await SIGN_IN.read(ctx, limits)
    await sendStarted(ctx, await accounts.signIn({ name, password, code }, originOf(ctx)), deps)
  })
  router.delete(`${APP_API}/session`, async (ctx) => {
    const signedIn = signedInOf(ctx)
    await accounts.signOut(signedIn, originOf(ctx))
    setCookie(ctx, '', deps)
    const url = signedIn.session.method === 'oidc' ? await endUrlOf(deps) : undefined
    if (url === undefined) sendNothing(ctx)
    else sendJson(ctx, { url })
  })
  router.get(`${APP_API}/sessions`, async (ctx) => sendJson(ctx, await publicSessions(signedInOf(ctx), deps)))
  router.delete(`${APP_API}/sessions/:id`, async (ctx) => {
    if (!(await accounts.endSession(signedInOf(ctx), ctx.params['id'] ?? '', originOf(ctx))))
      throw new ApiError('not_found', 'there is nothing at this address')
    sendNothing(ctx)
  })
  router.delete(`${APP_API}/sessions`, (ctx) => change(ctx, (signedIn, origin) => accounts.signOutElsewhere(signedIn, origin)))
  router.post(`${APP_API}/links/inspect`, async (ctx) => sendJson(ctx, await publicLink(await LINK.read(ctx, limits), accounts, deps)))
  router.post(`${APP_API}/links/register`, async (ctx) => {
    const { link, name, password, display_name } = await REGISTER.read(ctx, limits)
    const registration = { name: checkedName(name), displayName: display_name.trim() || name.trim(), password }
    await sendStarted(ctx, await accounts.register(link, registration, originOf(ctx)), deps)
  })
  router.post(`${APP_API}/links/join`, async (ctx) => {
    const signedIn = signedInOf(ctx)
    const { link } = await LINK.read(ctx, limits)
    sendJson(ctx, { team_id: await accounts.join(link, signedIn.user, originOf(ctx)) })
  })
  router.post(`${APP_API}/links/reset`, async (ctx) => {
    const { link, password } = await RESET.read(ctx, limits)
    await sendStarted(ctx, await accounts.resetPassword(link, password, originOf(ctx)), deps)
  })
  addProfileRoutes(router, deps)
  // What the session of a frame is for.
  router.get(`${APP_API}/embed`, (ctx) => sendJson(ctx, publicEmbedSession(ctx)))
  // What a new template may begin with.
  router.get(`${APP_API}/samples`, (ctx) => {
    signedInOf(ctx)
    sendJson(ctx, readSamples())
  })
}

function addProfileRoutes(router: Router<ExchangeState>, { accounts, limits }: AppRouteDeps): void {
  router.put(`${APP_API}/me/password`, async (ctx) => {
    signedInOf(ctx)
    const fields = await PASSWORD.read(ctx, limits)
    await change(ctx, (signedIn, origin) => accounts.changePassword(signedIn, fields, origin))
  })
  router.post(`${APP_API}/me/second-factor`, (ctx) => sendJson(ctx, accounts.offerSecondFactor(signedInOf(ctx))))
  router.put(`${APP_API}/me/second-factor`, async (ctx) => {
    signedInOf(ctx)
    const fields = await SECOND_FACTOR.read(ctx, limits)
    await change(ctx, (signedIn, origin) => accounts.setSecondFactor(signedIn, fields, origin))
  })
  router.delete(`${APP_API}/me/second-factor`, async (ctx) => {
    signedInOf(ctx)
    const { password } = await CONFIRMATION.read(ctx, limits)
    await change(ctx, (signedIn, origin) => accounts.removeSecondFactor(signedIn, password, origin))
  })
}

async function change(ctx: RouteExchange, work: (signedIn: SignedIn, origin: RequestOrigin) => Promise<void>): Promise<void> {
  await work(signedInOf(ctx), originOf(ctx))
  sendNothing(ctx)
}

export function sendNothing(ctx: RouteExchange): void {
  ctx.status = 204
}

async function sendStarted(ctx: RouteExchange, { secret }: StartedSession, deps: AppRouteDeps): Promise<void> {
  const signedIn = await deps.accounts.session(secret)
  if (signedIn === undefined) throw new Error('a session that has just begun is not there')
  await startSession(ctx, secret, deps)
  sendJson(ctx, publicSession(signedIn))
}

/** The session before ends: a copy of its cookie is worth nothing any more. */
export async function startSession(ctx: RouteExchange, secret: string, deps: AppRouteDeps): Promise<void> {
  const before = sessionSecretOf(ctx.req, deps.publicUrl())
  if (before !== undefined) await deps.accounts.replace(before)
  setCookie(ctx, secret, deps)
}

function setCookie({ state }: RouteExchange, secret: string, { publicUrl }: AppRouteDeps): void {
  state.rawHeaders.push('Set-Cookie', sessionCookie(secret, publicUrl()))
}

function publicEmbedSession({ state }: RouteExchange): object {
  if (state.embedded === undefined) throw new ApiError('unauthenticated', 'this is no frame of another application')
  const { teamId, templateId, right, origin, expiresAt } = state.embedded
  const expires_at = new Date(expiresAt).toISOString()
  return { team: teamId, template: templateId, right, scopes: scopesOfRight(right), origin, expires_at }
}

/** Where to sign out of the provider too; undefined when its session goes on, or when it cannot be asked. */
async function endUrlOf({ provider, log }: AppRouteDeps): Promise<string | undefined> {
  if (provider?.endsThere !== true) return undefined
  return provider.signIn.endUrl().catch((thrown: unknown) => {
    log.warn({ err: thrown }, 'the sign-in provider does not say where to sign out')
    return undefined
  })
}

function checkedName(name: string): string {
  const text = name.trim()
  if (text !== '' && text.length <= 200 && !/\p{Cc}/u.test(text)) return text
  const message = 'a name has 1 to 200 characters, and no control characters'
  throw new ApiError('validation_failed', message, { errors: [{ path: 'name', code: 'invalid_value', message }] })
}

function publicSession({ user, memberships }: SignedIn): object {
  return {
    user: {
      ...{ id: user.id, name: user.name, display_name: user.displayName },
      ...{ has_second_factor: user.totpSecret !== undefined, has_password: user.passwordHash !== undefined },
    },
    teams: memberships.map(({ teamId, teamName, role }) => ({
      ...{ id: teamId, name: teamName, role },
      ...{ scopes: scopesOf(role), may_manage: mayManage(role) },
    })),
  }
}

async function publicSessions(signedIn: SignedIn, { accounts }: AppRouteDeps): Promise<object> {
  return (await accounts.sessions(signedIn)).map((session) => ({
    id: sessionId(session),
    is_current: session.hash === signedIn.session.hash,
    created_at: new Date(session.createdAt).toISOString(),
    seen_at: new Date(session.seenAt).toISOString(),
    agent: session.agent,
    address: abbreviatedAddress(session.address),
  }))
}

async function publicLink({ link }: { readonly link: string }, accounts: Accounts, { store }: AppRouteDeps): Promise<object> {
  const found = await accounts.link(link)
  if (found === undefined) return { kind: 'invalid' }
  const { grant } = found
  if (grant.kind === 'reset') return { kind: 'reset', name: (await store.accounts.user(grant.userId))?.name }
  const team = (await store.teams()).find(({ id }) => id === grant.teamId)
  return { kind: grant.kind, team_name: team?.name, role: grant.role, note: found.note }
}
