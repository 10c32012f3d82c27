// Controls that every screen has, used as people without a pointer or with an old browser use them: skip link, menus, copying; and a text that could not be saved.
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = programUrl('server/pool/child')

let browser: Browser | undefined
let it: TestService
let ada: Visitor

const controls = suite('controls of the web application')
controls.before(async () => {
  buildFolder()
  browser = await openBrowser()
  if (browser === undefined) return
  it = await startTestService({}, CHILD)
  ada = await visit(browser, it)
})
controls.after(async () => {
  await ada?.close()
  await it?.close()
  await browser?.close()
})

const inBrowser = (name: string, run: () => Promise<void>): void => controls(name, () => (browser === undefined ? undefined : run()))
const focused = (): Promise<unknown> => ada.page.evaluate(`document.activeElement.innerText.trim() || document.activeElement.id`)

inBrowser('the skip link is the first stop, is seen there, and leads past the navigation', async () => {
  await ada.open('templates', 'Greeting')
  await ada.page.keyboard.press('Tab')
  assert.is(await focused(), 'Skip to the content')
  const box = await ada.page.locator('.skip').boundingBox()
  assert.ok(box !== null && box.x >= 0 && box.y >= 0 && box.width > 20, JSON.stringify(box))
  await ada.page.keyboard.press('Enter')
  await ada.until(`document.activeElement.id === 'main'`)
  await ada.page.keyboard.press('Tab')
  assert.ok(await ada.page.evaluate(`document.querySelector('main').contains(document.activeElement)`))
  // Still the list: the fragment is no screen of its own.
  await ada.shows('Greeting')
})

inBrowser('a menu: Home, End, arrows around the ends, Escape and Shift+Tab', async () => {
  await ada.open('templates', 'Greeting')
  await ada.page.focus('[aria-label="More: Greeting"]')
  await ada.page.keyboard.press('ArrowDown')
  await ada.until(`document.activeElement.getAttribute('role') === 'menuitem'`)
  const items = await ada.page.locator('[role=menuitem]').allInnerTexts()
  assert.ok(items.length > 2)
  for (const [key, expected] of [
    ['End', items.at(-1)],
    ['ArrowDown', items[0]],
    ['ArrowUp', items.at(-1)],
    ['Home', items[0]],
    ['ArrowDown', items[1]],
  ] as const) {
    await ada.page.keyboard.press(key)
    assert.is(await focused(), expected, key)
  }
  await ada.page.keyboard.press('Escape')
  await ada.until(`document.querySelector('[role=menu]') === null`)
  assert.is(await ada.page.evaluate(`document.activeElement.getAttribute('aria-label')`), 'More: Greeting')
  await ada.page.keyboard.press('Enter')
  await ada.until(`document.querySelector('[role=menu]') !== null`)
  await ada.page.keyboard.press('Shift+Tab')
  await ada.until(`document.querySelector('[role=menu]') === null`)
  assert.is(await ada.page.evaluate(`document.querySelector('main').contains(document.activeElement)`), true)
})

inBrowser('copying without the clipboard interface, and where nothing lets a page copy', async () => {
  await ada.page.goto(`${it.service.publicUrl}/app/templates/${it.templateId}`)
  await ada.until(`document.querySelector('.sheet[data-painted]') !== null`)
  await ada.page.evaluate(`navigator.clipboard.writeText('something else')`)
  // As on a page over http, which has none to write with.
  await ada.page.evaluate(`navigator.clipboard.writeText = undefined`)
  await ada.page.click('text=Use it')
  await ada.shows('PLATEN_TOKEN')
  await ada.page.click('dialog >> text=Copy')
  await ada.shows('Copied')
  assert.match(String(await ada.page.evaluate('navigator.clipboard.readText()')), `/api/templates/${it.templateId}/pdf`)
  await ada.page.evaluate(`document.execCommand = () => false`)
  await ada.until(`!document.querySelector('dialog').innerText.includes('Copied')`)
  await ada.page.click('dialog >> text=Copy')
  await ada.shows('The browser does not let this page copy')
  await ada.page.reload()
})

inBrowser('the text of an asset stays after an answer that refuses it, and after none, and is saved then', async () => {
  const content = async (): Promise<string> => (await it.call({ path: '/api/assets/brand.css', token: it.acme.token })).text
  const { status } = await it.call({
    ...{
      method: 'PUT',
      path: '/api/assets/brand.css',
      token: it.acme.token,
      headers: { 'Content-Type': 'text/css' },
      body: 'h1 { color: red }',
    },
  })
  assert.is(status, 201)
  await ada.open('assets', 'brand.css')
  await ada.page.click('h2 >> text=brand.css')
  await ada.page.click('dialog >> text=Edit')
  await ada.page.click('dialog .cm-content')
  await ada.page.keyboard.press('Control+End')
  await ada.page.keyboard.insertText('\np { margin: 0 }')
  const typed = 'h1 { color: red }p { margin: 0 }'
  const shown = (): Promise<string | null> => ada.page.locator('dialog .cm-content').textContent()
  for (const fail of ['abort', 'refuse'] as const) {
    await ada.page.route('**/assets/brand.css*', (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      return fail === 'abort'
        ? route.abort('connectionreset')
        : route.fulfill({
            status: 503,
            json: { status: 503, code: 'unavailable', message: 'the service is about to stop', errors: [], request_id: 'x' },
          })
    })
    await ada.page.click('dialog >> text=Save')
    await ada.shows(fail === 'abort' ? 'The service cannot be reached' : 'the service is about to stop')
    assert.is(await shown(), typed, fail)
    await ada.page.unroute('**/assets/brand.css*')
  }
  assert.is(await content(), 'h1 { color: red }')
  await ada.page.click('dialog >> text=Save')
  await ada.shows('is saved: the next document has it')
  assert.is(await content(), 'h1 { color: red }\np { margin: 0 }')
})

controls.run()
