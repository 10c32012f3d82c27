// Problem: documents that take seconds, sent by chance or on purpose, hold all processes, and those that take milliseconds wait for them.
// Approach: as schedulers of operating systems have it, whoever has had little goes first. While short jobs come, long ones may have all
// processes but one; for each process that a long job holds a spare may work, for short jobs only; and while more work than there are
// processors for, the long ones that have had most stand still. A share of the time is theirs whatever comes, and the last place for a
// long job is kept for a team that has none.
// Limits: a job that was not expected to be long is known to be so only once it has run for a while.

/** What is looked at of a job. */
export interface LaneJob {
  readonly teamId: string
  readonly isLong: boolean
  /** It was told to end, and is gone the sooner the more it runs. */
  readonly isEnding: boolean
}

/** One that arrives. */
type NewJob = Omit<LaneJob, 'isEnding'>

export interface LaneOptions {
  /** Jobs at a time. */
  readonly children: number
  /** Processes that may work on top of these. */
  readonly spares: number
  readonly isLongTime: (ms: number) => boolean
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

/** So long after the last short job the next one is not waited for; nor is that of another team. */
const MS_RECENT = 10_000
/** A long job gets this share of a process at the least; */
const SHARE = 1 / 4
/** as soon as it is owed so much of it, it goes on until it has had it. */
const MS_OWED = 50

interface Run {
  readonly since: number
  /** When the rest was last right. */
  at: number
  msStood: number
  msOwed: number
  isStanding: boolean
  /** It is owed what it does not get, and goes on. */
  isDue: boolean
}

export class Lanes<Job extends LaneJob> {
  readonly #options: LaneOptions
  readonly #running = new Map<Job, Run>()
  #lastShort = Number.NEGATIVE_INFINITY
  #lastTeam: string | undefined
  /** When a job last came from another team than the one before. */
  #lastChange = Number.NEGATIVE_INFINITY

  constructor(options: LaneOptions) {
    this.#options = options
  }

  arrive({ isLong, teamId }: NewJob): void {
    const present = this.#options.now()
    if (!isLong) this.#lastShort = present
    if (this.#lastTeam !== undefined && teamId !== this.#lastTeam) this.#lastChange = present
    this.#lastTeam = teamId
  }

  start(job: Job): void {
    const present = this.#options.now()
    this.#running.set(job, { since: present, at: present, msStood: 0, msOwed: 0, isStanding: false, isDue: false })
  }

  /** Gives for how many milliseconds it really ran. */
  end(job: Job): number {
    const run = this.#running.get(job)
    this.#running.delete(job)
    return run === undefined ? 0 : this.#msRun(run)
  }

  /** The test of jobs that may start now; undefined when none may. */
  opening(): ((job: NewJob) => boolean) | undefined {
    const { children, spares, now } = this.#options
    const present = now()
    const long = this.#long().map(([job]) => job)
    const isShortWanted = present - this.#lastShort < MS_RECENT
    const mostLong = isShortWanted ? Math.max(1, children - 1) : children
    const isLastKept = mostLong > 1 && long.length === mostLong - 1 && present - this.#lastChange < MS_RECENT
    const mayBeLong = ({ teamId }: NewJob): boolean =>
      long.length < mostLong && !(isLastKept && long.some((other) => other.teamId === teamId))
    if (this.#running.size < children) return (job) => !job.isLong || mayBeLong(job)
    if (this.#running.size < children + Math.min(spares, long.length)) return (job) => !job.isLong
    return undefined
  }

  /** Decides anew which jobs stand still, and says so of those for which that changes. */
  balance(onChange: (job: Job, isStanding: boolean) => void): void {
    const excess = this.#running.size - this.#options.children
    if (excess <= 0 && !this.#isAnyStanding()) return
    const byRun = this.#long().sort(([, a], [, b]) => this.#msRun(b) - this.#msRun(a))
    for (const [, run] of byRun) this.#account(run)
    const standing = new Set(
      byRun
        .filter(([job, run]) => !run.isDue && !job.isEnding)
        .slice(0, Math.max(0, excess))
        .map(([job]) => job),
    )
    for (const [job, run] of this.#running) {
      if (run.isStanding === standing.has(job)) continue
      this.#account(run)
      run.isStanding = !run.isStanding
      onChange(job, run.isStanding)
    }
  }

  #isAnyStanding(): boolean {
    for (const { isStanding } of this.#running.values()) if (isStanding) return true
    return false
  }

  #long(): [Job, Run][] {
    return [...this.#running].filter(([job, run]) => job.isLong || this.#options.isLongTime(this.#msRun(run)))
  }

  #msRun({ since, at, msStood, isStanding }: Run): number {
    const present = this.#options.now()
    return present - since - msStood - (isStanding ? present - at : 0)
  }

  /** What it ran at leisure is not held against it later. */
  #account(run: Run): void {
    const present = this.#options.now()
    const ms = present - run.at
    run.at = present
    if (run.isStanding) run.msStood += ms
    run.msOwed = Math.max(0, run.msOwed + (run.isStanding ? SHARE * ms : (SHARE - 1) * ms))
    if (run.msOwed >= MS_OWED) run.isDue = true
    if (run.msOwed === 0) run.isDue = false
  }
}
