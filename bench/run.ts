// `npm run bench [-- NAME …]`: every workload in a process of its own, as Markdown on standard output, and as JSON with `--json FILE`.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { workloads } from './workloads.ts'

interface Result {
  readonly name: string
  readonly median: number
  readonly fastest: number
  readonly runs: number
  readonly peakRss: number
  readonly bytes: number
  readonly pages: number
  readonly warnings: number
  readonly compileMs: number
  readonly counters: Readonly<Record<string, number>>
  readonly shares: readonly (readonly [stage: string, share: number])[]
}

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true })
const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

function run(name: string): Result {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', worker, name], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result
}

const chosen = workloads.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}\n`)
console.log('| workload | CPU ms, median | fastest | runs | pages | KiB | peak RSS MiB | compile ms | warnings |')
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
const results: Result[] = []
for (const { name } of chosen) {
  const r = run(name)
  results.push(r)
  const cells = [
    r.median.toFixed(2),
    r.fastest.toFixed(2),
    r.runs,
    r.pages,
    (r.bytes / 1024).toFixed(0),
    r.peakRss.toFixed(0),
    r.compileMs.toFixed(1),
    r.warnings,
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
console.log('\n| workload | share of each stage |\n|---|---|')
for (const { name, shares } of results) {
  const text = shares.filter(([, share]) => share >= 0.005).map(([stage, share]) => `${stage} ${(share * 100).toFixed(1)} %`)
  console.log(`| ${name} | ${text.join(', ')} |`)
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
