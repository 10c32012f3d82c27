// Problem: thousands of documents from one template, on all cores or on several machines, and again where it stopped after a kill.
// Approach: a line of JSON a document; each is rendered by the pool and renamed into place when whole, so a file that exists is done. With
// a PostgreSQL the rows go through a queue in it, from which every machine takes that runs the same command.
// Limits: a changed line or template is not noticed; remove the file, or use another folder.
import { createReadStream } from 'node:fs'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { safeFileName } from '../file-name.ts'
import { STAYS } from '../hangup.ts'
import { Broken, type Failure, type Renderer } from '../pool/renderer.ts'
import { childrenOf, startPool } from '../pool-start.ts'
import { sourceHash } from '../store/source-hash.ts'
import type { RowQueue, Taken, Task } from './batch-queue.ts'
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
    .argument('<template>', 'an HTML file or an editor document (.json)')
    .argument('<rows>', 'a file with one JSON object a line')
    .requiredOption('--out-dir <dir>', 'the folder for the PDFs')
    .option('--name <field>', 'the field of a row that names its file; the number of the line when absent')
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option('--batch <name>', 'with DATABASE_URL: what machines that share the work call it; made of template and rows when absent')
    .action((path: string, rows: string, options: Options) => batch(path, rows, options, surroundings))
}

async function batch(path: string, rows: string, options: Options, surroundings: Surroundings): Promise<void> {
  const config = await configOf(surroundings)
  const template = await readTemplate(path, options.type, surroundings)
  // Counting first costs a moment and tells how long all of it will take.
  let total = 0
  for await (const _ of readRows(rows)) total++
  await mkdir(options.outDir, { recursive: true })
  const children = childrenOf(config)
  // Twice as many rows under way as processes, and room for all of them to wait.
  const lanes = children * 2
  const run = new Run({ template, total }, options, surroundings)
  const queue = await openQueue(config, { rows, template, options }, run)
  const pool = startPool({ ...config, queue: lanes * 4 } as Config, { childScript: surroundings.childScript })
  try {
    const tasks = run.tasks(rows)
    const next = queue === undefined ? () => take(tasks) : () => queue.next()
    await Promise.all(Array.from({ length: lanes }, () => run.lane(next, pool)))
    // Also what another machine found, which may be gone.
    for (const { number, why } of (await queue?.failures()) ?? []) run.fail({ number }, why)
  } finally {
    await pool.close()
    await queue?.close()
    run.end()
  }
  if (run.failed > 0) throw new BadInput(`${run.failed} of ${run.done + run.skipped + run.failed} documents could not be made`)
}

/** The queue in PostgreSQL, with all rows in it; undefined without one. */
async function openQueue(
  config: Config,
  { rows, template, options }: { rows: string; template: LocalTemplate; options: Options },
  run: Run,
): Promise<RowQueue | undefined> {
  if (config.databaseUrl === undefined) return undefined
  const { batchName, openRowQueue } = await import('./batch-queue.ts')
  const name = options.batch ?? (await batchName(rows, [template.type, template.source, options.name ?? '']))
  const queue = await openRowQueue({ url: config.databaseUrl, name, secondsToRender: config.renderSeconds })
  try {
    await queue.fill(run.tasks(rows))
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

interface Row {
  readonly number: number
  readonly text: string
}

async function* readRows(path: string): AsyncGenerator<Row> {
  let number = 0
  try {
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      if (text.trim() !== '') yield { number, text }
    }
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) throw new BadInput(`cannot read ${path}: ${thrown.message}`)
    throw thrown
  }
}

class Run {
  readonly #template: LocalTemplate
  readonly #hash: string
  readonly #options: Options
  readonly #surroundings: Surroundings
  readonly #total: number
  readonly #startedAt = performance.now()
  readonly #told = new Set<number>()
  #shownAt = 0
  done = 0
  skipped = 0
  failed = 0
  /** Other machines may make some of it. */
  isShared = false

  constructor({ template, total }: { template: LocalTemplate; total: number }, options: Options, surroundings: Surroundings) {
    this.#total = total
    this.#template = template
    this.#hash = sourceHash(template.type, template.source)
    this.#options = options
    this.#surroundings = surroundings
  }

  /** The rows that can be made; says of the others why not. */
  async *tasks(rows: string): AsyncGenerator<Task> {
    const names = new Set<string>()
    for await (const row of readRows(rows)) {
      const data = parse(row.text)
      const name = data === undefined ? undefined : this.#nameOf(row, data)
      if (name === undefined) this.fail(row, 'it is no JSON object')
      else if (names.has(name)) this.fail(row, `an earlier row is called ${name} too`)
      else {
        names.add(name)
        yield { ...row, name }
      }
    }
  }

  /** Takes tasks, which all lanes share, until there are none. */
  async lane(next: () => Promise<Taken | undefined>, pool: Renderer): Promise<void> {
    for (let taken = await next(); taken !== undefined; taken = await next()) {
      const failure = await this.#make(taken.task, pool)
      if (failure !== undefined) this.fail(taken.task, failure)
      await taken.finish(failure)
      this.#show()
    }
  }

  /** Gives why the document cannot be made. */
  async #make(task: Task, pool: Renderer): Promise<string | undefined> {
    const file = join(this.#options.outDir, task.name)
    if (await exists(file)) {
      this.skipped++
      return undefined
    }
    const { type, source } = this.#template
    const parts = [{ hash: this.#hash, type, data: Buffer.from(task.text) }]
    const job = { teamId: 'batch', kind: 'render', parts, isStrict: false, mayStream: true, source: async () => source } as const
    const outcome = await pool.render(job, STAYS)
    if (outcome.kind !== 'rendered' && outcome.kind !== 'streaming') return this.#reason(outcome)
    // Two machines may be at it, one of them given up too early: each has a file of its own until it is whole.
    const partial = `${file}.${process.pid}.part`
    try {
      await writeFile(partial, outcome.kind === 'rendered' ? outcome.pdf : outcome.pieces)
    } catch (thrown) {
      await rm(partial, { force: true })
      if (thrown instanceof Broken) return this.#reason(thrown.failure)
      throw thrown
    }
    await rename(partial, file)
    this.done++
    return undefined
  }

  #nameOf(row: Row, data: Readonly<Record<string, unknown>>): string {
    const { name } = this.#options
    if (name === undefined) return `${String(row.number).padStart(6, '0')}.pdf`
    if (!Object.hasOwn(data, name)) throw new BadUsage(`row ${row.number} has no field "${name}" to be named after`)
    return safeFileName(String(data[name]))
  }

  #reason(outcome: Failure): string {
    if (outcome.kind === 'input')
      return outcome.problems
        .map((problem) => describeProblem(problem, this.#template.path))
        .join('')
        .trimEnd()
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
    this.#surroundings.err(`\r\x1b[K${progressLine({ done, total: this.#total, resumed: this.skipped, seconds })}`)
  }

  end(): void {
    this.#surroundings.err(`${this.#surroundings.isErrTerminal ? '\r\x1b[K' : ''}${this.#summary()}\n`)
  }

  #summary(): string {
    const elsewhere = this.#total - this.done - this.skipped - this.failed
    const parts = [
      `${this.done} made`,
      ...(this.skipped > 0 ? [`${this.skipped} were there`] : []),
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
      ...(this.isShared && elsewhere > 0 ? [`${elsewhere} made elsewhere or earlier`] : []),
    ]
    return parts.join(', ')
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
