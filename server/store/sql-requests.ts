// The part of the store for the log of requests, which is written in batches and read rarely.
import type { Clock } from '../clock.ts'
import type { RequestQueries, RequestRecord } from './requests.ts'
import { optionalNumber, optionalText } from './rows.ts'
import { type Row, SERVICE, type Sql, teamScope, type Value } from './sql.ts'
import { type SqlStoreOptions, SqlTemplates } from './sql-templates.ts'

const MS_KEPT = 24 * 60 * 60 * 1000
/** Most rows that are kept, of all teams: some 200 MB. */
const MOST_KEPT = 1_000_000
/** Rows of one INSERT. Few sizes, since each is a statement that stays prepared. */
const BATCHES: readonly number[] = [100, 10, 1]
/** Rows that are erased at a time: SQLite lets nothing else happen meanwhile. */
const MOST_ERASED = 1000

const COLUMNS = 'team_id, id, at, route, status, code, template, ms, pages, bytes, warnings'

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

  async addRequests(requests: readonly RequestRecord[]): Promise<void> {
    if (requests.length === 0) return
    await this.#sql.transaction(SERVICE, async (statements) => {
      let added = 0
      for (const size of BATCHES) {
        const marks = Array.from({ length: size }, () => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')
        for (; requests.length - added >= size; added += size) {
          const values = requests.slice(added, added + size).flatMap(valuesOf)
          await statements.run(`INSERT INTO requests (${COLUMNS}) VALUES ${marks} ON CONFLICT DO NOTHING`, ...values)
        }
      }
    })
  }

  /** Erases what no query shows any more. */
  async eraseExpired(now: number): Promise<void> {
    await this.eraseRemoved(now)
    const [oldest] = await this.#sql.all(SERVICE, 'SELECT at FROM requests ORDER BY at DESC LIMIT 1 OFFSET ?', MOST_KEPT)
    const before = Math.max(now - MS_KEPT, Number(oldest?.['at'] ?? 0))
    const sql = 'DELETE FROM requests WHERE (team_id, id) IN (SELECT team_id, id FROM requests WHERE at <= ? ORDER BY at LIMIT ?)'
    while ((await this.#sql.run(SERVICE, sql, before, MOST_ERASED)) === MOST_ERASED);
  }
}

function valuesOf(request: RequestRecord): readonly Value[] {
  const { teamId, id, at, route, status, code, template, ms, pages, bytes, warnings } = request
  return [...[teamId, id, at, route, status, code ?? null, template ?? null, ms, pages ?? null, bytes ?? null], JSON.stringify(warnings)]
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
    // Written above.
    warnings: (JSON.parse(String(row['warnings'])) as { code: string; path?: string }[]).map(({ code, path }) => ({ code, path })),
  }
}
