// Markup, scripts, addresses that run code, placeholders and signs that turn the direction of text, stored wherever people or programs can store a text, and every screen
// that shows them, in a real Chromium: nothing runs, no policy is violated, nothing becomes an element, and no sign reaches the text beside it.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { requestRow } from '../server/support/request-row.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { CHROMIUM, collectComplaints, isChromiumThere, makeUntil } from './support/page.ts'

const CHILD = programUrl('server/pool/child')
const OVERRIDE = '\u202E'
/** In the name of what it is stored in. */
const hostile = (of: string): string =>
  `${of} <img src=x onerror=top.ran=1>"'><script>top.ran=1</script>{{constructor.constructor "top.ran=1"}} ${OVERRIDE}gnp.exe`
/** Of a template, where a placeholder is one. */
const inSource = (of: string): string => hostile(of).replace(/\{\{.*?\}\}/, '{{constructor.constructor}}')
const JAVASCRIPT = 'javascript:top.ran=1'
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
const HOSTILE_HTML = `<title>${inSource('title')}</title><script>top.ran = 1</script><p onclick="top.ran = 1">{{name}}</p>
<a href="${JAVASCRIPT}">a</a><img src="x" onerror="top.ran = 1"><iframe srcdoc="<script>top.ran = 1</script>"></iframe><svg onload="top.ran = 1"></svg>`

let browser: Browser | undefined
let context: BrowserContext
let it: TestService
let page: Page
let until: (expression: string) => Promise<void>
let shows: (text: string) => Promise<void>
let complaints: string[]
let dialogs: string[]

/** Texts with an override behind which, in the same paragraph, others stand: those would be turned as well. */
const TURNED = `(() => {
  const turned = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // Between isolates (FSI and PDI) it may do what it likes.
    const open = node.data.replace(/\\u2068[^\\u2069]*\\u2069/g, '')
    const at = open.indexOf('${OVERRIDE}')
    if (at < 0 || node.parentElement.closest('.cm-editor, .rich-document, .page-text, option, .hidden') !== null) continue
    let around = node.parentElement
    for (; getComputedStyle(around).display === 'inline' && getComputedStyle(around).unicodeBidi === 'normal'; ) around = around.parentElement
    const behind = document.createRange()
    behind.setStartAfter(node)
    behind.setEndAfter(around.lastChild)
    const rest = open.slice(at).replace(/^.gnp\\.exe/, '') + behind.toString()
    if (rest.trim() !== '') turned.push(rest.trim().slice(0, 60) + ' in ' + around.outerHTML.slice(0, 200))
  }
  return turned
})()`

async function checkNothingRan(screen: string): Promise<void> {
  assert.is(await page.evaluate('top.ran'), undefined, screen)
  assert.equal(await page.evaluate('violations'), [], screen)
  assert.equal(dialogs, [], screen)
  const made = await page.evaluate(
    `[...document.querySelectorAll('#app script, #app iframe, #app [onerror], #app [onclick], #app [onload], #app [href^="javascript"], #app [src="x"]')].map(({ outerHTML }) => outerHTML.slice(0, 100))`,
  )
  assert.equal(made, [], screen)
  assert.equal(await page.evaluate(TURNED), [], screen)
}

async function visit(screen: string, text: string): Promise<void> {
  await page.goto(`${it.service.publicUrl}/app/${screen}`)
  await shows(text)
  await checkNothingRan(screen)
}

/** An account whose name and browser are hostile; the answer's cookie is its session. */
async function register(link: string, name: string): Promise<string> {
  const body = { link: link.slice(link.indexOf('#') + 1), name, display_name: hostile('Member'), password: 'correct horse battery' }
  const headers = { ...OWN, 'User-Agent': '<img src=x onerror=top.ran=1>"><script>top.ran=1</script>' }
  const answer = await it.call({ method: 'POST', path: '/app/api/links/register', token: null, headers, body })
  assert.is(answer.status, 200, answer.text)
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

async function store(): Promise<{ readonly cookie: string; readonly ids: readonly string[] }> {
  const { id: teamId } = await it.service.store.addTeam(hostile('Team'))
  const cookie = await register(await it.service.accounts.invite(teamId, 'owner', ''), 'owner')
  await register(await it.service.accounts.invite(teamId, 'viewer', ''), 'viewer')
  const call = async (method: string, path: string, body: object): Promise<Record<string, string>> => {
    const answer = await it.call({ method, path: `/app/api/t/${teamId}${path}`, token: null, headers: { ...OWN, Cookie: cookie }, body })
    assert.ok(answer.status < 300, `${method} ${path} ${answer.text}`)
    return answer.json
  }
  await call('POST', '/invitations', { role: 'editor', note: hostile('Note') })
  for (const name of ['Token one', 'Token two']) await call('POST', '/tokens', { name: hostile(name), scopes: 'render', expires_at: '' })
  await call('POST', '/webhooks', { url: `https://example.com/"><img src=x onerror=top.ran=1>#${encodeURIComponent(hostile('Hook'))}` })
  const sources = {
    html: HOSTILE_HTML,
    editor: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: inSource('Text') }] }] },
  }
  const ids: string[] = []
  for (const [type, source] of Object.entries(sources)) {
    const body = { name: hostile(`Template ${type}`), description: hostile('About'), type, source, note: hostile('Version'), publish: true }
    const { id = '' } = await call('POST', '/templates', body)
    await call('PUT', `/templates/${id}/examples/example`, { name: hostile('Value'), [hostile('key')]: JAVASCRIPT })
    ids.push(id)
  }
  const failed = {
    ...requestRow(teamId, 'hostile-request', it.clock.now()),
    template: ids[0]!,
    status: 422,
    code: hostile('code'),
    pages: undefined,
  }
  await it.service.store.addRequests([
    { ...failed, route: hostile('route'), errors: [{ code: hostile('error'), path: hostile('path') }] },
    { ...failed, id: hostile('id'), errors: [{ code: 'x', path: JAVASCRIPT }] },
  ])
  return { cookie, ids }
}

for (const [storeName, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const tests = suite(`hostile texts: ${storeName}`)
  let ids: readonly string[]
  tests.before(async () => {
    buildFolder()
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    it = await startTestService({ ...(await settings()), PLATEN_WEBHOOKS_PRIVATE: 'yes' }, CHILD)
    const stored = await store()
    ids = stored.ids
    context = await browser.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })
    const [name = '', value = ''] = stored.cookie.split('=')
    await context.addCookies([{ name, value, url: it.service.publicUrl }])
    await context.addInitScript(
      "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI))",
    )
    page = await context.newPage()
    ;[complaints, dialogs] = [[], []]
    await collectComplaints(page, complaints, /^(error|warning)$/)
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    ;({ until, shows } = makeUntil(page))
  })
  tests.after(async () => {
    await context.close()
    await it.close()
  })

  tests('every list, and the questions about what is in them', async () => {
    await visit('templates', 'Template html')
    await until(`document.querySelectorAll('.card img').length === 2`)
    const [first] = await page.locator('.card .menu button').all()
    await first?.click()
    await page.click('[role=menuitem] >> text=Rename')
    await until(`document.querySelector('#field-name')?.value.includes('onerror')`)
    await checkNothingRan('rename')
    await page.keyboard.press('Escape')
    await first?.click()
    await page.click('[role=menuitem] >> text=Delete')
    await page.click('.message >> text=Undo')
    await until(
      `document.querySelectorAll('.message').length === 2 || document.querySelector('.message')?.innerText.includes('restored') || document.querySelectorAll('.card').length === 2`,
    )
    await checkNothingRan('messages')
    await visit('assets', 'No assets yet')
    await visit('usage', 'hostile-')
    await page.click('button.link >> nth=0')
    await until(`document.querySelector('dialog') !== null`)
    await checkNothingRan('a call')
    await visit('tokens', 'Token one')
    await page.click('button:has-text("Revoke") >> nth=0')
    await until(`document.querySelector('dialog') !== null`)
    await checkNothingRan('question about a token')
    await visit('webhooks', 'example.com')
    await page.click('.menu button')
    await page.click('[role=menuitem] >> text=Remove')
    await until(`document.querySelector('dialog') !== null`)
    await checkNothingRan('question about a webhook')
    await visit('members', 'Audit log')
    await until(`document.body.innerText.includes('Note <img')`)
    await page.click('.menu button')
    await page.click('[role=menuitem] >> text=Remove')
    await until(`document.querySelector('dialog') !== null`)
    await checkNothingRan('question about a member')
    await visit('profile', 'onerror')
  })

  tests('a template of either type: its panes, examples, versions and calls', async () => {
    for (const id of ids) {
      await visit(`templates/${id}`, 'Publish')
      await until(`document.querySelector('.sheet[data-painted]') !== null`)
      await page.selectOption('select.examples', 'example:example')
      await until(`document.querySelector('.pane-data .cm-content')?.textContent.includes('onerror')`)
      await checkNothingRan('panes')
      await page.click('text=History')
      await shows('Version <img')
      await checkNothingRan('versions')
      await page.click('[aria-label="Compare: 1"]')
      await until(`document.querySelector('.compared') !== null`)
      await page.click('.comparison >> text=Pages')
      await until(`document.querySelector('.picture-sheet canvas') !== null`)
      await checkNothingRan('comparison')
      await page.keyboard.press('Escape')
      await page.click('text=Use it')
      for (const name of ['curl', 'Node', 'Python', 'PHP']) {
        await page.click(`dialog fieldset >> text=${name}`)
        await checkNothingRan(name)
      }
      await page.keyboard.press('Escape')
    }
  })

  tests('a link to a team of a hostile name, and addresses that carry texts', async () => {
    const { id } = await it.service.store.addTeam(hostile('Other team'))
    const link = await it.service.accounts.invite(id, 'viewer', '')
    await page.goto(link)
    await shows('Other team')
    await checkNothingRan('link to join')
    const fresh = await browser!.newContext({ locale: 'en' })
    await fresh.addInitScript(
      "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))",
    )
    const [before, waits] = [page, { until, shows }]
    page = await fresh.newPage()
    ;({ until, shows } = makeUntil(page))
    await page.goto(link)
    await shows('Other team')
    await checkNothingRan('link for somebody new')
    for (const address of [
      'sign-in?problem=<img src=x onerror=top.ran=1>',
      `templates/${encodeURIComponent(hostile('x'))}`,
      `sign-in#${JAVASCRIPT}`,
      'embed#<img>',
    ]) {
      await page.goto(`${it.service.publicUrl}/app/${address}`)
      await until(`document.querySelector('main') !== null`)
      await checkNothingRan(address)
    }
    await fresh.close()
    ;[page, { until, shows }] = [before, waits]
    // Answers that refuse are errors to the console.
    const unexpected = complaints.filter((text) => !/status of 4\d\d/.test(text))
    assert.equal(unexpected, [])
  })

  tests('addresses that run code are refused where an address is stored', async () => {
    await page.goto(`${it.service.publicUrl}/app/webhooks`)
    await shows('example.com')
    await page.click('text=New webhook')
    await page.fill('#field-url', JAVASCRIPT)
    await page.click('dialog >> text=Create')
    await until(`document.querySelector('dialog .problem') !== null`)
  })

  if (storeName === Object.keys(STORES).at(-1)) {
    tests.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  tests.run()
}
