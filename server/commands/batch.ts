// Problem: thousands of documents from one template, on all cores or on several machines, and again where it stopped after a kill.
// Approach: a line of JSON a document; each is rendered by the pool and renamed into place when whole, so a file that exists is done. With
// a PostgreSQL the rows go through a queue in it, from which every machine takes that runs the same command.
// Limits: a changed line or template is not noticed; remove the file, or use another folder.
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { safeFileName } from '../file-name.ts'
import { STAYS } from '../hangup.ts'
import { Broken, type Failure, type Job, type Renderer } from '../pool/renderer.ts'
import { childrenOf, startPool } from '../pool-start.ts'
import { sourceHash } from '../store/source-hash.ts'
import { BatchFolder } from './batch-files.ts'
import type { RowQueue, Taken, Task } from './batch-queue.ts'
import { openRows, type Row, type RowBytes, readRows } from './batch-rows.ts'
import { BadInput, BadUsage, describeProblem, type Surroundings } from './command.ts'
import { type LocalTemplate, readTemplate } from './local.ts'
import { progressLine } from './progress.ts'
import { configOf } from './store.ts'

interface Options {
  readonly outDir: string
  readonly type?: string
  readonly name?: string
  readonly batch?: string
}

export function addBatch(program: Command, surroundings: Surroundings): void {
  program
    .command('batch')
    .description('render a template once for every line of a file, on all cores; run it again to go on where it stopped')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .argument('<rows>', 'a file with one JSON object a line, - for standard input')
    .requiredOption('--out-dir <dir>', 'the folder for the PDFs')
    .option('--name <field>', 'the field of a row that names its file; the number of the line when absent')
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option('--batch <name>', 'with DATABASE_URL: what machines that share the work call it; made of template and rows when absent')
    .action((path: string, rows: string, options: Options) => batch(path, rows, options, surroundings))
}

async function batch(path: string, rowsPath: string, options: Options, surroundings: Surroundings): Promise<void> {
  if (path === '-' && rowsPath === '-') throw new BadUsage('only one of template and rows can be standard input')
  const config = await configOf(surroundings)
  const template = await readTemplate(path, options.type, surroundings)
  const bytes = await openRows(rowsPath, surroundings)
  const rows = (): AsyncGenerator<Row> => readRows(bytes(), config.bodyBytes)
  // Counting first costs a moment and tells how long all of it will take.
  let total = 0
  for await (const _ of rows()) total++
  const folder = await BatchFolder.open(options.outDir)
  const children = childrenOf(config)
  // Rows under way: some render, the next wait, others are on their way to the disk. There is room for all of them to wait.
  const lanes = children * 6
  const pool = startPool({ ...config, queue: lanes * 4 } as Config, {
    childScript: surroundings.childScript,
    deathsOfTeam: Number.POSITIVE_INFINITY,
  })
  const run = new Run({ template, total, folder, pool, secondsToRender: config.renderSeconds }, options, surroundings)
  let queue: RowQueue | undefined
  try {
    await run.compile()
    queue = await openQueue(config, { bytes, rows, template, options }, run)
    const tasks = run.tasks(rows())
    const next = (): Promise<Taken | undefined> => (queue === undefined ? take(tasks) : queue.next())
    await Promise.all(Array.from({ length: lanes }, () => run.lane(next)))
    // Also what another machine found, which may be gone.
    for (const { number, why } of (await queue?.failures()) ?? []) run.fail({ number }, why)
    await folder.tidy()
  } finally {
    await pool.close()
    await queue?.close()
    run.end()
  }
  if (run.failed > 0) throw new BadInput(`${run.failed} of ${run.done + run.skipped + run.failed} documents could not be made`)
}

interface Input {
  readonly bytes: RowBytes
  readonly rows: () => AsyncGenerator<Row>
  readonly template: LocalTemplate
  readonly options: Options
}

/** The queue in PostgreSQL, with all rows in it; undefined without one. */
async function openQueue(config: Config, { bytes, rows, template, options }: Input, run: Run): Promise<RowQueue | undefined> {
  if (config.databaseUrl === undefined) return undefined
  const { batchName, openRowQueue } = await import('./batch-queue.ts')
  const name = options.batch ?? (await batchName(bytes(), [template.type, template.source, options.name ?? '']))
  const queue = await openRowQueue({ url: config.databaseOwnerUrl ?? config.databaseUrl, name, secondsToRender: config.renderSeconds })
  try {
    await queue.fill(run.tasks(rows()))
  } catch (thrown) {
    await queue.close()
    throw thrown
  }
  run.isShared = true
  return queue
}

async function take(tasks: AsyncGenerator<Task>): Promise<Taken | undefined> {
  const { value, done } = await tasks.next()
  return done === true ? undefined : { task: value, finish: async () => {} }
}

interface Work {
  readonly template: LocalTemplate
  readonly total: number
  readonly folder: BatchFolder
  readonly pool: Renderer
  readonly secondsToRender: number
}

/** So often a document is begun again when processes are ended from outside. */
const MOST_TRIES = 20
const MS_BETWEEN_TRIES = 250

class Run {
  readonly #work: Work
  readonly #hash: string
  readonly #options: Options
  readonly #surroundings: Surroundings
  readonly #startedAt = performance.now()
  readonly #told = new Set<number>()
  #shownAt = 0
  /** Something went wrong that is no row's fault: what is under way comes to nothing. */
  #isBroken = false
  done = 0
  skipped = 0
  failed = 0
  /** Other machines may make some of it. */
  isShared = false

  constructor(work: Work, options: Options, surroundings: Surroundings) {
    this.#work = work
    this.#hash = sourceHash(work.template.type, work.template.source)
    this.#options = options
    this.#surroundings = surroundings
  }

  /** A template that is wrong is wrong for all rows, and told once. */
  async compile(): Promise<void> {
    const { type, source, path } = this.#work.template
    const outcome = await this.#work.pool.compile({ teamId: 'template', type, source }, STAYS)
    if (outcome.kind !== 'input') return
    for (const problem of outcome.problems) this.#surroundings.err(describeProblem(problem, path, source))
    throw new BadInput('')
  }

  /** The rows that can be made; says of the others why not. */
  async *tasks(rows: AsyncIterable<Row>): AsyncGenerator<Task> {
    const names = new Set<string>()
    for await (const row of rows) {
      const name = row.kind === 'good' ? this.#nameOf(row) : undefined
      if (row.kind === 'bad') this.fail(row, row.why)
      else if (name === undefined) this.fail(row, `its field "${this.#options.name}" holds no text or number to name a file after`)
      else if (names.has(name)) this.fail(row, `an earlier row is called ${name} too`)
      else {
        names.add(name)
        yield { number: row.number, text: row.text, name }
      }
    }
  }

  /** Takes tasks, which all lanes share, until there are none. */
  async lane(next: () => Promise<Taken | undefined>): Promise<void> {
    try {
      while (!this.#isBroken) {
        const taken = await next()
        if (taken === undefined) return
        const failure = await this.#make(taken.task)
        // Another lane has failed and the pool is closing: what becomes of this row says nothing of it.
        if (this.#isBroken) return
        if (failure !== undefined) this.fail(taken.task, failure)
        await taken.finish(failure)
        this.#show()
      }
    } catch (thrown) {
      this.#isBroken = true
      throw thrown
    }
  }

  /** Gives why the document cannot be made. */
  async #make(task: Task): Promise<string | undefined> {
    const { folder } = this.#work
    if (await folder.has(task.name)) {
      this.skipped++
      return undefined
    }
    const outcome = await this.#render(task)
    if (outcome.kind !== 'rendered' && outcome.kind !== 'streaming') return this.#reason(outcome)
    try {
      await folder.save(task.name, outcome.kind === 'rendered' ? outcome.pdf : outcome.pieces)
    } catch (thrown) {
      if (thrown instanceof Broken) return this.#reason(thrown.failure)
      throw thrown
    }
    this.done++
    return undefined
  }

  async #render({ number, text }: Task): Promise<Awaited<ReturnType<Renderer['render']>>> {
    const { template, pool } = this.#work
    const { type, source } = template
    const parts = [{ hash: this.#hash, type, data: Buffer.from(text) }]
    const how = { kind: 'render', isStrict: false, mayStream: true } as const
    // A row that stops processes is refused by itself, not with all others of its template.
    const job: Job = { teamId: 'batch', key: `row ${number}`, parts, ...how, source: async () => source }
    for (let tries = 1; ; tries++) {
      const outcome = await pool.render(job, STAYS)
      if (outcome.kind !== 'overloaded' || tries === MOST_TRIES || this.#isBroken) return outcome
      await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_TRIES))
    }
  }

  #nameOf(row: Extract<Row, { kind: 'good' }>): string | undefined {
    const { name } = this.#options
    if (name === undefined) return `${String(row.number).padStart(6, '0')}.pdf`
    const value = Object.hasOwn(row.data, name) ? row.data[name] : undefined
    return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? safeFileName(String(value)) : undefined
  }

  #reason(outcome: Failure): string {
    if (outcome.kind === 'input')
      return outcome.problems
        .map((problem) => describeProblem(problem, this.#work.template.path))
        .join('')
        .trimEnd()
    if (outcome.kind === 'timeout') return `it takes longer than ${this.#work.secondsToRender} s (PLATEN_RENDER_SECONDS)`
    if (outcome.kind === 'memory') return 'it needs more memory than allowed'
    if (outcome.kind === 'quarantined') return 'rendering processes ended while at it'
    return outcome.kind === 'bug' ? outcome.message : outcome.kind
  }

  /** Says why a row cannot be made, once. */
  fail(row: Pick<Row, 'number'>, why: string): void {
    if (this.#told.has(row.number)) return
    this.#told.add(row.number)
    this.failed++
    this.#surroundings.err(`${this.#surroundings.isErrTerminal ? '\r\x1b[K' : ''}row ${row.number}: ${why}\n`)
  }

  #show(): void {
    const now = performance.now()
    if (!this.#surroundings.isErrTerminal || now - this.#shownAt < 100) return
    this.#shownAt = now
    const done = this.done + this.skipped + this.failed
    const seconds = (now - this.#startedAt) / 1000
    this.#surroundings.err(`\r\x1b[K${progressLine({ done, total: this.#work.total, resumed: this.skipped, seconds })}`)
  }

  end(): void {
    this.#surroundings.err(`${this.#surroundings.isErrTerminal ? '\r\x1b[K' : ''}${this.#summary()}\n`)
  }

  #summary(): string {
    const elsewhere = this.#work.total - this.done - this.skipped - this.failed
    const parts = [
      `${this.done} made`,
      ...(this.skipped > 0 ? [`${this.skipped} were there`] : []),
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
      ...(this.isShared && elsewhere > 0 ? [`${elsewhere} made elsewhere or earlier`] : []),
    ]
    return parts.join(', ')
  }
}
