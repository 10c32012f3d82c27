// The web application's part of the service: accounts, and the limits of those who sign in.
import { Accounts } from './accounts/accounts.ts'
import { PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { makeTextCipher } from './encryption.ts'
import type { WebApplication } from './http/deps.ts'
import { createRateLimiter } from './http/rate-limiter.ts'
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
    attempts: { take: async (kind, key) => (await attempts[kind].take(`sign-in ${kind} ${key}`)).isAllowed },
  })
  return { accounts, limiter: createRateLimiter(REQUESTS, shared), isPrivateWebhookAllowed: config.webhooksPrivate === 'yes' }
}
