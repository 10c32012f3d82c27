// Somebody at a browser: a page of Chromium, signed in to the web application of a test service.
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { TestService } from '../../server/support/service.ts'
import { collectComplaints } from './page.ts'

const CHROMIUM = '/usr/bin/chromium'
const MS_TO_WAIT = 90_000
const PASSWORD = 'correct horse battery'

export interface Visitor {
  readonly page: Page
  readonly name: string
  readonly password: string
  /** What the console said: policies that were violated, and errors. */
  readonly complaints: string[]
  /** Opens a screen, such as `templates`, and waits until it shows a text. */
  open(screen: string, text: string): Promise<void>
  /** Waits until an expression is true in the page. Polled, since Trusted Types forbid what waiting in the page would take. */
  until(expression: string): Promise<void>
  /** Waits until the page shows a text. */
  shows(text: string): Promise<void>
  /** Fails when axe finds a violation. */
  checkAccessibility(screen: string): Promise<void>
  close(): Promise<void>
}

/** Chromium, or undefined where there is none and tools are not required. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (existsSync(CHROMIUM)) return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  assert.ok(process.env['PLATEN_REQUIRE_TOOLS'] === undefined, 'chromium is needed')
  return undefined
}

/** Somebody new in the first team, as its owner or in another role. */
export async function visit(
  browser: Browser,
  it: TestService,
  { role = 'owner', ...options }: BrowserContextOptions & { readonly role?: 'owner' | 'viewer' } = {},
): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en', permissions: ['clipboard-read', 'clipboard-write'], ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  const name = `ada ${performance.now()}`
  const visitor = { ...visitorOf(page, complaints, it), name, password: PASSWORD }
  await page.goto(await it.service.accounts.invite(it.acme.id, role, ''))
  await visitor.shows('Create your account')
  await collectComplaints(page, complaints)
  await page.fill('#field-name', name)
  await page.fill('#field-password', PASSWORD)
  await page.keyboard.press('Enter')
  await visitor.until(`document.querySelector('nav') !== null`)
  return visitor
}

function visitorOf(page: Page, complaints: string[], it: TestService): Omit<Visitor, 'name' | 'password'> {
  const until: Visitor['until'] = async (expression) => {
    for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
      if (await page.evaluate(expression)) return
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    throw new Error(`never true: ${expression}; the page shows ${await page.evaluate('document.body.innerText')}`)
  }
  const shows: Visitor['shows'] = (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`)
  return {
    ...{ page, complaints, until, shows },
    async open(screen, text) {
      await page.goto(`${it.service.publicUrl}/app/${screen}`)
      await shows(text)
    },
    async checkAccessibility(screen) {
      await page.evaluate(axe.source)
      // The page has axe as a global then.
      const run = 'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))'
      assert.equal(await page.evaluate(run), [], screen)
    },
    close: () => page.context().close(),
  }
}
