// Parts of the application that cannot be loaded at first, or at all: a broken line, a deploy that took the files of an open page away. No screen is dead, nothing typed is lost.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = programUrl('server/pool/child')
const WEB = fileURLToPath(new URL('../../server/web', import.meta.url))
const LETTER = readFileSync(new URL('../../server/samples/letter.json', import.meta.url), 'utf8')

let browser: Browser | undefined
let it: TestService
let ada: Visitor

const modules = suite('modules of the web application')
modules.before(async () => {
  buildFolder()
  browser = await openBrowser()
  if (browser === undefined) return
  it = await startTestService({}, CHILD)
})
modules.after(async () => {
  await it?.close()
  await browser?.close()
})

/** With a visitor whose browser has cached nothing. */
const inBrowser = (name: string, run: () => Promise<void>): void =>
  modules(name, async () => {
    if (browser === undefined) return
    ada = await visit(browser, it)
    await run()
    await ada.close()
  })

async function made(type: 'html' | 'editor', source: string): Promise<string> {
  const { json, status, text } = await it.call({ method: 'POST', path: '/api/templates', body: { name: 'Letter', type, source } })
  assert.is(status, 201, text)
  return `${it.service.publicUrl}/app/templates/${json.id}`
}

/** Files of the application whose names match fail this many times: half of them as a broken line does, half as files do that are gone. */
async function fail(pattern: RegExp, times = Number.POSITIVE_INFINITY): Promise<() => number> {
  let count = 0
  await ada.page.route(/\/app\/files\//, async (route) => {
    if (!pattern.test(new URL(route.request().url()).pathname) || count >= times) return route.fallback()
    count++
    await (count % 2 === 1 ? route.abort('connectionreset') : route.fulfill({ status: 404, body: '' }))
  })
  return () => count
}

const mend = (): Promise<void> => ada.page.unroute(/\/app\/files\//)
const typeAtEnd = async (text: string): Promise<void> => {
  await ada.page.click('.pane-source .cm-content')
  await ada.page.keyboard.press('Control+End')
  await ada.page.keyboard.type(text)
}

inBrowser('each file of an editor document fails twice: the screen comes by itself', async () => {
  const counts = new Map<string, number>()
  await ada.page.route(/\/app\/files\/[^/]*\.js$/, async (route) => {
    const name = route.request().url()
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    // The script of the page itself is not loaded by an import.
    if (/\/app-/.test(name) || count > 2) return route.fallback()
    await (count === 1 ? route.abort('connectionreset') : route.fulfill({ status: 404, body: '' }))
  })
  await ada.page.goto(await made('editor', LETTER))
  await ada.until(`document.querySelector('.rich-document') !== null && document.querySelector('.sheet[data-painted]') !== null`)
  await ada.until(`document.querySelector('.message') === null`)
  assert.ok([...counts].filter(([, count]) => count > 2).length > 4, JSON.stringify([...counts]))
})

inBrowser('a screen that cannot be loaded says so, and comes once it can be', async () => {
  const count = await fail(/\/template-screen-/)
  await ada.page.goto(await made('html', '<p>first</p>'))
  await ada.shows('Part of this page cannot be loaded')
  await ada.checkAccessibility('a part is missing')
  assert.ok(count() >= 4, String(count()))
  await mend()
  // The browser says that it is on line again: no need to wait.
  await ada.page.evaluate(`dispatchEvent(new Event('online'))`)
  await ada.until(`document.querySelector('.pane-source .cm-content') !== null`)
  await ada.until(`document.querySelector('.message') === null`)
})

inBrowser('a dialog whose files a deploy took away: a reload brings it, and keeps what was typed', async () => {
  await fail(/\/versions-/)
  await ada.page.goto(await made('html', '<p>first</p>'))
  await ada.until(`document.querySelector('.sheet[data-painted]') !== null`)
  await typeAtEnd(' typed')
  await ada.page.click('text=History')
  await ada.shows('Part of this page cannot be loaded')
  assert.is(await ada.page.locator('dialog').count(), 0)
  await typeAtEnd(' and more')
  await mend()
  await ada.page.click('.message button:has-text("Reload the page")')
  await ada.until(`document.querySelector('.message') === null && document.querySelector('.pane-source .cm-content') !== null`)
  assert.is(await ada.page.locator('.pane-source .cm-content').textContent(), '<p>first</p> typed and more')
  await ada.page.click('text=History')
  await ada.until(`document.querySelector('dialog') !== null`)
})

inBrowser('the worker that draws pages fails once: the page is painted', async () => {
  const count = await fail(/\/pdf-worker-/, 1)
  await ada.page.goto(await made('html', '<p>first</p>'))
  await ada.until(`document.querySelector('.sheet[data-painted]') !== null`)
  assert.is(count(), 1)
})

inBrowser('a language that fails: English first, then the language', async () => {
  await ada.page.evaluate(`localStorage.setItem('platen.language', 'de')`)
  const count = await fail(/\/de-/, 3)
  await ada.open('templates', 'New template')
  await ada.shows('Neue Vorlage')
  assert.is(count(), 3)
})

inBrowser('a service that cannot be reached when the page is opened: said, and tried again by a button', async () => {
  await ada.page.route('**/app/api/session', (route) => route.abort('connectionrefused'))
  await ada.page.goto(`${it.service.publicUrl}/app/templates`)
  await ada.shows('The service cannot be reached')
  await ada.checkAccessibility('no session')
  await ada.page.unroute('**/app/api/session')
  await ada.page.click('text=Try again')
  await ada.shows('New template')
})

inBrowser('a page without its script says that it is loading', async () => {
  await ada.page.route(/\/app\/files\/app-[^/]*\.js$/, (route) => route.abort('connectionreset'))
  await ada.page.goto(`${it.service.publicUrl}/app/templates`)
  await ada.shows('If nothing else appears, reload the page')
  await ada.checkAccessibility('no script')
})

modules('every import of a part is one that is tried again', () => {
  const wrong: string[] = []
  for (const name of readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))) {
    const lines = readFileSync(join(WEB, name), 'utf8').split('\n')
    // Those of tables of loaders are passed to `loadModule` by whoever takes one.
    for (const line of lines)
      if (/(?<!typeof )\bimport\(/.test(line) && !/loadModule\(|= lazy(?:Dialog|Part)?\(|^ {2}\w+: async \(\)/.test(line))
        wrong.push(`${name}: ${line.trim()}`)
  }
  assert.equal(wrong, [])
})

modules.run()
