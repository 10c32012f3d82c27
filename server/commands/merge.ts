import { type Command, Option } from 'commander'
import type { Engine, MergePart, PageRange } from '../../engine/index.ts'
import { type AttachOption, attachmentsOf } from './attach.ts'
import { BadUsage, type CommandContext, readData, readInput, writeOutput } from './command.ts'
import { addAttach, addEngineFlags, addTagging, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'

interface Options extends EngineFlags, AttachOption {
  readonly out?: string
  readonly outline?: (typeof OUTLINES)[number]
}

const OUTLINES = ['joined', 'parts', 'none'] as const

export function addMerge(program: Command, context: CommandContext): void {
  const command = program
    .command('merge')
    .description('render several templates, and finished PDFs, into one PDF')
    .argument('<part...>', 'invoice.html=data.json, terms.html, letterhead.pdf or report.pdf#2-5,8 (some pages), in the order of the pages')
    .option('--out <file>', 'where the PDF goes, - for standard output')
    .addOption(
      new Option('--outline <kind>', 'outlines of the parts one after another, or each below an entry for its part, or none').choices(
        OUTLINES,
      ),
    )
  addEngineFlags(addAttach(addTagging(command))).action((parts: readonly string[], options: Options) => merge(parts, options, context))
}

async function merge(args: readonly string[], options: Options, context: CommandContext): Promise<void> {
  if (options.out === undefined && context.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
  const { outline } = options
  const attachments = await attachmentsOf(options, context)
  const engine = await startEngine(options, context)
  const parts: MergePart[] = []
  for (const arg of args) parts.push(await readPart(arg, { engine, baseDir: options.baseDir }, context))
  const whole = { path: args.join(' '), strict: options.strict }
  const { pdf } = await rendered(
    () => engine.merge(parts, { assets: assetsBelow(options.baseDir, '-'), ...(outline === undefined ? {} : { outline }), ...attachments }),
    whole,
    context,
  )
  await writeOutput(options.out, pdf, context)
}

async function readPart(
  arg: string,
  { engine, baseDir }: { engine: Engine; baseDir: string | undefined },
  context: CommandContext,
): Promise<MergePart> {
  const [, file = '', pages] = /^(.*\.pdf)(?:#([^/]*))?$/i.exec(arg) ?? []
  if (file !== '') return { pdf: await readInput(file, context), ...(pages === undefined ? {} : { pages: readPages(pages) }) }
  const sign = arg.lastIndexOf('=')
  const path = sign < 0 ? arg : arg.slice(0, sign)
  const template = await readTemplate(path, undefined, context)
  const data = await readData(sign < 0 ? undefined : arg.slice(sign + 1), context)
  return { template: await compile(engine, template, assetsBelow(baseDir, path), context), data }
}

/** `2-5,8,10-`: pages from 1. */
function readPages(text: string): readonly PageRange[] {
  return text.split(',').map((span) => {
    const [, first, dash, last] = /^\s*(\d+)\s*(-?)\s*(\d*)\s*$/.exec(span) ?? []
    if (first === undefined) throw new BadUsage(`${JSON.stringify(text)} is no list of pages: write 2-5,8`)
    if (dash === '-' && last === '') return { first: Number(first) }
    return { first: Number(first), last: Number(last || first) }
  })
}
