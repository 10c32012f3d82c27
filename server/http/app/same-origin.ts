// Defence against cross-site request forgery: a request that changes something must come from a page of this service.
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Throws for an unsafe request of another site. Browsers write these two headers themselves; scripts of pages cannot. */
export function requireSameOrigin(method: string, headers: IncomingHttpHeaders, publicUrl: string): void {
  if (SAFE.has(method)) return
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin'
  if (!isOwn) throw new ApiError('forbidden', 'this request must come from a page of this service')
}
