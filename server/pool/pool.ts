// Problem: rendering may hang, bloat or crash, and must not take the service along.
// Approach: warm child processes, one job each; every job has a deadline enforced by SIGKILL, a memory and a processor budget; what
// dies is replaced at once. A job whose process died without blame is tried once more; one that keeps stopping processes is refused, as is for a while
// a team whose jobs have stopped many.
// Limits: memory and processor budgets are watched from /proc, so outside Linux only heap and deadline hold.

import type { Leave } from '../cancel-signal.ts'
import type { Clock } from '../clock.ts'
import { makeTimeouts } from '../coarse-timer.ts'
import { sourceHash } from '../store/source-hash.ts'
import { Admission, type Expected, type Load } from './admission.ts'
import { DeathBudget, isByJob } from './death-budget.ts'
import { type Outcome, Ticket, type Wanted } from './pending-job.ts'
import type { PartSpan, StopReason } from './protocol.ts'
import { digestOf, Quarantine } from './quarantine.ts'
import { FairQueue } from './queue.ts'
import type { Compiled, CompileJob, Failure, Job, PartEstimate, Rendered, Renderer, RendererHealth, Streaming } from './renderer.ts'
import { Lanes } from './scheduler.ts'
import { Crew, type CrewOptions } from './supervisor.ts'
import type { Death, RenderProcess, Reply } from './worker-process.ts'

type Overloaded = Extract<Failure, { kind: 'overloaded' }>

export interface PoolOptions extends CrewOptions {
  readonly queue: number
  readonly msDeadline: number
  readonly clock: Clock
  /** Processes that the jobs of one team may end within ten minutes; 10 when absent. */
  readonly deathsOfTeam?: number
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

/** How often the queue is looked through. */
const MS_SWEEP = 200
/**
 * A process that is to give up its job has so long before it is killed. Killing costs what V8 has compiled in it for seconds, so where nobody waits for an
 * answer there is more time: whoever asks and hangs up, again and again, costs little more than whoever waits.
 */
const MS_TO_END: Readonly<Record<StopReason, number>> = { timeout: 200, cancelled: 1500 }
/** Longest wait in the queue. Whoever waits longer has most likely gone. */
const MS_QUEUE = 10_000
/** Most bytes of data that jobs may hold together. */
const MOST_BYTES = 512 * 1024 * 1024
/** What a rendering is thought to take before there was one. */
const MS_UNKNOWN = 100
/** How much of what one team alone may have waiting a team may have beside others, and how much may be ahead of it then. */
const PATIENCE = { own: 0.75, beside: 2 }
const QUARANTINE = { most: 2, ms: 10 * 60_000 }
const DEATHS_OF_TEAM = { most: 10, ms: 10 * 60_000, msRefused: 60_000 }

/** To within so much; deadlines are hardly ever due. */
const MS_PRECISION = 100

export function createPool(options: PoolOptions): Renderer {
  return new Pool(options)
}

class Pool implements Renderer {
  readonly #options: PoolOptions
  readonly #queue: FairQueue<Ticket>
  readonly #quarantine: Quarantine
  readonly #deathBudget: DeathBudget
  readonly #admission: Admission
  /** At the last arrival: with short jobs alone, and with all. */
  #wasOverloaded = { short: false, all: false }
  readonly #crew: Crew
  readonly #lanes: Lanes<Ticket>
  readonly #sweep: NodeJS.Timeout
  readonly #after: (ms: number, call: () => void) => () => void
  readonly #now: () => number
  /** Of all jobs that wait or render. */
  #bytes = 0
  #nextId = 1
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#after = options.after ?? makeTimeouts(MS_PRECISION)
    this.#now = options.now ?? (() => performance.now())
    this.#queue = new FairQueue(options.queue)
    this.#quarantine = new Quarantine(options.clock, QUARANTINE)
    this.#deathBudget = new DeathBudget(options.clock, { ...DEATHS_OF_TEAM, most: options.deathsOfTeam ?? DEATHS_OF_TEAM.most })
    this.#admission = new Admission({ processes: options.children, cold: () => this.#crew.cold(), now: this.#now })
    const { children, spares } = options
    this.#lanes = new Lanes({ children, spares, isLongTime: (ms) => this.#admission.isLongTime(ms), now: this.#now })
    this.#crew = new Crew(options, {
      onFree: () => this.#pump(),
      onStarted: () => options.onEvent?.({ kind: 'started' }),
      onDeath: (death) => options.onEvent?.({ kind: 'death', death }),
    })
    this.#sweep = setInterval(() => {
      this.#refuseLate()
      // By now a job may have turned out to be long, or be owed some time.
      this.#pump()
    }, MS_SWEEP)
    this.#sweep.unref()
  }

  render(job: Job, signal: Leave): Promise<Rendered | Streaming | Failure> {
    const parts: PartSpan[] = []
    let end = 0
    for (const { hash, type, data } of job.parts) parts.push({ hash, type, start: end, end: (end += data.length) })
    const { isStrict, mayStream } = job
    const assign: Wanted['assign'] = (id) => ({
      message: { kind: 'job', id, task: job.kind, parts, isStrict, mayStream },
      body: job.parts.map((part) => part.data),
      source: (hash) => {
        const part = job.parts.find((part) => part.hash === hash)
        return part === undefined ? Promise.reject(new Error('a child asked for a template that is not part of its job')) : job.source(part)
      },
    })
    // Per team: what one does with a template must neither take it from another that has the same nor make it slow there.
    const key = job.key ?? `${job.teamId} ${job.parts.map((part) => part.hash).join(' ')}`
    const digest = (): string => digestOf(job.parts.map((part) => part.data))
    const loads = job.parts.map((part): Load => ({ key: `${job.teamId} ${part.hash}`, bytes: part.data.length }))
    return this.#enter({ teamId: job.teamId, key, digest, bytes: end, parts: loads, job: job.kind, assign, signal }) as Promise<
      Rendered | Streaming | Failure
    >
  }

  compile(job: CompileJob, signal: Leave): Promise<Compiled | Failure> {
    const assign: Wanted['assign'] = (id) => ({
      message: { kind: 'compile', id, type: job.type, isTried: job.isTried === true },
      body: [Buffer.from(job.source)],
      source: () => Promise.reject(new Error('compiling needs no other source')),
    })
    const key = `${job.teamId} ${sourceHash(job.type, job.source)}`
    const more = { digest: () => '', bytes: job.source.length, parts: [], job: 'compile' } as const
    return this.#enter({ teamId: job.teamId, key, ...more, assign, signal }) as Promise<Compiled | Failure>
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
    for (const ticket of this.#queue.remove(() => true)) this.#finish(ticket, this.#overloaded())
    await this.#crew.close()
  }

  // Jobs

  isOverloaded(): boolean {
    return this.#admission.isOverloaded()
  }

  isRefusing(teamId: string): boolean {
    return this.#admission.isOverloaded() && this.#isTooLong({ teamId, msGuess: this.#admission.msMean, isLong: false })
  }

  refusal(teamId: string, part?: PartEstimate): Overloaded | undefined {
    const msRefused = this.#deathBudget.msRefused(teamId)
    if (msRefused > 0) return overloadedFor(msRefused)
    if (part !== undefined) {
      const expected = this.#expect([{ key: `${teamId} ${part.hash}`, bytes: part.bytes }])
      if (expected.isLong)
        return this.#admission.isOverloadedWithLong() && this.#isTooLong({ teamId, ...expected }) ? this.#refuse(expected) : undefined
    }
    return this.isRefusing(teamId) ? this.refuse() : undefined
  }

  refuse(): Overloaded {
    return this.#refuse({ msGuess: this.#admission.msMean, isLong: false })
  }

  #refuse(expected: Expected): Overloaded {
    this.#admission.arrive(expected)
    return this.#overloaded()
  }

  #expect(parts: readonly Load[]): Expected {
    return { msGuess: this.#admission.guess(parts), isLong: this.#admission.isLong(parts) }
  }

  #enter(wanted: Wanted): Promise<Outcome | Streaming> {
    if (this.#quarantine.isRefused(wanted.key, wanted.digest)) return Promise.resolve({ kind: 'quarantined' })
    const msRefused = this.#deathBudget.msRefused(wanted.teamId)
    if (msRefused > 0) return Promise.resolve(overloadedFor(msRefused))
    if (wanted.signal.aborted) return Promise.resolve({ kind: 'cancelled' })
    const { parts, bytes } = wanted
    const ticket = new Ticket(wanted, this.#expect(parts), this.#now(), () => this.#leave(ticket))
    this.#bytes += bytes
    this.#lanes.arrive(ticket)
    if (
      this.#isClosed ||
      this.#crew.isDown() ||
      this.#bytes > MOST_BYTES ||
      !this.#admits(ticket) ||
      !this.#queue.push(wanted.teamId, ticket)
    ) {
      this.#finish(ticket, this.#overloaded())
    } else this.#pump()
    return ticket.outcome
  }

  /** What waits is forgotten when its caller goes; what is being rendered may end. */
  #leave(ticket: Ticket): void {
    if (ticket.process !== undefined) this.#breakOff(ticket, ticket.process, 'cancelled')
    else for (const waiting of this.#queue.remove((other) => other === ticket)) this.#finish(waiting, { kind: 'cancelled' })
  }

  #breakOff(ticket: Ticket, process: RenderProcess, reason: StopReason): void {
    ticket.isEnding = true
    process.breakOff(reason)
    ticket.callOff.push(this.#after(MS_TO_END[reason], () => process.kill(reason === 'timeout' ? 'deadline' : reason)))
  }

  #finish(ticket: Ticket, outcome: Outcome): void {
    const { bytes, job } = ticket.wanted
    this.#bytes -= bytes
    const ms = this.#now() - ticket.queuedAt
    this.#options.onEvent?.({
      kind: 'done',
      job,
      outcome: outcome.kind,
      ms,
      msWaited: (ticket.startedAt ?? ticket.queuedAt + ms) - ticket.queuedAt,
    })
    ticket.finish(outcome)
  }

  #admits(ticket: Ticket): boolean {
    this.#admission.arrive(ticket)
    const before = this.#wasOverloaded
    const present = { short: this.#admission.isOverloaded(), all: this.#admission.isOverloadedWithLong() }
    if (present.short && !before.short) this.#shed((ticket) => !ticket.isLong)
    if (present.all && !before.all) this.#shed((ticket) => ticket.isLong)
    this.#wasOverloaded = present
    return !(ticket.isLong ? present.all : present.short) || !this.#isTooLong(ticket)
  }

  /**
   * Long jobs are no hindrance to short ones. A team that has little waiting is not refused for what others have waiting, unless it would wait for
   * twice as long as one that is alone.
   */
  #isTooLong({ teamId, msGuess, isLong }: Expected & { readonly teamId: string }): boolean {
    let ahead = 0
    let own = 0
    for (const ticket of this.#queue.ahead(teamId)) {
      if (ticket.isLong && !isLong) continue
      ahead += ticket.msGuess
      if (ticket.teamId === teamId) own += ticket.msGuess
    }
    const most = this.#admission.mostAhead(msGuess)
    return ahead > most * PATIENCE.beside || (ahead > most && own > most * PATIENCE.own)
  }

  /** What waits would all be late by the time it is seen that too much of its kind arrives: those who came last hear of it at once. */
  #shed(isOfKind: (ticket: Ticket) => boolean): void {
    const late = new Set<Ticket>()
    const ahead = { long: 0, short: 0 }
    for (const ticket of this.#queue.inOrder()) {
      const before = ticket.isLong ? ahead.long + ahead.short : ahead.short
      if (isOfKind(ticket) && before > this.#admission.mostAhead(ticket.msGuess)) late.add(ticket)
      else ahead[ticket.isLong ? 'long' : 'short'] += ticket.msGuess
    }
    for (const ticket of this.#queue.remove((ticket) => late.has(ticket))) this.#finish(ticket, this.#overloaded())
  }

  #pump(): void {
    for (;;) {
      const mayGo = this.#crew.isAnyFree() ? this.#lanes.opening() : undefined
      const ticket =
        mayGo && (this.#queue.shift((ticket) => mayGo(ticket) && !this.#deathBudget.isSpent(ticket.teamId)) ?? this.#queue.shift(mayGo))
      const process = ticket && this.#crew.free({ isForLong: ticket.isLong, isCalm: this.#queue.size === 0 })
      if (process === undefined || ticket === undefined) break
      void this.#dispatch(process, ticket)
    }
    this.#lanes.balance(({ process }, isStanding) => {
      if (process !== undefined) this.#crew.stand(process, isStanding)
    })
  }

  async #dispatch(process: RenderProcess, ticket: Ticket): Promise<void> {
    const { parts, job, assign } = ticket.wanted
    ticket.startedAt ??= this.#now()
    ticket.process = process
    ticket.callOff.push(this.#after(this.#options.msDeadline, () => this.#breakOff(ticket, process, 'timeout')))
    this.#lanes.start(ticket)
    this.#crew.watch(process)
    try {
      const { message, body, source } = assign(this.#nextId++)
      const onPiece = (bytes: Uint8Array): boolean => ticket.push(bytes, () => process.resume())
      const reply = await process.run({ message, body, source, onPiece })
      const ms = this.#stop(ticket)
      if (job !== 'compile' && saysHowLong(reply)) this.#admission.learn(parts, { ms, isWarm: this.#crew.isWarm(process) })
      this.#settle(ticket, reply)
    } catch (error) {
      this.#stop(ticket)
      this.#bytes -= ticket.wanted.bytes
      ticket.fail(error)
    } finally {
      this.#crew.release(process)
    }
  }

  /** Nothing works at it any more; it may be tried again at once. Gives how long something did. */
  #stop(ticket: Ticket): number {
    // Its answer may have been on its way.
    ticket.process?.stand(false)
    ticket.process = undefined
    for (const callOff of ticket.callOff.splice(0)) callOff()
    return this.#lanes.end(ticket)
  }

  #settle(ticket: Ticket, reply: Reply): void {
    if ('death' in reply) return this.#mourn(ticket, reply.death)
    const { message, body } = reply
    if (message.kind === 'rendered') {
      const { pages, warningCount, warnings } = message
      this.#finish(ticket, { kind: 'rendered', pdf: body, pages, warningCount, warnings })
    } else if (message.kind === 'compiled')
      this.#finish(ticket, { kind: 'compiled', variables: message.variables, warnings: message.warnings })
    else this.#finish(ticket, message.failure)
  }

  /** Decides what a process's death means for the job it had. */
  #mourn(ticket: Ticket, death: Death): void {
    if (isByJob(death)) this.#countDeath(ticket.teamId)
    if (death.kind === 'killed') {
      if (death.reason === 'deadline' || death.reason === 'cpu') return this.#finish(ticket, { kind: 'timeout' })
      if (death.reason === 'cancelled') return this.#finish(ticket, { kind: 'cancelled' })
      if (death.reason === 'closed') return this.#finish(ticket, this.#overloaded())
    }
    const isOutside = death.kind === 'outside' || (death.kind === 'killed' && death.reason === 'recycled')
    const isMemory = death.kind === 'heap' || (death.kind === 'killed' && death.reason === 'memory')
    if (!isOutside) this.#quarantine.blame(ticket.wanted.key, ticket.wanted.digest)
    if (isMemory) return this.#finish(ticket, { kind: 'memory' })
    if (ticket.wanted.signal.aborted) return this.#finish(ticket, { kind: 'cancelled' })
    const msRefused = this.#deathBudget.msRefused(ticket.teamId)
    if (msRefused > 0 && ticket.attempts === 0) return this.#finish(ticket, overloadedFor(msRefused))
    if (!ticket.hasBegun && ticket.attempts++ === 0) {
      this.#options.onEvent?.({ kind: 'retry' })
      this.#queue.putBack(ticket.teamId, ticket)
      this.#pump()
    } else this.#finish(ticket, isOutside ? this.#overloaded() : { kind: 'quarantined' })
  }

  /** What waits of a team that has spent its budget is refused with it. */
  #countDeath(teamId: string): void {
    this.#deathBudget.count(teamId)
    const msRefused = this.#deathBudget.msRefused(teamId)
    if (msRefused === 0) return
    for (const ticket of this.#queue.remove((ticket) => ticket.teamId === teamId)) this.#finish(ticket, overloadedFor(msRefused))
  }

  #overloaded(): Overloaded {
    const ms = ((this.#queue.size + 1) * (this.#admission.msMean || MS_UNKNOWN)) / this.#options.children
    return { kind: 'overloaded', secondsToWait: Math.min(30, Math.max(1, Math.ceil(ms / 1000))) }
  }

  #refuseLate(): void {
    const before = this.#now() - MS_QUEUE
    for (const ticket of this.#queue.remove((ticket) => ticket.queuedAt < before)) this.#finish(ticket, this.#overloaded())
  }
}

function overloadedFor(ms: number): Overloaded {
  return { kind: 'overloaded', secondsToWait: Math.ceil(ms / 1000), reason: 'renderings of this team have stopped too many processes' }
}

/** A job that had to be stopped for its time would have taken longer still. */
function saysHowLong(reply: Reply): boolean {
  if ('death' in reply) return reply.death.kind === 'killed' && (reply.death.reason === 'deadline' || reply.death.reason === 'cpu')
  return reply.message.kind !== 'failed' || reply.message.failure.kind !== 'cancelled'
}
