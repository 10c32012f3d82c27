// The cookie that holds the secret of a session. Over https its name makes browsers refuse one that another host or path has set (RFC 6265bis, 4.1.3.2).
import type { IncomingMessage } from 'node:http'
import { MS_SESSION } from '../../accounts/accounts.ts'

export function sessionSecretOf(req: IncomingMessage, publicUrl: string): string | undefined {
  const wanted = `${nameFor(publicUrl)}=`
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const text = part.trim()
    if (text.startsWith(wanted)) return text.slice(wanted.length)
  }
  return undefined
}

/** The value of a Set-Cookie header; an empty secret removes the cookie. */
export function sessionCookie(secret: string, publicUrl: string): string {
  const seconds = secret === '' ? 0 : MS_SESSION / 1000
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${nameFor(publicUrl)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

function nameFor(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-platen' : 'platen'
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
