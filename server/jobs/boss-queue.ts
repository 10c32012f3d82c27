// The tasks of jobs in PostgreSQL (pg-boss), shared by all servers. Messages name rows and hold nothing of them: rows are in tables with row-level security.
import pg from 'pg'
import type PgBoss from 'pg-boss'
import { closeBoss, createQueue, MOST_RETRIES, openBoss, QUEUE_SCHEMA } from '../queue/boss.ts'
import type { JobKey } from '../store/jobs.ts'
import { type ClaimedTask, type JobTask, priorityOf, type TaskQueue } from './task-queue.ts'

const QUEUE = 'jobs'
const CONNECTIONS = 2
/** Lease of a task that puts the documents of a job together. */
const SECONDS_TO_FINISH = 900

interface BossQueueOptions {
  readonly url: string
  /** Lease of a task of rows. */
  readonly secondsLease: number
  /** The tables were made by `prepareBossQueue`. */
  readonly isPrepared: boolean
}

/** Makes the tables as the role that owns the schema, for a service whose own role may not make any. */
export async function prepareBossQueue(ownerUrl: string, url: string, secondsLease: number): Promise<void> {
  const boss = await openBoss({ url: ownerUrl, application: 'platen', connections: CONNECTIONS })
  try {
    await createQueue(boss, QUEUE, secondsLease)
    const role = pg.escapeIdentifier(decodeURIComponent(new URL(url).username))
    await boss.getDb().executeSql(
      `GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${role};
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${role}`,
      [],
    )
  } finally {
    await closeBoss(boss)
  }
}

export async function openBossQueue({ url, secondsLease, isPrepared }: BossQueueOptions): Promise<TaskQueue> {
  const boss = await openBoss({ url, application: 'platen jobs', connections: CONNECTIONS, makesTables: !isPrepared })
  try {
    if (!isPrepared) await createQueue(boss, QUEUE, secondsLease)
  } catch (thrown) {
    await closeBoss(boss)
    throw thrown
  }
  return new BossQueue(boss, secondsLease)
}

class BossQueue implements TaskQueue {
  readonly #boss: PgBoss
  readonly #secondsLease: number

  constructor(boss: PgBoss, secondsLease: number) {
    this.#boss = boss
    this.#secondsLease = secondsLease
  }

  async add(tasks: readonly JobTask[]): Promise<void> {
    if (tasks.length === 0) return
    const inserted = tasks.map((task): PgBoss.JobInsert<JobTask> => {
      const expireInSeconds = task.kind === 'finish' ? SECONDS_TO_FINISH : this.#secondsLease
      return { name: QUEUE, data: task, priority: priorityOf(task), retryLimit: MOST_RETRIES, retryDelay: 0, expireInSeconds }
    })
    // pg-boss types the data of `insert` as `object`, which a task is.
    await this.#boss.insert(inserted as PgBoss.JobInsert[])
  }

  async next(): Promise<ClaimedTask | undefined> {
    const [message] = await this.#boss.fetch<JobTask>(QUEUE, { batchSize: 1 })
    if (message === undefined) return undefined
    return {
      task: message.data,
      // A finished task says nothing that its rows do not.
      finish: () => this.#boss.deleteJob(QUEUE, message.id),
      release: () => this.#boss.fail(QUEUE, message.id),
    }
  }

  async has({ id }: JobKey): Promise<boolean> {
    const sql = `SELECT 1 FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND state < 'completed' AND data ->> 'id' = $2 LIMIT 1`
    return (await this.#boss.getDb().executeSql(sql, [QUEUE, id])).rows.length > 0
  }

  close(): Promise<void> {
    return closeBoss(this.#boss)
  }
}
