// The part of the store for jobs and their rows.
import type { Clock } from '../clock.ts'
import { makeId } from './ids.ts'
import type {
  CreatedJob,
  EndedRow,
  EndedRowAnswer,
  JobCallback,
  JobEnd,
  JobKey,
  JobRecord,
  JobState,
  JobStore,
  NewJob,
  NewJobRow,
  WaitingRow,
} from './jobs.ts'
import { optionalText } from './rows.ts'
import { type Row, SERVICE, type Sql, type Statements, teamScope, type Value } from './sql.ts'

const UNFINISHED = `('filling', 'queued', 'running', 'finishing')`
/** Callbacks are tried for a little less than a day. */
const MS_CALLBACK = 24 * 3_600_000
const ROW_COLUMNS = 8

export class SqlJobs implements JobStore {
  readonly #sql: Sql
  readonly #clock: Clock

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  async create(teamId: string, job: NewJob): Promise<CreatedJob> {
    const now = this.#clock.now()
    return this.#sql.transaction(teamScope(teamId), async (statements): Promise<CreatedJob> => {
      // One request of a team at a time, so that none passes the limit and one key makes one job.
      await statements.all(`SELECT id FROM teams WHERE id = ? ${this.#sql.forUpdate}`, teamId)
      const keyHash = job.keyed?.keyHash ?? null
      if (job.keyed !== undefined) {
        // The server that was filling it has died.
        await statements.run(`DELETE FROM jobs WHERE team_id = ? AND state = 'filling' AND fill_until <= ?`, teamId, now)
        const [before] = await statements.all('SELECT * FROM jobs WHERE team_id = ? AND key_hash = ?', teamId, keyHash)
        if (before !== undefined) return { kind: 'existing', job: jobOf(before) }
      }
      const [row] = await statements.all(`SELECT count(*) AS n FROM jobs WHERE team_id = ? AND state IN ${UNFINISHED}`, teamId)
      if (Number(row?.['n']) >= job.most) return { kind: 'too-many' }
      const [made] = await statements.all(
        `INSERT INTO jobs (id, team_id, state, spec, total, key_hash, fingerprint, fill_until, worked_at, created_at, expires_at)
         VALUES (?, ?, 'filling', ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        ...[makeId(), teamId, job.spec, job.total, keyHash, job.keyed?.fingerprint ?? null, job.fillUntil, now, now, job.expiresAt],
      )
      if (made === undefined) throw new Error('a job was not stored')
      return { kind: 'created', job: jobOf(made) }
    })
  }

  async addRows({ id, teamId }: JobKey, rows: readonly NewJobRow[]): Promise<void> {
    if (rows.length === 0) return
    const marks = rows.map(() => `(${Array.from({ length: ROW_COLUMNS }, () => '?').join(', ')})`)
    const values = rows.flatMap(({ n, template, input }): Value[] => {
      const isFailed = 'code' in input
      const ended: Value[] = isFailed ? ['failed', null, input.code, input.message] : ['waiting', input.data, null, null]
      return [id, teamId, n, template, ...ended]
    })
    const failed = rows.filter(({ input }) => 'code' in input).length
    await this.#sql.transaction(teamScope(teamId), async (statements) => {
      await statements.run(
        `INSERT INTO job_rows (job_id, team_id, n, template, state, data, code, message) VALUES ${marks.join(', ')}`,
        ...values,
      )
      if (failed > 0) await statements.run('UPDATE jobs SET failed = failed + ? WHERE id = ? AND team_id = ?', failed, id, teamId)
    })
  }

  async start({ id, teamId }: JobKey): Promise<{ isComplete: boolean }> {
    const sql = `UPDATE jobs SET state = CASE WHEN done + failed = total THEN 'finishing' ELSE 'queued' END, worked_at = ?
      WHERE id = ? AND team_id = ? AND state = 'filling' RETURNING state`
    const [row] = await this.#sql.all(teamScope(teamId), sql, this.#clock.now(), id, teamId)
    return { isComplete: row?.['state'] === 'finishing' }
  }

  async job({ id, teamId }: JobKey): Promise<JobRecord | undefined> {
    const [row] = await this.#sql.all(teamScope(teamId), 'SELECT * FROM jobs WHERE id = ? AND team_id = ?', id, teamId)
    return row && jobOf(row)
  }

  async remove({ id, teamId }: JobKey): Promise<void> {
    await this.#sql.run(teamScope(teamId), 'DELETE FROM jobs WHERE id = ? AND team_id = ?', id, teamId)
  }

  async waitingRows({ id, teamId }: JobKey, from: number, to: number): Promise<readonly WaitingRow[]> {
    const sql = `SELECT r.n, r.template, r.data FROM job_rows r JOIN jobs j ON j.id = r.job_id
      WHERE r.job_id = ? AND r.team_id = ? AND r.n >= ? AND r.n < ? AND r.state = 'waiting' AND j.state IN ('queued', 'running') ORDER BY r.n`
    return (await this.#sql.all(teamScope(teamId), sql, id, teamId, from, to)).map(waitingOf)
  }

  async keptRows({ id, teamId }: JobKey, after: number, most: number): Promise<readonly WaitingRow[]> {
    const sql = `SELECT n, template, data FROM job_rows
      WHERE job_id = ? AND team_id = ? AND n > ? AND state = 'made' AND data IS NOT NULL ORDER BY n LIMIT ?`
    return (await this.#sql.all(teamScope(teamId), sql, id, teamId, after, most)).map(waitingOf)
  }

  async endedRows({ id, teamId }: JobKey, after: number, most: number): Promise<readonly EndedRow[]> {
    const sql = `SELECT n, template, state, result, output_id, pages, warnings, code, message FROM job_rows
      WHERE job_id = ? AND team_id = ? AND n > ? AND state <> 'waiting' ORDER BY n LIMIT ?`
    return (await this.#sql.all(teamScope(teamId), sql, id, teamId, after, most)).map(endedOf)
  }

  async endRow({ id, teamId }: JobKey, row: EndedRow, options: Parameters<JobStore['endRow']>[2]): Promise<EndedRowAnswer> {
    const now = this.#clock.now()
    return this.#sql.transaction(teamScope(teamId), async (statements): Promise<EndedRowAnswer> => {
      const sql = `SELECT * FROM jobs WHERE id = ? AND team_id = ? AND state IN ('queued', 'running') ${this.#sql.forUpdate}`
      const [found] = await statements.all(sql, id, teamId)
      if (found === undefined || !(await endWaitingRow(statements, id, row, options.keepsData)))
        return { isTaken: false, isComplete: false }
      const { total, done, failed } = jobOf(found)
      const isMade = row.end.kind === 'made'
      const isComplete = done + failed + 1 === total
      await statements.run(
        `UPDATE jobs SET state = ?, ${isMade ? 'done = done + 1' : 'failed = failed + 1'}, worked_at = ?, expires_at = ? WHERE id = ?`,
        ...[isComplete ? 'finishing' : 'running', now, options.expiresAt, id],
      )
      return { isTaken: true, isComplete }
    })
  }

  async end({ id, teamId }: JobKey, { state, outcome, expiresAt, dropsOutputs, callbackAt }: JobEnd): Promise<boolean> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const sql = `UPDATE jobs SET state = ?, outcome = ?, expires_at = ?, callback_at = ? WHERE id = ? AND team_id = ? AND state = 'finishing'`
      const changed = await statements.run(sql, state, outcome ?? null, expiresAt, callbackAt ?? null, id, teamId)
      if (changed === 0) return false
      await clearData(statements, id)
      await expireOutputs(statements, id, dropsOutputs ? this.#clock.now() : expiresAt)
      return true
    })
  }

  async cancel({ id, teamId }: JobKey, expiresAt: number): Promise<boolean | undefined> {
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const [found] = await statements.all(`SELECT state FROM jobs WHERE id = ? AND team_id = ? ${this.#sql.forUpdate}`, id, teamId)
      if (found === undefined) return undefined
      const sql = `UPDATE jobs SET state = 'cancelled', expires_at = ? WHERE id = ? AND state IN ${UNFINISHED}`
      if ((await statements.run(sql, expiresAt, id)) === 0) return false
      await clearData(statements, id)
      await expireOutputs(statements, id, expiresAt)
      return true
    })
  }

  async areAnyUnfinished(): Promise<boolean> {
    return (await this.#sql.all(SERVICE, `SELECT 1 FROM jobs WHERE state IN ${UNFINISHED} LIMIT 1`)).length > 0
  }

  async claimStalled(before: number): ReturnType<JobStore['claimStalled']> {
    const sql = `UPDATE jobs SET worked_at = ? WHERE id IN (
        SELECT id FROM jobs WHERE state IN ('queued', 'running', 'finishing') AND worked_at <= ? ${this.#sql.skipLocked}
      ) RETURNING id, team_id, state, total`
    const rows = await this.#sql.all(SERVICE, sql, this.#clock.now(), before)
    return rows.map((row) => ({ ...keyOf(row), state: stateOf(row), total: Number(row['total']) }))
  }

  /** A job whose callback has not got through is kept for as long as it is tried. */
  async removeExpired(now: number): Promise<number> {
    const expired = `(expires_at <= ? AND (callback_at IS NULL OR expires_at <= ?)) OR (state = 'filling' AND fill_until <= ?)`
    return this.#sql.transaction(SERVICE, async (statements) => {
      const jobs = await statements.all(`SELECT id FROM jobs WHERE ${expired} ${this.#sql.skipLocked}`, now, now - MS_CALLBACK, now)
      for (const { id } of jobs) {
        await expireOutputs(statements, String(id), now)
        await statements.run('DELETE FROM jobs WHERE id = ?', String(id))
      }
      return jobs.length
    })
  }

  async claimCallbacks(now: number, claimedUntil: number, most: number): Promise<readonly JobCallback[]> {
    const sql = `UPDATE jobs SET callback_at = ? WHERE id IN (
        SELECT id FROM jobs WHERE callback_at <= ? ORDER BY callback_at LIMIT ? ${this.#sql.skipLocked}
      ) RETURNING *`
    const rows = await this.#sql.all(SERVICE, sql, claimedUntil, now, most)
    return rows.map((row) => ({ job: jobOf(row), attempts: Number(row['callback_attempts']) }))
  }

  async postponeCallback({ id }: JobKey, nextAt: number): Promise<void> {
    await this.#sql.run(SERVICE, 'UPDATE jobs SET callback_at = ?, callback_attempts = callback_attempts + 1 WHERE id = ?', nextAt, id)
  }

  async removeCallback({ id }: JobKey): Promise<void> {
    await this.#sql.run(SERVICE, 'UPDATE jobs SET callback_at = NULL WHERE id = ?', id)
  }
}

async function endWaitingRow(statements: Statements, id: string, { n, end }: EndedRow, keepsData: boolean): Promise<boolean> {
  const where = `WHERE job_id = ? AND n = ? AND state = 'waiting'`
  if (end.kind === 'failed') {
    const sql = `UPDATE job_rows SET state = 'failed', data = NULL, code = ?, message = ? ${where}`
    return (await statements.run(sql, end.code, end.message, id, n)) === 1
  }
  const { result, outputId, pages, warnings } = end
  const sql = `UPDATE job_rows SET state = 'made', ${keepsData ? '' : 'data = NULL, '}result = ?, output_id = ?, pages = ?, warnings = ? ${where}`
  return (await statements.run(sql, result ?? null, outputId ?? null, pages, warnings, id, n)) === 1
}

/** The data of rows is kept no longer than it is needed. */
async function clearData(statements: Statements, id: string): Promise<void> {
  await statements.run('UPDATE job_rows SET data = NULL WHERE job_id = ? AND data IS NOT NULL', id)
}

async function expireOutputs(statements: Statements, id: string, expiresAt: number): Promise<void> {
  const sql = `UPDATE outputs SET expires_at = ? WHERE id IN (SELECT output_id FROM job_rows WHERE job_id = ? AND output_id IS NOT NULL)`
  await statements.run(sql, expiresAt, id)
}

function keyOf(row: Row): JobKey {
  return { id: String(row['id']), teamId: String(row['team_id']) }
}

function stateOf(row: Row): JobState {
  // The column admits no other value.
  return String(row['state']) as JobState
}

function jobOf(row: Row): JobRecord {
  return {
    ...keyOf(row),
    state: stateOf(row),
    spec: String(row['spec']),
    total: Number(row['total']),
    done: Number(row['done']),
    failed: Number(row['failed']),
    outcome: optionalText(row['outcome']),
    fingerprint: optionalText(row['fingerprint']),
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
  }
}

function waitingOf(row: Row): WaitingRow {
  return { n: Number(row['n']), template: Number(row['template']), data: String(row['data']) }
}

function endedOf(row: Row): EndedRow {
  const [n, template] = [Number(row['n']), Number(row['template'])]
  if (row['state'] === 'failed') return { n, template, end: { kind: 'failed', code: String(row['code']), message: String(row['message']) } }
  const [result, outputId] = [optionalText(row['result']), optionalText(row['output_id'])]
  return { n, template, end: { kind: 'made', result, outputId, pages: Number(row['pages']), warnings: Number(row['warnings']) } }
}
