// Migrates an embedded store to PostgreSQL, in one transaction: an import that was interrupted can be started again.
import { join } from 'node:path'
import type Database from 'libsql'
import type { Pool, PoolClient } from 'pg'
import { SCHEMA } from './postgres-migrate.ts'
import type { Row } from './sql.ts'
import { openDatabase, STORE_FILE } from './sqlite.ts'

/** In the order of their foreign keys. Generated files live for minutes and are not copied, nor is what refers to them: remembered answers and pending deliveries. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  teams: ['id', 'name', 'created_at'],
  tokens: ['id', 'team_id', 'name', 'hash', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  templates: ['id', 'team_id', 'name', 'type', 'meta', 'variables', 'hash', 'version', 'created_at', 'updated_at'],
  template_versions: ['template_id', 'version', 'type', 'source', 'hash', 'variables', 'created_at'],
  webhooks: ['id', 'team_id', 'url', 'secret', 'created_at'],
}

/** Copies rows that are absent; returns how many of each table were. Both schemas must be up to date. */
export async function importStore(folder: string, pool: Pool): Promise<Readonly<Record<string, number>>> {
  const database = openDatabase(join(folder, STORE_FILE))
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL search_path = ${SCHEMA}; SET LOCAL ${SCHEMA}.service = 'on'`)
    await copySigningKey(database, client)
    const counts: Record<string, number> = {}
    for (const [table, columns] of Object.entries(TABLES)) counts[table] = await copyTable(database, client, { table, columns })
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

interface Table {
  readonly table: string
  readonly columns: readonly string[]
}

async function copyTable(database: Database.Database, client: PoolClient, { table, columns }: Table): Promise<number> {
  const source = columns.map((column) => (column === 'source' ? 'CAST(source AS BLOB) AS source' : column)).join(', ')
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`
  let count = 0
  // Row by row, since all sources together may not fit into memory. Rows of libsql are objects by column name.
  for (const row of database.prepare(`SELECT ${source} FROM ${table}`).iterate() as Iterable<Row>) {
    const values = columns.map((column) => bindable(row[column]))
    count += (await client.query(insert, values)).rowCount ?? 0
  }
  return count
}

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
