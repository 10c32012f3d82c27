// One run of a batch on one machine: renders rows, counts them and reports progress, warnings and failures.
import { NEVER_CANCELLED } from '../../cancel-signal.ts'
import { renderPatiently } from '../../pool/patient.ts'
import { BrokenStream, type Failure, type Job, type Rendered, type Renderer, type Streaming } from '../../pool/renderer.ts'
import { sourceHash } from '../../store/source-hash.ts'
import { BadInput, type CommandContext, formatDiagnostics, printDiagnostics } from '../command.ts'
import type { LocalTemplate } from '../local.ts'
import { rowName } from './file-names.ts'
import type { BatchFolder } from './output-folder.ts'
import { progressLine } from './progress.ts'
import type { ClaimedTask, Task } from './row-queue.ts'
import type { Row } from './rows.ts'
import { BatchWarnings } from './warnings.ts'

interface BatchRunOptions {
  readonly name?: string | undefined
  readonly force?: boolean | undefined
  readonly strict?: boolean | undefined
}

interface BatchWork {
  readonly template: LocalTemplate
  readonly total: number
  readonly folder: BatchFolder
  readonly pool: Renderer
  readonly secondsToRender: number
}

export class BatchRun {
  readonly #work: BatchWork
  readonly #hash: string
  readonly #options: BatchRunOptions
  readonly #context: CommandContext
  readonly #startedAt = performance.now()
  readonly #reported = new Set<number>()
  #shownAt = 0
  /** An error that concerns no single row has ended the run; rows in progress are dropped. */
  #isAborted = false
  readonly #warnings = new BatchWarnings()
  done = 0
  skipped = 0
  failed = 0
  /** Rendered before this run according to the queue, but not in the folder. */
  lost = 0
  /** Whether other machines may render some of the rows. */
  isShared = false

  constructor(work: BatchWork, options: BatchRunOptions, context: CommandContext) {
    this.#work = work
    this.#hash = sourceHash(work.template.type, work.template.source)
    this.#options = options
    this.#context = context
  }

  /** Compiles the template before any row, so that its errors are reported once. */
  async compile(): Promise<void> {
    const { type, source, path } = this.#work.template
    const outcome = await this.#work.pool.compile({ teamId: 'template', type, source }, NEVER_CANCELLED)
    if (outcome.kind !== 'input') return
    await printDiagnostics(outcome.problems, { path, source }, this.#context)
    throw new BadInput('')
  }

  /** The tasks of valid rows; reports the others. */
  async *tasks(rows: AsyncIterable<Row>): AsyncGenerator<Task> {
    const names = new Set<string>()
    for await (const row of rows) {
      if (row.kind === 'invalid') {
        this.reportFailure(row, row.why)
        continue
      }
      const name = rowName(row, this.#options.name)
      if (name.kind === 'none') this.reportFailure(row, name.why)
      else if (names.has(name.path)) this.reportFailure(row, `an earlier row has the file name ${name.path} too`)
      else {
        names.add(name.path)
        yield { number: row.number, text: row.text, name: name.path }
      }
    }
  }

  /** Processes tasks one after the other until there are none; several calls run concurrently. */
  async consume(next: () => Promise<ClaimedTask | undefined>): Promise<void> {
    try {
      while (!this.#isAborted) {
        const claimed = await next()
        if (claimed === undefined) return
        const failure = await this.#process(claimed.task)
        // The run was aborted and the pool is closing: this outcome says nothing about the row.
        if (this.#isAborted) return
        if (failure !== undefined) this.reportFailure(claimed.task, failure)
        await claimed.finish(failure)
        this.#showProgress()
      }
    } catch (thrown) {
      this.#isAborted = true
      throw thrown
    }
  }

  /** Renders and saves a document; resolves to the reason when it cannot. */
  async #process(task: Task): Promise<string | undefined> {
    const { folder } = this.#work
    if (this.#options.force !== true && (await folder.has(task.name))) {
      this.skipped++
      return undefined
    }
    const outcome = await this.#render(task)
    if (outcome.kind !== 'rendered' && outcome.kind !== 'streaming') return this.#reason(outcome)
    const summary = outcome.kind === 'rendered' ? (): Rendered => outcome : outcome.summary
    const isAccepted = (): boolean => this.#options.strict !== true || summary().warningCount === 0
    try {
      await folder.save(task.name, outcome.kind === 'rendered' ? outcome.pdf : outcome.pieces, isAccepted)
    } catch (thrown) {
      if (thrown instanceof BrokenStream) return this.#reason(thrown.failure)
      throw thrown
    }
    const { warnings, warningCount } = summary()
    if (!isAccepted()) return (await formatDiagnostics(warnings, this.#work.template, this.#context)).trimEnd()
    this.#warnings.add(task.number, warnings, warningCount)
    this.done++
    return undefined
  }

  async #render({ number, text }: Task): Promise<Rendered | Streaming | Failure> {
    const { template, pool } = this.#work
    const { type, source } = template
    const parts = [{ hash: this.#hash, type, data: Buffer.from(text) }]
    const how = { kind: 'render', isStrict: false, mayStream: true } as const
    // With a key per row, a row that crashes processes is quarantined alone, not the whole template.
    const job: Job = { teamId: 'batch', key: `row ${number}`, parts, ...how, source: async () => source }
    return renderPatiently(pool, job, { isWanted: () => !this.#isAborted })
  }

  async #reason(outcome: Failure): Promise<string> {
    if (outcome.kind === 'input') {
      const { path } = this.#work.template
      return (await formatDiagnostics(outcome.problems, { path }, this.#context)).trimEnd()
    }
    if (outcome.kind === 'timeout') return `it takes longer than ${this.#work.secondsToRender} s (PLATEN_RENDER_SECONDS)`
    if (outcome.kind === 'memory') return 'it needs more memory than allowed'
    if (outcome.kind === 'quarantined') return 'it crashed rendering processes repeatedly'
    return outcome.kind === 'bug' ? outcome.message : outcome.kind
  }

  /** Counts documents of earlier runs that are not in the folder; the queue does not deliver their rows again. */
  async countLost(finished: readonly { readonly name: string }[]): Promise<void> {
    for (const { name } of finished) if (!(await this.#work.folder.has(name))) this.lost++
  }

  /** Reports a failed row, once. */
  reportFailure(row: Pick<Row, 'number'>, why: string): void {
    if (this.#reported.has(row.number)) return
    this.#reported.add(row.number)
    this.failed++
    this.#context.err(`${this.#context.isErrTerminal ? '\r\x1b[K' : ''}row ${row.number}: ${why}\n`)
  }

  #showProgress(): void {
    const now = performance.now()
    if (!this.#context.isErrTerminal || now - this.#shownAt < 100) return
    this.#shownAt = now
    const done = this.done + this.skipped + this.failed
    const seconds = (now - this.#startedAt) / 1000
    this.#context.err(`\r\x1b[K${progressLine({ done, total: this.#work.total, resumed: this.skipped, seconds })}`)
  }

  async end(): Promise<void> {
    const { err, isErrTerminal } = this.#context
    err(`${isErrTerminal ? '\r\x1b[K' : ''}${await this.#warnings.text(this.#work.template, this.#context)}${this.#summary()}\n`)
  }

  /** Fails when a requested document does not exist. */
  throwIfIncomplete(): void {
    const { total } = this.#work
    const elsewhere = this.#elsewhere
    const missing = this.failed + (this.isShared ? 0 : elsewhere)
    const problems = [
      ...(missing > 0 ? [`${missing} of ${total} documents could not be made`] : []),
      ...(this.lost > 0
        ? [`${this.lost} of ${total} documents were made before and are not in the folder (--force renders them again)`]
        : []),
    ]
    if (problems.length > 0) throw new BadInput(problems.join(', and '))
  }

  /** Rows that other machines have processed, or that were never reached. */
  get #elsewhere(): number {
    return this.#work.total - this.done - this.skipped - this.failed - this.lost
  }

  #summary(): string {
    const elsewhere = this.#elsewhere
    const parts = [
      `${this.done} made`,
      ...(this.skipped > 0 ? [`${this.skipped} were there`] : []),
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
      ...(this.lost > 0 ? [`${this.lost} made before and not here`] : []),
      ...(this.isShared && elsewhere > 0 ? [`${elsewhere} made elsewhere`] : []),
      ...(this.#warnings.documents > 0 ? [`${this.#warnings.documents} with warnings`] : []),
      ...(this.#work.total === 0 ? ['there are no rows'] : []),
    ]
    return parts.join(', ')
  }
}
