// Random style sheets on small trees: boxes of `inspect` beside Chromium's, for `node --import tsx bench/chromium-boxes.ts [COUNT] [SEED]`.
// A document that differs is made smaller while it still differs; what is left names the class of the difference.
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createEngine, type Engine } from '../engine/index.ts'
import { makeRandom } from '../test/support/random/random.ts'
import { type RandomPage, randomPage, smallerPages, writePage } from './random-page.ts'

const [count = 200, firstSeed = 1] = process.argv.slice(2).map(Number)
const TOLERANCE = 1
const WIDTH = 600
const HEIGHT = 4000
/** Smaller documents that are tried for one that differs. */
const MOST_ATTEMPTS = 150

type Boxes = ReadonlyMap<string, readonly [number, number, number, number]>

interface Difference {
  readonly page: RandomPage
  readonly what: string
}

/** Advances as in print: not rounded to whole pixels. */
const LAUNCH = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--font-render-hinting=none'] }

/** The body of a function in the browser: the boxes of all elements, but for inline ones with edges or elements inside, whose boxes have no part in layout. */
const READ_BOXES = `
  document.getElementById('sheet').textContent = sheet
  document.body.innerHTML = body
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  const found = []
  for (const element of document.querySelectorAll('body [id]')) {
    const { display, borderTopWidth, borderBottomWidth, paddingTop, paddingBottom } = getComputedStyle(element)
    const isBare = [borderTopWidth, borderBottomWidth, paddingTop, paddingBottom].every((edge) => parseFloat(edge) === 0)
    if (display === 'inline' && element.tagName !== 'IMG' && (!isBare || element.children.length > 0 || element.textContent === '')) continue
    if (element.getClientRects().length === 0) continue
    const { x, y, width, height } = element.getBoundingClientRect()
    found.push([element.id, [x + scrollX, y + scrollY, width, height]])
  }
  return found`

const engine = await createEngine()
const browser = await chromium.launch(LAUNCH)
try {
  await compareAll(engine, browser)
} finally {
  await browser.close()
}

async function compareAll(engine: Engine, browser: Browser): Promise<void> {
  const oracle = await openOracle(browser)
  const different: Difference[] = []
  let compared = 0
  let boxes = 0
  let near = 0
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const page = randomPage(makeRandom(seed))
    const expected = await boxesOfChromium(page, oracle)
    const given = await boxesOfPlaten(page, engine)
    if (given === undefined) continue
    compared++
    const wrong = wrongBoxes(given, expected)
    boxes += expected.size
    near += expected.size - wrong.length
    if (wrong.length > 0) different.push(await smallest({ page, what: `${seed} ${wrong[0]}` }, engine, oracle))
  }
  report(different)
  const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(2)} %`
  console.log(
    `${compared} documents of one page, ${share(compared - different.length, compared)} without a difference; ${share(near, boxes)} of ${boxes} boxes within ${TOLERANCE} px`,
  )
}

async function openOracle(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.emulateMedia({ media: 'print' })
  const font = `data:font/ttf;base64,${readFileSync(new URL('../fonts/Cousine-Regular.ttf', import.meta.url)).toString('base64')}`
  await page.setContent(
    `<!DOCTYPE html><html><head><style>@font-face { font-family: Cousine; src: url("${font}") }</style><style id="sheet"></style></head><body></body></html>`,
  )
  await page.evaluate(`document.fonts.load('10px Cousine')`)
  return page
}

async function boxesOfChromium(tree: RandomPage, page: Page): Promise<Boxes> {
  const { sheet, body } = writePage(tree)
  const call = `(async (sheet, body) => {${READ_BOXES}})(${JSON.stringify(sheet)}, ${JSON.stringify(body)})`
  return new Map(await page.evaluate<[string, [number, number, number, number]][]>(call))
}

async function boxesOfPlaten(tree: RandomPage, engine: Engine): Promise<Boxes | undefined> {
  const { sheet, body } = writePage(tree)
  const source = `<!DOCTYPE html><html><head><style>@page { size: ${WIDTH}px ${HEIGHT}px; margin: 0 }</style><style>${sheet}</style></head><body>${body}</body></html>`
  const { boxes } = await engine.inspect(engine.compile({ type: 'html', source }), {}, { shrinkToFit: false })
  if (boxes.some(({ page }) => page > 1)) return undefined
  return new Map(boxes.flatMap(({ id, x, y, width, height }) => (id === undefined ? [] : [[id, [x, y, width, height]]])))
}

function wrongBoxes(given: Boxes, expected: Boxes): readonly string[] {
  const wrong: string[] = []
  for (const [path, box] of expected) {
    const own = given.get(path)
    // Where a box without a size stands shows nowhere.
    if (box[2] === 0 || box[3] === 0) continue
    if (own === undefined) wrong.push(`${path}: missing, ${text(box)}`)
    else if (box.some((value, i) => Math.abs(value - (own[i] ?? 0)) > TOLERANCE))
      wrong.push(`${path}: ${text(own)}, in Chromium ${text(box)}`)
  }
  return wrong
}

function text(box: readonly number[]): string {
  return box.map((value) => Math.round(value * 10) / 10).join(' ')
}

async function smallest(difference: Difference, engine: Engine, oracle: Page): Promise<Difference> {
  let best = difference
  let attempts = 0
  for (let found = true; found && attempts < MOST_ATTEMPTS; ) {
    found = false
    for (const page of smallerPages(best.page)) {
      if (++attempts > MOST_ATTEMPTS) break
      const given = await boxesOfPlaten(page, engine)
      if (given === undefined) continue
      const [wrong] = wrongBoxes(given, await boxesOfChromium(page, oracle))
      if (wrong === undefined) continue
      best = { page, what: `${difference.what.split(' ')[0]} ${wrong}` }
      found = true
      break
    }
  }
  return best
}

function report(different: readonly Difference[]): void {
  const classes = new Map<string, Difference[]>()
  for (const difference of different) {
    const { sheet } = writePage(difference.page)
    const name = [...new Set(sheet.replace(/^html.*$/m, '').match(/[a-z-]+(?=: )/g) ?? [])].sort().join(' ')
    classes.set(name, [...(classes.get(name) ?? []), difference])
  }
  for (const [name, members] of [...classes].sort((a, b) => b[1].length - a[1].length)) {
    const [first] = members
    if (first === undefined) continue
    const { sheet, body } = writePage(first.page)
    console.log(`${members.length} × ${name}\n  ${first.what}\n  ${sheet.replace(/^html.*$/m, '').trim()}\n  ${body}`)
  }
}
