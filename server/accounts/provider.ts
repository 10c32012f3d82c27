// Signing in elsewhere (OpenID Connect): the authorization code flow with PKCE, state and nonce, by openid-client, which is loaded when it is configured.
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client'
import type { Identity } from '../store/accounts.ts'

type Library = typeof import('openid-client')

export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret: string | undefined
  /** Asked for besides `openid`, separated by spaces. */
  readonly scopes: string
  readonly groupsClaim: string
  readonly publicUrl: () => string
  readonly now: () => number
}

/** What the browser keeps, encrypted, while somebody is at the provider. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Who the provider says has signed in. */
export interface Provided {
  readonly identity: Identity
  /** An email address mostly; no proof of who somebody is. */
  readonly name: string
  readonly displayName: string
  readonly groups: readonly string[]
}

/** `unreachable`: no answer, or none that a provider would give; `refused`: it said no; `invalid`: its answer fails a check. */
export class ProviderProblem extends Error {
  readonly kind: 'unreachable' | 'refused' | 'invalid'

  constructor(kind: ProviderProblem['kind'], cause: unknown) {
    super(`the sign-in provider is ${kind === 'unreachable' ? 'out of reach' : `not believed: ${kind}`}`, { cause })
    this.kind = kind
  }
}

/** Where the browser comes back; providers are told this address below PUBLIC_URL. */
export const CALLBACK = '/app/sign-in/callback'
const SECONDS_TO_WAIT = 5
/** Clocks of machines differ. */
const SECONDS_OF_SKEW = 60
/** Endpoints and algorithms of the provider are asked for again; its keys are fetched when one is unknown. */
const MS_METADATA = 60 * 60 * 1000

export class SignInProvider {
  readonly #options: ProviderOptions
  #found: { readonly at: number; readonly config: Promise<Configuration> } | undefined

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  /** Where the browser is to go, and what must be known when it comes back. */
  async begin(): Promise<{ readonly url: string; readonly checks: Checks }> {
    const library = await load()
    const config = await this.#config(library)
    const checks = { state: library.randomState(), nonce: library.randomNonce(), verifier: library.randomPKCECodeVerifier() }
    const url = library.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUrl(),
      scope: `openid ${this.#options.scopes}`.trim(),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, checks }
  }

  /** Who has signed in; `query` is that of the address at which the browser came back. */
  async finish(query: string, { state, nonce, verifier }: Checks): Promise<Provided> {
    const library = await load()
    const config = await this.#config(library)
    const address = new URL(this.#redirectUrl())
    address.search = query
    try {
      const tokens = await library.authorizationCodeGrant(config, address, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('an answer without an ID token was accepted')
      return this.#provided(claims, await this.#userInfo(library, config, claims, tokens.access_token))
    } catch (thrown) {
      throw thrown instanceof ProviderProblem ? thrown : problemOf(thrown, library)
    }
  }

  /** Where the browser is to go to sign out at the provider too; undefined where it has no such address. */
  async endUrl(): Promise<string | undefined> {
    const library = await load()
    const config = await this.#config(library)
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined
    return library.buildEndSessionUrl(config, { post_logout_redirect_uri: `${this.#options.publicUrl()}/app/` }).href
  }

  #redirectUrl(): string {
    return this.#options.publicUrl() + CALLBACK
  }

  /** Claims that the ID token lacks are asked for, where the provider has an address for that. */
  async #userInfo(library: Library, config: Configuration, claims: IDToken, accessToken: string): Promise<UserInfoResponse | undefined> {
    const isComplete = claims['name'] !== undefined && claims['email'] !== undefined && claims[this.#options.groupsClaim] !== undefined
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return undefined
    return library.fetchUserInfo(config, accessToken, claims.sub)
  }

  #provided(claims: IDToken, info: UserInfoResponse | undefined): Provided {
    const claim = (name: string): unknown => claims[name] ?? info?.[name]
    const text = (name: string): string | undefined => {
      const value = claim(name)
      return typeof value === 'string' && value.trim() !== '' && !/\p{Cc}/u.test(value) ? value.trim().slice(0, 200) : undefined
    }
    const email = claim('email_verified') === false ? undefined : text('email')
    const name = email ?? text('preferred_username') ?? claims.sub.slice(0, 200)
    const groups = claim(this.#options.groupsClaim)
    return {
      identity: { issuer: claims.iss, subject: claims.sub },
      ...{ name, displayName: text('name') ?? name },
      groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string'),
    }
  }

  async #config(library: Library): Promise<Configuration> {
    const now = this.#options.now()
    if (this.#found === undefined || now - this.#found.at > MS_METADATA) this.#found = { at: now, config: this.#discover(library) }
    const { config } = this.#found
    try {
      return await config
    } catch (thrown) {
      if (this.#found?.config === config) this.#found = undefined
      throw new ProviderProblem('unreachable', thrown)
    }
  }

  async #discover(library: Library): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const metadata = { [library.clockTolerance]: SECONDS_OF_SKEW }
    const execute = [library.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : [])]
    const authentication = clientSecret === undefined ? library.None() : secretBy(library, clientSecret)
    return library.discovery(new URL(issuer), clientId, metadata, authentication, { execute, timeout: SECONDS_TO_WAIT })
  }
}

function load(): Promise<Library> {
  return import('openid-client')
}

/** In the way that the provider takes: in a header, unless it says that it wants the form alone. */
function secretBy({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    return authenticate(server, client, body, headers)
  }
}

/** Of failed requests fetch throws a TypeError, or a timer a DOMException; the rest is about what was answered. */
function problemOf(thrown: unknown, { AuthorizationResponseError, ClientError }: Library): ProviderProblem {
  if (thrown instanceof AuthorizationResponseError) return new ProviderProblem('refused', thrown)
  const isTimeout = thrown instanceof ClientError && (thrown.code === 'OAUTH_TIMEOUT' || thrown.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
  const isNetwork = thrown instanceof TypeError && thrown.message === 'fetch failed'
  return new ProviderProblem(isTimeout || isNetwork ? 'unreachable' : 'invalid', thrown)
}
