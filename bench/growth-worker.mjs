// `growth-worker.mjs TASK` (JSON): streams one document with the built engine, discards the bytes and prints the measurements. Plain JavaScript, since a
// TypeScript loader would take more memory than the engine.
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** `kind`: 'stream' (rows from JSONL, after a warm-up), 'array' (in a cold process) or 'pdfkit'. `list`: the field of the data that the rows are. */
const { kind, template, data, list: field, rows, warmUp, runs } = JSON.parse(process.argv[2] ?? '')

async function* rowsOf(path) {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
}

const linesOf = (path) => readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))

/** Prepares and warms up; resolves to the work to be measured. */
async function prepare() {
  if (kind === 'pdfkit') {
    const { statementByPdfkit } = await import('./pdfkit-statement.mjs')
    const list = linesOf(rows)
    return () => statementByPdfkit(list)
  }
  const { createEngine } = await import(new URL('../.dist/engine/index.js', import.meta.url).href)
  const engine = await createEngine({ limits: { pages: 1_000_000, outputBytes: 2 ** 31 } })
  const compiled = engine.compile({ type: 'html', source: readFileSync(template, 'utf8') })
  const base = JSON.parse(readFileSync(data, 'utf8'))
  const stream = async (rows) => {
    let bytes = 0
    let pages = 0
    const onEnd = (end) => {
      pages = end.pages
    }
    for await (const chunk of engine.stream(compiled, { ...base, [field]: rows }, { onEnd })) bytes += chunk.length
    return { pages, bytes, rowsAlive: engine.counters().rowsAlive }
  }
  if (kind === 'array') {
    const list = linesOf(rows)
    return () => stream(list)
  }
  for (let i = 0; i < 8; i++) await stream(rowsOf(warmUp))
  return () => stream(rowsOf(rows))
}

const work = await prepare()
const times = []
let taken
for (let i = 0; i < runs; i++) {
  const before = process.cpuUsage()
  taken = await work()
  const { user, system } = process.cpuUsage(before)
  times.push((user + system) / 1000)
}
times.sort((a, b) => a - b)
console.log(JSON.stringify({ ...taken, cpuMs: times[times.length >> 1], peakRss: process.resourceUsage().maxRSS / 1024 }))
