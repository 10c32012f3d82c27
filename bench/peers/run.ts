// `npm run bench:peers [-- ENGINE …] [--document NAME …]`: Platen and other engines on the same documents, each pair in a separate process. Ratios are relative to
// hand-written PDFKit code with known coordinates. Engines run alternately; one that exceeds `--seconds` of CPU in a process is dropped. Installs the peers on
// demand; a peer that cannot be installed or started is reported and skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DOCUMENTS, ENGINES } from './documents.ts'

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '100' },
    document: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
const folder = fileURLToPath(new URL('.', import.meta.url))
if (!existsSync(`${folder}node_modules`)) spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: folder, stdio: 'inherit' })

interface Cell {
  readonly engine: string
  readonly document: string
  readonly medians: number[]
  fault: string | undefined
}

const engines = ENGINES.filter((engine) => positionals.length === 0 || positionals.includes(engine) || engine === 'pdfkit')
const documents = [...DOCUMENTS.keys()].filter((name) => values.document?.includes(name) ?? true)
const cells: Cell[] = []
for (const document of documents) {
  const ofDocument = engines.map((engine): Cell => ({ engine, document, medians: [], fault: undefined }))
  cells.push(...ofDocument)
  // A B A B: other load on the machine affects all engines alike.
  for (let run = 0; run < Number(values.runs); run++) for (const cell of ofDocument) if (cell.fault === undefined) measureOnce(cell)
  print(document)
}
console.log(`\nCPU ms a document, medians of ${values.runs} processes, and the ratio to PDFKit by hand\n`)
console.log(`| | ${documents.join(' | ')} |\n|---|${documents.map(() => '---:|').join('')}`)
for (const engine of engines) console.log(`| ${engine} | ${documents.map((document) => textOf(engine, document)).join(' | ')} |`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(cells, null, 2)}\n`)

/** `ulimit` bounds the CPU time of the process itself, the timeout that of its children (browsers). */
function measureOnce(cell: Cell): void {
  const worker = fileURLToPath(new URL('worker.ts', import.meta.url))
  const { stdout, stderr, status, signal } = spawnSync(
    'sh',
    ['-c', 'ulimit -t "$0" && exec "$@"', String(values.seconds), process.execPath, '--import', 'tsx', worker, cell.engine, cell.document],
    { encoding: 'utf8', timeout: Number(values.seconds) * 10_000 },
  )
  if (signal !== null) cell.fault = `> ${values.seconds} s`
  else if (status !== 0) cell.fault = stderr.trim().split('\n').find((line) => line.includes('Error'))?.slice(0, 80) ?? 'failed'
  // The last line that the worker prints.
  else cell.medians.push((JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { median: number }).median)
}

function medianOf(engine: string, document: string): number | undefined {
  const cell = cells.find((each) => each.engine === engine && each.document === document)
  return cell?.medians.toSorted((a, b) => a - b)[cell.medians.length >> 1]
}

function textOf(engine: string, document: string): string {
  const fault = cells.find((each) => each.engine === engine && each.document === document)?.fault
  const [own, floor] = [medianOf(engine, document), medianOf('pdfkit', document)]
  if (own === undefined || fault !== undefined) return fault ?? '–'
  return `${own.toFixed(own < 100 ? 1 : 0)}${floor === undefined ? '' : ` (${(own / floor).toFixed(3)})`}`
}

/** Prints the results of one document as soon as they exist. */
function print(document: string): void {
  for (const engine of engines) console.error(`${document} | ${engine} | ${textOf(engine, document)}`)
}
