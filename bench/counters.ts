// Work counters of each workload, which do not depend on the machine: for a first document and for a second one of the same template.
// `node --import tsx bench/counters.ts` prints them as JSON; test/bench.test.ts compares them with `baseline.json`.
import { createEngine } from '../engine/index.ts'
import { workloads } from './workloads.ts'

/** Left out: their counters show nothing that smaller documents do not. */
const LARGE = ['statement-10000', 'wrapped-10000', 'merge-1000-invoices']

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

async function count(): Promise<Counts> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { name, data, prepare } of workloads) {
    if (LARGE.includes(name)) continue
    const engine = await createEngine()
    const render = prepare(engine)
    const first = await render(data(1))
    const before = engine.counters()
    const second = await render(data(2))
    const after = engine.counters()
    counts[name] = { pages: first.pages, bytes: first.pdf.length, ...before }
    counts[`${name}, again`] = {
      pages: second.pages,
      bytes: second.pdf.length,
      ...Object.fromEntries(Object.entries(after).map(([key, value]) => [key, key === 'rowsAlive' ? value : value - (before[key] ?? 0)])),
    }
  }
  return counts
}

console.log(JSON.stringify(await count(), null, 2))
