// The single mapping from errors to HTTP responses. Nothing internal reaches a client.

/** Every error code of the HTTP interface with its status. */
export const ERROR_STATUS = {
  bad_request: 400,
  invalid_json: 400,
  invalid_encoding: 400,
  unauthenticated: 401,
  forbidden: 403,
  template_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  asset_in_use: 409,
  not_published: 409,
  url_expired: 410,
  version_conflict: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  validation_failed: 422,
  template_error: 422,
  limit_exceeded: 422,
  too_deep: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  overloaded: 503,
  render_timeout: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** One problem of the request. `path` locates it: `templates[1].data`, or `3:14` (line and column) in a stored template. */
export interface FieldError {
  readonly path: string
  readonly code: string
  readonly message: string
  /** What to write instead; of problems in the source of a template. */
  readonly hint?: string
}

/** An error response. Its message is written for the client and never contains a token, a file path or a stack trace. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, more: { errors?: readonly FieldError[]; headers?: Readonly<Record<string, string>> } = {}) {
    // No stack trace: it would locate nothing, and under overload it would be a fifth of the cost of a rejection.
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = limit
    this.name = 'ApiError'
    this.code = code
    this.errors = more.errors ?? []
    this.headers = more.headers ?? {}
  }
}

/** The store or the output files are temporarily unavailable; a retry may succeed. */
export class Unavailable extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} is unavailable`, { cause })
    this.name = 'Unavailable'
  }
}

/** The client disconnected: no response is sent. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection')
    this.name = 'ClientGone'
  }
}

interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The ApiError for anything thrown: itself, 503 for `Unavailable`, else 500 without details. */
export function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof Unavailable)
    return new ApiError('overloaded', 'the service is temporarily unavailable', { headers: { 'Retry-After': '2' } })
  return new ApiError('internal_error', 'an unexpected error occurred')
}

export function errorAnswer(error: ApiError, requestId: string): ErrorAnswer {
  const status = ERROR_STATUS[error.code]
  const body = JSON.stringify({ status, code: error.code, message: error.message, errors: error.errors, request_id: requestId })
  return { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...error.headers }, body }
}
