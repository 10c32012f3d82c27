// pg-boss, a queue in PostgreSQL, as batches and jobs use it.
import PgBoss from 'pg-boss'

interface BossOptions {
  readonly url: string
  /** How the connections call themselves. */
  readonly application: string
  readonly connections: number
  /** False for a role that may not make tables: they must be there then. */
  readonly makesTables?: boolean
}

export const QUEUE_SCHEMA = 'platen_queue'
/** Finished messages are kept this long, since their ids keep them from being added again: a machine that joins a batch late adds all of its rows. */
export const DAYS_KEPT = 14
export const MOST_RETRIES = 100
/** PostgreSQL's error code of a deadlock. */
const DEADLOCK = '40P01'
const MOST_TRIES = 10

/** All programs that share the schema must have the same times of maintenance, which any of them does for all. */
export async function openBoss({ url, application, connections, makesTables = true }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    ...{
      connectionString: url,
      schema: QUEUE_SCHEMA,
      application_name: application,
      max: connections,
      schedule: false,
      migrate: makesTables,
    },
    ...{ archiveCompletedAfterSeconds: DAYS_KEPT * 24 * 3600, maintenanceIntervalSeconds: 2, deleteAfterDays: DAYS_KEPT },
  })
  // Callers handle lost connections themselves.
  boss.on('error', () => {})
  await boss.start()
  return boss
}

/** A queue whose messages return to it when they are not finished within the lease. */
export async function createQueue(boss: PgBoss, name: string, secondsLease: number): Promise<void> {
  const options = { name, retryLimit: MOST_RETRIES, retryDelay: 0, expireInSeconds: secondsLease, retentionDays: DAYS_KEPT }
  await retryOnDeadlock(() => boss.createQueue(name, options))
}

/** Messages in progress are not waited for. */
export function closeBoss(boss: PgBoss): Promise<void> {
  return boss.stop({ graceful: false, wait: true, close: true })
}

/** Machines that start together create the queue's table concurrently; PostgreSQL aborts all but one on a deadlock. Creating it again is harmless. */
async function retryOnDeadlock(make: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await make()
    } catch (thrown) {
      const isDeadlock = thrown instanceof Error && 'code' in thrown && thrown.code === DEADLOCK
      if (!isDeadlock || tries === MOST_TRIES) throw thrown
    }
  }
}
