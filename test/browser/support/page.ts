// A page of the application in a test: waiting for what it shows.
import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'

export const CHROMIUM = '/usr/bin/chromium'
const MS_TO_WAIT = 30_000

/** Tells when it is not: then nothing is tested. */
export function isChromiumThere(): boolean {
  const isThere = existsSync(CHROMIUM)
  assert.ok(isThere || process.env['PLATEN_REQUIRE_TOOLS'] === undefined, 'chromium is needed')
  if (!isThere) console.log('chromium is not installed: the web application is not tested')
  return isThere
}

interface Waiting {
  /** Waits until an expression is true in the page. Polled, since Trusted Types forbid what waiting in the page would take. */
  until(expression: string): Promise<void>
  shows(text: string): Promise<void>
}

export function makeUntil(page: Page): Waiting {
  const until = async (expression: string): Promise<void> => {
    for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
      if (await page.evaluate(expression)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`never true: ${expression}; the page shows ${await page.evaluate('document.body.innerText')}`)
  }
  return { until, shows: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`) }
}
