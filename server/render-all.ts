// Problem: a program makes a document for each of many rows, and one process renders on one core.
// Approach: the service's pool of processes. Rows are read as processes need them, and documents come in the order of the rows: a few for each process are
// on their way at a time, so memory does not grow with the rows.
// Limits: processes do not share functions, so there are no helpers of the program's own; rows are sent as JSON.
import { resolve } from 'node:path'
import { type Diagnostic, InputError } from '../engine/index.ts'
import { HangUpSignal, NEVER_CANCELLED } from './cancel-signal.ts'
import type { BatchFlags } from './commands/batch/child.ts'
import { type Config, readConfig } from './config.ts'
import { renderPatiently } from './pool/patient.ts'
import type { Failure, Renderer } from './pool/renderer.ts'
import { startPool, workerCountOf } from './pool/start.ts'
import { sourceHash } from './store/source-hash.ts'
import type { TemplateType } from './store/store.ts'

export interface RowTemplate {
  readonly type: TemplateType
  readonly source: string
}

export interface RenderAllOptions {
  /** Processes that render. Default: as many as there are processors. */
  readonly workers?: number
  /** Font files in addition to the bundled families. */
  readonly fonts?: readonly string[]
  /** Relative URLs of the template and of data read files below this folder, and nowhere else. Absent: none. */
  readonly baseDir?: string
  readonly locale?: string
  readonly timeZone?: string
  readonly conformance?: readonly string[]
  /** False: no structure tree. */
  readonly tagged?: boolean
  /** A row that takes longer fails. Default 30. */
  readonly secondsToRender?: number
}

/** What became of the row at `index`, counted from 0. */
export type RowResult =
  | {
      readonly kind: 'rendered'
      readonly index: number
      readonly pdf: Uint8Array
      readonly pages: number
      readonly warnings: readonly Diagnostic[]
    }
  | { readonly kind: 'failed'; readonly index: number; readonly failure: RowFailure }

/** `no-object`: the row cannot be the data of a template. */
export type RowFailure = Failure | { readonly kind: 'no-object' }

/** Rows of a process that are on their way: one renders, others are read, wait, or are finished before one ahead of them. */
const ROWS_AHEAD = 6

const CHILD_SCRIPT = new URL(import.meta.url.endsWith('.ts') ? './commands/batch/child.ts' : './commands/batch/child.js', import.meta.url)

/**
 * Renders a template for every row, in as many processes as `workers` says. A row that fails is a result too. Throws `InputError` where the template cannot be
 * compiled. Whoever leaves the loop early ends the processes.
 */
export async function* renderAll(
  template: RowTemplate,
  rows: Iterable<unknown> | AsyncIterable<unknown>,
  options: RenderAllOptions = {},
): AsyncGenerator<RowResult, undefined> {
  const config = configFor(options)
  const most = workerCountOf(config) * ROWS_AHEAD
  const pool = startPool(config, { childScript: CHILD_SCRIPT, childArgs: [flagsFor(options)], deathsOfTeam: Number.POSITIVE_INFINITY })
  const gone = new HangUpSignal()
  try {
    await pool.ready()
    await refuseBroken(template, pool)
    const renderRow = rowRenderer(template, pool, gone)
    /** In the order of the rows. */
    const results: (RowResult | Promise<RowResult>)[] = []
    let index = 0
    for await (const row of rows) {
      results.push(renderRow(index++, row))
      if (results.length < most) continue
      // There are `most`, which is more than none.
      yield (await results.shift())!
    }
    for (const result of results) yield await result
    return undefined
  } finally {
    gone.abort()
    await pool.close()
  }
}

/** Throws what JSON throws. */
type RenderRow = (index: number, row: unknown) => RowResult | Promise<RowResult>

function rowRenderer({ type, source }: RowTemplate, pool: Renderer, signal: HangUpSignal): RenderRow {
  const hash = sourceHash(type, source)
  const rendered = async (index: number, data: Uint8Array): Promise<RowResult> => {
    const how = { kind: 'render', isStrict: false, mayStream: false } as const
    // A key for each row: one that ends processes is quarantined alone, not with the whole template.
    const job = { teamId: 'rows', key: `row ${index}`, parts: [{ hash, type, data }], ...how, source: async () => source }
    const outcome = await renderPatiently(pool, job, { signal, isWanted: () => !signal.aborted })
    if (outcome.kind === 'streaming') throw new Error('a document came in pieces that was asked for as a whole')
    if (outcome.kind !== 'rendered') return { kind: 'failed', index, failure: outcome }
    const { pdf, pages, warnings } = outcome
    return { kind: 'rendered', index, pdf, pages, warnings }
  }
  return (index, row) => {
    if (typeof row !== 'object' || row === null) return { kind: 'failed', index, failure: { kind: 'no-object' } }
    return rendered(index, Buffer.from(JSON.stringify(row)))
  }
}

/** Compiles before any row, so that an error of the template is told once. */
async function refuseBroken({ type, source }: RowTemplate, pool: Renderer): Promise<void> {
  const outcome = await pool.compile({ teamId: 'rows', type, source }, NEVER_CANCELLED)
  if (outcome.kind === 'input') throw new InputError(outcome.problems, source)
  if (outcome.kind !== 'compiled') throw new Error(`the template could not be compiled: ${outcome.kind}`)
}

/** The settings of a service without an environment. The rows are the program's own, so processes are not confined. */
function configFor({ workers = 0, secondsToRender }: RenderAllOptions): Config {
  const config = { ...readConfig({}), children: workers, previewChildren: 0, spares: 0, confine: 'off' } as const
  return {
    ...config,
    ...(secondsToRender === undefined ? {} : { renderSeconds: secondsToRender, cpuSeconds: secondsToRender }),
    queue: Math.max(config.queue, workerCountOf(config) * ROWS_AHEAD * 4),
  }
}

function flagsFor({ fonts = [], baseDir, locale, timeZone, conformance, tagged }: RenderAllOptions): string {
  const flags: BatchFlags = {
    template: '-',
    font: fonts.map((file) => resolve(file)),
    baseDir: baseDir === undefined ? undefined : resolve(baseDir),
    ...{ locale, timeZone, conformance, tags: tagged },
  }
  return JSON.stringify(flags)
}
