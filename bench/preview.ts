// From a key to the painted page, in a real Chromium on the built service: `node --import tsx bench/preview.ts [keys] [names]`. Each key counts from its event to the first
// page that was painted with it, also where previews in between were given up. The page measures previews itself (`platen-answer`: from the change to the answer of the service,
// `platen-preview`: to the pages painted); tasks are those of its main thread while keys are typed.
import { chromium, type Page } from 'playwright-core'
import { npmStart } from '../test/browser/support/npm-start.ts'
import { CHROMIUM, makeUntil } from '../test/browser/support/page.ts'
import { sampleData, sampleSource } from './documents.ts'
import { quantile } from './soak/load.ts'

const KEYS = Number(process.argv[2] ?? 40)
const NAMES = new RegExp(process.argv[3] ?? '')
const MS_BETWEEN = 170
const MS_LONG = 50

interface Document {
  readonly type: 'html' | 'editor'
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
const HTML: Readonly<Record<string, Omit<Document, 'type'>>> = {
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
  'a megabyte of data': {
    source: `${TABLE}<h1>{{title}}</h1>`,
    data: {
      title: 'Title',
      rows: [],
      others: Array.from({ length: 9000 }, (_, i) => ({ name: `row ${i}`, text: 'x'.repeat(80), price: i })),
    },
  },
}

type Node = object
const text = (value: string): Node => ({ type: 'text', text: value })
const variable = (name: string): Node => ({ type: 'variable', attrs: { name } })
const paragraph = (...content: readonly Node[]): Node => ({ type: 'paragraph', content })
const row = (cells: readonly (readonly Node[])[], attrs = {}): Node => ({
  ...{ type: 'tableRow', attrs },
  content: cells.map((content) => ({ type: 'tableCell', content: [paragraph(...content)] })),
})
const table = (...content: readonly Node[]): Node => ({ type: 'table', content })
const documentText = (...content: readonly Node[]): string =>
  JSON.stringify({ type: 'doc', content: [...content, paragraph(text('End '))] }, null, 1)
const letter = (...content: readonly Node[]): string =>
  documentText(
    { type: 'heading', attrs: { level: 1 }, content: [text('Statement '), variable('number')] },
    paragraph(text('for '), variable('customer.name')),
    ...content,
  )
const repeated = (items: string, ...names: readonly string[]): Node =>
  table(
    row(
      names.map((name) => [variable(name)]),
      { repeat: items },
    ),
  )

/** The same kinds as documents of the editor; the rows of the table are in the document itself. */
const EDITOR: typeof HTML = {
  invoice: { source: letter(repeated('lines', 'description', 'quantity', 'price')), data: sampleData('invoice') },
  'statement of 40 pages': {
    source: letter(repeated('rows', 'booked', 'description', 'balance')),
    data: { number: 12, customer: { name: 'Ada' }, rows: rows(1400) },
  },
  'table of 500 rows': {
    source: documentText(
      table(...Array.from({ length: 500 }, (_, i) => row([[text(`row ${i}`)], [text(String(i * 7))], [text('some words')]]))),
    ),
    data: {},
  },
  'form of 80 fields': {
    source: documentText(...FIELDS.map((name) => paragraph(text(`${name} `), variable(name)))),
    data: Object.fromEntries(FIELDS.map((name) => [name, `value of ${name}`])),
  },
}
const DOCUMENTS: readonly (readonly [string, Document])[] = [
  ...Object.entries(HTML).map(([name, document]) => [name, { type: 'html', ...document }] as const),
  ...Object.entries(EDITOR).map(([name, document]) => [`${name}, editor`, { type: 'editor', ...document }] as const),
]

/** For each key the time to the first page that was painted of a text with it. */
const FROM_KEYS = `keysTyped.map((key) => {
  const ends = performance.getEntriesByName('platen-preview').filter(({ startTime }) => startTime >= key).map(({ startTime, duration }) => startTime + duration)
  return ends.length === 0 ? null : Math.min(...ends) - key
})`

const PASTE = (text: string): string =>
  `{ const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', ${JSON.stringify(text)})
     document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })) }`

const service = await npmStart()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1400, height: 900 } })).newPage()
  await page.addInitScript("self.keysTyped = []; addEventListener('keydown', ({ timeStamp }) => keysTyped.push(timeStamp), true)")
  const { until, shows } = makeUntil(page)
  await page.goto(service.setupLink)
  await shows('Create your account')
  await page.fill('#field-name', 'ada@example.com')
  await page.fill('#field-password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await shows('New template')
  for (const [name, document] of DOCUMENTS.filter(([name]) => NAMES.test(name))) {
    await page.goto(`${service.origin}/app/templates/${await create(page, name, document)}`)
    // On a busy machine the first preview may come late; what is typed is measured without it.
    await until(`document.querySelector('.sheet[data-painted], .pane-source [contenteditable=true]') !== null`)
    await page.locator('[aria-label="Data"]').last().click()
    // Typed, a megabyte keeps the browser itself busy for minutes.
    await page.evaluate(PASTE(JSON.stringify(document.data, null, 1)))
    await page.click(document.type === 'html' ? '.cm-content[aria-label="Source"]' : '.rich-document p >> nth=-1')
    await page.keyboard.press('Control+End')
    // The processes compile their code in the first of them.
    await type(page, 30)
    await page.evaluate('performance.clearMeasures(); keysTyped.length = 0')
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] })
    await type(page, KEYS)
    const long = longTasks(await browser.stopTracing())
    const of = async (measure: string): Promise<number[]> =>
      (await page.evaluate(`performance.getEntriesByName('${measure}').map((entry) => entry.duration)`)) as number[]
    const [painted, answered] = [await of('platen-preview'), await of('platen-answer')]
    // The expression gives numbers; null for a key that no page was painted with.
    const all = (await page.evaluate(FROM_KEYS)) as readonly (number | null)[]
    const keys = all.filter((each) => each !== null)
    const ms = (values: readonly number[], share: number): string => quantile(values, share).toFixed(0)
    console.log(
      `${name}: ${all.length} keys, to the painted page p50 ${ms(keys, 0.5)} ms, p95 ${ms(keys, 0.95)} ms${keys.length < all.length ? `, ${all.length - keys.length} never painted` : ''}; ` +
        `${painted.length} previews: painted p50 ${ms(painted, 0.5)} ms, p95 ${ms(painted, 0.95)} ms, answered p50 ${ms(answered, 0.5)} ms, p95 ${ms(answered, 0.95)} ms; ` +
        `tasks over 50 ms: ${long.wall.length} by the clock, ${long.cpu.length} by processor time${long.cpu.length > 0 ? ` (${long.cpu.map((ms) => ms.toFixed(0)).join(', ')} ms)` : ''}; longest by processor time ${long.longest.toFixed(0)} ms`,
    )
  }
} finally {
  await browser.close()
  await service.stop()
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** In µs: by the clock, and of the thread's processor time. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Tasks of the page's main thread. On a busy machine a task waits in its middle, which is not the page's doing: its processor time tells. */
function longTasks(trace: Buffer): { readonly wall: readonly number[]; readonly cpu: readonly number[]; readonly longest: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('the trace has no tasks')
  const [wall, cpu] = [tasks.map(({ dur = 0 }) => dur / 1000), tasks.map(({ tdur = 0 }) => tdur / 1000)]
  return { wall: wall.filter((ms) => ms > MS_LONG), cpu: cpu.filter((ms) => ms > MS_LONG), longest: Math.max(...cpu) }
}

async function create(page: Page, name: string, { type, source }: Document): Promise<string> {
  const body = JSON.stringify({ name, type, source })
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
