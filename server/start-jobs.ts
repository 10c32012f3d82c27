// The jobs of a service: on a queue in PostgreSQL that its servers share, or in memory where the store is its own.
import type { Logger } from 'pino'
import type { Assets } from './assets/assets.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { apiErrorOf } from './errors.ts'
import { refuseLosses, renderWarning, resultOrThrow } from './http/outcome.ts'
import { createJobs, type RunnableJobs } from './jobs/jobs.ts'
import type { FailureReader, LossReader } from './jobs/row.ts'
import { MemoryQueue, type TaskQueue } from './jobs/task-queue.ts'
import type { Metrics } from './metrics.ts'
import { openBucket } from './outputs/open.ts'
import type { Outputs } from './outputs/outputs.ts'
import type { Renderer } from './pool/renderer.ts'
import { workerCountOf } from './pool/start.ts'
import type { RowFailure } from './store/jobs.ts'
import type { Store } from './store/store.ts'

interface JobParts {
  readonly store: Store
  readonly outputs: Outputs
  readonly assets: Assets
  readonly renderer: Renderer
  readonly clock: Clock
  readonly signingKey: string
  readonly publicUrl: () => string
  /** When a document was last rendered for a caller, by `performance.now()`. */
  readonly lastRenderAt: () => number
  readonly log: Logger
  readonly metrics: Metrics
}

/** A row renders while others of the same server are stored. */
const MORE_CONSUMERS = 2
/** Callers who have just had an answer will ask again. */
const MS_RECENT = 500
/** Time of a task of rows besides one rendering. */
const SECONDS_OF_TASK = 30

export async function openJobs(config: Config, parts: JobParts): Promise<RunnableJobs> {
  const { store, assets, log, metrics } = parts
  const secondsLease = config.renderSeconds * 2 + SECONDS_OF_TASK
  const jobs = createJobs({
    ...parts,
    ...{ bucket: await openBucket(config), msLife: config.jobSeconds * 1000, most: config.jobs },
    openQueue: await queueOpener(config, secondsLease),
    ...{ isShared: config.databaseUrl !== undefined, msStalled: secondsLease * 2000, consumers: workerCountOf(config) + MORE_CONSUMERS },
    areCallersWaiting: () => performance.now() - parts.lastRenderAt() < MS_RECENT,
    isPrivateAllowed: config.webhooksPrivate === 'yes',
    ...{ readFailure, readLosses },
    readAssets: async (teamId, { id }) => {
      const template = await store.template(teamId, id)
      return template && assets.forJobs(teamId, template.assetsRevision).assets
    },
    onBug: ({ id }, row, message) => log.error({ job: id, row, err: message }, 'a row of a job could not be rendered'),
    onRow: (outcome) => metrics.count('platen_job_rows_total', { outcome }),
    onEnded: (status) => metrics.count('platen_jobs_total', { status }),
    onError: (error) => log.warn({ err: error }, 'work on jobs was interrupted'),
    onCallback: (outcome, job, error) => {
      metrics.count('platen_job_callbacks_total', { outcome })
      if (outcome !== 'sent') log[outcome === 'given-up' ? 'error' : 'warn']({ job, err: error }, 'the end of a job could not be reported')
    },
  })
  metrics.gauge('platen_job_rows_busy', () => jobs.rows())
  return jobs
}

/** The tables of the queue are made at once where only the owner of the schema may make them, whose address is for the start alone. */
async function queueOpener(config: Config, secondsLease: number): Promise<() => Promise<TaskQueue>> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config
  if (url === undefined) return async () => new MemoryQueue()
  if (ownerUrl !== undefined) await (await import('./jobs/boss-queue.ts')).prepareBossQueue(ownerUrl, url, secondsLease)
  return async () => (await import('./jobs/boss-queue.ts')).openBossQueue({ url, secondsLease, isPrepared: ownerUrl !== undefined })
}

/** As the answer to a call would say it. */
const readFailure: FailureReader = (failure) => {
  const said = failureOf(() => resultOrThrow(failure, false))
  if (said === undefined) throw new Error('a failure was taken for a result')
  return said
}

const readLosses: LossReader = (warnings) => failureOf(() => refuseLosses(warnings.map((warning) => renderWarning(warning, false))))

/** What the work throws, as the failure of a row. */
function failureOf(work: () => unknown): RowFailure | undefined {
  try {
    work()
    return undefined
  } catch (thrown) {
    const { code, message } = apiErrorOf(thrown)
    return { code, message }
  }
}
