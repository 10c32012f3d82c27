// A service that ends as by a crash, and is started again, while somebody types a template in a real Chromium: nothing typed is lost.
import { chromium } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CHROMIUM, isChromiumThere, makeUntil } from './support/page.ts'
import { serviceProcess } from './support/service-process.ts'

const restart = suite('a restart of the service')

if (isChromiumThere()) {
  restart('what is typed before, meanwhile and after is there after a reload, and can be saved', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    const service = await serviceProcess()
    try {
      const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })).newPage()
      const { until, shows } = makeUntil(page)
      const opened = async (): Promise<void> => {
        await until("document.querySelectorAll('.pane .cm-content').length === 2")
        await until("document.querySelector('.sheet[data-painted]') !== null")
      }
      const type = async (text: string): Promise<void> => {
        await page.click('.pane-source .cm-content')
        await page.keyboard.press('Control+End')
        await page.keyboard.type(text)
      }
      await page.goto(service.setupLink)
      await shows('Make your account')
      await page.fill('#field-name', 'ada@example.com')
      await page.fill('#field-password', 'correct horse battery')
      await page.keyboard.press('Enter')
      await shows('New template')
      await page.click('text=New template')
      await page.click('dialog >> text=Invoice')
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
      const id = new URL(page.url()).pathname.split('/').at(-1)
      await page.click('text=Save draft')
      await shows('The draft is saved.')
      const team = await page.evaluate("fetch('/app/api/session').then((answer) => answer.json()).then(({ teams }) => teams[0].id)")
      const source = await page.evaluate(
        `fetch('/app/api/t/${team}/templates/${id}/source').then((answer) => answer.json()).then(({ source }) => source)`,
      )
      assert.match(String(source), /before meanwhile after\s*$/)
    } finally {
      await service.remove()
      await browser.close()
    }
  })
}

restart.run()
