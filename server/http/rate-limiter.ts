import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError, Unavailable } from '../errors.ts'
import { type Row, SERVICE, type Sql, type Value } from '../store/sql.ts'

export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the current one-minute window of this key ends. */
  readonly msToReset: number
}

/** Counts requests per key: in memory, or in PostgreSQL across all servers. */
export interface RateLimiter {
  take(key: string): Promise<RateVerdict>
}

export function createRateLimiter(perMinute: number, shared?: Sql): RateLimiter {
  const limits = { points: perMinute, duration: 60 }
  const limiter: RateLimiterAbstract = shared === undefined ? new RateLimiterMemory(limits) : sharedLimiter(limits, shared)
  const verdict = (isAllowed: boolean, result: RateLimiterRes): RateVerdict => ({
    isAllowed,
    limit: perMinute,
    remaining: Math.max(0, result.remainingPoints),
    msToReset: Math.max(0, result.msBeforeNext),
  })
  return {
    take: async (key) => {
      try {
        return verdict(true, await limiter.consume(key))
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return verdict(false, refused)
        throw shared === undefined ? refused : new Unavailable('the store', refused)
      }
    },
  }
}

/** Appends the `X-RateLimit` headers to raw headers. */
export function addRateHeaders({ limit, remaining, msToReset }: RateVerdict, now: number, rawHeaders: string[]): void {
  rawHeaders.push('X-RateLimit-Limit', String(limit))
  rawHeaders.push('X-RateLimit-Remaining', String(remaining))
  rawHeaders.push('X-RateLimit-Reset', String(Math.ceil((now + msToReset) / 1000)))
}

export function rateLimited({ limit, msToReset }: RateVerdict): ApiError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(msToReset / 1000))) }
  return new ApiError('rate_limited', `a token may make ${limit} requests a minute`, { headers })
}

/** The store's schema creates the table; the limiter deletes expired rows itself. */
function sharedLimiter(limits: { points: number; duration: number }, shared: Sql): RateLimiterAbstract {
  const table = { schemaName: 'platen', tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: true }
  // The part of pg's Pool that the limiter uses. Row-level security admits the query because the transaction runs as the service.
  const storeClient = {
    query: ({ text, values }: { readonly text: string; readonly values: Value[] }): Promise<{ readonly rows: readonly Row[] }> =>
      shared.transaction(SERVICE, async (statements) => ({ rows: await statements.all(text, ...values) })),
  }
  return new RateLimiterPostgres({ ...limits, ...table, storeClient, storeType: 'pool', keyPrefix: 'token' })
}
