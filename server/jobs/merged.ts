// Problem: the rows of a merged document are to fail one by one, and are not to be rendered twice.
// Approach: all rows are rendered as one document at once. Rows whose pages are painted have ended well; a row that is named as the reason of a failure has
// failed, and the others are tried again without it, a few times. What fails without a name, or too often, goes the way of other jobs: each row is rendered
// alone, and then those that can be are merged (`finish.ts`).
// Limits: with strict handling only the whole document says what it lacks, so its rows end together.
import type { EndedRow, EndedRowAnswer, JobRecord, RowFailure, WaitingRow } from '../store/jobs.ts'
import { type Assembled, endJob, FailedMerge, failureOf, keptRows, mergeRows, RefusedMerge } from './finish.ts'
import { type RowJob, type RowTools, TemplateGone } from './row.ts'

export interface MergeContext {
  readonly tools: RowTools
  readonly now: () => number
  /** Stores the end of a row. */
  readonly endRow: (row: EndedRow) => Promise<EndedRowAnswer>
}

export type MergeEnd =
  /** A row has failed: the others are to be merged. */
  | { readonly kind: 'again' }
  /** The rows that wait are to be rendered alone. */
  | { readonly kind: 'rows' }
  /** All rows have ended, and are to be put together. */
  | { readonly kind: 'finish' }
  /** The job has ended, here where there is a state. */
  | { readonly kind: 'ended'; readonly state: 'done' | 'failed' | undefined }

/** Renders all rows that have not failed into one document. */
export async function mergeAtOnce(record: JobRecord, job: RowJob, context: MergeContext): Promise<MergeEnd> {
  const { tools } = context
  const waiting = await tools.store.jobs.waitingRows(record, 0, record.total)
  const rows = [...(await keptRows(record, tools)), ...waiting].sort((a, b) => a.n - b.n)
  const ends = new RowEnds(waiting, context)
  const made = await tryMerge(record, job, rows, { tools, ends })
  await ends.settled()
  if (made.kind === 'row') {
    const { n, template } = made.row
    await ends.end({ n, template, end: { kind: 'failed', ...made.failure } })
    if (ends.isLost) return { kind: 'rows' }
    return ends.isComplete ? { kind: 'finish' } : { kind: 'again' }
  }
  if (made.kind === 'unknown') return { kind: 'rows' }
  ends.made(rows)
  await ends.settled()
  if (!ends.isLost) return { kind: 'ended', state: await endJob(record, made.assembled, context.now(), tools) }
  // Cancelled, or another server has taken over.
  if (made.assembled.outputId !== undefined) await tools.outputs.remove(record.teamId, made.assembled.outputId)
  return { kind: 'rows' }
}

type Tried =
  | { readonly kind: 'merged'; readonly assembled: Assembled }
  /** This row has failed. */
  | { readonly kind: 'row'; readonly row: WaitingRow; readonly failure: RowFailure }
  | { readonly kind: 'unknown' }

interface Trying {
  readonly tools: RowTools
  readonly ends: RowEnds
}

async function tryMerge(record: JobRecord, job: RowJob, rows: readonly WaitingRow[], { tools, ends }: Trying): Promise<Tried> {
  const { isStrict } = job.spec
  // The last row ends with the document: then the job is complete.
  const onProgress = (parts: number): void => ends.made(rows.slice(0, Math.min(parts, rows.length - 1)))
  try {
    const merging = isStrict ? { tools, refuse: tools.readLosses } : { tools, onProgress }
    return { kind: 'merged', assembled: await mergeRows(record, job, rows, merging) }
  } catch (thrown) {
    if (thrown instanceof RefusedMerge || thrown instanceof TemplateGone) return { kind: 'unknown' }
    if (!(thrown instanceof FailedMerge)) throw thrown
    const { failure } = thrown
    if (failure.kind === 'overloaded' || failure.kind === 'cancelled') failureOf(record, failure, tools)
    const part = 'part' in failure ? failure.part : undefined
    const row = part === undefined ? undefined : rows[part]
    if (row !== undefined && ends.isOpen(row)) return { kind: 'row', row, failure: failureOf(record, failure, tools) }
    // Each row was rendered alone before a worker says that only all together fail; but not when the stack was too small.
    const isOfAll = failure.kind === 'input' && part === undefined && failure.problems.every(({ code }) => code !== 'limit-depth')
    return isOfAll && !isStrict
      ? { kind: 'merged', assembled: { outcome: { error: failureOf(record, failure, tools) } } }
      : { kind: 'unknown' }
  }
}

/** Ends rows in their order, one after the other, while rendering continues. */
class RowEnds {
  readonly #endRow: MergeContext['endRow']
  readonly #open: Set<number>
  #last: Promise<void> = Promise.resolve()
  #problem: unknown
  /** A row was ended by somebody else, or its job was. */
  isLost = false
  isComplete = false

  constructor(waiting: readonly WaitingRow[], { endRow }: MergeContext) {
    this.#endRow = endRow
    this.#open = new Set(waiting.map(({ n }) => n))
  }

  isOpen({ n }: WaitingRow): boolean {
    return this.#open.has(n)
  }

  /** Pages and warnings of rows are counted for the whole document. */
  made(rows: readonly WaitingRow[]): void {
    const ending = rows.filter(({ n }) => this.#open.delete(n))
    this.#last = this.#last.then(async () => {
      for (const { n, template } of ending) {
        if (this.isLost || this.#problem !== undefined) return
        await this.end({ n, template, end: { kind: 'made', result: undefined, outputId: undefined, pages: 0, warnings: 0 } })
      }
    })
    this.#last = this.#last.catch((thrown: unknown) => {
      this.#problem ??= thrown
    })
  }

  async end(row: EndedRow): Promise<void> {
    const { isTaken, isComplete } = await this.#endRow(row)
    if (!isTaken) this.isLost = true
    if (isComplete) this.isComplete = true
  }

  /** Rejects when the end of a row could not be stored. */
  async settled(): Promise<void> {
    await this.#last
    if (this.#problem !== undefined) throw this.#problem
  }
}
