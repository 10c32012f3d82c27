// Processes that end, by order or by force, while requests come in.
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { Callers } from './caller.ts'
import { childrenOf } from './cpu-usage.ts'
import { agent, describe, openLoop, type Tally } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf, startService } from './service.ts'
import type { Shot } from './shot.ts'
import { capacityOf, openStage, quickShot, renderShot, type Stage } from './stage.ts'

/** CoarseTimer of load that a SIGTERM interrupts. A connection refused is a client that came too late; anything else was accepted and lost. */
async function sigterm({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  const rounds = Math.max(2, Math.round(seconds / 6))
  let [lost, slowest, isNotReadyAtOnce] = [0, 0, true]
  try {
    const capacity = await capacityOf(stage, () => renderShot(stage.team))
    for (let round = 0; round < rounds; round++) {
      const { tally, msToEnd, isReadyAfter } = await endUnderLoad(stage, capacity * 0.7)
      slowest = Math.max(slowest, msToEnd)
      isNotReadyAtOnce &&= !isReadyAfter
      const faults = [...tally.failed].filter(([name]) => name !== 'ECONNREFUSED')
      lost += faults.reduce((sum, [, count]) => sum + count, 0)
      if (faults.length > 0) say(`round ${round + 1}: ${describe(tally)}`)
      stage.service = await startService(stage.folder, stage.environment)
    }
  } finally {
    await stage.close()
  }
  return [
    finding(`requests lost at ${rounds} × SIGTERM`, lost, '0', lost === 0),
    finding('slowest exit in ms', slowest, '≤ 30000', slowest <= 30_000),
    finding('readiness 503 at once', String(isNotReadyAtOnce), 'true', isNotReadyAtOnce),
  ]
}

async function endUnderLoad(
  { service, team }: Stage,
  perSecond: number,
): Promise<{ tally: Tally; msToEnd: number; isReadyAfter: boolean }> {
  const ending = new AbortController()
  const load = openLoop({ port: service.port, perSecond, seconds: 60, shot: () => renderShot(team), signal: ending.signal })
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

/** Somebody kills a rendering process every few seconds. */
async function childKill({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  try {
    const shot = (): Shot => quickShot(stage.team)
    const capacity = await capacityOf(stage, shot)
    const over = new AbortController()
    const respawns: Respawn[] = []
    const callers = new Callers(stage.service.port)
    const load = openLoop({ port: stage.service.port, perSecond: capacity * 0.5, seconds, shot, via: callers.send }).finally(() =>
      over.abort(),
    )
    while (!over.signal.aborted) {
      await wait(5000, undefined, { signal: over.signal }).catch(() => {})
      if (!over.signal.aborted) respawns.push(await killOne(stage.service.port, stage.service.process.pid ?? 0))
    }
    const tally = await load
    callers.close()
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
    await stage.close()
  }
}

interface Respawn {
  /** Until as many as work at a time are there again. */
  readonly msWhole: number
  /** Until the next spare is ready too. */
  readonly msSpare: number
}

/** Kills one rendering process and waits for what follows. */
async function killOne(port: number, pid: number): Promise<Respawn> {
  const [starts, deaths] = [await metricOf(port, 'platen_child_starts_total'), await metricOf(port, 'platen_child_deaths_total')]
  const victims = childrenOf(pid)
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
