// The part of the store for the log of requests, which is written in batches and read rarely.
import type { Clock } from '../clock.ts'
import type { RequestQueries, RequestRecord } from './requests.ts'
import { optionalNumber, optionalText } from './rows.ts'
import { type Row, SERVICE, type Sql, teamScope, type Value } from './sql.ts'
import { type SqlStoreOptions, SqlTemplates } from './sql-templates.ts'
import { countUsage, eraseUsage, UNCOUNTED } from './sql-usage.ts'

const MS_KEPT = 24 * 60 * 60 * 1000
/** Most rows that are kept, of all teams: some 200 MB. */
const MOST_KEPT = 1_000_000
/** Rows that are erased at a time: SQLite lets nothing else happen meanwhile. */
const MOST_ERASED = 1000

/** The columns that are written, and their types. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{ team_id: 'TEXT', id: 'TEXT', at: 'BIGINT', route: 'TEXT', status: 'INTEGER', code: 'TEXT', template: 'TEXT' },
  ...{ ms: 'DOUBLE PRECISION', pages: 'INTEGER', bytes: 'BIGINT', warnings: 'TEXT', errors: 'TEXT' },
}
const NAMES = Object.keys(COLUMNS).join(', ')
const VALUES = Object.values(COLUMNS)
  .map((type, i) => `CAST(each.value ->> ${i} AS ${type})`)
  .join(', ')

export class SqlRequests extends SqlTemplates implements RequestQueries {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(options: SqlStoreOptions) {
    super(options)
    this.#sql = options.sql
    this.#clock = options.clock
  }

  async request(teamId: string, id: string): Promise<RequestRecord | undefined> {
    const sql = 'SELECT * FROM requests WHERE team_id = ? AND id = ? AND at > ?'
    const [row] = await this.#sql.all(teamScope(teamId), sql, teamId, id, this.#clock.now() - MS_KEPT)
    return row && requestOf(row)
  }

  async failedRequests(teamId: string, before: number, most: number): Promise<readonly RequestRecord[]> {
    const sql = 'SELECT * FROM requests WHERE team_id = ? AND status >= 400 AND route <> ? AND at > ? AND at < ? ORDER BY at DESC LIMIT ?'
    const rows = await this.#sql.all(teamScope(teamId), sql, teamId, UNCOUNTED, this.#clock.now() - MS_KEPT, before, most)
    return rows.map(requestOf)
  }

  async addRequests(requests: readonly RequestRecord[]): Promise<void> {
    if (requests.length === 0) return
    const { eachOf } = this.#sql
    await this.#sql.transaction(SERVICE, async (statements) => {
      const known = new Set<string>()
      // A batch whose answer was lost is added again: what is there already was counted.
      const sql = `SELECT r.team_id, r.id FROM ${eachOf} JOIN requests r ON r.team_id = each.value ->> 0 AND r.id = each.value ->> 1`
      const keys = JSON.stringify(requests.map(({ teamId, id }) => [teamId, id]))
      for (const row of await statements.all(sql, keys)) known.add(keyOf(String(row['team_id']), String(row['id'])))
      const unique = new Map(requests.map((request) => [keyOf(request.teamId, request.id), request]))
      const fresh = [...unique].filter(([key]) => !known.has(key)).map(([, request]) => request)
      if (fresh.length === 0) return
      // One text costs less than binding thousands of values, and is one statement for any number of rows. The condition tells the join from the conflict.
      const insert = `INSERT INTO requests (${NAMES}) SELECT ${VALUES} FROM ${eachOf} WHERE true ON CONFLICT DO NOTHING`
      await statements.run(insert, JSON.stringify(fresh.map(valuesOf)))
      await countUsage(statements, fresh)
    })
  }

  /** Erases what no query shows any more. */
  async eraseExpired(now: number): Promise<void> {
    await this.eraseRemoved(now)
    const [oldest] = await this.#sql.all(SERVICE, 'SELECT at FROM requests ORDER BY at DESC LIMIT 1 OFFSET ?', MOST_KEPT)
    const before = Math.max(now - MS_KEPT, Number(oldest?.['at'] ?? 0))
    const sql = 'DELETE FROM requests WHERE (team_id, id) IN (SELECT team_id, id FROM requests WHERE at <= ? ORDER BY at LIMIT ?)'
    while ((await this.#sql.run(SERVICE, sql, before, MOST_ERASED)) === MOST_ERASED);
    await eraseUsage(this.#sql, now)
    await this.eraseEndedDeliveries(now - MS_KEPT)
  }
}

function keyOf(teamId: string, id: string): string {
  return `${teamId} ${id}`
}

/** What is undefined becomes null in JSON. */
function valuesOf(request: RequestRecord): readonly (Value | undefined)[] {
  const { teamId, id, at, route, status, code, template, ms, pages, bytes, warnings, errors } = request
  const texts = [JSON.stringify(warnings), errors === undefined ? undefined : JSON.stringify(errors)]
  return [teamId, id, at, route, status, code, template, ms, pages, bytes, ...texts]
}

function requestOf(row: Row): RequestRecord {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    at: Number(row['at']),
    route: String(row['route']),
    status: Number(row['status']),
    code: optionalText(row['code']),
    template: optionalText(row['template']),
    ms: Number(row['ms']),
    pages: optionalNumber(row['pages']),
    bytes: optionalNumber(row['bytes']),
    warnings: problemsOf(row['warnings']),
    ...(row['errors'] === null ? {} : { errors: problemsOf(row['errors']) }),
  }
}

/** Written above. */
function problemsOf(value: unknown): RequestRecord['warnings'] {
  return (JSON.parse(String(value)) as { code: string; path?: string }[]).map(({ code, path }) => ({ code, path }))
}
