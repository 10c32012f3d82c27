// Which standards PDFs keep, said for a template and for the team in the web application, in a real Chromium.
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { saveTemplate } from '../server/support/save-template.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { buildFolder } from '../support/shipped.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = new URL('../../server/pool/child.ts', import.meta.url)
const BAD = '<html lang="en"><title>T</title><h3>Begins with the third level</h3></html>'

const browser: Browser | undefined = await openBrowser()
if (browser === undefined) console.log('chromium is not installed: settings in the web application are not tested')
else {
  const settings = suite('settings in the web application')
  let it: TestService
  let ada: Visitor
  let id: string

  settings.before(async () => {
    buildFolder()
    it = await startTestService({ PLATEN_RENDER_SECONDS: '120' }, CHILD)
    id = (await saveTemplate(it.service.store, it.acme.id, { name: 'Letter', type: 'html', source: BAD, meta: {}, variables: [] }))!.id
    ada = await visit(browser, it)
  })
  settings.after(async () => {
    await ada.close()
    await it.close()
    await browser.close()
  })

  const choose = async (claims: 'unsaid' | 'none' | 'some'): Promise<void> => ada.page.check(`[name=claims][value=${claims}]`)
  const tagging = async (): Promise<unknown> => (await it.service.store.template(it.acme.id, id))?.tagging

  settings('the team: chosen, kept, taken back, and nothing for axe to say', async () => {
    await ada.open('settings', 'No default')
    await choose('some')
    await ada.page.check('[name=ua]')
    await ada.page.selectOption('[name=archive]', 'a-3u')
    await ada.page.selectOption('[name=tagged]', 'true')
    for (const colorScheme of ['light', 'dark'] as const) {
      await ada.page.emulateMedia({ colorScheme })
      await ada.checkAccessibility(`settings, ${colorScheme}`)
    }
    await ada.page.setViewportSize({ width: 360, height: 740 })
    for (const dir of ['rtl', 'ltr']) {
      await ada.page.evaluate(`document.documentElement.dir = '${dir}'`)
      assert.ok(await ada.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), dir)
    }
    await ada.page.setViewportSize({ width: 1280, height: 800 })
    await ada.page.click('main button[type=submit]')
    await ada.shows('The settings are saved.')
    assert.equal(await it.service.store.teamTagging(it.acme.id), { conformance: ['a-3u', 'ua-1'], tagged: true })
    await ada.open('settings', 'PDF/A: for archives')
    assert.ok(await ada.page.isChecked('[name=ua]'))
    assert.is(await ada.page.inputValue('[name=archive]'), 'a-3u')
    await choose('unsaid')
    await ada.page.selectOption('[name=tagged]', '')
    await ada.page.click('main button[type=submit]')
    await ada.shows('The settings are saved.')
    assert.equal(await it.service.store.teamTagging(it.acme.id), {})
  })

  settings('a template: the preview says at once what does not hold', async () => {
    await ada.open(`templates/${id}`, 'Published 1')
    await ada.until(`document.querySelector('.preview canvas, canvas') !== null`)
    await ada.page.click('text=Settings >> nth=-1')
    await ada.shows('As set for the team')
    await choose('some')
    await ada.page.check('[name=ua]')
    await ada.checkAccessibility('settings of a template')
    await ada.page.click('dialog button[type=submit]')
    await ada.shows('begin with h1')
    assert.equal(await tagging(), { template: { conformance: ['ua-1'] }, team: {} })
    await ada.page.click('.workbench >> text=Settings')
    assert.ok(await ada.page.isChecked('[name=ua]'))
    await choose('none')
    await ada.page.click('dialog button[type=submit]')
    await ada.until(`!document.body.innerText.includes('begin with h1')`)
    assert.equal(await tagging(), { template: { conformance: [] }, team: {} })
    assert.equal(
      ada.complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    )
  })

  settings.run()
}
