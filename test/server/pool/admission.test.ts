// Which jobs are admitted, by a clock that the test advances.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Admission, type PartLoad } from '../../../server/pool/admission.ts'

const load = (key: string, bytes = 1000): PartLoad => ({ key, bytes })

const WARM = { workers: 2, coldWorkers: (): number => 0 }

const admission = suite('admission')

/** Two workers, renderings of 10 ms by default: their capacity is 200 a second. */
function start(
  ms = 10,
  coldWorkers = WARM.coldWorkers,
): { it: Admission; advance: (ms: number) => void; arrive: (perSecond: number, ms: number) => boolean[] } {
  let now = 1_000_000
  const it = new Admission({ workers: 2, coldWorkers, now: () => now })
  for (let i = 0; i < 50; i++) it.learn([load('t')], { ms: ms, isWarm: true })
  const arrive = (perSecond: number, ms: number): boolean[] => {
    const seen: boolean[] = []
    for (const end = now + ms; now < end; now += 1000 / perSecond) {
      it.arrive({ msEstimate: it.estimate([load('t')]), isLong: false })
      seen.push(it.isOverloaded())
    }
    return seen
  }
  return { it, arrive, advance: (ms) => void (now += ms) }
}

admission('a load at capacity is never overload, however long it lasts', () => {
  const { arrive } = start()
  assert.not.ok(arrive(200, 60_000).includes(true))
})

admission('a burst is not overload', () => {
  const { arrive, advance } = start()
  for (let i = 0; i < 10; i++) {
    // Fifty, for which two workers need a quarter of a second.
    assert.not.ok(arrive(100_000, 0.5).includes(true))
    advance(2000)
  }
})

admission('twice the capacity is detected within half a second, ten times within a tenth, and both as long as they last', () => {
  for (const [factor, ms] of [
    [2, 500],
    [10, 100],
  ] as const) {
    const { arrive } = start()
    assert.ok(arrive(200 * factor, ms).includes(true), `${factor}`)
    arrive(200 * factor, 3000)
    assert.not.ok(arrive(200 * factor, 20_000).includes(false), `${factor}`)
  }
})

admission('twice the capacity of fast renderings is detected within a sixth of a second', () => {
  for (const ms of [2, 4, 6]) {
    const first = start(ms)
      .arrive(4000 / ms, 1000)
      .indexOf(true)
    assert.ok(first < 0.16 * (4000 / ms), `${ms}: ${first}`)
  }
})

admission('twice the capacity of slower renderings is detected when the backlog reaches a burst', () => {
  for (const ms of [20, 50, 200]) {
    const perSecond = (2 * 1000) / ms
    assert.not.ok(start(ms).arrive(perSecond, 60_000).includes(true), `${ms}`)
    const seen = start(ms).arrive(2 * perSecond, 60_000)
    // 50 more than are done: of a hundred that arrived, or a few more since the bucket drains a little faster than the workers render.
    const first = seen.indexOf(true)
    assert.ok(first > 90 && first < 110, `${ms}: ${first}`)
    assert.not.ok(seen.slice(first).includes(false), `${ms}`)
    // Fifty callers who start together are no overload.
    assert.not.ok(start(ms).arrive(1e6, 0.049).includes(true), `${ms}`)
  }
})

admission('JIT warm-up is not overload; load beyond it is', () => {
  let cold = 1
  const { it, arrive, advance } = start(10, () => cold)
  // 1.5 × brings 0.9 s of work a second more than drains; the bucket holds 0.5 + 8 s.
  assert.not.ok(arrive(300, 9000).includes(true))
  arrive(300, 4500)
  assert.ok(it.isOverloaded())
  advance(5000)
  assert.not.ok(it.isOverloaded())
  cold = 0.5
  assert.ok(arrive(300, 8000).at(-1))
  // Once the worker is warm, the bucket has its usual capacity.
  cold = 0
  advance(8000)
  assert.ok(arrive(400, 500).includes(true))
})

admission('no load is overload before a worker is warm, and the level of that time is dropped then', () => {
  const it = new Admission({ workers: 2, coldWorkers: () => 0, now: () => 0 })
  const arrive = (count: number): void => {
    for (let i = 0; i < count; i++) it.arrive({ msEstimate: it.estimate([load('t')]), isLong: false })
  }
  it.learn([load('t')], { ms: 100, isWarm: false })
  arrive(400)
  assert.not.ok(it.isOverloaded() || it.isOverloadedWithLong())
  it.learn([load('t')], { ms: 10, isWarm: true })
  assert.not.ok(it.isOverloaded() || it.isOverloadedWithLong())
  arrive(60)
  assert.ok(it.isOverloaded() && it.isOverloadedWithLong())
})

admission('times of cold workers count only until those of warm ones are known', () => {
  const it = new Admission({ ...WARM, now: () => 0 })
  it.learn([load('t')], { ms: 60, isWarm: false })
  it.learn([load('t')], { ms: 20, isWarm: false })
  assert.is(it.estimate([load('t')]), 40)
  it.learn([load('t')], { ms: 5, isWarm: true })
  assert.is(it.estimate([load('t')]), 5)
  assert.is(it.msMean, 5)
  it.learn([load('t')], { ms: 60, isWarm: false })
  assert.is(it.estimate([load('t')]), 5)
  // The first document of a warm worker may be a slow one.
  const other = new Admission({ ...WARM, now: () => 0 })
  other.learn([load('t')], { ms: 20, isWarm: false })
  other.learn([load('slow')], { ms: 3000, isWarm: true })
  assert.is(other.msMean, 80)
  assert.ok(other.isLong([load('slow')]))
  // For a template that no warm worker has rendered they are all there is.
  it.learn([load('new')], { ms: 30, isWarm: false })
  assert.is(it.estimate([load('new')]), 30)
})

admission('a little overload is detected in seconds', () => {
  const { arrive } = start()
  // 1.2 × brings 2.4 s of work a second, of which 2 · 1.05 drain: after 1.7 s the level is above 0.5 s.
  assert.ok(arrive(240, 5000).at(-1))
})

admission('overload ends once the bucket has drained', () => {
  const { it, arrive, advance } = start()
  arrive(2000, 5000)
  assert.ok(it.isOverloaded())
  advance(4000)
  assert.not.ok(it.isOverloaded())
  assert.not.ok(arrive(190, 5000).includes(true))
})

admission('time is learnt by template, and divided among the parts of a merge', () => {
  const { it } = start()
  for (let i = 0; i < 60; i++) it.learn([load('slow')], { ms: 500, isWarm: true })
  for (let i = 0; i < 60; i++) it.learn([load('a'), load('b')], { ms: 80, isWarm: true })
  assert.is(Math.round(it.estimate([load('t')])), 10)
  assert.is(Math.round(it.estimate([load('slow'), load('t')])), 510)
  assert.is(Math.round(it.estimate([load('a')])), 40)
  assert.is(it.estimate([load('never seen')]), 0)
})

admission('a slow rendering may wait longer than a fast one, and any for the noise', () => {
  const it = new Admission({ ...WARM, now: () => 0 })
  assert.is(it.msMostAhead(0), 2 * 12)
  for (let i = 0; i < 100; i++) it.learn([load('t')], { ms: 10, isWarm: true })
  assert.is(Math.round(it.msMostAhead(0)), 2 * 4 * 10)
  assert.is(it.msMostAhead(100), 2 * 4 * 100)
})

admission('a job much longer than the mean is long, and so is one with far more data than was measured', () => {
  const { it } = start()
  assert.not.ok(it.isLong([load('t')]))
  for (let i = 0; i < 3; i++) it.learn([load('t', 2_000_000)], { ms: 3000, isWarm: true })
  assert.ok(it.isLong([load('t', 2_000_000)]))
  assert.not.ok(it.isLong([load('t')]))
  for (let i = 0; i < 50; i++) it.learn([load('u')], { ms: 10, isWarm: true })
  assert.not.ok(it.isLong([load('u', 100_000)]))
  assert.ok(it.isLong([load('u', 5_000_000)]))
  it.learn([load('u', 5_000_000)], { ms: 30, isWarm: true })
  assert.not.ok(it.isLong([load('u', 5_000_000)]))
  // Of many short parts too.
  assert.ok(it.isLong(Array.from({ length: 50 }, () => load('t'))))
  assert.not.ok(it.isLong([load('never seen', 9_000_000)]))
})

admission('overload of long jobs does not refuse short ones', () => {
  const { it, arrive, advance } = start()
  // Four seconds of work a second, twice the capacity.
  for (let i = 0; i < 20; i++) {
    it.arrive({ msEstimate: 2000, isLong: true })
    assert.not.ok(arrive(100, 500).includes(true))
  }
  assert.ok(it.isOverloadedWithLong())
  assert.not.ok(it.isOverloaded())
  // Overload by short jobs alone refuses long ones too.
  advance(60_000)
  assert.not.ok(it.isOverloadedWithLong())
  arrive(400, 3000)
  assert.ok(it.isOverloaded() && it.isOverloadedWithLong())
})

admission('the wait is bounded', () => {
  const { it } = start()
  assert.is(it.msMostAhead(1000), 2 * 4 * 1000)
  assert.is(it.msMostAhead(3000), 2 * 5000)
})

admission('where all jobs take equally long, none is long', () => {
  const it = new Admission({ ...WARM, now: () => 0 })
  for (let i = 0; i < 50; i++) it.learn([load('t')], { ms: 2000, isWarm: true })
  assert.not.ok(it.isLong([load('t')]))
})

admission('one slow document does not make the mean slow', () => {
  const { it } = start()
  it.learn([load('t')], { ms: 30_000, isWarm: true })
  assert.ok(it.msMean < 15)
})

admission('one slow document, even the first, does not make its template long', () => {
  const { it } = start()
  it.learn([load('t')], { ms: 20_000, isWarm: true })
  assert.ok(it.estimate([load('t')]) < 15)
  assert.not.ok(it.isLong([load('t')]))
  it.learn([load('new')], { ms: 400, isWarm: true })
  for (let i = 0; i < 7; i++) it.learn([load('new')], { ms: 10, isWarm: true })
  assert.is(Math.round(it.estimate([load('new')])), 59) // (400 + 7 · 10) / 8
  assert.not.ok(it.isLong([load('new')]))
})

admission('a template whose first document is seen to take long is long, until that is done', () => {
  const { it } = start()
  const slow = [load('new')]
  it.learnRunning(slow, 300)
  assert.ok(it.isLong(slow))
  it.learnRunning(slow, 500)
  assert.is(it.estimate(slow), 500)
  assert.is(it.msMean, 10)
  it.learn(slow, { ms: 100, isWarm: true })
  assert.is(it.estimate(slow), 100)
  assert.not.ok(it.isLong(slow))
  // One of many that takes long says little of the others.
  it.learnRunning(slow, 900)
  assert.is(it.estimate(slow), 100)
  const unknown = new Admission({ workers: 2, coldWorkers: () => 2, now: () => 0 })
  unknown.learnRunning(slow, 300)
  assert.not.ok(unknown.isLong(slow))
})

admission('a template whose documents have all become slow is soon long', () => {
  const { it } = start()
  let count = 0
  for (; count < 50 && !it.isLong([load('t')]); count++) {
    it.learn([load('t')], { ms: 3000, isWarm: true })
    for (let i = 0; i < 9; i++) it.learn([load('other')], { ms: 10, isWarm: true })
  }
  // Three eighths more each time: 10 · 1.375 ^ 11 = 332, and 250 is long.
  assert.ok(count === 11, String(count))
})

admission('the number of keys is bounded', () => {
  const { it } = start()
  for (let i = 0; i < 20_000; i++) it.learn([load(`k${i}`)], { ms: 10, isWarm: true })
  const known = Array.from({ length: 20_000 }, (_, i) => it.estimate([load(`k${i}`)])).filter((ms) => ms > 0)
  assert.ok(known.length <= 5001)
})

admission.run()
