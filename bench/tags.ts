// `node --import tsx bench/tags.ts [NAME …]`: what tags cost, in CPU time and bytes. Renders with and without tags alternate in one process, so that both meet the
// same load of the machine, the same heap and code that is equally hot; no two have the same data, as the second would find the subsets of fonts that the first made.
// The documents are those of the comparison with peers: the ratio is what tags add to Platen's ratios there. Uses the build.
import { ownMilliseconds } from './measure.ts'
import { DOCUMENTS, type PeerDocument } from './peers/documents.ts'

type Render = (data: unknown, options: { readonly tagged: boolean }) => Promise<Uint8Array>

/** Renders that are measured as one, so that the clock's steps do not matter. */
const REPEATS: Readonly<Record<string, number>> = { invoice: 12, 'invoice-logo': 12, 'merge-10-invoices': 2 }
/** Left out unless named: they show nothing that shorter ones do not. */
const LONG = /-10000$/
/** Pairs before the measurement, by CPU time: the compiler of V8 works for seconds. */
const WARM_UP_MS = 6_000
const ROUNDS = Number(process.env['ROUNDS'] ?? 30)

const names = process.argv.slice(2)
const peer = (await import(new URL('peers/platen.mjs', import.meta.url).href)) as { readonly documents: Readonly<Record<string, Render>> } // its exports
console.log('| document | untagged ms | tagged ms | ratio of CPU | bytes | tagged | ratio |\n|---|---:|---:|---:|---:|---:|---:|')
for (const [name, document] of DOCUMENTS) if (names.length === 0 ? !LONG.test(name) : names.includes(name)) await compare(name, document)

async function compare(name: string, { kind, template, data }: PeerDocument): Promise<void> {
  const render = peer.documents[template ?? kind]
  if (render === undefined) throw new Error(`no template for ${name}`)
  const repeats = REPEATS[name] ?? 1
  const bytes = { plain: 0, tagged: 0 }
  const once = async (index: number, tagged: boolean): Promise<number> => {
    const documents = Array.from({ length: repeats }, (_, i) => data((2 * index + (tagged ? 1 : 0)) * repeats + i))
    const before = ownMilliseconds()
    for (const document of documents) bytes[tagged ? 'tagged' : 'plain'] = (await render(document, { tagged })).length
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
