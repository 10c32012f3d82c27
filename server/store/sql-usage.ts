// The part of the store for usage. Counts grow in the transaction that writes the log of requests, so each call counts once, and nothing is counted when asked.
import type { RequestRecord } from './requests.ts'
import { type Row, SERVICE, type Sql, type Statements, teamScope } from './sql.ts'
import { bucketOf, FAILED, REFUSED, type UsageCount, type UsageSpan, type UsageStore } from './usage.ts'

const MS_HOUR = 60 * 60 * 1000
const MS_OF: Readonly<Record<UsageSpan, number>> = { hour: MS_HOUR, day: 24 * MS_HOUR }
const MS_KEPT: Readonly<Record<UsageSpan, number>> = { hour: 48 * MS_HOUR, day: 35 * 24 * MS_HOUR }
const SPANS: readonly UsageSpan[] = ['hour', 'day']
/** Authors preview with every pause of typing: that is no use of a template. */
export const UNCOUNTED = 'POST /api/preview'

export class SqlUsage implements UsageStore {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async counts(teamId: string, span: UsageSpan, since: number): Promise<readonly UsageCount[]> {
    const sql =
      'SELECT at, template, bucket, calls, pages, warnings FROM render_usage WHERE team_id = ? AND span = ? AND at >= ? ORDER BY at'
    return (await this.#sql.all(teamScope(teamId), sql, teamId, span, since)).map(countOf)
  }
}

interface Counted extends UsageCount {
  readonly teamId: string
  readonly span: UsageSpan
}

/** Counts calls that have just been added to the log. */
export async function countUsage(statements: Statements, requests: readonly RequestRecord[]): Promise<void> {
  const counts = new Map<string, Counted>()
  for (const request of requests) {
    if (request.route === UNCOUNTED) continue
    for (const span of SPANS) {
      const one = counted(request, span)
      const key = [one.teamId, span, one.at, one.template, one.bucket].join(' ')
      const known = counts.get(key)
      counts.set(key, known === undefined ? one : sum(known, one))
    }
  }
  // In one order, so that servers that count at the same time wait for each other, but never both.
  for (const [, { teamId, span, at, template, bucket, calls, pages, warnings }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await statements.run(
      `INSERT INTO render_usage (team_id, span, at, template, bucket, calls, pages, warnings) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (team_id, span, at, template, bucket) DO UPDATE SET calls = render_usage.calls + excluded.calls,
         pages = render_usage.pages + excluded.pages, warnings = render_usage.warnings + excluded.warnings`,
      ...[teamId, span, at, template ?? '', bucket, calls, pages, warnings],
    )
  }
}

export async function eraseUsage(sql: Sql, now: number): Promise<void> {
  for (const span of SPANS) await sql.run(SERVICE, 'DELETE FROM render_usage WHERE span = ? AND at <= ?', span, now - MS_KEPT[span])
}

function counted({ teamId, at, status, template, ms, pages, warnings }: RequestRecord, span: UsageSpan): Counted {
  const bucket = status < 400 ? bucketOf(ms) : status < 500 ? REFUSED : FAILED
  const begin = at - (at % MS_OF[span])
  return { teamId, span, at: begin, template, bucket, calls: 1, pages: pages ?? 0, warnings: warnings.length }
}

function sum(a: Counted, b: Counted): Counted {
  return { ...a, calls: a.calls + b.calls, pages: a.pages + b.pages, warnings: a.warnings + b.warnings }
}

function countOf(row: Row): UsageCount {
  return {
    at: Number(row['at']),
    template: String(row['template']) || undefined,
    bucket: Number(row['bucket']),
    calls: Number(row['calls']),
    pages: Number(row['pages']),
    warnings: Number(row['warnings']),
  }
}
