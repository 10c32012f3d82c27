// The contract of the store for usage: renderings counted by hour and day, since the log of requests is kept for a day and is too long to be counted when asked.

/** The granularity of counts: hours are kept for two days, days for 35. Both are of UTC. */
export type UsageSpan = 'hour' | 'day'

/** Renderings of one template in one hour or day that took about as long, or failed. */
export interface UsageCount {
  /** Begin of the hour or day, in milliseconds since 1970. */
  readonly at: number
  /** Id of the template; undefined for calls without one. */
  readonly template: string | undefined
  readonly bucket: number
  readonly calls: number
  readonly pages: number
  readonly warnings: number
}

export interface UsageStore {
  counts(teamId: string, span: UsageSpan, since: number): Promise<readonly UsageCount[]>
}

/** The caller's error (4xx), and the service's. Buckets from 0 are durations. */
export const REFUSED = -2
export const FAILED = -1

/** Buckets for each doubling: the upper end of a bucket is at most a fifth above what is in it. */
const PER_DOUBLING = 4

/** The bucket of a duration, and the upper end of a bucket, in milliseconds. */
export function bucketOf(ms: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(1, ms)) * PER_DOUBLING))
}

export function bucketEnd(bucket: number): number {
  return 2 ** (bucket / PER_DOUBLING)
}
