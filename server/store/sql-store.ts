// The store over any database that understands the SQL that SQLite and PostgreSQL share.
import type { Clock } from '../clock.ts'
import type { Tagging, TaggingChange } from '../tagging.ts'
import type { AccountStore } from './accounts.ts'
import type { ExampleStore } from './examples.ts'
import { makeId } from './ids.ts'
import type { JobStore } from './jobs.ts'
import type { PictureStore } from './pictures.ts'
import { MS_STALE } from './read-cache.ts'
import { changedTagging, outputOf, taggingOf, teamOf, tokenOf } from './rows.ts'
import { type Row, SERVICE, type Sql, teamScope } from './sql.ts'
import { SqlAccounts } from './sql-accounts.ts'
import { SqlAssets } from './sql-assets.ts'
import { SqlExamples } from './sql-examples.ts'
import { SqlJobs } from './sql-jobs.ts'
import { SqlPictures } from './sql-pictures.ts'
import type { SqlStoreOptions } from './sql-templates.ts'
import { SqlUsage } from './sql-usage.ts'
import type { OutputRecord, Store, Team, TokenRecord } from './store.ts'
import type { UsageStore } from './usage.ts'

/** Lease of a sweeper, longer than any file takes to be removed: when it dies, another takes its rows after this. */
const MS_CLAIM = 60_000
/** Lease of the first start, longer than filling a new store takes. */
const MS_FIRST_START = 60_000

export class SqlStore extends SqlAssets implements Store {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly jobs: JobStore
  readonly accounts: AccountStore
  readonly examples: ExampleStore
  readonly pictures: PictureStore
  readonly usage: UsageStore

  constructor(options: SqlStoreOptions) {
    super(options)
    this.#sql = options.sql
    this.#clock = options.clock
    this.jobs = new SqlJobs(options.sql, options.clock)
    this.accounts = new SqlAccounts(options.sql, options.clock)
    this.examples = new SqlExamples(options.sql, options.clock)
    this.pictures = new SqlPictures(options.sql)
    this.usage = new SqlUsage(options.sql)
  }

  // Teams

  async teams(): Promise<readonly Team[]> {
    return (await this.#sql.all(SERVICE, 'SELECT * FROM teams ORDER BY created_at, id')).map(teamOf)
  }

  async addTeam(name: string): Promise<Team> {
    const team: Team = { id: makeId(), name, createdAt: this.#clock.now() }
    await this.#sql.run(SERVICE, 'INSERT INTO teams (id, name, created_at) VALUES (?, ?, ?)', team.id, team.name, team.createdAt)
    return team
  }

  teamTagging(teamId: string): Promise<Tagging> {
    return this.readCache.get(`tagging ${teamId}`, MS_STALE, async () => taggingOf((await this.#teamRow(teamId)) ?? {}))
  }

  async setTeamTagging(teamId: string, tagging: TaggingChange): Promise<void> {
    await this.#sql.transaction(teamScope(teamId), async (statements) => {
      const [before] = await statements.all(`SELECT conformance, tagged FROM teams WHERE id = ? ${this.#sql.forUpdate}`, teamId)
      if (before === undefined) throw new Error('a team is gone')
      await statements.run('UPDATE teams SET conformance = ?, tagged = ? WHERE id = ?', ...changedTagging(before, tagging), teamId)
    })
  }

  async #teamRow(teamId: string): Promise<Row | undefined> {
    return (await this.#all(teamId, 'SELECT conformance, tagged FROM teams WHERE id = ?', teamId))[0]
  }

  // Tokens

  async tokens(teamId: string): Promise<readonly TokenRecord[]> {
    return (await this.#all(teamId, 'SELECT * FROM tokens WHERE team_id = ? ORDER BY created_at, id', teamId)).map(tokenOf)
  }

  async addToken(teamId: string, token: Parameters<Store['addToken']>[1]): Promise<TokenRecord> {
    const rows = await this.#all(
      teamId,
      'INSERT INTO tokens (id, team_id, name, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *',
      ...[makeId(), teamId, token.name, token.hash, token.scopes.join(' '), this.#clock.now(), token.expiresAt ?? null],
    )
    return tokenOf(must(rows))
  }

  async revokeToken(teamId: string, id: string): Promise<boolean> {
    const now = this.#clock.now()
    return (
      (await this.#run(teamId, 'UPDATE tokens SET revoked_at = ? WHERE team_id = ? AND id = ? AND revoked_at IS NULL', now, teamId, id)) > 0
    )
  }

  async touchToken(teamId: string, id: string): Promise<void> {
    await this.#run(teamId, 'UPDATE tokens SET last_used_at = ? WHERE team_id = ? AND id = ?', this.#clock.now(), teamId, id)
  }

  tokenByHash(hash: string): Promise<TokenRecord | undefined> {
    return this.readCache.get(`token ${hash}`, 0, async () => {
      const [row] = await this.#sql.all({ kind: 'secret', hash }, 'SELECT * FROM tokens WHERE hash = ?', hash)
      return row && tokenOf(row)
    })
  }

  // Outputs

  async addOutput(teamId: string, output: Parameters<Store['addOutput']>[1]): Promise<OutputRecord> {
    const rows = await this.#all(
      teamId,
      `INSERT INTO outputs (id, team_id, secret_hash, file_name, sha256, length, state, created_at, expires_at)
       VALUES (?, ?, ?, ?, '', 0, 'pending', ?, ?) RETURNING *`,
      ...[makeId(), teamId, output.secretHash, output.fileName, output.createdAt, output.expiresAt],
    )
    return outputOf(must(rows))
  }

  async output(teamId: string, id: string): Promise<OutputRecord | undefined> {
    const [row] = await this.#all(teamId, 'SELECT * FROM outputs WHERE team_id = ? AND id = ?', teamId, id)
    return row && outputOf(row)
  }

  async markOutputReady(teamId: string, id: string, { sha256, length }: Parameters<Store['markOutputReady']>[2]): Promise<void> {
    const sql = `UPDATE outputs SET state = 'ready', sha256 = ?, length = ? WHERE team_id = ? AND id = ? AND state = 'pending'`
    if ((await this.#run(teamId, sql, sha256, length, teamId, id)) !== 1) throw new Error('a pending output has lost its row')
  }

  async removeOutput(teamId: string, id: string): Promise<boolean> {
    return (await this.#run(teamId, 'DELETE FROM outputs WHERE team_id = ? AND id = ?', teamId, id)) > 0
  }

  async outputBySecretHash(hash: string): Promise<OutputRecord | undefined> {
    const [row] = await this.#sql.all({ kind: 'secret', hash }, 'SELECT * FROM outputs WHERE secret_hash = ?', hash)
    return row && outputOf(row)
  }

  async claimStaleOutputs(now: number, pendingBefore: number, most: number): Promise<readonly OutputRecord[]> {
    const rows = await this.#sql.all(
      SERVICE,
      `UPDATE outputs SET claimed_until = ? WHERE id IN (
         SELECT id FROM outputs WHERE (expires_at <= ? OR (state = 'pending' AND created_at < ?)) AND claimed_until <= ?
         LIMIT ? ${this.#sql.skipLocked}
       ) RETURNING *`,
      ...[now + MS_CLAIM, now, pendingBefore, now, most],
    )
    return rows.map(outputOf)
  }

  async outputIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const marks = ids.map(() => '?').join(', ')
    const rows = await this.#sql.all(SERVICE, `SELECT id FROM outputs WHERE id IN (${marks})`, ...ids)
    return new Set(rows.map((row) => String(row['id'])))
  }

  async readyOutputs(afterId: string, most: number): Promise<readonly OutputRecord[]> {
    const sql = `SELECT * FROM outputs WHERE state = 'ready' AND id > ? ORDER BY id LIMIT ?`
    return (await this.#sql.all(SERVICE, sql, afterId, most)).map(outputOf)
  }

  // Housekeeping

  async check(): Promise<void> {
    await this.#sql.all(SERVICE, 'SELECT 1 FROM teams LIMIT 1')
  }

  async signingKey(): Promise<string> {
    return String(must(await this.#sql.all(SERVICE, 'SELECT value FROM settings WHERE name = ?', 'signing-key'))['value'])
  }

  async claimFirstStart(): Promise<boolean> {
    const now = this.#clock.now()
    // When the server that claimed it died before it made a team, another may claim it.
    const claimed = await this.#sql.run(
      SERVICE,
      `INSERT INTO settings (name, value) VALUES ('first-start', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
       WHERE CAST(settings.value AS BIGINT) <= ?`,
      ...[String(now), now - MS_FIRST_START],
    )
    return claimed === 1 && (await this.teams()).length === 0
  }

  close(): Promise<void> {
    return this.#sql.close()
  }

  #all(teamId: string, sql: string, ...values: Parameters<Sql['all']>[2][]): Promise<readonly Row[]> {
    return this.#sql.all(teamScope(teamId), sql, ...values)
  }

  #run(teamId: string, sql: string, ...values: Parameters<Sql['all']>[2][]): Promise<number> {
    return this.#sql.run(teamScope(teamId), sql, ...values)
  }
}

function must(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a query that must give a row gave none')
  return row
}
