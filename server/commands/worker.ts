import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import type { Engine } from '../../engine/index.ts'
import { type CommandContext, diagnosticsOf, formatDiagnostics, readText, typeOf } from './command.ts'
import { fileResolver, folderOf } from './files.ts'
import { startEngine } from './local.ts'

interface RenderOrder {
  readonly id: unknown
  readonly in: string
  readonly out: string
}

/** Without --root, a document may read files below the folder this many levels up: test suites keep fonts beside their folders of cases. */
const LEVELS_UP = 5

/** A long-lived rendering process for conformance suites: one JSON line per document in, one out. Hidden, since only our own scripts use it. */
export function addWorker(program: Command, context: CommandContext): void {
  program
    .command('worker', { hidden: true })
    .option('--root <dir>', 'documents may read files below this folder')
    .action((options: { root?: string }) => work(options.root, context))
}

async function work(root: string | undefined, context: CommandContext): Promise<void> {
  const engine = await startEngine({}, context)
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    // Our own scripts write these lines.
    const order = JSON.parse(line) as RenderOrder
    const problem = await renderToFile(order, { engine, root, context })
    context.out(`${JSON.stringify({ id: order.id, ok: problem === undefined, err: problem ?? null })}\n`)
  }
}

/** Resolves to the error text, undefined on success. */
async function renderToFile(
  order: RenderOrder,
  { engine, root, context }: { engine: Engine; root: string | undefined; context: CommandContext },
): Promise<string | undefined> {
  try {
    const source = await readText(order.in, context)
    const folder = folderOf(order.in)
    const tree = root ?? resolve(folder, ...Array.from({ length: LEVELS_UP }, () => '..'))
    const assets = fileResolver(tree, folder)
    const template = engine.compile({ type: typeOf(order.in, undefined), source }, { assets })
    const { pdf } = await engine.render(template, {}, { assets })
    await mkdir(dirname(order.out), { recursive: true })
    await writeFile(order.out, pdf)
    return undefined
  } catch (thrown) {
    const problems = diagnosticsOf(thrown)
    if (problems !== undefined) return formatDiagnostics(problems, { path: order.in }, context)
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  }
}
