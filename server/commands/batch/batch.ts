// Problem: thousands of documents from one template, on all cores or on several machines, and again where it stopped after a kill.
// Approach: a line of JSON a document; each is rendered by the pool and renamed into place when whole, so a file that exists is done. With
// a PostgreSQL the rows go through a queue in it, from which every machine takes that runs the same command.
// Limits: a changed line or template is not noticed; use --force, or another folder.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { Renderer } from '../../pool/renderer.ts'
import { childrenOf, startPool } from '../../pool/start.ts'
import { BadUsage, type CommandContext } from '../command.ts'
import { addEngineFlags, type EngineFlags } from '../engine-flags.ts'
import { type LocalTemplate, readTemplate, startEngine } from '../local.ts'
import { configOf } from '../store.ts'
import type { BatchFlags } from './child.ts'
import { BatchFolder } from './output-folder.ts'
import type { RowQueue, Taken, Task } from './row-queue.ts'
import { openRows, type Row, type RowBytes, readRows } from './rows.ts'
import { BatchRun } from './run.ts'

interface Options extends EngineFlags {
  readonly outDir: string
  readonly type?: string
  readonly name?: string
  readonly batch?: string
  readonly force?: boolean
}

export function addBatch(program: Command, context: CommandContext): void {
  const command = program
    .command('batch')
    .description('render a template once for every line of a file, on all cores; run it again to go on where it stopped')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .argument('<rows>', 'a file or pipe with one JSON object a line, - for standard input')
    .requiredOption('--out-dir <dir>', 'the folder for the PDFs')
    .option(
      '--name <field>',
      'what a file is called: a field of its row, such as customer.id, or text such as {{year}}/{{number}}, where a slash makes a subfolder; the number of the line when absent',
    )
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option('--force', 'make documents again that are there')
    .option('--batch <name>', 'with DATABASE_URL: what machines that share the work call it; made of template, rows and folder when absent')
  addEngineFlags(command).action((path: string, rows: string, options: Options) => batch(path, rows, options, context))
}

async function batch(path: string, rowsPath: string, options: Options, context: CommandContext): Promise<void> {
  if (path === '-' && rowsPath === '-') throw new BadUsage('only one of template and rows can be standard input')
  const config = await configOf(context)
  const template = await readTemplate(path, options.type, context)
  // What is wrong with fonts and folders is said here, not by every process.
  if (options.font.length > 0 || options.baseDir !== undefined) await startEngine(options, context)
  const source = await openRows(rowsPath, context)
  try {
    await makeAll({ config, template, bytes: source.bytes, options }, context)
  } finally {
    await source.close()
  }
}

interface Input {
  readonly config: Config
  readonly template: LocalTemplate
  readonly bytes: RowBytes
  readonly options: Options
}

async function makeAll(input: Input, context: CommandContext): Promise<void> {
  const { config, template, bytes, options } = input
  const rows = (): AsyncGenerator<Row> => readRows(bytes(), config.bodyBytes)
  // Counting first costs a moment and tells how long all of it will take.
  let total = 0
  for await (const _ of rows()) total++
  const folder = await BatchFolder.open(options.outDir)
  // Rows under way: some render, the next wait, others are on their way to the disk. There is room for all of them to wait.
  const lanes = childrenOf(config) * 6
  const pool = startBatchPool({ ...config, queue: lanes * 4 }, template, { options, context })
  const run = new BatchRun({ template, total, folder, pool, secondsToRender: config.renderSeconds }, options, context)
  let queue: RowQueue | undefined
  try {
    await run.compile()
    queue = await openQueue(input)
    const before = (await queue?.finished()) ?? []
    await queue?.fill(run.tasks(rows()))
    run.isShared = queue !== undefined
    const tasks = run.tasks(rows())
    const next = (): Promise<Taken | undefined> => (queue === undefined ? take(tasks) : queue.next())
    await Promise.all(Array.from({ length: lanes }, () => run.lane(next)))
    // Also what another machine found, which may be gone.
    for (const { number, why } of (await queue?.failures()) ?? []) run.fail({ number }, why)
    await run.findLost(before)
    await folder.tidy()
  } finally {
    await pool.close()
    await queue?.close()
    await run.end()
  }
  run.throwIfIncomplete()
}

/** Processes that render as the flags want it. */
function startBatchPool(
  config: Config,
  { path }: LocalTemplate,
  { options, context }: { readonly options: Options; readonly context: CommandContext },
): Renderer {
  const { font, baseDir, locale, timeZone } = options
  const flags: BatchFlags = {
    template: path === '-' ? path : resolve(path),
    font: font.map((file) => resolve(file)),
    ...{ baseDir: baseDir === undefined ? undefined : resolve(baseDir), locale, timeZone },
  }
  const script = new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url)
  // They read the caller's files, so they keep the caller's rights; and all jobs are the caller's own.
  return startPool(
    { ...config, confine: 'off' },
    { childScript: context.childScript ?? script, childArgs: [JSON.stringify(flags)], deathsOfTeam: Number.POSITIVE_INFINITY },
  )
}

/** The queue in PostgreSQL; undefined without one. */
async function openQueue({ config, template, bytes, options }: Input): Promise<RowQueue | undefined> {
  if (config.databaseUrl === undefined) return undefined
  const { batchName, openRowQueue } = await import('./row-queue.ts')
  const { outDir, name = '', force } = options
  const queue = await openRowQueue({
    url: config.databaseOwnerUrl ?? config.databaseUrl,
    name: options.batch ?? (await batchName(bytes(), [template.type, template.source, name, resolve(outDir)])),
    secondsToRender: config.renderSeconds,
  })
  if (force === true) await queue.restart()
  return queue
}

async function take(tasks: AsyncGenerator<Task>): Promise<Taken | undefined> {
  const { value, done } = await tasks.next()
  return done === true ? undefined : { task: value, finish: async () => {} }
}
