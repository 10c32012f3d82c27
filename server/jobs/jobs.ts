// Jobs: one call asks for many documents, and asks later what has become of them.
import type { Clock } from '../clock.ts'
import type { JobRecord, NewJobRow } from '../store/jobs.ts'
import { problemWith } from '../webhooks/address.ts'
import { Callbacks, callbackSecretOf } from './callbacks.ts'
import { allRows } from './finish.ts'
import type { JobError, JobRequest, JobResult, Jobs, JobView, Submitted } from './job.ts'
import type { RowTools } from './row.ts'
import { JobRunner, type RunnerEvents } from './runner.ts'
import { JobCodec } from './stored.ts'
import type { TaskQueue } from './task-queue.ts'

export interface JobsOptions extends RunnerEvents, Omit<RowTools, 'codec' | 'msRunning'> {
  readonly clock: Clock
  readonly signingKey: string
  readonly openQueue: () => Promise<TaskQueue>
  readonly isShared: boolean
  readonly consumers: number
  readonly areCallersWaiting: () => boolean
  readonly msStalled: number
  /** Unfinished jobs of a team. */
  readonly most: number
  readonly isPrivateAllowed: boolean
  readonly onCallback: (outcome: 'sent' | 'failed' | 'given-up', jobId: string, error?: unknown) => void
}

/** Rows that are stored in one transaction: it holds up other writers of the embedded store. */
const BATCH = 100
/** Time in which the rows of a request are stored. */
const MS_TO_FILL = 120_000
/** A job on which nothing is done for so long is given up. */
const MS_RUNNING = 7 * 24 * 3_600_000
const MS_CALLBACKS = 1000
const MS_HOUSEKEEPING = 5000

/** Nothing is made before `start`. */
export function createJobs(options: JobsOptions): RunnableJobs {
  return new StoredJobs(options)
}

export interface RunnableJobs extends Jobs {
  start(): void
  /** Rows in progress. */
  rows(): number
}

class StoredJobs implements RunnableJobs {
  readonly #options: JobsOptions
  readonly #tools: RowTools
  readonly #runner: JobRunner
  readonly #callbacks: Callbacks
  #timers: readonly NodeJS.Timeout[] = []
  #background: Promise<unknown> = Promise.resolve()

  constructor(options: JobsOptions) {
    this.#options = options
    const codec = new JobCodec(options.signingKey)
    this.#tools = { ...options, codec, msRunning: Math.max(options.msLife, MS_RUNNING) }
    this.#runner = new JobRunner({ ...options, tools: this.#tools })
    const { clock, signingKey, isPrivateAllowed, onCallback, store } = options
    this.#callbacks = new Callbacks({
      ...{ jobs: store.jobs, codec, clock, signingKey, isPrivateAllowed },
      onSent: ({ id }) => onCallback('sent', id),
      onFailed: ({ id }, error, isLast) => onCallback(isLast ? 'given-up' : 'failed', id, error),
    })
  }

  start(): void {
    const { store, clock } = this.#options
    const every = (ms: number, work: () => Promise<unknown>): NodeJS.Timeout => setInterval(() => this.#enqueue(work), ms).unref()
    this.#timers = [
      every(MS_CALLBACKS, () => this.#callbacks.poll()),
      every(MS_HOUSEKEEPING, async () => {
        await this.#runner.rescue(false)
        await store.jobs.removeExpired(clock.now())
      }),
    ]
    this.#enqueue(() => this.#runner.rescue(true))
    this.#runner.start()
  }

  get hasBucket(): boolean {
    return this.#options.bucket !== undefined
  }

  problemWith(callback: string): string | undefined {
    return problemWith(callback, this.#options.isPrivateAllowed)
  }

  rows(): number {
    return this.#runner.rows
  }

  async submit(teamId: string, { rows, keyed, ...spec }: JobRequest): Promise<Submitted> {
    const { store, clock, most, signingKey } = this.#options
    const now = clock.now()
    const created = await store.jobs.create(teamId, {
      ...{ spec: this.#tools.codec.spec(spec), total: rows.length, keyed, most },
      expiresAt: now + this.#tools.msRunning,
      fillUntil: now + MS_TO_FILL,
    })
    if (created.kind === 'too-many') return created
    const { job } = created
    const submitted = { kind: 'submitted', id: job.id, callbackSecret: callbackSecretOf(signingKey, job.id) } as const
    if (created.kind === 'existing') {
      if (job.fingerprint !== keyed?.fingerprint) return { kind: 'other' }
      return job.state === 'filling' ? { kind: 'running' } : { ...submitted, isReplayed: true }
    }
    try {
      await this.#fill(job, rows, spec.output)
    } catch (thrown) {
      await store.jobs.remove(job).catch(() => {})
      throw thrown
    }
    return { ...submitted, isReplayed: false }
  }

  async #fill(job: JobRecord, rows: JobRequest['rows'], output: JobRequest['output']): Promise<void> {
    const { store } = this.#options
    const { codec } = this.#tools
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map(({ template, input }, i): NewJobRow => {
        if ('code' in input) return { n: from + i, template, input }
        return { n: from + i, template, input: { data: codec.row(input) } }
      })
      await store.jobs.addRows(job, batch)
      // Other requests are served between two batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { isComplete } = await store.jobs.start(job)
    // The rows are stored: should their tasks not be, they are added when nothing has been done for a while.
    this.#enqueue(() => (isComplete ? this.#runner.finish(job) : this.#runner.begin(job, rows.length, output)))
  }

  async find(teamId: string, id: string, withResults: boolean): Promise<JobView | undefined> {
    const record = await this.#options.store.jobs.job({ teamId, id })
    if (record === undefined || record.state === 'filling' || record.expiresAt <= this.#options.clock.now()) return undefined
    const { codec } = this.#tools
    const [results, errors]: [JobResult[], JobError[]] = [[], []]
    const { output } = codec.specOf(record.spec)
    const { result, error } = record.outcome === undefined ? {} : codec.outcomeOf(record.outcome)
    if (result !== undefined) results.push(result)
    if (error !== undefined) errors.push({ row: null, ...error })
    if (withResults) {
      for await (const { n, end } of allRows(record, this.#options)) {
        if (end.kind === 'failed') errors.push({ row: n, code: end.code, message: end.message })
        else if (end.result !== undefined) {
          const place = codec.text(end.result)
          results.push({ row: n, ...(output === 's3' ? { key: place } : { url: place }), pages: end.pages, warnings: end.warnings })
        }
      }
    }
    const { total, done, failed, createdAt, expiresAt, state } = record
    const status = state === 'finishing' ? 'running' : state
    return { id, status, output, total, done, failed, results, errors, createdAt, expiresAt }
  }

  async cancel(teamId: string, id: string): Promise<boolean | undefined> {
    const { store, clock } = this.#options
    const isCancelled = await store.jobs.cancel({ teamId, id }, clock.now() + this.#tools.msLife)
    if (isCancelled === true) this.#runner.cancel({ teamId, id })
    return isCancelled
  }

  async close(msGrace: number): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#runner.close(msGrace)
    await this.#background
    await this.#callbacks.end()
  }

  /** One after the other; failures are reported, and what they concern is tried again by the next round. */
  #enqueue(work: () => Promise<unknown>): void {
    this.#background = this.#background.then(work).catch(this.#options.onError)
  }
}
