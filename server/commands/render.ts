import type { Command } from 'commander'
import { BadUsage, type CommandContext, readData, writeOutput } from './command.ts'
import { addEngineFlags, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options extends EngineFlags {
  readonly data?: string
  readonly out?: string
  readonly type?: string
}

export function addRender(program: Command, context: CommandContext): void {
  const command = program
    .command('render')
    .description('render a template to a PDF')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--data <file>', 'a JSON file with the values, or - for standard input; an empty object when absent')
    .option('--out <file>', 'where the PDF goes, - for standard output')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
  addEngineFlags(command).action((path: string, options: Options) => render(path, options, context))
}

async function render(path: string, options: Options, context: CommandContext): Promise<void> {
  if (path === '-' && options.data === '-') throw new BadUsage('template and data cannot both come from standard input')
  if (options.out === undefined && context.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
  const template = await readTemplate(path, options.type, context)
  const data = await readData(options.data, context)
  const engine = await startEngine(options, context)
  const assets = assetsBelow(options.baseDir, path)
  const compiled = await compile(engine, template, assets, context)
  const { pdf } = await rendered(() => engine.render(compiled, data, { assets }), { ...template, strict: options.strict }, context)
  await writeOutput(options.out, pdf, context)
}
