// What browsers load before a screen can be used: modules, styles and answers, compressed. And what works while some of it is still on its way.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = programUrl('server/pool/child')
const KB = 1000
/** Compressed by gzip, of the list and of the screen of a template up to the worker that draws pages. */
const MOST = { list: 60 * KB, template: 450 * KB }
const LETTER = readFileSync(new URL('../../server/samples/letter.json', import.meta.url), 'utf8')

let browser: Browser | undefined
let it: TestService
let ada: Visitor

interface Loaded {
  /** Modules and styles, with what they measure compressed. */
  readonly files: ReadonlyMap<string, number>
  readonly total: number
}

/** What a page loaded until `end`, a time on its clock. The worker that draws pages, and the data, are not counted. */
async function loadedUntil(page: Page, end: string): Promise<Loaded> {
  const names = (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ${end}).map(({ name }) => new URL(name).pathname)`,
  )) as string[]
  const files = new Map<string, number>()
  for (const path of names) {
    const name = /^\/app\/files\/(.+)$/.exec(path)?.[1]
    if (name === undefined || name.startsWith('pdf-worker')) continue
    const compressed = join(buildFolder(), 'server/web', `${name}.gz`)
    assert.ok(existsSync(compressed), `${name} is not compressed by the build`)
    files.set(name, readFileSync(compressed).length)
  }
  return { files, total: [...files.values()].reduce((sum, size) => sum + size, 0) }
}

const listed = ({ files, total }: Loaded): string => `${total}: ${[...files].map(([name, size]) => `${name} ${size}`).join(', ')}`

async function made(type: 'html' | 'editor', source: string): Promise<string> {
  const { json, status } = await it.call({
    ...{ method: 'POST', path: '/api/templates', token: it.acme.token, headers: { 'Content-Type': 'application/json' } },
    body: { name: `Letter ${type}`, type, source },
  })
  assert.is(status, 201, JSON.stringify(json))
  return json.id
}

const weight = suite('weight of the web application')
weight.before(async () => {
  buildFolder()
  browser = await openBrowser()
  if (browser === undefined) return
  it = await startTestService({}, CHILD)
  ada = await visit(browser, it)
})
weight.after(async () => {
  await ada?.close()
  await it?.close()
  await browser?.close()
})

const inBrowser = (name: string, run: () => Promise<void>): void => weight(name, () => (browser === undefined ? undefined : run()))

const FIRST_SHOWN = `performance.getEntriesByName('first-contentful-paint')[0].startTime`

inBrowser('the list', async () => {
  await ada.page.evaluate('performance.clearResourceTimings()')
  await ada.open('templates', 'New template')
  await ada.until(`document.querySelector('.card') !== null && performance.getEntriesByName('first-contentful-paint').length > 0`)
  // Pictures that nobody has drawn are drawn once the list is there.
  const loaded = await loadedUntil(ada.page, FIRST_SHOWN)
  // The script and the styles: each file more is a place in the queue of a slow connection.
  assert.ok(loaded.files.size === 2 && loaded.total > 10 * KB && loaded.total <= MOST.list, listed(loaded))
})

inBrowser('the list is asked for with the script, once, for the team that was shown last', async () => {
  await ada.open('templates', 'New template')
  await ada.open('templates', 'New template')
  await ada.until(`document.querySelector('.card') !== null`)
  const asked = await ada.page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => /template-list|session$/.test(name)).map(({ initiatorType }) => initiatorType)`,
  )
  assert.equal(asked, ['link', 'link'])
  // Another browser's cookie names nothing that the session may not see, and no markup.
  const url = `${it.service.publicUrl}/app/templates`
  const page = async (cookie: string): Promise<string> => await (await fetch(url, { headers: { cookie } })).text()
  assert.match(await page('a=b; platen-team=abc123'), '/app/api/t/abc123/template-list')
  for (const hostile of ['platen-team="><script>', 'platen-team=../x', 'platen-team=', 'xplaten-team=abc', ''])
    assert.not.match(await page(hostile), 'template-list', hostile)
})

const FIRST_PAINTED = `(() => { const [{ startTime, duration }] = performance.getEntriesByName('platen-preview'); return startTime + duration })()`

for (const [type, source, ready, unwanted] of [
  ['html', '<h1>Hello {{name}}</h1>', '.pane-source .cm-line span', /^(?:rich|merge|beautify|search)/],
  ['editor', LETTER, '.rich-document', /^(?:html|css|merge|beautify|completion|search)/],
] as const)
  inBrowser(`the screen of a template of the type ${type}`, async () => {
    await ada.page.goto(`${it.service.publicUrl}/app/templates/${await made(type, source)}`)
    await ada.until(`document.querySelector('${ready}') !== null && performance.getEntriesByName('platen-preview').length > 0`)
    const loaded = await loadedUntil(ada.page, FIRST_PAINTED)
    assert.ok(loaded.files.size > 5 && loaded.total <= MOST.template, listed(loaded))
    for (const name of loaded.files.keys()) assert.not.match(name, unwanted)
  })

inBrowser('keys are taken before the language of the source is loaded', async () => {
  const id = await made('html', '<p>first</p>')
  const page = await ada.page.context().newPage()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/app\/files\/html-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${it.service.publicUrl}/app/templates/${id}`)
  await page.click('.pane-source .cm-content')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('<b>typed')
  const text = (): Promise<unknown> => page.evaluate(`document.querySelector('.pane-source .cm-content').innerText`)
  assert.is(await text(), '<p>first</p><b>typed')
  assert.is(await page.locator('.pane-source .cm-line span').count(), 0)
  release()
  for (let i = 0; i < 300 && (await page.locator('.pane-source .cm-line span').count()) === 0; i++)
    await new Promise((resolve) => setTimeout(resolve, 30))
  assert.ok((await page.locator('.pane-source .cm-line span').count()) > 2)
  // The caret and the history are as they were: tags are closed by the language.
  await page.keyboard.type('</')
  assert.is(await text(), '<p>first</p><b>typed</b>')
  await page.close()
})

weight.run()
