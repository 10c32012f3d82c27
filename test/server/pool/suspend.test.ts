// Workers with short jobs get the processors before those with long ones.
import { getPriority } from 'node:os'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createPool } from '../../../server/pool/pool.ts'
import type { Failure, Rendered, Renderer, Streaming } from '../../../server/pool/renderer.ts'
import { sourceHash } from '../../../server/store/source-hash.ts'
import { childPids, statesOf } from '../support/children.ts'
import { textOf } from '../support/pool-bench.ts'
import { FAKE_CHILD, testClock } from '../support/service.ts'
import { until } from '../support/until.ts'

const suspend = suite('suspend')

const SOURCE = 'Hello {{name}} from {{pid}}'
let renderer: Renderer | undefined

/** One worker, and so many spares. */
async function start(spares: number): Promise<Renderer> {
  renderer = createPool({
    ...{ script: FAKE_CHILD, heapMb: 128, workers: 1, spares, queue: 20, mostJobs: 1000 },
    ...{ msDeadline: 600_000, cpuSeconds: 600, memoryBytes: 2 ** 30, clock: testClock() },
    limits: { pages: 100, rows: 1000, outputBytes: 1_000_000, wholeBytes: 2_000_000 },
  })
  await until(() => renderer!.health().ready === 1 + spares)
  return renderer
}

function render(data: object, signal = new AbortController().signal): Promise<Rendered | Streaming | Failure> {
  const part = { hash: sourceHash('html', SOURCE), type: 'html', data: Buffer.from(JSON.stringify(data)) } as const
  return renderer!.render(
    { teamId: 'a', kind: 'render', parts: [part], isStrict: false, mayStream: false, source: async () => SOURCE },
    signal,
  )
}

/** The index of the suspended worker; -1 when none is. */
const suspended = (): number => statesOf(childPids()).findIndex((state) => state.startsWith('T'))

suspend.after.each(async () => {
  await renderer?.close()
})

suspend('a long job is suspended while a short one has the only processor, resumed after it, and cancelled like any other', async () => {
  await start(1)
  for (let i = 0; i < 10; i++) await render({ name: 'x' })
  const caller = new AbortController()
  const long = render({ spin: 60_000 }, caller.signal)
  const other = render({ sleep: 60_000 }, caller.signal)
  await until(() => suspended() >= 0)
  const first = suspended()
  // The other turns out to be long as well: they take turns.
  await until(() => suspended() === 1 - first)
  caller.abort()
  assert.equal([(await long).kind, (await other).kind], ['cancelled', 'cancelled'])
  assert.is((await render({ name: 'x' })).kind, 'rendered')
  await until(() => suspended() < 0)
})

suspend('long jobs go to the same worker, whose priority is lowered', async () => {
  await start(1)
  const own = getPriority()
  const niceness = (): number[] => childPids().map((pid) => getPriority(pid) - own)
  // What is long depends on the mean, which many short ones keep low on a busy machine too.
  const shorts = async (): Promise<void> => {
    for (let i = 0; i < 10; i++) await render({ name: 'x' })
  }
  await shorts()
  assert.equal(niceness(), [0, 0])
  const long = { name: 'x', sleep: 800, filler: 'x'.repeat(300_000) }
  // The first of its size may be estimated short.
  for (let i = 0; i < 4; i++) {
    await render(long)
    await shorts()
  }
  assert.equal(niceness().sort(), [0, 5])
  const workerOf = async (data: object): Promise<string> => textOf(await render(data))
  assert.is(await workerOf(long), await workerOf(long))
  await shorts()
  assert.is.not(await workerOf({ name: 'x' }), await workerOf(long))
})

suspend.run()
