// The script of server/docs/guides/first-template.md against the built service: what it makes has the font, the logo and the footer.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Running, startProcess } from '../server/support/running.ts'
import { send } from '../server/support/service.ts'
import { textByPdfJs } from '../support/extract.ts'
import { buildFolder } from '../support/shipped.ts'
import { blocksOf, readDocuments, root } from './markdown.ts'

const guide = suite('first template with curl')
let running: Running
let folder = ''
let token = ''

guide.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-first-'))
  symlinkSync(join(root, 'fonts'), join(folder, 'fonts'))
  running = await startProcess(join(folder, 'data'), {}, join(buildFolder(), 'server/main.js'))
  token = /pdft_\w+/.exec(await running.saying('curl '))?.[0] ?? ''
})
guide.after(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(folder, { recursive: true })
})

function runScript(): Promise<{ readonly status: number | null; readonly output: string }> {
  const document = readDocuments().find(({ path }) => path.endsWith('guides/first-template.md'))
  const [script] = blocksOf(document!).filter(({ language }) => language === 'sh')
  const text = script!.text.replaceAll('http://localhost:3000', `http://127.0.0.1:${running.port}`)
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TOKEN: token }
    const child = spawn('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (status) => resolve({ status, output }))
  })
}

/** Names of the fonts of a PDF, without the tags of subsets. */
async function fontsOf(pdf: Uint8Array): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf)
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const names = objects.flatMap((object) => {
    const name = object instanceof PDFDict && object.has(PDFName.of('FontFile2')) ? object.get(PDFName.of('FontName')) : undefined
    return name instanceof PDFName ? [name.decodeText().replace(/^[A-Z]{6}\+/, '')] : []
  })
  return [...new Set(names)].sort()
}

/** Colors that a page fills with, as `#rrggbb`. */
async function fillsOf(pdf: Uint8Array): Promise<readonly unknown[]> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const { fnArray, argsArray } = await (await (await task.promise).getPage(1)).getOperatorList()
  await task.destroy()
  return fnArray.flatMap((operation, i) => (operation === OPS.setFillRGBColor ? [argsArray[i][0]] : []))
}

const call = (method: string, path: string, body?: string | object, headers = {}) =>
  send(running.port, { method, path, token, headers, ...(body === undefined ? {} : { body }) })

guide('the script makes a PDF with its own font, logo and footer', async () => {
  if (spawnSync('curl', ['--version']).error !== undefined) {
    assert.ok(process.env['PLATEN_REQUIRE_TOOLS'] === undefined, 'curl is needed')
    return
  }
  const { status, output } = await runScript()
  assert.is(status, 0, output)
  const pdf = readFileSync(join(folder, 'first-invoice.pdf'))
  const text = await textByPdfJs(pdf)
  for (const wanted of ['Invoice 7', 'Ink', '€30.00', 'Acme, +49 30 123']) assert.match(text, wanted)
  assert.equal(await fontsOf(pdf), ['Tinos-Bold'])
  assert.ok((await fillsOf(pdf)).includes('#1e6fb3'))
})

guide('what it made says who uses what, and a new footer is in the next PDF', async () => {
  const template = (await call('GET', '/api/templates/first-invoice')).json
  assert.equal(
    template.variables.map(({ name }: { name: string }) => name),
    ['company', 'company.name', 'company.phone', 'number', 'items', 'items[]', 'items[].name', 'items[].price'],
  )
  const users = (await call('GET', '/api/assets')).json.map(({ name, used_by }: { name: string; used_by: string[] }) => [name, used_by])
  assert.equal(
    users,
    ['brand.ttf', 'css/brand.css', 'footer.html', 'img/logo.svg'].map((name) => [name, ['first-invoice']]),
  )
  const put = await call('PUT', '/api/assets/footer.html', '<footer>{{legal}}</footer>', { 'Content-Type': 'text/html' })
  assert.is(put.status, 200, put.text)
  const { variables } = (await call('GET', '/api/templates/first-invoice')).json
  assert.equal(variables[0], { name: 'legal', type: 'string' })
  const data = { legal: 'Registered in Berlin', number: 8, items: [] }
  const pdf = await call('POST', '/api/templates/first-invoice/pdf', { data })
  assert.is(pdf.status, 200, pdf.text)
  assert.match(await textByPdfJs(pdf.bytes), 'Registered in Berlin')
  const version = (await call('GET', '/api/templates/first-invoice/versions/1')).json
  assert.equal(
    version.assets.map(({ name }: { name: string }) => name),
    ['brand.ttf', 'css/brand.css', 'footer.html', 'img/logo.svg'],
  )
})

guide.run()
