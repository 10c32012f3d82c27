// The main path by keys alone, in a real Chromium: from the set-up link to a curl line that was copied. The focus can be seen at every stop, and is never lost.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { type Keys, makeKeys } from './support/keys.ts'
import { CHROMIUM, collectComplaints, isChromiumThere, makeUntil } from './support/page.ts'

const CHILD = programUrl('server/pool/child')

let browser: Browser | undefined
let context: BrowserContext
let it: TestService
let page: Page
let keys: Keys
let until: (expression: string) => Promise<void>
let shows: (text: string) => Promise<void>
let complaints: string[]

const noDialog = (): Promise<void> => until(`document.querySelector('dialog') === null`)

async function signUp(): Promise<void> {
  await page.goto((await it.service.accounts.setupLink(it.acme.id)) ?? '')
  await shows('Create your account')
  await keys.to('Name')
  await keys.type('ada@example.com')
  await keys.to('Password')
  await keys.type('correct horse battery')
  await keys.press('Enter')
  await shows('New template')
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const keyboard = suite(`keyboard alone: ${store}`)
  keyboard.before(async () => {
    buildFolder()
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  keyboard.before.each(async () => {
    it = await startTestService(await settings(), CHILD)
    context = await browser!.newContext({
      locale: 'en',
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 1280, height: 800 },
    })
    page = await context.newPage()
    complaints = []
    await collectComplaints(page, complaints)
    keys = makeKeys(page)
    ;({ until, shows } = makeUntil(page))
  })
  keyboard.after.each(async () => {
    await context.close()
    await it.close()
  })

  keyboard('from the set-up link to a curl line that was copied', async () => {
    await signUp()
    await keys.isOn('Templates')

    // The new template, after a look into the dialog.
    await keys.to('New template')
    await keys.press('Enter')
    await shows('Blank page')
    await keys.checkTrap()
    await keys.press('Escape')
    await noDialog()
    await keys.isOn('New template')
    await keys.press('Enter')
    await shows('Blank page')
    await keys.to(/^Invoice/)
    await keys.press('Enter')
    await until(`document.querySelector('.sheet[data-painted]') !== null`)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await keys.isOn('Invoice')

    // The source, the data, the preview, and out of each of them.
    await keys.to('Source')
    // Who passes by is not caught, and changes nothing.
    await keys.press('Tab')
    await keys.isOn('Height of the source')
    await keys.to('Source', 'Shift+Tab')
    await keys.press('Control+End')
    await keys.type('<p>A line typed by Ada</p>')
    await until(`document.querySelector('.page-text')?.textContent.includes('A line typed by Ada')`)
    await keys.press('Tab')
    // In the editor it indents.
    await until(`/^ {2}.*A line typed/.test([...document.querySelectorAll('.pane-source .cm-line')].at(-1).textContent)`)
    await keys.press('Control+z')
    await keys.press('Escape')
    await keys.to('Data')
    // In the place of the sample's.
    await keys.press('Control+a')
    await keys.type('{"number": "A-7"')
    await until(`document.querySelector('.page-text')?.textContent.includes('A-7')`)
    await keys.press('Escape')
    await keys.to('Preview')
    await keys.press('PageDown')
    await keys.press('Control+s')
    await shows('The draft is saved.')
    await keys.isOn('Preview')

    // Published with a note.
    await keys.to('Publish', 'Shift+Tab')
    await keys.press('Enter')
    await shows('What has changed')
    await keys.checkTrap()
    await keys.press('Escape')
    await noDialog()
    await keys.isOn('Publish')
    await keys.press('Enter')
    await keys.isOn('Note')
    await keys.type('by keys')
    await keys.press('Enter')
    await shows('Published: programs use this version')
    await keys.isOn('Publish')

    // A token.
    await keys.to('API tokens', 'Shift+Tab')
    await keys.press('Enter')
    await shows('New token')
    await keys.isOn('API tokens')
    await keys.to('New token')
    await keys.press('Enter')
    await keys.isOn('What it is for')
    await keys.type('by keys')
    await keys.press('Enter')
    await shows('Copy the token now')
    await keys.checkTrap()
    await keys.to(/^Copy/)
    await keys.press('Enter')
    await shows('Copied')
    const token = String(await page.evaluate('navigator.clipboard.readText()'))
    await keys.to('Close')
    await keys.press('Enter')
    await noDialog()
    await keys.isOn('New token')

    // Back to the template, and its call.
    await keys.to('Templates', 'Shift+Tab')
    await keys.press('Enter')
    await until(`document.querySelector('.card-link') !== null`)
    await keys.isOn('Templates')
    await keys.to('Invoice')
    await keys.press('Enter')
    await until(`document.querySelector('.sheet[data-painted]') !== null`)
    await keys.to('Use it')
    await keys.press('Enter')
    await shows('PLATEN_TOKEN')
    await keys.checkTrap()
    await keys.to(/^Copy/)
    await keys.press('Enter')
    await shows('Copied')
    const line = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(line, `/api/templates/${id}/pdf`)
    await keys.press('Escape')
    await noDialog()
    await keys.isOn('Use it')
    const body = JSON.parse(/-d '(.*?)' \\\n {2}-o/.exec(line)?.[1] ?? '')
    const pdf = await it.call({ method: 'POST', path: `/api/templates/${id}/pdf`, token, body })
    assert.is(pdf.headers['content-type'], 'application/pdf')
    await keys.to('Sign out', 'Shift+Tab')
    await keys.press('Enter')
    await shows('Sign in')
    assert.equal(
      complaints.filter((text) => !/401/.test(text)),
      [],
    )
  })

  if (store === Object.keys(STORES).at(-1)) {
    keyboard.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  keyboard.run()
}
