// Problem: rendering thousands of documents from one template, on all cores or several machines, resumable after a crash.
// Approach: each line of a JSONL file is one document. The pool renders it, and the PDF is renamed into place when complete, so an existing
// file is finished. With PostgreSQL, the rows go through a queue that all machines running the same command share.
// Limits: a changed row or template is not detected; use --force or another folder.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { Renderer } from '../../pool/renderer.ts'
import { startPool, workerCountOf } from '../../pool/start.ts'
import { BadUsage, type CommandContext } from '../command.ts'
import { addEngineFlags, addTagging, type EngineFlags } from '../engine-flags.ts'
import { type LocalTemplate, readTemplate, startEngine } from '../local.ts'
import { configOf } from '../store.ts'
import type { BatchFlags } from './child.ts'
import { BatchFolder } from './output-folder.ts'
import type { ClaimedTask, RowQueue, Task } from './row-queue.ts'
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
    .description('render a template once for every line of a file, on all cores; run it again to continue where it stopped')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .argument('<rows>', 'a file or pipe with one JSON object per line, - for standard input')
    .requiredOption('--out-dir <dir>', 'the folder for the PDFs')
    .option(
      '--name <field>',
      'the file name: a field of the row, such as customer.id, or text such as {{year}}/{{number}}, where a slash makes a subfolder; the line number when absent',
    )
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option('--force', 'render documents again whose files exist')
    .option(
      '--batch <name>',
      'with DATABASE_URL: the name under which machines share the work; derived from template, rows and folder when absent',
    )
  addEngineFlags(addTagging(command)).action((path: string, rows: string, options: Options) => batch(path, rows, options, context))
}

async function batch(path: string, rowsPath: string, options: Options, context: CommandContext): Promise<void> {
  if (path === '-' && rowsPath === '-') throw new BadUsage('only one of template and rows can be standard input')
  const config = await configOf(context)
  const template = await readTemplate(path, options.type, context)
  // Problems of fonts and folders are reported here once, not by every rendering process.
  if (options.font.length > 0 || options.baseDir !== undefined) await startEngine(options, context)
  const source = await openRows(rowsPath, context)
  try {
    await renderAll({ config, template, bytes: source.bytes, options }, context)
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

async function renderAll(input: Input, context: CommandContext): Promise<void> {
  const { config, template, bytes, options } = input
  const rows = (): AsyncGenerator<Row> => readRows(bytes(), config.bodyBytes)
  // Counted first, since the progress line needs the total.
  let total = 0
  for await (const _ of rows()) total++
  const folder = await BatchFolder.open(options.outDir)
  // Rows in progress per process: one renders, others wait in the queue or are being written. The queue has room for all of them.
  const concurrency = workerCountOf(config) * 6
  const pool = startBatchPool({ ...config, queue: concurrency * 4 }, template, { options, context })
  const run = new BatchRun({ template, total, folder, pool, secondsToRender: config.renderSeconds }, options, context)
  let queue: RowQueue | undefined
  try {
    await run.compile()
    queue = await openQueue(input)
    const before = (await queue?.finished()) ?? []
    await queue?.fill(run.tasks(rows()))
    run.isShared = queue !== undefined
    const tasks = run.tasks(rows())
    const next = (): Promise<ClaimedTask | undefined> => (queue === undefined ? take(tasks) : queue.next())
    await Promise.all(Array.from({ length: concurrency }, () => run.consume(next)))
    // Failures found by other machines are reported here too, since those machines may be gone.
    for (const { number, why } of (await queue?.failures()) ?? []) run.reportFailure({ number }, why)
    await run.countLost(before)
    await folder.removeLeftovers()
  } finally {
    await pool.close()
    await queue?.close()
    await run.end()
  }
  run.throwIfIncomplete()
}

/** A pool whose processes use the fonts, files and locale of the flags. */
function startBatchPool(
  config: Config,
  { path }: LocalTemplate,
  { options, context }: { readonly options: Options; readonly context: CommandContext },
): Renderer {
  const { font, baseDir, locale, timeZone, conformance, tags } = options
  const flags: BatchFlags = {
    template: path === '-' ? path : resolve(path),
    font: font.map((file) => resolve(file)),
    ...{ baseDir: baseDir === undefined ? undefined : resolve(baseDir), locale, timeZone, conformance, tags },
  }
  const script = new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url)
  // The processes read the user's files, so they are not confined; and all jobs are the user's own, so the death budget does not apply.
  return startPool(
    { ...config, confine: 'off' },
    { childScript: context.childScript ?? script, childArgs: [JSON.stringify(flags)], deathsOfTeam: Number.POSITIVE_INFINITY },
  )
}

/** The shared queue in PostgreSQL; undefined without DATABASE_URL. */
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

async function take(tasks: AsyncGenerator<Task>): Promise<ClaimedTask | undefined> {
  const { value, done } = await tasks.next()
  return done === true ? undefined : { task: value, finish: async () => {} }
}
