// More requests than the service can render: admitted ones stay fast, the others are refused at once.
import { availableParallelism } from 'node:os'
import { closedLoop, describe, openLoop, quantile, type Tally } from './load.ts'
import { ClientPool } from './minimal-client.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { capacityOf, openTestbed, quickRenderRequest, type Team, type Testbed } from './testbed.ts'

const MOST = { slowdown: 2.5, msRefusal: 50 }
const LEAST_GOODPUT = 0.9

interface Level {
  readonly tally: Tally
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
  /** Processors that the driver used. */
  readonly driver: number
}

async function level(testbed: Testbed, perSecond: number, seconds: number): Promise<Level> {
  const start = performance.now()
  const clients = new ClientPool(testbed.service.port)
  const used = process.cpuUsage()
  const tally = await openLoop({
    port: testbed.service.port,
    perSecond,
    seconds,
    nextRequest: () => quickRenderRequest(testbed.team),
    via: clients.send,
  })
  clients.close()
  const driver = processorsSince(used, start)
  const elapsed = (performance.now() - start) / 1000
  return { tally, p50: quantile(tally.times, 0.5), p99: quantile(tally.times, 0.99), perSecond: tally.ok / elapsed, driver }
}

/** Processors that this process has used since then. */
function processorsSince(used: NodeJS.CpuUsage, start: number): number {
  const { user, system } = process.cpuUsage(used)
  return (user + system) / 1000 / (performance.now() - start)
}

async function overload({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  try {
    const used = process.cpuUsage()
    const started = performance.now()
    const capacity = await capacityOf(testbed, () => quickRenderRequest(testbed.team))
    // The warm-up is included; its load is the same.
    const driverThen = processorsSince(used, started)
    say(`capacity ${capacity.toFixed(1)} a second, the driver has ${driverThen.toFixed(2)} processors`)
    const normal = await level(testbed, capacity * 0.7, seconds)
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
      const { tally, p50, p99, perSecond, driver } = await level(testbed, capacity * factor, seconds)
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
    await testbed.close()
  }
}

/** One team sends twice the capacity; another, with a tenth of it, should hardly notice. */
async function noisyTeam({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  try {
    const quiet = await testbed.addTeam('Quiet')
    const capacity = await capacityOf(testbed, () => quickRenderRequest(testbed.team))
    const clients = new ClientPool(testbed.service.port)
    const load = (team: Team, share: number): Promise<Tally> =>
      openLoop({
        port: testbed.service.port,
        perSecond: capacity * share,
        seconds,
        nextRequest: () => quickRenderRequest(team),
        via: clients.send,
      })
    // The reference is a service in ordinary use, not an idle one.
    const [alone] = await Promise.all([load(quiet, 0.1), load(testbed.team, 0.6)])
    const [beside, noisy] = await Promise.all([load(quiet, 0.1), load(testbed.team, 2)])
    say(`quiet beside ordinary use: ${describe(alone)}`)
    say(`quiet beside noise: ${describe(beside)}; noise: ${describe(noisy)}`)
    clients.close()
    const [before, after] = [quantile(alone.times, 0.99), quantile(beside.times, 0.99)]
    return [
      finding('p99 of the other team in ms, before / beside', `${before.toFixed(0)} / ${after.toFixed(0)}`, '≤ 2 ×', after <= before * 2),
      finding('refusals and faults of the other team', beside.sent - beside.ok, '0', beside.sent === beside.ok),
    ]
  } finally {
    await testbed.close()
  }
}

/** Clients that each wait for their answer are no overload, however many: none is refused. */
async function closedLoops({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  try {
    const findings: Finding[] = []
    for (const clients of [1, 2, 8, 32]) {
      const { tally, perSecond } = await closedLoop(testbed.service.port, clients, seconds / 4, () => quickRenderRequest(testbed.team))
      say(`${clients} callers: ${perSecond.toFixed(1)} a second, ${describe(tally)}`)
      findings.push(finding(`${clients} callers: documents a second`, perSecond, 'none refused', tally.sent === tally.ok))
    }
    return findings
  } finally {
    await testbed.close()
  }
}

export const OVERLOAD: readonly Scenario[] = [
  { name: 'overload', seconds: 60, run: overload },
  { name: 'noisy-team', seconds: 30, run: noisyTeam },
  { name: 'callers', seconds: 20, run: closedLoops },
]
