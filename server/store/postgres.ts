// Problem: any number of servers on one PostgreSQL are one service, and a statement that lacks its team must not leak rows of another.
// Approach: every statement runs in a transaction that sets whose rows it may reach, and row-level security hides all others. The settings end with
// the transaction, so that no connection carries them on, not even behind a pooler. Where the service is connected as a role that bypasses row-level
// security (a superuser), the transaction switches to a role that does not. That protects from faulty statements; an attacker who injects SQL could switch
// back, unless the service is connected as a confined role and another migrates the schema (`postgres-migrate.ts`).
// Limits: while the database is away, waits are bounded and the service answers 503.
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { Unavailable } from '../errors.ts'
import { openDatabaseClock } from './postgres-clock.ts'
import { prepareSchema, ROLE, type RoleCheck, SCHEMA } from './postgres-migrate.ts'
import type { Row, RowScope, Sql, Statements, Value } from './sql.ts'
import { SqlStore } from './sql-store.ts'
import { MOST_VERSIONS, type Store } from './store.ts'

const MS_CONNECT = 2000
const MS_STATEMENT = 8000
/** Default wait for a database that starts together with the service. */
const SECONDS_TO_START = 30

export interface PostgresOptions {
  readonly url: string
  /** Address for the role that owns and migrates the schema; that of `url` must be confined then. */
  readonly ownerUrl?: string
  /** Most connections of this process. */
  readonly connections: number
  /** For tests; the database's clock when absent. */
  readonly clock?: Clock
  readonly versions?: number
  /** How long to wait for a database that is not there yet. */
  readonly secondsToStart?: number
  /** A connection broke. */
  readonly onLost?: (error: Error) => void
  /** Without `ownerUrl`: the service's role could bypass row-level security. */
  readonly onUnconfined?: () => void
}

export interface OpenedPostgres {
  readonly store: Store
  readonly isNew: boolean
  /** For rate limits and the bytes of files, which are not part of the store. Closed with the store. */
  readonly shared: Sql
  /** The connections themselves, for the import of a store. */
  readonly pool: pg.Pool
  readonly clock: Clock
}

export async function openPostgresStore(options: PostgresOptions): Promise<OpenedPostgres> {
  const { url, connections, versions = MOST_VERSIONS, onLost } = options
  const pool = makePool(url, connections)
  // A connection may also break between the statements of a transaction, when no query is there to fail.
  pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)))
  pool.on('error', () => {})
  try {
    const { mustSwitchRole, isConfined } = await prepare(pool, options)
    if (!isConfined) options.onUnconfined?.()
    const clock = options.clock ?? (await openDatabaseClock(pool))
    const shared = new PostgresSql(pool, mustSwitchRole ? ROLE : undefined)
    const store = new SqlStore({ sql: shared, clock, versions })
    return { store, shared, pool, clock, isNew: (await store.teams()).length === 0 }
  } catch (thrown) {
    await pool.end()
    throw thrown
  }
}

/** Parses 64-bit integers as numbers: they are times and lengths, which a double holds exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

function makePool(url: string, connections: number): pg.Pool {
  return new pg.Pool({
    ...{ connectionString: url, max: connections, types, application_name: 'platen' },
    // The connection time-out includes the wait for an idle connection.
    ...{ connectionTimeoutMillis: MS_CONNECT, idleTimeoutMillis: 30_000, keepAlive: true },
    // In case the database does not enforce its own time-out.
    query_timeout: MS_STATEMENT + 2000,
  })
}

async function prepare(pool: pg.Pool, { url, ownerUrl, secondsToStart = SECONDS_TO_START }: PostgresOptions): Promise<RoleCheck> {
  const ownerPool = ownerUrl === undefined ? undefined : makePool(ownerUrl, 1)
  ownerPool?.on('error', () => {})
  try {
    const connect = (): Promise<pg.PoolClient> => connectPatiently(pool, secondsToStart)
    const connectAsOwner = ownerPool && (() => connectPatiently(ownerPool, secondsToStart))
    return await prepareSchema({ connect, connectAsOwner, url })
  } catch (thrown) {
    throw unavailable(thrown)
  } finally {
    await ownerPool?.end()
  }
}

async function connectPatiently(pool: pg.Pool, seconds: number): Promise<pg.PoolClient> {
  for (const until = performance.now() + seconds * 1000; ; ) {
    try {
      return await pool.connect()
    } catch (thrown) {
      if (performance.now() > until || !(unavailable(thrown) instanceof Unavailable)) throw unavailable(thrown)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

class PostgresSql implements Sql {
  readonly #pool: pg.Pool
  readonly #role: string | undefined
  readonly eachOf = 'json_array_elements(CAST(? AS json)) AS each (value)'
  readonly forUpdate = 'FOR UPDATE'
  readonly skipLocked = 'FOR UPDATE SKIP LOCKED'

  constructor(pool: pg.Pool, role: string | undefined) {
    this.#pool = pool
    this.#role = role
  }

  all(scope: RowScope, sql: string, ...values: Value[]): Promise<readonly Row[]> {
    return this.transaction(scope, (statements) => statements.all(sql, ...values))
  }

  run(scope: RowScope, sql: string, ...values: Value[]): Promise<number> {
    return this.transaction(scope, (statements) => statements.run(sql, ...values))
  }

  async transaction<T>(scope: RowScope, work: (statements: Statements) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined
    try {
      client = await this.#pool.connect()
      await client.query(this.#beginTransaction(scope))
      const result = await work(statementsOf(client))
      await client.query('COMMIT')
      client.release()
      return result
    } catch (thrown) {
      // A failed statement closes its connection as well: that is rare, and leaves no state behind.
      client?.release(true)
      throw unavailable(thrown)
    }
  }

  version(_: number): undefined {
    return undefined
  }

  text(text: string): Value {
    return Buffer.from(text)
  }

  wholeText(column: string): string {
    return column
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** One message with several statements: every message is a round trip. */
  #beginTransaction(scope: RowScope): string {
    const settings = { service: scope.kind === 'service' ? 'on' : '', team: '', secret: '', output: '', ...settingsOf(scope) }
    const assignments = Object.entries(settings).map(
      ([name, value]) => `SET LOCAL ${SCHEMA}.${name} = ${pg.escapeLiteral(withoutNul(value))}`,
    )
    const role = this.#role === undefined ? [] : [`SET LOCAL ROLE ${this.#role}`]
    return ['BEGIN', `SET LOCAL search_path = ${SCHEMA}`, `SET LOCAL statement_timeout = ${MS_STATEMENT}`, ...assignments, ...role].join(
      '; ',
    )
  }
}

function settingsOf(scope: RowScope): { team?: string; secret?: string; output?: string } {
  if (scope.kind === 'team') return { team: scope.teamId }
  if (scope.kind === 'output') return { output: scope.id }
  return scope.kind === 'secret' ? { secret: scope.hash } : {}
}

function statementsOf(client: pg.PoolClient): Statements {
  const query = (sql: string, values: readonly Value[]): Promise<pg.QueryResult<Record<string, unknown>>> => {
    let n = 0
    const text = sql.replace(/\?/g, () => `$${++n}`)
    return client.query(
      text,
      values.map((value) => (typeof value === 'string' ? withoutNul(value) : value)),
    )
  }
  return {
    all: async (sql, ...values) => (await query(sql, values)).rows,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  }
}

/** A text of PostgreSQL cannot hold NUL. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/** SQLSTATE classes of a database that is away, starting, full or overloaded; errors of the network have no such code. */
const TEMPORARY = /^(08|53|57|58|40|25006|55P03|XX)/

/** Maps temporary failures of the database to `Unavailable`; a wrong statement, which is a bug, stays as it is. */
export function unavailable(thrown: unknown): unknown {
  if (thrown instanceof Unavailable || !(thrown instanceof Error)) return thrown
  if (thrown instanceof pg.DatabaseError) return TEMPORARY.test(thrown.code ?? '') ? new Unavailable('the store', thrown) : thrown
  const isNetwork = 'code' in thrown && /^E[A-Z]+$/.test(String(thrown.code))
  const isPool = /timeout|Connection terminated|connection error|Client has encountered|Cannot use a pool|not queryable/i.test(
    thrown.message,
  )
  return isNetwork || isPool || thrown instanceof AggregateError ? new Unavailable('the store', thrown) : thrown
}
