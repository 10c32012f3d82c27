// Problem: any number of servers on one PostgreSQL are to be one service, and a statement that forgot its team must not become a leak.
// Approach: every statement runs in a transaction that says for whom it runs; row-level security shows nothing else. The settings end with
// the transaction, so that no connection carries them on, behind a pooler neither. Where we are connected as somebody who may look over
// the wall (a superuser), the transaction steps down to a role that may not. That guards against statements that are wrong; whoever can choose statements could
// step up again, unless we are connected as a role that has nothing to step up to, and another brings the schema up to date (`postgres-migrate.ts`).
// Limits: waits are bounded, not absent: without its database the service answers 503 until it is back.
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { Unavailable } from '../errors.ts'
import { openDatabaseClock } from './postgres-clock.ts'
import { type Prepared, prepareSchema, ROLE, SCHEMA } from './postgres-migrate.ts'
import type { Row, RowScope, Sql, Statements, Value } from './sql.ts'
import { SqlStore } from './sql-store.ts'
import { MOST_VERSIONS, type Store } from './store.ts'

const MS_CONNECT = 2000
const MS_STATEMENT = 8000
/** A database that starts beside us may take a moment. */
const SECONDS_TO_START = 30

export interface PostgresOptions {
  readonly url: string
  /** Of a role that brings the schema up to date, which that of `url` then may not do. */
  readonly ownerUrl?: string
  /** Most connections of this process. */
  readonly connections: number
  /** Absent outside tests: the database's own. */
  readonly clock?: Clock
  readonly versions?: number
  /** How long to wait for a database that is not there yet. */
  readonly secondsToStart?: number
  /** A connection broke. */
  readonly onLost?: (error: Error) => void
  /** Without `ownerUrl`: the role could switch row-level security off. */
  readonly onUnconfined?: () => void
}

export interface OpenedPostgres {
  readonly store: Store
  readonly isNew: boolean
  /** For what is no part of the store: rate limits and the bytes of files. Ends with the store. */
  readonly shared: Sql
  /** For what statements of the store cannot do. */
  readonly pool: pg.Pool
  readonly clock: Clock
}

export async function openPostgresStore(options: PostgresOptions): Promise<OpenedPostgres> {
  const { url, connections, versions = MOST_VERSIONS, onLost } = options
  const pool = makePool(url, connections)
  // Also between the statements of a transaction, when nobody is waiting for an answer that could fail instead.
  pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)))
  pool.on('error', () => {})
  try {
    const { stepsDown, isConfined } = await prepare(pool, options)
    if (!isConfined) options.onUnconfined?.()
    const clock = options.clock ?? (await openDatabaseClock(pool))
    const shared = new PostgresSql(pool, stepsDown ? ROLE : undefined)
    const store = new SqlStore({ sql: shared, clock, versions })
    return { store, shared, pool, clock, isNew: (await store.teams()).length === 0 }
  } catch (thrown) {
    await pool.end()
    throw thrown
  }
}

/** Numbers of 64 bits are times and lengths here, which a double holds exactly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

function makePool(url: string, connections: number): pg.Pool {
  return new pg.Pool({
    ...{ connectionString: url, max: connections, types, application_name: 'platen' },
    // Waiting for a free connection counts too.
    ...{ connectionTimeoutMillis: MS_CONNECT, idleTimeoutMillis: 30_000, keepAlive: true },
    // In case the database is too far gone to keep its own time-outs.
    query_timeout: MS_STATEMENT + 2000,
  })
}

async function prepare(pool: pg.Pool, { url, ownerUrl, secondsToStart = SECONDS_TO_START }: PostgresOptions): Promise<Prepared> {
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
  readonly forUpdate = 'FOR UPDATE'
  readonly skipLocked = 'FOR UPDATE SKIP LOCKED'

  constructor(pool: pg.Pool, role: string | undefined) {
    this.#pool = pool
    this.#role = role
  }

  all(reach: RowScope, sql: string, ...values: Value[]): Promise<readonly Row[]> {
    return this.transaction(reach, (statements) => statements.all(sql, ...values))
  }

  run(reach: RowScope, sql: string, ...values: Value[]): Promise<number> {
    return this.transaction(reach, (statements) => statements.run(sql, ...values))
  }

  async transaction<T>(reach: RowScope, work: (statements: Statements) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined
    try {
      client = await this.#pool.connect()
      await client.query(this.#opening(reach))
      const result = await work(statementsOf(client))
      await client.query('COMMIT')
      client.release()
      return result
    } catch (thrown) {
      // A broken statement ends its connection too: rare, and nothing of it can linger.
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

  /** One message with several statements, since every message is a way across the network. */
  #opening(reach: RowScope): string {
    const named = { service: reach.kind === 'service' ? 'on' : '', team: '', secret: '', output: '', ...namesOf(reach) }
    const settings = Object.entries(named).map(([name, value]) => `SET LOCAL ${SCHEMA}.${name} = ${pg.escapeLiteral(clean(value))}`)
    const role = this.#role === undefined ? [] : [`SET LOCAL ROLE ${this.#role}`]
    return ['BEGIN', `SET LOCAL search_path = ${SCHEMA}`, `SET LOCAL statement_timeout = ${MS_STATEMENT}`, ...settings, ...role].join('; ')
  }
}

function namesOf(reach: RowScope): { team?: string; secret?: string; output?: string } {
  if (reach.kind === 'team') return { team: reach.teamId }
  if (reach.kind === 'output') return { output: reach.id }
  return reach.kind === 'secret' ? { secret: reach.hash } : {}
}

function statementsOf(client: pg.PoolClient): Statements {
  const query = (sql: string, values: readonly Value[]): Promise<pg.QueryResult<Record<string, unknown>>> => {
    let n = 0
    const text = sql.replace(/\?/g, () => `$${++n}`)
    return client.query(
      text,
      values.map((value) => (typeof value === 'string' ? clean(value) : value)),
    )
  }
  return {
    all: async (sql, ...values) => (await query(sql, values)).rows,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  }
}

/** PostgreSQL's text holds every character but one. */
function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/** SQLSTATE classes of a database that is away, starting, full or overloaded; what fails below SQL has no such code. */
const PASSING = /^(08|53|57|58|40|25006|55P03|XX)/

/** Tells a passing state of the world from a statement of ours that is wrong. */
export function unavailable(thrown: unknown): unknown {
  if (thrown instanceof Unavailable || !(thrown instanceof Error)) return thrown
  if (thrown instanceof pg.DatabaseError) return PASSING.test(thrown.code ?? '') ? new Unavailable('the store', thrown) : thrown
  const isNetwork = 'code' in thrown && /^E[A-Z]+$/.test(String(thrown.code))
  const isPool = /timeout|Connection terminated|connection error|Client has encountered|Cannot use a pool|not queryable/i.test(
    thrown.message,
  )
  return isNetwork || isPool || thrown instanceof AggregateError ? new Unavailable('the store', thrown) : thrown
}
