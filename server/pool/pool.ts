// Problem: rendering may hang, bloat or crash, and must not take the service along.
// Approach: warm child processes, one job each; every job has a deadline enforced by SIGKILL, a memory and a processor budget; what
// dies is replaced at once. A job whose process died without blame is tried once more; one that keeps stopping processes is refused.
// Limits: memory and processor budgets are watched from /proc, so outside Linux only heap and deadline hold.
import type { Clock } from '../clock.ts'
import { sourceHash } from '../store/source-hash.ts'
import { Admission, type PartKey } from './admission.ts'
import { type Assignment, type Death, type ProcessOptions, RenderProcess, type Reply } from './process.ts'
import type { PartSpan } from './protocol.ts'
import { Quarantine } from './quarantine.ts'
import { FairQueue } from './queue.ts'
import type { Compiled, CompileJob, Failure, Job, Rendered, Renderer, RendererHealth } from './renderer.ts'
import { usageOf } from './watch.ts'

export interface PoolOptions extends ProcessOptions {
  readonly children: number
  readonly queue: number
  readonly msDeadline: number
  readonly cpuSeconds: number
  readonly memoryBytes: number
  /** Jobs after which a process is replaced. */
  readonly renders: number
  readonly clock: Clock
  readonly onEvent?: (event: PoolEvent) => void
}

export type PoolEvent =
  | { readonly kind: 'death'; readonly death: Death }
  | { readonly kind: 'started' }
  | { readonly kind: 'retry' }
  | {
      readonly kind: 'done'
      readonly job: 'render' | 'merge' | 'compile'
      readonly outcome: string
      readonly ms: number
      readonly msWaited: number
    }

type Outcome = Rendered | Compiled | Failure

interface Ticket {
  readonly teamId: string
  /** What is blamed when a process dies of it. */
  readonly key: string
  /** What it holds in memory while it waits. */
  readonly bytes: number
  /** The hashes of its templates. */
  readonly parts: readonly PartKey[]
  readonly job: 'render' | 'merge' | 'compile'
  readonly assign: (id: number) => Assignment
  readonly signal: AbortSignal
  readonly finish: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
  readonly queuedAt: number
  /** How long it is likely to take. */
  readonly msGuess: number
  attempts: number
  startedAt?: number
}

const MS_WATCH = 200
const MS_STARTUP = 30_000
/** A caller who hangs up leaves a job that mostly ends sooner than a new process would start. */
const MS_CANCEL = 300
/** Longest wait in the queue. Whoever waits longer has most likely gone. */
const MS_QUEUE = 10_000
/** Most bytes of data that jobs may hold together. */
const MOST_BYTES = 512 * 1024 * 1024
/** What a rendering is thought to take before there was one. */
const MS_UNKNOWN = 100
const MS_BACKOFF = { first: 100, most: 5000 }
const QUARANTINE = { most: 2, ms: 10 * 60_000 }

export function createPool(options: PoolOptions): Renderer {
  return new Pool(options)
}

class Pool implements Renderer {
  readonly #options: PoolOptions
  readonly #queue: FairQueue<Ticket>
  readonly #quarantine: Quarantine
  readonly #admission: Admission
  /** At the last arrival. */
  #wasOverloaded = false
  readonly #processes = new Set<RenderProcess>()
  /** Processes that a successor has been started for. */
  readonly #outgoing = new Set<RenderProcess>()
  /** Busy processes, with the processor seconds they had used when first looked at. */
  readonly #watched = new Map<RenderProcess, number | undefined>()
  readonly #closing = new Map<RenderProcess, () => void>()
  readonly #watch: NodeJS.Timeout
  readonly #waitingForReady: { resolve: () => void; reject: (error: Error) => void }[] = []
  #failedStarts = 0
  /** Of all jobs that wait or render. */
  #bytes = 0
  #nextId = 1
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.queue)
    this.#quarantine = new Quarantine(options.clock, QUARANTINE)
    this.#admission = new Admission(options.children)
    this.#fill()
    this.#watch = setInterval(() => this.#inspect(), MS_WATCH)
    this.#watch.unref()
  }

  render(job: Job, signal: AbortSignal): Promise<Rendered | Failure> {
    const parts: PartSpan[] = []
    let end = 0
    for (const { hash, type, data } of job.parts) parts.push({ hash, type, start: end, end: (end += data.length) })
    const assign = (id: number): Assignment => ({
      message: { kind: 'job', id, task: job.kind, parts, isStrict: job.isStrict },
      body: job.parts.map((part) => part.data),
      source: (hash) => {
        const part = job.parts.find((part) => part.hash === hash)
        return part === undefined ? Promise.reject(new Error('a child asked for a template that is not part of its job')) : job.source(part)
      },
    })
    // Per team: what one does with a template must not take it from another that has the same.
    const key = `${job.teamId} ${job.parts.map((part) => part.hash).join(' ')}`
    const hashes = job.parts.map((part) => part.hash)
    return this.#enter({ teamId: job.teamId, key, bytes: end, parts: hashes, job: job.kind, assign, signal }) as Promise<Rendered | Failure>
  }

  compile(job: CompileJob, signal: AbortSignal): Promise<Compiled | Failure> {
    const assign = (id: number): Assignment => ({
      message: { kind: 'compile', id, type: job.type },
      body: [Buffer.from(job.source)],
      source: () => Promise.reject(new Error('compiling needs no other source')),
    })
    const key = `${job.teamId} ${sourceHash(job.type, job.source)}`
    return this.#enter({ teamId: job.teamId, key, bytes: job.source.length, parts: [], job: 'compile', assign, signal }) as Promise<
      Compiled | Failure
    >
  }

  health(): RendererHealth {
    const ready = [...this.#processes].filter((process) => process.isReady && !process.isDead)
    return { ready: ready.length, busy: ready.filter((process) => process.isBusy).length, waiting: this.#queue.size }
  }

  ready(): Promise<void> {
    if (this.health().ready > 0) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waitingForReady.push({ resolve, reject }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#watch)
    for (const ticket of this.#queue.remove(() => true)) ticket.finish(this.#overloaded())
    for (const { reject } of this.#waitingForReady.splice(0)) reject(new Error('the renderer was closed'))
    const deaths = [...this.#processes].map((process) => {
      process.kill('closed')
      return new Promise<void>((resolve) => this.#closing.set(process, resolve))
    })
    await Promise.all(deaths)
  }

  // Jobs

  refusal(teamId: string): Failure | undefined {
    const ms = this.#admission.msMean
    if (!this.#admission.isOverloaded() || !this.#isTooLong(teamId, ms)) return undefined
    this.#admission.arrive(ms)
    return this.#overloaded()
  }

  #enter(wanted: Pick<Ticket, 'teamId' | 'key' | 'bytes' | 'parts' | 'job' | 'assign' | 'signal'>): Promise<Outcome> {
    if (this.#quarantine.isRefused(wanted.key)) return Promise.resolve({ kind: 'quarantined' })
    if (wanted.signal.aborted) return Promise.resolve({ kind: 'cancelled' })
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        for (const waiting of this.#queue.remove((other) => other === ticket)) waiting.finish({ kind: 'cancelled' })
      }
      const started = performance.now()
      this.#bytes += wanted.bytes
      const finish = (outcome: Outcome): void => {
        this.#bytes -= wanted.bytes
        wanted.signal.removeEventListener('abort', onAbort)
        this.#report(ticket, outcome, performance.now() - started)
        resolve(outcome)
      }
      const fail = (error: unknown): void => {
        this.#bytes -= wanted.bytes
        wanted.signal.removeEventListener('abort', onAbort)
        reject(error)
      }
      const ticket: Ticket = { ...wanted, finish, fail, queuedAt: started, msGuess: this.#admission.guess(wanted.parts), attempts: 0 }
      wanted.signal.addEventListener('abort', onAbort)
      if (this.#isClosed || this.#bytes > MOST_BYTES || !this.#admits(ticket) || !this.#queue.push(wanted.teamId, ticket))
        finish(this.#overloaded())
      else this.#pump()
    })
  }

  #admits({ teamId, msGuess }: Ticket): boolean {
    this.#admission.arrive(msGuess)
    const isOverloaded = this.#admission.isOverloaded()
    if (isOverloaded && !this.#wasOverloaded) this.#shed()
    this.#wasOverloaded = isOverloaded
    return !isOverloaded || !this.#isTooLong(teamId, msGuess)
  }

  #isTooLong(teamId: string, ms: number): boolean {
    let ahead = 0
    for (const ticket of this.#queue.ahead(teamId)) ahead += ticket.msGuess
    return ahead > this.#admission.mostAhead(ms)
  }

  /** What waits would all be late by the time it is seen that too much arrives: those who came last hear of it at once. */
  #shed(): void {
    const late = new Set<Ticket>()
    let ahead = 0
    for (const ticket of this.#queue.inOrder()) {
      if (ahead > this.#admission.mostAhead(ticket.msGuess)) late.add(ticket)
      else ahead += ticket.msGuess
    }
    for (const ticket of this.#queue.remove((ticket) => late.has(ticket))) ticket.finish(this.#overloaded())
  }

  #report(ticket: Ticket, outcome: Outcome, ms: number): void {
    this.#options.onEvent?.({
      kind: 'done',
      job: ticket.job,
      outcome: outcome.kind,
      ms,
      msWaited: (ticket.startedAt ?? ticket.queuedAt + ms) - ticket.queuedAt,
    })
  }

  #pump(): void {
    for (const process of this.#processes) {
      if (!process.isReady || process.isBusy || process.isDead || this.#outgoing.has(process)) continue
      const ticket = this.#queue.shift()
      if (ticket === undefined) return
      void this.#dispatch(process, ticket)
    }
  }

  async #dispatch(process: RenderProcess, ticket: Ticket): Promise<void> {
    const started = performance.now()
    ticket.startedAt ??= started
    const deadline = setTimeout(() => process.kill('deadline'), this.#options.msDeadline)
    let cancelling: NodeJS.Timeout | undefined
    const onAbort = (): void => {
      cancelling = setTimeout(() => process.kill('cancelled'), MS_CANCEL)
    }
    ticket.signal.addEventListener('abort', onAbort)
    this.#watched.set(process, undefined)
    try {
      const reply = await process.run(ticket.assign(this.#nextId++))
      if (ticket.job !== 'compile' && !('death' in reply)) this.#admission.learn(ticket.parts, performance.now() - started)
      this.#settle(ticket, reply)
    } catch (error) {
      ticket.fail(error)
    } finally {
      clearTimeout(deadline)
      clearTimeout(cancelling)
      ticket.signal.removeEventListener('abort', onAbort)
      this.#watched.delete(process)
      this.#release(process)
    }
  }

  #settle(ticket: Ticket, reply: Reply): void {
    if ('death' in reply) return this.#mourn(ticket, reply.death)
    const { message, body } = reply
    if (message.kind === 'rendered') {
      ticket.finish({ kind: 'rendered', pdf: body, pages: message.pages, missing: message.missing, warnings: message.warnings })
    } else if (message.kind === 'compiled') ticket.finish({ kind: 'compiled', variables: message.variables, warnings: message.warnings })
    else ticket.finish(message.failure)
  }

  /** Decides what a process's death means for the job it had. */
  #mourn(ticket: Ticket, death: Death): void {
    if (death.kind === 'killed') {
      if (death.reason === 'deadline' || death.reason === 'cpu') return ticket.finish({ kind: 'timeout' })
      if (death.reason === 'cancelled') return ticket.finish({ kind: 'cancelled' })
      if (death.reason === 'closed') return ticket.finish(this.#overloaded())
    }
    const isOutside = death.kind === 'outside' || (death.kind === 'killed' && death.reason === 'recycled')
    const isMemory = death.kind === 'heap' || (death.kind === 'killed' && death.reason === 'memory')
    if (!isOutside) this.#quarantine.blame(ticket.key)
    if (isMemory) return ticket.finish({ kind: 'memory' })
    if (ticket.attempts++ === 0) {
      this.#options.onEvent?.({ kind: 'retry' })
      this.#queue.putBack(ticket.teamId, ticket)
      this.#pump()
    } else ticket.finish(isOutside ? this.#overloaded() : { kind: 'quarantined' })
  }

  #overloaded(): Failure {
    const ms = ((this.#queue.size + 1) * (this.#admission.msMean || MS_UNKNOWN)) / Math.max(1, this.#processes.size)
    return { kind: 'overloaded', secondsToWait: Math.min(30, Math.max(1, Math.ceil(ms / 1000))) }
  }

  // Processes

  #start(): void {
    if (this.#isClosed) return
    const startup = setTimeout(() => process.kill('startup'), MS_STARTUP)
    const process = new RenderProcess(this.#options, {
      onReady: () => {
        clearTimeout(startup)
        this.#failedStarts = 0
        this.#options.onEvent?.({ kind: 'started' })
        for (const { resolve } of this.#waitingForReady.splice(0)) resolve()
        this.#retireOne()
        this.#pump()
      },
      onDeath: (death) => {
        clearTimeout(startup)
        this.#bury(process, death)
      },
    })
    this.#processes.add(process)
  }

  #bury(process: RenderProcess, death: Death): void {
    this.#processes.delete(process)
    this.#closing.get(process)?.()
    this.#outgoing.delete(process)
    this.#options.onEvent?.({ kind: 'death', death })
    if (this.#isClosed) return
    if (process.isReady) return this.#fill()
    // It never got ready: something is wrong with this machine, and starting as fast as we can would make it worse.
    const text = 'text' in death ? death.text : death.reason
    for (const { reject } of this.#waitingForReady.splice(0)) reject(new Error(`a rendering process could not be started: ${text}`))
    const ms = Math.min(MS_BACKOFF.most, MS_BACKOFF.first * 2 ** this.#failedStarts++)
    setTimeout(() => this.#fill(), ms).unref()
  }

  #release(process: RenderProcess): void {
    if (process.isDead) return
    if (this.#isWorn(process)) this.#fill()
    this.#retireOne()
    this.#pump()
  }

  /** Starts what is missing; one more while any has done its share, so that its successor is there before it goes. */
  #fill(): void {
    const staying = [...this.#processes].filter((process) => !this.#outgoing.has(process))
    const wanted = this.#options.children + (staying.some((process) => this.#isWorn(process)) ? 1 : 0)
    for (let count = staying.length; count < wanted; count++) this.#start()
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
  }

  #inspect(): void {
    for (const [process, cpuBefore] of this.#watched) {
      const usage = usageOf(process.pid ?? 0)
      if (usage === undefined) continue
      if (cpuBefore === undefined) this.#watched.set(process, usage.cpuSeconds)
      if (usage.residentBytes > this.#options.memoryBytes) process.kill('memory')
      else if (usage.cpuSeconds - (cpuBefore ?? usage.cpuSeconds) > this.#options.cpuSeconds) process.kill('cpu')
    }
    const before = performance.now() - MS_QUEUE
    for (const ticket of this.#queue.remove((ticket) => ticket.queuedAt < before)) ticket.finish(this.#overloaded())
  }
}
