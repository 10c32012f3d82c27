// From `npm start` to a PDF, as somebody new would go: the printed link, a template from a sample, a change, a token, and the curl line of "use it" in a shell.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { buildFolder } from '../support/shipped.ts'
import { blocksOfPdf, blocksOfPreview, difference } from './support/blocks.ts'
import { npmStart, type StartedService } from './support/npm-start.ts'
import { CHROMIUM, isChromiumThere, makeUntil } from './support/page.ts'

const TEXT_OF = 'pdftotext'
let service: StartedService | undefined
let browser: Browser | undefined
const folder = mkdtempSync(join(tmpdir(), 'platen-curl-'))

/** Runs a line of a shell in the folder. */
const run = (line: string, environment: Readonly<Record<string, string>> = {}): void =>
  void execFileSync('/bin/sh', ['-c', line], { cwd: folder, env: { ...process.env, ...environment }, stdio: 'pipe' })

const pdfText = (name: string): string => execFileSync(TEXT_OF, [join(folder, name), '-'], { encoding: 'utf8' })

async function signUp(page: Page, shows: (text: string) => Promise<void>): Promise<void> {
  await page.goto(service!.setupLink)
  await shows('Create your account')
  await page.fill('#field-name', 'ada@example.com')
  await page.fill('#field-password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await shows('New template')
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const start = suite(`npm start: ${store}`)
  start.before(async () => {
    buildFolder()
    service = await npmStart(await settings())
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  start.after(async () => {
    await service?.stop()
    if (store !== Object.keys(STORES).at(-1)) return
    await browser?.close()
    await closeStores()
    rmSync(folder, { recursive: true, force: true })
  })

  start('the printed lines lead to a PDF, in a shell and in a browser, and the preview is what programs get', async () => {
    // As it was printed, from the working directory of whoever pastes it.
    run(`${service!.lines.at(-1)!} --fail --silent`)
    assert.match(pdfText('invoice.pdf'), 'INV-2026-0147')

    const context = await browser!.newContext({ locale: 'en', permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    const { until, shows } = makeUntil(page)
    await signUp(page, shows)
    // The samples of a new store have data too.
    await page.click('.card-link >> text=Invoice')
    await until(`document.querySelector('.page-text')?.textContent.includes('INV-2026-0147')`)
    await page.click('nav >> text=Templates')
    await shows('New template')
    await page.click('text=New template')
    await shows('Blank page')
    await page.click('dialog >> text=Invoice')
    await until(`document.querySelector('.sheet[data-painted]') !== null`)

    // The data of the sample are there.
    await until(`document.querySelector('.page-text')?.textContent.includes('INV-2026-0147')`)
    const before = await blocksOfPreview(page)
    assert.ok(difference(before, blocksOfPdf(join(folder, 'invoice.pdf'), before)).mean < 2)

    await page.locator('.cm-content[aria-label="Source"]').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('<h1>A line typed by Ada</h1>')
    await until(`document.querySelector('.page-text')?.textContent.includes('A line typed by Ada')`)
    const after = await blocksOfPreview(page)
    assert.ok(difference(before, after).most > 20)
    await page.click('text=Use it')
    await shows('No version is published yet')
    await page.keyboard.press('Escape')
    await page.click('text=Publish')
    await page.click('dialog >> button:has-text("Publish")')
    await shows('Published: programs use this version')
    await page.click('text=Use it')
    await shows('PLATEN_TOKEN')
    await page.click('dialog >> text=Copy')
    // What was copied is what is pasted.
    const line = (await page.evaluate('navigator.clipboard.readText()')) as string
    await page.keyboard.press('Escape')

    await page.click('nav >> text=API tokens')
    await page.click('text=New token')
    await page.fill('#field-name', 'from the page')
    await page.click('dialog >> text=Create')
    await shows('Copy the token now')
    const token = (await page.locator('dialog code').textContent()) ?? ''
    run(`${line} --fail --silent`, { PLATEN_TOKEN: token })
    assert.match(pdfText('document.pdf'), 'A line typed by Ada')
    const { mean, most } = difference(after, blocksOfPdf(join(folder, 'document.pdf'), after))
    assert.ok(mean < 2 && most < 90, `mean ${mean}, most ${most}`)
    // The PDF without the line typed is another one.
    assert.ok(difference(after, blocksOfPdf(join(folder, 'invoice.pdf'), after)).most > most)
    await context.close()
  })

  start.run()
}
