// Runs one workload and prints one JSON line.
import { createEngine } from '../engine/index.ts'
import { measure } from './measure.ts'
import { stageShares } from './stages.ts'
import { workloads } from './workloads.ts'

const workload = workloads.find(({ name }) => name === process.argv[2])
if (workload === undefined) throw new Error(`no workload ${process.argv[2]}`)

const engine = await createEngine()
const beforeCompile = process.cpuUsage()
const render = workload.prepare(engine)
const compile = process.cpuUsage(beforeCompile)

const sizes = { bytes: 0, pages: 0, warnings: 0 }
const work = async (index: number): Promise<void> => {
  const { pdf, pages, warnings } = await render(index)
  Object.assign(sizes, { bytes: pdf.length, pages, warnings: warnings.length })
}
const measurement = await measure(work, workload.warmUp, workload.runs)
const shares = await stageShares(async () => {
  for (let i = 0; i < Math.max(1, Math.ceil(workload.runs / 2)); i++) await work(10_000 + i)
})
const compileMs = (compile.user + compile.system) / 1000
console.log(JSON.stringify({ name: workload.name, ...measurement, ...sizes, compileMs, counters: engine.counters(), shares }))
