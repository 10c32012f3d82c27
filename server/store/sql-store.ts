// The store over any database that understands the SQL that SQLite and PostgreSQL share.
import type { Clock } from '../clock.ts'
import { makeId } from './ids.ts'
import { MS_STALE } from './read-cache.ts'
import { outputOf, teamOf, templateOf, textOf, tokenOf, versionOf } from './rows.ts'
import { sourceHash } from './source-hash.ts'
import { type Row, SERVICE, type Sql, type Statements, teamScope } from './sql.ts'
import { SqlCalls } from './sql-calls.ts'
import type { OutputRecord, Store, Team, TemplateDraft, TemplateRecord, TokenRecord, VersionRecord } from './store.ts'

/** Lease of a sweeper, longer than any file takes to be removed: when it dies, another takes its rows after this. */
const MS_CLAIM = 60_000
/** Lease of the first start, longer than filling a new store takes. */
const MS_FIRST_START = 60_000

interface SqlStoreOptions {
  readonly sql: Sql
  readonly clock: Clock
  /** Versions of a template that are kept. */
  readonly versions: number
}

export class SqlStore extends SqlCalls implements Store {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #versions: number

  constructor({ sql, clock, versions }: SqlStoreOptions) {
    super(sql, clock)
    this.#sql = sql
    this.#clock = clock
    this.#versions = versions
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

  // Templates

  async templates(teamId: string): Promise<readonly TemplateRecord[]> {
    return (await this.#all(teamId, `${SELECT_TEMPLATE} WHERE t.team_id = ? ORDER BY t.created_at, t.id`, teamId)).map(templateOf)
  }

  template(teamId: string, id: string): Promise<TemplateRecord | undefined> {
    return this.readCache.get(`template ${teamId} ${id}`, MS_STALE, async () => {
      const [row] = await this.#all(teamId, `${SELECT_TEMPLATE} WHERE t.team_id = ? AND t.id = ?`, teamId, id)
      return row && templateOf(row)
    })
  }

  async templateSource(teamId: string, id: string, hash: string): Promise<string | undefined> {
    const [row] = await this.#all(
      teamId,
      `SELECT ${this.#sql.wholeText('v.source')} AS source FROM template_versions v JOIN templates t ON t.id = v.template_id
       WHERE t.team_id = ? AND t.id = ? AND v.hash = ? ORDER BY v.version DESC LIMIT 1`,
      ...[teamId, id, hash],
    )
    return row && textOf(row['source'])
  }

  async saveTemplate(teamId: string, draft: TemplateDraft): Promise<TemplateRecord | undefined> {
    const id = await this.#sql.transaction(teamScope(teamId), async (statements) => {
      if (draft.id === undefined) return this.#writeVersion(statements, { teamId, id: makeId(), version: 1, draft })
      const [before] = await this.#lockTemplate(statements, teamId, draft.id)
      if (before === undefined) return undefined
      return this.#writeVersion(statements, { teamId, id: draft.id, version: Number(before['version']) + 1, draft })
    })
    return id === undefined ? undefined : this.template(teamId, id)
  }

  async templateVersions(teamId: string, id: string): Promise<readonly VersionRecord[]> {
    const rows = await this.#all(
      teamId,
      `SELECT v.version, v.type, v.hash, v.created_at FROM template_versions v JOIN templates t ON t.id = v.template_id
       WHERE t.team_id = ? AND t.id = ? ORDER BY v.version DESC`,
      ...[teamId, id],
    )
    return rows.map(versionOf)
  }

  async restoreTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined> {
    const isRestored = await this.#sql.transaction(teamScope(teamId), async (statements) => {
      const [before] = await this.#lockTemplate(statements, teamId, id)
      if (before === undefined) return false
      const source = this.#sql.wholeText('source')
      const sql = `SELECT type, ${source} AS source, variables FROM template_versions WHERE template_id = ? AND version = ?`
      const [kept] = await statements.all(sql, id, version)
      if (kept === undefined) return false
      const { name, meta } = templateOf({ ...before, team_name: '' })
      const { type, variables } = templateOf({ ...before, ...kept, team_name: '' })
      const draft = { name, meta, type, variables, source: textOf(kept['source']) }
      await this.#writeVersion(statements, { teamId, id, version: Number(before['version']) + 1, draft })
      return true
    })
    return isRestored ? this.template(teamId, id) : undefined
  }

  /** Concurrent pushes get consecutive versions. */
  #lockTemplate(statements: Statements, teamId: string, id: string): Promise<readonly Row[]> {
    return statements.all(`SELECT * FROM templates WHERE team_id = ? AND id = ? ${this.#sql.forUpdate}`, teamId, id)
  }

  async #writeVersion(
    statements: Statements,
    { teamId, id, version, draft }: { teamId: string; id: string; version: number; draft: TemplateDraft },
  ): Promise<string> {
    const now = this.#clock.now()
    const variables = JSON.stringify(draft.variables)
    const hash = sourceHash(draft.type, draft.source)
    await statements.run(
      `INSERT INTO templates (id, team_id, name, type, meta, variables, hash, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, meta = excluded.meta, variables = excluded.variables,
         hash = excluded.hash, version = excluded.version, updated_at = excluded.updated_at`,
      ...[id, teamId, draft.name, draft.type, JSON.stringify(draft.meta), variables, hash, version, now, now],
    )
    await statements.run(
      'INSERT INTO template_versions (template_id, version, type, source, hash, variables, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[id, version, draft.type, this.#sql.text(draft.source), hash, variables, now],
    )
    await statements.run('DELETE FROM template_versions WHERE template_id = ? AND version <= ?', id, version - this.#versions)
    return id
  }

  async removeTemplate(teamId: string, id: string): Promise<boolean> {
    return (await this.#run(teamId, 'DELETE FROM templates WHERE team_id = ? AND id = ?', teamId, id)) > 0
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

const SELECT_TEMPLATE = 'SELECT t.*, g.name AS team_name FROM templates t JOIN teams g ON g.id = t.team_id'

function must(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a query that must give a row gave none')
  return row
}
