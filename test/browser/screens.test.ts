// The lists of the web application in a real Chromium, with either store: templates, assets, usage, webhooks, tokens, members.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { requestRow } from '../server/support/request-row.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { buildFolder } from '../support/shipped.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = new URL('../../server/pool/child.ts', import.meta.url)
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
/** Draws a square; the rest must not run. */
const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.ran = 1"><script>top.ran = 1</script>
  <rect width="9" height="9"/><image href="x" onerror="top.ran = 1"/><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="top.ran = 1"/></foreignObject></svg>`
const HOSTILE_NAME = `<img src=x onerror=top.ran=1>"'{{7*7}}\u202Egnp.js`
const MOST_BYTES = 60 * 1024

const browser: Browser | undefined = await openBrowser()
if (browser === undefined) console.log('chromium is not installed: lists of the web application are not tested')

let it: TestService
let ada: Visitor

/** Each file with its bytes, as somebody drags them onto the page. */
async function drop(files: Readonly<Record<string, string>>): Promise<void> {
  await ada.page.evaluate(`{
    const dataTransfer = new DataTransfer()
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) dataTransfer.items.add(new File([text], name))
    document.querySelector('.drop-zone').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }`)
}

async function menu(name: string, action: string): Promise<void> {
  await ada.page.click(`[aria-label=${JSON.stringify(`More: ${name}`)}]`)
  await ada.page.click(`[role=menuitem] >> text=${action}`)
}

/** Nothing of what people put in ran, and no policy was violated. */
async function checkNothingRan(): Promise<void> {
  assert.is(await ada.page.evaluate('top.ran'), undefined)
  // Answers that refuse are errors to the console.
  assert.equal(
    ada.complaints.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  )
}

for (const [store, settings] of browser === undefined ? [] : Object.entries(STORES)) {
  const screens = suite(`lists of the web application: ${store}`)
  let receiver: Server
  screens.before(async () => {
    buildFolder()
    it = await startTestService({ ...(await settings()), PLATEN_WEBHOOKS_PRIVATE: 'yes', PLATEN_RENDER_SECONDS: '120' }, CHILD)
    ada = await visit(browser!, it)
    receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  })
  screens.after(async () => {
    receiver.close()
    await ada.close()
    await it.close()
  })

  screens('empty lists say what to do', async () => {
    await it.call({ method: 'DELETE', path: `/api/templates/${it.templateId}`, token: it.acme.token })
    for (const [screen, title] of [
      ['templates', 'No templates yet'],
      ['assets', 'No assets yet'],
      ['usage', 'No calls in this time'],
      ['webhooks', 'No webhooks yet'],
    ] as const) {
      await ada.open(screen, title)
      assert.ok((await ada.page.locator('.empty p').last().textContent())!.length > 30, screen)
      await ada.checkAccessibility(`empty ${screen}`)
    }
    await it.call({ method: 'POST', path: `/api/templates/${it.templateId}/undelete`, token: it.acme.token })
  })

  screens('assets: several at once, wrong ones with a hint, hostile ones without effect', async () => {
    await ada.open('assets', 'No assets yet')
    await ada.page.setInputFiles('input[type=file]', [
      { name: 'logo.png', mimeType: 'image/png', buffer: PNG },
      { name: 'hostile.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(HOSTILE_SVG) },
      { name: 'no picture.png', mimeType: 'image/png', buffer: Buffer.from('<script>top.ran = 1</script>') },
    ])
    await ada.shows('Files can be .png')
    await ada.until(`document.querySelectorAll('.uploads .tag.on').length === 2`)
    await drop({ 'brand.css': 'h1 { color: red }', 'footer.html': '<script>top.ran = 1</script><p>{{company}}' })
    await ada.until(`document.querySelectorAll('.cards .card').length === 4`)
    await ada.until(`[...document.querySelectorAll('.of-picture img')].every((image) => image.complete && image.naturalWidth > 0)`)
    await ada.shows('{{company}}')
    await ada.page.click('h2 >> text=hostile.svg')
    await ada.shows('<img src="hostile.svg" alt="">')
    await ada.checkAccessibility('an asset')
    await ada.page.keyboard.press('Escape')
    const page = await ada.page.goto(`${it.service.publicUrl}/app/api/t/${it.acme.id}/assets/hostile.svg`).catch(() => null)
    // It is offered as a file.
    assert.is(page, null)
    await checkNothingRan()
  })

  screens('assets: what is in use is replaced and removed after a question that names the templates', async () => {
    const source = '<link rel="stylesheet" href="brand.css"><h1>{{title}}'
    const { json } = await it.call({
      method: 'POST',
      path: '/api/templates',
      token: it.acme.token,
      body: { name: HOSTILE_NAME, type: 'html', source },
    })
    await ada.open('assets', 'brand.css')
    await drop({ 'brand.css': 'h1 { color: blue }' })
    await ada.shows('These templates print the new one')
    await ada.until(`document.querySelector('dialog .used-by').innerText.includes('onerror')`)
    await ada.checkAccessibility('question')
    await ada.page.click('dialog >> text=Replace >> nth=-1')
    const content = async (): Promise<string> => (await it.call({ path: '/api/assets/brand.css', token: it.acme.token })).text
    await ada.until(`document.querySelector('.uploads .tag.on') !== null`)
    assert.is(await content(), 'h1 { color: blue }')
    await ada.page.click('h2 >> text=brand.css')
    await ada.page.click('dialog >> text=Edit')
    await ada.page.click('.cm-content')
    await ada.page.keyboard.press('Control+End')
    await ada.page.keyboard.type(' p {{} margin: 0 }'.replace('{{}', '{'))
    await ada.checkAccessibility('text of an asset')
    await ada.page.click('dialog >> text=Save')
    await ada.shows('is saved: the next document has it')
    assert.match(await content(), 'margin: 0')
    await ada.page.click('dialog >> text=Delete')
    await ada.shows('is in use')
    await ada.page.click('text=Delete it anyway')
    await ada.shows('was deleted')
    assert.is((await it.call({ path: '/api/assets/brand.css', token: it.acme.token })).status, 404)
    await it.call({ method: 'DELETE', path: `/api/templates/${json.id}`, token: it.acme.token })
    await checkNothingRan()
  })

  screens('templates: pictures are drawn once, and kept', async () => {
    await ada.open('templates', 'Greeting')
    await ada.until(`document.querySelector('.card img')?.naturalWidth > 0`)
    const list = `fetch('/app/api/t/${it.acme.id}/template-list').then(async (answer) => (await answer.json())[0].picture?.hash)`
    await ada.until(`(async () => (await ${list}) !== undefined)()`)
    await ada.open('templates', 'Greeting')
    await ada.until(`document.querySelector('.card img')?.src.includes('hash=')`)
  })

  screens('templates: found, renamed, duplicated, deleted and brought back, by keys as well', async () => {
    await ada.open('templates', 'Greeting')
    await ada.page.keyboard.press('/')
    await ada.page.keyboard.type('nothing has this name')
    await ada.shows('Nothing matches')
    await ada.page.click('text=Show all')
    await ada.page.fill('input[type=search]', it.templateId)
    await ada.shows('Greeting')
    await ada.page.focus('[aria-label="More: Greeting"]')
    await ada.page.keyboard.press('Enter')
    await ada.until(`document.activeElement?.innerText === 'Rename'`)
    await ada.checkAccessibility('menu')
    await ada.page.keyboard.press('ArrowDown')
    assert.is(await ada.page.evaluate('document.activeElement.innerText'), 'Duplicate')
    await ada.page.keyboard.press('Escape')
    await menu('Greeting', 'Rename')
    await ada.page.fill('#field-name', HOSTILE_NAME)
    await ada.page.click('dialog >> text=Save')
    await ada.shows('{{7*7}}')
    await menu(HOSTILE_NAME, 'Duplicate')
    await ada.page.fill('input[type=search]', '')
    await ada.shows('(copy)')
    await menu(`${HOSTILE_NAME} (copy)`, 'Delete')
    await ada.until(`!document.querySelector('.cards').innerText.includes('(copy)')`)
    await ada.page.click('.message >> text=Undo')
    await ada.until(`document.querySelector('.cards').innerText.includes('(copy)')`)
    await ada.page.selectOption('.tools select', 'name')
    await checkNothingRan()
  })

  screens('templates: from dropped files, with the problems of those that are wrong', async () => {
    await ada.open('templates', 'New template')
    await drop({ 'broken.html': '<p>{{#if x}}' })
    await ada.shows('source:1:')
    await ada.until(`document.querySelectorAll('.samples img').length === 5`)
    await ada.checkAccessibility('new template')
    await ada.page.keyboard.press('Escape')
    await drop({
      'letter of ada.json': '{ "type": "doc", "content": [{ "type": "paragraph", "content": [{ "type": "text", "text": "Hello" }] }] }',
    })
    await ada.until(`/\\/templates\\/\\w+$/.test(location.pathname)`)
    await ada.shows('letter of ada')
  })

  screens('templates: of a thousand, those in view are in the page', async () => {
    const entry = {
      type: 'html',
      description: '',
      version: 1,
      published_version: 1,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    }
    const many = Array.from({ length: 1000 }, (_, i) => ({ ...entry, id: `t${i}`, name: `Template ${i}` }))
    await ada.page.route('**/template-list', (route) => route.fulfill({ json: many }))
    await ada.open('templates', '1000 of 1000')
    assert.ok(Number(await ada.page.evaluate(`document.querySelectorAll('.cards .card').length`)) <= 96)
    await ada.page.fill('input[type=search]', 'template 999')
    await ada.shows('1 of 1000')
    await ada.page.unroute('**/template-list')
  })

  screens('usage: documents, errors and a look into a call', async () => {
    const now = it.clock.now()
    const template = it.templateId
    const made = Array.from({ length: 40 }, (_, i) => ({ ...requestRow(it.acme.id, `made-${i}`, now - i * 3_600_000), template }))
    const failed = { ...requestRow(it.acme.id, 'failed-call-1', now), template, status: 422, code: 'validation_failed', pages: undefined }
    await it.service.store.addRequests([...made, { ...failed, errors: [{ code: 'missing_variable', path: 'data.customer.name' }] }])
    await ada.open('usage', 'Documents')
    await ada.shows('data.customer.name')
    await ada.until(`document.querySelector('.total-value')?.innerText === '40'`)
    await ada.page.click('text=24 hours')
    await ada.until(`document.querySelector('.total-value')?.innerText === '24'`)
    assert.is(await ada.page.locator('.charts tbody tr').count(), 24)
    await ada.page.click('text=30 days')
    await ada.until(`document.querySelectorAll('.charts tbody tr').length === 30`)
    await ada.page.fill('#field-request_id', 'made-3')
    await ada.page.click('text=Look up')
    await ada.shows('missing-value')
    await ada.checkAccessibility('a call')
    await ada.page.keyboard.press('Escape')
    await ada.page.fill('#field-request_id', 'unknown')
    await ada.page.click('text=Look up')
    await ada.shows('No call of the last day has this id')
  })

  screens('webhooks: tested, switched off, and what became of events', async () => {
    // A TCP server has an address of this kind.
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    await ada.open('webhooks', 'No webhooks yet')
    await ada.page.click('text=New webhook')
    await ada.page.fill('#field-url', url)
    await ada.page.click('dialog >> text=Create')
    await ada.shows('whsec_')
    await ada.page.click('dialog >> text=Close')
    await ada.page.click('text=Send a test')
    await ada.shows('took the test event')
    await it.call({ method: 'POST', path: `/api/templates/${it.templateId}/pdf`, token: it.acme.token, body: { data: {} } })
    await ada.open('webhooks', 'Deliveries of the last day')
    await ada.shows('Sent')
    await menu(url, 'Switch off')
    await ada.shows('Off')
  })

  screens('every list: nothing for axe to say in light and dark, nothing beyond the edge of a phone, in either direction', async () => {
    for (const [screen, text] of [
      ['templates', '{{7*7}}'],
      ['assets', 'logo.png'],
      ['usage', 'By template'],
      ['tokens', 'New token'],
      ['webhooks', 'Sent'],
      ['members', 'Audit log'],
      ['profile', 'Second factor'],
    ] as const) {
      await ada.open(screen, text)
      for (const colorScheme of ['light', 'dark'] as const) {
        await ada.page.emulateMedia({ colorScheme })
        await ada.checkAccessibility(`${screen}, ${colorScheme}`)
      }
      await ada.page.setViewportSize({ width: 360, height: 740 })
      for (const dir of ['ltr', 'rtl']) {
        await ada.page.evaluate(`document.documentElement.dir = '${dir}'`)
        assert.ok(await ada.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${screen}, ${dir}: ${await widest()}`)
      }
      await ada.checkAccessibility(`${screen}, phone`)
      await ada.page.setViewportSize({ width: 1280, height: 800 })
    }
    await checkNothingRan()
  })

  screens('the first load of the list is small, and nothing moves', async () => {
    const fresh = await visit(browser!, it)
    const session = await fresh.page.context().newCDPSession(fresh.page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    let bytes = 0
    const addresses = new Map<string, string>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = addresses.get(requestId) ?? ''
      // Pictures and what draws them come after the list.
      if (!/pictures|preview|pdf|page-thumbnail/.test(url)) bytes += encodedDataLength
    })
    await fresh.page.addInitScript(`
      self.shift = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) self.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })
    `)
    await fresh.open('templates', '{{7*7}}')
    await fresh.until(`document.querySelector('.card img')?.naturalWidth > 0`)
    assert.ok(bytes > 10_000 && bytes <= MOST_BYTES, `${bytes} bytes`)
    assert.ok(Number(await fresh.page.evaluate('self.shift')) < 0.01, String(await fresh.page.evaluate('self.shift')))
    await fresh.close()
  })

  if (store === Object.keys(STORES).at(-1)) {
    screens.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  screens.run()
}

/** The element that reaches furthest beyond the edge. */
async function widest(): Promise<unknown> {
  return ada.page.evaluate(`[...document.querySelectorAll('main *, header *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1)
    .map((element) => element.outerHTML.slice(0, 120))[0]`)
}
