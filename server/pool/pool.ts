// Problem: rendering may hang, bloat or crash, and must not take the service along.
// Approach: warm child processes, one job each; every job has a deadline enforced by SIGKILL, a memory and a processor budget; what
// dies is replaced at once. A job whose process died without blame is tried once more; one that keeps stopping processes is refused.
// Limits: memory and processor budgets are watched from /proc, so outside Linux only heap and deadline hold.
import type { Clock } from '../clock.ts'
import { sourceHash } from '../store/source-hash.ts'
import { Admission, type Load } from './admission.ts'
import { Crew, type CrewOptions } from './crew.ts'
import { Lanes } from './lanes.ts'
import { PieceStream } from './piece-stream.ts'
import type { Assignment, Death, RenderProcess, Reply } from './process.ts'
import type { PartSpan } from './protocol.ts'
import { Quarantine } from './quarantine.ts'
import { FairQueue } from './queue.ts'
import type { Compiled, CompileJob, Failure, Job, Rendered, Renderer, RendererHealth, Streaming } from './renderer.ts'

export interface PoolOptions extends CrewOptions {
  readonly queue: number
  readonly msDeadline: number
  readonly clock: Clock
  /** Calls after so long, unless what it gives is called before; tests bring their own. */
  readonly after?: (ms: number, call: () => void) => () => void
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
  readonly parts: readonly Load[]
  readonly job: 'render' | 'merge' | 'compile'
  readonly assign: (id: number) => Omit<Assignment, 'onPiece'>
  readonly signal: AbortSignal
  /** The caller gets what there is so far; it is not finished yet. */
  readonly begin: (stream: PieceStream) => void
  readonly finish: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
  readonly queuedAt: number
  /** How long it is likely to take. */
  readonly msGuess: number
  /** It is likely to take much longer than most. */
  readonly isLong: boolean
  attempts: number
  startedAt?: number
  /** Where its document goes once that comes in pieces. */
  stream?: PieceStream
}

/** How often the queue is looked through. */
const MS_SWEEP = 200
/**
 * A caller who hangs up leaves a job that mostly ends soon, and a process that V8 has compiled for seconds for. So whoever asks and
 * hangs up, again and again, costs little more than whoever waits.
 */
const MS_CANCEL = 1500
/** Longest wait in the queue. Whoever waits longer has most likely gone. */
const MS_QUEUE = 10_000
/** Most bytes of data that jobs may hold together. */
const MOST_BYTES = 512 * 1024 * 1024
/** What a rendering is thought to take before there was one. */
const MS_UNKNOWN = 100
const QUARANTINE = { most: 2, ms: 10 * 60_000 }

function realTimer(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

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
  readonly #crew: Crew
  readonly #lanes: Lanes<Ticket>
  readonly #sweep: NodeJS.Timeout
  /** Of all jobs that wait or render. */
  #bytes = 0
  #nextId = 1
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.queue)
    this.#quarantine = new Quarantine(options.clock, QUARANTINE)
    this.#admission = new Admission(options.children)
    const { children, spares } = options
    this.#lanes = new Lanes({ children, spares, isLongTime: (ms) => this.#admission.isLongTime(ms), now: () => performance.now() })
    this.#crew = new Crew(options, {
      onFree: () => this.#pump(),
      onStarted: () => options.onEvent?.({ kind: 'started' }),
      onDeath: (death) => options.onEvent?.({ kind: 'death', death }),
    })
    this.#sweep = setInterval(() => {
      this.#refuseLate()
      // By now a job may have turned out to be long.
      this.#pump()
    }, MS_SWEEP)
    this.#sweep.unref()
  }

  render(job: Job, signal: AbortSignal): Promise<Rendered | Streaming | Failure> {
    const parts: PartSpan[] = []
    let end = 0
    for (const { hash, type, data } of job.parts) parts.push({ hash, type, start: end, end: (end += data.length) })
    const { isStrict, mayStream } = job
    const assign: Ticket['assign'] = (id) => ({
      message: { kind: 'job', id, task: job.kind, parts, isStrict, mayStream },
      body: job.parts.map((part) => part.data),
      source: (hash) => {
        const part = job.parts.find((part) => part.hash === hash)
        return part === undefined ? Promise.reject(new Error('a child asked for a template that is not part of its job')) : job.source(part)
      },
    })
    // Per team: what one does with a template must not take it from another that has the same.
    const key = `${job.teamId} ${job.parts.map((part) => part.hash).join(' ')}`
    const loads = job.parts.map((part): Load => ({ key: part.hash, bytes: part.data.length }))
    return this.#enter({ teamId: job.teamId, key, bytes: end, parts: loads, job: job.kind, assign, signal }) as Promise<
      Rendered | Streaming | Failure
    >
  }

  compile(job: CompileJob, signal: AbortSignal): Promise<Compiled | Failure> {
    const assign: Ticket['assign'] = (id) => ({
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
    return { ...this.#crew.health(), waiting: this.#queue.size }
  }

  ready(): Promise<void> {
    return this.#crew.ready()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweep)
    for (const ticket of this.#queue.remove(() => true)) ticket.finish(this.#overloaded())
    await this.#crew.close()
  }

  // Jobs

  isRefusing(teamId: string): boolean {
    return this.#admission.isOverloaded() && this.#isTooLong({ teamId, msGuess: this.#admission.msMean, isLong: false })
  }

  refusal(teamId: string): Failure | undefined {
    if (!this.isRefusing(teamId)) return undefined
    this.#admission.arrive(this.#admission.msMean)
    return this.#overloaded()
  }

  #enter(wanted: Pick<Ticket, 'teamId' | 'key' | 'bytes' | 'parts' | 'job' | 'assign' | 'signal'>): Promise<Outcome | Streaming> {
    if (this.#quarantine.isRefused(wanted.key)) return Promise.resolve({ kind: 'quarantined' })
    if (wanted.signal.aborted) return Promise.resolve({ kind: 'cancelled' })
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        for (const waiting of this.#queue.remove((other) => other === ticket)) waiting.finish({ kind: 'cancelled' })
      }
      const started = performance.now()
      this.#bytes += wanted.bytes
      const leave = (): void => {
        this.#bytes -= wanted.bytes
        wanted.signal.removeEventListener('abort', onAbort)
      }
      const begin = (stream: PieceStream): void => {
        ticket.stream = stream
        resolve(stream)
      }
      const finish = (outcome: Outcome): void => {
        leave()
        this.#report(ticket, outcome, performance.now() - started)
        if (ticket.stream === undefined) resolve(outcome)
        else endStream(ticket.stream, outcome)
      }
      const fail = (error: unknown): void => {
        leave()
        reject(error)
      }
      const expected = { msGuess: this.#admission.guess(wanted.parts), isLong: this.#admission.isLong(wanted.parts) }
      const ticket: Ticket = { ...wanted, ...expected, begin, finish, fail, queuedAt: started, attempts: 0 }
      this.#lanes.arrive(ticket)
      wanted.signal.addEventListener('abort', onAbort)
      if (this.#isClosed || this.#bytes > MOST_BYTES || !this.#admits(ticket) || !this.#queue.push(wanted.teamId, ticket))
        finish(this.#overloaded())
      else this.#pump()
    })
  }

  #admits(ticket: Ticket): boolean {
    this.#admission.arrive(ticket.msGuess)
    const isOverloaded = this.#admission.isOverloaded()
    if (isOverloaded && !this.#wasOverloaded) this.#shed()
    this.#wasOverloaded = isOverloaded
    return !isOverloaded || !this.#isTooLong(ticket)
  }

  /** Long jobs are no hindrance to short ones. */
  #isTooLong({ teamId, msGuess, isLong }: Pick<Ticket, 'teamId' | 'msGuess' | 'isLong'>): boolean {
    let ahead = 0
    for (const ticket of this.#queue.ahead(teamId)) if (isLong || !ticket.isLong) ahead += ticket.msGuess
    return ahead > this.#admission.mostAhead(msGuess)
  }

  /** What waits would all be late by the time it is seen that too much arrives: those who came last hear of it at once. */
  #shed(): void {
    const late = new Set<Ticket>()
    const ahead = { long: 0, short: 0 }
    for (const ticket of this.#queue.inOrder()) {
      const before = ticket.isLong ? ahead.long + ahead.short : ahead.short
      if (before > this.#admission.mostAhead(ticket.msGuess)) late.add(ticket)
      else ahead[ticket.isLong ? 'long' : 'short'] += ticket.msGuess
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
    for (;;) {
      const mayGo = this.#lanes.opening()
      const process = mayGo && this.#crew.free()
      const ticket = process && this.#queue.shift(mayGo)
      if (process === undefined || ticket === undefined) return
      void this.#dispatch(process, ticket)
    }
  }

  async #dispatch(process: RenderProcess, ticket: Ticket): Promise<void> {
    const started = performance.now()
    ticket.startedAt ??= started
    const { after = realTimer, msDeadline } = this.#options
    const callOff = [after(msDeadline, () => process.kill('deadline'))]
    const onAbort = (): void => void callOff.push(after(MS_CANCEL, () => process.kill('cancelled')))
    ticket.signal.addEventListener('abort', onAbort)
    this.#lanes.start(ticket)
    this.#crew.watch(process)
    const onPiece = (bytes: Uint8Array): boolean => {
      if (ticket.stream === undefined) ticket.begin(new PieceStream(() => process.resume()))
      return ticket.stream?.push(bytes) ?? true
    }
    try {
      const reply = await process.run({ ...ticket.assign(this.#nextId++), onPiece })
      if (ticket.job !== 'compile' && saysHowLong(reply)) this.#admission.learn(ticket.parts, performance.now() - started)
      this.#settle(ticket, reply)
    } catch (error) {
      ticket.fail(error)
    } finally {
      for (const call of callOff) call()
      ticket.signal.removeEventListener('abort', onAbort)
      this.#lanes.end(ticket)
      this.#crew.release(process)
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
    if (ticket.signal.aborted) return ticket.finish({ kind: 'cancelled' })
    if (ticket.stream === undefined && ticket.attempts++ === 0) {
      this.#options.onEvent?.({ kind: 'retry' })
      this.#queue.putBack(ticket.teamId, ticket)
      this.#pump()
    } else ticket.finish(isOutside ? this.#overloaded() : { kind: 'quarantined' })
  }

  #overloaded(): Failure {
    const ms = ((this.#queue.size + 1) * (this.#admission.msMean || MS_UNKNOWN)) / this.#options.children
    return { kind: 'overloaded', secondsToWait: Math.min(30, Math.max(1, Math.ceil(ms / 1000))) }
  }

  #refuseLate(): void {
    const before = performance.now() - MS_QUEUE
    for (const ticket of this.#queue.remove((ticket) => ticket.queuedAt < before)) ticket.finish(this.#overloaded())
  }
}

/** A job that had to be stopped would have taken longer still. */
function saysHowLong(reply: Reply): boolean {
  return !('death' in reply) || (reply.death.kind === 'killed' && (reply.death.reason === 'deadline' || reply.death.reason === 'cpu'))
}

/** The last of a document, or that there is none. */
function endStream(stream: PieceStream, outcome: Outcome): void {
  if (outcome.kind === 'compiled') throw new Error('compiling gives no document')
  if (outcome.kind !== 'rendered') return stream.break(outcome)
  const { pdf, pages, missing, warnings } = outcome
  stream.push(pdf)
  stream.end({ pages, missing, warnings })
}
