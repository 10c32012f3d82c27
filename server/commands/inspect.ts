import type { Command } from 'commander'
import type { ElementBox } from '../../engine/index.ts'
import { type CommandContext, readData } from './command.ts'
import { addEngineFlags, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options extends EngineFlags {
  readonly data?: string
  readonly type?: string
  readonly json?: boolean
}

export function addInspect(program: Command, context: CommandContext): void {
  const command = program
    .command('inspect')
    .description('print the box of every element: its page, x, y, width and height in CSS pixels from the top left of the page area')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--data <file>', 'a JSON file with the values, or - for standard input')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option('--json', 'print one JSON array of { path, id, page, x, y, width, height }')
  addEngineFlags(command).action((path: string, options: Options) => inspect(path, options, context))
}

async function inspect(path: string, options: Options, context: CommandContext): Promise<void> {
  const template = await readTemplate(path, options.type, context)
  const data = await readData(options.data, context)
  const engine = await startEngine(options, context)
  const assets = assetsBelow(options.baseDir, path)
  const compiled = await compile(engine, template, assets, context)
  const { boxes } = await rendered(() => engine.inspect(compiled, data, { assets }), { ...template, strict: options.strict }, context)
  context.out(options.json === true ? `${JSON.stringify(boxes)}\n` : boxes.map(boxLine).join(''))
}

/** Such as `    div:nth-child(2) #total  page 1  at 10, 20  size 300 × 40`, indented by depth. */
function boxLine({ path, id, page, x, y, width, height }: ElementBox): string {
  const steps = path.split('>')
  const name = id === undefined ? steps.at(-1) : `${steps.at(-1)} #${id}`
  return `${'  '.repeat(steps.length - 1)}${name}  page ${page}  at ${x}, ${y}  size ${width} × ${height}\n`
}
