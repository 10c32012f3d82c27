// A page of the application in a test: waiting for what it shows.
import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'

/** Two frames: the editor learns of the caret by an event of the browser, before the next one. */
export const FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

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

/** A page that is being left answers nothing: the next one is asked. */
function unlessLeaving(thrown: unknown): false {
  if (/context was destroyed|because of a navigation/.test(String(thrown))) return false
  throw thrown
}

export function makeUntil(page: Page): Waiting {
  const until = async (expression: string): Promise<void> => {
    for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
      if (await page.evaluate(expression).catch(unlessLeaving)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`never true: ${expression}; the page shows ${await page.evaluate('document.body.innerText')}`)
  }
  return { until, shows: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`) }
}

/** Adds to `complaints` what a page says of errors, of policies that were violated and of rejections that nobody handles. */
export async function collectComplaints(page: Page, complaints: string[], types = /^error$/): Promise<void> {
  page.on('console', (message) => types.test(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  // Exceptions of pdf.js are not errors: without this the browser tells nothing but the names of their minified classes.
  await page.addInitScript(`addEventListener('unhandledrejection', ({ reason }) =>
    console.error('not handled:', reason?.name, reason?.message, reason?.details ?? '', reason?.stack ?? ''))`)
}
