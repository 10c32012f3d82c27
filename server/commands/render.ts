import type { Command } from 'commander'
import { BadUsage, readData, type Surroundings, writeOutput } from './command.ts'
import { addEngineFlags, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options extends EngineFlags {
  readonly data?: string
  readonly out?: string
  readonly type?: string
}

export function addRender(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('render')
    .description('render a template to a PDF')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--data <file>', 'a JSON file with the values, or - for standard input; without it the template is rendered as it stands')
    .option('--out <file>', 'where the PDF goes, - for standard output')
    .option('--type <type>', 'html or editor; told from the file name when absent')
  addEngineFlags(command).action((path: string, options: Options) => render(path, options, surroundings))
}

async function render(path: string, options: Options, surroundings: Surroundings): Promise<void> {
  if (path === '-' && options.data === '-') throw new BadUsage('template and data cannot both come from standard input')
  if (options.out === undefined && surroundings.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
  const template = await readTemplate(path, options.type, surroundings)
  const data = await readData(options.data, surroundings)
  const engine = await startEngine(options, surroundings)
  const assets = assetsBelow(options.baseDir, path)
  const compiled = await compile(engine, template, assets, surroundings)
  const { pdf } = await rendered(() => engine.render(compiled, data, { assets }), { ...template, strict: options.strict }, surroundings)
  await writeOutput(options.out, pdf, surroundings)
}
