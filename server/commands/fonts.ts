import type { Command } from 'commander'
import type { FontDescription } from '../../engine/index.ts'
import { BadInput, type CommandContext, diagnosticsOf, readInput } from './command.ts'

export function addFonts(program: Command, context: CommandContext): void {
  program
    .command('fonts')
    .description('print the names, weights, axes and features of font files, as style sheets refer to them')
    .argument('<file...>', 'TTF, OTF, TTC, WOFF or WOFF2 files')
    .option('--json', 'print one JSON array')
    .action((paths: readonly string[], options: { readonly json?: boolean }) => fonts(paths, options.json === true, context))
}

async function fonts(paths: readonly string[], isJson: boolean, context: CommandContext): Promise<void> {
  const { out } = context
  const engine = await context.loadEngine()
  const found: FontDescription[] = []
  for (const path of paths) found.push(...(await described(path, engine, context)))
  out(isJson ? `${JSON.stringify(found)}\n` : found.map(fontLines).join('\n'))
}

async function described(
  path: string,
  { describeFont, describeProblem }: Awaited<ReturnType<CommandContext['loadEngine']>>,
  context: CommandContext,
): Promise<readonly FontDescription[]> {
  const data = await readInput(path, context)
  try {
    return await describeFont(data)
  } catch (thrown) {
    const problems = diagnosticsOf(thrown)
    if (problems === undefined) throw thrown
    throw new BadInput(problems.map((problem) => describeProblem(problem, path)).join('\n'))
  }
}

function fontLines(font: FontDescription): string {
  const weight = font.maxWeight === undefined ? `${font.weight}` : `${font.weight} ${font.maxWeight}`
  const lines = [
    font.fullName,
    `  in CSS      font-family: "${font.family}"; font-weight: ${weight}; font-style: ${font.style}`,
    `  glyphs      ${font.glyphs}, for ${font.characters} characters`,
    ...font.axes.map(({ tag, name, min, max, default: normal }) => `  axis        "${tag}" ${min} to ${max}, normally ${normal}: ${name}`),
    ...(font.namedInstances.length === 0 ? [] : [`  instances   ${font.namedInstances.join(', ')}`]),
    `  features    ${font.features.join(' ') || 'none'}`,
    `  embedding   ${font.embedding}`,
  ]
  return `${lines.join('\n')}\n`
}
