// From a key to the painted page, in a real Chromium on the built service: `node --import tsx bench/preview.ts [keys]`. The page measures itself (`platen-preview`
// counts from the change to the pages painted); tasks of more than 50 ms are those that the browser reports while keys are typed.
import { chromium, type Page } from 'playwright-core'
import { npmStart } from '../test/browser/support/npm-start.ts'
import { CHROMIUM, makeUntil } from '../test/browser/support/page.ts'
import { sampleData, sampleSource } from './documents.ts'
import { quantile } from './soak/load.ts'

const KEYS = Number(process.argv[2] ?? 40)
const MS_BETWEEN = 170

interface Document {
  readonly source: string
  readonly data: object
}

const rows = (count: number): readonly object[] => {
  const { transactions } = sampleData('statement') as { transactions: readonly object[] }
  return Array.from({ length: count }, (_, i) => transactions[i % transactions.length] ?? {})
}
const TABLE =
  '<style>td { padding: 2px 6px }</style><table>{{#each rows}}<tr><td>{{a}}</td><td>{{b}}</td><td>{{c}}</td></tr>{{/each}}</table>'
const FIELDS = Array.from({ length: 80 }, (_, i) => `field_${i + 1}`)
const DOCUMENTS: Readonly<Record<string, Document>> = {
  invoice: { source: sampleSource('invoice.html'), data: sampleData('invoice') },
  'statement of 40 pages': { source: sampleSource('statement.html'), data: { ...sampleData('statement'), transactions: rows(1400) } },
  'table of 500 rows': {
    source: TABLE,
    data: { rows: Array.from({ length: 500 }, (_, i) => ({ a: `row ${i}`, b: i * 7, c: 'some words' })) },
  },
  'form of 80 fields': {
    source: FIELDS.map((name) => `<p><b>${name}</b> {{${name}}}</p>`).join('\n'),
    data: Object.fromEntries(FIELDS.map((name) => [name, `value of ${name}`])),
  },
}

const service = await npmStart()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })).newPage()
  const { until, shows } = makeUntil(page)
  await page.goto(service.setupLink)
  await shows('Make your account')
  await page.fill('#field-name', 'ada@example.com')
  await page.fill('#field-password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await shows('New template')
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    await page.goto(`${service.origin}/app/templates/${await create(page, name, document.source)}`)
    await until(`document.querySelector('.sheet[data-painted]') !== null`)
    await page.locator('[aria-label="Data"]').last().click()
    await page.keyboard.insertText(JSON.stringify(document.data))
    await page.locator('.cm-content[aria-label="Source"]').click()
    await page.keyboard.press('Control+End')
    // The processes compile their code in the first of them.
    await type(page, 30)
    await page.evaluate(
      `performance.clearMeasures(); globalThis.long = []; new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })`,
    )
    await type(page, KEYS)
    const of = async (measure: string): Promise<number[]> =>
      (await page.evaluate(`performance.getEntriesByName('${measure}').map((entry) => entry.duration)`)) as number[]
    const [painted, answered, long] = [await of('platen-preview'), await of('platen-answer'), (await page.evaluate('long')) as number[]]
    const ms = (values: readonly number[], share: number): string => quantile(values, share).toFixed(0)
    console.log(
      `${name}: ${painted.length} previews of ${KEYS} keys; painted p50 ${ms(painted, 0.5)} ms, p95 ${ms(painted, 0.95)} ms; answered p50 ${ms(answered, 0.5)} ms; ` +
        `${long.length} tasks over 50 ms${long.length > 0 ? ` (longest ${Math.max(...long).toFixed(0)} ms)` : ''}`,
    )
  }
} finally {
  await browser.close()
  await service.stop()
}

async function create(page: Page, name: string, source: string): Promise<string> {
  const body = JSON.stringify({ name, type: 'html', source })
  return String(
    await page.evaluate(`fetch('/app/api/session').then((answer) => answer.json()).then(({ teams }) => fetch('/app/api/t/' + teams[0].id + '/templates', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(body)},
    })).then((answer) => answer.json()).then(({ id }) => id)`),
  )
}

async function type(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await page.keyboard.type('abcdefg '[i % 8] ?? ' ')
    await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN))
  }
  await new Promise((resolve) => setTimeout(resolve, 1500))
}
