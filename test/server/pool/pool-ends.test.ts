// How renderings end that are not to go on: at deadlines and budgets, and when their caller has gone.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { childPids } from '../support/children.ts'
import { closedGate } from '../support/gate.ts'
import { closeOpen, deaths, ENDLESS, FOREVER, isUp, jobOf, killChildren, start, timers, waits } from '../support/pool-bench.ts'
import { until } from '../support/until.ts'

const pool = suite('pool: ends')

pool.after.each(closeOpen)

pool('a hang ends at the deadline, without a second try', async () => {
  const { after, pending } = timers()
  const bench = await start({ msDeadline: 7000, after })
  const hang = bench.render(FOREVER)
  assert.equal(waits(pending), [7000])
  pending[0]!.call()
  // It is asked first.
  assert.equal(waits(pending), [7000, 200])
  assert.equal(deaths(bench.events), [])
  pending[1]!.call()
  assert.is((await hang).kind, 'timeout')
  assert.equal(deaths(bench.events), ['deadline'])
  assert.equal(waits(pending), [])
  await isUp(bench)
  // Slowness alone does not put a template into quarantine.
  const again = bench.render(FOREVER)
  pending[0]!.call()
  pending[1]!.call()
  assert.is((await again).kind, 'timeout')
  await isUp(bench)
  assert.equal(waits(pending), [])
})

pool('a processor budget ends what burns on', async () => {
  const bench = await start({ cpuSeconds: 0.5 })
  assert.is((await bench.render(FOREVER)).kind, 'timeout')
  assert.equal(deaths(bench.events), ['cpu'])
})

pool('a document that has pages enough is given up between two, and its process kept', async () => {
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

pool('a processor budget is such a reason too', async () => {
  const bench = await start({ cpuSeconds: 0.3, heapMb: 512, memoryBytes: 2 ** 31 })
  const pids = childPids()
  assert.is((await bench.render(ENDLESS)).kind, 'timeout')
  await isUp(bench)
  assert.equal(childPids(), pids)
})

pool('a document that nobody reads any more is given up though it waits for a reader', async () => {
  const { after, pending } = timers()
  const bench = await start({ after, child: { pages: 100, rows: 1000, outputBytes: 2 ** 40, wholeBytes: 1 } })
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

pool('memory beyond the budget ends the process', async () => {
  const bench = await start({ memoryBytes: 400 * 2 ** 20 })
  assert.is((await bench.render({ hoard: 1 })).kind, 'memory')
  assert.equal(deaths(bench.events), ['memory'])
  await isUp(bench)
})

pool('who hangs up while waiting is forgotten', async () => {
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

pool('who hangs up during a long rendering frees the process after a moment', async () => {
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

pool('who hangs up during a short rendering leaves the process to its end', async () => {
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

pool('what nobody waits for is not tried again', async () => {
  const bench = await start()
  const gone = new AbortController()
  const job = bench.render(FOREVER, { signal: gone.signal })
  gone.abort()
  killChildren()
  assert.is((await job).kind, 'cancelled')
  assert.equal(deaths(bench.events), ['outside'])
  assert.not.ok(bench.events.some(({ kind }) => kind === 'retry'))
})

pool.run()
