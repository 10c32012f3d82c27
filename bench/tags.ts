// `node --import tsx bench/tags.ts [NAME …]`: what tags cost, in CPU time and bytes. One process renders with tags and one without, in turns: both meet the same load of the
// machine, and neither has code or a heap that the other shaped. The documents are those of the comparison with peers: the ratio is what tags add to Platen's ratios there.
// Uses the build.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { ownMilliseconds } from './measure.ts'
import { DOCUMENTS } from './peers/documents.ts'

type Render = (data: unknown, options: { readonly tagged: boolean }) => Promise<Uint8Array>

/** Of one document, on average over a turn. */
interface Turn {
  readonly ms: number
  readonly bytes: number
}

/** Renders that are measured as one, so that the clock's steps do not matter. */
const REPEATS: Readonly<Record<string, number>> = { invoice: 12, 'invoice-logo': 12, 'merge-10-invoices': 2 }
/** Left out unless named: they show nothing that shorter ones do not. */
const LONG = /-10000$/
/** CPU time of both processes before the measurement: the compiler of V8 works for seconds. */
const WARM_UP_MS = 24_000
const ROUNDS = Number(process.env['ROUNDS'] ?? 60)

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--render') await answer(rest[0] ?? '', rest[1] === 'tagged')
else {
  const names = process.argv.slice(2)
  console.log(
    '| document | untagged ms | tagged ms | ratio of CPU | of a quick fifth | bytes | tagged | ratio |\n|---|---:|---:|---:|---:|---:|---:|---:|',
  )
  for (const name of DOCUMENTS.keys()) if (names.length === 0 ? !LONG.test(name) : names.includes(name)) await compare(name)
}

/** Renders a turn whenever the parent asks. */
async function answer(name: string, tagged: boolean): Promise<void> {
  const { documents } = (await import(new URL('peers/platen.mjs', import.meta.url).href)) as {
    readonly documents: Readonly<Record<string, Render>>
  } // its exports
  const document = DOCUMENTS.get(name)
  const render = document && documents[document.template ?? document.kind]
  if (render === undefined) throw new Error(`no template for ${name}`)
  const repeats = REPEATS[name] ?? 1
  let index = 0
  process.on('message', async () => {
    const data = Array.from({ length: repeats }, () => document?.data(index++))
    let bytes = 0
    const before = ownMilliseconds()
    for (const one of data) bytes = (await render(one, { tagged })).length
    process.send?.({ ms: (ownMilliseconds() - before) / repeats, bytes } satisfies Turn)
  })
}

async function compare(name: string): Promise<void> {
  const [without, withTags] = ['untagged', 'tagged'].map((kind) => fork(new URL(import.meta.url), ['--render', name, kind])) as [
    ChildProcess,
    ChildProcess,
  ] // two
  for (let spent = 0; spent < WARM_UP_MS; ) spent += (REPEATS[name] ?? 1) * ((await turn(without)).ms + (await turn(withTags)).ms)
  const plain: Turn[] = []
  const tagged: Turn[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Which of the two comes first changes, so that a slow moment of the machine falls on neither more often.
    const isFirst = round % 2 === 0
    if (isFirst) plain.push(await turn(without))
    tagged.push(await turn(withTags))
    if (!isFirst) plain.push(await turn(without))
  }
  without.kill()
  withTags.kill()
  const times = (turns: readonly Turn[]): readonly number[] => turns.map(({ ms }) => ms)
  const ratios = tagged.map(({ ms }, i) => ms / plain[i]!.ms) // as many as of the other
  const bytes = [plain, tagged].map((turns) => turns.at(-1)!.bytes) as [number, number] // one round at least
  const cells = [
    quantile(times(plain), 0.5).toFixed(2),
    quantile(times(tagged), 0.5).toFixed(2),
    quantile(ratios, 0.5).toFixed(3),
    (quantile(times(tagged), 0.2) / quantile(times(plain), 0.2)).toFixed(3),
    ...bytes,
    (bytes[1] / bytes[0]).toFixed(2),
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

async function turn(child: ChildProcess): Promise<Turn> {
  const answered = once(child, 'message')
  child.send('render')
  return (await answered)[0] as Turn // what `answer` sends
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(part * sorted.length)] ?? 0
}
