// `npm run soak -- SCENARIO… [--seconds N]`: runs the built service under load and faults and checks the figures against their targets.
import { parseArgs } from 'node:util'
import { CAPACITY } from './soak/capacity.ts'
import { CLUSTER } from './soak/cluster.ts'
import { EDITORS_TYPING } from './soak/editors.ts'
import { FAULTS } from './soak/faults.ts'
import { GROWTH } from './soak/growth.ts'
import { KILLS } from './soak/kills.ts'
import { LARGE } from './soak/large.ts'
import { LIFE } from './soak/life.ts'
import { MIXED } from './soak/mixed.ts'
import { OVERLOAD } from './soak/overload.ts'
import type { Scenario } from './soak/scenario.ts'

const SCENARIOS: readonly Scenario[] = [
  ...CAPACITY,
  ...MIXED,
  ...OVERLOAD,
  ...LIFE,
  ...FAULTS,
  ...GROWTH,
  ...KILLS,
  ...CLUSTER,
  ...LARGE,
  ...EDITORS_TYPING,
]

const { values, positionals } = parseArgs({ options: { seconds: { type: 'string' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
if (positionals.length === 0 || unknown.length > 0) {
  process.stderr.write(`npm run soak -- SCENARIO… [--seconds N]\nScenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

const missed: string[] = []
for (const { name, seconds, run } of SCENARIOS.filter((scenario) => positionals.includes(scenario.name))) {
  const wanted = Number(values.seconds ?? seconds)
  const say = (line: string): void => void process.stderr.write(`${name}: ${line}\n`)
  const findings = await run({ seconds: wanted, say })
  process.stdout.write(`\n**${name}**, ${wanted} s\n\n| figure | reached | wanted | |\n|---|---:|---:|---|\n`)
  for (const { what, reached, wanted, isMet: isGood } of findings) {
    process.stdout.write(`| ${what} | ${reached} | ${wanted} | ${isGood ? 'met' : '**missed**'} |\n`)
    if (!isGood) missed.push(what)
  }
}
process.exit(missed.length === 0 ? 0 : 1)
