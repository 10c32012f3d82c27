import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the present minute of this key ends. */
  readonly msToReset: number
}

/** Counts requests by key. Kept in memory here; a shared store can stand in. */
export interface RateLimiter {
  take(key: string): Promise<RateVerdict>
}

export function createRateLimiter(perMinute: number): RateLimiter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
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
        throw refused
      }
    },
  }
}
