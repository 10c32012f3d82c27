// The queue of a batch, as the database has it.
import type { TestPostgres } from './postgres.ts'

/** Number of rows that machines have finished, or have claimed and not finished. */
export async function rowsIn(postgres: TestPostgres, url: string, state: 'completed' | 'active'): Promise<number> {
  const [there] = await postgres.query(url, `SELECT to_regclass('platen_queue.job') IS NOT NULL AS is_there`)
  if (there?.['is_there'] !== true) return 0
  const [row] = await postgres.query(url, `SELECT count(*) AS n FROM platen_queue.job WHERE name LIKE 'batch-%' AND state = '${state}'`)
  return Number(row?.['n'])
}
