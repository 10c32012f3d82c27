// The part of the store for data examples. They belong to the row of their template: they stay while it is removed, and are erased with it.
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { ExampleRecord, ExampleStore, RemovedExample, SavedExample } from './examples.ts'
import { textOf } from './rows.ts'
import { type Row, type Sql, type Statements, teamScope } from './sql.ts'
import { IS_TEMPLATE } from './sql-templates.ts'

const COLUMNS = 'name, size, hash, updated_at'

export class SqlExamples implements ExampleStore {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  list(teamId: string, templateId: string): Promise<readonly ExampleRecord[] | undefined> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const key = await keyOf(statements, teamId, templateId)
      if (key === undefined) return undefined
      const rows = await statements.all(`SELECT ${COLUMNS} FROM template_examples WHERE team_id = ? AND template_id = ?`, teamId, key)
      // Databases sort texts by locales of their own.
      return rows.map(exampleOf).sort((a, b) => (a.name < b.name ? -1 : 1))
    })
  }

  async read(teamId: string, templateId: string, name: string): Promise<string | undefined> {
    const [row] = await this.#sql.all(
      teamScope(teamId),
      `SELECT e.data FROM template_examples e JOIN templates t ON t.id = e.template_id WHERE ${IS_TEMPLATE} AND e.team_id = ? AND e.name = ?`,
      ...[teamId, templateId, teamId, name],
    )
    return row && textOf(row['data'])
  }

  save(teamId: string, templateId: string, { name, data, most }: Parameters<ExampleStore['save']>[2]): Promise<SavedExample> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const key = await keyOf(statements, teamId, templateId, this.#sql.forUpdate)
      if (key === undefined) return { kind: 'missing' }
      const [known] = await statements.all(
        `SELECT ${COLUMNS} FROM template_examples WHERE team_id = ? AND template_id = ? AND name = ?`,
        ...[teamId, key, name],
      )
      const hash = createHash('sha256').update(data).digest('hex')
      if (known?.['hash'] === hash) return { kind: 'saved', example: exampleOf(known), isNew: false }
      if (known === undefined) {
        const counted = 'SELECT count(*) AS count FROM template_examples WHERE team_id = ? AND template_id = ?'
        const [row] = await statements.all(counted, teamId, key)
        if (Number(row?.['count']) >= most) return { kind: 'too-many' }
      }
      const example: ExampleRecord = { name, size: Buffer.byteLength(data), hash, updatedAt: this.#clock.now() }
      await statements.run(
        `INSERT INTO template_examples (team_id, template_id, data, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (template_id, name) DO UPDATE SET data = excluded.data, size = excluded.size, hash = excluded.hash,
           updated_at = excluded.updated_at`,
        ...[teamId, key, data, name, example.size, hash, example.updatedAt],
      )
      return { kind: 'saved', example, isNew: known === undefined }
    })
  }

  remove(teamId: string, templateId: string, name: string): Promise<RemovedExample> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const key = await keyOf(statements, teamId, templateId)
      if (key === undefined) return 'missing-template'
      const sql = 'DELETE FROM template_examples WHERE team_id = ? AND template_id = ? AND name = ?'
      return (await statements.run(sql, teamId, key, name)) > 0 ? 'removed' : 'missing'
    })
  }
}

/** The key of the row of a template; `lock` makes other writers wait. */
async function keyOf(statements: Statements, teamId: string, templateId: string, lock = ''): Promise<string | undefined> {
  const [row] = await statements.all(`SELECT t.id FROM templates t WHERE ${IS_TEMPLATE} ${lock}`, teamId, templateId)
  return row && String(row['id'])
}

function exampleOf(row: Row): ExampleRecord {
  return { name: String(row['name']), size: Number(row['size']), hash: String(row['hash']), updatedAt: Number(row['updated_at']) }
}
