// `node --import tsx bench/tags.ts [NAME …]`: what tags cost, in CPU time and bytes. One process renders with tags and one without, in turns: both meet the same load of the
// machine, and neither has code or a heap that the other shaped. What a process compiles at the start differs by up to 7 % for as long as it lives: several pairs are
// measured. The documents are those of the comparison with peers: the ratio is what tags add to Platen's ratios there. Uses the build.
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
const ROUNDS = Number(process.env['ROUNDS'] ?? 40)
const PAIRS = Number(process.env['PAIRS'] ?? 7)

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--render') await answer(rest[0] ?? '', rest[1] === 'tagged')
else {
  const names = process.argv.slice(2)
  console.log(
    '| document | untagged ms | tagged ms | ratio of CPU | of pairs | bytes | tagged | ratio |\n|---|---:|---:|---:|---:|---:|---:|---:|',
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
  const pairs: (readonly [Turn, Turn])[] = []
  for (let i = 0; i < PAIRS; i++) pairs.push(await comparePair(name))
  const ratios = pairs.map(([plain, tagged]) => tagged.ms / plain.ms).sort((a, b) => a - b)
  const [plain, tagged] = [0, 1].map((kind) => median(pairs.map((pair) => pair[kind]!.ms))) as [number, number] // two kinds
  const [bytes, withTags] = pairs.at(-1)!.map((turn) => turn.bytes) as [number, number] // one pair at least
  const spread = `${ratios[0]!.toFixed(2)}–${ratios.at(-1)!.toFixed(2)}`
  const cells = [plain.toFixed(2), tagged.toFixed(2), median(ratios).toFixed(3), spread, bytes, withTags, (withTags / bytes).toFixed(2)]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

/** Two new processes, without tags and with: the median of their turns. */
async function comparePair(name: string): Promise<readonly [Turn, Turn]> {
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
  const [one, other] = [plain, tagged].map((turns) => ({ ms: median(turns.map(({ ms }) => ms)), bytes: turns.at(-1)!.bytes }))
  return [one!, other!]
}

async function turn(child: ChildProcess): Promise<Turn> {
  const answered = once(child, 'message')
  child.send('render')
  return (await answered)[0] as Turn // what `answer` sends
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
