// The preview pane in a real Chromium: from a page to the source and back, pages and zoom, bounded memory, a lost connection; and the same pane in `platen dev`.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { buildFolder } from '../support/shipped.ts'
import { CHROMIUM, collectComplaints, isChromiumThere, makeUntil } from './support/page.ts'

let browser: Browser | undefined
let it: TestService
let page: Page
let until: (expression: string) => Promise<void>
const complaints: string[] = []
const LAST_STORE = Object.keys(STORES).at(-1)
const folder = mkdtempSync(join(tmpdir(), 'platen-dev-'))

const PAGES = 40
/** Forty pages of one heading, a paragraph and room. */
const LONG = `<style>@page { size: 400px 300px; margin: 20px } body, h1, p { margin: 0 } section { break-after: page; height: 250px }</style>
${Array.from({ length: PAGES }, (_, i) => `<section><h1>Chapter ${i + 1}</h1><p>Text of ${i + 1}</p></section>`).join('\n')}`

async function open(source: string | object, type = 'html'): Promise<void> {
  const { json } = await it.call({ method: 'POST', path: '/api/templates', body: { name: 'Chapters', type, source } })
  await page.goto(`${it.service.publicUrl}/app/templates/${json.id}`)
  await until(`document.querySelector('.sheet[data-painted]') !== null`)
}

const pageInView = (number: number): Promise<void> => until(`document.querySelector('.pager input').value === '${number}'`)
/** What the caret's line says. */
const caretLine = (text: string): Promise<void> =>
  until(`document.querySelector('.cm-activeLine')?.textContent.includes(${JSON.stringify(text)})`)
/** The marks on a page, as `left,top width×height` in CSS pixels of the document. */
const marksOn = async (number: number): Promise<readonly string[]> =>
  (await page.evaluate(`(() => {
    const sheet = document.querySelector('.sheet[data-page="${number}"]')
    const zoom = sheet.getBoundingClientRect().width / 400
    return [...sheet.querySelectorAll('.place-mark')].map((mark) => {
      const [own, whole] = [mark.getBoundingClientRect(), sheet.getBoundingClientRect()]
      const pixels = [own.x - whole.x, own.y - whole.y, own.width, own.height].map((pixels) => Math.round(pixels / zoom / 4) * 4)
      return pixels[0] + ',' + pixels[1] + ' ' + pixels[2] + '×' + pixels[3]
    })
  })()`)) as string[]

/** Clicks on a page at CSS pixels of the document. */
async function clickOn(number: number, x: number, y: number): Promise<void> {
  const box = await page.locator(`.sheet[data-page="${number}"]`).boundingBox()
  const zoom = (box?.width ?? 0) / 400
  await page.mouse.click((box?.x ?? 0) + x * zoom, (box?.y ?? 0) + y * zoom)
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const preview = suite(`preview: ${store}`)
  preview.before(async () => {
    it = await startTestService(await settings(), pathToFileURL(join(buildFolder(), 'server/pool/child.js')))
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1300, height: 800 } })
    page = await context.newPage()
    await collectComplaints(page, complaints)
    until = makeUntil(page).until
    await page.goto((await it.service.accounts.setupLink(it.acme.id)) ?? '')
    await page.fill('#field-name', 'ada@example.com')
    await page.fill('#field-password', 'correct horse battery')
    await page.keyboard.press('Enter')
    await until(`document.body.innerText.includes('New template')`)
  })
  preview.after(async () => {
    await page?.context().close()
    await it?.close()
    if (store !== LAST_STORE) return
    await browser?.close()
    await closeStores()
    rmSync(folder, { recursive: true, force: true })
  })

  preview('a click on a page puts the caret into the element, and the caret marks its box', async () => {
    await open(LONG)
    // Into the heading of the first page.
    await clickOn(1, 60, 35)
    await caretLine('Chapter 1<')
    await until(`document.querySelector('.sheet[data-page="1"] .place-mark') !== null`)
    assert.match((await marksOn(1))[0] ?? '', /^20,20 360×/)
    await page.keyboard.type('New ')
    await until(`document.querySelector('.page-text')?.textContent.includes('New Chapter 1')`)
    // The caret into a paragraph on a page far away: the preview goes there.
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowUp')
    await until(`document.querySelector('.sheet[data-page="${PAGES - 1}"] .place-mark') !== null`)
    const [, last] = (await page.evaluate(
      `[...document.querySelector('.pager input').closest('.pager').querySelectorAll('input')].map((input) => [0, Number(input.value)])[0]`,
    )) as [number, number]
    assert.ok(last >= PAGES - 3, String(last))
  })

  preview('pages by keys, number and thumbnails; zoom; text that can be selected; few canvases', async () => {
    await open(LONG)
    await page.locator('.pages').focus()
    await page.keyboard.press('PageDown')
    await pageInView(2)
    await page.keyboard.press('End')
    await until(`document.querySelector('.sheet[data-page="${PAGES}"][data-painted]') !== null`)
    await page.keyboard.press('Home')
    await pageInView(1)
    await page.fill('.pager input', '20')
    await page.keyboard.press('Enter')
    await until(`document.querySelector('.sheet[data-page="20"] .page-text')?.textContent.includes('Chapter 20')`)
    await page.locator('.pages').focus()
    const zoomOf = (): Promise<unknown> => page.evaluate(`document.querySelector('.sheet[data-page="20"]').getBoundingClientRect().width`)
    const before = Number(await zoomOf())
    await page.keyboard.press('-')
    await until(`document.querySelector('.sheet[data-page="20"]').getBoundingClientRect().width < ${before}`)
    await pageInView(20)
    await page.selectOption('.pane-head select[aria-label="Zoom"]', '2')
    // 400 px twice as large
    await until(`Math.round(document.querySelector('.sheet[data-page="20"]').getBoundingClientRect().width) === 800`)
    await page.selectOption('.pane-head select[aria-label="Zoom"]', 'page')
    await page.click('[aria-label="Page thumbnails"]')
    await until(`document.querySelector('.thumbnails [aria-current] canvas') !== null`)
    await page.click('.thumbnails [data-page="3"]')
    await pageInView(3)
    await until(`document.querySelector('.sheet[data-page="3"] .page-text')?.textContent.includes('Chapter 3')`)
    const text = await page.evaluate(`(() => {
    getSelection().selectAllChildren(document.querySelector('.sheet[data-page="3"] .page-text'))
    return getSelection().toString()
  })()`)
    assert.match(String(text), 'Text of 3')
    // Pages far from the window give their canvas back.
    await until(`document.querySelectorAll('.sheet canvas').length < 12`)
    assert.is(await page.evaluate(`document.querySelectorAll('.sheet').length`), PAGES)
    await page.evaluate(axe.source)
    assert.equal(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))'), [])
    await page.click('[aria-label="Page thumbnails"]')
    await page.selectOption('.pane-head select[aria-label="Zoom"]', 'width')
  })

  preview('a change keeps the scroll position, also over a shorter document', async () => {
    await open(`${LONG}{{#if more}}${'<section><h1>More</h1></section>'.repeat(5)}{{/if}}`)
    // The preview follows the caret, which a click puts into the middle of the source first.
    await page.locator('.cm-content[aria-label="Source"]').click()
    await until(`document.querySelector('.place-mark') !== null`)
    await page.keyboard.press('Control+End')
    await until(`document.querySelector('.place-mark') === null`)
    await page.fill('.pager input', '43')
    await page.keyboard.press('Enter')
    await pageInView(43)
    await page.focus('.cm-content[aria-label="Source"]')
    await page.keyboard.type('<p>tail</p>')
    await until(`document.querySelectorAll('.sheet').length === 46`)
    await pageInView(43)
    await page.locator('[aria-label="Data"]').last().click()
    await page.keyboard.insertText('{"more": false}')
    await until(`document.querySelectorAll('.sheet').length < 43`)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await until(`document.querySelectorAll('.sheet').length === 46`)
    await pageInView(43)
  })

  preview('errors keep the last pages, with the way to their place', async () => {
    await open('<p>Good</p>\n<p>{{name}}</p>')
    await page.locator('.cm-content[aria-label="Source"]').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n{{#if x}}')
    await until(`document.querySelector('.preview-body.is-old') !== null && document.querySelector('.sheet canvas') !== null`)
    assert.match(String(await page.evaluate(`document.querySelector('.pager').innerText`)), '/ 1')
    await page.click('.problems button')
    await caretLine('#if x')
  })

  preview('nodes of an editor document are found from the page and back', async () => {
    const content = ['One', 'Two'].map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
    await open({ type: 'doc', content }, 'editor')
    await until(`document.querySelectorAll('.page-text span').length > 1`)
    const two = await page.locator('.page-text span', { hasText: 'Two' }).boundingBox()
    await page.mouse.click((two?.x ?? 0) + 3, (two?.y ?? 0) + 3)
    await until(`document.querySelector('.place-mark') !== null`)
    const mark = await page.locator('.place-mark').boundingBox()
    assert.ok(Math.abs((mark?.y ?? 0) - (two?.y ?? 0)) < 12, JSON.stringify([mark, two]))
  })

  preview('a connection that is lost comes back by itself', async () => {
    await open('<p>First</p>')
    await page.locator('.cm-content[aria-label="Source"]').click()
    await page.keyboard.press('Control+End')
    await page.context().setOffline(true)
    await page.keyboard.type('<p>typed without</p>')
    await until(`document.querySelector('.notice') !== null`)
    await page.context().setOffline(false)
    await until(`document.querySelector('.page-text')?.textContent.includes('typed without')`)
    assert.is(await page.evaluate(`document.querySelector('.notice')`), null)
  })

  // It has no store.
  if (store === LAST_STORE)
    preview('platen dev shows files on disk in the same pane', async () => {
      const template = join(folder, 'dev.html')
      writeFileSync(template, '<p>Before</p>\n<p>Place</p>')
      const child = spawn(process.execPath, [join(buildFolder(), 'server/cli.js'), 'dev', template, '--port', '0'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        const origin = await new Promise<string>((resolve) =>
          child.stdout.on('data', (chunk) => resolve(/http:\/\/localhost:\d+/.exec(String(chunk))?.[0] ?? '')),
        )
        await page.goto(`${origin}/`)
        await until(`document.querySelector('.page-text')?.textContent.includes('Before')`)
        await page.evaluate(axe.source)
        assert.equal(
          await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))'),
          [],
        )
        const place = await page.locator('.page-text span').last().boundingBox()
        await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5)
        await until(`document.querySelector('.dev-place a').href === 'vscode://file${template}:2:1'`)
        writeFileSync(template, '<p>After</p>{{#if}}')
        await until(`document.querySelector('.problems') !== null`)
        writeFileSync(template, '<p>After</p>')
        await until(`document.querySelector('.page-text')?.textContent.includes('After')`)
      } finally {
        child.kill('SIGTERM')
      }
    })

  preview('nothing failed in the pages, and no policy was violated', () => {
    assert.equal(
      complaints.filter((text) => !/401|ERR_INTERNET_DISCONNECTED/.test(text)),
      [],
    )
  })

  preview.run()
}
