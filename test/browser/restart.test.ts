// A service that ends as by a crash, and is started again, while somebody types a template in a real Chromium: nothing typed is lost.
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { CHROMIUM, isChromiumThere, makeUntil } from './support/page.ts'
import { type ServiceProcess, serviceProcess } from './support/service-process.ts'

/** The sample that a template is made of, where its text is typed, and what says that it is there. */
const KINDS = {
  html: { sample: 'Invoice', text: '.pane-source .cm-content', ready: "document.querySelectorAll('.pane .cm-content').length === 2" },
  editor: { sample: 'Letter', text: '.rich-document', ready: "document.querySelector('.rich-document') !== null" },
} as const

let browser: Browser | undefined
let service: ServiceProcess
let page: Page
let until: (expression: string) => Promise<void>
let shows: (text: string) => Promise<void>

async function signUp(): Promise<void> {
  await page.goto(service.setupLink)
  await shows('Create your account')
  await page.fill('#field-name', 'ada@example.com')
  await page.fill('#field-password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await shows('New template')
}

async function storedSource(): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return String(
    await page.evaluate(`fetch('/app/api/session').then((answer) => answer.json())
      .then(({ teams }) => fetch('/app/api/t/' + teams[0].id + '/templates/${id}/source'))
      .then((answer) => answer.json()).then(({ source }) => typeof source === 'string' ? source : JSON.stringify(source))`),
  )
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const restart = suite(`a restart of the service: ${store}`)
  restart.before(async () => {
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    service = await serviceProcess(await settings())
    page = await (await browser.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })).newPage()
    ;({ until, shows } = makeUntil(page))
    await signUp()
  })
  restart.after(async () => {
    await page.context().close()
    await service.remove()
    if (store !== Object.keys(STORES).at(-1)) return
    await browser?.close()
    await closeStores()
  })

  for (const [kind, { sample, text, ready }] of Object.entries(KINDS))
    restart(`what is typed before, meanwhile and after is there after a reload, and can be saved: ${kind}`, async () => {
      const opened = async (): Promise<void> => {
        await until(ready)
        await until("document.querySelector('.sheet[data-painted]') !== null")
      }
      const type = async (typed: string): Promise<void> => {
        await page.focus(text)
        await page.keyboard.press('Control+End')
        await page.keyboard.type(typed)
      }
      await page.goto(new URL('/app/templates', page.url()).href)
      await shows('New template')
      await page.click('text=New template')
      await page.click(`dialog .sample:has-text("${sample}")`)
      await opened()
      await type(' before')
      await service.kill()
      await page.keyboard.type(' meanwhile')
      await page.click('text=Save draft')
      await shows('The service cannot be reached.')
      await service.start()
      await type(' after')
      await until("!document.querySelector('.notices').innerText.includes('cannot be reached')")
      await page.reload()
      await opened()
      await page.click('text=Save draft')
      await shows('The draft is saved.')
      assert.match(await storedSource(), 'before meanwhile after')
    })
  restart.run()
}
