// The screens of everyday work, in light and dark and on a phone: both kinds of templates with their dialogs and problems, lists, settings, standards, fonts of the team, and
// signing in with a second factor.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codeAt } from '../../server/accounts/one-time-code.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { toyFont } from '../support/toy-font.ts'
import { checkFits, look, WINDOW } from './support/look.ts'
import { makeUntil } from './support/page.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = programUrl('server/pool/child')
const sample = (name: string): string => readFileSync(new URL(`../../server/samples/${name}`, import.meta.url), 'utf8')
const PAINTED = `document.querySelector('.sheet[data-painted]') !== null`

let browser: Browser | undefined
let it: TestService
let ada: Visitor

const looks = suite('looks of everyday work')
looks.before(async () => {
  buildFolder()
  browser = await openBrowser()
  if (browser === undefined) return
  it = await startTestService({ PLATEN_WEBHOOKS_PRIVATE: 'yes' }, CHILD)
  ada = await visit(browser, it, { viewport: WINDOW })
})
looks.after(async () => {
  await ada?.close()
  await it?.close()
  await browser?.close()
})

const inBrowser = (name: string, run: () => Promise<void>): void => looks(name, () => (browser === undefined ? undefined : run()))

async function put(name: string, type: string, body: string | Buffer): Promise<void> {
  const headers = { 'Content-Type': type }
  const { status, text } = await it.call({ method: 'PUT', path: `/api/assets/${name}`, token: it.acme.token, headers, body })
  assert.ok(status < 300, text)
}

async function openTemplate(name: string, type: 'html' | 'editor', source: string): Promise<string> {
  const { json, status, text } = await it.call({ method: 'POST', path: '/api/templates', body: { name, type, source } })
  assert.is(status, 201, text)
  await ada.page.goto(`${it.service.publicUrl}/app/templates/${json.id}`)
  await ada.until(PAINTED)
  return json.id
}

async function closeDialog(): Promise<void> {
  await ada.page.keyboard.press('Escape')
  await ada.until(`document.querySelector('dialog') === null`)
}

inBrowser('a template in HTML: with data, with an error, and its dialogs', async () => {
  const id = await openTemplate('Invoice', 'html', sample('invoice.html'))
  await it.call({ method: 'PUT', path: `/api/templates/${id}/examples/Invoice`, body: JSON.parse(sample('invoice.data.json')) })
  await ada.page.reload()
  await ada.until(`document.querySelector('.page-text')?.textContent.includes('INV-2026-0147')`)
  await look(ada.page, 'template html')
  for (const [button, shown, name] of [
    ['Use it', 'PLATEN_TOKEN', 'use it'],
    ['Publish', 'Note', 'publish'],
  ] as const) {
    await ada.page.click(`.heading button:has-text("${button}")`)
    await ada.until(`document.querySelector('dialog')?.innerText.includes('${shown}')`)
    await look(ada.page, name)
    await closeDialog()
  }
  await ada.page.click('.pane-source .cm-content')
  await ada.page.keyboard.press('Control+Home')
  await ada.page.keyboard.insertText('<p>{{#if paid}}{{curency total}}</p>\n')
  await ada.until(`document.querySelector('.problems') !== null`)
  await look(ada.page, 'template with an error')
})

inBrowser('a template says which standards its PDFs keep, and what does not hold', async () => {
  await openTemplate('Report', 'html', '<html lang="en"><title>Report</title><h3>Begins with the third level</h3><img src="x.png"></html>')
  await ada.page.click('.heading >> text=Settings')
  await ada.page.check('[name=claims][value=some]')
  await ada.page.check('[name=ua]')
  await ada.page.selectOption('[name=archive]', 'a-3u')
  await look(ada.page, 'settings of a template')
  await ada.page.click('dialog button.primary')
  await ada.shows('The settings are saved.')
  await ada.until(`document.querySelector('.problems') !== null`)
  await look(ada.page, 'template that breaks its standards')
  await ada.open('settings', 'Tags')
  await ada.page.check('[name=claims][value=some]')
  await look(ada.page, 'settings of the team')
})

inBrowser('a document: with fonts of the team, a table, variables and its dialogs', async () => {
  await put('fonts/Brand-Regular.ttf', 'font/ttf', Buffer.from(toyFont({ family: 'Brand' })))
  await put(
    'logo.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#1f4fd8"/></svg>',
  )
  await openTemplate('Letter', 'editor', sample('letter.json'))
  await ada.until(`document.querySelector('.rich-document') !== null`)
  await look(ada.page, 'template document')
  await ada.page.click('.rich-document p')
  for (const [open, name] of [
    ['.rich-tools >> text=Page', 'page of a document'],
    ['.rich-tools >> text=Insert', 'insert into a document'],
    ['.rich-tools >> text=Variable', 'variable of a document'],
  ] as const) {
    await ada.page.click(open)
    await ada.until(`document.querySelector('dialog, .rich-suggestions') !== null`)
    await look(ada.page, name)
    await ada.page.keyboard.press('Escape')
    await ada.until(`document.querySelector('dialog, .rich-suggestions') === null`)
  }
})

inBrowser('lists, with something in them and in their dialogs', async () => {
  await put('brand.css', 'text/css', 'h1 { color: #1f4fd8 }')
  await put('footer.html', 'text/html', '<p>{{company}}, {{address}}</p>')
  await ada.open('templates', 'Letter')
  // One of the templates breaks its standards, and has no picture.
  await ada.until(`[...document.querySelectorAll('.card img')].filter(({ naturalWidth }) => naturalWidth > 0).length === 3`)
  await look(ada.page, 'templates')
  await ada.page.click('text=New template')
  await ada.until(`document.querySelectorAll('.samples img').length === 5`)
  await look(ada.page, 'new template')
  await closeDialog()
  await ada.open('assets', 'brand.css')
  await ada.until(`[...document.querySelectorAll('.of-picture img')].every((image) => image.complete && image.naturalWidth > 0)`)
  await look(ada.page, 'assets')
  await ada.page.click('h2 >> text=Brand-Regular')
  await ada.until(`document.querySelector('dialog') !== null`)
  await look(ada.page, 'asset')
  await closeDialog()
  await ada.open('tokens', 'New token')
  await look(ada.page, 'tokens')
  await ada.page.click('text=New token')
  await ada.page.fill('#field-name', 'Invoices of the shop')
  await look(ada.page, 'new token')
  await ada.page.click('dialog >> text=Create')
  await ada.shows('Copy the token now')
  await look(ada.page, 'token made')
  await closeDialog()
  await ada.open('webhooks', 'No webhooks yet')
  await ada.page.click('text=New webhook')
  await ada.page.fill('#field-url', 'http://127.0.0.1:9/hooks/platen')
  await look(ada.page, 'new webhook')
  await ada.page.click('dialog >> text=Create')
  await ada.shows('whsec_')
  await look(ada.page, 'webhook made')
  await closeDialog()
  await look(ada.page, 'webhooks')
  await ada.open('members', 'Audit log')
  await ada.page.click('text=Invite')
  await ada.until(`document.querySelector('dialog') !== null`)
  await look(ada.page, 'invite')
  await closeDialog()
  await look(ada.page, 'members')
})

inBrowser('in the other languages every screen fits, and none of its texts is English', async () => {
  const cookies = await ada.page.context().cookies()
  const english = `document.querySelector('main, dialog').innerText.split('\\n')`
  const texts: string[] = []
  const screens = ['templates', `templates/${it.templateId}`, 'assets', 'usage', 'tokens', 'webhooks', 'members', 'settings', 'profile']
  for (const locale of ['en', 'de', 'fr', 'es']) {
    const context = await browser!.newContext({ locale, viewport: WINDOW })
    await context.addCookies(cookies)
    const page = await context.newPage()
    const { until } = makeUntil(page)
    for (const screen of screens) {
      await page.goto(`${it.service.publicUrl}/app/${screen}`)
      await until(`document.querySelector('main h1')?.innerText.length > 0 && document.querySelector('.loading-screen') === null`)
      if (screen.startsWith('templates/')) await until(PAINTED)
      await checkFits(page, `${locale} ${screen.replace('/', ' ')}`)
      // Headings, hints and buttons; short words and names are the same in several languages.
      const lines = ((await page.evaluate(english)) as string[]).filter((line) => line.split(' ').length > 2 && !/\d|[{}<>@/·]/.test(line))
      if (locale === 'en') texts.push(...lines)
      else
        assert.equal(
          lines.filter((line) => texts.includes(line)),
          [],
          `${screen} in ${locale}`,
        )
    }
    await context.close()
  }
  assert.ok(texts.length > 20, String(texts.length))
})

inBrowser('signing in with a second factor: asked for, and refused', async () => {
  await ada.open('profile', 'Second factor')
  await ada.page.click('text=Set up')
  await ada.until(`document.querySelector('#field-code') !== null`)
  const secret = (await ada.page.locator('code').last().textContent())?.replaceAll(' ', '') ?? ''
  const code = (): string => codeAt(secret, Math.floor(it.clock.now() / 30_000))
  await ada.page.fill('#field-code', code())
  await ada.page.locator('#field-code').press('Enter')
  await ada.shows('Signing in asks for a code')
  await look(ada.page, 'account with a second factor')
  const page: Page = await (await browser!.newContext({ locale: 'en', viewport: WINDOW })).newPage()
  const { until, shows } = makeUntil(page)
  await page.goto(`${it.service.publicUrl}/app/templates`)
  await shows('Sign in')
  await page.fill('#field-name', ada.name)
  await page.fill('#field-password', ada.password)
  await page.keyboard.press('Enter')
  await until(`document.querySelector('#field-code') !== null`)
  // The field takes the focus, so that the code can be typed at once, and nothing is called wrong yet.
  await until(`document.activeElement?.id === 'field-code'`)
  assert.is(await page.locator('.problem').count(), 0)
  await look(page, 'sign in with a second factor')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await until(`document.querySelector('.problem') !== null`)
  await look(page, 'second factor refused')
  // The step of the code that was used is behind.
  it.clock.advance(60_000)
  await page.fill('#field-code', code())
  await page.keyboard.press('Enter')
  await shows('New template')
  await page.context().close()
})

looks.run()
