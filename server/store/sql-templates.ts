// Problem: a template is drafted, published, removed and brought back over HTTP, and its id is unique within its team only; while servers of the previous
// release, whose statements know neither drafts nor removal and use `templates.id` as a key over all teams, still run.
// Approach: `templates.id` stays the key of the row. It is the id of the template unless another row has taken it; then it is generated and `given_id` holds
// the id. Type, variables and hash of the row are those of the published version. A removed template has an empty hash, under which no source is found.
// Limits: a server of the previous release lists removed templates until it ends, and knows a template with a `given_id` by its key.
import type { Clock } from '../clock.ts'
import { makeId } from './ids.ts'
import { MS_STALE } from './read-cache.ts'
import { changedTagging, templateOf, textOf, usedAssetOf, versionOf } from './rows.ts'
import { sourceHash } from './source-hash.ts'
import { type Row, SERVICE, type Sql, type Statements, teamScope } from './sql.ts'
import { SqlCalls } from './sql-calls.ts'
import type {
  NewTemplate,
  SavedTemplate,
  Store,
  TemplateChange,
  TemplateContent,
  TemplateDraft,
  TemplateRecord,
  VersionContent,
  VersionRecord,
} from './store.ts'

/** How long a removed template can be brought back. */
const MS_REMOVED = 30 * 24 * 60 * 60 * 1000

export interface SqlStoreOptions {
  readonly sql: Sql
  readonly clock: Clock
  /** Versions of a template that are kept besides the published one. */
  readonly versions: number
}

/** A row of `templates`: its key and team. */
interface TemplateKey {
  readonly key: string
  readonly teamId: string
}

type Version = Pick<NewTemplate, 'content' | 'author' | 'note'> & { readonly version: number }

export class SqlTemplates extends SqlCalls {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #versions: number

  constructor({ sql, clock, versions }: SqlStoreOptions) {
    super(sql, clock)
    this.#sql = sql
    this.#clock = clock
    this.#versions = versions
  }

  async templates(teamId: string): Promise<readonly TemplateRecord[]> {
    const sql = `${SELECT_PUBLISHED} WHERE t.team_id = ? AND t.deleted_at IS NULL ORDER BY t.created_at, t.id`
    return (await this.#sql.all(teamScope(teamId), sql, teamId)).map(templateOf)
  }

  template(teamId: string, id: string, which: 'published' | 'draft' = 'published'): Promise<TemplateRecord | undefined> {
    return this.readCache.get(`${which} ${teamId} ${id}`, MS_STALE, async () => {
      const sql = `${which === 'published' ? SELECT_PUBLISHED : SELECT_NEWEST} WHERE ${IS_TEMPLATE}`
      const [row] = await this.#sql.all(teamScope(teamId), sql, teamId, id)
      return row && templateOf(row)
    })
  }

  async templateSource(teamId: string, id: string, hash: string): Promise<string | undefined> {
    const [row] = await this.#sql.all(
      teamScope(teamId),
      `SELECT ${this.#sql.wholeText('v.source')} AS source FROM template_versions v JOIN templates t ON t.id = v.template_id
       WHERE ${IS_TEMPLATE} AND v.hash = ? ORDER BY v.version DESC LIMIT 1`,
      ...[teamId, id, hash],
    )
    return row && textOf(row['source'])
  }

  async templateVersions(teamId: string, id: string): Promise<readonly VersionRecord[]> {
    const sql = `${SELECT_VERSION} WHERE ${IS_TEMPLATE} ORDER BY v.version DESC`
    return (await this.#sql.all(teamScope(teamId), sql, teamId, id)).map(versionOf)
  }

  async templateVersion(teamId: string, id: string, version: number | 'newest'): Promise<VersionContent | undefined> {
    if (version !== 'newest' && !isVersion(version)) return undefined
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const [row] = await statements.all(
        `SELECT ${VERSION_COLUMNS}, v.template_id, v.is_object, v.variables, ${this.#sql.wholeText('v.source')} AS source ${FROM_VERSIONS}
         WHERE ${IS_TEMPLATE} AND v.version = ${version === 'newest' ? 't.version' : '?'}`,
        ...[teamId, id, ...(version === 'newest' ? [] : [version])],
      )
      if (row === undefined) return undefined
      const names = 'SELECT name, hash, is_direct FROM template_assets WHERE template_id = ? AND version = ? ORDER BY name'
      const assets = await statements.all(names, String(row['template_id']), Number(row['version']))
      return {
        ...versionOf(row),
        source: textOf(row['source']),
        isObject: row['is_object'] === 1,
        variables: JSON.parse(String(row['variables'])) as VersionContent['variables'],
        assets: assets.map(usedAssetOf),
      }
    })
  }

  saveTemplate(teamId: string, draft: TemplateDraft): Promise<SavedTemplate> {
    return this.#sql.transaction(teamScope(teamId), (statements) =>
      draft.kind === 'new' ? this.#create(statements, teamId, draft) : this.#change(statements, teamId, draft),
    )
  }

  async #create(statements: Statements, teamId: string, draft: NewTemplate): Promise<SavedTemplate> {
    const { name, content } = draft
    const id = draft.id ?? makeId()
    const now = this.#clock.now()
    const meta = JSON.stringify(draft.meta)
    // The second key serves when another team or a removed template has the id as its key; the index of ids rejects both when the team has the id.
    for (const key of [id, makeId()]) {
      const created = await statements.run(
        `INSERT INTO templates (id, given_id, team_id, name, type, meta, variables, hash, version, created_at, updated_at, conformance, tagged)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        ...[key, key === id ? null : id, teamId, name, content.type, meta, JSON.stringify(content.variables), hashOf(content), now, now],
        ...changedTagging({}, draft.tagging ?? {}),
      )
      if (created === 0) continue
      await this.#writeVersion(statements, { key, teamId }, { ...draft, version: 1 })
      if (draft.publish) await this.#publish(statements, { key, teamId }, 1)
      const saved = await this.#saved(statements, teamId, id)
      if (saved.kind === 'saved' && draft.keyed !== undefined) await this.completeKeyed(statements, teamId, draft.keyed(saved.template))
      return saved
    }
    return { kind: 'conflict' }
  }

  async #change(statements: Statements, teamId: string, change: TemplateChange): Promise<SavedTemplate> {
    const { id, expected, name, meta, content } = change
    const before = await this.#lock(statements, teamId, id)
    if (before === undefined) return { kind: 'missing' }
    const newest = Number(before['version'])
    if (expected !== undefined && expected !== newest) return { kind: 'conflict' }
    const key = { key: String(before['id']), teamId }
    const merged = JSON.stringify({ ...(JSON.parse(String(before['meta'])) as object), ...meta })
    await statements.run(
      'UPDATE templates SET name = ?, meta = ?, updated_at = ?, conformance = ?, tagged = ? WHERE id = ?',
      ...[name ?? String(before['name']), merged, this.#clock.now(), ...changedTagging(before, change.tagging ?? {}), key.key],
    )
    const version = content === undefined ? newest : await this.#writeChanged(statements, key, { ...change, content, version: newest })
    if (change.publish) await this.#publish(statements, key, version)
    // A draft that is published as it was saved: the note is of the publication.
    if (change.publish && version === newest && change.note !== undefined) {
      await statements.run('UPDATE template_versions SET note = ? WHERE template_id = ? AND version = ?', change.note, key.key, version)
    }
    return this.#saved(statements, teamId, id)
  }

  /** Writes the content as the version after the newest, unless its source is the same; returns the number of the newest version. */
  async #writeChanged(statements: Statements, key: TemplateKey, newest: Version): Promise<number> {
    const { content, version } = newest
    const sql = 'SELECT hash FROM template_versions WHERE template_id = ? AND version = ?'
    const [known] = await statements.all(sql, key.key, version)
    if (known?.['hash'] === hashOf(content)) {
      await statements.run(
        'UPDATE template_versions SET is_object = ?, variables = ? WHERE template_id = ? AND version = ?',
        ...[content.isObject === true ? 1 : 0, JSON.stringify(content.variables), key.key, version],
      )
      const sql = 'UPDATE templates SET variables = ? WHERE id = ? AND hash = ?'
      await statements.run(sql, JSON.stringify(content.variables), key.key, hashOf(content))
      if (content.assets !== undefined) await replaceDirect(statements, key, version, content.assets)
      return version
    }
    await this.#writeVersion(statements, key, { ...newest, version: version + 1 })
    // While no version is published, the row describes the newest.
    await statements.run(
      'UPDATE templates SET type = ?, variables = ?, hash = ? WHERE id = ? AND published_version IS NULL',
      ...[content.type, JSON.stringify(content.variables), hashOf(content), key.key],
    )
    return version + 1
  }

  async #writeVersion(statements: Statements, { key, teamId }: TemplateKey, { content, author, note, version }: Version): Promise<void> {
    const { type, source, isObject, variables, assets = [] } = content
    await statements.run(
      `INSERT INTO template_versions (template_id, version, type, source, hash, variables, created_at, is_draft, is_object, author, note)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)`,
      ...[key, version, type, this.#sql.text(source), hashOf(content), JSON.stringify(variables), this.#clock.now()],
      ...[isObject === true ? 1 : 0, author ?? null, note ?? null],
    )
    for (const name of new Set(assets)) {
      const sql = 'INSERT INTO template_assets (team_id, template_id, version, name, is_direct) VALUES (?, ?, ?, ?, 1)'
      await statements.run(sql, teamId, key, version, name)
    }
    await noteAssetHashes(statements, { key, teamId }, version)
    await statements.run('UPDATE templates SET version = ? WHERE id = ?', version, key)
    await statements.run(
      `DELETE FROM template_versions WHERE template_id = ? AND version <= ?
         AND version <> COALESCE((SELECT published_version FROM templates WHERE templates.id = template_id), 0)`,
      ...[key, version - this.#versions],
    )
  }

  async publishTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const before = await this.#lock(statements, teamId, id)
      if (before === undefined || !(await this.#publish(statements, { key: String(before['id']), teamId }, version))) return undefined
      return this.#read(statements, teamId, id)
    })
  }

  /** False when the version is not kept. */
  async #publish(statements: Statements, { key, teamId }: TemplateKey, version: number): Promise<boolean> {
    const isKept = 'UPDATE template_versions SET is_draft = 0 WHERE template_id = ? AND version = ?'
    if (!isVersion(version) || (await statements.run(isKept, key, version)) === 0) return false
    const [row] = await statements.all(
      'SELECT type, variables, hash FROM template_versions WHERE template_id = ? AND version = ?',
      key,
      version,
    )
    await statements.run(
      'UPDATE templates SET published_version = ?, type = ?, variables = ?, hash = ?, updated_at = ? WHERE id = ?',
      ...[version, String(row?.['type']), String(row?.['variables']), String(row?.['hash']), this.#clock.now(), key],
    )
    await noteAssetHashes(statements, { key, teamId }, version)
    return true
  }

  async restoreTemplate(teamId: string, id: string, version: number): Promise<TemplateRecord | undefined> {
    const kept = await this.templateVersion(teamId, id, version)
    if (kept === undefined) return undefined
    const { source, type, isObject, variables } = kept
    // Names that only shared parts use are added again with the version.
    const assets = kept.assets.filter(({ isDirect }) => isDirect).map(({ name }) => name)
    const content = { source, type, isObject, variables, assets }
    const saved = await this.saveTemplate(teamId, { kind: 'change', id, content, publish: true, note: `version ${version} again` })
    return saved.kind === 'saved' ? saved.template : undefined
  }

  async replaceDerived(teamId: string, id: string, derived: Parameters<Store['replaceDerived']>[2]): Promise<void> {
    const { hash, variables, assets } = derived
    await this.#sql.transaction(teamScope(teamId), async (statements) => {
      const before = await this.#lock(statements, teamId, id)
      if (before === undefined) return
      const [text, key] = [JSON.stringify(variables), String(before['id'])]
      await statements.run('UPDATE templates SET variables = ? WHERE id = ? AND hash = ?', text, key, hash)
      await statements.run('UPDATE template_versions SET variables = ? WHERE template_id = ? AND hash = ?', text, key, hash)
      const versions = await statements.all('SELECT version FROM template_versions WHERE template_id = ? AND hash = ?', key, hash)
      for (const row of versions) await replaceDirect(statements, { key, teamId }, Number(row['version']), assets)
    })
  }

  async removeTemplate(teamId: string, id: string): Promise<boolean> {
    const sql = `UPDATE templates AS t SET deleted_at = ?, hash = '' WHERE ${IS_TEMPLATE}`
    return (await this.#sql.run(teamScope(teamId), sql, this.#clock.now(), teamId, id)) > 0
  }

  async undeleteTemplate(teamId: string, id: string): Promise<SavedTemplate> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      if ((await this.#lock(statements, teamId, id)) !== undefined) return { kind: 'conflict' }
      const [row] = await statements.all(
        `SELECT t.id FROM templates t WHERE t.team_id = ? AND ${ID} = ? AND t.deleted_at > ?
         ORDER BY t.deleted_at DESC LIMIT 1 ${this.#sql.forUpdate}`,
        ...[teamId, id, this.#clock.now() - MS_REMOVED],
      )
      if (row === undefined) return { kind: 'missing' }
      await statements.run(
        `UPDATE templates SET deleted_at = NULL, updated_at = ?, hash = (
           SELECT v.hash FROM template_versions v WHERE v.template_id = templates.id AND v.version = COALESCE(published_version, templates.version)
         ) WHERE id = ?`,
        ...[this.#clock.now(), String(row['id'])],
      )
      return this.#saved(statements, teamId, id)
    })
  }

  protected async eraseRemoved(now: number): Promise<void> {
    await this.#sql.run(SERVICE, 'DELETE FROM templates WHERE deleted_at <= ?', now - MS_REMOVED)
  }

  /** The row of a template, which other writers cannot change until the transaction ends. */
  async #lock(statements: Statements, teamId: string, id: string): Promise<Row | undefined> {
    const [row] = await statements.all(`SELECT t.* FROM templates t WHERE ${IS_TEMPLATE} ${this.#sql.forUpdate}`, teamId, id)
    return row
  }

  async #saved(statements: Statements, teamId: string, id: string): Promise<SavedTemplate> {
    const template = await this.#read(statements, teamId, id)
    if (template === undefined) throw new Error('a template is gone within the transaction that saved it')
    return { kind: 'saved', template }
  }

  async #read(statements: Statements, teamId: string, id: string): Promise<TemplateRecord | undefined> {
    const [row] = await statements.all(`${SELECT_PUBLISHED} WHERE ${IS_TEMPLATE}`, teamId, id)
    return row && templateOf(row)
  }
}

/** Notes the hashes that the assets of a version have at this moment, also of those that it uses through shared parts. */
async function noteAssetHashes(statements: Statements, { key, teamId }: TemplateKey, version: number): Promise<void> {
  await statements.run('DELETE FROM template_assets WHERE template_id = ? AND version = ? AND is_direct = 0', key, version)
  await statements.run(
    `WITH RECURSIVE uses (name) AS (
       SELECT name FROM template_assets WHERE template_id = ? AND version = ?
       UNION SELECT r.used FROM asset_references r JOIN uses ON r.team_id = ? AND r.name = uses.name
     )
     INSERT INTO template_assets (team_id, template_id, version, name, is_direct, hash)
     SELECT a.team_id, CAST(? AS TEXT), CAST(? AS INTEGER), a.name, 0, a.hash FROM uses JOIN assets a ON a.team_id = ? AND a.name = uses.name WHERE true
     ON CONFLICT (template_id, version, name) DO UPDATE SET hash = excluded.hash`,
    ...[key, version, teamId, key, version, teamId],
  )
}

/** Replaces the names that a version uses itself. Those that it was published with stay in its record. */
async function replaceDirect(
  statements: Statements,
  { key, teamId }: TemplateKey,
  version: number,
  names: readonly string[],
): Promise<void> {
  await statements.run('UPDATE template_assets SET is_direct = 0 WHERE template_id = ? AND version = ?', key, version)
  for (const name of new Set(names))
    await statements.run(
      `INSERT INTO template_assets (team_id, template_id, version, name, is_direct, hash)
       VALUES (?, ?, ?, ?, 1, (SELECT hash FROM assets WHERE assets.team_id = ? AND assets.name = ?))
       ON CONFLICT (template_id, version, name) DO UPDATE SET is_direct = 1`,
      ...[teamId, key, version, name, teamId, name],
    )
}

function hashOf({ type, source }: TemplateContent): string {
  return sourceHash(type, source)
}

/** Whether this can be the number of a version: PostgreSQL rejects one that does not fit its type. */
function isVersion(version: number): boolean {
  return Number.isInteger(version) && version > 0 && version < 2 ** 31
}

/** The id of a template, as the index of ids has it. */
export const ID = '(CASE WHEN t.given_id IS NULL THEN t.id ELSE t.given_id END)'
export const IS_TEMPLATE = `t.team_id = ? AND ${ID} = ? AND t.deleted_at IS NULL`

const TEMPLATE_COLUMNS = `t.team_id, ${ID} AS id, t.name, t.meta, t.version, t.published_version, t.created_at, t.updated_at,
  t.conformance, t.tagged, g.name AS team_name, g.assets_revision, g.conformance AS team_conformance, g.tagged AS team_tagged`
const SELECT_PUBLISHED = `SELECT ${TEMPLATE_COLUMNS}, t.type, t.variables, t.hash FROM templates t JOIN teams g ON g.id = t.team_id`
const SELECT_NEWEST = `SELECT ${TEMPLATE_COLUMNS}, v.type, v.variables, v.hash FROM templates t JOIN teams g ON g.id = t.team_id
  JOIN template_versions v ON v.template_id = t.id AND v.version = t.version`

const VERSION_COLUMNS = 'v.version, v.type, v.hash, v.created_at, v.author, v.note, t.published_version'
const FROM_VERSIONS = 'FROM template_versions v JOIN templates t ON t.id = v.template_id'
const SELECT_VERSION = `SELECT ${VERSION_COLUMNS} ${FROM_VERSIONS}`
