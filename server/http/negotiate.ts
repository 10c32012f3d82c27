// Content negotiation by Accept, Content-Type and Prefer. The rules deviate from the usual libraries where real clients need it.
import type { IncomingMessage } from 'node:http'

type Representation = 'pdf' | 'json'

interface MediaRange {
  readonly type: string
  readonly q: number
}

/**
 * The representation that the client prefers; undefined when it accepts neither. The higher q wins and ties go to PDF: axios sends
 * JSON, plain text and any type, all with q=1, and expects the bytes; Koa's `accepts` would pick JSON because it is named.
 */
export function preferred(accept: string | undefined): Representation | undefined {
  const ranges = parseAccept(accept ?? '')
  if (ranges.length === 0) return 'pdf'
  const pdf = quality(ranges, 'application/pdf')
  const json = quality(ranges, 'application/json')
  if (pdf === 0 && json === 0) return undefined
  return json > pdf ? 'json' : 'pdf'
}

/** The q of the most specific range that matches the type (RFC 9110, 12.5.1); 0 when none does. */
function quality(ranges: readonly MediaRange[], type: string): number {
  for (const wanted of [type, 'application/*', '*/*']) {
    const matching = ranges.filter((range) => range.type === wanted)
    if (matching.length > 0) return Math.max(...matching.map((range) => range.q))
  }
  return 0
}

/** Media ranges with parameters other than q dropped; malformed ranges are skipped. */
function parseAccept(accept: string): MediaRange[] {
  return accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    // Java's URLConnection sends a lone `*`.
    const name = type === '*' ? '*/*' : type
    if (!/^[^\s/]+\/[^\s/]+$/.test(name)) return []
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const value = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1))
    return [{ type: name, q: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1 }]
  })
}

/** True when the header is absent or empty (some clients write that as `null`), or names JSON one or more times and nothing else. */
export function isJsonContentType(contentType: string | undefined): boolean {
  return (contentType ?? '').split(',').every((part) => {
    const type = part.split(';')[0]!.trim().toLowerCase()
    return type === '' || type === 'null' || type === 'application/json'
  })
}

/** All Content-Type headers, joined by commas; Node's `headers` keeps only the first. */
export function contentTypeOf(req: IncomingMessage): string | undefined {
  const all = valuesOf(req, 'content-type')
  return all.length === 0 ? undefined : all.join(',')
}

/** All values of a header, whose name is given in lower case. Node's `headersDistinct` would parse every header for one. */
export function valuesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const other = rawHeaders[i]!
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[i + 1]!)
  }
  return values
}

/** True when `Prefer` (RFC 7240) contains `handling=strict`. */
export function wantsStrictHandling(prefer: string | string[] | undefined): boolean {
  const text = Array.isArray(prefer) ? prefer.join(',') : (prefer ?? '')
  return text.split(/[,;]/).some((part) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(part))
}

/** The value of a preference, lower case and without its quotation marks; undefined where `Prefer` does not name it. */
export function preferenceValue(prefer: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,;"]+))`, 'i').exec(prefer)
  return (found?.[1] ?? found?.[2])?.trim().toLowerCase()
}

/** The names of the preferences in `Prefer`, without their values. */
export function preferenceNames(prefer: string): readonly string[] {
  return prefer.split(',').map((part) => part.split(/[=;]/, 1)[0]!.trim().toLowerCase())
}
