// Problem: thousands of documents from one template, on all cores, and again where it stopped after a kill.
// Approach: a line of JSON a document; each is rendered by the pool and renamed into place when whole, so a file that exists is done.
// Limits: a changed line or template is not noticed; remove the file, or use another folder.
import { createReadStream } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { safeFileName } from '../file-name.ts'
import type { Failure, Rendered, Renderer } from '../pool/renderer.ts'
import { childrenOf, startPool } from '../pool-start.ts'
import { sourceHash } from '../store/source-hash.ts'
import { BadInput, BadUsage, describeProblem, type Surroundings } from './command.ts'
import { type LocalTemplate, readTemplate } from './local.ts'
import { progressLine } from './progress.ts'

interface Options {
  readonly outDir: string
  readonly type?: string
  readonly name?: string
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
    .action((path: string, rows: string, options: Options) => batch(path, rows, options, surroundings))
}

interface Row {
  readonly number: number
  readonly text: string
}

async function batch(path: string, rows: string, options: Options, surroundings: Surroundings): Promise<void> {
  const template = await readTemplate(path, options.type, surroundings)
  // Counting first costs a moment and tells how long all of it will take.
  let total = 0
  for await (const _ of readRows(rows)) total++
  await mkdir(options.outDir, { recursive: true })
  const config = readConfig(surroundings.environment)
  const children = childrenOf(config)
  // Twice as many rows under way as processes, and room for all of them to wait.
  const lanes = children * 2
  const pool = startPool({ ...config, queue: lanes * 4 } as Config, { childScript: surroundings.childScript })
  const run = new Run({ template, total }, options, pool, surroundings)
  try {
    const lines = readRows(rows)
    await Promise.all(Array.from({ length: lanes }, () => run.lane(lines)))
  } finally {
    await pool.close()
    run.end()
  }
  if (run.failed > 0) throw new BadInput(`${run.failed} of ${run.done + run.skipped + run.failed} documents could not be made`)
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
  readonly #pool: Renderer
  readonly #surroundings: Surroundings
  readonly #names = new Set<string>()
  readonly #total: number
  readonly #startedAt = performance.now()
  #shownAt = 0
  done = 0
  skipped = 0
  failed = 0

  constructor(
    { template, total }: { template: LocalTemplate; total: number },
    options: Options,
    pool: Renderer,
    surroundings: Surroundings,
  ) {
    this.#total = total
    this.#template = template
    this.#hash = sourceHash(template.type, template.source)
    this.#options = options
    this.#pool = pool
    this.#surroundings = surroundings
  }

  /** Takes rows from the one iterator that all lanes share, until there are none. */
  async lane(rows: AsyncGenerator<Row>): Promise<void> {
    for (;;) {
      const { value, done } = await rows.next()
      if (done === true) return
      await this.#row(value)
      this.#show()
    }
  }

  async #row(row: Row): Promise<void> {
    const data = parse(row.text)
    if (data === undefined) return this.#fail(row, 'it is no JSON object')
    const name = this.#nameOf(row, data)
    const file = join(this.#options.outDir, name)
    if (this.#names.has(name)) return this.#fail(row, `an earlier row is called ${name} too`)
    this.#names.add(name)
    if (await exists(file)) {
      this.skipped++
      return
    }
    const { type, source } = this.#template
    const parts = [{ hash: this.#hash, type, data: Buffer.from(row.text) }]
    const job = { teamId: 'batch', kind: 'render', parts, isStrict: false, source: async () => source } as const
    const outcome = await this.#pool.render(job, new AbortController().signal)
    if (outcome.kind !== 'rendered') return this.#fail(row, this.#reason(outcome))
    await writeFile(`${file}.part`, outcome.pdf)
    await rename(`${file}.part`, file)
    this.done++
  }

  #nameOf(row: Row, data: Readonly<Record<string, unknown>>): string {
    const { name } = this.#options
    if (name === undefined) return `${String(row.number).padStart(6, '0')}.pdf`
    if (!Object.hasOwn(data, name)) throw new BadUsage(`row ${row.number} has no field "${name}" to be named after`)
    return safeFileName(String(data[name]))
  }

  #reason(outcome: Exclude<Failure | Rendered, Rendered>): string {
    if (outcome.kind === 'input')
      return outcome.problems
        .map((problem) => describeProblem(problem, this.#template.path))
        .join('')
        .trimEnd()
    return outcome.kind === 'bug' ? outcome.message : outcome.kind
  }

  #fail(row: Row, why: string): void {
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
    const parts = [
      `${this.done} made`,
      ...(this.skipped > 0 ? [`${this.skipped} were there`] : []),
      ...(this.failed > 0 ? [`${this.failed} failed`] : []),
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
