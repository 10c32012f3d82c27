// Which jobs may start beside long ones and which are suspended, by a clock that the test advances.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { JobScheduler, type ScheduledJob, type SchedulerOptions } from '../../../server/pool/scheduler.ts'

const schedulers = suite('job scheduler')
const short = (teamId = 'a'): ScheduledJob => ({ teamId, isLong: false, isStopping: false })
const long = (teamId = 'a'): ScheduledJob => ({ teamId, isLong: true, isStopping: false })

interface Bench {
  readonly scheduler: JobScheduler<ScheduledJob>
  /** Starts as many of these jobs as are admissible; returns their kinds in order. */
  start(...jobs: ScheduledJob[]): string
  /** Rebalances; returns which of these jobs are suspended. */
  suspended(...jobs: ScheduledJob[]): boolean[]
  advance(ms: number): void
}

function bench(workers: number, spares: number, beside: Pick<SchedulerOptions, 'processors' | 'othersRunning'> = {}): Bench {
  let now = 0
  const scheduler = new JobScheduler<ScheduledJob>({ workers, spares, ...beside, isLongTime: (ms) => ms > 250, now: () => now })
  const suspendedNow = new Set<ScheduledJob>()
  const start = (...jobs: ScheduledJob[]): string => {
    const waiting = [...jobs]
    let started = ''
    for (const job of jobs) scheduler.arrive(job)
    for (;;) {
      const isAdmissible = scheduler.admissible()
      const at = isAdmissible === undefined ? -1 : waiting.findIndex(isAdmissible)
      if (at < 0) return started
      const [job] = waiting.splice(at, 1)
      scheduler.start(job!)
      started += job!.isLong ? 'L' : 's'
    }
  }
  const suspended = (...jobs: ScheduledJob[]): boolean[] => {
    scheduler.rebalance((job, isSuspended) => (isSuspended ? suspendedNow.add(job) : suspendedNow.delete(job)))
    return jobs.map((job) => suspendedNow.has(job))
  }
  return { scheduler, start, suspended, advance: (ms) => void (now += ms) }
}

schedulers('long jobs leave a worker to short ones, and a spare runs for each that they hold', () => {
  assert.is(bench(2, 0).start(long(), long(), long(), short(), short()), 'Ls')
  assert.is(bench(2, 1).start(long(), long(), long(), short(), short(), short()), 'Lss')
  assert.is(bench(4, 1).start(long(), long(), long(), long(), short(), short(), short()), 'LLLss')
  assert.is(bench(4, 2).start(long(), short(), short(), short(), short(), short()), 'Lssss')
})

schedulers('short jobs alone get all workers and no spare', () => {
  assert.is(bench(2, 1).start(short(), short(), short(), short()), 'ss')
})

schedulers('jobs that were expected to be short are found when they turn out to be long', () => {
  const { scheduler, start, advance } = bench(2, 1)
  const job = short()
  start(long(), job)
  advance(200)
  assert.equal(scheduler.foundLong(), [])
  advance(100)
  assert.equal(scheduler.foundLong(), [{ job, ms: 300 }])
})

schedulers('a single worker takes long jobs too; the spare then takes the short ones', () => {
  assert.is(bench(1, 0).start(long(), short()), 'L')
  assert.is(bench(1, 1).start(long(), long(), short(), short()), 'Ls')
})

schedulers('while no short jobs arrive, long ones get all workers and no spare', () => {
  const { scheduler, start, advance } = bench(2, 1)
  const first = short()
  start(first)
  scheduler.end(first)
  assert.is(start(long(), long()), 'L')
  advance(10_000)
  assert.is(start(long(), long()), 'L')
})

schedulers('a job that was estimated short and runs on counts as long', () => {
  const { start, advance } = bench(2, 1)
  assert.is(start(short(), short(), short()), 'ss')
  advance(251)
  assert.is(start(short(), short()), 's')
})

schedulers('the last slot for a long job is reserved for a team that runs none, where jobs of several teams arrive', () => {
  assert.is(bench(4, 1).start(short('a'), long('a'), long('a'), long('a')), 'sLLL')
  const { scheduler, start } = bench(4, 1)
  scheduler.arrive(short('b'))
  assert.is(start(short('a'), long('a'), long('a'), long('a')), 'sLL')
  assert.is(start(long('a'), long('b')), 'L')
})

schedulers('the last slot is reserved as long as a job of another team is expected', () => {
  const { scheduler, start, advance } = bench(4, 1)
  scheduler.arrive(short('b'))
  assert.is(start(long('a'), long('a'), long('a')), 'LL')
  advance(9000)
  scheduler.arrive(short('a'))
  assert.is(start(long('a')), '')
  advance(1000)
  assert.is(start(long('a')), 'L')
})

schedulers('a long job is suspended while short ones run on every processor', () => {
  const { scheduler, start, suspended } = bench(2, 1)
  const [slow, first, second] = [long(), short(), short()]
  start(slow, first)
  assert.equal(suspended(slow, first), [false, false])
  start(second)
  assert.equal(suspended(slow, first, second), [true, false, false])
  scheduler.end(first)
  assert.equal(suspended(slow, second), [false, false])
})

schedulers('a spare alone is enough for short jobs where there is one processor', () => {
  const { scheduler, start, suspended } = bench(1, 1)
  const [slow, quick] = [long(), short()]
  start(slow, quick)
  assert.equal(suspended(slow, quick), [true, false])
  scheduler.end(quick)
  assert.equal(suspended(slow), [false])
})

schedulers('of several long jobs the one that has run longest is suspended', () => {
  const { start, suspended, advance } = bench(2, 1)
  const [older, younger] = [short(), short()]
  start(older)
  advance(100)
  start(younger)
  advance(300)
  start(short())
  assert.equal(suspended(older, younger), [true, false])
  // It is suspended; the other runs, and has run longer by then.
  advance(150)
  assert.equal(suspended(older, younger), [false, true])
})

schedulers('a long job gets a quarter of a worker under any load', () => {
  const { scheduler, start, suspended, advance } = bench(2, 1)
  const slow = long()
  start(slow)
  let msRun = 0
  let quick = [short(), short()]
  start(...quick)
  for (let ms = 0; ms < 60_000; ms += 3) {
    const [isSuspended] = suspended(slow)
    advance(3)
    if (isSuspended === false) msRun += 3
    // Two more short jobs, in place of those.
    for (const job of quick) scheduler.end(job)
    quick = [short(), short()]
    assert.is(start(...quick), 'ss')
  }
  assert.ok(msRun >= 60_000 / 4 - 100 && msRun < 60_000 / 4 + 400, String(msRun))
  assert.ok(Math.abs(scheduler.end(slow) - msRun) <= 3)
})

schedulers('a long job is suspended for a fifth of a second at a time at the most, and not again at once', () => {
  const { start, suspended, advance } = bench(2, 1)
  const slow = long()
  start(slow, short(), short())
  const steps: number[] = [0]
  let was = suspended(slow)[0]
  assert.is(was, true)
  for (let ms = 0; ms < 1500; ms++) {
    advance(1)
    const is = suspended(slow)[0]
    if (is === was) steps.push(steps.pop()! + 1)
    else steps.push(0)
    was = is
    // The two short ones count as long from 251 ms: until then it waits for them.
    if (ms > 240) break
  }
  // 200 ms of suspension owe 200 / 4 = 50; from then on it runs.
  assert.equal([steps[0], steps.length], [199, 2])
})

schedulers('a job that ended is forgotten, suspended or not, and its time of suspension is not counted', () => {
  const { scheduler, start, suspended, advance } = bench(2, 1)
  const slow = long()
  start(slow)
  advance(40)
  start(short(), short())
  suspended(slow)
  advance(100)
  assert.is(scheduler.end(slow), 40)
  assert.equal(suspended(slow), [true])
  assert.is(scheduler.end(slow), 0)
})

schedulers('jobs beside those of others are suspended while the others leave but one processor, but for a quarter of the time', () => {
  let others = 0
  const { scheduler, start, suspended, advance } = bench(1, 1, { processors: 3, othersRunning: () => others })
  const preview = short()
  assert.is(start(preview), 's')
  assert.equal(suspended(preview), [false])
  others = 1
  assert.equal(suspended(preview), [false])
  others = 2
  assert.equal(suspended(preview), [true])
  others = 1
  assert.equal(suspended(preview), [false])
  others = 2
  let msRun = 0
  for (let i = 0; i < 400; i++) {
    if (!suspended(preview)[0]) msRun += 10
    advance(10)
  }
  assert.ok(msRun > 800 && msRun < 1200, String(msRun))
  assert.ok(scheduler.end(preview) > 800)
  assert.is(scheduler.running, 0)
})

schedulers('jobs beside those of others have all processors while no other runs', () => {
  let others = 0
  const { start, suspended } = bench(2, 0, { processors: 2, othersRunning: () => others })
  const previews = [short(), short()]
  for (const preview of previews) assert.is(start(preview), 's')
  assert.equal(suspended(...previews), [false, false])
  others = 1
  assert.equal(suspended(...previews), [true, true])
  others = 0
  assert.equal(suspended(...previews), [false, false])
})

schedulers.run()
