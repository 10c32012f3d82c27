// Supervises the workers of a pool: starts them, picks an idle one for a job, holds busy ones to their budgets, and replaces those that exit.
// Spare workers are kept ready beyond those that render at a time: one takes the place of a worker that exits while the next spare starts.

import { usageOf } from './process-usage.ts'
import { ResumeWatchdog } from './resume-watchdog.ts'
import { type Death, type ProcessOptions, WorkerProcess } from './worker-process.ts'

export interface SupervisorOptions extends ProcessOptions {
  /** Workers that render at the same time. */
  readonly workers: number
  /** Workers that are kept ready on top of these. */
  readonly spares: number
  readonly cpuSeconds: number
  readonly memoryBytes: number
  /** Jobs after which a worker is replaced. */
  readonly mostJobs: number
  /** Milliseconds of a monotonic clock; absent outside tests. */
  readonly now?: () => number
}

interface SupervisorEvents {
  /** A worker became idle, or there is a chance of one. */
  readonly onIdle: () => void
  readonly onStarted: () => void
  readonly onDeath: (death: Death) => void
}

/** The budget of a busy worker. */
interface Watched {
  readonly since: number
  /** Processor seconds that the worker had used at the first inspection. */
  cpuBefore: number | undefined
}

const MS_INSPECT = 200
/** A worker is warm after so many renderings, or so much time of fewer: V8 has compiled most of what it runs, and it takes at most twice its final time. */
const TO_WARM = { jobs: 500, ms: 5000 }
/** One in so many short jobs goes to a cold worker, while no job waits. */
const ONE_IN = 3
/** Weight of a cold spare among the cold workers. */
const SPARE_WEIGHT = 0.05
/** Processor time beyond its budget in which a job may stop before its worker is killed. */
const SECONDS_TO_STOP = 0.3
const MS_STARTUP = 30_000
const MS_BACKOFF = { first: 100, most: 5000 }
/** Failed starts in a row, within 0.7 seconds, after which no worker is expected soon. */
const MOST_FAILED_STARTS = 3

export class WorkerSupervisor {
  readonly #options: SupervisorOptions
  readonly #events: SupervisorEvents
  readonly #workers = new Set<WorkerProcess>()
  /** Workers that were told to exit, as a successor is there. */
  readonly #retiring = new Set<WorkerProcess>()
  /** Busy workers. */
  readonly #watched = new Map<WorkerProcess, Watched>()
  readonly #now: () => number
  readonly #closing = new Map<WorkerProcess, () => void>()
  readonly #inspection: NodeJS.Timeout
  readonly #watchdog = new ResumeWatchdog()
  readonly #waitingForReady: { resolve: () => void; reject: (error: Error) => void }[] = []
  /** Short jobs that a cold worker could have taken. */
  #warmUpChances = 0
  #failedStarts = 0
  /** Set after a failed start, while none is tried. */
  #backoff: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: SupervisorOptions, events: SupervisorEvents) {
    this.#options = options
    this.#events = events
    this.#now = options.now ?? (() => performance.now())
    this.#fill()
    this.#inspection = setInterval(() => this.#inspect(), MS_INSPECT)
    this.#inspection.unref()
  }

  isAnyIdle(): boolean {
    for (const worker of this.#workers) if (this.#isIdle(worker)) return true
    return false
  }

  /**
   * An idle worker; undefined when there is none. It is the caller's until it is released. Short jobs get the oldest worker of normal priority, for which V8 has
   * compiled most. While no job waits (`isQueueEmpty`), some go to a cold worker, so that it is warm by the time it is needed.
   */
  pick({ isLong, isQueueEmpty }: { readonly isLong: boolean; readonly isQueueEmpty: boolean }): WorkerProcess | undefined {
    const idle = [...this.#workers].filter((worker) => this.#isIdle(worker))
    if (isLong) return this.#pickForLong(idle)
    const oldest = idle.find((worker) => !worker.hasLowPriority) ?? idle[0]
    if (!isQueueEmpty || oldest === undefined || warmth(oldest) < 1) return oldest
    const cold = idle.find((worker) => warmth(worker) < 1)
    return cold !== undefined && this.#warmUpChances++ % ONE_IN === 0 ? cold : oldest
  }

  /**
   * A worker of low priority, or else the youngest: long jobs are the ones that workers are killed for, and what V8 has yet to compile is little beside them.
   * Its priority is lowered below that of workers with short jobs and of the server; but of no more workers than there are spares, since a priority cannot
   * be raised again and the other workers may get nothing but short jobs tomorrow.
   */
  #pickForLong(idle: readonly WorkerProcess[]): WorkerProcess | undefined {
    const worker = idle.find((worker) => worker.hasLowPriority) ?? idle.at(-1)
    const count = [...this.#workers].filter((worker) => worker.hasLowPriority).length
    if (count < this.#options.spares) worker?.lowerPriority()
    return worker
  }

  isWarm(worker: WorkerProcess): boolean {
    return warmth(worker) === 1
  }

  /**
   * How many of the workers that should render at a time are missing or cold; one that is halfway warm counts as half. A cold spare beside warm workers
   * counts for little: it only competes with them for processors while it starts and warms up.
   */
  coldWorkers(): number {
    const { workers, spares } = this.#options
    const warmths: number[] = []
    for (const worker of this.#workers) if (worker.isReady && !worker.isDead) warmths.push(warmth(worker))
    warmths.sort((a, b) => b - a)
    let cold = 0
    for (let i = 0; i < workers + spares; i++) cold += (1 - (warmths[i] ?? 0)) * (i < workers ? 1 : SPARE_WEIGHT)
    return cold
  }

  #isIdle(worker: WorkerProcess): boolean {
    return worker.isReady && !worker.isBusy && !worker.isDead && !this.#retiring.has(worker)
  }

  /** Suspends a worker, unless nothing would resume it if the server were killed; or resumes it. */
  setSuspended(worker: WorkerProcess, isSuspended: boolean): void {
    if (!isSuspended || this.#watchdog.arm()) worker.setSuspended(isSuspended)
  }

  /** Holds a worker to its budgets of processor time and memory until it is released. */
  watch(worker: WorkerProcess): void {
    this.#watched.set(worker, { since: this.#now(), cpuBefore: undefined })
  }

  /** Takes a worker back whose job has ended. */
  release(worker: WorkerProcess): void {
    const watched = this.#watched.get(worker)
    this.#watched.delete(worker)
    if (watched !== undefined) worker.msWorked += this.#now() - watched.since
    if (worker.isDead) return
    if (this.#isWorn(worker)) this.#fill()
    this.#retireOne()
    this.#events.onIdle()
  }

  health(): { readonly ready: number; readonly busy: number } {
    const ready = [...this.#workers].filter((worker) => worker.isReady && !worker.isDead)
    return { ready: ready.length, busy: ready.filter((worker) => worker.isBusy).length }
  }

  /** No worker is up, and starting one has failed again and again. */
  isDown(): boolean {
    return this.#failedStarts >= MOST_FAILED_STARTS && this.health().ready === 0
  }

  /** Resolves when the first worker is ready; rejects when none could be started. */
  ready(): Promise<void> {
    if (this.health().ready > 0) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waitingForReady.push({ resolve, reject }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#inspection)
    clearTimeout(this.#backoff)
    this.#watchdog.close()
    for (const { reject } of this.#waitingForReady.splice(0)) reject(new Error('the renderer was closed'))
    const exits = [...this.#workers].map((worker) => {
      worker.kill('closed')
      return new Promise<void>((resolve) => this.#closing.set(worker, resolve))
    })
    await Promise.all(exits)
  }

  /** False when the system cannot start a process. */
  #start(): boolean {
    const started = WorkerProcess.start(this.#options, {
      onReady: () => {
        clearTimeout(startup)
        this.#failedStarts = 0
        this.#events.onStarted()
        for (const { resolve } of this.#waitingForReady.splice(0)) resolve()
        this.#fill()
        this.#retireOne()
        this.#events.onIdle()
      },
      onDeath: (death) => {
        clearTimeout(startup)
        // Called by a process that was started.
        this.#reap(started as WorkerProcess, death)
      },
    })
    if (!(started instanceof WorkerProcess)) {
      this.#events.onDeath(started)
      this.#startLater(started.text)
      return false
    }
    const startup = setTimeout(() => started.kill('startup'), MS_STARTUP)
    this.#workers.add(started)
    if (started.pid !== undefined) this.#watchdog.add(started.pid)
    return true
  }

  /** Forgets a worker that has exited, and replaces it. */
  #reap(worker: WorkerProcess, death: Death): void {
    this.#workers.delete(worker)
    if (worker.pid !== undefined) this.#watchdog.remove(worker.pid)
    this.#closing.get(worker)?.()
    this.#retiring.delete(worker)
    this.#events.onDeath(death)
    if (this.#isClosed) return
    if (worker.isReady) {
      this.#fill()
      return this.#events.onIdle()
    }
    this.#startLater('text' in death ? death.text : death.reason)
  }

  /** Backs off exponentially after a worker that never got ready: something is wrong with this machine, and restarting at full speed would make it worse. */
  #startLater(text: string): void {
    for (const { reject } of this.#waitingForReady.splice(0)) reject(new Error(`a rendering process could not be started: ${text}`))
    if (this.#backoff !== undefined) return
    const ms = Math.min(MS_BACKOFF.most, MS_BACKOFF.first * 2 ** this.#failedStarts++)
    this.#backoff = setTimeout(() => {
      this.#backoff = undefined
      this.#fill()
    }, ms).unref()
  }

  /**
   * Starts the workers that are missing. While any is worn there is at least one more than render at a time, so that its successor is ready before it
   * retires. After a failed start one worker is tried at a time, until one is ready.
   */
  #fill(): void {
    if (this.#isClosed || this.#backoff !== undefined) return
    const { workers, spares } = this.#options
    const staying = [...this.#workers].filter((worker) => !this.#retiring.has(worker))
    const starting = staying.filter((worker) => !worker.isReady).length
    const wanted = workers + Math.max(spares, staying.some((worker) => this.#isWorn(worker)) ? 1 : 0)
    const missing = wanted - staying.length
    const most = this.#failedStarts === 0 ? missing : Math.min(missing, 1 - starting)
    for (let count = 0; count < most; count++) if (!this.#start()) return
  }

  /** The worker has taken as many jobs as one may, and is to be replaced. */
  #isWorn(worker: WorkerProcess): boolean {
    return worker.jobsTaken >= this.#options.mostJobs
  }

  /** Retires an idle worn worker, as soon as there is one more than needed. */
  #retireOne(): void {
    const ready = [...this.#workers].filter((worker) => worker.isReady && !this.#retiring.has(worker))
    if (ready.length <= this.#options.workers) return
    const worn = ready.find((worker) => !worker.isBusy && this.#isWorn(worker))
    if (worn === undefined) return
    this.#retiring.add(worn)
    worn.retire()
    this.#fill()
  }

  #inspect(): void {
    for (const [worker, watched] of this.#watched) {
      const usage = usageOf(worker.pid ?? 0)
      if (usage === undefined) continue
      watched.cpuBefore ??= usage.cpuSeconds
      const used = usage.cpuSeconds - watched.cpuBefore
      const { memoryBytes, cpuSeconds } = this.#options
      if (usage.residentBytes > memoryBytes) worker.kill('memory')
      else if (used > cpuSeconds + SECONDS_TO_STOP) worker.kill('cpu')
      else if (used > cpuSeconds) worker.stopJob('timeout')
    }
  }
}

/** From 0 for a new worker to 1 for one whose code V8 has mostly compiled. */
function warmth({ jobsTaken, msWorked }: WorkerProcess): number {
  return Math.min(1, Math.max(jobsTaken / TO_WARM.jobs, msWorked / TO_WARM.ms))
}
