// Problem: rendering may hang, use too much memory or crash, and must not take the service along.
// Approach: a pool of warm child processes (workers), one job each. Each job has a deadline, enforced by SIGKILL, and budgets of memory and processor
// time; a worker that exits is replaced at once. A job whose worker died is retried once; a job that ends workers again is quarantined, and a team
// whose jobs have ended many is refused for a while.
// Limits: budgets of memory and processor time are read from /proc, so outside Linux only heap limit and deadline hold.
import type { CancelSignal } from '../cancel-signal.ts'
import { makeCoarseTimeouts } from '../coarse-timer.ts'
import { Admission, type JobEstimate, type PartLoad } from './admission.ts'
import { DeathBudget, isByJob } from './death-budget.ts'
import { Examiner } from './examiner.ts'
import { compileRequest, previewRequest, renderRequest } from './job-requests.ts'
import { type JobRequest, type Outcome, outcomeOf, PendingJob } from './pending-job.ts'
import type { PoolOptions, RenderPool } from './pool-options.ts'
import type { StopReason } from './protocol.ts'
import { Quarantine } from './quarantine.ts'
import { FairQueue } from './queue.ts'
import type {
  Compiled,
  CompileJob,
  Examined,
  ExamineJob,
  Failure,
  Job,
  PartEstimate,
  Previewed,
  PreviewJob,
  Rendered,
  RendererHealth,
  Streaming,
} from './renderer.ts'
import { JobScheduler } from './scheduler.ts'
import { WorkerSupervisor } from './supervisor.ts'
import type { Death, Reply, WorkerProcess } from './worker-process.ts'

type Overloaded = Extract<Failure, { kind: 'overloaded' }>
type Arrival = Pick<PendingJob, 'teamId'> & Partial<Pick<PendingJob, 'isBackground'>>

export type { PoolEvent, PoolOptions, RenderPool } from './pool-options.ts'

/** How often overdue jobs are refused and the scheduler looks again. */
const MS_SWEEP = 200
/**
 * Time between the request to stop a job and the kill of its worker. A kill loses what V8 has compiled in it for seconds; where no caller waits for the
 * answer there is more time, so that a client that connects and hangs up again and again costs little more than one that waits.
 */
const MS_TO_STOP: Readonly<Record<StopReason, number>> = { timeout: 200, cancelled: 1500 }
/** Longest wait in the queue: after it, the caller has most likely gone. */
const MS_QUEUE = 10_000
/** Most bytes of data that all jobs may hold together. */
const MOST_BYTES = 512 * 1024 * 1024
/** The time of a rendering before any was measured. */
const MS_UNKNOWN = 100
/**
 * When a job is refused under overload, as multiples of `msMostAhead`: more work than `ahead` is queued before it; or more than 1, of which more than `own` is
 * of its own team.
 */
const FAIR_SHARE = { own: 0.75, ahead: 2 }
const QUARANTINE = { most: 2, ms: 10 * 60_000 }
const DEATHS_OF_TEAM = { most: 10, ms: 10 * 60_000, msRefused: 60_000 }

/** Precision of deadlines, few of which ever pass. */
const MS_PRECISION = 100

export function createPool(options: PoolOptions): RenderPool {
  return new Pool(options)
}

class Pool implements RenderPool {
  readonly #options: PoolOptions
  readonly #queue: FairQueue<PendingJob>
  readonly #quarantine: Quarantine
  readonly #deathBudget: DeathBudget
  readonly #admission: Admission
  /** At the last arrival: with short jobs alone, and with all. */
  #wasOverloaded = { short: false, all: false }
  readonly #supervisor: WorkerSupervisor
  readonly #examiner: Examiner
  readonly #scheduler: JobScheduler<PendingJob>
  readonly #sweep: NodeJS.Timeout
  readonly #after: (ms: number, call: () => void) => () => void
  readonly #now: () => number
  /** Data of all jobs that wait or render. */
  #bytes = 0
  #nextId = 1
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#after = options.after ?? makeCoarseTimeouts(MS_PRECISION)
    this.#now = options.now ?? (() => performance.now())
    this.#queue = new FairQueue(options.queue)
    this.#quarantine = new Quarantine(options.clock, QUARANTINE)
    this.#deathBudget = new DeathBudget(options.clock, { ...DEATHS_OF_TEAM, most: options.deathsOfTeam ?? DEATHS_OF_TEAM.most })
    this.#admission = new Admission({ workers: options.workers, coldWorkers: () => this.#supervisor.coldWorkers(), now: this.#now })
    this.#examiner = new Examiner(options)
    const { workers, spares, processors, othersRunning } = options
    const shared = { ...(processors === undefined ? {} : { processors }), ...(othersRunning === undefined ? {} : { othersRunning }) }
    this.#scheduler = new JobScheduler({ workers, spares, ...shared, isLongTime: (ms) => this.#admission.isLongTime(ms), now: this.#now })
    this.#supervisor = new WorkerSupervisor(options, {
      onIdle: () => this.#pump(),
      onStarted: () => options.onEvent?.({ kind: 'started' }),
      onDeath: (death) => options.onEvent?.({ kind: 'death', death }),
    })
    this.#sweep = setInterval(() => {
      this.#refuseOverdue()
      // A running job may have turned out to be long, or be owed time.
      this.#learnLong()
      this.#pump()
    }, MS_SWEEP)
    this.#sweep.unref()
  }

  render(job: Job, signal: CancelSignal): Promise<Rendered | Streaming | Failure> {
    // The outcome of a render or merge job is one of these.
    return this.#submit(renderRequest(job, signal)) as Promise<Rendered | Streaming | Failure>
  }

  compile(job: CompileJob, signal: CancelSignal): Promise<Compiled | Failure> {
    // The outcome of a compile job is one of these.
    return this.#submit(compileRequest(job, signal)) as Promise<Compiled | Failure>
  }

  preview(job: PreviewJob, signal: CancelSignal): Promise<Previewed | Failure> {
    // The outcome of a preview job is one of these.
    return this.#submit(previewRequest(job, signal)) as Promise<Previewed | Failure>
  }

  examine(job: ExamineJob, signal: CancelSignal): Promise<Examined | Failure> {
    return this.#examiner.examine(job, signal)
  }

  health(): RendererHealth {
    return { ...this.#supervisor.health(), waiting: this.#queue.size }
  }

  ready(): Promise<void> {
    return this.#supervisor.ready()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweep)
    for (const job of this.#queue.remove(() => true)) this.#finish(job, this.#overloaded())
    this.#examiner.close()
    await this.#supervisor.close()
  }

  // Jobs

  isOverloaded(): boolean {
    return this.#admission.isOverloaded()
  }

  isRefusing(teamId: string): boolean {
    return this.#admission.isOverloaded() && this.#waitsTooLong({ teamId, msEstimate: this.#admission.msMean, isLong: false })
  }

  refusal(teamId: string, part?: PartEstimate): Overloaded | undefined {
    const msRefused = this.#deathBudget.msRefused(teamId)
    if (msRefused > 0) return overloadedFor(msRefused)
    if (part !== undefined) {
      const estimate = this.#estimate([{ key: `${teamId} ${part.hash}`, bytes: part.bytes }])
      if (estimate.isLong)
        return this.#admission.isOverloadedWithLong() && this.#waitsTooLong({ teamId, ...estimate }) ? this.#refuse(estimate) : undefined
    }
    return this.isRefusing(teamId) ? this.refuse() : undefined
  }

  refuse(): Overloaded {
    return this.#refuse({ msEstimate: this.#admission.msMean, isLong: false })
  }

  #refuse(estimate: JobEstimate): Overloaded {
    this.#admission.arrive(estimate)
    return this.#overloaded()
  }

  #estimate(parts: readonly PartLoad[]): JobEstimate {
    return { msEstimate: this.#admission.estimate(parts), isLong: this.#admission.isLong(parts) }
  }

  #submit(request: JobRequest): Promise<Outcome | Streaming> {
    if (this.#quarantine.isRefused(request.key, request.digest)) return Promise.resolve({ kind: 'quarantined' })
    const msRefused = this.#deathBudget.msRefused(request.teamId)
    if (msRefused > 0) return Promise.resolve(overloadedFor(msRefused))
    if (request.signal.aborted) return Promise.resolve({ kind: 'cancelled' })
    const { parts, bytes } = request
    const job = new PendingJob(request, this.#estimate(parts), this.#now(), () => this.#cancel(job))
    this.#bytes += bytes
    this.#scheduler.arrive(job)
    if (
      this.#isClosed ||
      this.#supervisor.isDown() ||
      this.#bytes > MOST_BYTES ||
      !this.#admits(job) ||
      !this.#queue.push(request.teamId, job)
    ) {
      this.#finish(job, this.#overloaded())
    } else this.#pump()
    return job.outcome
  }

  /** A job that waits ends at once when its caller goes; one that runs is asked to stop. */
  #cancel(job: PendingJob): void {
    if (job.worker !== undefined) this.#stopJob(job, job.worker, 'cancelled')
    else for (const waiting of this.#queue.remove((other) => other === job)) this.#finish(waiting, { kind: 'cancelled' })
  }

  #stopJob(job: PendingJob, worker: WorkerProcess, reason: StopReason): void {
    job.isStopping = true
    worker.stopJob(reason)
    job.cancelTimers.push(this.#after(MS_TO_STOP[reason], () => worker.kill(reason === 'timeout' ? 'deadline' : reason)))
  }

  #finish(job: PendingJob, outcome: Outcome): void {
    const { bytes, kind } = job.request
    this.#bytes -= bytes
    const ms = this.#now() - job.queuedAt
    this.#options.onEvent?.({
      kind: 'done',
      job: kind,
      outcome: outcome.kind,
      ms,
      msWaited: (job.startedAt ?? job.queuedAt + ms) - job.queuedAt,
    })
    job.finish(outcome)
  }

  #admits(job: PendingJob): boolean {
    this.#admission.arrive(job)
    const before = this.#wasOverloaded
    const present = { short: this.#admission.isOverloaded(), all: this.#admission.isOverloadedWithLong() }
    if (present.short && !before.short) this.#shed((job) => !job.isLong)
    if (present.all && !before.all) this.#shed((job) => job.isLong)
    this.#wasOverloaded = present
    return !(job.isLong ? present.all : present.short) || !this.#waitsTooLong(job)
  }

  /**
   * Whether a job would have too much work ahead of it in the queue. Long jobs are not ahead of short ones, nor background jobs ahead of
   * others. A team that has little queued is not refused for what other teams have queued, unless its job would wait twice as long as one of a team that is
   * alone.
   */
  #waitsTooLong({ teamId, msEstimate, isLong, isBackground }: JobEstimate & Arrival): boolean {
    let ahead = 0
    let own = 0
    for (const job of this.#queue.ahead(teamId)) {
      if ((job.isLong && !isLong) || (job.isBackground && isBackground !== true)) continue
      ahead += job.msEstimate
      if (job.teamId === teamId) own += job.msEstimate
    }
    const most = this.#admission.msMostAhead(msEstimate)
    return ahead > most * FAIR_SHARE.ahead || (ahead > most && own > most * FAIR_SHARE.own)
  }

  /** When overload of a kind is detected, too much of it is queued already: sheds the newest jobs that would wait too long. */
  #shed(isOfKind: (job: PendingJob) => boolean): void {
    const late = new Set<PendingJob>()
    const ahead = { long: 0, short: 0 }
    for (const job of this.#queue.inOrder()) {
      const before = job.isLong ? ahead.long + ahead.short : ahead.short
      if (isOfKind(job) && before > this.#admission.msMostAhead(job.msEstimate)) late.add(job)
      else ahead[job.isLong ? 'long' : 'short'] += job.msEstimate
    }
    for (const job of this.#queue.remove((job) => late.has(job))) this.#finish(job, this.#overloaded())
  }

  /** The job to start next: of teams within their death budget first, background jobs last. */
  #next(): PendingJob | undefined {
    const isAdmissible = this.#queue.size > 0 && this.#supervisor.isAnyIdle() ? this.#scheduler.admissible() : undefined
    if (isAdmissible === undefined) return undefined
    const take = (test: (job: PendingJob) => boolean): PendingJob | undefined => this.#queue.shift((job) => isAdmissible(job) && test(job))
    return (
      take((job) => !job.isBackground && !this.#deathBudget.isSpent(job.teamId)) ??
      take((job) => !job.isBackground) ??
      take((job) => !this.#deathBudget.isSpent(job.teamId)) ??
      take(() => true)
    )
  }

  /** The next jobs of a template that is seen to be long are long: all workers are not given to them before the first is done. */
  #learnLong(): void {
    for (const { job, ms } of this.#scheduler.foundLong())
      if (job.worker !== undefined && this.#supervisor.isWarm(job.worker)) this.#admission.learnRunning(job.request.parts, ms)
  }

  /** Starts the jobs that may start; then suspends and resumes. */
  #pump(): void {
    for (;;) {
      const job = this.#next()
      const worker = job && this.#supervisor.pick({ isLong: job.isLong, isQueueEmpty: this.#queue.size === 0 })
      if (worker === undefined || job === undefined) break
      void this.#run(worker, job)
    }
    this.rebalance()
  }

  get running(): number {
    return this.#scheduler.running
  }

  rebalance(): void {
    this.#scheduler.rebalance(({ worker }, isSuspended) => {
      if (worker !== undefined) this.#supervisor.setSuspended(worker, isSuspended)
    })
  }

  async #run(worker: WorkerProcess, job: PendingJob): Promise<void> {
    const { parts, assign } = job.request
    job.startedAt ??= this.#now()
    job.worker = worker
    job.cancelTimers.push(this.#after(this.#options.msDeadline, () => this.#stopJob(job, worker, 'timeout')))
    this.#scheduler.start(job)
    this.#options.onRunning?.()
    this.#supervisor.watch(worker)
    try {
      const assignment = assign(this.#nextId++)
      const onPiece = (bytes: Uint8Array): boolean => job.push(bytes, () => worker.resumeReading())
      const reply = await worker.run({ ...assignment, onPiece })
      const ms = this.#detach(job)
      if (parts.length > 0 && tellsTime(reply)) this.#admission.learn(parts, { ms, isWarm: this.#supervisor.isWarm(worker) })
      this.#settle(job, reply)
    } catch (error) {
      this.#detach(job)
      this.#bytes -= job.request.bytes
      job.fail(error)
    } finally {
      this.#supervisor.release(worker)
    }
  }

  /** Separates a job from its worker, so that it may be tried again at once. Returns how long it ran. */
  #detach(job: PendingJob): number {
    // The answer may have been on its way when the worker was suspended.
    job.worker?.setSuspended(false)
    job.worker = undefined
    for (const cancel of job.cancelTimers.splice(0)) cancel()
    const ms = this.#scheduler.end(job)
    this.#options.onRunning?.()
    return ms
  }

  #settle(job: PendingJob, reply: Reply): void {
    if ('death' in reply) return this.#handleExit(job, reply.death)
    this.#finish(job, outcomeOf(reply))
  }

  /** Decides what the death of a worker means for its job: an outcome, or a retry. */
  #handleExit(job: PendingJob, death: Death): void {
    if (isByJob(death)) this.#countDeath(job.teamId)
    if (death.kind === 'killed') {
      if (death.reason === 'deadline' || death.reason === 'cpu') return this.#finish(job, { kind: 'timeout' })
      if (death.reason === 'cancelled') return this.#finish(job, { kind: 'cancelled' })
      if (death.reason === 'closed') return this.#finish(job, this.#overloaded())
    }
    const isExternal = death.kind === 'external-signal' || (death.kind === 'killed' && death.reason === 'recycled')
    const isMemory = death.kind === 'heap' || (death.kind === 'killed' && death.reason === 'memory')
    if (!isExternal) this.#quarantine.blame(job.request.key, job.request.digest)
    if (isMemory) return this.#finish(job, { kind: 'memory' })
    if (job.request.signal.aborted) return this.#finish(job, { kind: 'cancelled' })
    const msRefused = this.#deathBudget.msRefused(job.teamId)
    if (msRefused > 0 && job.retries === 0) return this.#finish(job, overloadedFor(msRefused))
    if (!job.isStreaming && job.retries++ === 0) {
      this.#options.onEvent?.({ kind: 'retry' })
      this.#queue.putBack(job.teamId, job)
      this.#pump()
    } else this.#finish(job, isExternal ? this.#overloaded() : { kind: 'quarantined' })
  }

  /** Once the budget of a team is spent, its queued jobs are refused as well. */
  #countDeath(teamId: string): void {
    this.#deathBudget.count(teamId)
    const msRefused = this.#deathBudget.msRefused(teamId)
    if (msRefused === 0) return
    for (const job of this.#queue.remove((job) => job.teamId === teamId)) this.#finish(job, overloadedFor(msRefused))
  }

  #overloaded(): Overloaded {
    const ms = ((this.#queue.size + 1) * (this.#admission.msMean || MS_UNKNOWN)) / this.#options.workers
    return { kind: 'overloaded', secondsToWait: Math.min(30, Math.max(1, Math.ceil(ms / 1000))) }
  }

  #refuseOverdue(): void {
    const before = this.#now() - MS_QUEUE
    for (const job of this.#queue.remove((job) => job.queuedAt < before)) this.#finish(job, this.#overloaded())
  }
}

function overloadedFor(ms: number): Overloaded {
  return { kind: 'overloaded', secondsToWait: Math.ceil(ms / 1000), reason: 'renderings of this team have stopped too many processes' }
}

/** Whether a reply says how long the job takes: also that of one stopped for its time, which would have taken longer still. */
function tellsTime(reply: Reply): boolean {
  if ('death' in reply) return reply.death.kind === 'killed' && (reply.death.reason === 'deadline' || reply.death.reason === 'cpu')
  return reply.message.kind !== 'failed' || reply.message.failure.kind !== 'cancelled'
}
