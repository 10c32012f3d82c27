// What a document costs, in processor time and memory, told apart by who spends it: the figures of the README's capacity page. Processor
// time hardly depends on what else the machine does, which documents a second do.
import { readFileSync } from 'node:fs'
import { usageOf } from '../../server/pool/process-usage.ts'
import { type CpuUsage, childrenOf, cpuUsageOf } from './cpu-usage.ts'
import { closedLoop, describe } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { mergeShot, openStage, readShot, renderShot, warmUp } from './stage.ts'

function residentMib(pid: number): number {
  return (usageOf(pid)?.residentBytes ?? 0) / 2 ** 20
}

async function capacity({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  try {
    await warmUp(stage, 4)
    const pid = stage.service.process.pid ?? 0
    const findings: Finding[] = []
    for (const [name, shot] of [
      ['an invoice', () => renderShot(stage.team)],
      ['a merge of two', () => mergeShot(stage.team)],
      ['reading a template', () => readShot(stage.team)],
    ] as const) {
      const before = cpuUsageOf(pid)
      const { tally, perSecond } = await closedLoop(stage.service.port, 4, seconds / 3, shot)
      const after = cpuUsageOf(pid)
      const ms = (who: keyof CpuUsage): number => ((after[who] - before[who]) / tally.ok) * 1000
      say(`${name}: ${perSecond.toFixed(1)} a second, ${describe(tally)}`)
      const cpu = `${ms('children').toFixed(1)} + ${ms('server').toFixed(1)}`
      findings.push(finding(`${name}: processor ms, rendering + server (of ${tally.ok})`, cpu, 'recorded', tally.ok === tally.sent))
    }
    const children = childrenOf(pid).map(residentMib)
    findings.push(
      finding('resident MiB of a rendering process', Math.max(...children), 'recorded', true),
      finding('resident MiB of the server', residentMib(pid), 'recorded', true),
      finding('load of the machine meanwhile', readFileSync('/proc/loadavg', 'latin1').split(' ')[0] ?? '', 'recorded', true),
    )
    return findings
  } finally {
    await stage.close()
  }
}

export const CAPACITY: readonly Scenario[] = [{ name: 'capacity', seconds: 30, run: capacity }]
