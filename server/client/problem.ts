// What a call that fails throws.
import type { ErrorBody, FieldError } from './openapi.data.ts'

/** Codes of the service, and three of the client's own: no answer, none in time, and one that is not the service's. */
export type ProblemCode = ErrorBody['code'] | 'network_error' | 'client_timeout' | 'unexpected_answer'

interface Details {
  readonly code: ProblemCode
  /** The HTTP status; 0 without an answer. */
  readonly status?: number
  readonly errors?: readonly FieldError[]
  readonly requestId?: string | undefined
  readonly msRetryAfter?: number | undefined
  readonly cause?: unknown
}

/** A call that failed. `code` says why, `errors` where, `requestId` is what the service's log has it under. */
export class PlatenError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined
  /** How long the service asked to wait before another try. */
  readonly msRetryAfter: number | undefined

  constructor(message: string, { code, status = 0, errors = [], requestId, msRetryAfter, cause }: Details) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'PlatenError'
    this.code = code
    this.status = status
    this.errors = errors
    this.requestId = requestId
    this.msRetryAfter = msRetryAfter
  }
}

/** The problem that an answer without success reports. */
export async function problemOf(response: Response): Promise<PlatenError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const body = parse(text)
  const msRetryAfter = waitOf(headers.get('Retry-After'))
  const requestId = body?.request_id ?? headers.get('X-Request-Id') ?? undefined
  if (body === undefined) {
    const message = `the answer with status ${status} is not one of the service${text === '' ? '' : `: ${text.slice(0, 200)}`}`
    return new PlatenError(message, { code: 'unexpected_answer', status, requestId, msRetryAfter })
  }
  const { code, message, errors } = body
  const hints =
    errors.length === 0
      ? ''
      : ` (${errors
          .slice(0, 3)
          .map(({ path, message }) => `${path}: ${message}`)
          .join('; ')})`
  return new PlatenError(`${message}${hints}`, { code, status, errors, requestId, msRetryAfter })
}

function parse(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'errors' in body
    // Proxies in between answer in forms of their own; an object with these fields is the service's.
    return isProblem && Array.isArray(body.errors) ? (body as ErrorBody) : undefined
  } catch {
    return undefined
  }
}

/** Seconds or a date, as HTTP allows both. */
function waitOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
