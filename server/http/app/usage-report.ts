// What the usage page shows, made of counts: totals, a row for each hour or day, and one for each template.
import { bucketEnd, FAILED, REFUSED, type UsageCount } from '../../store/usage.ts'

interface Sum {
  readonly renders: number
  /** By the caller's error, and by the service's. */
  readonly refused: number
  readonly failed: number
  readonly pages: number
  readonly warnings: number
  /** Of renders that succeeded, in milliseconds; null without any. */
  readonly p50: number | null
  readonly p95: number | null
}

export interface UsageReport {
  readonly total: Sum
  readonly series: readonly (Sum & { readonly at: string })[]
  /** The most used first; null for calls that named none. */
  readonly templates: readonly (Sum & { readonly template: string | null })[]
}

/** `times` are the begins of all hours or days that are shown, also of those without calls. */
export function usageReport(counts: readonly UsageCount[], times: readonly number[]): UsageReport {
  const byTime = groupBy(counts, ({ at }) => at)
  const byTemplate = groupBy(counts, ({ template }) => template)
  return {
    total: sumOf(counts),
    series: times.map((at) => ({ at: new Date(at).toISOString(), ...sumOf(byTime.get(at) ?? []) })),
    templates: [...byTemplate]
      .map(([template = null, own]) => ({ template, ...sumOf(own) }))
      .sort((a, b) => b.renders + b.refused + b.failed - (a.renders + a.refused + a.failed)),
  }
}

function sumOf(counts: readonly UsageCount[]): Sum {
  const calls = (which: (bucket: number) => boolean): number =>
    counts.reduce((sum, { bucket, calls }) => sum + (which(bucket) ? calls : 0), 0)
  return {
    renders: calls((bucket) => bucket >= 0),
    refused: calls((bucket) => bucket === REFUSED),
    failed: calls((bucket) => bucket === FAILED),
    pages: counts.reduce((sum, { pages }) => sum + pages, 0),
    warnings: counts.reduce((sum, { warnings }) => sum + warnings, 0),
    p50: percentile(counts, 0.5),
    p95: percentile(counts, 0.95),
  }
}

/** The upper end of the bucket in which the percentile lies. */
function percentile(counts: readonly UsageCount[], share: number): number | null {
  const made = counts.filter(({ bucket }) => bucket >= 0).sort((a, b) => a.bucket - b.bucket)
  const wanted = made.reduce((sum, { calls }) => sum + calls, 0) * share
  let passed = 0
  for (const { bucket, calls } of made) {
    passed += calls
    if (passed >= wanted) return Math.round(bucketEnd(bucket))
  }
  return null
}

function groupBy<Key>(counts: readonly UsageCount[], keyOf: (count: UsageCount) => Key): Map<Key, UsageCount[]> {
  const groups = new Map<Key, UsageCount[]>()
  for (const count of counts) {
    const group = groups.get(keyOf(count))
    if (group === undefined) groups.set(keyOf(count), [count])
    else group.push(count)
  }
  return groups
}
