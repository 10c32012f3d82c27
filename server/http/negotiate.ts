// What the caller sends and wants. Own rules where a library's differ from what real callers need (api.md, "settled").
import type { IncomingMessage } from 'node:http'

export type Representation = 'pdf' | 'json'

interface MediaRange {
  readonly type: string
  readonly q: number
}

/**
 * Which of the two answers the caller prefers; undefined when it takes neither. The higher q wins and every tie goes to PDF:
 * axios names JSON, plain text and anything, all with q=1, and means the bytes; Koa's `accepts` would pick JSON for being named.
 */
export function preferred(accept: string | undefined): Representation | undefined {
  const ranges = parseAccept(accept ?? '')
  if (ranges.length === 0) return 'pdf'
  const pdf = quality(ranges, 'application/pdf')
  const json = quality(ranges, 'application/json')
  if (pdf === 0 && json === 0) return undefined
  return json > pdf ? 'json' : 'pdf'
}

/** The q of the most specific range that covers the type (RFC 9110, 12.5.1); 0 when none does. */
function quality(ranges: readonly MediaRange[], type: string): number {
  for (const wanted of [type, 'application/*', '*/*']) {
    const covering = ranges.filter((range) => range.type === wanted)
    if (covering.length > 0) return Math.max(...covering.map((range) => range.q))
  }
  return 0
}

/** Ranges without their parameters: `application/json;charset=utf-8` asks for JSON. What cannot be read is passed over. */
function parseAccept(accept: string): MediaRange[] {
  return accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    // Java's old URLConnection sends a lone `*`.
    const name = type === '*' ? '*/*' : type
    if (!/^[^\s/]+\/[^\s/]+$/.test(name)) return []
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const value = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1))
    return [{ type: name, q: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1 }]
  })
}

/** Absent, empty or given several times over counts as JSON, as long as nothing else is named. */
export function isJsonContentType(contentType: string | undefined): boolean {
  return (contentType ?? '').split(',').every((part) => {
    const type = part.split(';')[0]!.trim().toLowerCase()
    return type === '' || type === 'application/json'
  })
}

/** Node keeps only the first of several Content-Type headers; this gives all of them. */
export function contentTypeOf(req: IncomingMessage): string | undefined {
  const all = valuesOf(req, 'content-type')
  return all.length === 0 ? undefined : all.join(',')
}

/** All values of a header as they came; its name in lower case. Node's `headersDistinct` sorts all headers for that. */
export function valuesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const other = rawHeaders[i]!
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[i + 1]!)
  }
  return values
}

/** True for `Prefer: handling=strict` (RFC 7240), among other preferences or not. */
export function wantsStrictHandling(prefer: string | string[] | undefined): boolean {
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  return text.split(/[,;]/).some((part) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(part))
}
