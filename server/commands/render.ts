import type { Command } from 'commander'
import { inexactOf, parseJsonData } from '../json-data.ts'
import { type AttachOption, attachmentsOf } from './attach.ts'
import { BadUsage, type CommandContext, readData, writeOutput } from './command.ts'
import { addAttach, addEngineFlags, addTagging, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, compile, readTemplate, rendered, startEngine } from './local.ts'
import { remoteClient, withRemote } from './remote.ts'

interface Options extends EngineFlags, AttachOption {
  readonly data?: string
  readonly out?: string
  readonly type?: string
  readonly template?: string
  readonly draft?: boolean
}

export function addRender(program: Command, context: CommandContext): void {
  const command = program
    .command('render')
    .description('render a template to a PDF; with --template one of the service of PLATEN_URL and PLATEN_TOKEN')
    .argument('[template]', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--data <file>', 'a JSON file with the values, or - for standard input; an empty object when absent')
    .option('--out <file>', 'where the PDF goes, - for standard output')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option('--template <id>', 'a template of the service, rendered there')
    .option('--draft', 'with --template: its newest version, published or not')
  addEngineFlags(addAttach(addTagging(command))).action((path: string | undefined, options: Options) => {
    if ((path === undefined) === (options.template === undefined))
      throw new BadUsage('say which file is rendered, or which template with --template ID')
    if (options.out === undefined && context.isOutTerminal) throw new BadUsage('say where the PDF goes with --out FILE')
    return path === undefined ? renderRemote(options.template!, options, context) : render(path, options, context)
  })
}

async function renderRemote(id: string, options: Options, context: CommandContext): Promise<void> {
  const client = remoteClient(context)
  if (client === undefined) throw new BadUsage('--template goes to a service: set PLATEN_URL and PLATEN_TOKEN')
  const local =
    (['type', 'baseDir', 'locale', 'timeZone'] as const).find((name) => options[name] !== undefined) ??
    (options.font.length > 0 ? 'font' : undefined)
  if (local !== undefined)
    throw new BadUsage(`--${local.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is for files that are rendered here`)
  // The type of an object is what `readData` has checked.
  const data = (await readData(options.data, context, parseJsonData)) as Readonly<Record<string, unknown>>
  const { strict: isStrict, draft: isDraft, conformance } = options
  const isTagged = options.tags === false ? false : undefined
  const { attachments } = await attachmentsOf(options, context)
  const { result, warningList = [] } = await withRemote(() =>
    client.render(id, data, { isStrict, isDraft, conformance, isTagged, attachments, listsWarnings: true }),
  )
  for (const { path, code, message } of warningList) context.err(`${path === '' ? id : path}: warning: ${message} [${code}]\n`)
  await writeOutput(options.out, result, context)
}

async function render(path: string, options: Options, context: CommandContext): Promise<void> {
  if (path === '-' && options.data === '-') throw new BadUsage('template and data cannot both come from standard input')
  if (options.draft === true) throw new BadUsage('--draft is for --template')
  const template = await readTemplate(path, options.type, context)
  const data = await readData(options.data, context, parseJsonData)
  const engine = await startEngine(options, context)
  const assets = assetsBelow(options.baseDir, path)
  const attachments = await attachmentsOf(options, context)
  const compiled = await compile(engine, template, assets, context)
  const { pdf } = await rendered(
    () => engine.render(compiled, data, { assets, inexact: inexactOf(data), ...attachments }),
    { ...template, strict: options.strict },
    context,
  )
  await writeOutput(options.out, pdf, context)
}
