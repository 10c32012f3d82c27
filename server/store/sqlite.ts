// The embedded store: one SQLite file, written through (WAL with synchronous = FULL), so that what was answered survives a power cut.
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { Clock } from '../clock.ts'
import { Unavailable } from '../errors.ts'
import type { Row, RowScope, Sql, Statements, Value } from './sql.ts'
import { SqlStore } from './sql-store.ts'
import { MIGRATIONS, SERVES_SINCE } from './sqlite-schema.ts'
import { MOST_VERSIONS, type Store } from './store.ts'

export const STORE_FILE = 'platen.db'
/** Another process (the command line) may hold the write lock for a moment. */
const MS_BUSY = 3000

/** Opens the store in `folder`, making both when absent. `isNew` says that no team exists yet. */
export async function openSqliteStore(
  folder: string,
  clock: Clock,
  versions: number = MOST_VERSIONS,
): Promise<{ store: Store; isNew: boolean }> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, STORE_FILE)
    makePrivate(file)
    const database = openDatabase(file)
    migrate(database)
    const store = new SqlStore({ sql: new SqliteSql(database), clock, versions })
    return { store, isNew: (await store.teams()).length === 0 }
  } catch (thrown) {
    throw unavailable(thrown)
  }
}

/** Creates a file, if absent, that only the service's user can read: the store holds keys, and its folder may be readable by others. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

export function openDatabase(file: string): Database.Database {
  const database = new Database(file, { timeout: MS_BUSY })
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', `busy_timeout = ${MS_BUSY}`])
    database.pragma(pragma)
  return database
}

function migrate(database: Database.Database): void {
  // IMMEDIATE takes the write lock: of two processes that start together, the second finds the migrations done.
  database.exec('BEGIN IMMEDIATE')
  try {
    // The pragma gives one row.
    const version = Number((database.prepare('PRAGMA user_version').get() as Row)['user_version'])
    if (version > MIGRATIONS.length) checkServes(database)
    if (version < MIGRATIONS.length) {
      for (const statements of MIGRATIONS.slice(version)) database.exec(statements)
      database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
      database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run('serves-since', String(SERVES_SINCE))
    }
    database.prepare('INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)').run('signing-key', randomBytes(32).toString('hex'))
    database.exec('COMMIT')
  } catch (thrown) {
    rollBack(database)
    throw thrown
  }
}

/** A newer program has migrated the store: throws unless the statements of this one work on it. */
function checkServes(database: Database.Database): void {
  // A row is an object by column name.
  const row = database.prepare(`SELECT value FROM settings WHERE name = 'serves-since'`).get() as Row | undefined
  if (row === undefined || Number(row['value']) > MIGRATIONS.length)
    throw new Error('the store was made by a newer version of this program')
}

/**
 * Ends a transaction that failed. SQLite rolls back by itself after some errors, a full disk among them (sqlite.org/lang_transaction.html), and
 * then ROLLBACK fails too, which must not hide the first error.
 */
function rollBack(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK')
  } catch {
    // The transaction is still open; the next one begins with another attempt.
  }
}

/** Statements that change no row of a read that is cached: requests write these tables, and their writes would empty the cache. */
const UNCACHED =
  /^(?:SELECT|(?:INSERT INTO|UPDATE|DELETE FROM) (?:requests|outputs|calls|deliveries|ended_deliveries|jobs|job_rows|render_usage|template_pictures)) /

/** One connection, on which all statements are serialized: none may slip into a transaction it does not belong to. */
class SqliteSql implements Sql {
  readonly #database: Database.Database
  readonly #prepared = new Map<string, Database.Statement>()
  readonly #statements: Statements = {
    all: async (sql, ...values) => {
      // Rows of libsql are objects by column name.
      const rows = withMappedErrors(() => this.#statement(sql).all(...values) as Row[])
      if (rows.length > 0 && !UNCACHED.test(sql)) this.#writes++
      return rows
    },
    run: async (sql, ...values) => {
      const { changes } = withMappedErrors(() => this.#statement(sql).run(...values))
      if (changes > 0 && !UNCACHED.test(sql)) this.#writes++
      return changes
    },
  }
  /** Writes of this connection that a cached read may see; those of others change SQLite's data_version. Both numbers only grow. */
  #writes = 0
  #otherWrites = { version: 0, askedAt: Number.NEGATIVE_INFINITY }
  #dataVersion: Database.Statement | undefined
  #last: Promise<unknown> = Promise.resolve()
  readonly eachOf = 'json_each(?) AS each'
  readonly forUpdate = ''
  readonly skipLocked = ''

  constructor(database: Database.Database) {
    this.#database = database
  }

  all(_: RowScope, sql: string, ...values: Value[]): Promise<readonly Row[]> {
    return this.#enqueue(() => this.#statements.all(sql, ...values))
  }

  run(_: RowScope, sql: string, ...values: Value[]): Promise<number> {
    return this.#enqueue(() => this.#statements.run(sql, ...values))
  }

  transaction<T>(_: RowScope, work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#enqueue(async () => {
      rollBack(this.#database)
      withMappedErrors(() => this.#database.exec('BEGIN IMMEDIATE'))
      try {
        const result = await work(this.#statements)
        withMappedErrors(() => this.#database.exec('COMMIT'))
        return result
      } catch (thrown) {
        rollBack(this.#database)
        throw thrown
      }
    })
  }

  version(msStale: number): number {
    const now = performance.now()
    if (msStale === 0 || now - this.#otherWrites.askedAt > msStale) {
      this.#dataVersion ??= this.#database.prepare('PRAGMA data_version').raw()
      // A raw statement gives the values of a row without their names.
      const [version] = withMappedErrors(() => this.#dataVersion?.get()) as [number]
      this.#otherWrites = { version, askedAt: now }
    }
    return this.#otherWrites.version + this.#writes
  }

  text(text: string): Value {
    return text
  }

  /** libsql truncates a text at its first NUL when reading it, though it is stored whole. */
  wholeText(column: string): string {
    return `CAST(${column} AS BLOB)`
  }

  close(): Promise<void> {
    return this.#enqueue(async () => {
      this.#prepared.clear()
      this.#dataVersion = undefined
      this.#database.close()
    })
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  #statement(sql: string): Database.Statement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }
}

function withMappedErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw unavailable(thrown)
  }
}

/** A full disk, a lost mount or a lock held too long is temporary; a wrong statement is a bug. */
function unavailable(thrown: unknown): unknown {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
  const temporary = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM)|ENOSPC|EROFS|EACCES|EIO)/
  return temporary.test(code) ? new Unavailable('the store', thrown) : thrown
}
