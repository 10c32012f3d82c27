// `node --import tsx bench/scheduler.ts`: what each part of the pool's scheduling is worth. The parts themselves (`server/pool/admission.ts`, `queue.ts`, `scheduler.ts`) run on a
// simulated clock, joined as in `server/pool/pool.ts`, and are taken out one by one: the machine decides nothing, so small differences mean something. Prints Markdown.
// Limits: workers are warm, a job takes the time that it asks for, and running jobs share the processors equally.
import { Admission, type PartLoad } from '../server/pool/admission.ts'
import { FairQueue } from '../server/pool/queue.ts'
import { JobScheduler, type ScheduledJob } from '../server/pool/scheduler.ts'
import { makeRandom } from './random.ts'

const PROCESSORS = 2
const WORKERS = 2
const SPARES = 2
const MS_SHORT = 5
const MS_LONG = 3000
const MS_RUN = 120_000
/** Until the means are known, and what long jobs are; and nobody waits any more who came before that. */
const MS_WARM = 20_000
/** As in the pool. */
const MS_SWEEP = 200
const MS_QUEUE = 10_000
const FAIR_SHARE = { own: 0.75, ahead: 2 }
const QUEUE = 1000

/** What is taken out. */
type Part = 'suspension' | 'spares' | 'long jobs kept apart' | 'turns of teams' | 'admission' | 'shedding' | 'learning from running jobs'

interface SimulatedJob extends ScheduledJob {
  isStopping: boolean
  readonly msEstimate: number
  readonly arrivedAt: number
  readonly msNeeded: number
  msLeft: number
}

interface Scenario {
  readonly name: string
  /** Load of short jobs, as a share of the processors, from `teams` teams in equal parts. */
  readonly short: number
  readonly teams: number
  /** Long jobs a second, all of one other team. */
  readonly longRate: number
  /** Load of short jobs by one more team. */
  readonly rush: number
  /** Counts what came while nothing was known of any job. */
  readonly isFromStart?: boolean
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'at 0.7', short: 0.7, teams: 10, longRate: 0, rush: 0 },
  { name: 'at 0.5, with long jobs of a team at 0.75', short: 0.5, teams: 10, longRate: 0.5, rush: 0 },
  { name: 'at 0.5, with long jobs of a team at 3', short: 0.5, teams: 10, longRate: 2, rush: 0 },
  { name: 'at 0.3, one team rushing at 1.5', short: 0.3, teams: 10, longRate: 0, rush: 1.5 },
  { name: 'at 0.5, with long jobs of a team at 3, from the start', short: 0.5, teams: 10, longRate: 2, rush: 0, isFromStart: true },
  { name: 'of 500 teams at 0.8, one more at 0.1', short: 0.8, teams: 500, longRate: 0, rush: 0.1 },
  { name: 'at 2', short: 2, teams: 10, longRate: 0, rush: 0 },
]

const PARTS: readonly (Part | undefined)[] = [
  undefined,
  'suspension',
  'spares',
  'long jobs kept apart',
  'turns of teams',
  'admission',
  'shedding',
  'learning from running jobs',
]

function isLongTime(ms: number): boolean {
  return ms > MS_LONG / 2
}

/** All short jobs are of one template, and all long ones of another. */
function partsOf(ms: number): readonly PartLoad[] {
  return [{ key: isLongTime(ms) ? 'long' : 'short', bytes: 1000 }]
}

class Simulation {
  readonly #scenario: Scenario
  readonly #without: Part | undefined
  readonly #queue = new FairQueue<SimulatedJob>(QUEUE)
  readonly #admission: Admission
  readonly #scheduler: JobScheduler<SimulatedJob>
  /** Jobs that run, and whether they are suspended. */
  readonly #running = new Map<SimulatedJob, boolean>()
  readonly #random = makeRandom(7)
  readonly #times: number[] = []
  readonly #msWarm: number
  #now = 0
  #asked = 0
  #longDone = 0
  #wasOverloaded = false

  constructor(scenario: Scenario, without: Part | undefined) {
    this.#scenario = scenario
    this.#without = without
    this.#msWarm = scenario.isFromStart === true ? 0 : MS_WARM
    const now = (): number => this.#now
    this.#admission = new Admission({ workers: WORKERS, coldWorkers: () => 0, now })
    const spares = without === 'spares' ? 0 : SPARES
    this.#scheduler = new JobScheduler({
      workers: WORKERS,
      spares,
      processors: PROCESSORS,
      isLongTime: (ms) => this.#admission.isLongTime(ms),
      now,
    })
  }

  run(): { readonly times: number[]; readonly asked: number; readonly longDone: number } {
    const { short, teams, longRate, rush } = this.#scenario
    const sources = [
      { rate: (short * PROCESSORS) / MS_SHORT, ms: MS_SHORT, team: () => `team ${Math.floor(this.#random() * teams)}` },
      { rate: longRate / 1000, ms: MS_LONG, team: () => 'long' },
      { rate: (rush * PROCESSORS) / MS_SHORT, ms: MS_SHORT, team: () => 'rush' },
    ].filter(({ rate }) => rate > 0)
    const next = sources.map(({ rate }) => this.#wait(rate))
    let sweep = MS_SWEEP
    while (this.#now < MS_RUN) {
      const arrival = Math.min(...next)
      const end = this.#nextEnd()
      this.#advance(Math.min(arrival, end.at, sweep))
      if (end.at <= this.#now && end.job !== undefined) this.#end(end.job)
      else if (arrival <= this.#now) {
        const i = next.indexOf(arrival)
        const { rate, ms, team } = sources[i]!
        next[i] = arrival + this.#wait(rate)
        this.#arrive(team(), ms)
      } else {
        sweep += MS_SWEEP
        if (this.#without !== 'learning from running jobs')
          for (const { job, ms } of this.#scheduler.foundLong()) this.#admission.learnRunning(partsOf(job.msNeeded), ms)
        const before = this.#now - MS_QUEUE
        this.#queue.remove(({ arrivedAt }) => arrivedAt < before)
      }
      this.#pump()
    }
    return { times: this.#times, asked: this.#asked, longDone: this.#longDone }
  }

  #wait(rate: number): number {
    return -Math.log(1 - this.#random()) / rate
  }

  /** How fast each job runs that is not suspended. */
  #speed(): number {
    let active = 0
    for (const isSuspended of this.#running.values()) if (!isSuspended) active++
    return Math.min(1, PROCESSORS / active)
  }

  #nextEnd(): { readonly at: number; readonly job?: SimulatedJob } {
    const speed = this.#speed()
    let found: { at: number; job?: SimulatedJob } = { at: Number.POSITIVE_INFINITY }
    for (const [job, isSuspended] of this.#running) {
      const at = this.#now + job.msLeft / speed
      if (!isSuspended && at < found.at) found = { at, job }
    }
    return found
  }

  #advance(to: number): void {
    const done = (to - this.#now) * this.#speed()
    for (const [job, isSuspended] of this.#running) if (!isSuspended) job.msLeft -= done
    this.#now = to
  }

  #arrive(teamId: string, ms: number): void {
    const isCounted = this.#now > this.#msWarm && ms === MS_SHORT && teamId !== 'rush'
    if (isCounted) this.#asked++
    const parts = partsOf(ms)
    const msNeeded = ms * (0.75 + this.#random() / 2)
    const estimate = { msEstimate: this.#admission.estimate(parts), isLong: this.#admission.isLong(parts) }
    const job: SimulatedJob = { ...estimate, teamId, isStopping: false, arrivedAt: this.#now, msNeeded, msLeft: msNeeded }
    this.#scheduler.arrive(job)
    if (this.#without !== 'admission' && !this.#admits(job)) return
    this.#queue.push(this.#lineOf(job), job)
  }

  #lineOf({ teamId }: SimulatedJob): string {
    return this.#without === 'turns of teams' ? '' : teamId
  }

  #admits(job: SimulatedJob): boolean {
    this.#admission.arrive(job)
    const isOverloaded = this.#admission.isOverloaded()
    if (isOverloaded && !this.#wasOverloaded && this.#without !== 'shedding') this.#shed()
    this.#wasOverloaded = isOverloaded
    return !(job.isLong ? this.#admission.isOverloadedWithLong() : isOverloaded) || !this.#waitsTooLong(job)
  }

  #waitsTooLong(job: SimulatedJob): boolean {
    let ahead = 0
    let own = 0
    for (const other of this.#queue.ahead(this.#lineOf(job))) {
      if (other.isLong && !job.isLong) continue
      ahead += other.msEstimate
      if (other.teamId === job.teamId) own += other.msEstimate
    }
    const most = this.#admission.msMostAhead(job.msEstimate)
    return ahead > most * FAIR_SHARE.ahead || (ahead > most && own > most * FAIR_SHARE.own)
  }

  #shed(): void {
    const late = new Set<SimulatedJob>()
    let ahead = 0
    for (const job of this.#queue.inOrder()) {
      if (job.isLong) continue
      if (ahead > this.#admission.msMostAhead(job.msEstimate)) late.add(job)
      else ahead += job.msEstimate
    }
    this.#queue.remove((job) => late.has(job))
  }

  #pump(): void {
    for (;;) {
      const job = this.#next()
      if (job === undefined) break
      this.#scheduler.start(job)
      this.#running.set(job, false)
    }
    if (this.#without !== 'suspension') this.#scheduler.rebalance((job, isSuspended) => this.#running.set(job, isSuspended))
  }

  #next(): SimulatedJob | undefined {
    if (this.#without === 'long jobs kept apart') return this.#running.size < WORKERS ? this.#queue.shift() : undefined
    const isAdmissible = this.#scheduler.admissible()
    return isAdmissible && this.#queue.shift(isAdmissible)
  }

  #end(job: SimulatedJob): void {
    this.#running.delete(job)
    const ms = this.#scheduler.end(job)
    this.#admission.learn(partsOf(job.msNeeded), { ms, isWarm: true })
    if (isLongTime(job.msNeeded)) this.#longDone++
    else if (job.arrivedAt > this.#msWarm && job.teamId !== 'rush') this.#times.push(this.#now - job.arrivedAt)
  }
}

for (const scenario of SCENARIOS) {
  console.log(`\nShort jobs ${scenario.name}:\n`)
  console.log(
    '| without | p50 ms | p99 ms | longest | answered, of the short jobs asked for | long jobs done |\n|---|---:|---:|---:|---:|---:|',
  )
  for (const without of PARTS) {
    const { times, asked, longDone } = new Simulation(scenario, without).run()
    times.sort((a, b) => a - b)
    const at = (share: number): string => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN).toFixed(0)
    console.log(`| ${without ?? 'nothing'} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${(times.length / asked).toFixed(2)} | ${longDone} |`)
  }
}
