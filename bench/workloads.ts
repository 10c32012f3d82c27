// The workloads. Each is measured in a separate process: `node --import tsx bench/worker.ts NAME`.
import type { CompiledTemplate, Engine, RenderResult } from '../engine/index.ts'
import {
  benchSource,
  invoiceData,
  letterData,
  logoInvoiceData,
  logoInvoiceSource,
  mergeData,
  sampleSource,
  statementData,
  textData,
  wrappedStatementData,
} from './documents.ts'
import { mixedTextData, naturalTextData } from './natural-text.ts'
import { catalogueData, chartData, dashboardData, scriptsData } from './rich-documents.ts'

export interface Workload {
  readonly name: string
  /** Generates the data of document number `index`; not measured. */
  data(index: number): unknown
  /** Prepares (compiles) once; the returned function renders one document's data. */
  prepare(engine: Engine): (data: unknown) => Promise<RenderResult>
}

type Data = Workload['data']

export const workloads: readonly Workload[] = [
  rendering('invoice', (engine) => html(engine, sampleSource('invoice.html')), invoiceData),
  statement('statement-1000', 1000),
  statement('statement-10000', 10_000),
  rendering('text-50-pages', (engine) => html(engine, benchSource('text.html')), textData),
  rendering('invoice-logo', (engine) => html(engine, logoInvoiceSource()), logoInvoiceData),
  wrappedStatement('wrapped-1000', 1000),
  wrappedStatement('wrapped-10000', 10_000),
  rendering('text-natural', (engine) => html(engine, benchSource('text.html')), naturalTextData),
  rendering('text-hyphens', (engine) => html(engine, hyphenated(benchSource('text.html'))), naturalTextData),
  rendering('text-mixed', (engine) => html(engine, benchSource('mixed-text.html')), mixedTextData),
  rendering('text-mixed-hyphens', (engine) => html(engine, hyphenated(benchSource('mixed-text.html'))), mixedTextData),
  merging('merge-10-invoices', 10),
  merging('merge-1000-invoices', 1000),
  rendering('catalogue-60-images', (engine) => html(engine, benchSource('catalogue.html')), catalogueData),
  rendering('scripts-letter', (engine) => html(engine, benchSource('scripts.html')), scriptsData),
  rendering('flex-dashboard', (engine) => html(engine, benchSource('dashboard.html')), dashboardData),
  rendering('svg-charts', (engine) => html(engine, benchSource('chart.html')), chartData),
  rendering('editor-letter', (engine) => engine.compile({ type: 'editor', source: sampleSource('letter.json') }), letterData),
]

function html(engine: Engine, source: string): CompiledTemplate {
  return engine.compile({ type: 'html', source })
}

function rendering(name: string, compile: (engine: Engine) => CompiledTemplate, data: Data): Workload {
  return {
    name,
    data,
    prepare(engine) {
      const template = compile(engine)
      return (document) => engine.render(template, document)
    },
  }
}

function statement(name: string, rows: number): Workload {
  return rendering(
    name,
    (engine) => html(engine, sampleSource('statement.html')),
    (index) => statementData(index, rows),
  )
}

function wrappedStatement(name: string, rows: number): Workload {
  return rendering(
    name,
    (engine) => html(engine, sampleSource('statement.html')),
    (index) => wrappedStatementData(index, rows),
  )
}

/** A template of text with automatic hyphens. */
function hyphenated(source: string): string {
  return source.replace('text-align: justify', 'text-align: justify; hyphens: auto')
}

/** Merges different invoices of one template into one document. */
function merging(name: string, count: number): Workload {
  return {
    name,
    data: (index) => mergeData(index, count),
    prepare(engine) {
      const template = html(engine, sampleSource('invoice.html'))
      // `mergeData` returned an array.
      return (all) => engine.merge((all as unknown[]).map((data) => ({ template, data })))
    },
  }
}
