import type { Command } from 'commander'
import type { Engine, MergePart } from '../../engine/index.ts'
import { BadUsage, type CommandContext, readData, readInput, writeOutput } from './command.ts'
import { addEngineFlags, addTagging, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options extends EngineFlags {
  readonly out?: string
}

export function addMerge(program: Command, context: CommandContext): void {
  const command = program
    .command('merge')
    .description('render several templates, and finished PDFs, into one PDF')
    .argument('<part...>', 'invoice.html=data.json, terms.html or letterhead.pdf, in the order of the pages')
    .option('--out <file>', 'where the PDF goes, - for standard output')
  addEngineFlags(addTagging(command)).action((parts: readonly string[], options: Options) => merge(parts, options, context))
}

async function merge(args: readonly string[], options: Options, context: CommandContext): Promise<void> {
  if (options.out === undefined && context.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
  const engine = await startEngine(options, context)
  const parts: MergePart[] = []
  for (const arg of args) parts.push(await readPart(arg, { engine, baseDir: options.baseDir }, context))
  const whole = { path: args.join(' '), strict: options.strict }
  const { pdf } = await rendered(() => engine.merge(parts, { assets: assetsBelow(options.baseDir, '-') }), whole, context)
  await writeOutput(options.out, pdf, context)
}

async function readPart(
  arg: string,
  { engine, baseDir }: { engine: Engine; baseDir: string | undefined },
  context: CommandContext,
): Promise<MergePart> {
  if (/\.pdf$/i.test(arg)) return { pdf: await readInput(arg, context) }
  const sign = arg.lastIndexOf('=')
  const path = sign < 0 ? arg : arg.slice(0, sign)
  const template = await readTemplate(path, undefined, context)
  const data = await readData(sign < 0 ? undefined : arg.slice(sign + 1), context)
  return { template: await compile(engine, template, assetsBelow(baseDir, path), context), data }
}
