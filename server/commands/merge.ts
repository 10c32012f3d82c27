import type { Command } from 'commander'
import type { Engine, MergePart } from '../../engine/index.ts'
import { BadUsage, readData, readInput, type Surroundings, writeOutput } from './command.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'
import { collect } from './render.ts'

interface Options {
  readonly out?: string
  readonly font: readonly string[]
  readonly baseDir?: string
}

export function addMerge(program: Command, surroundings: Surroundings): void {
  program
    .command('merge')
    .description('render several templates, and finished PDFs, into one PDF')
    .argument('<part...>', 'invoice.html=data.json, terms.html or letterhead.pdf, in the order of the pages')
    .option('--out <file>', 'where the PDF goes, - for standard output')
    .option('--font <file>', 'a font to use beside the bundled ones; may repeat', collect, [])
    .option('--base-dir <dir>', 'let relative src, href and url() read files below this folder')
    .action((parts: readonly string[], options: Options) => merge(parts, options, surroundings))
}

async function merge(words: readonly string[], options: Options, surroundings: Surroundings): Promise<void> {
  if (options.out === undefined && surroundings.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
  const engine = await startEngine(options.font, surroundings)
  const parts: MergePart[] = []
  for (const word of words) parts.push(await readPart(word, { engine, baseDir: options.baseDir }, surroundings))
  const whole = { path: words.join(' '), type: 'html', source: '' } as const
  const { pdf } = await rendered(() => engine.merge(parts, { assets: assetsBelow(options.baseDir, '-') }), whole, surroundings)
  await writeOutput(options.out, pdf, surroundings)
}

async function readPart(
  word: string,
  { engine, baseDir }: { engine: Engine; baseDir: string | undefined },
  surroundings: Surroundings,
): Promise<MergePart> {
  if (/\.pdf$/i.test(word)) return { pdf: await readInput(word, surroundings) }
  const sign = word.lastIndexOf('=')
  const path = sign < 0 ? word : word.slice(0, sign)
  const template = await readTemplate(path, undefined, surroundings)
  const data = await readData(sign < 0 ? undefined : word.slice(sign + 1), surroundings)
  return { template: compile(engine, template, assetsBelow(baseDir, path), surroundings), data }
}
