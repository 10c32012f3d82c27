// More requests than the service can render: what is accepted stays fast, what is refused is refused at once.
import { availableParallelism } from 'node:os'
import { Callers } from './caller.ts'
import { closedLoop, describe, openLoop, quantile, type Tally } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { capacityOf, openStage, quickShot, type Stage, type Team } from './stage.ts'

const MOST = { slowdown: 2.5, msRefusal: 50 }
const LEAST_GOODPUT = 0.9

interface Level {
  readonly tally: Tally
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
  /** Processors that the driver took from the service. */
  readonly driver: number
}

async function level(stage: Stage, perSecond: number, seconds: number): Promise<Level> {
  const start = performance.now()
  const callers = new Callers(stage.service.port)
  const used = process.cpuUsage()
  const tally = await openLoop({ port: stage.service.port, perSecond, seconds, shot: () => quickShot(stage.team), via: callers.send })
  callers.close()
  const driver = processorsSince(used, start)
  const elapsed = (performance.now() - start) / 1000
  return { tally, p50: quantile(tally.times, 0.5), p99: quantile(tally.times, 0.99), perSecond: tally.ok / elapsed, driver }
}

/** That this process had since then. */
function processorsSince(used: NodeJS.CpuUsage, start: number): number {
  const { user, system } = process.cpuUsage(used)
  return (user + system) / 1000 / (performance.now() - start)
}

async function overload({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  try {
    const used = process.cpuUsage()
    const started = performance.now()
    const capacity = await capacityOf(stage, () => quickShot(stage.team))
    // Of warming up as well, which is done in the same way.
    const driverThen = processorsSince(used, started)
    say(`capacity ${capacity.toFixed(1)} a second, the driver has ${driverThen.toFixed(2)} processors`)
    const normal = await level(stage, capacity * 0.7, seconds)
    say(`0.7 ×: ${describe(normal.tally)}`)
    const findings = [
      finding(
        '0.7 ×: p50 / p99 in ms',
        `${normal.p50.toFixed(0)} / ${normal.p99.toFixed(0)}`,
        'none failed',
        normal.tally.failed.size === 0,
      ),
    ]
    for (const factor of [2, 10]) {
      const { tally, p50, p99, perSecond, driver } = await level(stage, capacity * factor, seconds)
      say(`${factor} ×: ${describe(tally)}, ${perSecond.toFixed(1)} a second`)
      const refusal = quantile(tally.refusals, 0.99)
      findings.push(
        finding(
          `${factor} ×: p50 / p99 in ms`,
          `${p50.toFixed(0)} / ${p99.toFixed(0)}`,
          `p99 ≤ ${(normal.p99 * MOST.slowdown).toFixed(0)}`,
          p99 <= normal.p99 * MOST.slowdown,
        ),
        finding(`${factor} ×: share of capacity`, perSecond / capacity, `≥ ${LEAST_GOODPUT}`, perSecond >= capacity * LEAST_GOODPUT),
        finding(`${factor} ×: refusals p99 in ms`, refusal, `≤ ${MOST.msRefusal}`, refusal <= MOST.msRefusal),
        finding(`${factor} ×: processors that the driver took from the service`, driver, 'recorded', true),
        finding(
          `${factor} ×: share of what the processors left by the driver can do`,
          (perSecond / capacity) * ((availableParallelism() - driverThen) / (availableParallelism() - driver)),
          'recorded',
          true,
        ),
        finding(`${factor} ×: the driver's own delay, p99 in ms (not counted)`, quantile(tally.late, 0.99), 'recorded', true),
        finding(`${factor} ×: neither answered nor refused`, tally.sent - tally.ok - tally.refused, '0', tally.failed.size === 0),
      )
    }
    return findings
  } finally {
    await stage.close()
  }
}

/** One team asks for twice what there is; another, for a tenth of it, should hardly notice. */
async function noisyTeam({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  try {
    const quiet = await stage.addTeam('Quiet')
    const capacity = await capacityOf(stage, () => quickShot(stage.team))
    const callers = new Callers(stage.service.port)
    const load = (team: Team, share: number): Promise<Tally> =>
      openLoop({ port: stage.service.port, perSecond: capacity * share, seconds, shot: () => quickShot(team), via: callers.send })
    // Normal is a service in ordinary use, not an idle one.
    const [alone] = await Promise.all([load(quiet, 0.1), load(stage.team, 0.6)])
    const [beside, noisy] = await Promise.all([load(quiet, 0.1), load(stage.team, 2)])
    say(`quiet beside ordinary use: ${describe(alone)}`)
    say(`quiet beside noise: ${describe(beside)}; noise: ${describe(noisy)}`)
    callers.close()
    const [before, after] = [quantile(alone.times, 0.99), quantile(beside.times, 0.99)]
    return [
      finding('p99 of the other team in ms, before / beside', `${before.toFixed(0)} / ${after.toFixed(0)}`, '≤ 2 ×', after <= before * 2),
      finding('refusals and faults of the other team', beside.sent - beside.ok, '0', beside.sent === beside.ok),
    ]
  } finally {
    await stage.close()
  }
}

/** Callers who each wait for their answer are no overload, however many: none is refused. */
async function callers({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  try {
    const findings: Finding[] = []
    for (const lanes of [1, 2, 8, 32]) {
      const { tally, perSecond } = await closedLoop(stage.service.port, lanes, seconds / 4, () => quickShot(stage.team))
      say(`${lanes} callers: ${perSecond.toFixed(1)} a second, ${describe(tally)}`)
      findings.push(finding(`${lanes} callers: documents a second`, perSecond, 'none refused', tally.sent === tally.ok))
    }
    return findings
  } finally {
    await stage.close()
  }
}

export const OVERLOAD: readonly Scenario[] = [
  { name: 'overload', seconds: 60, run: overload },
  { name: 'noisy-team', seconds: 30, run: noisyTeam },
  { name: 'callers', seconds: 20, run: callers },
]
