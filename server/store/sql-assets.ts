// The part of the store for assets.
// Every change of a team's assets updates the team's row first, which serializes the changes of one team: limits hold, and of two uploads of the same bytes
// one finds the file of the other. A file is removed by its row, in one statement that finds it unused; only then are its bytes removed, which no other row
// names. So a name never refers to bytes that are gone, whichever process dies when.
import type { Clock } from '../clock.ts'
import {
  type AssetDraft,
  type AssetFile,
  type AssetQueries,
  type AssetRecord,
  type ExpectedAsset,
  isAsExpected,
  type RemovedAsset,
  type SavedAsset,
} from './assets.ts'
import { makeId } from './ids.ts'
import { type Row, SERVICE, type Sql, type Statements, teamScope } from './sql.ts'
import { SqlRequests } from './sql-requests.ts'
import type { SqlStoreOptions } from './sql-templates.ts'

export class SqlAssets extends SqlRequests implements AssetQueries {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(options: SqlStoreOptions) {
    super(options)
    this.#sql = options.sql
    this.#clock = options.clock
  }

  async assetsRevision(teamId: string): Promise<number> {
    const [row] = await this.#sql.all(teamScope(teamId), 'SELECT assets_revision FROM teams WHERE id = ?', teamId)
    return Number(row?.['assets_revision'] ?? 0)
  }

  async assets(teamId: string): Promise<readonly AssetRecord[]> {
    const rows = await this.#sql.all(teamScope(teamId), 'SELECT * FROM assets WHERE team_id = ?', teamId)
    // Databases sort texts by locales of their own.
    return rows.map(assetOf).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async asset(teamId: string, name: string): Promise<AssetRecord | undefined> {
    const [row] = await this.#sql.all(teamScope(teamId), 'SELECT * FROM assets WHERE team_id = ? AND name = ?', teamId, name)
    return row && assetOf(row)
  }

  async assetUsers(teamId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const users = new Map<string, string[]>()
    for (const row of await this.#sql.all(teamScope(teamId), `${WITH_USES} SELECT name, template_id FROM uses`, teamId, teamId)) {
      const [name, id] = [String(row['name']), String(row['template_id'])]
      const known = users.get(name)
      if (known === undefined) users.set(name, [id])
      else known.push(id)
    }
    for (const ids of users.values()) ids.sort()
    return users
  }

  saveAsset(teamId: string, draft: AssetDraft): Promise<SavedAsset> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      await lockAssets(statements, teamId)
      const [row] = await statements.all('SELECT * FROM assets WHERE team_id = ? AND name = ?', teamId, draft.name)
      const before = row && assetOf(row)
      if (!isAsExpected(before, draft.expected)) return { kind: 'conflict' }
      const excess = await excessOf(statements, teamId, draft, before === undefined)
      if (excess !== undefined) return excess
      const fileId = await this.#useFile(statements, teamId, draft)
      if (fileId === undefined) return { kind: 'no-file' }
      const isChanged = before?.hash !== draft.hash || before.type !== draft.type
      const now = this.#clock.now()
      const asset = isChanged ? { name: draft.name, hash: draft.hash, size: draft.size, type: draft.type, updatedAt: now } : before
      if (isChanged) await this.#writeAsset(statements, teamId, asset, before)
      if (isChanged && draft.used !== undefined) await writeReferences(statements, teamId, draft.name, draft.used)
      return { kind: 'saved', asset, isNew: before === undefined, isChanged, fileId }
    })
  }

  removeAsset(
    teamId: string,
    name: string,
    { isForced, expected }: { isForced: boolean; expected?: ExpectedAsset | undefined },
  ): Promise<RemovedAsset> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      await lockAssets(statements, teamId)
      const [row] = await statements.all('SELECT * FROM assets WHERE team_id = ? AND name = ?', teamId, name)
      if (row === undefined) return { kind: 'missing' }
      const before = assetOf(row)
      if (!isAsExpected(before, expected)) return { kind: 'conflict' }
      const users = await statements.all(
        `${WITH_USES} SELECT template_id FROM uses WHERE name = ? ORDER BY template_id`,
        teamId,
        teamId,
        name,
      )
      if (users.length > 0 && !isForced) return { kind: 'in-use', templateIds: users.map((row) => String(row['template_id'])) }
      await statements.run('DELETE FROM assets WHERE team_id = ? AND name = ?', teamId, name)
      await this.#releaseFile(statements, teamId, before.hash)
      await bumpRevision(statements, teamId)
      return { kind: 'removed' }
    })
  }

  async addAssetFile(teamId: string, { hash, size }: { hash: string; size: number }): Promise<AssetFile> {
    const id = makeId()
    await this.#sql.run(
      teamScope(teamId),
      `INSERT INTO asset_files (id, team_id, hash, size, state, touched_at) VALUES (?, ?, ?, ?, 'pending', ?)`,
      ...[id, teamId, hash, size, this.#clock.now()],
    )
    return { id, teamId, hash, size }
  }

  async assetFile(teamId: string, hash: string): Promise<AssetFile | undefined> {
    const [row] = await this.#sql.all(teamScope(teamId), SELECT_FILE, teamId, hash)
    return row && fileOf(row)
  }

  async removeAssetFile(teamId: string, id: string): Promise<void> {
    await this.#sql.run(teamScope(teamId), 'DELETE FROM asset_files WHERE team_id = ? AND id = ?', teamId, id)
  }

  async unusedAssetFiles(before: number, most: number): Promise<readonly AssetFile[]> {
    const sql = `SELECT * FROM asset_files WHERE touched_at < ? AND ${IS_UNUSED} ORDER BY touched_at LIMIT ?`
    return (await this.#sql.all(SERVICE, sql, before, most)).map(fileOf)
  }

  async removeUnusedAssetFile(id: string, before: number): Promise<boolean> {
    return (await this.#sql.run(SERVICE, `DELETE FROM asset_files WHERE id = ? AND touched_at < ? AND ${IS_UNUSED}`, id, before)) > 0
  }

  async assetFileIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const rows = await this.#sql.all(SERVICE, `SELECT id FROM asset_files WHERE id IN (${ids.map(() => '?').join(', ')})`, ...ids)
    return new Set(rows.map((row) => String(row['id'])))
  }

  /** The file that holds the bytes of the draft: a ready one, which cannot be removed from here on, or its own, which becomes ready. */
  async #useFile(statements: Statements, teamId: string, { hash, fileId }: AssetDraft): Promise<string | undefined> {
    const now = this.#clock.now()
    const [ready] = await statements.all(`${SELECT_FILE} ${this.#sql.forUpdate}`, teamId, hash)
    if (ready !== undefined) {
      const id = String(ready['id'])
      await statements.run('UPDATE asset_files SET touched_at = ? WHERE team_id = ? AND id = ?', now, teamId, id)
      return id
    }
    if (fileId === undefined) return undefined
    const sql = `UPDATE asset_files SET state = 'ready', touched_at = ? WHERE team_id = ? AND id = ? AND hash = ? AND state = 'pending'`
    return (await statements.run(sql, now, teamId, fileId, hash)) === 1 ? fileId : undefined
  }

  async #writeAsset(statements: Statements, teamId: string, asset: AssetRecord, before: AssetRecord | undefined): Promise<void> {
    await statements.run(
      `INSERT INTO assets (team_id, name, hash, size, type, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (team_id, name) DO UPDATE SET hash = excluded.hash, size = excluded.size, type = excluded.type,
         updated_at = excluded.updated_at`,
      ...[teamId, asset.name, asset.hash, asset.size, asset.type, asset.updatedAt],
    )
    if (before !== undefined && before.hash !== asset.hash) await this.#releaseFile(statements, teamId, before.hash)
    await bumpRevision(statements, teamId)
  }

  /** The time of grace of a file that may be unused begins: renderings in progress still read it. */
  async #releaseFile(statements: Statements, teamId: string, hash: string): Promise<void> {
    await statements.run('UPDATE asset_files SET touched_at = ? WHERE team_id = ? AND hash = ?', this.#clock.now(), teamId, hash)
  }
}

/** The assets that each template uses in its newest or published version, also through shared parts and style sheets. */
const WITH_USES = `WITH RECURSIVE uses (template_id, name) AS (
  SELECT COALESCE(t.given_id, t.id), a.name FROM template_assets a JOIN templates t ON t.id = a.template_id AND t.deleted_at IS NULL
    AND (a.version = t.version OR a.version = t.published_version)
  WHERE a.team_id = ? AND a.is_direct = 1
  UNION SELECT uses.template_id, r.used FROM uses JOIN asset_references r ON r.team_id = ? AND r.name = uses.name
)`
const SELECT_FILE = `SELECT * FROM asset_files WHERE team_id = ? AND hash = ? AND state = 'ready'`
const IS_UNUSED = `(state = 'pending' OR NOT EXISTS
  (SELECT 1 FROM assets WHERE assets.team_id = asset_files.team_id AND assets.hash = asset_files.hash))`

async function writeReferences(statements: Statements, teamId: string, name: string, used: readonly string[]): Promise<void> {
  await statements.run('DELETE FROM asset_references WHERE team_id = ? AND name = ?', teamId, name)
  for (const other of new Set(used))
    await statements.run('INSERT INTO asset_references (team_id, name, used) VALUES (?, ?, ?)', teamId, name, other)
}

/** Waits for other changes of the team's assets. The update changes nothing: it locks the row without blocking rows that refer to it. */
async function lockAssets(statements: Statements, teamId: string): Promise<void> {
  await statements.run('UPDATE teams SET assets_revision = assets_revision WHERE id = ?', teamId)
}

async function bumpRevision(statements: Statements, teamId: string): Promise<void> {
  await statements.run('UPDATE teams SET assets_revision = assets_revision + 1 WHERE id = ?', teamId)
}

/** Which limit the draft would exceed. */
async function excessOf(
  statements: Statements,
  teamId: string,
  { name, size, limits }: AssetDraft,
  isNew: boolean,
): Promise<Extract<SavedAsset, { kind: 'too-many' | 'too-large' }> | undefined> {
  const sql = 'SELECT count(*) AS assets, COALESCE(sum(size), 0) AS bytes FROM assets WHERE team_id = ? AND name <> ?'
  const [others] = await statements.all(sql, teamId, name)
  if (isNew && Number(others?.['assets']) >= limits.count) return { kind: 'too-many' }
  const bytes = Number(others?.['bytes']) + size
  return bytes > limits.bytes ? { kind: 'too-large', bytes } : undefined
}

function assetOf(row: Row): AssetRecord {
  return {
    name: String(row['name']),
    hash: String(row['hash']),
    size: Number(row['size']),
    type: String(row['type']),
    updatedAt: Number(row['updated_at']),
  }
}

function fileOf(row: Row): AssetFile {
  return { id: String(row['id']), teamId: String(row['team_id']), hash: String(row['hash']), size: Number(row['size']) }
}
