// Editor documents: pictures, what is inserted beside them, blank ones, readers without rights, two people at one document, and a session that ends.

import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { fontNamesOf } from '../support/pdf-tools.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { toyFont } from '../support/toy-font.ts'
import { FRAMES } from './support/page.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = programUrl('server/pool/child')
/** A picture of one point. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const PARAGRAPH = (text: string): string => `{"type": "paragraph", "content": [{"type": "text", "text": "${text}"}]}`
const DOCUMENT = (content: string): string => `{"type": "doc",\n "content": [${content}]}\n`
const PICTURE = '{"type": "image", "attrs": {"src": "logo.png", "width": "20mm"}}'

let browser: Browser | undefined
let it: TestService
let ada: Visitor

async function made(source: string): Promise<string> {
  const { json, status } = await it.call({
    ...{ method: 'POST', path: '/api/templates', token: it.acme.token, headers: { 'Content-Type': 'application/json' } },
    body: { name: 'Letter', type: 'editor', source },
  })
  assert.is(status, 201, JSON.stringify(json))
  return json.id
}

async function open(who: Visitor, id: string): Promise<void> {
  await who.page.goto(`${it.service.publicUrl}/app/templates/${id}`)
  await who.until(`document.querySelector('.rich-document') !== null`)
}

async function stored(id: string): Promise<string> {
  return (await it.call({ path: `/api/templates/${id}/source`, token: it.acme.token })).json.source
}

async function save(who: Visitor): Promise<void> {
  await who.page.click('text=Save draft')
  await who.until(`!document.querySelector('.heading').textContent.includes('Not saved')`)
}

const typesIn = (source: string): readonly string[] => JSON.parse(source).content.map(({ type }: { type: string }) => type)

/** Moves the caret, and the editor knows. */
async function move(who: Visitor, key: 'Home' | 'End'): Promise<void> {
  await who.page.keyboard.press(key)
  await who.page.evaluate(FRAMES)
}

async function insertPicture(who: Visitor): Promise<void> {
  await who.page.click('.rich-tools >> text=Insert')
  await who.until(`document.querySelector('.rich-suggestions') !== null`)
  await who.page.keyboard.type('Image')
  await who.page.keyboard.press('Enter')
  await who.until(`document.querySelector('dialog .rich-picture[title="logo.png"]') !== null`)
  await who.page.click('dialog .rich-picture[title="logo.png"]')
  await who.page.fill('#field-alt', 'our sign')
  await who.page.click('dialog button.primary')
  await who.until(`document.querySelector('dialog') === null`)
}

/** A file dropped onto an element, and what its page does with it. */
const DROP = (selector: string): string => `(() => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([new Uint8Array(8)], 'dropped.png', { type: 'image/png' }))
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  document.querySelector('${selector}').dispatchEvent(event)
  return event.defaultPrevented
})()`

for (const [store, settings] of Object.entries(STORES)) {
  const documents = suite(`editor documents in the web application: ${store}`)
  documents.before(async () => {
    buildFolder()
    browser ??= await openBrowser()
    if (browser === undefined) return
    it = await startTestService(await settings(), CHILD)
    ada = await visit(browser, it)
    const { status } = await it.call({
      ...{ method: 'PUT', path: '/api/assets/logo.png', token: it.acme.token, body: PNG, headers: { 'Content-Type': 'image/png' } },
    })
    assert.ok(status < 300, String(status))
  })
  documents.after(async () => {
    await ada?.close()
    await it?.close()
    if (store !== Object.keys(STORES).at(-1)) return
    await browser?.close()
    await closeStores()
  })

  const inBrowser = (name: string, run: () => Promise<void>): void => documents(name, () => (browser === undefined ? undefined : run()))

  inBrowser('a picture of the assets is inserted, shown and printed', async () => {
    const id = await made(DOCUMENT(PARAGRAPH('Dear reader')))
    await open(ada, id)
    await ada.page.click('.rich-document p')
    await move(ada, 'End')
    await ada.page.keyboard.press('Enter')
    await insertPicture(ada)
    await ada.until(`document.querySelector('.rich-document img')?.naturalWidth === 1`)
    await save(ada)
    const source = await stored(id)
    assert.equal(typesIn(source), ['paragraph', 'image'])
    assert.equal([JSON.parse(source).content[1].attrs.src, JSON.parse(source).content[1].attrs.alt], ['logo.png', 'our sign'])
    const pdf = await it.call({ method: 'POST', path: `/api/templates/${id}/pdf?version=draft`, token: it.acme.token, body: { data: {} } })
    assert.is(pdf.headers['content-type'], 'application/pdf', pdf.text.slice(0, 300))
  })

  inBrowser('a picture that could not be loaded is asked for again', async () => {
    const id = await made(DOCUMENT(`${PARAGRAPH('first')}, ${PICTURE}`))
    let refused = 0
    await ada.page.route('**/assets/logo.png', (route) => (refused++ === 0 ? route.fulfill({ status: 503 }) : route.continue()))
    await open(ada, id)
    await ada.until(`document.querySelector('.rich-document img')?.naturalWidth === 1`)
    assert.ok(refused >= 2)
    // What the browser says of the first answer.
    assert.match(ada.complaints.pop() ?? '', /503/)
    await ada.page.unroute('**/assets/logo.png')
  })

  inBrowser('what is inserted while a picture is selected stands behind it', async () => {
    const inLine = `{"type": "paragraph", "content": [{"type": "text", "text": "Signed "}, ${PICTURE}, {"type": "text", "text": " by us"}]}`
    const id = await made(DOCUMENT(`${PARAGRAPH('first')}, ${PICTURE}, ${PARAGRAPH('last')}, ${inLine}`))
    await open(ada, id)
    await ada.page.locator('.rich-document img').first().click()
    await ada.until(`document.querySelector('.ProseMirror-selectednode') !== null`)
    await insertPicture(ada)
    await save(ada)
    assert.equal(typesIn(await stored(id)), ['paragraph', 'image', 'image', 'paragraph', 'paragraph'])
    // Keys and the button for variables leave it too.
    await ada.page.locator('.rich-document img').nth(0).click()
    await ada.page.keyboard.type('typed')
    await ada.page.locator('.rich-document img').last().click()
    await ada.until(`document.querySelector('.ProseMirror-selectednode') !== null`)
    await ada.page.click('.rich-tools >> text=Variable')
    await ada.page.keyboard.type('who')
    await ada.shows('as a new variable')
    await ada.page.keyboard.press('Enter')
    await ada.until(`document.querySelector('.rich-variable') !== null`)
    await save(ada)
    const { content } = JSON.parse(await stored(id))
    assert.equal(
      content.map(({ type }: { type: string }) => type),
      ['paragraph', 'image', 'paragraph', 'image', 'paragraph', 'paragraph'],
    )
    assert.equal(content[2].content, [{ type: 'text', text: 'typed' }])
    assert.equal(
      content[5].content.map(({ type }: { type: string }) => type),
      ['text', 'image', 'variable', 'text'],
    )
    assert.equal(ada.complaints, [])
  })

  inBrowser('what is inserted while the caret is in a placeholder stands behind it', async () => {
    const id = await made(DOCUMENT(PARAGRAPH('Dear {{name}}, hello')))
    await open(ada, id)
    await ada.page.click('.rich-document p')
    await move(ada, 'Home')
    // Into the name.
    for (let i = 0; i < 'Dear {{na'.length; i++) await ada.page.keyboard.press('ArrowRight')
    for (const name of ['who', 'what']) {
      await ada.page.click('.rich-tools >> text=Variable')
      await ada.page.keyboard.type(name)
      await ada.shows('as a new variable')
      await ada.page.keyboard.press('Enter')
      await ada.until(`document.querySelector('.rich-suggestions') === null`)
    }
    await save(ada)
    const [{ content }] = JSON.parse(await stored(id)).content
    const shown = content.map(({ text, attrs }: { text?: string; attrs?: { name: string } }) => text ?? `<${attrs?.name}>`)
    assert.equal(shown, ['Dear {{name}}', '<who>', '<what>', ', hello'])
  })

  inBrowser('a new template may be a blank document', async () => {
    await ada.open('templates', 'New template')
    await ada.page.click('text=New template')
    await ada.shows('Blank page')
    await ada.checkAccessibility('new template')
    await ada.page.click('dialog .sample:has-text("Blank page"):has-text("Editor")')
    await ada.until(`document.querySelector('.rich-document h1 .rich-variable') !== null`)
    await ada.until(`document.querySelector('.sheet[data-painted]') !== null`)
    assert.is(await ada.page.locator('.problem, .notice.error').count(), 0)
  })

  inBrowser('who may only look changes nothing', async () => {
    const source = DOCUMENT(PARAGRAPH('Dear reader'))
    const id = await made(source)
    const eve = await visit(browser!, it, { role: 'viewer' })
    await open(eve, id)
    const sent: string[] = []
    eve.page.on('request', (request) => ['PUT', 'DELETE'].includes(request.method()) && sent.push(request.url()))
    assert.is(await eve.page.locator('.rich-document').getAttribute('contenteditable'), 'false')
    assert.is(await eve.page.locator('.rich-tools').count(), 0)
    await eve.page.click('.rich-document p')
    await eve.page.keyboard.type('more')
    await eve.page.keyboard.press('Control+s')
    // The browser would leave the page for a file that nobody takes.
    for (const place of ['.rich-document p', '.pane-preview', 'h1']) assert.is(await eve.page.evaluate(DROP(place)), true, place)
    await eve.checkAccessibility('document to read')
    assert.is(await eve.page.locator('.rich-document').textContent(), 'Dear reader')
    assert.equal(sent, [])
    assert.is(await stored(id), source)
    await eve.close()
  })

  inBrowser('two people at one document merge what both have written', async () => {
    const id = await made(DOCUMENT(`${PARAGRAPH('one')},\n${PARAGRAPH('between')},\n${PARAGRAPH('two')}`))
    await open(ada, id)
    const ben = await visit(browser!, it)
    await open(ben, id)
    for (const [who, text, more] of [
      [ben, 'one', ' of Ben'],
      [ada, 'two', ' of Ada'],
    ] as const) {
      await who.page.click(`.rich-document p:has-text("${text}")`)
      await move(who, 'End')
      await who.page.keyboard.type(more)
    }
    await save(ben)
    await ada.page.click('text=Save draft')
    await ada.until(`document.querySelector('dialog .cm-merge-b') !== null`)
    await ada.checkAccessibility('conflict')
    // Nothing is decided yet: what Ada wrote is still there after a look.
    await ada.page.click('dialog >> text=Cancel')
    assert.match(String(await ada.page.locator('.rich-document').textContent()), /two of Ada/)
    await ada.page.click('text=Save draft')
    await ada.until(`document.querySelector('dialog .cm-merge-b') !== null`)
    await ada.page.locator('dialog .cm-merge-revert button').first().click()
    await ada.page.click('dialog button.primary')
    await ada.until(`document.querySelector('dialog') === null && !document.querySelector('.heading').textContent.includes('Not saved')`)
    assert.is(await stored(id), DOCUMENT(`${PARAGRAPH('one of Ben')},\n${PARAGRAPH('between')},\n${PARAGRAPH('two of Ada')}`))
    assert.match(String(await ada.page.locator('.rich-document').textContent()), /one of Benbetweentwo of Ada/)
    await ben.close()
  })

  inBrowser('fonts of the team: chosen for a word and for the page, shown in the text, and printed', async () => {
    for (const [name, family] of [
      ['fonts/Brand-Regular.ttf', 'Plain'],
      ['fonts/Brand-Bold.ttf', 'Heavy'],
      ['House.ttf', 'House'],
    ] as const) {
      const { status } = await it.call({
        ...{ method: 'PUT', path: `/api/assets/${name}`, token: it.acme.token, headers: { 'Content-Type': 'font/ttf' } },
        body: Buffer.from(toyFont({ family })),
      })
      assert.ok(status < 300, String(status))
    }
    // Of the tests before this one.
    const before = ada.complaints.length
    const id = await made(DOCUMENT(`${PARAGRAPH('Dear reader')}, ${PARAGRAPH('as always')}`))
    await open(ada, id)
    await ada.until(`[...document.querySelectorAll('.rich-font optgroup option')].some(({ value }) => value === 'Brand')`)
    await ada.checkAccessibility('fonts of the team')
    await ada.page.click('.rich-document p')
    await move(ada, 'Home')
    await ada.page.keyboard.press('Shift+End')
    await ada.until(`getSelection().toString() === 'Dear reader'`)
    await ada.page.evaluate(FRAMES)
    await ada.page.selectOption('.rich-font', 'Brand')
    // The choice gives the focus back to the text.
    await ada.until(
      `document.querySelector('.rich-document span')?.innerText === 'Dear reader' && document.activeElement.matches('.rich-document')`,
    )
    await ada.page.keyboard.press('Control+b')
    await ada.until(`document.querySelector('.rich-document strong span') !== null`)
    // The browser has loaded both faces.
    await ada.until(`[...document.fonts].filter(({ family, status }) => family.includes('Brand') && status === 'loaded').length === 2`)
    await ada.until(`getComputedStyle(document.querySelector('.rich-document strong span')).fontFamily.includes('Brand')`)
    await ada.page.click('.rich-tools >> text=Page')
    await ada.page.selectOption('#field-font', 'House')
    await ada.page.click('dialog >> text=Apply')
    await ada.until(`getComputedStyle(document.querySelector('.rich-document')).fontFamily.includes('House')`)
    await save(ada)
    const { attrs } = JSON.parse(await stored(id))
    assert.equal(attrs.page, {
      fonts: [
        { family: 'Brand', src: 'fonts/Brand-Bold.ttf', weight: 700 },
        { family: 'Brand', src: 'fonts/Brand-Regular.ttf', weight: 400 },
        { family: 'House', src: 'House.ttf' },
      ],
      font: 'House',
    })
    const pdf = await it.call({ method: 'POST', path: `/api/templates/${id}/pdf?version=draft`, token: it.acme.token, body: { data: {} } })
    assert.is(pdf.headers['content-type'], 'application/pdf', pdf.text.slice(0, 300))
    assert.equal([...(fontNamesOf(pdf.bytes) ?? ['Heavy-Regular', 'House-Regular'])].sort(), ['Heavy-Regular', 'House-Regular'])
    // One step back takes the family of the page, three all of it.
    await ada.page.click('.rich-document p')
    for (let i = 0; i < 3; i++) await ada.page.keyboard.press('Control+z')
    await ada.until(`![...document.fonts].some(({ family }) => /Brand|House/.test(family))`)
    assert.equal(ada.complaints.slice(before), [])
  })

  inBrowser('a session that ends while somebody types: all that was typed is there, before and after a reload, and is saved', async () => {
    const id = await made(DOCUMENT(PARAGRAPH('Dear reader')))
    await open(ada, id)
    await ada.page.click('.rich-document p')
    await move(ada, 'End')
    await ada.page.keyboard.type(', before')
    it.clock.advance(8 * 24 * 3600_000)
    await ada.page.keyboard.type(' and after')
    await ada.shows('Your session has ended')
    await ada.checkAccessibility('sign in again over a document')
    assert.is(await ada.page.locator('.rich-document').textContent(), 'Dear reader, before and after')
    // A page that is closed at the dialog has kept the text too.
    await ada.page.reload()
    await ada.shows('Sign in')
    await ada.page.fill('#field-name', ada.name)
    await ada.page.fill('#field-password', ada.password)
    await ada.page.keyboard.press('Enter')
    await ada.until(`document.querySelector('.rich-document')?.textContent === 'Dear reader, before and after'`)
    await ada.page.click('.rich-document p')
    await move(ada, 'End')
    it.clock.advance(8 * 24 * 3600_000)
    await ada.page.keyboard.type(', again')
    await ada.shows('Your session has ended')
    await ada.page.fill('dialog #field-password', ada.password)
    await ada.page.keyboard.press('Enter')
    await ada.until(`document.querySelector('dialog') === null`)
    await ada.page.keyboard.press('Control+s')
    await ada.shows('The draft is saved')
    assert.is(await stored(id), DOCUMENT(PARAGRAPH('Dear reader, before and after, again')))
  })

  documents.run()
}
