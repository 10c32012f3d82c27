// The cookie that holds the secret of a session. Over https its name makes browsers refuse one that another host or path has set (RFC 6265bis, 4.1.3.2).
import type { IncomingMessage } from 'node:http'
import { MS_SESSION } from '../../accounts/accounts.ts'

export const SECONDS_AT_PROVIDER = 600

export function sessionSecretOf(req: IncomingMessage, publicUrl: string): string | undefined {
  return cookieOf(req, nameFor(publicUrl))
}

/** What was put into `checksCookie`. */
export function checksOf(req: IncomingMessage, publicUrl: string): string | undefined {
  return cookieOf(req, `${nameFor(publicUrl)}-checks`)
}

/** The value of a Set-Cookie header for what the browser keeps while somebody is at a sign-in provider; an empty one removes it. */
export function checksCookie(value: string, publicUrl: string): string {
  return cookie(`${nameFor(publicUrl)}-checks`, value, SECONDS_AT_PROVIDER, publicUrl)
}

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  const wanted = `${name}=`
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const text = part.trim()
    if (text.startsWith(wanted)) return text.slice(wanted.length)
  }
  return undefined
}

/** The value of a Set-Cookie header; an empty secret removes the cookie. */
export function sessionCookie(secret: string, publicUrl: string): string {
  return cookie(nameFor(publicUrl), secret, MS_SESSION / 1000, publicUrl)
}

/** Lax: sent when a link or a provider leads here, and with no request that a page of another site makes. */
function cookie(name: string, value: string, seconds: number, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${value === '' ? 0 : seconds}; HttpOnly; SameSite=Lax${secure}`
}

function nameFor(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-platen' : 'platen'
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
