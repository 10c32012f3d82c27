import type { Command } from 'commander'
import { BadUsage, readData, type Surroundings, writeOutput } from './command.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options {
  readonly data?: string
  readonly out?: string
  readonly type?: string
  readonly font: readonly string[]
  readonly baseDir?: string
}

export function addRender(program: Command, surroundings: Surroundings): void {
  program
    .command('render')
    .description('render a template to a PDF')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--data <file>', 'a JSON file with the values, or - for standard input; without it the template is rendered as it stands')
    .option('--out <file>', 'where the PDF goes, - for standard output')
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option('--font <file>', 'a font to use beside the bundled ones; may repeat', collect, [])
    .option('--base-dir <dir>', 'let relative src, href and url() read files below this folder')
    .action((path: string, options: Options) => render(path, options, surroundings))
}

/** For options that may repeat. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

async function render(path: string, options: Options, surroundings: Surroundings): Promise<void> {
  if (path === '-' && options.data === '-') throw new BadUsage('template and data cannot both come from standard input')
  if (options.out === undefined && surroundings.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
  const template = await readTemplate(path, options.type, surroundings)
  const data = await readData(options.data, surroundings)
  const engine = await startEngine(options.font, surroundings)
  const assets = assetsBelow(options.baseDir, path)
  const compiled = compile(engine, template, assets, surroundings)
  const { pdf } = await rendered(() => engine.render(compiled, data, { assets }), template, surroundings)
  await writeOutput(options.out, pdf, surroundings)
}
