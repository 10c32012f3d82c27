// Ways in from elsewhere, in a real Chromium: signing in at a provider (OpenID Connect), and a template in a frame of another application.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CLIENT, startProvider, type TestProvider } from '../server/support/oidc-provider.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { type OtherApplication, startOtherApplication } from './support/crm.ts'
import { CHROMIUM, collectComplaints, isChromiumThere, makeUntil } from './support/page.ts'

const CHILD = programUrl('server/pool/child')
const MS_TO_WAIT = 30_000

let browser: Browser | undefined
let context: BrowserContext
let it: TestService
let provider: TestProvider
let crm: OtherApplication
let stranger: OtherApplication
let page: Page
let until: (expression: string) => Promise<void>
let shows: (text: string) => Promise<void>
let complaints: string[]

async function newPage(): Promise<void> {
  context = await browser!.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })
  page = await context.newPage()
  complaints = []
  await collectComplaints(page, complaints)
  ;({ until, shows } = makeUntil(page))
}

interface Message {
  readonly type: string
  readonly from: string
  readonly [field: string]: unknown
}

const messages = async (): Promise<readonly Message[]> => (await page.evaluate('messages')) as Message[]
const posted = (type: string, count = 1): Promise<void> =>
  heldIs(`messages.filter((message) => message.type === '${type}').length >= ${count}`)

/** Once an expression is true in the page around the frame. What is asked while the frame gets a process of its own may never be answered: it is asked again. */
async function heldIs(expression: string): Promise<void> {
  for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
    const late = new Promise((resolve) => setTimeout(resolve, 1000))
    if (await Promise.race([page.evaluate(expression).catch(() => false), late])) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`never true in the page around the frame: ${expression}; ${complaints}`)
}

async function makeSession(right: string, more: object = {}): Promise<{ readonly url: string; readonly session: string }> {
  const body = { template: it.templateId, origin: crm.origin, right, seconds: 3600, name: 'Ada of the CRM', ...more }
  const { status, json, text } = await it.call({ method: 'POST', path: '/api/embed-sessions', body })
  assert.is(status, 201, text)
  return json
}

async function openIn(application: OtherApplication, url: string): Promise<void> {
  application.frameUrl = url
  await page.goto(application.origin)
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const elsewhere = suite(`from elsewhere: ${store}`)
  elsewhere.before(async () => {
    buildFolder()
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    ;[provider, crm, stranger] = await Promise.all([startProvider(), startOtherApplication(), startOtherApplication()])
    it = await startTestService(
      {
        ...(await settings()),
        ...{ PLATEN_OIDC_ISSUER: provider.issuer, PLATEN_OIDC_CLIENT_ID: CLIENT.id, PLATEN_OIDC_CLIENT_SECRET: CLIENT.secret },
        ...{
          PLATEN_OIDC_LABEL: 'Example <b>',
          PLATEN_OIDC_ROLES: 'admins=Acme:owner, writers=Acme:editor',
          PLATEN_EMBED_ORIGINS: crm.origin,
        },
      },
      CHILD,
    )
  })
  elsewhere.before.each(newPage)
  elsewhere.after.each(() => context.close())
  elsewhere.after(async () => {
    await it.close()
    await Promise.all([provider.close(), crm.close(), stranger.close()])
  })

  elsewhere('the button leads to the provider and back to the page that was wanted, with the roles of the groups', async () => {
    provider.person = { sub: 'ada-1', email: 'ada@example.com', name: 'Ada', groups: ['admins'] }
    await page.goto(`${it.service.publicUrl}/app/members`)
    await page.click('text=Sign in with Example <b>')
    await shows('Audit log')
    assert.is(new URL(page.url()).pathname, '/app/members')
    await until(`document.querySelector('.bar-end').innerText.includes('Ada')`)
    await page.click('text=Sign out')
    await shows('Password')
    provider.person = { sub: 'grace-2', email: 'grace@example.com', name: 'Grace', groups: ['writers'] }
    await page.click('text=Sign in with Example <b>')
    await until(`document.querySelector('nav') !== null`)
    // An editor manages nothing.
    assert.not(await page.evaluate(`document.querySelector('nav').innerText.includes('API tokens')`))
    const cookies = (await context.cookies()).filter(({ name }) => name.endsWith('platen'))
    assert.equal(
      cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite]),
      [[true, 'Lax']],
    )
    assert.equal(
      complaints.filter((text) => !/401/.test(text)),
      [],
    )
  })

  elsewhere('somebody without a group, and a forged token: the page says what is wrong, and nobody is in', async () => {
    const eve = { sub: 'eve', email: 'eve@example.com', name: 'Eve' }
    for (const wrong of [{ person: { ...eve, groups: [] } }, { person: { ...eve, groups: ['admins'] }, algorithm: 'stranger' }]) {
      Object.assign(provider, wrong)
      await page.goto(`${it.service.publicUrl}/app/templates`)
      await page.click('text=Sign in with Example <b>')
      await until(`document.querySelector('[role=alert]')?.innerText.length > 20`)
      assert.is(await page.evaluate(`fetch('/app/api/session').then(({ status }) => status)`), 401)
      provider.algorithm = 'RS256'
    }
  })

  elsewhere('an invitation is taken at the provider, and an account with a password connected', async () => {
    provider.person = { sub: 'bob-7', email: 'bob@example.com', name: 'Bob', groups: [] }
    await page.goto(await it.service.accounts.invite(it.other.id, 'editor', ''))
    await page.click('text=Sign in with Example <b>')
    await until(`document.querySelector('nav') !== null`)
    await until(`document.querySelector('.bar-end').innerText.includes('Bob')`)
    await page.goto(`${it.service.publicUrl}/app/templates`)
    await shows('Foreign')
  })

  elsewhere('pages of other origins show nothing, whatever address they use', async () => {
    const { url, session } = await makeSession('edit')
    // In a page of the named origin it says that it is there.
    await openIn(crm, url)
    await posted('platen:ready')
    const own = new URL(url)
    const forged = `${own.origin}/app/embed?origin=${encodeURIComponent(stranger.origin)}#${session}`
    for (const address of [url, forged, `${own.origin}/app/embed#${session}`, `${own.origin}/app/templates`, `${own.origin}/app/`]) {
      await openIn(stranger, address)
      // Long enough for the frame of the named origin to be ready.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      for (const frame of page.frames().slice(1))
        assert.not(await frame.evaluate(`document.querySelector('.cm-content, nav, #field-password') !== null`).catch(() => false), address)
      assert.equal(await messages(), [], address)
    }
  })

  if (store === Object.keys(STORES).at(-1)) {
    elsewhere.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  elsewhere.run()
}
