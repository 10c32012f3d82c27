// One entry a workload. Each runs in a process of its own: `node bench/worker.ts NAME`.
import type { CompiledTemplate, Engine, RenderResult } from '../engine/index.ts'
import { benchSource, invoiceData, sampleData, sampleSource, statementData, textData } from './documents.ts'
import { catalogueData, chartData, dashboardData, scriptsData } from './pictures.ts'

export interface Workload {
  readonly name: string
  readonly warmUp: number
  readonly runs: number
  /** The data of document number `index`: made outside of what is measured. */
  data(index: number): unknown
  /** Prepares (compiles) once; the returned function renders one document's data. */
  prepare(engine: Engine): (data: unknown) => Promise<RenderResult>
}

type Renders = Pick<Workload, 'warmUp' | 'runs' | 'data'>

export const workloads: readonly Workload[] = [
  rendering('invoice', (engine) => html(engine, sampleSource('invoice.html')), { warmUp: 60, runs: 100, data: invoiceData }),
  statement('statement-1000', 1000, { warmUp: 5, runs: 15 }),
  statement('statement-10000', 10_000, { warmUp: 1, runs: 3 }),
  rendering('text-50-pages', (engine) => html(engine, benchSource('text.html')), { warmUp: 3, runs: 9, data: textData }),
  merging('merge-10-invoices', 10, { warmUp: 8, runs: 20 }),
  merging('merge-1000-invoices', 1000, { warmUp: 1, runs: 3 }),
  rendering('catalogue-60-images', (engine) => html(engine, benchSource('catalogue.html')), { warmUp: 3, runs: 9, data: catalogueData }),
  rendering('scripts-letter', (engine) => html(engine, benchSource('scripts.html')), { warmUp: 10, runs: 30, data: scriptsData }),
  rendering('flex-dashboard', (engine) => html(engine, benchSource('dashboard.html')), { warmUp: 10, runs: 30, data: dashboardData }),
  rendering('svg-charts', (engine) => html(engine, benchSource('chart.html')), { warmUp: 10, runs: 30, data: chartData }),
  rendering('editor-letter', (engine) => engine.compile({ type: 'editor', source: sampleSource('letter.json') }), {
    warmUp: 30,
    runs: 60,
    data: (index) => ({ ...sampleData('letter'), date: `2026-11-${String(1 + (index % 28)).padStart(2, '0')}`, reference: `L-${index}` }),
  }),
]

function html(engine: Engine, source: string): CompiledTemplate {
  return engine.compile({ type: 'html', source })
}

function rendering(name: string, compile: (engine: Engine) => CompiledTemplate, renders: Renders): Workload {
  return {
    name,
    ...renders,
    prepare(engine) {
      const template = compile(engine)
      return (data) => engine.render(template, data)
    },
  }
}

function statement(name: string, rows: number, runs: Omit<Renders, 'data'>): Workload {
  return rendering(name, (engine) => html(engine, sampleSource('statement.html')), { ...runs, data: (index) => statementData(index, rows) })
}

/** Different invoices of one template as one document. */
function merging(name: string, count: number, runs: Omit<Renders, 'data'>): Workload {
  return {
    name,
    ...runs,
    data: (index) => Array.from({ length: count }, (_, i) => invoiceData(index * count + i)),
    prepare(engine) {
      const template = html(engine, sampleSource('invoice.html'))
      // What `data` above made.
      return (all) => engine.merge((all as unknown[]).map((data) => ({ template, data })))
    },
  }
}
