// `node --import tsx bench/growth.ts [ROWS …]`: measures whether the cost of a row and the memory are independent of the table's length. Streams
// statements from JSONL files, each in a separate process with a small heap, and prints Markdown; at 10,000 rows, hand-written PDFKit for comparison.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchPath, samplePath, statementRows } from './documents.ts'

const WORKER = fileURLToPath(new URL('growth-worker.mjs', import.meta.url))
const HEAP_MB = 160
/** Row count at which PDFKit is compared. */
const PEER_ROWS = 10_000

interface Result {
  readonly pages: number
  readonly bytes: number
  readonly cpuMs: number
  readonly peakRss: number
  readonly rowsAlive: number
}

const rows = process.argv.slice(2).map(Number)
const counts = rows.length > 0 ? rows : [1_000, 10_000, 100_000]
const folder = mkdtempSync(join(tmpdir(), 'platen-growth-'))

try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}, heap of ${HEAP_MB} MB\n`)
  console.log('| statement | rows | CPU µs a row | of the first | CPU s | peak RSS MiB | rows alive | rows a page | pages | MiB |')
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const kind of ['plain', 'carry']) {
    let first: number | undefined
    for (const count of counts) {
      const result = run('stream', count, kind === 'carry' ? benchPath('carry.html') : samplePath('statement.html'))
      const each = (result.cpuMs * 1000) / count
      first ??= each
      const { pages, bytes, peakRss, rowsAlive, cpuMs } = result
      const figures = [each.toFixed(1), (each / first).toFixed(3), (cpuMs / 1000).toFixed(2), peakRss.toFixed(0), rowsAlive]
      console.log(
        `| ${kind} | ${count} | ${figures.join(' | ')} | ${(count / pages).toFixed(1)} | ${pages} | ${(bytes / 2 ** 20).toFixed(1)} |`,
      )
    }
  }
  if (counts.includes(PEER_ROWS)) {
    const { cpuMs, peakRss, pages } = run('pdfkit', PEER_ROWS, '')
    console.log(
      `\nPDFKit, doc.text for each cell: ${PEER_ROWS} rows, ${(cpuMs / 1000).toFixed(2)} s CPU, ${peakRss.toFixed(0)} MiB, ${pages} pages`,
    )
    const cold = run('array', PEER_ROWS, samplePath('statement.html'))
    console.log(
      `Platen in a process as fresh, from an array: ${(cold.cpuMs / 1000).toFixed(2)} s CPU, ${cold.peakRss.toFixed(0)} MiB, ${cold.pages} pages`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** Short runs are repeated to be measurable. */
function run(kind: 'stream' | 'array' | 'pdfkit', count: number, template: string): Result {
  const isWarm = kind === 'stream'
  const task = {
    kind,
    template,
    data: samplePath('statement.data.json'),
    rows: rowsFile(count),
    warmUp: rowsFile(1_000),
    runs: isWarm ? Math.max(1, Math.min(15, 20_000 / count)) : 1,
  }
  const heap = isWarm ? [`--max-old-space-size=${HEAP_MB}`] : []
  const { stdout, stderr, status } = spawnSync(process.execPath, [...heap, WORKER, JSON.stringify(task)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${kind} ${count}: ${stderr}`)
  // The worker prints a Result.
  return JSON.parse(stdout) as Result
}

function rowsFile(count: number): string {
  const file = join(folder, `${count}.jsonl`)
  if (!existsSync(file)) writeRows(file, count)
  return file
}

function writeRows(path: string, count: number): void {
  const file = openSync(path, 'w')
  let text = ''
  for (const row of statementRows(1, count)) {
    text += `${JSON.stringify(row)}\n`
    if (text.length < 1_000_000) continue
    writeSync(file, text)
    text = ''
  }
  writeSync(file, text)
  closeSync(file)
}
