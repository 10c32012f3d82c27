// The rows of batches in the queue of a PostgreSQL.
import type { TestPostgres } from './postgres.ts'

/** Numbers of rows that are finished, and that machines hold; absent when there are none. */
interface RowStates {
  readonly completed?: number
  readonly active?: number
}

export async function batchRows(postgres: TestPostgres, url: string): Promise<RowStates> {
  const [there] = await postgres.query(url, `SELECT to_regclass('platen_queue.job') IS NOT NULL AS is_there`)
  if (there?.['is_there'] !== true) return {}
  const rows = await postgres.query(url, `SELECT state, count(*) AS n FROM platen_queue.job WHERE name LIKE 'batch-%' GROUP BY state`)
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]))
}

export async function areBatchRows(postgres: TestPostgres, url: string, states: Required<RowStates>): Promise<boolean> {
  const { completed, active } = await batchRows(postgres, url)
  return completed === states.completed && active === states.active
}
