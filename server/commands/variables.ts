import type { Command } from 'commander'
import type { CommandContext } from './command.ts'
import { addBaseDir, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, startEngine } from './local.ts'

interface Options extends Pick<EngineFlags, 'baseDir'> {
  readonly type?: string
  readonly json?: boolean
}

export function addVariables(program: Command, context: CommandContext): void {
  const command = program
    .command('variables')
    .description('list the variables of a template, in order of first use')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option('--json', 'as JSON, in the format of the HTTP interface')
  addBaseDir(command).action((path: string, options: Options) => variables(path, options, context))
}

async function variables(path: string, options: Options, context: CommandContext): Promise<void> {
  const template = await readTemplate(path, options.type, context)
  const engine = await startEngine(options, context)
  const list = (await compile(engine, template, assetsBelow(options.baseDir, path), context)).variables
  if (options.json === true) context.out(`${JSON.stringify(list, null, 2)}\n`)
  else for (const { name, type } of list) context.out(`${name} ${type}\n`)
}
