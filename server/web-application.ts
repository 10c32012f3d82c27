// The web application's part of the service: accounts, and the limits of those who sign in.
import { Accounts } from './accounts/accounts.ts'
import { EmbedSessions } from './accounts/embed-session.ts'
import { PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import { ProvidedUsers } from './accounts/provided-users.ts'
import { SignInProvider } from './accounts/provider.ts'
import { networkOf } from './client-address.ts'
import type { Clock } from './clock.ts'
import { type Config, embedOriginsOf } from './config.ts'
import { makeTextCipher } from './encryption.ts'
import type { WebApplication } from './http/deps.ts'
import { createRateLimiter } from './http/rate-limiter.ts'
import { parseRoleRules } from './role-rules.ts'
import type { Sql } from './store/sql.ts'
import type { Store } from './store/store.ts'

/** Attempts to sign in a minute, of one name and from one address. */
const ATTEMPTS_OF = 10
const ATTEMPTS_FROM = 100
/** Requests a minute of one user: an editor shows a preview after each pause of typing. */
const REQUESTS = 1200

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly signingKey: string
  /** The database that all servers share, if any. */
  readonly shared: Sql | undefined
  readonly publicUrl: () => string
  readonly passwordCost: PasswordCost | undefined
}

export function makeWebApplication({
  store,
  clock,
  config,
  signingKey,
  shared,
  publicUrl,
  passwordCost = PASSWORD_COST,
}: Parts): WebApplication {
  const attempts = { of: createRateLimiter(ATTEMPTS_OF, shared), from: createRateLimiter(ATTEMPTS_FROM, shared) }
  const accounts = new Accounts({
    ...{ store: store.accounts, clock, publicUrl, passwordCost },
    cipher: makeTextCipher(signingKey, 'second factors'),
    attempts: {
      take: async (kind, key) => (await attempts[kind].take(`sign-in ${kind} ${kind === 'from' ? networkOf(key) : key}`)).isAllowed,
    },
  })
  const provider = makeProvider(config, { accounts, store, clock, signingKey, publicUrl })
  return {
    ...{ accounts, limiter: createRateLimiter(REQUESTS, shared), isPrivateWebhookAllowed: config.webhooksPrivate === 'yes' },
    embed: new EmbedSessions({ store, clock, cipher: makeTextCipher(signingKey, 'frames'), origins: embedOriginsOf(config) }),
    ...(provider === undefined ? {} : { provider }),
  }
}

function makeProvider(
  config: Config,
  { accounts, store, clock, signingKey, publicUrl }: Pick<Parts, 'store' | 'clock' | 'signingKey' | 'publicUrl'> & { accounts: Accounts },
): WebApplication['provider'] {
  const {
    oidcIssuer: issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    oidcScopes: scopes,
    oidcGroupsClaim: groupsClaim,
  } = config
  if (issuer === undefined || clientId === undefined) return undefined
  const rules = parseRoleRules(config.oidcRoles ?? '')
  if ('wrong' in rules) throw new Error('rules that are none were accepted')
  return {
    signIn: new SignInProvider({ issuer, clientId, clientSecret, scopes, groupsClaim, publicUrl, now: () => clock.now() }),
    users: new ProvidedUsers({ store, accounts, rules, mayProvision: config.oidcProvision === 'yes' }),
    label: config.oidcLabel,
    cipher: makeTextCipher(signingKey, 'sign-in provider'),
    endsThere: config.oidcSignOut === 'provider',
  }
}
