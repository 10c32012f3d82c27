// `node --import tsx bench/growth.ts [ROWS …]`: measures whether the cost of a row and the memory are independent of the table's length. Streams
// statements from JSONL files, each in a separate process with a small heap, and prints Markdown; at 10,000 rows, hand-written PDFKit for comparison.
// `bench/growth.ts text [CHAPTERS …]`: the same of natural text, whose rows are chapters of two pages.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchPath, samplePath, statementRows } from './documents.ts'
import { naturalChapters } from './natural-text.ts'

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

/** A document, and the list of its data that grows. */
interface Kind {
  readonly name: string
  readonly template: string
  /** Without the list. */
  readonly data: string
  readonly list: string
  /** Rows of a document that warms up, and of documents that are measured by default. */
  readonly warmUp: number
  readonly counts: readonly number[]
  rows(count: number): Iterable<unknown>
}

const STATEMENT = {
  data: samplePath('statement.data.json'),
  list: 'transactions',
  warmUp: 1_000,
  counts: [1_000, 10_000, 100_000],
  rows: (count: number) => statementRows(1, count),
}
const PLAIN: Kind = { name: 'plain', template: samplePath('statement.html'), ...STATEMENT }
const STATEMENTS: readonly Kind[] = [PLAIN, { name: 'carry', template: benchPath('carry.html'), ...STATEMENT }]
const folder = mkdtempSync(join(tmpdir(), 'platen-growth-'))
const NO_DATA = join(folder, 'none.json')
const TEXT: Kind = {
  name: 'text',
  template: benchPath('text.html'),
  data: NO_DATA,
  list: 'chapters',
  warmUp: 25,
  counts: [1, 25, 250, 5_000],
  rows: (count) => naturalChapters(1, count),
}

const isText = process.argv[2] === 'text'
const asked = process.argv.slice(isText ? 3 : 2).map(Number)

try {
  writeFileSync(NO_DATA, '{}')
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}, heap of ${HEAP_MB} MB\n`)
  console.log(
    '| document | rows | CPU µs a row | of the first | CPU s | peak RSS MiB | rows alive | rows a page | CPU ms a page | pages | MiB |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const kind of isText ? [TEXT] : STATEMENTS) printGrowth(kind)
  if (!isText && (asked.length === 0 || asked.includes(PEER_ROWS))) printPeer()
} finally {
  rmSync(folder, { recursive: true })
}

function printGrowth(kind: Kind): void {
  let first: number | undefined
  for (const count of asked.length > 0 ? asked : kind.counts) {
    const { pages, bytes, peakRss, rowsAlive, cpuMs } = run('stream', count, kind)
    const each = (cpuMs * 1000) / count
    first ??= each
    const figures = [each.toFixed(1), (each / first).toFixed(3), (cpuMs / 1000).toFixed(2), peakRss.toFixed(0), rowsAlive]
    const ofPages = [(count / pages).toFixed(1), (cpuMs / pages).toFixed(2), pages]
    console.log(`| ${kind.name} | ${count} | ${[...figures, ...ofPages].join(' | ')} | ${(bytes / 2 ** 20).toFixed(1)} |`)
  }
}

function printPeer(): void {
  const { cpuMs, peakRss, pages } = run('pdfkit', PEER_ROWS, PLAIN)
  console.log(
    `\nPDFKit, doc.text for each cell: ${PEER_ROWS} rows, ${(cpuMs / 1000).toFixed(2)} s CPU, ${peakRss.toFixed(0)} MiB, ${pages} pages`,
  )
  const cold = run('array', PEER_ROWS, PLAIN)
  console.log(
    `Platen in a process as fresh, from an array: ${(cold.cpuMs / 1000).toFixed(2)} s CPU, ${cold.peakRss.toFixed(0)} MiB, ${cold.pages} pages`,
  )
}

/** Short runs are repeated to be measurable. */
function run(kind: 'stream' | 'array' | 'pdfkit', count: number, document: Kind): Result {
  const isWarm = kind === 'stream'
  const { template, data, list } = document
  const runs = isWarm ? Math.max(1, Math.min(15, Math.floor((20 * document.warmUp) / count))) : 1
  const task = { kind, template, data, list, rows: rowsFile(count, document), warmUp: rowsFile(document.warmUp, document), runs }
  const heap = isWarm ? [`--max-old-space-size=${HEAP_MB}`] : []
  const { stdout, stderr, status } = spawnSync(process.execPath, [...heap, WORKER, JSON.stringify(task)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${kind} ${count}: ${stderr}`)
  // The worker prints a Result.
  return JSON.parse(stdout) as Result
}

function rowsFile(count: number, { list, rows }: Kind): string {
  const file = join(folder, `${list}-${count}.jsonl`)
  if (!existsSync(file)) writeRows(file, rows(count))
  return file
}

function writeRows(path: string, rows: Iterable<unknown>): void {
  const file = openSync(path, 'w')
  let text = ''
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`
    if (text.length < 1_000_000) continue
    writeSync(file, text)
    text = ''
  }
  writeSync(file, text)
  closeSync(file)
}
