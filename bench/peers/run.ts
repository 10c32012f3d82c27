// `npm run bench:peers [-- ENGINE …]`: Platen and others on the same documents in the same run, each pair in a process of its own. Ratios are to
// PDFKit written by hand with known coordinates. Installs the others on demand; what cannot be installed or started is left out and said.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DOCUMENTS, ENGINES } from './documents.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, runs: { type: 'string', default: '3' }, seconds: { type: 'string', default: '120' } },
  allowPositionals: true,
})
const folder = fileURLToPath(new URL('.', import.meta.url))
if (!existsSync(`${folder}node_modules`)) spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: folder, stdio: 'inherit' })

interface Cell {
  readonly engine: string
  readonly document: string
  readonly medians: readonly number[]
  readonly fault: string | undefined
}

const engines = ENGINES.filter((engine) => positionals.length === 0 || positionals.includes(engine) || engine === 'pdfkit')
const cells: Cell[] = []
for (const document of DOCUMENTS.keys()) {
  for (const engine of engines) cells.push(await measured(engine, document))
}
print()
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(cells, null, 2)}\n`)

async function measured(engine: string, document: string): Promise<Cell> {
  const medians: number[] = []
  for (let run = 0; run < Number(values.runs); run++) {
    const { stdout, stderr, status, signal } = spawnSync(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('worker.ts', import.meta.url)), engine, document],
      { encoding: 'utf8', timeout: Number(values.seconds) * 1000 },
    )
    if (signal !== null) return { engine, document, medians, fault: `> ${values.seconds} s` }
    if (status !== 0) return { engine, document, medians, fault: stderr.trim().split('\n').find((line) => line.includes('Error'))?.slice(0, 80) ?? 'failed' }
    medians.push(Number(stdout.trim().split('\n').at(-1)))
  }
  return { engine, document, medians: medians.sort((a, b) => a - b), fault: undefined }
}

function print(): void {
  const median = (cell: Cell | undefined): number | undefined => cell?.medians[cell.medians.length >> 1]
  const find = (engine: string, document: string): Cell | undefined => cells.find((cell) => cell.engine === engine && cell.document === document)
  const documents = [...DOCUMENTS.keys()]
  console.log(`\nCPU ms a document, median of ${values.runs} processes, and the ratio to PDFKit by hand\n`)
  console.log(`| | ${documents.join(' | ')} |\n|---|${documents.map(() => '---:|').join('')}`)
  for (const engine of engines) {
    const texts = documents.map((document) => {
      const cell = find(engine, document)
      const [own, floor] = [median(cell), median(find('pdfkit', document))]
      if (own === undefined || cell?.fault !== undefined) return cell?.fault ?? '–'
      return `${own.toFixed(own < 100 ? 1 : 0)}${floor === undefined ? '' : ` (${(own / floor).toFixed(3)})`}`
    })
    console.log(`| ${engine} | ${texts.join(' | ')} |`)
  }
}
