// Calls of the service. Every failure becomes an `ApiFailure` with the service's own words.

export interface FieldProblem {
  /** Of diagnostics; absent in the errors of a refused request, and in warnings of a rendering. */
  readonly severity?: 'error' | 'warning'
  readonly path: string
  readonly code: string
  readonly message: string
  readonly hint?: string
}

export class ApiFailure extends Error {
  /** 0 when the service could not be reached. */
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string

  constructor(status: number, body: Partial<{ code: string; message: string; errors: readonly FieldProblem[]; request_id: string }>) {
    super(body.message ?? 'the service cannot be reached')
    this.name = 'ApiFailure'
    this.status = status
    this.code = body.code ?? 'unreachable'
    this.errors = body.errors ?? []
    this.requestId = body.request_id ?? ''
  }
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: unknown
  /** JSON that is written already, in place of `body`. */
  readonly json?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Set by `session.ts`: called when the session has ended. */
let onSignedOut: () => void = () => {}

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** For calls that are not made here. */
export function noteSignedOut(): void {
  onSignedOut()
}

/** Headers of every call: of a frame in another application, its session. */
let always: Readonly<Record<string, string>> = {}

export function sendAlways(headers: Readonly<Record<string, string>>): void {
  always = headers
}

/** Set by a frame: called with what was changed, and the answer to it. */
let onChanged: (path: string, answer: Response) => void = () => {}

export function whenChanged(listener: (path: string, answer: Response) => void): void {
  onChanged = listener
}

/** Calls a route under `/app/api`; the parsed JSON of the answer, or undefined where there is none. */
export async function call<Answer>(path: string, options: Call = {}): Promise<Answer> {
  return await answerOf<Answer>(await send(path, options))
}

/** The same with the entity tag of the answer. */
export async function callWithTag<Answer>(path: string, options: Call = {}): Promise<{ answer: Answer; tag: string | undefined }> {
  const response = await send(path, options)
  return { answer: await answerOf<Answer>(response), tag: response.headers.get('ETag') ?? undefined }
}

/** The same as text, for answers whose bytes count. */
export async function callText(path: string, options: Call = {}): Promise<string> {
  return await (await send(path, options)).text()
}

/** The same as bytes with their type. */
export async function callBlob(path: string, options: Call = {}): Promise<Blob> {
  return await (await send(path, options)).blob()
}

async function send(path: string, { method = 'GET', body, json, headers = {}, signal }: Call): Promise<Response> {
  const isBytes = body instanceof Blob
  const type: Record<string, string> = (body ?? json) === undefined ? {} : { 'Content-Type': isBytes ? body.type : 'application/json' }
  let response: Response
  try {
    response = await fetch(`/app/api${path}`, {
      method,
      headers: { Accept: 'application/json', ...always, ...type, ...headers },
      ...((body ?? json) === undefined ? {} : { body: isBytes ? body : (json ?? JSON.stringify(body)) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown
    throw new ApiFailure(0, {})
  }
  if (response.ok) {
    if (method !== 'GET') onChanged(path, response.clone())
    return response
  }
  const problem = (await response.json().catch(() => ({}))) as ConstructorParameters<typeof ApiFailure>[1]
  if (response.status === 401 && path !== '/session') onSignedOut()
  throw new ApiFailure(response.status, problem)
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  // The service's own answers; their shapes are in its OpenAPI document.
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/** A route of a team. */
export function ofTeam(teamId: string, path: string): string {
  return `/t/${encodeURIComponent(teamId)}${path}`
}
