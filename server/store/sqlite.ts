// The embedded store: one SQLite file, written through (WAL with synchronous = FULL), so that what was answered survives a power cut.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { Clock } from '../clock.ts'
import { Unavailable } from '../errors.ts'
import { SCOPES, type Scope } from '../tokens.ts'
import { makeId } from './ids.ts'
import { MIGRATIONS } from './schema.ts'
import { sourceHash } from './source-hash.ts'
import type { OutputRecord, Store, Team, TemplateDraft, TemplateRecord, TokenRecord } from './store.ts'

const FILE_NAME = 'platen.db'
/** Versions of a template that are kept. */
const MOST_VERSIONS = 20
/** Another process (the command line) may hold the write lock for a moment. */
const MS_BUSY = 3000

type Value = string | number | null
type Row = Record<string, unknown>

/** Opens the store in `folder`, making both when absent. `isNew` says that no team exists yet. */
export async function openSqliteStore(folder: string, clock: Clock): Promise<{ store: Store; isNew: boolean }> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const database = new Database(join(folder, FILE_NAME), { timeout: MS_BUSY })
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', `busy_timeout = ${MS_BUSY}`])
      database.pragma(pragma)
    migrate(database)
    const store = new SqliteStore(database, clock)
    return { store, isNew: (await store.teams()).length === 0 }
  } catch (thrown) {
    throw unavailable(thrown)
  }
}

function migrate(database: Database.Database): void {
  const version = (): number => Number((database.prepare('PRAGMA user_version').get() as Row)['user_version'])
  if (version() > MIGRATIONS.length) throw new Error('the store was made by a newer version of this program')
  // IMMEDIATE: two processes that start together take turns, and the second finds nothing left to do.
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const statements of MIGRATIONS.slice(version())) database.exec(statements)
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    database.prepare('INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)').run('signing-key', randomBytes(32).toString('hex'))
    database.exec('COMMIT')
  } catch (thrown) {
    database.exec('ROLLBACK')
    throw thrown
  }
}

class SqliteStore implements Store {
  readonly #database: Database.Database
  readonly #clock: Clock
  readonly #statements = new Map<string, Database.Statement>()

  constructor(database: Database.Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  // Teams

  async teams(): Promise<readonly Team[]> {
    return this.#all('SELECT * FROM teams ORDER BY created_at, id').map(teamOf)
  }

  async addTeam(name: string): Promise<Team> {
    const team: Team = { id: makeId(), name, createdAt: this.#clock.now() }
    this.#run('INSERT INTO teams (id, name, created_at) VALUES (?, ?, ?)', team.id, team.name, team.createdAt)
    return team
  }

  // Tokens

  async tokens(teamId: string): Promise<readonly TokenRecord[]> {
    return this.#all('SELECT * FROM tokens WHERE team_id = ? ORDER BY created_at, id', teamId).map(tokenOf)
  }

  async addToken(teamId: string, token: Parameters<Store['addToken']>[1]): Promise<TokenRecord> {
    const id = makeId()
    this.#run(
      'INSERT INTO tokens (id, team_id, name, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[id, teamId, token.name, token.hash, token.scopes.join(' '), this.#clock.now(), token.expiresAt ?? null],
    )
    return tokenOf(this.#must('SELECT * FROM tokens WHERE team_id = ? AND id = ?', teamId, id))
  }

  async revokeToken(teamId: string, id: string): Promise<boolean> {
    const now = this.#clock.now()
    return this.#run('UPDATE tokens SET revoked_at = ? WHERE team_id = ? AND id = ? AND revoked_at IS NULL', now, teamId, id) > 0
  }

  async touchToken(teamId: string, id: string): Promise<void> {
    this.#run('UPDATE tokens SET last_used_at = ? WHERE team_id = ? AND id = ?', this.#clock.now(), teamId, id)
  }

  async tokenByHash(hash: string): Promise<TokenRecord | undefined> {
    const row = this.#get('SELECT * FROM tokens WHERE hash = ?', hash)
    return row === undefined ? undefined : tokenOf(row)
  }

  // Templates

  async templates(teamId: string): Promise<readonly TemplateRecord[]> {
    return this.#all(`${SELECT_TEMPLATE} WHERE t.team_id = ? ORDER BY t.created_at, t.id`, teamId).map(templateOf)
  }

  async template(teamId: string, id: string): Promise<TemplateRecord | undefined> {
    const row = this.#get(`${SELECT_TEMPLATE} WHERE t.team_id = ? AND t.id = ?`, teamId, id)
    return row === undefined ? undefined : templateOf(row)
  }

  async templateSource(teamId: string, id: string, hash: string): Promise<string | undefined> {
    const row = this.#get(
      `SELECT v.source FROM template_versions v JOIN templates t ON t.id = v.template_id
       WHERE t.team_id = ? AND t.id = ? AND v.hash = ? ORDER BY v.version DESC LIMIT 1`,
      ...[teamId, id, hash],
    )
    return row === undefined ? undefined : String(row['source'])
  }

  async saveTemplate(teamId: string, draft: TemplateDraft): Promise<TemplateRecord | undefined> {
    const id = this.#transaction(() => {
      const before =
        draft.id === undefined ? undefined : this.#get('SELECT version FROM templates WHERE team_id = ? AND id = ?', teamId, draft.id)
      if (draft.id !== undefined && before === undefined) return undefined
      const id = draft.id ?? makeId()
      this.#writeTemplate(teamId, id, Number(before?.['version'] ?? 0) + 1, draft)
      return id
    })
    return id === undefined ? undefined : this.template(teamId, id)
  }

  #writeTemplate(teamId: string, id: string, version: number, draft: TemplateDraft): void {
    const now = this.#clock.now()
    const variables = JSON.stringify(draft.variables)
    const hash = sourceHash(draft.type, draft.source)
    this.#run(
      `INSERT INTO templates (id, team_id, name, type, meta, variables, hash, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, meta = excluded.meta, variables = excluded.variables,
         hash = excluded.hash, version = excluded.version, updated_at = excluded.updated_at`,
      ...[id, teamId, draft.name, draft.type, JSON.stringify(draft.meta), variables, hash, version, now, now],
    )
    this.#run(
      'INSERT INTO template_versions (template_id, version, type, source, hash, variables, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[id, version, draft.type, draft.source, hash, variables, now],
    )
    this.#run('DELETE FROM template_versions WHERE template_id = ? AND version <= ?', id, version - MOST_VERSIONS)
  }

  async removeTemplate(teamId: string, id: string): Promise<boolean> {
    return this.#run('DELETE FROM templates WHERE team_id = ? AND id = ?', teamId, id) > 0
  }

  // Outputs

  async addOutput(teamId: string, output: Parameters<Store['addOutput']>[1]): Promise<OutputRecord> {
    const id = makeId()
    this.#run(
      `INSERT INTO outputs (id, team_id, secret_hash, file_name, sha256, length, state, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
      ...[id, teamId, output.secretHash, output.fileName, output.sha256, output.length, output.createdAt, output.expiresAt],
    )
    return outputOf(this.#must('SELECT * FROM outputs WHERE team_id = ? AND id = ?', teamId, id))
  }

  async markOutputReady(teamId: string, id: string): Promise<void> {
    const changed = this.#run(`UPDATE outputs SET state = 'ready' WHERE team_id = ? AND id = ? AND state = 'pending'`, teamId, id)
    if (changed !== 1) throw new Error('a pending output has lost its row')
  }

  async removeOutput(teamId: string, id: string): Promise<void> {
    this.#run('DELETE FROM outputs WHERE team_id = ? AND id = ?', teamId, id)
  }

  async outputBySecretHash(secretHash: string): Promise<OutputRecord | undefined> {
    const row = this.#get('SELECT * FROM outputs WHERE secret_hash = ?', secretHash)
    return row === undefined ? undefined : outputOf(row)
  }

  async staleOutputs(now: number, pendingBefore: number, most: number): Promise<readonly OutputRecord[]> {
    const sql = `SELECT * FROM outputs WHERE expires_at <= ? UNION SELECT * FROM outputs WHERE state = 'pending' AND created_at < ? LIMIT ?`
    return this.#all(sql, now, pendingBefore, most).map(outputOf)
  }

  async outputIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(ids.filter((id) => this.#get('SELECT 1 FROM outputs WHERE id = ?', id) !== undefined))
  }

  async readyOutputs(afterId: string, most: number): Promise<readonly OutputRecord[]> {
    return this.#all(`SELECT * FROM outputs WHERE state = 'ready' AND id > ? ORDER BY id LIMIT ?`, afterId, most).map(outputOf)
  }

  // Housekeeping

  async check(): Promise<void> {
    this.#get('SELECT 1 FROM teams LIMIT 1')
  }

  async signingKey(): Promise<string> {
    return String(this.#must('SELECT value FROM settings WHERE name = ?', 'signing-key')['value'])
  }

  async close(): Promise<void> {
    this.#statements.clear()
    this.#database.close()
  }

  // Statements

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #run(sql: string, ...values: Value[]): number {
    return guarded(() => this.#prepared(sql).run(...values).changes)
  }

  #get(sql: string, ...values: Value[]): Row | undefined {
    return guarded(() => this.#prepared(sql).get(...values) as Row | undefined)
  }

  #all(sql: string, ...values: Value[]): Row[] {
    return guarded(() => this.#prepared(sql).all(...values) as Row[])
  }

  #must(sql: string, ...values: Value[]): Row {
    const row = this.#get(sql, ...values)
    if (row === undefined) throw new Error('a row that was just written is missing')
    return row
  }

  #transaction<T>(work: () => T): T {
    return guarded(() => {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.#database.exec('COMMIT')
        return result
      } catch (thrown) {
        this.#database.exec('ROLLBACK')
        throw thrown
      }
    })
  }
}

const SELECT_TEMPLATE = 'SELECT t.*, g.name AS team_name FROM templates t JOIN teams g ON g.id = t.team_id'

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw unavailable(thrown)
  }
}

/** A full disk, a lost mount or a lock held too long is a passing state of the world; a wrong statement is our bug. */
function unavailable(thrown: unknown): unknown {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
  const passing = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM)|ENOSPC|EROFS|EACCES|EIO)/
  return passing.test(code) ? new Unavailable('the store', thrown) : thrown
}

function teamOf(row: Row): Team {
  return { id: String(row['id']), name: String(row['name']), createdAt: Number(row['created_at']) }
}

function tokenOf(row: Row): TokenRecord {
  const named = String(row['scopes']).split(' ')
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    name: String(row['name']),
    scopes: SCOPES.filter((scope: Scope) => named.includes(scope)),
    createdAt: Number(row['created_at']),
    expiresAt: optionalNumber(row['expires_at']),
    lastUsedAt: optionalNumber(row['last_used_at']),
    revokedAt: optionalNumber(row['revoked_at']),
  }
}

function templateOf(row: Row): TemplateRecord {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    teamName: String(row['team_name']),
    name: String(row['name']),
    type: row['type'] === 'editor' ? 'editor' : 'html',
    // Both columns are written by this file alone.
    meta: JSON.parse(String(row['meta'])) as TemplateRecord['meta'],
    variables: JSON.parse(String(row['variables'])) as TemplateRecord['variables'],
    hash: String(row['hash']),
    version: Number(row['version']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  }
}

function outputOf(row: Row): OutputRecord {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    fileName: String(row['file_name']),
    sha256: String(row['sha256']),
    length: Number(row['length']),
    state: row['state'] === 'ready' ? 'ready' : 'pending',
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
  }
}

function optionalNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
