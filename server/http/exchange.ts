import type { RouterContext } from '@koa/router'
import type Koa from 'koa'
import type { Leave } from '../cancel-signal.ts'
import type { ApiError } from '../errors.ts'
import type { TokenRecord } from '../store/store.ts'

/** What the middleware of one request knows and passes on. */
export interface ExchangeState {
  requestId: string
  /**
   * Headers of the answer, names and values in turn: written all at once, since setting one by one costs as much as routing does.
   * What Koa is told goes before them.
   */
  readonly head: string[]
  /** Set on `/api` once the token was accepted. */
  token?: TokenRecord
  /** Aborted when the caller hangs up. */
  signal: Leave
  /** Why an answer that was begun has no end. */
  brokenBy?: ApiError
}

export type Exchange = Koa.ParameterizedContext<ExchangeState>
export type RouteExchange = RouterContext<ExchangeState>
export type Next = Koa.Next

/** Hands the headers over to Koa, for answers that it writes. What it was told already stays. */
export function handOver({ state, res }: Pick<Exchange, 'state' | 'res'>): void {
  const { head } = state
  for (let i = 0; i < head.length; i += 2) if (!res.hasHeader(head[i]!)) res.setHeader(head[i]!, head[i + 1]!)
  head.length = 0
}

/** Answers with a body that is there as a whole. */
export function sendWhole(ctx: Pick<Exchange, 'state' | 'res' | 'respond'>, status: number, type: string, body: Buffer | string): void {
  ctx.respond = false
  const { head } = ctx.state
  head.push('Content-Type', type, 'Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length))
  ctx.res.writeHead(status, head).end(body)
}

export function sendJson(ctx: Pick<Exchange, 'state' | 'res' | 'respond'>, value: unknown, status = 200): void {
  sendWhole(ctx, status, 'application/json', JSON.stringify(value))
}
