// A sign-in provider (OpenID Connect) for tests: it signs in whom the test says, and answers wrongly where the test says so.
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const CLIENT = { id: 'platen', secret: 'secret of the client' }

type Claims = Readonly<Record<string, unknown>>

export interface TestProvider {
  readonly issuer: string
  /** Who signs in next. */
  person: Claims
  /** Changes the ID token, by its claims or as a whole. */
  claims: (claims: Claims) => Claims
  token: (token: string) => string
  /** Header of ID tokens, and the key they are signed with. */
  algorithm: 'RS256' | 'none' | 'HS256' | 'stranger'
  /** Claims of the ID token that only the address for user information has. */
  withheld: readonly string[]
  isDown: boolean
  /** Answers a request of the browser at the provider as one who agrees: the address to go back to. */
  agree(url: string): string
  close(): Promise<void>
}

interface Grant {
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
  readonly person: Claims
}

const KEY_ID = 'key'
/** Made once: a pair takes a quarter of a second. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

export async function startProvider(): Promise<TestProvider> {
  const grants = new Map<string, Grant>()
  const people = new Map<string, Claims>()
  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const it: TestProvider = {
    issuer,
    person: { sub: 'ada-1', email: 'ada@example.com', name: 'Ada', groups: [] },
    claims: (claims) => claims,
    token: (token) => token,
    algorithm: 'RS256',
    withheld: [],
    isDown: false,
    agree(url) {
      const query = new URL(url).searchParams
      const code = randomBytes(8).toString('hex')
      const get = (name: string): string => query.get(name) ?? ''
      if (get('client_id') !== CLIENT.id || get('response_type') !== 'code' || get('code_challenge_method') !== 'S256') throw new Error(url)
      grants.set(code, { nonce: get('nonce'), challenge: get('code_challenge'), redirectUri: get('redirect_uri'), person: it.person })
      const back = new URL(get('redirect_uri'))
      back.search = String(new URLSearchParams({ code, state: get('state'), iss: issuer }))
      return back.href
    },
    close: () => closeServer(server),
  }
  return it

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url ?? '/', issuer)
    if (it.isDown) return void res.writeHead(502).end('bad gateway')
    if (pathname === '/.well-known/openid-configuration') return json(res, 200, metadata(issuer))
    if (pathname === '/keys')
      return json(res, 200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
    if (pathname === '/token') return tokens(req, res)
    if (pathname === '/userinfo') return json(res, 200, people.get(req.headers.authorization?.slice(7) ?? '') ?? {})
    // Of a browser: whoever comes agrees.
    if (pathname === '/authorize') return void res.writeHead(302, { Location: it.agree(new URL(req.url ?? '', issuer).href) }).end()
    json(res, 404, {})
  }

  async function tokens(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const expected = Buffer.from(
      [CLIENT.id, CLIENT.secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':'),
    ).toString('base64')
    if (req.headers.authorization !== `Basic ${expected}`) return json(res, 401, { error: 'invalid_client' })
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant === undefined || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return json(res, 400, { error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const shown = Object.fromEntries(Object.entries(grant.person).filter(([name]) => !it.withheld.includes(name)))
    const claims = it.claims({ iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: grant.nonce, ...shown })
    const accessToken = randomBytes(8).toString('hex')
    people.set(accessToken, grant.person)
    const idToken = it.token(signed(claims, it.algorithm, { own: privateKey, stranger }))
    json(res, 200, { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken })
  }
}

function metadata(issuer: string): object {
  return {
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` },
    ...{ userinfo_endpoint: `${issuer}/userinfo`, end_session_endpoint: `${issuer}/end`, response_types_supported: ['code'] },
    ...{ subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] },
    authorization_response_iss_parameter_supported: true,
  }
}

function signed(
  claims: Claims,
  algorithm: TestProvider['algorithm'],
  keys: { readonly own: KeyObject; readonly stranger: KeyObject },
): string {
  const alg = algorithm === 'stranger' ? 'RS256' : algorithm
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg, kid: KEY_ID, typ: 'JWT' })}.${part(claims)}`
  if (algorithm === 'none') return `${body}.`
  if (algorithm === 'HS256') return `${body}.${createHmac('sha256', CLIENT.secret).update(body).digest('base64url')}`
  const key = algorithm === 'stranger' ? keys.stranger : keys.own
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

function json(res: ServerResponse, status: number, value: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
