// Jobs that are stopped: at deadlines and budgets, and when their caller has gone.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { childPids } from '../support/children.ts'
import { closedGate } from '../support/gate.ts'
import { closeOpen, deaths, ENDLESS, FOREVER, isUp, jobOf, killChildren, start, timers, waits } from '../support/pool-bench.ts'
import { until } from '../support/until.ts'

const pool = suite('pool: jobs that are stopped')

pool.after.each(closeOpen)

pool('a hang ends at the deadline, without a retry', async () => {
  const { after, pending } = timers()
  const bench = await start({ msDeadline: 7000, after })
  const hang = bench.render(FOREVER)
  assert.equal(waits(pending), [7000])
  pending[0]!.call()
  // It is asked to stop first.
  assert.equal(waits(pending), [7000, 200])
  assert.equal(deaths(bench.events), [])
  pending[1]!.call()
  assert.is((await hang).kind, 'timeout')
  assert.equal(deaths(bench.events), ['deadline'])
  assert.equal(waits(pending), [])
  await isUp(bench)
  // Slowness alone does not quarantine a template.
  const again = bench.render(FOREVER)
  pending[0]!.call()
  pending[1]!.call()
  assert.is((await again).kind, 'timeout')
  await isUp(bench)
  assert.equal(waits(pending), [])
})

pool('a job beyond its processor budget is killed', async () => {
  const bench = await start({ cpuSeconds: 0.5 })
  assert.is((await bench.render(FOREVER)).kind, 'timeout')
  assert.equal(deaths(bench.events), ['cpu'])
})

pool('a document that passes the deadline is stopped between two pages, and its worker kept', async () => {
  const { after, pending } = timers()
  const bench = await start({ msDeadline: 7000, after, heapMb: 512, memoryBytes: 2 ** 31 })
  const pids = childPids()
  const late = bench.render(ENDLESS)
  await until(() => bench.renderer.health().busy === 1)
  pending[0]!.call()
  assert.is((await late).kind, 'timeout')
  const gone = new AbortController()
  const left = bench.render(ENDLESS, { signal: gone.signal })
  gone.abort()
  assert.is((await left).kind, 'cancelled')
  assert.equal(waits(pending), [])
  await isUp(bench)
  assert.equal(deaths(bench.events), [])
  assert.equal(childPids(), pids)
})

pool('a document beyond its processor budget is stopped likewise', async () => {
  const bench = await start({ cpuSeconds: 0.3, heapMb: 512, memoryBytes: 2 ** 31 })
  const pids = childPids()
  assert.is((await bench.render(ENDLESS)).kind, 'timeout')
  await isUp(bench)
  assert.equal(childPids(), pids)
})

pool('a document whose reader has gone is stopped although its worker is paused', async () => {
  const { after, pending } = timers()
  const bench = await start({ after, limits: { pages: 100, rows: 1000, outputBytes: 2 ** 40, wholeBytes: 1 } })
  const pids = childPids()
  const gone = new AbortController()
  const streaming = await bench.renderer.render({ ...jobOf('a', 'Hello', ENDLESS), mayStream: true }, gone.signal)
  assert.is(streaming.kind, 'streaming')
  gone.abort()
  await until(() => bench.renderer.health().busy === 0)
  assert.equal(waits(pending), [])
  await isUp(bench)
  assert.equal(childPids(), pids)
})

pool('a worker beyond its memory budget is killed', async () => {
  const bench = await start({ memoryBytes: 400 * 2 ** 20 })
  assert.is((await bench.render({ hoard: 1 })).kind, 'memory')
  assert.equal(deaths(bench.events), ['memory'])
  await isUp(bench)
})

pool('a queued job is removed when its caller hangs up', async () => {
  const bench = await start()
  const gone = new AbortController()
  const { gate, open } = closedGate()
  const first = bench.render({ gate })
  const second = bench.render({ gate }, { signal: gone.signal })
  gone.abort()
  assert.is((await second).kind, 'cancelled')
  open()
  assert.is((await first).kind, 'rendered')
  assert.equal(deaths(bench.events), [])
})

pool('a worker is killed a moment after the caller of its long job hung up', async () => {
  const { after, pending } = timers()
  const bench = await start({ msDeadline: 7000, after })
  const gone = new AbortController()
  const long = bench.render(FOREVER, { signal: gone.signal })
  gone.abort()
  assert.equal(waits(pending), [7000, 1500])
  assert.equal(deaths(bench.events), [])
  pending[1]!.call()
  assert.is((await long).kind, 'cancelled')
  assert.equal(waits(pending), [])
  await isUp(bench)
  assert.equal(deaths(bench.events), ['cancelled'])
})

pool('a short job runs to its end after its caller hung up', async () => {
  const { after, pending } = timers()
  const bench = await start({ after })
  for (let i = 0; i < 5; i++) {
    const gone = new AbortController()
    const short = bench.render({ name: 'x' }, { signal: gone.signal })
    gone.abort()
    assert.is((await short).kind, 'rendered')
  }
  assert.equal(waits(pending), [])
  await isUp(bench)
  assert.equal(deaths(bench.events), [])
})

pool('a job whose caller hung up is not retried', async () => {
  const bench = await start()
  const gone = new AbortController()
  const job = bench.render(FOREVER, { signal: gone.signal })
  gone.abort()
  killChildren()
  assert.is((await job).kind, 'cancelled')
  assert.equal(deaths(bench.events), ['external-signal'])
  assert.not.ok(bench.events.some(({ kind }) => kind === 'retry'))
})

pool.run()
