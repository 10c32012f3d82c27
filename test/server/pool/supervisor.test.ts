// Which workers there are, and how warm they are.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { WorkerSupervisor } from '../../../server/pool/supervisor.ts'
import type { WorkerProcess } from '../../../server/pool/worker-process.ts'
import { FAKE_CHILD } from '../support/service.ts'
import { until } from '../support/until.ts'

const supervisors = suite('supervisor')

supervisors('a worker counts as cold until it has rendered for a while, and a cold spare counts a twentieth of one', async () => {
  const supervisor = new WorkerSupervisor(
    {
      ...{ script: FAKE_CHILD, heapMb: 128, limits: { pages: 1, rows: 1, outputBytes: 1000, wholeBytes: 1000 } },
      ...{ workers: 2, spares: 1, cpuSeconds: 20, memoryBytes: 2 ** 30, mostJobs: 1000 },
    },
    { onIdle: () => {}, onStarted: () => {}, onDeath: () => {} },
  )
  try {
    const cold = (): string => supervisor.coldWorkers().toFixed(3)
    // Workers that are still starting, and those that have rendered nothing.
    assert.is(cold(), '2.050')
    await until(() => supervisor.health().ready === 3)
    assert.is(cold(), '2.050')
    const next = (): WorkerProcess => {
      const worker = supervisor.pick({ isLong: false, isQueueEmpty: false })!
      // Not picked again.
      worker.isDead = true
      return worker
    }
    const all = [next(), next(), next()]
    for (const worker of all) worker.isDead = false
    all[0]!.jobsTaken = 500
    assert.is(cold(), '1.050')
    all[1]!.msWorked = 2500
    assert.is(cold(), '0.550')
    all[2]!.msWorked = 10_000
    // The warmest count as those that render.
    assert.is(cold(), '0.025')
    all[1]!.jobsTaken = 600
    assert.is(cold(), '0.000')
    all[1]!.isDead = true
    assert.is(cold(), '0.050')
    all[1]!.isDead = false
  } finally {
    await supervisor.close()
  }
})

supervisors.run()
