// `node --import tsx bench/many.ts [--rows N] [WORKERS …]`, after `npm run build`: invoices by `renderAll`, for each number of processes. The first half warms them up. The caller's
// own CPU time for a row says how many processes one caller can keep busy.
import { parseArgs } from 'node:util'
import type { renderAll } from '../server/index.ts'
import { invoiceData, sampleSource } from './documents.ts'

interface Build {
  readonly renderAll: typeof renderAll
}

const { values, positionals } = parseArgs({ options: { rows: { type: 'string', default: '3000' } }, allowPositionals: true })
// The build has the types of its sources.
const build = (await import(new URL('../.dist/server/index.js', import.meta.url).href)) as Build
const template = { type: 'html', source: sampleSource('invoice.html') } as const
const data = Array.from({ length: 500 }, (_, i) => invoiceData(i))
const half = Number(values.rows) >> 1

function* rows(): Generator<unknown> {
  for (let i = 0; i < 2 * half; i++) yield data[i % data.length]
}

for (const workers of positionals.length === 0 ? [1, 2] : positionals.map(Number)) {
  let seen = 0
  let from = performance.now()
  let before = process.cpuUsage()
  for await (const result of build.renderAll(template, rows(), { workers })) {
    if (result.kind === 'failed') throw new Error(`row ${result.index}: ${result.failure.kind}`)
    if (++seen !== half) continue
    from = performance.now()
    before = process.cpuUsage()
  }
  const { user, system } = process.cpuUsage(before)
  const rate = (half / (performance.now() - from)) * 1000
  console.log(
    `${workers} processes: ${rate.toFixed(0)} invoices a second, ${((user + system) / 1000 / half).toFixed(2)} ms of CPU a row in the caller`,
  )
}
