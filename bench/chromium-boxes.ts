// Random style sheets on small trees: boxes of `inspect` beside Chromium's, for `node --import tsx bench/chromium-boxes.ts [COUNT] [SEED] [ATTEMPTS] [AREA]`; AREA: `flex`, `grid`, `table`, `columns`, `flow`, `root` or `html` alone; all properties without one or with `all`.
// A document that differs is made smaller while it still differs, by ATTEMPTS smaller ones at most; what is left names the class of the difference.
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createEngine, type Engine } from '../engine/index.ts'
import { makeRandom } from '../test/support/random/random.ts'
import { randomArea } from './random-areas.ts'
import { type RandomPage, randomPage, smallerPages, writePage } from './random-page.ts'

const [count = 200, firstSeed = 1, mostAttempts = 150] = process.argv.slice(2, 5).map(Number)
const [area = 'all'] = process.argv.slice(5)
const TOLERANCE = 1
const WIDTH = 600
const HEIGHT = 4000
/** Milliseconds that Chromium has for one document. */
const MOST_TIME = 10_000

type Box = readonly [x: number, y: number, width: number, height: number]

type Boxes = ReadonlyMap<string, Box>

/** Chromium's boxes; null for elements without one. */
type Expected = ReadonlyMap<string, Box | null>

/** A window in standards mode, and one in quirks mode. Documents on which Chromium crashes or hangs take their browser with them. */
class Oracle {
  #windows: { readonly browser: Browser; readonly standard: Page; readonly quirky: Page } | undefined

  /** Undefined where Chromium gives no answer. */
  async ask<T>(isQuirky: boolean, call: string): Promise<T | undefined> {
    const { standard, quirky } = (this.#windows ??= await openWindows())
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, MOST_TIME, undefined).unref())
    const answer = await Promise.race([(isQuirky ? quirky : standard).evaluate<T>(call).catch(() => undefined), late])
    if (answer === undefined) await this.close()
    return answer
  }

  async close(): Promise<void> {
    const windows = this.#windows
    this.#windows = undefined
    await windows?.browser.close().catch(() => undefined)
  }
}

interface Difference {
  readonly page: RandomPage
  readonly what: string
}

/** Advances as in print: not rounded to whole pixels. */
const LAUNCH = { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--font-render-hinting=none'] }

/** The body of a function in the browser: the boxes of all elements, but for columns, which have none in `inspect`, and inline ones with edges or elements inside, whose boxes have no part in layout; null for elements without any. */
const READ_BOXES = `
  document.getElementById('sheet').textContent = sheet
  document.body.innerHTML = body
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  const found = []
  for (const element of document.querySelectorAll('body [id]:not(col, colgroup)')) {
    const { display, borderTopWidth, borderBottomWidth, paddingTop, paddingBottom } = getComputedStyle(element)
    const isBare = [borderTopWidth, borderBottomWidth, paddingTop, paddingBottom].every((edge) => parseFloat(edge) === 0)
    if (display === 'inline' && element.tagName !== 'IMG' && (!isBare || element.children.length > 0 || element.textContent === '')) continue
    if (element.getClientRects().length === 0) {
      found.push([element.id, null])
      continue
    }
    const { x, y, width, height } = element.getBoundingClientRect()
    found.push([element.id, [x + scrollX, y + scrollY, width, height]])
  }
  return found`

/** Messages of documents that ended in an error. */
const errors = new Set<string>()
const engine = await createEngine()
const oracle = new Oracle()
try {
  await compareAll(engine, oracle)
} finally {
  await oracle.close()
}

async function compareAll(engine: Engine, oracle: Oracle): Promise<void> {
  const different: Difference[] = []
  let compared = 0
  let boxes = 0
  let near = 0
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = makeRandom(seed)
    const page = area === 'all' ? randomPage(random) : randomArea(random, area)
    const expected = await boxesOfChromium(page, oracle)
    const given = await boxesOfPlaten(page, engine)
    if (given === undefined || expected === undefined) continue
    compared++
    const wrong = wrongBoxes(given, expected)
    boxes += expected.size
    near += expected.size - wrong.length
    if (wrong.length > 0) different.push(await smallest({ page, what: `${seed} ${wrong[0]}` }, engine, oracle))
  }
  report(different)
  const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(2)} %`
  console.log(
    `${compared} documents of one page (of ${count}), ${share(compared - different.length, compared)} without a difference; ${share(near, boxes)} of ${boxes} boxes within ${TOLERANCE} px`,
  )
}

async function openWindows() {
  const browser = await chromium.launch(LAUNCH)
  return { browser, standard: await openWindow(browser, '<!DOCTYPE html>'), quirky: await openWindow(browser, '') }
}

async function openWindow(browser: Browser, doctype: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.emulateMedia({ media: 'print' })
  const font = `data:font/ttf;base64,${readFileSync(new URL('../fonts/Cousine-Regular.ttf', import.meta.url)).toString('base64')}`
  await page.setContent(
    `${doctype}<html><head><style>@font-face { font-family: Cousine; src: url("${font}") }</style><style id="sheet"></style></head><body></body></html>`,
  )
  await page.evaluate(`document.fonts.load('10px Cousine')`)
  return page
}

async function boxesOfChromium(tree: RandomPage, oracle: Oracle): Promise<Expected | undefined> {
  const { sheet, body } = writePage(tree)
  const call = `(async (sheet, body) => {${READ_BOXES}})(${JSON.stringify(sheet)}, ${JSON.stringify(body)})`
  const found = await oracle.ask<[string, [number, number, number, number] | null][]>(tree.isQuirky, call)
  return found === undefined ? undefined : new Map(found)
}

/** Undefined for a document of several pages; no boxes for one that ends in an error. */
async function boxesOfPlaten(tree: RandomPage, engine: Engine): Promise<Boxes | undefined> {
  const { sheet, body } = writePage(tree)
  const doctype = tree.isQuirky ? '' : '<!DOCTYPE html>'
  const source = `${doctype}<html><head><style>@page { size: ${WIDTH}px ${HEIGHT}px; margin: 0 }</style><style>${sheet}</style></head><body>${body}</body></html>`
  const { boxes } = await engine.inspect(engine.compile({ type: 'html', source }), {}, { shrinkToFit: false }).catch((problem: unknown) => {
    errors.add(String(problem))
    return { boxes: [] }
  })
  if (boxes.some(({ page }) => page > 1)) return undefined
  return new Map(boxes.flatMap(({ id, x, y, width, height }) => (id === undefined ? [] : [[id, [x, y, width, height]]])))
}

function wrongBoxes(given: Boxes, expected: Expected): readonly string[] {
  const wrong: string[] = []
  for (const [path, box] of expected) {
    const own = given.get(path)
    if (box === null) {
      if (own !== undefined && !isEmpty(own)) wrong.push(`${path}: ${text(own)}, none in Chromium`)
      continue
    }
    // Where a box without a size stands shows nowhere.
    if (isEmpty(box) && (own === undefined || isEmpty(own))) continue
    if (own === undefined) wrong.push(`${path}: missing, ${text(box)}`)
    else if (box.some((value, i) => Math.abs(value - (own[i] ?? 0)) > TOLERANCE))
      wrong.push(`${path}: ${text(own)}, in Chromium ${text(box)}`)
  }
  return wrong
}

function isEmpty([, , width, height]: Box): boolean {
  return width === 0 || height === 0
}

function text(box: readonly number[]): string {
  return box.map((value) => Math.round(value * 10) / 10).join(' ')
}

/** Goes on behind the place of the last success: what failed before it mostly fails again. Ends after a whole pass without any. */
async function smallest(difference: Difference, engine: Engine, oracle: Oracle): Promise<Difference> {
  let best = difference
  let attempts = 0
  for (let found = true; found && attempts < mostAttempts; ) {
    found = false
    for (let tried = 0; attempts < mostAttempts; attempts++) {
      const page = [...smallerPages(best.page)][tried]
      if (page === undefined) break
      const given = await boxesOfPlaten(page, engine)
      const expected = given === undefined ? undefined : await boxesOfChromium(page, oracle)
      const [wrong] = given === undefined || expected === undefined ? [] : wrongBoxes(given, expected)
      if (wrong === undefined) tried++
      else {
        best = { page, what: `${difference.what.split(' ')[0]} ${wrong}` }
        found = true
      }
    }
  }
  return best
}

function report(different: readonly Difference[]): void {
  for (const error of errors) console.log(error)
  const classes = new Map<string, Difference[]>()
  for (const difference of different) {
    const { sheet, body } = writePage(difference.page)
    const said =
      difference.page.hasDefaultLooks === true
        ? body.match(/(?<=<)[a-z]+[0-9]?|[a-z]+(?==")/g)
        : sheet.replace(/^html.*$/m, '').match(/[a-z-]+(?=: )/g)
    const name = [...new Set(said ?? [])].sort().join(' ')
    classes.set(name, [...(classes.get(name) ?? []), difference])
  }
  for (const [name, members] of [...classes].sort((a, b) => b[1].length - a[1].length)) {
    const [first] = members
    if (first === undefined) continue
    const { sheet, body } = writePage(first.page)
    console.log(
      `${members.length} × ${name}${first.page.isQuirky ? ' (quirks)' : ''}\n  ${members.map(({ what }) => what).join('\n  ')}\n  ${sheet.replace(/^html.*$/m, '').trim()}\n  ${body}`,
    )
  }
}
