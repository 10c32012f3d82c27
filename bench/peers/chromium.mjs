// Chromium kept warm, driven by playwright-core, one page for all documents; CHROMIUM names it where it is not on the path.
import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright-core'
import { pages } from './html.mjs'

let browser
let page
const which = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()

export async function open() {
  const executablePath = process.env['CHROMIUM'] ?? [which('chromium'), which('google-chrome')].find((path) => path !== '')
  if (executablePath === undefined) throw new Error('Error: no Chromium')
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage()
}

export const close = () => browser.close()

async function print(html) {
  await page.setContent(html)
  return page.pdf({ preferCSSPageSize: true })
}

export const documents = Object.fromEntries(Object.entries(pages).map(([kind, make]) => [kind, (data) => print(make(data))]))
