import type { Command } from 'commander'
import type { CommandContext } from './command.ts'
import { addConformance, addEngineFlags, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options extends EngineFlags {
  readonly type?: string
}

export function addCheck(program: Command, context: CommandContext): void {
  const command = program
    .command('check')
    .description('report the errors and warnings of a template')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
  addEngineFlags(addConformance(command)).action((path: string, options: Options) => check(path, options, context))
}

/** Compiles the template, then renders it with sample data, since problems of CSS and fonts appear only there. */
async function check(path: string, options: Options, context: CommandContext): Promise<void> {
  const template = await readTemplate(path, options.type, context)
  const engine = await startEngine(options, context)
  const assets = assetsBelow(options.baseDir, path)
  const compiled = await compile(engine, template, assets, context)
  const render = (): ReturnType<typeof engine.render> => engine.render(compiled, engine.sampleData(compiled), { assets })
  await rendered(render, { ...template, strict: options.strict }, context)
}
