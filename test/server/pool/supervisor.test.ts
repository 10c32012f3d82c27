// Which processes there are, and how ready they are for work.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Crew } from '../../../server/pool/supervisor.ts'
import type { RenderProcess } from '../../../server/pool/worker-process.ts'
import { FAKE_CHILD } from '../support/service.ts'
import { until } from '../support/until.ts'

const crew = suite('crew')

crew('a process counts as cold until it has rendered for a while, and a spare counts a twentieth of that', async () => {
  const it = new Crew(
    {
      ...{ script: FAKE_CHILD, heapMb: 128, child: { pages: 1, rows: 1, outputBytes: 1000, wholeBytes: 1000 } },
      ...{ children: 2, spares: 1, cpuSeconds: 20, memoryBytes: 2 ** 30, renders: 1000 },
    },
    { onFree: () => {}, onStarted: () => {}, onDeath: () => {} },
  )
  try {
    const cold = (): string => it.cold().toFixed(3)
    // Those that are still to come, and those that have come but done nothing.
    assert.is(cold(), '2.050')
    await until(() => it.health().ready === 3)
    assert.is(cold(), '2.050')
    const next = (): RenderProcess => {
      const process = it.free({ isForLong: false, isCalm: false })!
      // Not free any more.
      process.isDead = true
      return process
    }
    const all = [next(), next(), next()]
    for (const process of all) process.isDead = false
    all[0]!.renders = 500
    assert.is(cold(), '1.050')
    all[1]!.msWorked = 2500
    assert.is(cold(), '0.550')
    all[2]!.msWorked = 10_000
    // The warmest are those that work.
    assert.is(cold(), '0.025')
    all[1]!.renders = 600
    assert.is(cold(), '0.000')
    all[1]!.isDead = true
    assert.is(cold(), '0.050')
    all[1]!.isDead = false
  } finally {
    await it.close()
  }
})

crew.run()
