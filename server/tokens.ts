// API tokens: `pdft_` + 32 random bytes in base62 + a checksum. The service keeps only their SHA-256.
import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'pdft_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 > 2^256 > 62^42. */
const SECRET_LENGTH = 43
/** 62^6 > 2^32 > 62^5. */
const CHECKSUM_LENGTH = 6

export type TokenScope =
  | 'render'
  | 'read'
  | 'templates:read'
  | 'templates:write'
  | 'templates:publish'
  | 'assets:write'
  | 'render:any'
  | 'jobs'
  | 'requests:read'
/** What each scope allows besides itself. */
const IMPLIED: Readonly<Record<TokenScope, readonly TokenScope[]>> = {
  render: [],
  read: [],
  'templates:read': ['read'],
  'templates:write': ['templates:read', 'read'],
  'templates:publish': ['templates:read', 'read'],
  'assets:write': [],
  'render:any': [],
  jobs: [],
  'requests:read': [],
}
// The keys of a record of all scopes.
export const SCOPES = Object.keys(IMPLIED) as readonly TokenScope[]
/** The scopes of a token that is made without naming any. */
export const DEFAULT_SCOPES: readonly TokenScope[] = ['render', 'read']

/** Whether a token with the scopes `granted` may do what needs any one of the scopes `needed`. */
export function hasScope(granted: readonly TokenScope[], ...needed: readonly TokenScope[]): boolean {
  return granted.some((scope) => needed.includes(scope) || IMPLIED[scope].some((implied) => needed.includes(implied)))
}

export function makeToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  return PREFIX + secret + checksum(secret)
}

/** The token of an Authorization header; empty when it has none. */
export function bearerOf(authorization: string): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}

/** Checks format and checksum, so that mistyped or truncated tokens are rejected without a query. */
export function isWellFormed(token: string): boolean {
  if (token.length !== PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH || !token.startsWith(PREFIX)) return false
  const secret = token.slice(PREFIX.length, -CHECKSUM_LENGTH)
  return checksum(secret) === token.slice(-CHECKSUM_LENGTH)
}

/** What the store keeps and looks up. A plain hash is enough: the secret has 256 random bits, so there is nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function checksum(secret: string): string {
  return base62(BigInt(`0x${hashSecret(secret).slice(0, 8)}`), CHECKSUM_LENGTH)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text
}
