// The client in a browser, on a page of another origin: bundled as a program would bundle it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../browser/support/visitor.ts'
import { root } from '../../documents/markdown.ts'
import { startTestService, type TestService } from '../support/service.ts'

const browser = suite('client in a browser')
const MS_TO_WAIT = 90_000

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

/** What the program has written to its page, once it has ended. Asked for again and again: nothing here depends on when Chromium runs it. */
async function resultOf(page: Page, address: string): Promise<string> {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(address)
  for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
    // The expression gives a text.
    const text = (await page.evaluate('document.body.textContent')) as string
    if (text.startsWith('found')) return text
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the program has not ended: ${complaints.join('; ')}`)
}

browser('calls the service across origins, changes a template and reads a stream', async () => {
  const chromium = await openBrowser()
  if (chromium === undefined) return void process.stderr.write('(without chromium: not installed)\n')
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
  const test: TestService = await startTestService({ PLATEN_CORS_ORIGINS: origin })
  try {
    given = JSON.stringify({ url: `http://127.0.0.1:${test.service.port}`, token: test.acme.token, id: test.templateId })
    assert.is(await resultOf(await chromium.newPage(), origin), 'found [true,true,2,"version_conflict",true]')
  } finally {
    await test.close()
    pages.closeAllConnections()
    pages.close()
    await chromium.close()
  }
})

browser.run()
