// Problem: documents that take seconds, sent by chance or on purpose, hold all workers, and those that take milliseconds wait for them.
// Approach: as in schedulers of operating systems, the job that has run least goes first. While short jobs arrive, long ones may hold all
// workers but one; for each worker that a long job holds a spare may run, for short jobs only; and while more workers run than there are
// processors for, the long jobs that have run most are suspended. Each long job is guaranteed a share of a processor, and the last slot for a
// long job is reserved for a team that runs none.
// Limits: a job that was estimated short is known to be long only once it has run for a while.

/** A job that runs, as the scheduler sees it. */
export interface ScheduledJob {
  readonly teamId: string
  readonly isLong: boolean
  /** It was asked to stop, and does so the sooner the more it runs: it is never suspended. */
  readonly isStopping: boolean
}

/** A job that waits to be started. */
type WaitingJob = Omit<ScheduledJob, 'isStopping'>

export interface SchedulerOptions {
  /** Jobs at a time. */
  readonly workers: number
  /** Workers that may run on top of these. */
  readonly spares: number
  /** Processors for all jobs that run, those of others included; as many as there are workers when absent. */
  readonly processors?: number
  /** How many jobs of others run on the same processors. They go first: while they run, one processor more than they need is kept free of jobs here. Absent: there are none. */
  readonly othersRunning?: () => number
  readonly isLongTime: (ms: number) => boolean
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** For so long after the last short job a slot is kept free for the next one; likewise for the job of another team. */
const MS_RECENT = 10_000
/** The least share of a worker that a long job gets. */
const LEAST_SHARE = 1 / 4
/** As soon as a job is owed so much of its share, it runs until it has had it. */
const MS_MOST_OWED = 50

interface RunningJob {
  readonly startedAt: number
  /** When the other fields were last brought up to date. */
  accountedAt: number
  msSuspended: number
  /** What the job is owed of its least share. */
  msOwed: number
  isSuspended: boolean
  /** It is owed too much to be suspended. */
  isProtected: boolean
}

export class JobScheduler<Job extends ScheduledJob> {
  readonly #options: SchedulerOptions
  readonly #running = new Map<Job, RunningJob>()
  #lastShortAt = Number.NEGATIVE_INFINITY
  #lastTeam: string | undefined
  /** When a job last arrived from another team than the one before. */
  #lastTeamChangeAt = Number.NEGATIVE_INFINITY

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  arrive({ isLong, teamId }: WaitingJob): void {
    const present = this.#options.now()
    if (!isLong) this.#lastShortAt = present
    if (this.#lastTeam !== undefined && teamId !== this.#lastTeam) this.#lastTeamChangeAt = present
    this.#lastTeam = teamId
  }

  /** Jobs that run, the suspended ones included. */
  get running(): number {
    return this.#running.size
  }

  start(job: Job): void {
    const present = this.#options.now()
    this.#running.set(job, { startedAt: present, accountedAt: present, msSuspended: 0, msOwed: 0, isSuspended: false, isProtected: false })
  }

  /** Returns for how many milliseconds the job ran, without those it was suspended. */
  end(job: Job): number {
    const run = this.#running.get(job)
    this.#running.delete(job)
    return run === undefined ? 0 : this.#msRun(run)
  }

  /** The running jobs that were expected to be short and have turned out to be long, and for how many milliseconds each has run. */
  foundLong(): readonly { readonly job: Job; readonly ms: number }[] {
    return this.#longRuns().flatMap(([job, run]) => (job.isLong ? [] : [{ job, ms: this.#msRun(run) }]))
  }

  /** The predicate of waiting jobs that may start now; undefined when none may. */
  admissible(): ((job: WaitingJob) => boolean) | undefined {
    const { workers, spares, now } = this.#options
    const present = now()
    const long = this.#longRuns().map(([job]) => job)
    const areShortExpected = present - this.#lastShortAt < MS_RECENT
    const mostLong = areShortExpected ? Math.max(1, workers - 1) : workers
    const isLastReserved = mostLong > 1 && long.length === mostLong - 1 && present - this.#lastTeamChangeAt < MS_RECENT
    const mayBeLong = ({ teamId }: WaitingJob): boolean =>
      long.length < mostLong && !(isLastReserved && long.some((other) => other.teamId === teamId))
    if (this.#running.size < workers) return (job) => !job.isLong || mayBeLong(job)
    if (this.#running.size < workers + Math.min(spares, long.length)) return (job) => !job.isLong
    return undefined
  }

  /** Decides again which jobs are suspended, and reports those for which that changes. */
  rebalance(onChange: (job: Job, isSuspended: boolean) => void): void {
    const { workers, processors = workers, othersRunning } = this.#options
    const others = othersRunning?.() ?? 0
    // Of the others' next job: until jobs here are suspended it would wait for a processor, or run on the second thread of a busy core.
    const spare = others === 0 ? 0 : 1
    const excess = this.#running.size + others + spare - processors
    if (excess <= 0 && !this.#isAnySuspended()) return
    const suspendable = othersRunning === undefined ? this.#longRuns() : [...this.#running]
    const mostRunFirst = suspendable.sort(([, a], [, b]) => this.#msRun(b) - this.#msRun(a))
    for (const [, run] of mostRunFirst) this.#account(run)
    const suspended = new Set(
      mostRunFirst
        .filter(([job, run]) => !run.isProtected && !job.isStopping)
        .slice(0, Math.max(0, excess))
        .map(([job]) => job),
    )
    for (const [job, run] of this.#running) {
      if (run.isSuspended === suspended.has(job)) continue
      this.#account(run)
      run.isSuspended = !run.isSuspended
      onChange(job, run.isSuspended)
    }
  }

  #isAnySuspended(): boolean {
    for (const { isSuspended } of this.#running.values()) if (isSuspended) return true
    return false
  }

  #longRuns(): [Job, RunningJob][] {
    return [...this.#running].filter(([job, run]) => job.isLong || this.#options.isLongTime(this.#msRun(run)))
  }

  #msRun({ startedAt, accountedAt, msSuspended, isSuspended }: RunningJob): number {
    const present = this.#options.now()
    return present - startedAt - msSuspended - (isSuspended ? present - accountedAt : 0)
  }

  /** Debt does not fall below 0: time that a job ran while nobody needed the processor is not held against it later. */
  #account(run: RunningJob): void {
    const present = this.#options.now()
    const ms = present - run.accountedAt
    run.accountedAt = present
    if (run.isSuspended) run.msSuspended += ms
    run.msOwed = Math.max(0, run.msOwed + (run.isSuspended ? LEAST_SHARE * ms : (LEAST_SHARE - 1) * ms))
    if (run.msOwed >= MS_MOST_OWED) run.isProtected = true
    if (run.msOwed === 0) run.isProtected = false
  }
}
