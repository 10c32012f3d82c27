// Processes that are terminated or killed under load.
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { workerPids } from './cpu-usage.ts'
import { agent, describe, openLoop, type Tally } from './load.ts'
import { ClientPool } from './minimal-client.ts'
import type { RequestSpec } from './request-spec.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf, startService } from './service.ts'
import { capacityOf, openTestbed, quickRenderRequest, renderRequest, type Testbed } from './testbed.ts'

/** Rounds of load during which the service gets SIGTERM. A refused connection came too late; any other failure is a lost request. */
async function sigterm({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  const rounds = Math.max(2, Math.round(seconds / 6))
  let [lost, slowest, isNotReadyAtOnce] = [0, 0, true]
  try {
    const capacity = await capacityOf(testbed, () => renderRequest(testbed.team))
    for (let round = 0; round < rounds; round++) {
      const { tally, msToEnd, isReadyAfter } = await endUnderLoad(testbed, capacity * 0.7)
      slowest = Math.max(slowest, msToEnd)
      isNotReadyAtOnce &&= !isReadyAfter
      const faults = [...tally.failed].filter(([name]) => name !== 'ECONNREFUSED')
      lost += faults.reduce((sum, [, count]) => sum + count, 0)
      if (faults.length > 0) say(`round ${round + 1}: ${describe(tally)}`)
      testbed.service = await startService(testbed.folder, testbed.environment)
    }
  } finally {
    await testbed.close()
  }
  return [
    finding(`requests lost at ${rounds} × SIGTERM`, lost, '0', lost === 0),
    finding('slowest exit in ms', slowest, '≤ 30000', slowest <= 30_000),
    finding('readiness 503 at once', String(isNotReadyAtOnce), 'true', isNotReadyAtOnce),
  ]
}

async function endUnderLoad(
  { service, team }: Testbed,
  perSecond: number,
): Promise<{ tally: Tally; msToEnd: number; isReadyAfter: boolean }> {
  const ending = new AbortController()
  const load = openLoop({ port: service.port, perSecond, seconds: 60, nextRequest: () => renderRequest(team), signal: ending.signal })
  await wait(1500)
  const start = performance.now()
  service.process.kill('SIGTERM')
  await wait(30)
  const isReadyAfter = await fetch(`http://127.0.0.1:${service.port}/health/ready`).then(
    (answer) => answer.status === 200,
    () => false,
  )
  await service.ended
  const msToEnd = performance.now() - start
  ending.abort()
  const tally = await load
  agent.destroy()
  return { tally, msToEnd, isReadyAfter }
}

/** A worker is killed every few seconds. */
async function childKill({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  try {
    const nextRequest = (): RequestSpec => quickRenderRequest(testbed.team)
    const capacity = await capacityOf(testbed, nextRequest)
    const over = new AbortController()
    const respawns: Respawn[] = []
    const clients = new ClientPool(testbed.service.port)
    const load = openLoop({ port: testbed.service.port, perSecond: capacity * 0.5, seconds, nextRequest, via: clients.send }).finally(() =>
      over.abort(),
    )
    while (!over.signal.aborted) {
      await wait(5000, undefined, { signal: over.signal }).catch(() => {})
      if (!over.signal.aborted) respawns.push(await killOne(testbed.service.port, testbed.service.process.pid ?? 0))
    }
    const tally = await load
    clients.close()
    say(describe(tally))
    const slowest = Math.max(...respawns.map(({ msWhole }) => msWhole))
    return [
      finding(
        `share of good answers, ${respawns.length} processes killed`,
        tally.ok / tally.sent,
        '≥ 0.999',
        tally.ok >= tally.sent * 0.999,
      ),
      finding('neither good nor a typed 503', tally.sent - tally.ok - tally.refused, '0', tally.failed.size === 0),
      finding('slowest, until as many as work are ready again, in ms', slowest, '≤ 500', slowest <= 500),
      finding('slowest start of the next spare in ms', Math.max(...respawns.map(({ msSpare }) => msSpare)), 'recorded', true),
    ]
  } finally {
    await testbed.close()
  }
}

interface Respawn {
  /** Until as many workers as render at a time are ready again. */
  readonly msWhole: number
  /** Until the next spare is ready as well. */
  readonly msSpare: number
}

/** Kills one worker and waits until it is replaced. */
async function killOne(port: number, pid: number): Promise<Respawn> {
  const [starts, deaths] = [await metricOf(port, 'platen_child_starts_total'), await metricOf(port, 'platen_child_deaths_total')]
  const victims = workerPids(pid)
  const victim = victims[Math.floor(Math.random() * victims.length)]
  const start = performance.now()
  const msUntil = async (test: () => Promise<boolean>): Promise<number> => {
    while (!(await test()) && performance.now() - start < 10_000) await wait(10)
    return performance.now() - start
  }
  if (victim !== undefined) process.kill(victim, 'SIGKILL')
  const msWhole = await msUntil(
    async () =>
      (await metricOf(port, 'platen_child_deaths_total')) > deaths &&
      (await metricOf(port, 'platen_children_ready')) >= availableParallelism(),
  )
  return { msWhole, msSpare: await msUntil(async () => (await metricOf(port, 'platen_child_starts_total')) > starts) }
}

export const LIFE: readonly Scenario[] = [
  { name: 'sigterm', seconds: 120, run: sigterm },
  { name: 'child-kill', seconds: 60, run: childKill },
]
