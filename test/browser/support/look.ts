// A screen in each of its looks: light, dark, on a phone. Nothing for axe to say, nothing beyond the edge of the window. With PLATEN_SCREENSHOTS=folder the pictures are kept, to
// be looked at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'

const FOLDER = process.env['PLATEN_SCREENSHOTS']
const PHONE = { width: 390, height: 780 }
export const WINDOW = { width: 1280, height: 800 }

/** Of the page or of a dialog, something that is wider than it. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('dialog')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ outerHTML }) => outerHTML.slice(0, 100))[0]`

/** Looks at a page as it is at this moment. */
export async function look(page: Page, name: string): Promise<void> {
  for (const [mode, colorScheme, viewport] of [
    ['light', 'light', WINDOW],
    ['dark', 'dark', WINDOW],
    ['phone', 'light', PHONE],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    // Animations of dialogs, and panes that take their new size.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 250))')
    await picture(page, `${name}.${mode}`)
    await page.evaluate(axe.source)
    // pdf.js measures text on a canvas of no size.
    const script =
      'axe.run({ exclude: [".hiddenCanvasElement"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))'
    assert.equal(await page.evaluate(script), [], `${name}, ${mode}`)
    assert.is(await page.evaluate(TOO_WIDE), undefined, `${name}, ${mode}: wider than the window`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WINDOW)
}

/** Whether it fits a window and a small phone, in either direction of text. */
export async function checkFits(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of [
    ['window', WINDOW],
    ['small', { width: 360, height: 740 }],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    await picture(page, `${name}.${size}`)
    for (const dir of ['rtl', 'ltr']) {
      await page.evaluate(`document.documentElement.dir = '${dir}'`)
      assert.is(await page.evaluate(TOO_WIDE), undefined, `${name}, ${size}, ${dir}: wider than the window`)
    }
  }
  await page.setViewportSize(WINDOW)
}

async function picture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  mkdirSync(FOLDER, { recursive: true })
  await page.screenshot({ path: join(FOLDER, `${name.replaceAll(' ', '-')}.png`) })
}
