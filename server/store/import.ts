// Migrates an embedded store to PostgreSQL, in one transaction: an import that was interrupted can be started again.
import { join } from 'node:path'
import type Database from 'libsql'
import type { Pool, PoolClient } from 'pg'
import { makeId } from './ids.ts'
import { SCHEMA } from './postgres-migrate.ts'
import type { Row } from './sql.ts'
import { openDatabase, STORE_FILE } from './sqlite.ts'

/**
 * In the order of their foreign keys. Generated files live for minutes, jobs and logged requests for a day: they are not copied, nor is what refers to them, remembered
 * answers and pending deliveries. Sessions and links of accounts are not copied either: people sign in again.
 */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  teams: ['id', 'name', 'created_at', 'assets_revision', 'conformance', 'tagged'],
  tokens: ['id', 'team_id', 'name', 'hash', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  templates: [
    ...[
      'id',
      'given_id',
      'team_id',
      'name',
      'type',
      'meta',
      'variables',
      'hash',
      'version',
      'published_version',
      'created_at',
      'updated_at',
    ],
    ...['deleted_at', 'conformance', 'tagged'],
  ],
  template_versions: [
    ...['template_id', 'version', 'type', 'source', 'hash', 'variables', 'created_at', 'is_draft', 'is_object', 'author', 'note'],
  ],
  webhooks: ['id', 'team_id', 'url', 'secret', 'created_at', 'disabled_at'],
  assets: ['team_id', 'name', 'hash', 'size', 'type', 'updated_at'],
  asset_references: ['team_id', 'name', 'used'],
  template_assets: ['team_id', 'template_id', 'version', 'name', 'is_direct', 'hash'],
  template_examples: ['team_id', 'template_id', 'name', 'data', 'size', 'hash', 'updated_at'],
  template_pictures: ['template_id', 'team_id', 'version', 'assets_revision', 'pages', 'warnings', 'type', 'hash', 'bytes'],
  render_usage: ['team_id', 'span', 'at', 'template', 'bucket', 'calls', 'pages', 'warnings'],
  users: ['id', 'name', 'name_key', 'display_name', 'password_hash', 'totp_secret', 'totp_step', 'created_at'],
  memberships: ['team_id', 'user_id', 'role', 'created_at'],
  identities: ['issuer', 'subject', 'user_id', 'created_at'],
  audit_log: ['id', 'at', 'team_id', 'user_id', 'user_name', 'action', 'subject', 'address'],
  asset_files: ['id', 'team_id', 'hash', 'size', 'state', 'touched_at'],
}

/** Column by which the rows of a table belong to a template or an asset: they are copied if that was. */
const OWNERS: Readonly<Record<string, { readonly column: string; readonly table: string }>> = {
  template_versions: { column: 'template_id', table: 'templates' },
  template_assets: { column: 'template_id', table: 'templates' },
  template_examples: { column: 'template_id', table: 'templates' },
  template_pictures: { column: 'template_id', table: 'templates' },
  asset_references: { column: 'name', table: 'assets' },
  memberships: { column: 'user_id', table: 'users' },
  identities: { column: 'user_id', table: 'users' },
}

/** A file of an asset in the embedded store, whose bytes are not in its tables. */
interface ImportedFile {
  readonly id: string
  readonly size: number
}

/** The files of assets in the embedded store. */
export function assetFilesOf(folder: string): readonly ImportedFile[] {
  const database = openDatabase(join(folder, STORE_FILE))
  try {
    const rows = database.prepare(`SELECT id, size FROM asset_files WHERE state = 'ready'`).all() as Row[]
    return rows.map((row) => ({ id: String(row['id']), size: Number(row['size']) }))
  } finally {
    database.close()
  }
}

/** Copies rows that are absent; returns how many of each table were. Both schemas must be up to date. */
export async function importStore(folder: string, pool: Pool): Promise<Readonly<Record<string, number>>> {
  const database = openDatabase(join(folder, STORE_FILE))
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL search_path = ${SCHEMA}; SET LOCAL ${SCHEMA}.service = 'on'`)
    await copySigningKey(database, client)
    const counts: Record<string, number> = {}
    const copying: Copying = { database, client, copied: { templates: new Map(), users: new Map(), assets: new Set() } }
    for (const [table, columns] of Object.entries(TABLES)) counts[table] = await copyTable(copying, table, columns)
    // Rendering processes that hold the assets of a team by its revision read them again.
    if (copying.copied.assets.size > 0)
      await client.query('UPDATE teams SET assets_revision = assets_revision + 1 WHERE id IN (SELECT team_id FROM assets)')
    await client.query('COMMIT')
    client.release()
    return counts
  } catch (thrown) {
    client.release(true)
    throw thrown
  } finally {
    database.close()
  }
}

interface Copying {
  readonly database: Database.Database
  readonly client: PoolClient
  /** What was copied: templates and users by their keys, with those that they got or had, and assets. */
  readonly copied: { readonly templates: Map<string, string>; readonly users: Map<string, string>; readonly assets: Set<string> }
}

async function copyTable(copying: Copying, table: string, columns: readonly string[]): Promise<number> {
  const { database, client, copied } = copying
  const source = columns.map((column) => (column === 'source' ? 'CAST(source AS BLOB) AS source' : column)).join(', ')
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`
  const insert = async (row: Row): Promise<boolean> => {
    const values = columns.map((column) => bindable(row[column]))
    return (await client.query(sql, values)).rowCount === 1
  }
  let count = 0
  // Row by row, since all sources together may not fit into memory. Rows of libsql are objects by column name.
  for (const row of database
    .prepare(`SELECT ${source} FROM ${table} ${table === 'asset_files' ? `WHERE state = 'ready'` : ''}`)
    .iterate() as Iterable<Row>) {
    const target = rowToCopy(table, row, copied)
    if (target === undefined) continue
    const copy = COPIERS[table]
    const isCopied = copy === undefined ? await insert(target) : await copy(copying, row, insert)
    if (isCopied && table === 'assets') copied.assets.add(assetKey(row))
    if (isCopied) count++
  }
  return count
}

/** Copies a template under another key if a template of another team has its key, which is unique in all teams. */
async function copyTemplate({ client, copied }: Copying, row: Row, insert: (row: Row) => Promise<boolean>): Promise<boolean> {
  const id = String(row['id'])
  let key = id
  let isCopied = await insert(row)
  if (!isCopied && row['deleted_at'] === null) {
    const taken = await client.query('SELECT FROM templates WHERE id = $1 AND team_id <> $2', [id, row['team_id']])
    if (taken.rowCount === 0) return false
    key = makeId()
    isCopied = await insert({ ...row, id: key, given_id: row['given_id'] ?? id })
  }
  if (isCopied) copied.templates.set(id, key)
  return isCopied
}

/** Copies a user; one whose name is in the target is the same person. */
async function copyUser({ client, copied }: Copying, row: Row, insert: (row: Row) => Promise<boolean>): Promise<boolean> {
  const isCopied = await insert(row)
  const { rows } = await client.query<Row>('SELECT id FROM users WHERE name_key = $1', [row['name_key']])
  copied.users.set(String(row['id']), String(rows[0]?.['id']))
  return isCopied
}

const COPIERS: Readonly<Record<string, typeof copyTemplate>> = { templates: copyTemplate, users: copyUser }

/** The row as it is to be written; undefined when that which it belongs to was in the target before, and stays as it is. */
function rowToCopy(table: string, row: Row, copied: Copying['copied']): Row | undefined {
  const owner = OWNERS[table]
  if (owner === undefined) return row
  if (owner.table === 'assets') return copied.assets.has(assetKey(row)) ? row : undefined
  const key = (owner.table === 'users' ? copied.users : copied.templates).get(String(row[owner.column]))
  return key === undefined ? undefined : { ...row, [owner.column]: key }
}

const assetKey = (row: Row): string => `${String(row['team_id'])} ${String(row['name'])}`

/** Copies the key that signs download URLs, so that those of the embedded store answer 410 rather than 404; unless the key of the target was used already. */
async function copySigningKey(database: Database.Database, client: PoolClient): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM outputs UNION ALL SELECT 1 FROM calls UNION ALL SELECT 1 FROM deliveries LIMIT 1')
  // A row is an object by column name.
  const row = database.prepare(`SELECT value FROM settings WHERE name = 'signing-key'`).get() as Row | undefined
  if (rowCount !== 0 || row === undefined) return
  await client.query(`UPDATE settings SET value = $1 WHERE name = 'signing-key'`, [String(row['value'])])
}

function bindable(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}
