// Ways in from elsewhere, in a real Chromium: signing in at a provider (OpenID Connect), and a template in a frame of another application.
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
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

/** The frame of the service, once an expression is true in it. */
async function frameIs(expression: string): Promise<Frame> {
  for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
    const frame = page.frames().find((each) => each.url().includes('/app/embed'))
    if (frame !== undefined && (await frame.evaluate(expression).catch(() => false))) return frame
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`never true in the frame: ${expression}; ${page.frames().map((frame) => frame.url())}; ${complaints}`)
}

interface Message {
  readonly type: string
  readonly from: string
  readonly [field: string]: unknown
}

const messages = async (): Promise<readonly Message[]> => (await page.evaluate('messages')) as Message[]
const posted = (type: string): Promise<void> => until(`messages.some((message) => message.type === '${type}')`)

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
    provider.person = { ...provider.person, groups: ['writers'] }
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

  elsewhere(
    'somebody without a group, a forged token and a provider that is down: the page says what to do, and nobody is in',
    async () => {
      const cases = [
        ['not been invited', () => (provider.person = { sub: 'eve', email: 'eve@example.com', name: 'Eve', groups: [] })],
        ['could not be verified', () => (provider.algorithm = 'stranger')],
        ['cannot be reached', () => (provider.isDown = true)],
      ] as const
      provider.person = { sub: 'ada-1', email: 'ada@example.com', name: 'Ada', groups: ['admins'] }
      for (const [, spoil] of cases) {
        spoil()
        await page.goto(`${it.service.publicUrl}/app/templates`)
        await page.click('text=Sign in with Example <b>')
        await until(`document.querySelector('[role=alert]')?.innerText.length > 20`)
        assert.is(await page.evaluate(`fetch('/app/api/session').then(({ status }) => status)`), 401)
        Object.assign(provider, { algorithm: 'RS256', isDown: false, person: { ...provider.person, groups: ['admins'] } })
      }
    },
  )

  elsewhere('an invitation is taken at the provider, and an account with a password connected', async () => {
    provider.person = { sub: 'bob-7', email: 'bob@example.com', name: 'Bob', groups: [] }
    await page.goto(await it.service.accounts.invite(it.other.id, 'editor', ''))
    await page.click('text=Sign in with Example <b>')
    await until(`document.querySelector('nav') !== null`)
    await until(`document.querySelector('.bar-end').innerText.includes('Bob')`)
    await page.goto(`${it.service.publicUrl}/app/templates`)
    await shows('Foreign')
  })

  elsewhere('a frame in a page of the named origin: typed, saved, published, and told to that page alone', async () => {
    const { url } = await makeSession('publish')
    await openIn(crm, url)
    await posted('platen:ready')
    const frame = await frameIs(`document.querySelector('.sheet[data-painted]') !== null`)
    // There is no way to other screens.
    assert.is(await frame.evaluate(`document.querySelector('nav, [href*="/app/tokens"]')`), null)
    await frame.click('.pane-source .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' from the CRM')
    await frameIs(`document.querySelector('.page-text').textContent.includes('from the CRM')`)
    await frame.click('text=Save draft')
    await posted('platen:saved')
    await frame.click('.heading >> text=Publish')
    await frame.click('dialog >> button:has-text("Publish")')
    await posted('platen:published')
    for (const { from, isFrame } of await messages()) assert.equal([from, isFrame], [new URL(it.service.publicUrl).origin, true])
    const { json } = await it.call({ path: `/api/templates/${it.templateId}/source` })
    assert.match(json.source, /from the CRM$/)
    assert.is((await it.call({ path: `/api/templates/${it.templateId}/versions` })).json[0].author, 'Ada of the CRM')
    // A session of the application does not come with the frame, and the frame leaves none.
    assert.equal(await context.cookies(), [])
    assert.equal(complaints, [])
  })

  elsewhere('pages of other origins show nothing, whatever address they use', async () => {
    const { url, session } = await makeSession('edit')
    const own = new URL(url)
    const forged = `${own.origin}/app/embed?origin=${encodeURIComponent(stranger.origin)}#${session}`
    for (const address of [url, forged, `${own.origin}/app/embed#${session}`, `${own.origin}/app/templates`, `${own.origin}/app/`]) {
      await openIn(stranger, address)
      await until(`document.readyState === 'complete'`)
      for (let i = 0; i < 10; i++) await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
      for (const frame of page.frames().slice(1))
        assert.not(await frame.evaluate(`document.querySelector('.cm-content, nav, #field-password') !== null`).catch(() => false), address)
      assert.equal(await messages(), [], address)
    }
  })

  elsewhere('who may look can change nothing; a session that ends is followed by another, and what was typed stays', async () => {
    const looking = await makeSession('view')
    await openIn(crm, looking.url)
    let frame = await frameIs(`document.querySelector('.sheet[data-painted]') !== null`)
    assert.is(await frame.locator('text=Save draft').count(), 0)
    await frame.click('.pane-source .cm-content')
    await page.keyboard.type('x')
    assert.not(await frame.evaluate(`document.body.innerText.includes('Not saved')`))
    const { url } = await makeSession('edit', { seconds: 60 })
    await openIn(crm, url)
    frame = await frameIs(`document.querySelector('.sheet[data-painted]') !== null`)
    // Its last minute has begun.
    await posted('platen:expires')
    it.clock.advance(61_000)
    await frame.click('.pane-source .cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' typed late')
    await posted('platen:expired')
    await frameIs(`document.querySelector('[role=alert]') !== null`)
    // From another window, or with a session of another template, it is not taken.
    const foreign = await it.call({
      ...{ method: 'POST', path: '/api/embed-sessions', token: it.other.token },
      body: { template: it.foreignId, origin: crm.origin, right: 'edit' },
    })
    const post = (session: string): Promise<unknown> =>
      page.evaluate(`template.contentWindow.postMessage({ type: 'platen:session', session: ${JSON.stringify(session)} }, '*')`)
    await post(foreign.json.session)
    await post('nonsense')
    const { session } = await makeSession('edit')
    await post(session)
    await until(`messages.filter(({ type }) => type === 'platen:ready').length === 2`)
    frame = await frameIs(
      `document.querySelector('[role=alert]') === null && document.querySelector('.pane-source').innerText.includes('typed late')`,
    )
    await frame.click('text=Save draft')
    await posted('platen:saved')
    assert.match((await it.call({ path: `/api/templates/${it.templateId}/source` })).json.source, /typed late$/)
  })

  if (store === Object.keys(STORES).at(-1)) {
    elsewhere.after(async () => {
      await browser?.close()
      await closeStores()
    })
  }
  elsewhere.run()
}
