// Conditional and partial downloads (RFC 9110, 13.1.2, 13.1.5 and 14): of a `Range`, one range is served; what is malformed or asks for several is
// answered with the whole file, as the standard allows.
import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../outputs/files.ts'

/** What a request asks of a file: all of it, a part, nothing because the client has it, or a part that does not exist. */
export type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsatisfiable' }

const WHOLE: Wanted = { kind: 'whole' }

/** `etag` is strong and quoted; `length` is positive. A range counts for GET alone. */
export function wantedOf(headers: IncomingHttpHeaders, { etag, length, isGet }: { etag: string; length: number; isGet: boolean }): Wanted {
  if (matches(headers['if-none-match'], etag)) return { kind: 'unchanged' }
  const { range } = headers
  const condition = headers['if-range']?.toString().trim()
  // A date never holds: the files have no Last-Modified.
  if (!isGet || range === undefined || (condition !== undefined && condition !== etag)) return WHOLE
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range) ?? []
  if (first === '' && last === '') return WHOLE
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (first !== '' && last !== '' && Number(last) < start) return WHOLE
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start, end } }
}

/** Weak comparison, as `If-None-Match` wants it. */
function matches(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
}
