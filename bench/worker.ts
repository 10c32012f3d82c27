// Measures one workload with the build and prints one JSON line.
import { createEngine } from './build.ts'
import { measure, ownMilliseconds } from './measure.ts'
import { stageShares } from './stages.ts'
import { workloads } from './workloads.ts'

const workload = workloads.find(({ name }) => name === process.argv[2])
if (workload === undefined) throw new Error(`no workload ${process.argv[2]}`)
const { prepare, data } = workload

const engine = await createEngine()
const beforeCompile = ownMilliseconds()
const render = prepare(engine)
const compileMs = ownMilliseconds() - beforeCompile

const sizes = { bytes: 0, pages: 0, warnings: 0 }
const run = async (document: unknown): Promise<void> => {
  const { pdf, pages, warnings } = await render(document)
  Object.assign(sizes, { bytes: pdf.length, pages, warnings: warnings.length })
}
const measurement = await measure({ data, run })
const shares = await stageShares(await profiled())
console.log(JSON.stringify({ name: workload.name, ...measurement, ...sizes, compileMs, shares }))

/** Prepares the workload with the sources, since the build is a single file and its profile shows no folders. */
async function profiled(): Promise<() => Promise<void>> {
  const { createEngine: createFromSources } = await import('../engine/index.ts')
  const renderFromSources = prepare(await createFromSources())
  const { warmUp, runs } = measurement
  for (let i = 0; i < warmUp; i++) await renderFromSources(data(i))
  const documents = Array.from({ length: Math.ceil(runs / 2) }, (_, i) => data(10_000 + i))
  return async () => {
    for (const document of documents) await renderFromSources(document)
  }
}
