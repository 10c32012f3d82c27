// One entry a workload. Each runs in a process of its own: `node bench/worker.ts NAME`.
import type { Engine, RenderResult } from '../engine/index.ts'
import { invoiceData, sampleData, sampleSource, statementData, TEXT_TEMPLATE, textData } from './documents.ts'

export interface Workload {
  readonly name: string
  readonly warmUp: number
  readonly runs: number
  /** Prepares (compiles) once; the returned function renders document number `index`. */
  prepare(engine: Engine): (index: number) => Promise<RenderResult>
}

export const workloads: readonly Workload[] = [
  {
    name: 'invoice',
    warmUp: 30,
    runs: 50,
    prepare(engine) {
      const template = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
      return (index) => engine.render(template, invoiceData(index))
    },
  },
  statement('statement-1000', 1000, 5, 15),
  statement('statement-10000', 10_000, 1, 3),
  {
    name: 'text-50-pages',
    warmUp: 3,
    runs: 9,
    prepare(engine) {
      const template = engine.compile({ type: 'html', source: TEXT_TEMPLATE })
      return (index) => engine.render(template, textData(index))
    },
  },
  {
    name: 'merge-10-invoices',
    warmUp: 5,
    runs: 15,
    prepare(engine) {
      const template = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
      return (index) => engine.merge(Array.from({ length: 10 }, (_, i) => ({ template, data: invoiceData(index * 10 + i) })))
    },
  },
  {
    name: 'editor-letter',
    warmUp: 10,
    runs: 30,
    prepare(engine) {
      const template = engine.compile({ type: 'editor', source: sampleSource('letter.json') })
      const letter = sampleData('letter')
      return (index) => engine.render(template, { ...letter, date: `2026-11-${String(1 + (index % 28)).padStart(2, '0')}` })
    },
  },
]

function statement(name: string, rows: number, warmUp: number, runs: number): Workload {
  return {
    name,
    warmUp,
    runs,
    prepare(engine) {
      const template = engine.compile({ type: 'html', source: sampleSource('statement.html') })
      return (index) => engine.render(template, statementData(index, rows))
    },
  }
}
