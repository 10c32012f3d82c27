// Which rendering processes have the processors: those of short jobs before those of long ones.
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

const standingStill = suite('standing still')

const SOURCE = 'Hello {{name}} from {{pid}}'
let renderer: Renderer | undefined

/** One process, and so many spares. */
async function start(spares: number): Promise<Renderer> {
  renderer = createPool({
    ...{ script: FAKE_CHILD, heapMb: 128, children: 1, spares, queue: 20, renders: 1000 },
    ...{ msDeadline: 600_000, cpuSeconds: 600, memoryBytes: 2 ** 30, clock: testClock() },
    child: { pages: 100, rows: 1000, outputBytes: 1_000_000, wholeBytes: 2_000_000 },
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

/** The place among all, by their ids, of one that stands still; -1 when none does. */
const standing = (): number => statesOf(childPids()).findIndex((state) => state.startsWith('T'))

standingStill.after.each(async () => {
  await renderer?.close()
})

standingStill(
  'a long job stands still while a short one has the only processor, goes on after it, and is ended like any other',
  async () => {
    await start(1)
    for (let i = 0; i < 10; i++) await render({ name: 'x' })
    const gone = new AbortController()
    const long = render({ spin: 60_000 }, gone.signal)
    const other = render({ sleep: 60_000 }, gone.signal)
    await until(() => standing() >= 0)
    const first = standing()
    // The other turns out to be long as well: each has its turn.
    await until(() => standing() === 1 - first)
    gone.abort()
    assert.equal([(await long).kind, (await other).kind], ['cancelled', 'cancelled'])
    assert.is((await render({ name: 'x' })).kind, 'rendered')
    await until(() => standing() < 0)
  },
)

standingStill('long jobs go to the same process, which gives way to the others', async () => {
  await start(1)
  const own = getPriority()
  const niceness = (): number[] => childPids().map((pid) => getPriority(pid) - own)
  for (let i = 0; i < 10; i++) await render({ name: 'x' })
  assert.equal(niceness(), [0, 0])
  const long = { name: 'x', sleep: 400, filler: 'x'.repeat(300_000) }
  // The first of its size need not be known to be long.
  for (let i = 0; i < 4; i++) await render(long)
  assert.equal(niceness().sort(), [0, 5])
  const placeOf = async (data: object): Promise<string> => textOf(await render(data))
  assert.is(await placeOf(long), await placeOf(long))
  assert.is.not(await placeOf({ name: 'x' }), await placeOf(long))
})

standingStill.run()
