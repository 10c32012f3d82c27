// Problem: documents that take seconds, sent by chance or on purpose, hold all processes, and those that take milliseconds wait for them.
// Approach: while short jobs come, long ones may have all processes but one; and for each process that a long job holds a spare may work,
// for short jobs only, so that the processors are shared rather than waited for.
// Limits: a job that was not expected to be long is known to be so only once it has run for a while.

/** What is looked at of a job. */
export interface LaneJob {
  readonly isLong: boolean
}

export interface LaneOptions {
  /** Jobs at a time. */
  readonly children: number
  /** Processes that may work on top of these. */
  readonly spares: number
  readonly isLongTime: (ms: number) => boolean
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/** So long after the last short job the next one is not waited for. */
const MS_RECENT = 10_000

export class Lanes<Job extends LaneJob> {
  readonly #options: LaneOptions
  readonly #running = new Map<Job, number>()
  #lastShort = Number.NEGATIVE_INFINITY

  constructor(options: LaneOptions) {
    this.#options = options
  }

  arrive({ isLong }: LaneJob): void {
    if (!isLong) this.#lastShort = this.#options.now()
  }

  start(job: Job): void {
    this.#running.set(job, this.#options.now())
  }

  end(job: Job): void {
    this.#running.delete(job)
  }

  /** The test of jobs that may start now; undefined when none may. */
  opening(): ((job: LaneJob) => boolean) | undefined {
    const { children, spares, isLongTime, now } = this.#options
    const present = now()
    let long = 0
    for (const [job, since] of this.#running) if (job.isLong || isLongTime(present - since)) long++
    const isShortWanted = present - this.#lastShort < MS_RECENT
    const mostLong = isShortWanted ? Math.max(1, children - 1) : children
    if (this.#running.size < children) return (job) => !job.isLong || long < mostLong
    if (this.#running.size < children + Math.min(spares, long)) return (job) => !job.isLong
    return undefined
  }
}
