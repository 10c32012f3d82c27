// Signing in at a provider (OpenID Connect): the browser is sent there, and comes back with a code.
import type Router from '@koa/router'
import { NotAdmitted } from '../../accounts/provided-users.ts'
import { CALLBACK, type Checks, ProviderProblem } from '../../accounts/provider.ts'
import { ApiError } from '../../errors.ts'
import { type ExchangeState, type RouteExchange, sendBuffer, sendJson } from '../exchange.ts'
import type { AppRouteDeps } from './app-deps.ts'
import { checksCookie, checksOf, SECONDS_AT_PROVIDER, sessionSecretOf } from './cookie.ts'
import { textFields } from './json-fields.ts'
import { sendNothing, startSession } from './routes-session.ts'
import { APP_API, originOf, signedInOf } from './session-access.ts'

/** `to`: the page to come back to; `link`: the secret of an invitation. */
const BEGIN = textFields([], ['to', 'link'])

/** Why somebody who comes back from the provider is not signed in: the sign-in page has a text for each. */
type Problem = ProviderProblem['kind'] | NotAdmitted['kind'] | 'expired'

/** What the browser keeps, encrypted, while somebody is at the provider. */
interface Journey extends Checks {
  readonly startedAt: number
  readonly to: string
  readonly link: string
  /** Who was signed in and connects the provider with that account; empty when somebody signs in. */
  readonly userId: string
}

export function addProviderRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { provider, limits } = deps
  router.get(`${APP_API}/provider`, (ctx) => sendJson(ctx, { label: provider?.label ?? null }))
  router.post(`${APP_API}/provider/sign-in`, async (ctx) => {
    const { to, link } = await BEGIN.read(ctx, limits)
    await begin(ctx, { to, link, userId: '' }, deps)
  })
  // By a request of our own page: a link of another site must not connect an account with somebody else's identity.
  router.post(`${APP_API}/me/identity`, (ctx) => begin(ctx, { to: '/app/profile', link: '', userId: signedInOf(ctx).user.id }, deps))
  router.get(`${APP_API}/me/identity`, async (ctx) => {
    const identities = await deps.store.accounts.identities(signedInOf(ctx).user.id)
    sendJson(ctx, { is_connected: identities.length > 0, label: provider?.label ?? null })
  })
  router.delete(`${APP_API}/me/identity`, async (ctx) => {
    const signedIn = signedInOf(ctx)
    await providerOf(deps).users.disconnect(signedIn, originOf(ctx))
    sendNothing(ctx)
  })
  router.get(CALLBACK, (ctx) => comeBack(ctx, deps))
}

function providerOf({ provider }: AppRouteDeps): NonNullable<AppRouteDeps['provider']> {
  if (provider === undefined) throw new ApiError('not_found', 'there is nothing at this address')
  return provider
}

async function begin(ctx: RouteExchange, { to, link, userId }: Pick<Journey, 'to' | 'link' | 'userId'>, deps: AppRouteDeps): Promise<void> {
  const { signIn, cipher } = providerOf(deps)
  const { url, checks } = await signIn.begin().catch((thrown: unknown) => {
    deps.log.warn({ err: thrown }, 'the sign-in provider cannot be reached')
    throw new ApiError('overloaded', 'the sign-in provider cannot be reached; try again in a minute', { headers: { 'Retry-After': '60' } })
  })
  const journey: Journey = { ...checks, startedAt: deps.clock.now(), to: pageOf(to), link, userId }
  ctx.state.rawHeaders.push('Set-Cookie', checksCookie(cipher.encrypt(JSON.stringify(journey)), deps.publicUrl()))
  sendJson(ctx, { url })
}

/** Pages of the application alone: an address of another site, however it is written, leads to the list of templates. */
function pageOf(to: string): string {
  const isPage = /^\/app(\/[\w.~%-]+)*\/?$/.test(to) && !to.startsWith('/app/api/') && !to.includes('..')
  return isPage ? to : '/app/templates'
}

async function comeBack(ctx: RouteExchange, deps: AppRouteDeps): Promise<void> {
  providerOf(deps)
  ctx.state.rawHeaders.push('Cache-Control', 'no-store')
  // It counts once, whatever comes of it.
  ctx.state.rawHeaders.push('Set-Cookie', checksCookie('', deps.publicUrl()))
  const journey = journeyOf(ctx, deps)
  if (journey === undefined) return redirect(ctx, '/app/sign-in?problem=expired')
  const back = journey.userId === '' ? '/app/sign-in' : '/app/profile'
  try {
    redirect(ctx, (await finish(ctx, journey, deps)) ?? journey.to)
  } catch (thrown) {
    const problem = problemOf(thrown)
    deps.log.warn({ err: thrown, problem }, 'somebody could not sign in at the provider')
    await deps.accounts.audit({ user: undefined, action: 'sign-in.failed', subject: `provider: ${problem}`, address: ctx.state.address })
    redirect(ctx, `${back}?problem=${problem}`)
  }
}

/** Signs in or connects; an address where the browser is to go instead of where it came from. */
async function finish(ctx: RouteExchange, journey: Journey, deps: AppRouteDeps): Promise<string | undefined> {
  const { signIn, users } = providerOf(deps)
  const provided = await signIn.finish(ctx.search, journey)
  if (journey.userId === '') {
    const { secret } = await users.enter(provided, journey.link, originOf(ctx))
    await startSession(ctx, secret, deps)
    return undefined
  }
  const secret = sessionSecretOf(ctx.req, deps.publicUrl())
  const signedIn = secret === undefined ? undefined : await deps.accounts.session(secret)
  // Somebody else may have signed in meanwhile.
  if (signedIn?.user.id !== journey.userId) return '/app/sign-in?problem=expired'
  await users.connect(signedIn, provided, originOf(ctx))
  return undefined
}

function journeyOf({ req }: RouteExchange, deps: AppRouteDeps): Journey | undefined {
  const text = providerOf(deps).cipher.decrypt(checksOf(req, deps.publicUrl()) ?? '')
  if (text === undefined) return undefined
  // Only `begin` encrypts with this key.
  const journey = JSON.parse(text) as Journey
  return deps.clock.now() - journey.startedAt < SECONDS_AT_PROVIDER * 1000 ? journey : undefined
}

function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProviderProblem || thrown instanceof NotAdmitted) return thrown.kind
  // Of an invitation that somebody who has an account came with.
  if (thrown instanceof ApiError && thrown.code === 'validation_failed') return 'link-invalid'
  throw thrown
}

/** 303: the page is fetched, whatever the method was. */
function redirect(ctx: RouteExchange, to: string): void {
  ctx.state.rawHeaders.push('Location', to)
  sendBuffer(ctx, 303, 'text/plain; charset=utf-8', `Go to ${to}`)
}
