// Moves an embedded store to PostgreSQL: all of it in one transaction, so that a run that was cut short can be started again.
import { join } from 'node:path'
import type Database from 'libsql'
import type { Pool, PoolClient } from 'pg'
import { SCHEMA } from './postgres-migrate.ts'
import type { Row } from './sql.ts'
import { openDatabase, STORE_FILE } from './sqlite.ts'

/** In the order in which rows refer to one another. Generated files stay behind, since they live for minutes, and so does what leads to files: answers kept for a day, events on their way. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  teams: ['id', 'name', 'created_at'],
  tokens: ['id', 'team_id', 'name', 'hash', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'],
  templates: ['id', 'team_id', 'name', 'type', 'meta', 'variables', 'hash', 'version', 'created_at', 'updated_at'],
  template_versions: ['template_id', 'version', 'type', 'source', 'hash', 'variables', 'created_at'],
  webhooks: ['id', 'team_id', 'url', 'secret', 'created_at'],
}

/** Copies what is not there yet; gives how many rows of each table were new. The schema must be up to date on both sides. */
export async function importStore(folder: string, pool: Pool): Promise<Readonly<Record<string, number>>> {
  const database = openDatabase(join(folder, STORE_FILE))
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL search_path = ${SCHEMA}; SET LOCAL ${SCHEMA}.service = 'on'`)
    await moveKey(database, client)
    const counts: Record<string, number> = {}
    for (const [table, columns] of Object.entries(TABLES)) counts[table] = await copy(database, client, table, columns)
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

async function copy(database: Database.Database, client: PoolClient, table: string, columns: readonly string[]): Promise<number> {
  const source = columns.map((column) => (column === 'source' ? 'CAST(source AS BLOB) AS source' : column)).join(', ')
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `$${i + 1}`).join(', ')}) ON CONFLICT DO NOTHING`
  let count = 0
  // One after the other: the sources of all templates together may be more than fits into memory.
  for (const row of database.prepare(`SELECT ${source} FROM ${table}`).iterate() as Iterable<Row>) {
    const values = columns.map((column) => movable(row[column]))
    count += (await client.query(insert, values)).rowCount ?? 0
  }
  return count
}

/** The key by which issued download names are known: with it, those of the embedded store answer 410 rather than 404. Not where anything was made under the key there is. */
async function moveKey(database: Database.Database, client: PoolClient): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM outputs UNION ALL SELECT 1 FROM calls UNION ALL SELECT 1 FROM deliveries LIMIT 1')
  const row = database.prepare(`SELECT value FROM settings WHERE name = 'signing-key'`).get() as Row | undefined
  if (rowCount !== 0 || row === undefined) return
  await client.query(`UPDATE settings SET value = $1 WHERE name = 'signing-key'`, [String(row['value'])])
}

function movable(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}
