// `npm run bench [-- NAME …]`: measures each workload (and `start`, `http`) in a separate process; prints Markdown, and JSON with `--json FILE`.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type HttpFigures, measureHttp } from './http.ts'
import { measureStarts, type Starts } from './start.ts'
import { workloads } from './workloads.ts'

interface Result {
  readonly name: string
  readonly median: number
  readonly fastest: number
  readonly runs: number
  readonly warmUp: number
  readonly peakRss: number
  readonly bytes: number
  readonly pages: number
  readonly warnings: number
  readonly compileMs: number
  readonly shares: readonly (readonly [stage: string, share: number])[]
}

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true })
const isChosen = (name: string): boolean => positionals.length === 0 || positionals.includes(name)

function run(name: string): Result {
  const worker = fileURLToPath(new URL('worker.ts', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', worker, name], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${name}: ${stderr}`)
  // The last line that the worker prints is a Result.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result
}

function printRow({ name, median, fastest, warmUp, runs, pages, bytes, peakRss, compileMs, warnings }: Result): void {
  const cells = [
    median.toFixed(2),
    fastest.toFixed(2),
    `${warmUp} + ${runs}`,
    pages,
    (bytes / 1024).toFixed(0),
    peakRss.toFixed(0),
    compileMs.toFixed(1),
    warnings,
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

function printStarts({ importing, firstPdf }: Starts): void {
  console.log('\n| start of a fresh process | CPU ms, median | fastest |\n|---|---:|---:|')
  console.log(`| \`import 'platen'\` | ${importing.median.toFixed(0)} | ${importing.fastest.toFixed(0)} |`)
  console.log(`| first invoice | ${firstPdf.median.toFixed(0)} | ${firstPdf.fastest.toFixed(0)} |`)
}

function printHttp({ cores, engine, service, cpuMs, perSecond, tally, p50, p99 }: HttpFigures): void {
  const row = (what: string, reached: string, wanted = ''): void => console.log(`| ${what} | ${reached} | ${wanted} |`)
  const inService = cpuMs.rendering + cpuMs.server
  console.log('\n| invoices over HTTP | reached | wanted |\n|---|---:|---:|')
  row(`per second, ${cores} processes that only render`, engine.toFixed(1))
  row('per second, the service', service.toFixed(1))
  row('share', (service / engine).toFixed(3), '≥ 0.85')
  row('CPU ms each: process alone', cpuMs.engine.toFixed(2))
  row(
    'CPU ms each: rendering + server (+ driver)',
    `${cpuMs.rendering.toFixed(2)} + ${cpuMs.server.toFixed(2)} (+ ${cpuMs.driver.toFixed(2)})`,
  )
  row('share by CPU, without the driver', (cpuMs.engine / inService).toFixed(3))
  row(`at ${perSecond.toFixed(1)} per second: p50 / p99 in ms`, `${p50.toFixed(1)} / ${p99.toFixed(1)}`, 'p99 ≤ 4 × p50')
  row('p99 by p50', (p99 / p50).toFixed(2), '≤ 4')
  row('complete and correct answers', String(tally.ok), `all of ${tally.sent}`)
  row('load average of the machine (other processes affect all figures but CPU times)', (loadavg()[0] ?? 0).toFixed(1))
}

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}\n`)
console.log('| workload | CPU ms, median | fastest | warm-up + runs | pages | KiB | peak RSS MiB | compile ms | warnings |')
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
const results: Result[] = []
for (const { name } of workloads.filter((workload) => isChosen(workload.name))) {
  const result = run(name)
  results.push(result)
  printRow(result)
}
const starts = isChosen('start') ? measureStarts() : undefined
if (starts !== undefined) printStarts(starts)
const http = isChosen('http') ? await measureHttp() : undefined
if (http !== undefined) printHttp(http)
if (results.length > 0) console.log('\n| workload | share of each stage |\n|---|---|')
for (const { name, shares } of results) {
  const text = shares.filter(([, share]) => share >= 0.005).map(([stage, share]) => `${stage} ${(share * 100).toFixed(1)} %`)
  console.log(`| ${name} | ${text.join(', ')} |`)
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ results, starts, http }, null, 2)}\n`)
