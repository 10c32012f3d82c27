import type { Command } from 'commander'
import type { CompiledTemplate, Engine, RenderOptions } from '../../engine/index.ts'
import { BadUsage, readData, type Surroundings } from './command.ts'
import { assetsBelow, compile, readTemplate, startEngine } from './local.ts'

interface Options {
  readonly data?: string
  readonly type?: string
  readonly baseDir?: string
}

/** An engine may show what it would draw. */
interface Inspectable extends Engine {
  inspect?(template: CompiledTemplate, data: unknown, options: RenderOptions): unknown
}

export function addInspect(program: Command, surroundings: Surroundings): void {
  program
    .command('inspect')
    .description('print what would be drawn, as text')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--data <file>', 'a JSON file with the values, or - for standard input')
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option('--base-dir <dir>', 'let relative src, href and url() read files below this folder')
    .action((path: string, options: Options) => inspect(path, options, surroundings))
}

async function inspect(path: string, options: Options, surroundings: Surroundings): Promise<void> {
  const template = await readTemplate(path, options.type, surroundings)
  const data = await readData(options.data, surroundings)
  const engine: Inspectable = await startEngine([], surroundings)
  if (engine.inspect === undefined) throw new BadUsage('this engine cannot be inspected')
  const assets = assetsBelow(options.baseDir, path)
  const found = await engine.inspect(compile(engine, template, assets, surroundings), data, { assets })
  surroundings.out(typeof found === 'string' ? `${found}\n` : `${JSON.stringify(found, null, 2)}\n`)
}
