// The client in a browser, on a page of another origin: bundled as a program would bundle it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../documents/markdown.ts'
import { startTestService, type TestService } from '../support/service.ts'

const browser = suite('client in a browser')
const isThere = spawnSync('chromium', ['--version']).error === undefined

const PROGRAM = `import { createClient } from './server/client/index.ts'
const { url, token, id } = window.given
const platen = createClient({ url, token })
const found = []
const { result, requestId } = await platen.render(id, { name: 'Ann' })
found.push(new TextDecoder().decode(result).includes('Hello Ann'), requestId !== undefined)
const { version } = await platen.saveTemplate(id, { source: 'Bye {{name}}' }, { version: 1 })
found.push(version)
found.push(await platen.saveTemplate(id, { source: 'late' }, { version: 1 }).catch((problem) => problem.code))
let streamed = ''
const reader = (await platen.renderStream(id, { name: 'Bob' })).result.getReader()
for (let piece = await reader.read(); !piece.done; piece = await reader.read()) streamed += new TextDecoder().decode(piece.value)
found.push(streamed.includes('Bye Bob'))
document.body.textContent = 'found ' + JSON.stringify(found)
`

/** The page after its script has ended. */
function openPage(address: string, folder: string): Promise<string> {
  const words = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${folder}`,
    '--virtual-time-budget=20000',
    '--dump-dom',
    address,
  ]
  return new Promise((resolve) => {
    const child = spawn('chromium', words, { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.on('close', () => resolve(text))
  })
}

browser('calls the service across origins, changes a template and reads a stream', async () => {
  if (!isThere) {
    if (process.env['PLATEN_REQUIRE_TOOLS'] === '1') throw new Error('chromium is required and not installed')
    return void process.stderr.write('(without chromium: not installed)\n')
  }
  const stdin = { contents: PROGRAM, resolveDir: root }
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' })
  let given = ''
  const pages = createServer((_, res) => {
    const html = `<!doctype html><body><script>window.given = ${given}</script><script type=module>${outputFiles[0]!.text}</script></body>`
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  // A TCP server has an address of this kind once it listens.
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const test: TestService = await startTestService({ PLATEN_CORS_ORIGINS: origin })
  try {
    given = JSON.stringify({ url: `http://127.0.0.1:${test.service.port}`, token: test.acme.token, id: test.templateId })
    assert.match(await openPage(origin, folder), 'found [true,true,2,"version_conflict",true]')
  } finally {
    await test.close()
    pages.closeAllConnections()
    pages.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

browser.run()
