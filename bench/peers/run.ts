// `npm run bench:peers [-- ENGINE …] [--document NAME …]`: Platen and others on the same documents in the same run, each pair in a process of its own. Ratios are
// to PDFKit written by hand with known coordinates. Engines take turns; one that needs more than `--seconds` of CPU in a process is left out. Installs the others on
// demand; what cannot be installed or started is left out and said.
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
  // A B A B: what the machine does meanwhile meets all alike.
  for (let run = 0; run < Number(values.runs); run++) for (const cell of ofDocument) if (cell.fault === undefined) measureOnce(cell)
  print(document)
}
console.log(`\nCPU ms a document, medians of ${values.runs} processes, and the ratio to PDFKit by hand\n`)
console.log(`| | ${documents.join(' | ')} |\n|---|${documents.map(() => '---:|').join('')}`)
for (const engine of engines) console.log(`| ${engine} | ${documents.map((document) => textOf(engine, document)).join(' | ')} |`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(cells, null, 2)}\n`)

/** Its own CPU is limited by the shell; what its children take (browsers) is not, which is what the time out is for. */
function measureOnce(cell: Cell): void {
  const worker = fileURLToPath(new URL('worker.ts', import.meta.url))
  const { stdout, stderr, status, signal } = spawnSync(
    'sh',
    ['-c', 'ulimit -t "$0" && exec "$@"', String(values.seconds), process.execPath, '--import', 'tsx', worker, cell.engine, cell.document],
    { encoding: 'utf8', timeout: Number(values.seconds) * 10_000 },
  )
  if (signal !== null) cell.fault = `> ${values.seconds} s`
  else if (status !== 0) cell.fault = stderr.trim().split('\n').find((line) => line.includes('Error'))?.slice(0, 80) ?? 'failed'
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

/** What is known of a document as soon as it is. */
function print(document: string): void {
  for (const engine of engines) console.error(`${document} | ${engine} | ${textOf(engine, document)}`)
}
