import type { RouterContext } from '@koa/router'
import type Koa from 'koa'
import type { ApiError } from './errors.ts'
import type { TokenRecord } from './store/store.ts'

/** What the middleware of one request knows and passes on. */
export interface ExchangeState {
  requestId: string
  /** Set on `/api` once the token was accepted. */
  token?: TokenRecord
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
  /** The route's pattern, for logs and metrics: paths hold secrets. */
  route?: string
  /** Why an answer that was begun has no end. */
  brokenBy?: ApiError
}

export type Exchange = Koa.ParameterizedContext<ExchangeState>
export type RouteExchange = RouterContext<ExchangeState>
export type Next = Koa.Next

/** Answers JSON. Koa would add a charset, which the type does not have (RFC 8259, 11). */
export function sendJson(ctx: Pick<Exchange, 'set' | 'body'>, value: unknown): void {
  ctx.set('Content-Type', 'application/json')
  ctx.body = JSON.stringify(value)
}
