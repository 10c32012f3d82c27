// `platen templates verify`: renders the examples of a folder's templates, and compares their pages with those that were kept.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Assets, CompiledTemplate, Engine } from '../../../engine/index.ts'
import { packageVersion } from '../../package-root.ts'
import { BadInput, BadUsage, type CommandContext, readData } from '../command.ts'
import { addRenderFlags, type EngineFlags } from '../engine-flags.ts'
import { fileResolver } from '../files.ts'
import { compile, rendered, startEngine } from '../local.ts'
import { comparePages, type PageDifference } from './compare.ts'
import { ASSETS, type Example, examplesOf, type FolderTemplate, readFolder } from './folder.ts'
import { hashOf, type KeptPages, readKeptPages, writeKeptPages } from './kept-pages.ts'
import { type PaintedItem, recordPages, textOf } from './page-record.ts'
import { pictureOf } from './picture.ts'

interface Options extends Omit<EngineFlags, 'baseDir'> {
  readonly keep?: boolean
  readonly sample?: boolean
  readonly pictures?: string
  readonly tolerance: number
}

/** One rendering to be checked. */
interface Case {
  readonly folder: string
  readonly template: FolderTemplate
  readonly compiled: CompiledTemplate
  readonly example: Example
  readonly assets: Assets
  readonly assetsHash: string
}

interface Verification {
  readonly options: Options
  readonly context: CommandContext
}

/** Items of each kind of difference that the report names. */
const MOST_NAMED = 5

export function addVerify(program: Command, context: CommandContext): void {
  const templates = program.commands.find((command) => command.name() === 'templates')
  if (templates === undefined) throw new Error('templates are added before their verification')
  const command = templates
    .command('verify')
    .description('render the examples of a folder of templates and compare their pages with those kept; exit code 1 when something moved')
    .argument('<dir>', 'holds invoice.html, invoice.examples/NAME.json and assets/')
    .argument('[template...]', 'only these, such as invoice')
    .option('--keep', 'keep the pages as they are, beside their data, instead of comparing')
    .option('--sample', 'with --keep: make an example of made-up data for each template that has none')
    .option('--pictures <dir>', 'the folder for pictures of what moved; moved/ in the folder when absent')
    .option('--tolerance <points>', 'how far something may move', distance, 0.1)
  addRenderFlags(command).action((folder: string, keys: readonly string[], options: Options) => verify(folder, keys, { options, context }))
}

function distance(text: string): number {
  const points = Number(text)
  if (text.trim() === '' || !(points >= 0 && points <= 100)) throw new InvalidArgumentError('Write a number of points from 0 to 100.')
  return points
}

interface Verification {
  readonly options: Options
  readonly context: CommandContext
}

async function verify(folder: string, keys: readonly string[], run: Verification): Promise<void> {
  const { options, context } = run
  if (options.sample === true && options.keep !== true) throw new BadUsage('--sample is for --keep')
  const found = await readFolder(folder, context)
  for (const key of keys)
    if (!found.templates.some((template) => template.key === key)) throw new BadInput(`there is no template ${key} in ${folder}`)
  const engine = await startEngine(options, context)
  const assets: Assets = found.assets.size === 0 ? {} : fileResolver(join(folder, ASSETS))
  const assetsHash = hashOf([...found.assets].flatMap(([name, path]) => [name, readFileSync(path)]))
  const counts = { pages: 0, examples: 0, different: 0 }
  for (const template of found.templates.filter(({ key }) => keys.length === 0 || keys.includes(key))) {
    if (options.sample === true) await addSample(engine, { folder, template, assets }, context)
    const examples = examplesOf(folder, template)
    if (examples.length === 0)
      context.err(`${template.key}: no examples; put data into ${join(folder, `${template.key}.examples`, 'NAME.json')}\n`)
    const compiled = examples.length === 0 ? undefined : await compile(engine, template, assets, context)
    for (const example of compiled === undefined ? [] : examples) {
      const one: Case = { folder, template, compiled: compiled!, example, assets, assetsHash }
      const now = await renderPages(engine, one, run)
      counts.examples++
      counts.pages += now.pages.length
      if (options.keep === true) writeKeptPages(example.pagesPath, now)
      else if (!isAsKept(one, now, run)) counts.different++
    }
  }
  report(counts, folder, run)
}

async function addSample(
  engine: Engine,
  { folder, template, assets }: Pick<Case, 'folder' | 'template' | 'assets'>,
  context: CommandContext,
): Promise<void> {
  if (examplesOf(folder, template).length > 0) return
  const data = engine.sampleData(await compile(engine, template, assets, context))
  const own = join(folder, `${template.key}.examples`)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'sample.json'), `${JSON.stringify(data, null, 2)}\n`)
}

/** Keeps the pages of the examples of templates that were published. */
export async function keepPages(folder: string, keys: readonly string[], context: CommandContext): Promise<void> {
  const found = await readFolder(folder, context)
  const wanted = found.templates.filter((template) => keys.includes(template.key) && examplesOf(folder, template).length > 0)
  if (wanted.length === 0) return
  const options: Options = { font: [], keep: true, tolerance: 0 }
  await verify(
    folder,
    wanted.map(({ key }) => key),
    { options, context: { ...context, out: () => {} } },
  )
  context.err(`Pages of the examples of ${wanted.map(({ key }) => key).join(', ')} are kept.\n`)
}

function report(counts: { examples: number; pages: number; different: number }, folder: string, { options, context }: Verification): void {
  if (counts.examples === 0) throw new BadInput(`there is no example in ${folder}`)
  const amount = `${counts.examples} ${counts.examples === 1 ? 'example' : 'examples'}, ${counts.pages} ${counts.pages === 1 ? 'page' : 'pages'}`
  context.out(
    options.keep === true ? `${amount} kept.\n` : `${amount}: ${counts.different === 0 ? 'as kept' : `${counts.different} different`}.\n`,
  )
  if (counts.different > 0) throw new BadInput('')
}

async function renderPages(
  engine: Engine,
  { template, compiled, example, assets, assetsHash }: Case,
  { options, context }: Verification,
): Promise<KeptPages> {
  const data = await readData(example.path, context)
  // Rendered first: that waits for what the document loads, and reports everything.
  await rendered(() => engine.render(compiled, data, { assets }), { ...template, strict: options.strict }, context)
  const pages = recordPages((canvas) => void engine.paint(compiled, data, canvas, { assets }))
  return { engine: packageVersion(), inputs: hashOf([template.type, template.source, JSON.stringify(data), assetsHash]), pages }
}

/** Reports what differs, and draws it. */
function isAsKept({ folder, template, example }: Case, now: KeptPages, { options, context }: Verification): boolean {
  const title = `${template.key}/${example.name}`
  const kept = readKeptPages(example.pagesPath)
  if (kept === undefined) {
    context.err(`${title}: no pages are kept; look at the document, then run this command with --keep\n`)
    return false
  }
  const differences = comparePages(kept.pages, now.pages, options.tolerance)
  if (differences.length === 0) return true
  const cause =
    kept.inputs === now.inputs
      ? `template and data are the same; kept by version ${kept.engine}, this is ${now.engine}`
      : 'the template, its data or an asset changed since'
  context.err(`${title}: ${differences.length} of ${Math.max(kept.pages.length, now.pages.length)} pages differ (${cause})\n`)
  const pictures = options.pictures ?? join(folder, 'moved')
  mkdirSync(pictures, { recursive: true })
  for (const difference of differences) {
    const path = join(pictures, `${template.key}.${example.name}.page-${difference.page}.svg`)
    writeFileSync(path, pictureOf(difference))
    context.err(`${describeDifference(difference).join('\n')}\n  picture: ${path}\n`)
  }
  return false
}

function describeDifference({ page, before, after, moved, gone, added }: PageDifference): readonly string[] {
  if (before === undefined) return [`  page ${page} is new`]
  if (after === undefined) return [`  page ${page} is gone`]
  const sizes =
    before.width === after.width && before.height === after.height
      ? []
      : [`    the sheet was ${before.width} × ${before.height} pt, it is ${after.width} × ${after.height} pt`]
  const farthest = Math.max(0, ...moved.map(({ before, after }) => Math.hypot(after.x - before.x, after.y - before.y)))
  const far = moved.length === 0 ? '' : ` (by ${Math.round(farthest * 100) / 100} pt at most)`
  return [
    `  page ${page}: ${moved.length} moved or resized${far}, ${gone.length} gone, ${added.length} new`,
    ...sizes,
    ...named(
      moved.toSorted((a, b) => textFirst(a.after, b.after)),
      ({ before, after }) => `${nameOf(after)} from ${placeOf(before)} to ${placeOf(after)}`,
    ),
    ...named(gone.toSorted(textFirst), (item) => `gone: ${nameOf(item)} at ${placeOf(item)}`),
    ...named(added.toSorted(textFirst), (item) => `new: ${nameOf(item)} at ${placeOf(item)}`),
  ]
}

/** Words say more than the rectangles around them. */
const textFirst = (a: PaintedItem, b: PaintedItem): number => Number(b.kind === 'text') - Number(a.kind === 'text')

function named<T>(items: readonly T[], describe: (item: T) => string): readonly string[] {
  const rest = items.length - MOST_NAMED
  return [...items.slice(0, MOST_NAMED).map((item) => `    ${describe(item)}`), ...(rest > 0 ? [`    and ${rest} more`] : [])]
}

function nameOf(item: PaintedItem): string {
  return item.kind === 'text' ? JSON.stringify(textOf(item)) : item.kind
}

function placeOf({ x, y, width, height }: PaintedItem): string {
  return `${x}, ${y} (${width} × ${height})`
}
