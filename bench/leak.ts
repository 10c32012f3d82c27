// `node --expose-gc --import tsx bench/leak.ts [RENDERS]`: measures whether a long-running process leaks. Renders documents of several templates with new data,
// some of a template compiled for one document only, in one process; prints memory after garbage collection and the slope of its linear fit.
import { createEngine } from './build.ts'
import { invoiceData, sampleSource } from './documents.ts'
import { workloads } from './workloads.ts'

const renders = Number(process.argv[2] ?? 50_000)
/** Excluded from the fit: caches and V8's compiled code fill up first. */
const WARM_UP = Math.min(10_000, renders / 5)
const SAMPLES = 40
const GROUP = 5
/** One of 12 documents is not an invoice, one of 50 has a template not seen before. */
const [OTHER, NEW] = [12, 50]
const MIB = 2 ** 20
/** Allowed growth in MiB per 10,000 documents. */
const MOST = 1

interface Sample {
  readonly render: number
  readonly rss: number
  readonly heap: number
}

const collect = globalThis.gc
if (collect === undefined) throw new Error('leak: needs --expose-gc')
const engine = await createEngine()
const kinds = workloads
  .filter(({ name }) => /^(scripts|flex|svg|editor|catalogue)/.test(name))
  .map(({ data, prepare }) => ({ data, render: prepare(engine) }))
const invoice = engine.compile({ type: 'html', source: sampleSource('invoice.html') })

async function renderOne(index: number): Promise<void> {
  const kind = index % OTHER === 0 ? kinds[(index / OTHER) % kinds.length] : undefined
  if (kind !== undefined) await kind.render(kind.data(index))
  else if (index % NEW === 1) await engine.render(compileNew(index), invoiceData(index))
  else await engine.render(invoice, invoiceData(index))
}

function compileNew(index: number): typeof invoice {
  return engine.compile({ type: 'html', source: sampleSource('invoice.html').replaceAll('0.75pt', `0.${index}pt`) })
}

/** Slope of the least-squares line of `pick` per document. */
function slope(samples: readonly Sample[], pick: (sample: Sample) => number): number {
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [x, y] = [mean(({ render }) => render), mean(pick)]
  const covariance = mean((sample) => (sample.render - x) * (pick(sample) - y))
  return covariance / mean(({ render }) => (render - x) ** 2)
}

const samples: Sample[] = []
const before = process.cpuUsage()
console.log('| renders | RSS MiB | heap MiB |\n|---:|---:|---:|')
for (let i = 0; i <= renders; i++) {
  await renderOne(i)
  if (i < WARM_UP || (i - WARM_UP) % Math.floor((renders - WARM_UP) / SAMPLES) !== 0) continue
  collect()
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  samples.push({ render: i, rss: rss / MIB, heap: heapUsed / MIB })
  console.log(`| ${i} | ${(rss / MIB).toFixed(1)} | ${(heapUsed / MIB).toFixed(2)} |`)
}
/** The sample of least RSS in each group: memory that V8 and the allocator have not returned yet varies by a fifth, the minimum does not. */
function minima(all: readonly Sample[]): readonly Sample[] {
  const groups = Array.from({ length: Math.floor(all.length / GROUP) }, (_, i) => all.slice(i * GROUP, (i + 1) * GROUP))
  return groups.map((group) => group.reduce((a, b) => (b.rss < a.rss ? b : a)))
}

const { user, system } = process.cpuUsage(before)
const each = (list: readonly Sample[], pick: (sample: Sample) => number): number => slope(list, pick) * 10_000
const [rss, floor, heap] = [
  each(samples, (sample) => sample.rss),
  each(minima(samples), (sample) => sample.rss),
  each(samples, (sample) => sample.heap),
]
const figures = `RSS ${rss.toFixed(2)}, the minimum RSS of every ${GROUP} samples ${floor.toFixed(2)}, heap ${heap.toFixed(2)}`
console.log(
  `\n${renders} documents, ${((user + system) / 1e6).toFixed(0)} s of CPU; after the first ${WARM_UP}, MiB per 10,000: ${figures}`,
)
process.exit(floor < MOST && heap < MOST ? 0 : 1)
