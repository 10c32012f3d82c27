// Rows of a batch as a queue in PostgreSQL, from which any number of machines take. A row that was taken and not finished in time, since
// whoever took it is gone, is given to another.
import { createHash } from 'node:crypto'
import PgBoss from 'pg-boss'

/** A document to be made. */
export interface Task {
  /** Of its line, from 1. */
  readonly number: number
  readonly text: string
  /** Of its file. */
  readonly name: string
}

/** A task in hand; `finish` says that its document is there, or why it never will be. */
export interface Taken {
  readonly task: Task
  readonly finish: (failure?: string) => Promise<void>
}

export interface RowQueue {
  /** Puts in what was never put in before, by this run or another. */
  fill(tasks: AsyncIterable<Task>): Promise<void>
  /** The next task; undefined when all are finished, by whomever. */
  next(): Promise<Taken | undefined>
  /** Rows whose documents are made, by whomever, with the names of their files. */
  finished(): Promise<readonly Pick<Task, 'number' | 'name'>[]>
  /** Forgets which rows are finished, so that they are made again. */
  restart(): Promise<void>
  /** The rows that could not be made, by whomever. */
  failures(): Promise<readonly { readonly number: number; readonly why: string }[]>
  close(): Promise<void>
}

export interface RowQueueOptions {
  readonly url: string
  readonly name: string
  readonly secondsToRender: number
}

const SCHEMA = 'platen_queue'
const BATCH = 500
const MS_POLL = 300
/** Finished rows are remembered so long, lest a run that begins late makes them all again. */
const DAYS_KEPT = 14
const MOST_RETRIES = 100
/** PostgreSQL's code for it. */
const DEADLOCK = '40P01'
const MOST_TRIES = 10
const NOW = { graceful: false, wait: true, close: true }

/** The same for all who have the same template and rows. */
export async function batchName(rows: AsyncIterable<Uint8Array>, parts: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parts))
  for await (const chunk of rows) hash.update(chunk)
  return hash.digest('hex').slice(0, 24)
}

export async function openRowQueue({ url, name, secondsToRender }: RowQueueOptions): Promise<RowQueue> {
  const seconds = DAYS_KEPT * 24 * 3600
  const boss = new PgBoss({
    ...{ connectionString: url, schema: SCHEMA, application_name: 'platen batch', max: 6, schedule: false },
    // Completed rows stay where they are: that is what keeps them from being put in again.
    ...{ archiveCompletedAfterSeconds: seconds, maintenanceIntervalSeconds: 2, deleteAfterDays: DAYS_KEPT },
  })
  // Lost connections are met by those who use them.
  boss.on('error', () => {})
  await boss.start()
  const queue = `batch-${name.replace(/[^\w-]/g, '_')}`
  // A process of the pool that hangs is gone after the first half of this.
  const expireInSeconds = Math.max(5, secondsToRender * 2)
  const options = { name: queue, retryLimit: MOST_RETRIES, retryDelay: 0, expireInSeconds, retentionDays: DAYS_KEPT }
  try {
    await besideOthers(() => boss.createQueue(queue, options))
  } catch (thrown) {
    await boss.stop(NOW)
    throw thrown
  }
  return new BossQueue(boss, queue)
}

/** Machines that begin together make the queue's table together, and PostgreSQL ends all but one when they lock each other out; what there is already stays. */
async function besideOthers(make: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await make()
    } catch (thrown) {
      const isDeadlock = thrown instanceof Error && 'code' in thrown && thrown.code === DEADLOCK
      if (!isDeadlock || tries === MOST_TRIES) throw thrown
    }
  }
}

class BossQueue implements RowQueue {
  readonly #boss: PgBoss
  readonly #queue: string

  constructor(boss: PgBoss, queue: string) {
    this.#boss = boss
    this.#queue = queue
  }

  async fill(tasks: AsyncIterable<Task>): Promise<void> {
    let batch: PgBoss.JobInsert<Task>[] = []
    for await (const task of tasks) {
      batch.push({ id: this.#idOf(task), name: this.#queue, data: task })
      if (batch.length < BATCH) continue
      await this.#boss.insert(batch as PgBoss.JobInsert[])
      batch = []
    }
    if (batch.length > 0) await this.#boss.insert(batch as PgBoss.JobInsert[])
  }

  async next(): Promise<Taken | undefined> {
    for (;;) {
      const [job] = await this.#boss.fetch<Task>(this.#queue, { batchSize: 1, priority: false })
      if (job !== undefined)
        return { task: job.data, finish: (why) => this.#boss.complete(this.#queue, job.id, why === undefined ? {} : { why }) }
      // Others are at the rest; what they leave undone comes back.
      if ((await this.#boss.getQueueSize(this.#queue, { before: 'completed' })) === 0) return undefined
      await new Promise((resolve) => setTimeout(resolve, MS_POLL))
    }
  }

  async finished(): Promise<readonly Pick<Task, 'number' | 'name'>[]> {
    const sql = `SELECT data ->> 'number' AS number, data ->> 'name' AS name FROM ${SCHEMA}.job
      WHERE name = $1 AND state = 'completed' AND output ->> 'why' IS NULL`
    const { rows } = await this.#boss.getDb().executeSql(sql, [this.#queue])
    return rows.map((row) => ({ number: Number(row.number), name: String(row.name) }))
  }

  async restart(): Promise<void> {
    await this.#boss.getDb().executeSql(`DELETE FROM ${SCHEMA}.job WHERE name = $1 AND state = 'completed'`, [this.#queue])
  }

  async failures(): Promise<readonly { readonly number: number; readonly why: string }[]> {
    const sql = `SELECT data ->> 'number' AS number, output ->> 'why' AS why FROM ${SCHEMA}.job
      WHERE name = $1 AND state = 'completed' AND output ->> 'why' IS NOT NULL ORDER BY (data ->> 'number')::int`
    const { rows } = await this.#boss.getDb().executeSql(sql, [this.#queue])
    return rows.map((row) => ({ number: Number(row.number), why: String(row.why) }))
  }

  close(): Promise<void> {
    return this.#boss.stop(NOW)
  }

  /** A row's id is made of its number, so that putting it in twice changes nothing. */
  #idOf({ number }: Task): string {
    const hex = createHash('sha256').update(`${this.#queue} ${number}`).digest('hex')
    // A version 8 UUID (RFC 9562): the bits are ours to choose.
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}
