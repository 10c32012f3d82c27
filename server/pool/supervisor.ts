// The rendering processes of a pool: how many there are, who is free, who is watched, and what happens when one ends.
// A spare beyond those that work is kept warm: what dies is followed at once, while the next spare starts in its own time.

import { usageOf } from './process-usage.ts'
import { Waker } from './resume-watchdog.ts'
import { type Death, type ProcessOptions, RenderProcess } from './worker-process.ts'

export interface CrewOptions extends ProcessOptions {
  /** Processes that work at the same time. */
  readonly children: number
  /** Processes that are kept ready on top of these. */
  readonly spares: number
  readonly cpuSeconds: number
  readonly memoryBytes: number
  /** Jobs after which a process is replaced. */
  readonly renders: number
  /** Milliseconds of a clock that never goes back; the usual one, unless a test brings its own. */
  readonly now?: () => number
}

export interface CrewEvents {
  /** A process may be free that was not. */
  readonly onFree: () => void
  readonly onStarted: () => void
  readonly onDeath: (death: Death) => void
}

interface Watched {
  readonly since: number
  /** Processor seconds it had used when it was first looked at. */
  cpuBefore: number | undefined
}

const MS_WATCH = 200
/** After so many renderings, or so much time of fewer, most of what a process runs is compiled: it takes no more than twice what it will take in the end. */
const TO_WARM = { renderings: 500, ms: 5000 }
/** One in so many short jobs goes to a process that is cold. */
const ONE_IN = 3
/** So much less than others a spare counts that is cold. */
const SPARE = 0.05
/** Processor time in which a process may give up its job by itself. */
const SECONDS_TO_END = 0.3
const MS_STARTUP = 30_000
const MS_BACKOFF = { first: 100, most: 5000 }
/** After so many failed starts in a row a process is not to be expected soon: 0.7 seconds have passed. */
const STARTS_TO_WAIT_FOR = 3

export class Crew {
  readonly #options: CrewOptions
  readonly #events: CrewEvents
  readonly #processes = new Set<RenderProcess>()
  /** Processes that a successor has been started for. */
  readonly #outgoing = new Set<RenderProcess>()
  /** Busy processes. */
  readonly #watched = new Map<RenderProcess, Watched>()
  readonly #now: () => number
  readonly #closing = new Map<RenderProcess, () => void>()
  readonly #watch: NodeJS.Timeout
  readonly #waker = new Waker()
  readonly #waitingForReady: { resolve: () => void; reject: (error: Error) => void }[] = []
  /** Short jobs that a cold process could have had. */
  #passed = 0
  #failedStarts = 0
  /** Set while no process is started, since the last could not be. */
  #backoff: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: CrewOptions, events: CrewEvents) {
    this.#options = options
    this.#events = events
    this.#now = options.now ?? (() => performance.now())
    this.#fill()
    this.#watch = setInterval(() => this.#inspect(), MS_WATCH)
    this.#watch.unref()
  }

  /** A process can take a job now. */
  isAnyFree(): boolean {
    for (const process of this.#processes) if (this.#isFree(process)) return true
    return false
  }

  /**
   * One that can; undefined when there is none. It is the caller's until it is released. Short jobs get the oldest of those that have never given way, for which
   * V8 has compiled most. While nobody waits (`isCalm`), some go to a process that is cold, so that it is warm by the time it is needed.
   */
  free({ isForLong, isCalm }: { readonly isForLong: boolean; readonly isCalm: boolean }): RenderProcess | undefined {
    const free = [...this.#processes].filter((process) => this.#isFree(process))
    if (isForLong) return this.#forLong(free)
    const oldest = free.find((process) => !process.isGivingWay) ?? free[0]
    if (!isCalm || oldest === undefined || warmth(oldest) < 1) return oldest
    const cold = free.find((process) => warmth(process) < 1)
    return cold !== undefined && this.#passed++ % ONE_IN === 0 ? cold : oldest
  }

  /**
   * The one that has given way before, or else the youngest: long jobs are what processes are stopped for, and what it has yet to compile is little beside them.
   * It gives way to those that have short jobs, and to the server. As many as are spares do: the others may have nothing but short ones to do tomorrow.
   */
  #forLong(free: readonly RenderProcess[]): RenderProcess | undefined {
    const process = free.find((process) => process.isGivingWay) ?? free.at(-1)
    const count = [...this.#processes].filter((process) => process.isGivingWay).length
    if (count < this.#options.spares) process?.giveWay()
    return process
  }

  isWarm(process: RenderProcess): boolean {
    return warmth(process) === 1
  }

  /**
   * How many of the processes that should work at a time are missing or cold; one that is halfway warm counts as half. A spare beside warm ones is only
   * in their way while it starts and gets warm.
   */
  cold(): number {
    const { children, spares } = this.#options
    const warmths: number[] = []
    for (const process of this.#processes) if (process.isReady && !process.isDead) warmths.push(warmth(process))
    warmths.sort((a, b) => b - a)
    let cold = 0
    for (let i = 0; i < children + spares; i++) cold += (1 - (warmths[i] ?? 0)) * (i < children ? 1 : SPARE)
    return cold
  }

  #isFree(process: RenderProcess): boolean {
    return process.isReady && !process.isBusy && !process.isDead && !this.#outgoing.has(process)
  }

  /** Makes a process stand still, where that is safe, or go on. */
  stand(process: RenderProcess, isStanding: boolean): void {
    if (!isStanding || this.#waker.isWatching()) process.stand(isStanding)
  }

  /** Holds a process to its budgets while it has a job. */
  watch(process: RenderProcess): void {
    this.#watched.set(process, { since: this.#now(), cpuBefore: undefined })
  }

  /** Its job is over. */
  release(process: RenderProcess): void {
    const watched = this.#watched.get(process)
    this.#watched.delete(process)
    if (watched !== undefined) process.msWorked += this.#now() - watched.since
    if (process.isDead) return
    if (this.#isWorn(process)) this.#fill()
    this.#retireOne()
    this.#events.onFree()
  }

  health(): { readonly ready: number; readonly busy: number } {
    const ready = [...this.#processes].filter((process) => process.isReady && !process.isDead)
    return { ready: ready.length, busy: ready.filter((process) => process.isBusy).length }
  }

  /** No process is up, and starting one has failed again and again. */
  isDown(): boolean {
    return this.#failedStarts >= STARTS_TO_WAIT_FOR && this.health().ready === 0
  }

  /** Resolves when the first process can take a job; rejects when none could be started. */
  ready(): Promise<void> {
    if (this.health().ready > 0) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waitingForReady.push({ resolve, reject }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#watch)
    clearTimeout(this.#backoff)
    this.#waker.end()
    for (const { reject } of this.#waitingForReady.splice(0)) reject(new Error('the renderer was closed'))
    const deaths = [...this.#processes].map((process) => {
      process.kill('closed')
      return new Promise<void>((resolve) => this.#closing.set(process, resolve))
    })
    await Promise.all(deaths)
  }

  /** False when the system has no process for us. */
  #start(): boolean {
    const process = RenderProcess.start(this.#options, {
      onReady: () => {
        clearTimeout(startup)
        this.#failedStarts = 0
        this.#events.onStarted()
        for (const { resolve } of this.#waitingForReady.splice(0)) resolve()
        this.#fill()
        this.#retireOne()
        this.#events.onFree()
      },
      onDeath: (death) => {
        clearTimeout(startup)
        this.#bury(process as RenderProcess, death)
      },
    })
    if (!(process instanceof RenderProcess)) {
      this.#events.onDeath(process)
      this.#startLater(process.text)
      return false
    }
    const startup = setTimeout(() => process.kill('startup'), MS_STARTUP)
    this.#processes.add(process)
    if (process.pid !== undefined) this.#waker.add(process.pid)
    return true
  }

  #bury(process: RenderProcess, death: Death): void {
    this.#processes.delete(process)
    if (process.pid !== undefined) this.#waker.remove(process.pid)
    this.#closing.get(process)?.()
    this.#outgoing.delete(process)
    this.#events.onDeath(death)
    if (this.#isClosed) return
    if (process.isReady) {
      this.#fill()
      return this.#events.onFree()
    }
    this.#startLater('text' in death ? death.text : death.reason)
  }

  /** One never got ready: something is wrong with this machine, and starting as fast as we can would make it worse. */
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
   * Starts what is missing; while any has done its share there is at least one more than work, so that its successor is there before it goes. After a
   * failed start a single process is tried at a time, until one is ready.
   */
  #fill(): void {
    if (this.#isClosed || this.#backoff !== undefined) return
    const { children, spares } = this.#options
    const staying = [...this.#processes].filter((process) => !this.#outgoing.has(process))
    const starting = staying.filter((process) => !process.isReady).length
    const wanted = children + Math.max(spares, staying.some((process) => this.#isWorn(process)) ? 1 : 0)
    const missing = wanted - staying.length
    const most = this.#failedStarts === 0 ? missing : Math.min(missing, 1 - starting)
    for (let count = 0; count < most; count++) if (!this.#start()) return
  }

  #isWorn(process: RenderProcess): boolean {
    return process.renders >= this.#options.renders
  }

  /** Stops an idle process that has done its share, as soon as there is one more than needed. */
  #retireOne(): void {
    const ready = [...this.#processes].filter((process) => process.isReady && !this.#outgoing.has(process))
    if (ready.length <= this.#options.children) return
    const worn = ready.find((process) => !process.isBusy && this.#isWorn(process))
    if (worn === undefined) return
    this.#outgoing.add(worn)
    worn.stop()
    this.#fill()
  }

  #inspect(): void {
    for (const [process, watched] of this.#watched) {
      const usage = usageOf(process.pid ?? 0)
      if (usage === undefined) continue
      watched.cpuBefore ??= usage.cpuSeconds
      const burnt = usage.cpuSeconds - watched.cpuBefore
      const { memoryBytes, cpuSeconds } = this.#options
      if (usage.residentBytes > memoryBytes) process.kill('memory')
      else if (burnt > cpuSeconds + SECONDS_TO_END) process.kill('cpu')
      else if (burnt > cpuSeconds) process.breakOff('timeout')
    }
  }
}

/** From 0 of a process that is new to 1 of one that V8 has compiled most for. */
function warmth({ renders, msWorked }: RenderProcess): number {
  return Math.min(1, Math.max(renders / TO_WARM.renderings, msWorked / TO_WARM.ms))
}
