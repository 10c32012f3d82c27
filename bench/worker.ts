// Runs one workload with the build and prints one JSON line. The sources would not do: their loader wraps every function for its name's sake.
import type { Engine, EngineOptions } from '../engine/index.ts'
import { measure, millisecondsSince } from './measure.ts'
import { stageShares } from './stages.ts'
import { workloads } from './workloads.ts'

const workload = workloads.find(({ name }) => name === process.argv[2])
if (workload === undefined) throw new Error(`no workload ${process.argv[2]}`)

// The build has the types of its sources.
const { createEngine } = (await import(new URL('../.dist/engine/index.js', import.meta.url).href)) as {
  createEngine(options?: EngineOptions): Promise<Engine>
}
const engine = await createEngine()
const beforeCompile = process.cpuUsage()
const render = workload.prepare(engine)
const compileMs = millisecondsSince(beforeCompile)

/** The build is one file: only the sources can say which folder time is spent in. */
async function profiled(): Promise<() => Promise<void>> {
  if (workload === undefined) throw new Error('no workload')
  const { createEngine: createFromSources } = await import('../engine/index.ts')
  const renderFromSources = workload.prepare(await createFromSources())
  for (let i = 0; i < workload.warmUp; i++) await renderFromSources(workload.data(i))
  const documents = Array.from({ length: Math.max(1, Math.ceil(workload.runs / 2)) }, (_, i) => workload.data(10_000 + i))
  return async () => {
    for (const data of documents) await renderFromSources(data)
  }
}

const sizes = { bytes: 0, pages: 0, warnings: 0 }
const run = async (data: unknown): Promise<void> => {
  const { pdf, pages, warnings } = await render(data)
  Object.assign(sizes, { bytes: pdf.length, pages, warnings: warnings.length })
}
const measurement = await measure({ ...workload, run })
const shares = await stageShares(await profiled())
console.log(JSON.stringify({ name: workload.name, ...measurement, ...sizes, compileMs, shares }))
