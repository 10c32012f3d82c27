// Random documents of several pages beside Chromium's print, for `node --import tsx bench/chromium-pages.ts [COUNT] [SEED] [ATTEMPTS]`: each word on the same page and within 1.5 px.
// A document that differs is made smaller while it still differs, by ATTEMPTS smaller ones at most. Words are found by Poppler.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createEngine, type Engine } from '../engine/index.ts'
import { makeRandom } from '../test/support/random/random.ts'
import { type RandomPage, smallerPages, writePage } from './random-page.ts'
import { randomPages } from './random-pages.ts'

const [count = 50, firstSeed = 1, mostAttempts = 150] = process.argv.slice(2, 5).map(Number)
const TOLERANCE = 1.5
const PX = 0.75
const FONT = `data:font/ttf;base64,${readFileSync(new URL('../fonts/Cousine-Regular.ttf', import.meta.url)).toString('base64')}`
const SHEET =
  '@page { size: 300px 200px; margin: 0 } html { font: 10px/12px Cousine } body, p, ul { margin: 0 } ul { padding-left: 20px } th { font-weight: normal } tr { break-inside: auto }'

interface Place {
  readonly page: number
  /** Of the top left corner, in CSS pixels. */
  readonly x: number
  readonly y: number
}

/** By word; those of repeated rows have several. */
type Places = ReadonlyMap<string, readonly Place[]>

const folder = mkdtempSync(join(tmpdir(), 'platen-pages-'))
const engine = await createEngine()
let window: { readonly browser: Browser; readonly page: Page } | undefined
try {
  await compareAll()
} finally {
  await window?.browser.close()
  rmSync(folder, { recursive: true, force: true })
}

async function compareAll(): Promise<void> {
  let compared = 0
  let alike = 0
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const first: RandomPage = { body: randomPages(makeRandom(seed)), isQuirky: false }
    const what = await differenceIn(first, engine)
    if (what === undefined) continue
    compared++
    if (what === '') alike++
    else await printSmallest(seed, first, what)
  }
  console.log(`${compared} documents (of ${count}), ${((100 * alike) / compared).toFixed(1)} % without a difference`)
}

async function printSmallest(seed: number, first: RandomPage, whatFirst: string): Promise<void> {
  let [page, what] = [first, whatFirst]
  let attempts = 0
  for (let found = true; found && attempts < mostAttempts; ) {
    found = false
    for (const smaller of smallerPages(page)) {
      if (attempts++ >= mostAttempts) break
      const left = await differenceIn(smaller, engine)
      if (left === undefined || left === '') continue
      ;[page, what, found] = [smaller, left, true]
      break
    }
  }
  const { sheet, body } = written(page)
  console.log(`${seed} ${what}\n${sheet}\n  ${body}\n`)
}

/** The first word at another place; empty for none, undefined where Chromium gives no answer. */
async function differenceIn(tree: RandomPage, engine: Engine): Promise<string | undefined> {
  const { sheet, body } = written(tree)
  const source = `<!DOCTYPE html><html><head><style>@font-face { font-family: Cousine; src: url("${FONT}") }</style><style>${SHEET}\n${sheet}</style></head><body>${body}</body></html>`
  const print = await printOfChromium(source)
  if (print === undefined) return undefined
  const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {}, { shrinkToFit: true, tagged: false })
  const [expected, given] = [placesIn(print), placesIn(pdf)]
  for (const [word, places] of expected) {
    const own = given.get(word) ?? []
    if (own.length !== places.length || !own.every((place, i) => isNear(place, places[i]!)))
      return `${word}: ${own.map(textOf).join(', ') || 'missing'}; in Chromium ${places.map(textOf).join(', ')}`
  }
  return ''
}

/** Without the sheet of documents of one page. */
function written(tree: RandomPage): { readonly sheet: string; readonly body: string } {
  const { sheet, body } = writePage(tree)
  return { sheet: sheet.replace(/^html.*\n?/, ''), body }
}

async function printOfChromium(source: string): Promise<Uint8Array | undefined> {
  try {
    window ??= await openWindow()
    await window.page.setContent(source)
    await window.page.evaluate('document.fonts.ready')
    return await window.page.pdf({ preferCSSPageSize: true })
  } catch {
    await window?.browser.close().catch(() => undefined)
    window = undefined
    return undefined
  }
}

async function openWindow(): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  return { browser, page: await browser.newPage() }
}

function placesIn(pdf: Uint8Array): Places {
  const path = join(folder, 'document.pdf')
  writeFileSync(path, pdf)
  const text = execFileSync('pdftotext', ['-bbox', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const places = new Map<string, Place[]>()
  let page = 0
  for (const [, x, y, word] of text.matchAll(/<page |<word xMin="([\d.-]+)" yMin="([\d.-]+)"[^>]*>([^<]*)</g)) {
    if (word === undefined) page++
    else places.set(word, [...(places.get(word) ?? []), { page, x: Number(x) / PX, y: Number(y) / PX }])
  }
  return places
}

function isNear(a: Place, b: Place): boolean {
  return a.page === b.page && Math.abs(a.x - b.x) < TOLERANCE && Math.abs(a.y - b.y) < TOLERANCE
}

function textOf({ page, x, y }: Place): string {
  return `page ${page} ${x.toFixed(1)} ${y.toFixed(1)}`
}
