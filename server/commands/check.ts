import type { Command } from 'commander'
import { BadInput, describeProblem, problemsOf, type Surroundings } from './command.ts'
import { assetsBelow, compile, readTemplate, startEngine } from './local.ts'
import { collect } from './render.ts'

interface Options {
  readonly type?: string
  readonly font: readonly string[]
  readonly baseDir?: string
}

export function addCheck(program: Command, surroundings: Surroundings): void {
  program
    .command('check')
    .description('say what is wrong with a template')
    .argument('<template>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option('--font <file>', 'a font to use beside the bundled ones; may repeat', collect, [])
    .option('--base-dir <dir>', 'let relative src, href and url() read files below this folder')
    .action((path: string, options: Options) => check(path, options, surroundings))
}

/** Compiles, then renders with made-up data, since what CSS and fonts lack only shows there. */
async function check(path: string, options: Options, surroundings: Surroundings): Promise<void> {
  const template = await readTemplate(path, options.type, surroundings)
  const engine = await startEngine(options.font, surroundings)
  const assets = assetsBelow(options.baseDir, path)
  const compiled = compile(engine, template, assets, surroundings)
  try {
    const { warnings } = await engine.render(compiled, engine.sampleData(compiled), { assets })
    for (const warning of warnings) surroundings.err(describeProblem(warning, path, template.source))
  } catch (thrown) {
    const problems = problemsOf(thrown)
    if (problems === undefined) throw thrown
    for (const problem of problems) surroundings.err(describeProblem(problem, path, template.source))
    throw new BadInput('')
  }
}
