// `node --import tsx bench/peers/cold.ts [--runs N]`, after `npm run build` and with the peers installed: CPU time of a fresh process up to its first invoice, Node's own start
// included. Engines alternate. PDFKit by hand opens its three serif fonts too, some 15 ms.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { invoiceData, samplePath } from '../documents.ts'
import { FRESH_ENV } from '../start.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } })
const folder = mkdtempSync(join(tmpdir(), 'platen-cold-'))
const file = join(folder, 'invoice.json')
writeFileSync(file, JSON.stringify(invoiceData(1)))

const HEAD = `const { readFileSync } = await import('node:fs')
const data = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'))\n`
const TAIL = '\nconst { user, system } = process.cpuUsage(); console.log((user + system) / 1000); process.exit(0)'
const peer = (name: string): string =>
  `await (await import(${JSON.stringify(new URL(`${name}.mjs`, import.meta.url).href)})).documents.invoice(data)`
// Not by its peer module, which compiles the templates of all documents.
const platen = `const { createEngine } = await import(${JSON.stringify(new URL('../../.dist/engine/index.js', import.meta.url).href)})
const engine = await createEngine()
await engine.render(engine.compile({ type: 'html', source: readFileSync(${JSON.stringify(samplePath('invoice.html'))}, 'utf8') }), data)`
const SCRIPTS = new Map([
  ['platen', platen],
  ['pdfkit', peer('pdfkit')],
  ['typst', peer('typst')],
])

const times = new Map<string, number[]>()
for (let run = 0; run < Number(values.runs); run++) {
  for (const [name, script] of SCRIPTS) {
    const { stdout, status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', HEAD + script + TAIL], { encoding: 'utf8', env: FRESH_ENV })
    if (status === 0) times.set(name, [...(times.get(name) ?? []), Number(stdout.trim().split('\n').at(-1))])
    else console.error(`${name}: ${stderr.trim().split('\n').find((line) => line.includes('Error')) ?? 'failed'}`)
  }
}
rmSync(folder, { recursive: true })
for (const [name, list] of times) {
  const sorted = list.toSorted((a, b) => a - b)
  console.log(`${name}: median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, fastest ${sorted[0]?.toFixed(0)}`)
}
