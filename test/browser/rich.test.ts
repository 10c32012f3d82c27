// The editor of documents in a real Chromium: what is typed and inserted is saved and printed, and nothing else changes.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { CHROMIUM, collectComplaints, FRAMES, isChromiumThere, makeUntil } from './support/page.ts'

const CHILD = programUrl('server/pool/child')

let browser: Browser | undefined
let context: BrowserContext
let it: TestService
let page: Page
/** What the console said: policies that were violated, and errors. */
let complaints: string[]

const until = (expression: string): Promise<void> => makeUntil(page).until(expression)
const shows = (text: string): Promise<void> => makeUntil(page).shows(text)
const gone = (selector: string): Promise<void> => until(`document.querySelector(${JSON.stringify(selector)}) === null`)

async function newPage(): Promise<void> {
  page = await context.newPage()
  complaints = []
  await collectComplaints(page, complaints)
}

async function checkAccessibility(screen: string): Promise<void> {
  await page.evaluate(axe.source)
  // The page has axe as a global now.
  const found = (await page.evaluate(
    // The other panes are tested beside theirs.
    'axe.run({ include: [[".pane-source"], ["dialog"]].filter(([selector]) => document.querySelector(selector)) }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
  )) as string[]
  assert.equal(found, [], screen)
}

async function signIn(): Promise<void> {
  await page.goto((await it.service.accounts.setupLink(it.acme.id)) ?? '')
  await shows('Create your account')
  await page.fill('#field-name', 'ada@example.com')
  await page.fill('#field-password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await shows('New template')
}

/** Saves a document as it is given, as text or as an object, and opens it. */
async function open(source: string, isObject = false): Promise<string> {
  const { json, status } = await it.call({
    ...{ method: 'POST', path: '/api/templates', token: it.acme.token, headers: { 'Content-Type': 'application/json' } },
    body: `{"name":"Letter","type":"editor","source":${isObject ? source : JSON.stringify(source)}}`,
  })
  assert.is(status, 201, JSON.stringify(json))
  await page.goto(`${it.service.publicUrl}/app/templates/${json.id}`)
  await until(`document.querySelector('.rich-document') !== null`)
  return json.id
}

/** The stored text, byte for byte: the source is the last field of the answer. */
async function stored(id: string): Promise<string> {
  const { text, json } = await it.call({ path: `/api/templates/${id}/source`, token: it.acme.token })
  return typeof json.source === 'string' ? json.source : text.slice(text.indexOf('"source":') + 9, -1)
}

async function save(): Promise<void> {
  await page.click('text=Save draft')
  await until(`!document.querySelector('.heading').textContent.includes('Not saved')`)
}

/** Chooses from the list that `/` opens. */
async function insert(name: string): Promise<void> {
  await page.keyboard.type(`/${name}`)
  await until(`document.querySelector('.rich-suggestions') !== null`)
  await page.keyboard.press('Enter')
  await gone('.rich-suggestions')
}

/** The text of the pages. */
async function printed(id: string, data: object): Promise<string> {
  const { bytes, headers } = await it.call({ method: 'POST', path: `/api/templates/${id}/pdf`, token: it.acme.token, body: { data } })
  assert.is(headers['content-type'], 'application/pdf')
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' })
}

const LETTER = readFileSync(new URL('../../server/samples/letter.json', import.meta.url), 'utf8')
const DOCUMENT = (content: string): string => `{"type": "doc",\n "content": [${content}]}\n`
/** To the end of the line, and the editor knows. */
async function pressEnd(): Promise<void> {
  await page.evaluate(FRAMES)
  await page.keyboard.press('End')
  await page.evaluate(FRAMES)
}

const PARAGRAPH = '{"type": "paragraph", "content": [{"type": "text", "text": "Dear reader"}]}'

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const rich = suite(`editor of documents: ${store}`)
  rich.before(async () => {
    buildFolder()
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    it = await startTestService(await settings(), CHILD)
    context = await browser.newContext({ locale: 'en', permissions: ['clipboard-read', 'clipboard-write'] })
    await newPage()
    await signIn()
  })
  rich.before.each(newPage)
  rich.after.each(() => page.close())
  rich.after(async () => {
    await context.close()
    await it.close()
  })

  rich('one word typed changes one word of the stored text, as text and as object', async () => {
    for (const isObject of [true, false]) {
      const id = await open(isObject ? LETTER.trim() : LETTER, isObject)
      const before = await stored(id)
      assert.is(before, isObject ? LETTER.trim() : LETTER)
      await page.click('.rich-document p:has-text("Yours sincerely,")')
      await pressEnd()
      await page.keyboard.type(' indeed')
      await save()
      assert.is(await stored(id), before.replace('Yours sincerely,', 'Yours sincerely, indeed'))
      await page.click('.rich-document p:has-text("Yours sincerely,")')
      for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+s')
      await until(`document.querySelector('.heading .tag, .heading [role=status]').textContent.includes('3')`)
      assert.is(await stored(id), before)
    }
    assert.equal(complaints, [])
  })

  rich('variable, table with a repeated row and page: published and printed', async () => {
    const id = await open(DOCUMENT(PARAGRAPH))
    await page.click('.rich-document p')
    await pressEnd()
    await page.keyboard.type(', your number is {{customer.number')
    await shows('as a new variable')
    await page.keyboard.press('Enter')
    await until(`document.querySelector('.rich-variable')?.textContent === 'customer.number'`)
    await page.keyboard.press('Enter')
    await insert('Table')
    await page.fill('#field-columns', '2')
    await page.fill('#field-repeat', 'items')
    await page.click('dialog >> text=Insert')
    await until(`document.activeElement.classList.contains('rich-document')`)
    await page.keyboard.type('Article')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Price')
    await page.keyboard.press('Tab')
    await page.keyboard.type('{{name')
    await shows('as a new variable')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('{{price')
    await shows('as a new variable')
    await page.keyboard.press('Enter')
    await page.click('.rich-tools >> text=Page')
    await page.selectOption('#field-size', 'A5')
    await page.fill('#field-top', '30mm')
    await page.check('dialog >> text=With a footer')
    await checkAccessibility('page set-up')
    await page.click('dialog >> text=Apply')
    await until(`document.querySelector('.rich-pageFooter .rich-pageNumber') !== null`)
    await page.click('text=Publish')
    await page.click('dialog button.primary')
    await shows('Published: programs use this version')
    const saved = JSON.parse(await stored(id))
    assert.equal([saved.attrs.page.size, saved.attrs.page.margins], ['A5', { top: '30mm' }])
    const items = [
      { name: 'Tea', price: '3.20' },
      { name: 'Cake', price: '4.50' },
    ]
    const text = await printed(id, { customer: { number: 'K-77' }, items })
    for (const expected of ['Dear reader, your number is K-77', /Tea\s+3\.20/, /Cake\s+4\.50/, /1\s*\/\s*1/])
      assert.ok(typeof expected === 'string' ? text.includes(expected) : expected.test(text), `${expected}: ${text}`)
    assert.equal(complaints, [])
  })

  rich('what the editor does not know stays, and problems lead to their place', async () => {
    const unknown = '{"type": "hologram", "attrs": {"depth": 1.0, "z":[ 1,2 ]}, "content": [{"type": "text", "text": "ghost"}]}'
    const marked =
      '{"type": "paragraph", "attrs": {"data-x": 1e2}, "content": [{"type": "text", "marks": [{"type": "glow"}], "text": "lit"}]}'
    const source = DOCUMENT(`${unknown},\n  ${marked}, ${PARAGRAPH}`)
    const id = await open(source)
    await until(`document.querySelector('.rich-opaque')?.textContent.includes('ghost')`)
    await page.click('.rich-document p:has-text("Dear")')
    await pressEnd()
    await page.keyboard.type('!')
    await page.click('.rich-document p:has-text("lit")')
    await pressEnd()
    await page.keyboard.type('?')
    await save()
    assert.is(await stored(id), source.replace('Dear reader', 'Dear reader!').replace('"lit"', '"lit?"'))
    // Cut and put elsewhere, it has the JSON that it had.
    await page.click('.rich-opaque')
    await page.keyboard.press('Control+x')
    await gone('.rich-opaque')
    await page.click('.rich-document p:has-text("Dear")')
    await pressEnd()
    await until(`getSelection().anchorNode.textContent.includes('Dear')`)
    await page.keyboard.press('Control+v')
    await until(`document.querySelector('.rich-opaque') !== null`)
    await save()
    const moved = await stored(id)
    assert.ok(moved.includes(unknown) && moved.indexOf(unknown) > moved.indexOf('Dear'), moved)
    await page.click('.rich-document p:has-text("Dear")')
    await page.keyboard.press('Home')
    await page.keyboard.type('{{#each x}}')
    await until(`document.querySelector('.rich-error') !== null`)
    assert.equal(complaints, [])
  })

  rich('JSON beside the document: one text, one history', async () => {
    const id = await open(DOCUMENT(PARAGRAPH))
    await page.click('[aria-label="Show as JSON"]:visible')
    await until(`document.querySelector('.pane-source .cm-content') !== null`)
    await page.click('.pane-source .cm-line:has-text("Dear")')
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('oops ')
    await page.click('[aria-label="Show as JSON"]:visible')
    await shows('This is not valid JSON')
    await page.click('.pane-source .cm-content')
    await page.keyboard.press('Control+Home')
    for (let i = 0; i < 5; i++) await page.keyboard.press('Delete')
    await page.click('[aria-label="Show as JSON"]:visible')
    await until(`document.querySelector('.rich-holder')?.hidden === false`)
    await page.click('.rich-document p')
    await pressEnd()
    await page.keyboard.type(' and writer')
    await save()
    assert.is(await stored(id), DOCUMENT(PARAGRAPH).replace('reader', 'reader and writer'))
    assert.equal(complaints, [])
  })

  rich('with the keyboard alone, in light and dark', async () => {
    const id = await open(DOCUMENT(PARAGRAPH))
    await page.focus('.rich-document')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Alt+F10')
    await until(`document.activeElement.closest('[role=toolbar]') !== null`)
    for (let i = 0; i < 40 && (await page.evaluate('document.activeElement.getAttribute("aria-label")')) !== 'Centre'; i++)
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await until(`document.activeElement.classList.contains('rich-document')`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await insert('Condition')
    await until(`document.activeElement.id === 'field-if'`)
    await page.keyboard.type('vip')
    await page.keyboard.press('Enter')
    await until(`document.activeElement.classList.contains('rich-document')`)
    await page.keyboard.type('# Inside')
    await page.keyboard.press('Alt+Enter')
    await until(`document.querySelector('dialog') !== null`)
    await checkAccessibility('properties')
    await page.keyboard.press('Escape')
    await gone('dialog')
    await page.keyboard.press('Control+s')
    await shows('The draft is saved')
    const { content } = JSON.parse(await stored(id))
    assert.equal(
      content.map(({ type }: { type: string }) => type),
      ['paragraph', 'paragraph', 'condition'],
    )
    assert.equal(content[0].attrs, { textAlign: 'center' })
    assert.equal(content[1].content, [{ type: 'text', text: 'bold', marks: [{ type: 'bold' }] }])
    assert.equal([content[2].attrs.if, content[2].content[0].type], ['vip', 'heading'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await checkAccessibility(`editor of documents, ${colorScheme}`)
      await page.keyboard.type('{{')
      await page.keyboard.type('v')
      await until(`document.querySelector('.rich-suggestions') !== null`)
      await checkAccessibility(`suggestions, ${colorScheme}`)
      for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace')
    }
    assert.equal(complaints, [])
  })

  rich('hostile documents and clipboards run nothing and load nothing', async () => {
    const wicked = [
      '{"type":"image","attrs":{"src":"https://evil.example/x.png","alt":"\\"><img src=x onerror=alert(1)>"}}',
      '{"type":"image","attrs":{"src":"javascript:alert(1)"}}',
      '{"type":"rawHtml","attrs":{"html":"<script>alert(1)</script><img src=x onerror=alert(1)>"}}',
      '{"type":"<img src=x onerror=alert(1)>","content":[{"type":"text","text":"<script>alert(1)</script>"}]}',
      '{"type":"paragraph","attrs":{"color":"red;background:url(https://evil.example/y)","dir":"x"},"content":[{"type":"text","text":"link","marks":[{"type":"link","attrs":{"href":"javascript:alert(1)"}},{"type":"textStyle","attrs":{"color":"url(https://evil.example/z)"}}]}]}',
      '{"type":"table","content":[{"type":"tableRow","content":[{"type":"tableCell","attrs":{"colspan":9999,"rowspan":9999},"content":[{"type":"paragraph"}]}]}]}',
      `${'{"type":"blockquote","content":['.repeat(90)}${PARAGRAPH}${']}'.repeat(90)}`,
    ]
    await page.evaluate('window.alert = () => { window.wasRun = true }')
    await open(DOCUMENT(wicked.join(',')))
    await page.evaluate('window.alert = () => { window.wasRun = true }')
    await page.click('.rich-document p:has-text("link")')
    await pressEnd()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.setData('text/html', '<p style="color:red;text-align:center" onclick="alert(1)">pasted <b style="font-weight:normal">plain</b> <span style="font-weight:700">strong</span> <a href="javascript:alert(1)">bad</a><img src="x" onerror="alert(1)"><img src="https://evil.example/p.png"><script>alert(1)</scr' + 'ipt></p><p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span> </span></span>first</p>')
      document.querySelector('.rich-document').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })()`)
    await shows('pasted plain strong')
    assert.is(
      await page.evaluate(`[...document.querySelectorAll('.rich-document strong')].map((element) => element.textContent).join()`),
      'strong',
    )
    await until(`document.querySelector('.rich-document li')?.textContent === 'first'`)
    assert.is(
      await page.evaluate(`document.querySelectorAll('.rich-document [href], .rich-document script, .rich-document [onerror]').length`),
      0,
    )
    await page.click('.rich-document a')
    assert.is(await page.evaluate('window.wasRun'), undefined)
    assert.equal(complaints, [])
  })

  if (store === Object.keys(STORES).at(-1)) {
    rich.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  rich.run()
}
