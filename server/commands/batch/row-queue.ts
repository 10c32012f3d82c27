// The rows of a batch as a queue in PostgreSQL (pg-boss) that several machines consume. A row that its machine does not finish in time is
// delivered to another.
import { createHash } from 'node:crypto'
import type PgBoss from 'pg-boss'
import { closeBoss, createQueue, openBoss, QUEUE_SCHEMA } from '../../queue/boss.ts'

/** A document to render. */
export interface Task {
  /** Line number, from 1. */
  readonly number: number
  readonly text: string
  /** Path of the PDF in the output folder. */
  readonly name: string
}

/** A task claimed by this machine; `finish` marks it as completed, or as failed for good. */
export interface ClaimedTask {
  readonly task: Task
  readonly finish: (failure?: string) => Promise<void>
}

export interface RowQueue {
  /** Adds the tasks that no run has added before. */
  fill(tasks: AsyncIterable<Task>): Promise<void>
  /** Claims the next task; undefined when all are finished, here or elsewhere. */
  next(): Promise<ClaimedTask | undefined>
  /** Rows whose documents any machine has rendered, with their file names. */
  finished(): Promise<readonly Pick<Task, 'number' | 'name'>[]>
  /** Removes the finished rows, so that they are rendered again. */
  restart(): Promise<void>
  /** The rows that failed, on any machine. */
  failures(): Promise<readonly { readonly number: number; readonly why: string }[]>
  close(): Promise<void>
}

export interface RowQueueOptions {
  readonly url: string
  readonly name: string
  readonly secondsToRender: number
}

const BATCH = 500
const MS_POLL = 300

/** A name derived from the rows and the other inputs: machines that run the same batch compute the same name. */
export async function batchName(rows: AsyncIterable<Uint8Array>, parts: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parts))
  for await (const chunk of rows) hash.update(chunk)
  return hash.digest('hex').slice(0, 24)
}

export async function openRowQueue({ url, name, secondsToRender }: RowQueueOptions): Promise<RowQueue> {
  const boss = await openBoss({ url, application: 'platen batch', connections: 6 })
  const queue = `batch-${name.replace(/[^\w-]/g, '_')}`
  try {
    // The pool kills a hanging process after half of this.
    await createQueue(boss, queue, Math.max(5, secondsToRender * 2))
  } catch (thrown) {
    await closeBoss(boss)
    throw thrown
  }
  return new BossQueue(boss, queue)
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
      await this.#insert(batch)
      batch = []
    }
    if (batch.length > 0) await this.#insert(batch)
  }

  #insert(batch: PgBoss.JobInsert<Task>[]): Promise<void> {
    // pg-boss types the data of `insert` as `object`, which a Task is.
    return this.#boss.insert(batch as PgBoss.JobInsert[])
  }

  async next(): Promise<ClaimedTask | undefined> {
    for (;;) {
      const [job] = await this.#boss.fetch<Task>(this.#queue, { batchSize: 1, priority: false })
      if (job !== undefined)
        return { task: job.data, finish: (why) => this.#boss.complete(this.#queue, job.id, why === undefined ? {} : { why }) }
      // Other machines hold the remaining rows; those that they do not finish return to the queue.
      if ((await this.#boss.getQueueSize(this.#queue, { before: 'completed' })) === 0) return undefined
      await new Promise((resolve) => setTimeout(resolve, MS_POLL))
    }
  }

  async finished(): Promise<readonly Pick<Task, 'number' | 'name'>[]> {
    const sql = `SELECT data ->> 'number' AS number, data ->> 'name' AS name FROM ${QUEUE_SCHEMA}.job
      WHERE name = $1 AND state = 'completed' AND output ->> 'why' IS NULL`
    const { rows } = await this.#boss.getDb().executeSql(sql, [this.#queue])
    return rows.map((row) => ({ number: Number(row.number), name: String(row.name) }))
  }

  async restart(): Promise<void> {
    await this.#boss.getDb().executeSql(`DELETE FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND state = 'completed'`, [this.#queue])
  }

  async failures(): Promise<readonly { readonly number: number; readonly why: string }[]> {
    const sql = `SELECT data ->> 'number' AS number, output ->> 'why' AS why FROM ${QUEUE_SCHEMA}.job
      WHERE name = $1 AND state = 'completed' AND output ->> 'why' IS NOT NULL ORDER BY (data ->> 'number')::int`
    const { rows } = await this.#boss.getDb().executeSql(sql, [this.#queue])
    return rows.map((row) => ({ number: Number(row.number), why: String(row.why) }))
  }

  close(): Promise<void> {
    return closeBoss(this.#boss)
  }

  /** Derives a row's id from its number, so that adding it twice has no effect. */
  #idOf({ number }: Task): string {
    const hex = createHash('sha256').update(`${this.#queue} ${number}`).digest('hex')
    // A version 8 UUID (RFC 9562), whose bits an application may choose.
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}
