// Which jobs may start beside long ones and which stand still, by a clock that is moved by hand.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LaneJob, Lanes } from '../../../server/pool/scheduler.ts'

const lanes = suite('lanes')
const short = (teamId = 'a'): LaneJob => ({ teamId, isLong: false, isEnding: false })
const long = (teamId = 'a'): LaneJob => ({ teamId, isLong: true, isEnding: false })

interface Bench {
  readonly it: Lanes<LaneJob>
  /** Starts jobs as long as any of those that wait may; gives what runs. */
  start(...jobs: LaneJob[]): string
  /** Decides anew; gives which of these jobs stand still. */
  standing(...jobs: LaneJob[]): boolean[]
  advance(ms: number): void
}

function bench(children: number, spares: number): Bench {
  let now = 0
  const it = new Lanes<LaneJob>({ children, spares, isLongTime: (ms) => ms > 250, now: () => now })
  const still = new Set<LaneJob>()
  const start = (...jobs: LaneJob[]): string => {
    const waiting = [...jobs]
    let started = ''
    for (const job of jobs) it.arrive(job)
    for (;;) {
      const mayGo = it.opening()
      const at = mayGo === undefined ? -1 : waiting.findIndex(mayGo)
      if (at < 0) return started
      const [job] = waiting.splice(at, 1)
      it.start(job!)
      started += job!.isLong ? 'L' : 's'
    }
  }
  const standing = (...jobs: LaneJob[]): boolean[] => {
    it.balance((job, isStanding) => (isStanding ? still.add(job) : still.delete(job)))
    return jobs.map((job) => still.has(job))
  }
  return { it, start, standing, advance: (ms) => void (now += ms) }
}

lanes('long jobs leave a process to short ones, and a spare works for each that they hold', () => {
  assert.is(bench(2, 0).start(long(), long(), long(), short(), short()), 'Ls')
  assert.is(bench(2, 1).start(long(), long(), long(), short(), short(), short()), 'Lss')
  assert.is(bench(4, 1).start(long(), long(), long(), long(), short(), short(), short()), 'LLLss')
  assert.is(bench(4, 2).start(long(), short(), short(), short(), short(), short()), 'Lssss')
})

lanes('short jobs alone have what there is and no spare', () => {
  assert.is(bench(2, 1).start(short(), short(), short(), short()), 'ss')
})

lanes('a single process takes long ones too; the spare then has the short ones', () => {
  assert.is(bench(1, 0).start(long(), short()), 'L')
  assert.is(bench(1, 1).start(long(), long(), short(), short()), 'Ls')
})

lanes('where no short ones come, long ones have everything, and no spare', () => {
  const { it, start, advance } = bench(2, 1)
  const first = short()
  start(first)
  it.end(first)
  assert.is(start(long(), long()), 'L')
  advance(10_000)
  assert.is(start(long(), long()), 'L')
})

lanes('a job that was thought short and runs on counts as long', () => {
  const { start, advance } = bench(2, 1)
  assert.is(start(short(), short(), short()), 'ss')
  advance(251)
  assert.is(start(short(), short()), 's')
})

lanes('the last place for a long job is for a team that has none, where several teams come', () => {
  assert.is(bench(4, 1).start(short('a'), long('a'), long('a'), long('a')), 'sLLL')
  const { it, start } = bench(4, 1)
  it.arrive(short('b'))
  assert.is(start(short('a'), long('a'), long('a'), long('a')), 'sLL')
  assert.is(start(long('a'), long('b')), 'L')
})

lanes('the last place is kept for as long as another team may come', () => {
  const { it, start, advance } = bench(4, 1)
  it.arrive(short('b'))
  assert.is(start(long('a'), long('a'), long('a')), 'LL')
  advance(9000)
  it.arrive(short('a'))
  assert.is(start(long('a')), '')
  advance(1000)
  assert.is(start(long('a')), 'L')
})

lanes('a long job stands still while short ones have a process for each processor', () => {
  const { it, start, standing } = bench(2, 1)
  const [slow, first, second] = [long(), short(), short()]
  start(slow, first)
  assert.equal(standing(slow, first), [false, false])
  start(second)
  assert.equal(standing(slow, first, second), [true, false, false])
  it.end(first)
  assert.equal(standing(slow, second), [false, false])
})

lanes('a spare alone is enough for short jobs where there is one processor', () => {
  const { it, start, standing } = bench(1, 1)
  const [slow, quick] = [long(), short()]
  start(slow, quick)
  assert.equal(standing(slow, quick), [true, false])
  it.end(quick)
  assert.equal(standing(slow), [false])
})

lanes('of several long jobs the one that ran for longest stands still', () => {
  const { start, standing, advance } = bench(2, 1)
  const [older, younger] = [short(), short()]
  start(older)
  advance(100)
  start(younger)
  advance(300)
  start(short())
  assert.equal(standing(older, younger), [true, false])
  // It stands; the other goes on, and has had more by then.
  advance(150)
  assert.equal(standing(older, younger), [false, true])
})

lanes('whatever comes, a long job gets a quarter of a process', () => {
  const { it, start, standing, advance } = bench(2, 1)
  const slow = long()
  start(slow)
  let msRun = 0
  let quick = [short(), short()]
  start(...quick)
  for (let ms = 0; ms < 60_000; ms += 3) {
    const [isStanding] = standing(slow)
    advance(3)
    if (isStanding === false) msRun += 3
    // Two short jobs again, in the place of the two before.
    for (const job of quick) it.end(job)
    quick = [short(), short()]
    assert.is(start(...quick), 'ss')
  }
  assert.ok(msRun >= 60_000 / 4 - 100 && msRun < 60_000 / 4 + 400, String(msRun))
  assert.ok(Math.abs(it.end(slow) - msRun) <= 3)
})

lanes('it is never made to wait for longer than a fifth of a second at a time, nor is it stopped at once again', () => {
  const { start, standing, advance } = bench(2, 1)
  const slow = long()
  start(slow, short(), short())
  const steps: number[] = [0]
  let was = standing(slow)[0]
  assert.is(was, true)
  for (let ms = 0; ms < 1500; ms++) {
    advance(1)
    const is = standing(slow)[0]
    if (is === was) steps.push(steps.pop()! + 1)
    else steps.push(0)
    was = is
    // The two short ones turn out to be long at 251 ms: until then they are what it waits for.
    if (ms > 240) break
  }
  // 200 ms of standing owe 200 / 4 = 50; from then on it runs.
  assert.equal([steps[0], steps.length], [199, 2])
})

lanes('a job that ended is forgotten, standing or not, and what it stood is not counted', () => {
  const { it, start, standing, advance } = bench(2, 1)
  const slow = long()
  start(slow)
  advance(40)
  start(short(), short())
  standing(slow)
  advance(100)
  assert.is(it.end(slow), 40)
  assert.equal(standing(slow), [true])
  assert.is(it.end(slow), 0)
})

lanes.run()
