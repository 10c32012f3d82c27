// Processor time and memory of a document, by process: the figures of the documentation on capacity. Processor time, unlike documents a second,
// hardly depends on what else the machine does.
import { readFileSync } from 'node:fs'
import { usageOf } from '../../server/pool/process-usage.ts'
import { type CpuUsage, cpuUsageOf, workerPids } from './cpu-usage.ts'
import { closedLoop, describe } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { mergeRequest, openTestbed, readRequest, renderRequest, warmUp } from './testbed.ts'

function residentMib(pid: number): number {
  return (usageOf(pid)?.residentBytes ?? 0) / 2 ** 20
}

async function capacity({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  try {
    await warmUp(testbed, 4)
    const pid = testbed.service.process.pid ?? 0
    const findings: Finding[] = []
    for (const [name, nextRequest] of [
      ['an invoice', () => renderRequest(testbed.team)],
      ['a merge of two', () => mergeRequest(testbed.team)],
      ['reading a template', () => readRequest(testbed.team)],
    ] as const) {
      const before = cpuUsageOf(pid)
      const { tally, perSecond } = await closedLoop(testbed.service.port, 4, seconds / 3, nextRequest)
      const after = cpuUsageOf(pid)
      const ms = (kind: keyof CpuUsage): number => ((after[kind] - before[kind]) / tally.ok) * 1000
      say(`${name}: ${perSecond.toFixed(1)} a second, ${describe(tally)}`)
      const cpu = `${ms('workers').toFixed(1)} + ${ms('server').toFixed(1)}`
      findings.push(finding(`${name}: processor ms, rendering + server (of ${tally.ok})`, cpu, 'recorded', tally.ok === tally.sent))
    }
    const workers = workerPids(pid).map(residentMib)
    findings.push(
      finding('resident MiB of a rendering process', Math.max(...workers), 'recorded', true),
      finding('resident MiB of the server', residentMib(pid), 'recorded', true),
      finding('load of the machine meanwhile', readFileSync('/proc/loadavg', 'latin1').split(' ')[0] ?? '', 'recorded', true),
    )
    return findings
  } finally {
    await testbed.close()
  }
}

export const CAPACITY: readonly Scenario[] = [{ name: 'capacity', seconds: 30, run: capacity }]
