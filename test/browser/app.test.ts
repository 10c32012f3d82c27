// The web application in a real Chromium, from the set-up link to a PDF rendered with a token made on the page. Every screen is checked by axe.

import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { collectComplaints } from './support/page.ts'

const CHROMIUM = '/usr/bin/chromium'
const CHILD = programUrl('server/pool/child')
const MS_TO_WAIT = 30_000

let browser: Browser | undefined
let it: TestService
let page: Page
/** What the console said: policies that were violated, and errors. */
let complaints: string[]

/** Waits until an expression is true in the page. Polled, since Trusted Types forbid what waiting in the page would take. */
async function until(expression: string): Promise<void> {
  for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
    if (await page.evaluate(expression)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`never true: ${expression}; the page shows ${await page.evaluate('document.body.innerText')}`)
}

const shows = (text: string): Promise<void> => until(`document.body.innerText.includes(${JSON.stringify(text)})`)
const painted = (): Promise<void> => until(`document.querySelector('.sheet[data-painted]') !== null`)

async function checkAccessibility(screen: string): Promise<void> {
  await page.evaluate(axe.source)
  // The page has axe as a global now.
  const found = (await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
  )) as string[]
  assert.equal(found, [], screen)
}

async function setUp(): Promise<void> {
  await page.goto((await it.service.accounts.setupLink(it.acme.id)) ?? '')
  await shows('Create your account')
  await checkAccessibility('set-up')
  await page.fill('#field-name', 'ada@example.com')
  await page.fill('#field-password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await shows('New template')
}

const isThere = existsSync(CHROMIUM)
if (!isThere) {
  assert.ok(process.env['PLATEN_REQUIRE_TOOLS'] === undefined, 'chromium is needed')
  console.log('chromium is not installed: the web application is not tested')
}

for (const [store, settings] of isThere ? Object.entries(STORES) : []) {
  const app = suite(`web application: ${store}`)
  app.before(async () => {
    buildFolder()
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  app.before.each(async () => {
    it = await startTestService(await settings(), CHILD)
    const context = await browser!.newContext({ locale: 'en', permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
    complaints = []
    await collectComplaints(page, complaints)
  })
  app.after.each(async () => {
    await page.context().close()
    await it.close()
  })

  app('from the set-up link to a PDF', async () => {
    await setUp()
    await checkAccessibility('templates')
    await page.click('text=New template')
    await shows('Blank page')
    await checkAccessibility('new template')
    await page.click('dialog >> text=Invoice')
    await painted()
    await checkAccessibility('template')
    await page.click('.cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('<p>A line typed by Ada')
    await shows('Not saved')
    await page.click('text=Publish')
    await page.click('dialog >> button:has-text("Publish")')
    await shows('Published: programs use this version')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.click('nav >> text=API tokens')
    await shows('New token')
    await checkAccessibility('tokens')
    await page.click('text=New token')
    await page.fill('#field-name', 'from the page')
    await page.click('dialog >> text=Create')
    await shows('Copy the token now')
    const token = await page.locator('dialog code').textContent()
    const source = await it.call({ path: `/api/templates/${id}/source`, token: it.acme.token })
    assert.match(source.json.source, /A line typed by Ada/)
    const pdf = await it.call({ method: 'POST', path: `/api/templates/${id}/pdf`, token: token ?? '', body: { data: {} } })
    assert.is(pdf.headers['content-type'], 'application/pdf')
    // The browser asks who is signed in before anybody is.
    assert.equal(
      complaints.filter((text) => !/401/.test(text)),
      [],
    )
  })

  app('the address of the service leads to the application', async () => {
    await setUp()
    for (const path of ['', '/', '/app', '/app/', '/app/templates/']) {
      await page.goto(`${it.service.publicUrl}${path}`)
      await shows('New template')
    }
    const unknown = await it.call({ path: '/app/api/nothing', token: null })
    assert.equal([unknown.status, unknown.json.code], [404, 'not_found'])
  })

  app('every screen has no accessibility violation, in light and dark', async () => {
    await setUp()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [path, text] of [
        ['templates', 'New template'],
        ['tokens', 'New token'],
        ['webhooks', 'New webhook'],
        ['members', 'Invite'],
        ['profile', 'Second factor'],
      ]) {
        await page.goto(`${it.service.publicUrl}/app/${path}`)
        await shows(text!)
        await checkAccessibility(`${path}, ${colorScheme}`)
      }
    }
  })

  app('what was typed survives a session that ends and a reload', async () => {
    await setUp()
    await page.goto(`${it.service.publicUrl}/app/templates/${it.templateId}`)
    await painted()
    await page.click('.cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('typed before the end')
    await shows('Not saved')
    it.clock.advance(8 * 24 * 3600_000)
    await page.keyboard.type(' and after it')
    await shows('Your session has ended')
    await checkAccessibility('sign in again')
    await page.fill('dialog #field-password', 'correct horse battery')
    await page.keyboard.press('Enter')
    await until(`document.querySelector('dialog') === null`)
    await page.reload()
    await shows('typed before the end and after it')
    await page.click('text=Save draft')
    await shows('The draft is saved')
    const { json } = await it.call({ path: `/api/templates/${it.templateId}/source`, token: it.acme.token })
    assert.match(json.source, /typed before the end and after it$/)
  })

  app('two people at one template: nothing is lost', async () => {
    await setUp()
    await page.goto(`${it.service.publicUrl}/app/templates/${it.templateId}`)
    await painted()
    await page.click('.cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('mine')
    await it.call({ method: 'PUT', path: `/api/templates/${it.templateId}`, token: it.acme.token, body: { source: 'theirs {{name}}' } })
    await page.click('text=Save draft')
    await shows('Somebody else has saved in the meantime')
    await checkAccessibility('conflict')
    await until("document.querySelectorAll('.compared .cm-content').length === 2")
    const texts = await page.locator('.compared .cm-content').allInnerTexts()
    assert.is(texts[0], 'theirs {{name}}')
    assert.match(texts[1] ?? '', /mine$/)
    await page.click('.compared .cm-merge-b .cm-content')
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('theirs {{name}} and mine')
    await page.click('text=Save this text')
    await shows('The draft is saved')
    const { json } = await it.call({ path: `/api/templates/${it.templateId}/source`, token: it.acme.token })
    assert.is(json.source, 'theirs {{name}} and mine')
  })

  app('names that are markup are shown as they are', async () => {
    const name = '<img src=x onerror=alert(1)>"\'{{7*7}}'
    await it.call({ method: 'POST', path: '/api/templates', token: it.acme.token, body: { name, type: 'html', source: '<p>x' } })
    await setUp()
    await shows(name)
    assert.equal(
      complaints.filter((text) => !/401/.test(text)),
      [],
    )
  })

  if (store === Object.keys(STORES).at(-1)) {
    app.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  app.run()
}
