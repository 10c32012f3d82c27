// Screens that people see seldom, in light and dark and on a phone: signing in by links, providers and second factors, conflicts, versions, usage, frames.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import { CLIENT, startProvider, type TestProvider } from '../server/support/oidc-provider.ts'
import { requestRow } from '../server/support/request-row.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { look, WINDOW } from './support/look.ts'
import { makeUntil } from './support/page.ts'
import { openBrowser, type Visitor, visit } from './support/visitor.ts'

const CHILD = programUrl('server/pool/child')
const ORIGIN = 'https://crm.example'
const PASSWORD = 'correct horse battery'

let browser: Browser | undefined
let it: TestService
let provider: TestProvider
let ada: Visitor

const looks = suite('looks of the web application')
looks.before(async () => {
  buildFolder()
  browser = await openBrowser()
  if (browser === undefined) return
  provider = await startProvider()
  it = await startTestService(
    {
      ...{ PLATEN_OIDC_ISSUER: provider.issuer, PLATEN_OIDC_CLIENT_ID: CLIENT.id, PLATEN_OIDC_CLIENT_SECRET: CLIENT.secret },
      ...{ PLATEN_OIDC_LABEL: 'Example Accounts', PLATEN_EMBED_ORIGINS: ORIGIN },
    },
    CHILD,
  )
  ada = await visit(browser, it, { viewport: WINDOW })
})
looks.after(async () => {
  await ada?.close()
  await it?.close()
  await provider?.close()
  await browser?.close()
})

const inBrowser = (name: string, run: () => Promise<void>): void => looks(name, () => (browser === undefined ? undefined : run()))

/** For somebody who is not signed in. */
async function stranger(
  run: (page: Page, shows: (text: string) => Promise<void>, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser!.newContext({ locale: 'en', viewport: WINDOW })
  const page = await context.newPage()
  await run(page, makeUntil(page).shows, context)
  await context.close()
}

/** Of Ada. */
async function userId(): Promise<string> {
  return String(await ada.page.evaluate(`fetch('/app/api/session').then((answer) => answer.json()).then(({ user }) => user.id)`))
}

const at = (path: string): string => `${it.service.publicUrl}/app/${path}`

inBrowser('links that may be used once', () =>
  stranger(async (page, shows) => {
    const invitation = await it.service.accounts.invite(it.acme.id, 'editor', '')
    await page.goto(invitation)
    await shows('You are invited')
    await shows('Example Accounts')
    await look(page, 'invitation')
    await page.fill('#field-name', 'x')
    await page.fill('#field-password', 'short')
    await page.click('button.primary')
    await page.waitForSelector('.problem')
    await look(page, 'invitation with problems')
    await page.goto(at('setup#unknown'))
    await shows('This link was used')
    await look(page, 'link that was used')
    await page.goto(await it.service.accounts.resetLink(await userId()))
    await shows('Choose a new password')
    await look(page, 'new password')
  }),
)

inBrowser('signing in', () =>
  stranger(async (page, shows) => {
    await page.goto(at('templates'))
    await shows('Example Accounts')
    await look(page, 'sign in')
    await page.fill('#field-name', 'ada@example.com')
    await page.fill('#field-password', 'wrong horse battery')
    await page.click('button.primary')
    await page.waitForSelector('.problem')
    await look(page, 'sign in refused')
    await page.goto(at('sign-in?problem=no-team'))
    await shows('belong to no team')
    await look(page, 'sign in by provider refused')
  }),
)

inBrowser('an invitation for somebody who is signed in, and the account', async () => {
  await ada.page.goto(await it.service.accounts.invite(it.other.id, 'viewer', ''))
  await ada.shows('You are invited')
  await look(ada.page, 'invitation signed in')
  await ada.open('profile', 'Second factor')
  await ada.shows('Example Accounts')
  await look(ada.page, 'account')
  await ada.page.fill('#field-old', 'not the password')
  await ada.page.fill('#field-password', `${PASSWORD} more`)
  await ada.page.locator('#field-password').press('Enter')
  await ada.until(`document.querySelector('.problem') !== null`)
  await look(ada.page, 'password refused')
  await ada.page.click('text=Set up')
  await ada.until(`document.querySelector('#field-code') !== null`)
  await ada.page.locator('#field-code').scrollIntoViewIfNeeded()
  await look(ada.page, 'second factor')
})

const SOURCE = `<style>
  @page { size: A5; margin: 15mm }
  h1 { color: #1f4fd8 }
</style>
<h1>Bill {{number}}</h1>
<p>for {{customer.name}}</p>
{{#each items}}<p>{{name}}: {{currency price "EUR"}}</p>{{/each}}
`

inBrowser('versions and their differences', async () => {
  const { json } = await it.call({ method: 'POST', path: '/api/templates', body: { name: 'Bill', type: 'html', source: SOURCE } })
  const change = (source: string, note: string): Promise<unknown> =>
    it.call({ method: 'PUT', path: `/api/templates/${json.id}`, body: { source, publish: true, note } })
  await change(SOURCE.replace('1f4fd8', 'b3261e'), 'red as in the new brand')
  await change(`${SOURCE.replace('1f4fd8', 'b3261e')}<p>Thank you.</p>\n`, 'a line of thanks, asked for by sales')
  await ada.page.goto(at(`templates/${json.id}`))
  await ada.until(`document.querySelector('.sheet[data-painted]') !== null`)
  await ada.page.click('text=History')
  await ada.shows('asked for by sales')
  await look(ada.page, 'versions')
  await ada.page.click('[aria-label="Compare: 1"]')
  await ada.until(`document.querySelector('.compared .cm-changedLine, .compared .cm-insertedLine') !== null`)
  await look(ada.page, 'difference of sources')
  await ada.page.click('.comparison >> text=Pages')
  await ada.until(`document.querySelector('.picture-mark') !== null`)
  await look(ada.page, 'difference of pages')
  await ada.page.keyboard.press('Escape')
  await ada.until(`document.querySelector('dialog') === null`)
  await ada.page.click('.pane-source .cm-content')
  await ada.page.keyboard.press('Control+End')
  await ada.page.keyboard.type('<p>mine</p>')
  await change(`${SOURCE}<p>theirs</p>\n`, '')
  await ada.page.click('text=Save draft')
  await ada.until(`document.querySelectorAll('.compared .cm-content').length === 2`)
  await look(ada.page, 'conflict')
})

inBrowser('usage', async () => {
  const now = it.clock.now()
  const template = it.templateId
  const made = Array.from({ length: 400 }, (_, i) => ({
    ...requestRow(it.acme.id, `made-${i}`, now - Math.round((i * 37 * 60_000) % (28 * 86_400_000)) - (i % 7) * 7_200_000),
    template,
  }))
  const failed = Array.from({ length: 6 }, (_, i) => ({
    ...requestRow(it.acme.id, `failed-call-${i}`, now - i * 3_000_000),
    ...{
      template,
      status: 422,
      code: 'validation_failed',
      pages: undefined,
      errors: [{ code: 'missing_variable', path: 'data.customer.name' }],
    },
  }))
  await it.service.store.addRequests([...made, ...failed])
  await ada.open('usage', 'Documents')
  await ada.shows('data.customer.name')
  await look(ada.page, 'usage')
  await ada.page.click('text=30 days')
  await ada.until(`document.querySelectorAll('.charts tbody tr').length === 30`)
  await look(ada.page, 'usage of a month')
  await ada.page.fill('#field-request_id', 'failed-call-3')
  await ada.page.click('text=Look up')
  await ada.until(`document.querySelector('dialog') !== null`)
  await look(ada.page, 'usage of a call')
})

inBrowser('a frame in another application', async () => {
  const body = { template: it.templateId, origin: ORIGIN, right: 'publish', seconds: 3600, name: 'Ada of the CRM' }
  const { json } = await it.call({ method: 'POST', path: '/api/embed-sessions', body })
  await stranger(async (page, shows) => {
    // As the frame's own page: what is around it is not ours.
    await page.goto(json.url)
    await makeUntil(page).until(`document.querySelector('.sheet[data-painted]') !== null`)
    await look(page, 'frame')
    it.clock.advance(2 * 3600_000)
    await page.click('.pane-source .cm-content')
    await page.keyboard.type('x')
    await shows('The session of this frame has ended')
    await look(page, 'frame that has ended')
    await page.goto('about:blank')
    await page.goto(json.url)
    await shows('This frame has no valid session')
    await look(page, 'frame without session')
  })
})

looks.run()
