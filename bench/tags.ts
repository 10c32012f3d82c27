// `node --import tsx bench/tags.ts [NAME …]`: what tags cost, in CPU time and bytes. Renders with and without tags alternate in one process, so that both meet the
// same load of the machine, the same heap and code that is equally hot; no two have the same data, as the second would find the subsets of fonts that the first made.
// Uses the build.
import { createEngine } from './build.ts'
import { benchSource, invoiceData, sampleSource, statementData, textData } from './documents.ts'
import { ownMilliseconds } from './measure.ts'

interface Compared {
  readonly name: string
  readonly source: string
  /** Renders that are measured as one, so that the clock's steps do not matter. */
  readonly repeats: number
  data(index: number): unknown
}

const ALL: readonly Compared[] = [
  { name: 'invoice', source: sampleSource('invoice.html'), repeats: 12, data: (index) => invoiceData(index) },
  { name: 'statement-1000', source: sampleSource('statement.html'), repeats: 1, data: (index) => statementData(index, 1000) },
  { name: 'text-50-pages', source: benchSource('text.html'), repeats: 1, data: (index) => textData(index) },
]
/** Pairs before the measurement, by CPU time: the compiler of V8 works for seconds. */
const WARM_UP_MS = 6_000
const ROUNDS = Number(process.env['ROUNDS'] ?? 30)

const names = process.argv.slice(2)
const engine = await createEngine()
console.log('| document | untagged ms | tagged ms | ratio of CPU | bytes | tagged | ratio |\n|---|---:|---:|---:|---:|---:|---:|')
for (const compared of ALL) if (names.length === 0 || names.includes(compared.name)) await compare(compared)

async function compare({ name, source, repeats, data }: Compared): Promise<void> {
  const template = engine.compile({ type: 'html', source })
  const bytes = { plain: 0, tagged: 0 }
  const once = async (index: number, tagged: boolean): Promise<number> => {
    const documents = Array.from({ length: repeats }, (_, i) => data((2 * index + (tagged ? 1 : 0)) * repeats + i))
    const before = ownMilliseconds()
    for (const document of documents) bytes[tagged ? 'tagged' : 'plain'] = (await engine.render(template, document, { tagged })).pdf.length
    return (ownMilliseconds() - before) / repeats
  }
  let index = 0
  for (let spent = 0; spent < WARM_UP_MS; index++) spent += repeats * ((await once(index, false)) + (await once(index, true)))
  const plain: number[] = []
  const tagged: number[] = []
  for (let round = 0; round < ROUNDS; round++, index++) {
    // Which of the two comes first changes, so that neither pays for the other's garbage.
    const isFirst = round % 2 === 0
    if (isFirst) plain.push(await once(index, false))
    tagged.push(await once(index, true))
    if (!isFirst) plain.push(await once(index, false))
  }
  const ratio = median(tagged.map((time, i) => time / plain[i]!))
  const cells = [
    median(plain).toFixed(2),
    median(tagged).toFixed(2),
    ratio.toFixed(3),
    bytes.plain,
    bytes.tagged,
    (bytes.tagged / bytes.plain).toFixed(2),
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
