// What the editors of source and data do for whoever writes, in a real Chromium: completion, help, marks with mends, formatting; by pointer and by keys.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { CHROMIUM, collectComplaints, isChromiumThere, makeUntil } from './support/page.ts'

const CHILD = programUrl('server/pool/child')
const SOURCE = `<style>p { color: red }</style>
<p>{{currency total "EUR"}} of {{customer.name}}</p>
<table><tr data-repeat="items"><td>{{title}}</td></tr></table>
{{#each lines}}<p>{{text}}</p>{{/each}}
`
const CSS = 'p { margin: 0 }'

let browser: Browser | undefined
let context: BrowserContext
let it: TestService
let page: Page
let until: (expression: string) => Promise<void>
let shows: (text: string) => Promise<void>
const complaints: string[] = []

async function open(source: string): Promise<string> {
  const { json } = await it.call({ method: 'POST', path: '/api/templates', body: { name: 'Bill', type: 'html', source, publish: false } })
  await page.goto(`${it.service.publicUrl}/app/templates/${json.id}`)
  await until("document.querySelectorAll('.pane .cm-content').length === 2")
  // The fields of the template are known from the first preview on.
  await until("document.querySelector('.sheet[data-painted], .problems') !== null")
  return json.id
}

const textOf = (pane = 'source'): Promise<string> =>
  page.evaluate(`[...document.querySelectorAll('.pane-${pane} .cm-line')].map((line) => line.textContent).join('\\n')`) as Promise<string>
/** Of the list of completions, without what stands beside them. */
const offered = (): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.cm-tooltip-autocomplete li .cm-completionLabel')].map((label) => label.textContent)`,
  ) as Promise<string[]>
const isListOpen = (isOpen: boolean): Promise<void> =>
  until(`(document.querySelector('.cm-tooltip-autocomplete li') !== null) === ${isOpen}`)
const firstOffered = (label: string): Promise<void> =>
  until(`document.querySelector('.cm-tooltip-autocomplete li .cm-completionLabel')?.textContent === ${JSON.stringify(label)}`)
const offers = (label: string): Promise<void> =>
  until(
    `[...document.querySelectorAll('.cm-tooltip-autocomplete .cm-completionLabel')].some((one) => one.textContent === ${JSON.stringify(label)})`,
  )

/** Takes what is marked in the list, after these keys. A key within 75 ms of its opening was meant for the text: that is CodeMirror's rule. */
async function accept(...keys: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150))
  for (const key of [...keys, 'Enter']) await page.keyboard.press(key)
}

/** Puts the caret behind a text of the source. */
async function caretBehind(text: string): Promise<void> {
  await page.click('.pane-source .cm-content')
  await page.keyboard.press('Control+Home')
  const lines = (await textOf()).split('\n')
  const line = lines.findIndex((each) => each.includes(text))
  for (let i = 0; i < line; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  for (let i = 0; i < (lines[line] ?? '').indexOf(text) + text.length; i++) await page.keyboard.press('ArrowRight')
}

/** Brings the pointer over a word of a line in the source, by small moves as hands make them. */
async function pointAt(word: string, pane = 'source'): Promise<void> {
  const box = (await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector('.pane-${pane} .cm-content'), NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.data.indexOf(${JSON.stringify(word)})
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + ${word.length})
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
  })()`)) as { x: number; y: number }
  await page.mouse.move(box.x - 20, box.y + 40)
  await page.mouse.move(box.x, box.y, { steps: 4 })
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const writing = suite(`writing: ${store}`)
  writing.before(async () => {
    buildFolder()
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    it = await startTestService(await settings(), CHILD)
    const { status } = await it.call({ method: 'PUT', path: '/api/assets/brand.css', body: CSS, headers: { 'Content-Type': 'text/css' } })
    assert.is(status, 201)
    await it.call({ method: 'PUT', path: '/api/assets/footer.html', body: '<p>Foot', headers: { 'Content-Type': 'text/html' } })
    context = await browser.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })
    page = await context.newPage()
    await collectComplaints(page, complaints)
    ;({ until, shows } = makeUntil(page))
    await page.goto((await it.service.accounts.setupLink(it.acme.id)) ?? '')
    await shows('Create your account')
    await page.fill('#field-name', 'ada@example.com')
    await page.fill('#field-password', 'correct horse battery')
    await page.keyboard.press('Enter')
    await shows('New template')
  })
  writing.after(async () => {
    await context.close()
    await it.close()
  })

  writing('fields and helpers are offered behind two braces, those of the row first', async () => {
    await open(SOURCE)
    await caretBehind('{{customer.name}}')
    await page.keyboard.type(' {{cust')
    await firstOffered('customer')
    await accept('ArrowDown')
    await until(`document.querySelector('.pane-source .cm-content').textContent.includes('{{customer.name}} {{customer.name')`)
    await page.keyboard.type('}} {{curr')
    await firstOffered('currency')
    await until(`document.querySelector('.cm-completionInfo')?.textContent.length > 10`)
    // The list is closed by a key that stays in the editor.
    await page.keyboard.press('Escape')
    await isListOpen(false)
    await page.keyboard.press('Control+Space')
    await firstOffered('currency')
    await page.keyboard.press('Escape')
    await caretBehind('{{title}}')
    await page.keyboard.type('{{')
    await firstOffered('title')
    await page.keyboard.press('Escape')
    await caretBehind('{{text}}')
    await page.keyboard.type('{{')
    await firstOffered('text')
    assert.ok((await offered()).includes('customer.name'))
    await page.keyboard.press('Escape')
  })

  writing('lists behind data-repeat, assets and parts by name, properties and values of styles, elements', async () => {
    await open(SOURCE)
    await caretBehind('</table>')
    await page.keyboard.type('<p data-repeat="')
    await firstOffered('items')
    await page.keyboard.press('Escape')
    await page.keyboard.type('lines"></p><link rel="stylesheet" href="')
    await offers('brand.css')
    await page.keyboard.press('Escape')
    await page.keyboard.type('">{{> ')
    await offers('footer')
    await page.keyboard.press('Escape')
    await page.keyboard.type('footer}}<sect')
    await offers('section')
    await page.keyboard.press('Escape')
    await caretBehind('color: red')
    await page.keyboard.type('; break-b')
    await firstOffered('break-before')
    await accept()
    await page.keyboard.type('pag')
    await firstOffered('page')
    await accept()
    await until(`document.querySelector('.pane-source .cm-content').textContent.includes('color: red; break-before: page')`)
    await caretBehind('break-before: page')
    await page.keyboard.type('; color: rebecca')
    await firstOffered('rebeccapurple')
    await page.keyboard.press('Escape')
  })

  writing('the pointer on a helper and on a property shows its help', async () => {
    await open(SOURCE)
    await pointAt('currency')
    await until(`document.querySelector('.code-help code')?.textContent.startsWith('{{currency')`)
    await pointAt('color')
    await until(`document.querySelector('.code-help code')?.textContent.startsWith('color:')`)
    await pointAt('customer')
    await until(`document.querySelector('.code-help') === null`)
  })

  writing('what was meant is written by the button of a mark, and by keys', async () => {
    await open('<p>fine</p>\n<p>x</p>\n<style>p { colr: red }</style>\n')
    await caretBehind('<p>x')
    await page.keyboard.insertText('{{curency price "EUR"}}')
    await until(`document.querySelector('.pane-source .cm-lintRange-error') !== null`)
    await pointAt('curency')
    await until(`document.querySelector('.cm-diagnosticAction')?.textContent.includes('currency')`)
    await page.click('.cm-diagnosticAction')
    await until(`document.querySelector('.pane-source .cm-content').textContent.includes('{{currency price "EUR"}}')`)
    await until(`document.querySelector('.pane-source .cm-lintRange-error') === null`)
    // F8 leads to the next problem, and the key of mends writes what was meant.
    await until(`document.querySelector('.pane-source .cm-lintRange-warning') !== null`)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F8')
    await page.keyboard.press('Control+.')
    await until(`document.querySelector('.pane-source .cm-content').textContent.includes('p { color: red }')`)
    await until(`document.querySelector('.pane-source .cm-lintRange') === null && document.querySelector('.problems') === null`)
    await page.keyboard.press('Control+z')
    await until(`document.querySelector('.pane-source .cm-content').textContent.includes('p { colr: red }')`)
  })

  writing('formatting changes white space alone, as one step, and says when it cannot', async () => {
    const id = await open('<div><p>{{date day  "d. M. yyyy"}}</p>{{#if x}}<p>a</p>{{/if}}</div>\n<style>p{color:red}</style>')
    const before = await textOf()
    await page.click('.pane-source .cm-content')
    await page.keyboard.press('Shift+Alt+F')
    await until(`document.querySelectorAll('.pane-source .cm-line').length > 6`)
    const after = await textOf()
    assert.match(after, '{{date day  "d. M. yyyy"}}')
    assert.is(after.replace(/\s/g, ''), before.replace(/\s/g, ''))
    await page.keyboard.press('Control+z')
    assert.is(await textOf(), before)
    await page.click('.pane-source button:has-text("Format")')
    await until(`document.querySelectorAll('.pane-source .cm-line').length > 6`)
    await page.click('text=Save draft')
    await shows('The draft is saved.')
    assert.is((await it.call({ path: `/api/templates/${id}/source` })).json.source, after)
  })

  writing('data: errors, values of the wrong kind, and names that are nearly those of the template', async () => {
    await open(SOURCE)
    await page.click('.pane-data .cm-content')
    await page.keyboard.insertText('{"custmer": {"name": "Ada"}, "items": "none"}')
    await until(`document.querySelectorAll('.pane-data .cm-lintRange-warning').length >= 2`)
    await pointAt('custmer', 'data')
    await until(`document.querySelector('.cm-diagnosticAction')?.textContent.includes('customer')`)
    await page.click('.cm-diagnosticAction')
    await until(`document.querySelector('.page-text')?.textContent.includes('Ada')`)
    await page.keyboard.press('Control+Home')
    await page.click('.pane-data button:has-text("Format")')
    await until(`document.querySelectorAll('.pane-data .cm-line').length > 4`)
    assert.equal(JSON.parse(await textOf('data')), { customer: { name: 'Ada' }, items: 'none' })
    await page.click('.pane-data .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' x')
    await until(`document.querySelector('.pane-data .cm-lintRange-error') !== null`)
    // What cannot be read is not formatted, and the pages stay.
    assert.is(await page.locator('.pane-data button:has-text("Format")').getAttribute('aria-disabled'), 'true')
    assert.ok(await page.evaluate(`document.querySelector('.sheet[data-painted]') !== null`))
    assert.equal(
      complaints.filter((text) => !/401/.test(text)),
      [],
    )
  })

  if (store === Object.keys(STORES).at(-1)) {
    writing.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  writing.run()
}
