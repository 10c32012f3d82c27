import type { RouterContext } from '@koa/router'
import type Koa from 'koa'
import type { EmbedSession } from '../accounts/embed-session.ts'
import type { CancelSignal } from '../cancel-signal.ts'
import type { ApiError } from '../errors.ts'
import type { Membership, SignedIn } from '../store/accounts.ts'
import type { TokenRecord } from '../store/store.ts'

/** What a request made. */
interface RenderedDocument {
  readonly pages: number | undefined
  /** Absent where the document is behind a URL, or in JSON that is sent while it is made. */
  readonly bytes: number | undefined
  readonly warnings: readonly { readonly code: string; readonly path: string }[]
}

/** Per-request state that the middleware shares. */
export interface ExchangeState {
  requestId: string
  /** The client's, as the trusted proxies report it. */
  address: string
  /**
   * Response headers in Node's raw form (names and values alternate), passed to `writeHead` at once: setting them one by one costs as much
   * as routing. Headers set through Koa take precedence.
   */
  readonly rawHeaders: string[]
  /** Set under `/api` after authentication. */
  token?: TokenRecord
  /** Set under `/app/api` while somebody is signed in. */
  signedIn?: SignedIn
  /** Set under `/app/api` for a frame in another application. */
  embedded?: EmbedSession
  /** The user's, under `/app/api/t/TEAM`. */
  membership?: Membership
  /** Aborted when the client disconnects. */
  signal: CancelSignal
  /** The template that a rendering is of; of a merge, the first. */
  template?: string
  /** The document that was made. */
  rendered?: RenderedDocument
  /** The error of the response, or the one that interrupted it after its headers were sent. */
  error?: ApiError
  /** The error that interrupted a response after its headers were sent. */
  brokenBy?: ApiError
}

export type Exchange = Koa.ParameterizedContext<ExchangeState>
export type RouteExchange = RouterContext<ExchangeState>
export type Next = Koa.Next

/** Moves the raw headers to a response that Koa writes. Headers already set on it stay. */
export function applyRawHeaders({ state, res }: Pick<Exchange, 'state' | 'res'>): void {
  const { rawHeaders } = state
  for (let i = 0; i < rawHeaders.length; i += 2) if (!res.hasHeader(rawHeaders[i]!)) res.setHeader(rawHeaders[i]!, rawHeaders[i + 1]!)
  rawHeaders.length = 0
}

/** Sends a complete body with its Content-Length. */
export function sendBuffer(ctx: Pick<Exchange, 'state' | 'res' | 'respond'>, status: number, type: string, body: Buffer | string): void {
  ctx.respond = false
  const { rawHeaders } = ctx.state
  rawHeaders.push('Content-Type', type, 'Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length))
  ctx.res.writeHead(status, rawHeaders).end(body)
}

export function sendJson(ctx: Pick<Exchange, 'state' | 'res' | 'respond'>, value: unknown, status = 200): void {
  sendBuffer(ctx, status, 'application/json', JSON.stringify(value))
}
