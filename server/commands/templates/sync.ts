// `templates push --dir` and `pull --dir`: a folder with all templates and assets, and a service, are made alike.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAssetName } from '../../assets/name.ts'
import { type PlatenClient, PlatenError, type TemplateChange } from '../../client/index.ts'
import { BadInput, type CommandContext } from '../command.ts'
import { describeRefusal, placed, withRemote } from '../remote.ts'
import { bytesOf } from '../remote-assets.ts'
import {
  ASSETS,
  type DescribedTemplate,
  examplePath,
  type FolderTemplate,
  MANIFEST,
  type ManifestEntry,
  readFolder,
  type TemplateFolder,
} from './folder.ts'
import {
  type Difference,
  describeDifferences,
  differences,
  isSameSource,
  nameOf,
  type RemoteState,
  type RemoteTemplate,
  readRemote,
} from './plan.ts'
import type { SyncOptions } from './template-commands.ts'
import { keepPages } from './verify.ts'

type Options = SyncOptions & { readonly dir: string }

/** What the service had when folder and service were last made alike; not for version control. */
const STATE = '.platen.json'

export async function pushFolder(client: PlatenClient, options: Options, context: CommandContext): Promise<void> {
  const { dir } = options
  const folder = await readFolder(dir, context)
  const remote = await withRemote(() => readRemote(client))
  const all = differences(folder, remote, 'folder', options.draft === true)
  const planned = all.filter(({ here }) => here !== undefined || options.prune === true)
  for (const one of all.filter((one) => !planned.includes(one))) context.err(`only in the service: ${nameOf(one)} (--prune removes it)\n`)
  refuseOverwriting(planned, readState(dir), options)
  if (!(await isAgreed(planned, 'folder', options, context))) return
  const refused = await applyToService(client, planned, { folder, options, context })
  writeState(dir, await withRemote(() => readRemote(client)))
  const published = planned.flatMap((one) =>
    one.kind === 'template' && !refused.includes(one) && one.here !== undefined ? [one.here.key] : [],
  )
  if (options.draft !== true) await keepPages(dir, published, context)
  if (refused.length > 0) throw new BadInput(`${refused.length} of ${planned.length} changes were refused`)
  context.err(`${planned.length} ${planned.length === 1 ? 'change' : 'changes'} made.\n`)
}

export async function pullFolder(client: PlatenClient, options: Options, context: CommandContext): Promise<void> {
  const { dir } = options
  mkdirSync(dir, { recursive: true })
  const folder = await readFolder(dir, context)
  const remote = await withRemote(() => readRemote(client))
  const all = differences(folder, remote, 'service')
  const planned = all.filter(({ there }) => there !== undefined || options.prune === true)
  for (const one of all.filter((one) => !planned.includes(one))) context.err(`only in the folder: ${nameOf(one)} (--prune removes it)\n`)
  // New files overwrite nothing: they need no consent.
  const isHarmless = planned.every(({ here }) => here === undefined)
  if (!(await isAgreed(planned, 'service', { ...options, yes: options.yes === true || isHarmless }, context))) return
  await applyToFolder(client, planned, folder, dir)
  writeState(dir, remote)
  context.err(`${planned.length} ${planned.length === 1 ? 'change' : 'changes'} made.\n`)
}

/** Shows what differs; whether it is to be done. Throws for `--check`, and where nobody can be asked. */
async function isAgreed(
  planned: readonly Difference[],
  from: 'folder' | 'service',
  { check, yes }: SyncOptions,
  context: CommandContext,
): Promise<boolean> {
  if (planned.length === 0) {
    context.err('Nothing differs.\n')
    return false
  }
  context.out(describeDifferences(planned, from))
  if (check === true) throw new BadInput(`${planned.length} ${planned.length === 1 ? 'difference' : 'differences'} (--check)`)
  if (yes === true) return true
  if (context.confirm === undefined) throw new BadInput('nothing was changed: say --yes to do this')
  return context.confirm('Do this?')
}

interface State {
  readonly templates: Readonly<Record<string, number>>
  /** Hashes of data examples by template and name, such as `invoice/reminder`. */
  readonly examples: Readonly<Record<string, string>>
}

function readState(dir: string): State | undefined {
  const path = join(dir, STATE)
  if (!existsSync(path)) return undefined
  try {
    const { templates, examples } = JSON.parse(readFileSync(path, 'utf8'))
    return { templates: templates ?? {}, examples: examples ?? {} }
  } catch {
    throw new BadInput(`${path} is damaged: remove it, then pull`)
  }
}

function writeState(dir: string, { templates, examples }: RemoteState): void {
  const state: State = {
    templates: Object.fromEntries(templates.map(({ id, version }) => [id, version])),
    examples: Object.fromEntries([...examples].flatMap(([id, own]) => [...own].map(([name, hash]) => [`${id}/${name}`, hash]))),
  }
  writeFileSync(join(dir, STATE), `${JSON.stringify(state)}\n`)
}

/** Throws when a template or an example was changed by others since folder and service were last alike. */
function refuseOverwriting(planned: readonly Difference[], state: State | undefined, { force }: SyncOptions): void {
  if (state === undefined || force === true) return
  const changed = planned.flatMap((one) => changeByOthers(one, state))
  if (changed.length === 0) return
  throw new BadInput(`others changed these in the service since the last pull; pull them, or say --force:\n${changed.join('\n')}`)
}

function changeByOthers(one: Difference, { templates, examples }: State): readonly string[] {
  if (one.kind === 'asset' || one.there === undefined) return []
  if (one.kind === 'example') {
    const known = examples[`${one.id}/${one.name}`]
    return known === undefined || known === one.there ? [] : [`  ${nameOf(one)}`]
  }
  const { id, version } = one.there
  const known = templates[id] ?? version
  return known < version ? [`  ${nameOf(one)}: version ${version}, not ${known}`] : []
}

interface Applying {
  readonly folder: TemplateFolder
  readonly options: SyncOptions
  readonly context: CommandContext
}

/** Templates need assets, and examples their templates. What is removed goes last, in the opposite order. */
const ORDER = { asset: 0, template: 1, example: 2 } as const

/** Gives what was refused. */
async function applyToService(client: PlatenClient, planned: readonly Difference[], applying: Applying): Promise<readonly Difference[]> {
  const rank = ({ kind, here }: Difference): number => (here === undefined ? 5 - ORDER[kind] : ORDER[kind])
  let waiting = planned.toSorted((a, b) => rank(a) - rank(b))
  // Shared parts may use one another: what was refused is tried again as long as others succeed.
  for (;;) {
    const refused: { readonly one: Difference; readonly problem: PlatenError }[] = []
    for (const one of waiting) {
      const problem = await applyOne(client, one, applying)
      if (problem !== undefined) refused.push({ one, problem })
    }
    const isStuck = refused.length === waiting.length || refused.every(({ one }) => one.kind !== 'asset')
    if (refused.length > 0 && !isStuck) waiting = refused.map(({ one }) => one)
    else {
      for (const { one, problem } of refused) applying.context.err(`${describeRefusal(problem, fileOf(one, applying.folder))}\n`)
      return refused.map(({ one }) => one)
    }
  }
}

function fileOf(one: Difference, folder: TemplateFolder): string {
  return (one.kind === 'asset' ? folder.assets.get(one.name) : one.here?.path) ?? nameOf(one)
}

async function applyOne(client: PlatenClient, one: Difference, applying: Applying): Promise<PlatenError | undefined> {
  try {
    if (one.kind === 'asset') await applyAsset(client, one, applying.folder)
    else if (one.kind === 'example') await applyExample(client, one)
    else if (one.here === undefined)
      await client.call('deleteTemplate', { path: { id: one.there!.id }, headers: { 'If-Match': `"${one.there!.version}"` } })
    else await saveOne(client, one.here, one.there, applying)
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof PlatenError)) throw thrown
    return thrown
  }
}

async function applyExample(client: PlatenClient, { id, name, here }: Extract<Difference, { kind: 'example' }>): Promise<void> {
  if (here === undefined) await client.deleteExample(id, name)
  else await client.putExample(id, name, readFileSync(here.path))
}

/** The version that was compared must still be the newest when it is replaced. */
async function applyAsset(
  client: PlatenClient,
  { name, there }: Extract<Difference, { kind: 'asset' }>,
  { assets }: TemplateFolder,
): Promise<void> {
  const headers = there === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${there}"` }
  const path = assets.get(name)
  if (path === undefined) await client.call('deleteAsset', { path: { name }, headers: { 'If-Match': `"${there}"` } })
  else await client.call('putAsset', { path: { name }, headers, body: readFileSync(path) })
}

async function saveOne(
  client: PlatenClient,
  here: FolderTemplate,
  there: RemoteTemplate | undefined,
  { options, context }: Applying,
): Promise<void> {
  const { id, name, description, type, source } = here
  const isSame = there !== undefined && isSameSource(here, there)
  const content = isSame ? {} : { type, source, ...(options.note === undefined ? {} : { note: options.note }) }
  const body = { name, description, ...content, ...changedTagging(here, there), publish: options.draft !== true }
  const headers = there === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${there.version}"` }
  const { diagnostics = [] } = await client.call('saveTemplate', { path: { id }, headers, body })
  for (const { severity, path, code, message } of diagnostics)
    context.err(`${placed(here.path, path)}: ${severity}: ${message} [${code}]\n`)
}

/** Only what differs: changing it takes the right to publish. */
function changedTagging(here: FolderTemplate, there: RemoteTemplate | undefined): Pick<TemplateChange, 'conformance' | 'tagged'> {
  return {
    ...(here.conformance === there?.conformance ? {} : { conformance: here.conformance ?? null }),
    ...(here.tagged === there?.tagged ? {} : { tagged: here.tagged ?? null }),
  }
}

async function applyToFolder(client: PlatenClient, planned: readonly Difference[], folder: TemplateFolder, dir: string): Promise<void> {
  const keys = new Map(folder.templates.map(({ id, key }) => [id, key]))
  const entries = new Map<string, ManifestEntry>(folder.templates.map((template) => [template.key, entryOf(template, template.key)]))
  for (const one of planned) {
    if (one.kind === 'asset') await writeAsset(client, one, dir)
    // Behind the templates, which all have their keys by then.
    else if (one.kind === 'example') await writeExample(client, one, examplePath(dir, keys.get(one.id) ?? one.id, one.name))
    else if (one.there === undefined) {
      rmSync(one.here!.path)
      entries.delete(one.here!.key)
    } else {
      const key = one.here?.key ?? freeKey(one.there, new Set(keys.values()))
      keys.set(one.there.id, key)
      const path = join(dir, `${key}.${one.there.type === 'editor' ? 'json' : 'html'}`)
      // A template that has changed its type has another ending.
      if (one.here !== undefined && one.here.path !== path) rmSync(one.here.path)
      writeFileSync(path, one.there.source)
      entries.set(key, entryOf(one.there, key))
    }
  }
  const described = [...entries].filter(([, entry]) => Object.keys(entry).length > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (described.length > 0 || existsSync(join(dir, MANIFEST)))
    writeFileSync(join(dir, MANIFEST), `${JSON.stringify({ templates: Object.fromEntries(described) }, null, 2)}\n`)
}

/** What the name of the file does not say. */
function entryOf({ id, name, description, conformance, tagged }: DescribedTemplate, key: string): ManifestEntry {
  return {
    ...{ ...(id === key ? {} : { id }), ...(name === key ? {} : { name }), ...(description === '' ? {} : { description }) },
    ...{ ...(conformance === undefined ? {} : { conformance }), ...(tagged === undefined ? {} : { tagged }) },
  }
}

/** A file name for a template: its name as far as file systems take it, else its id. */
function freeKey({ id, name }: RemoteTemplate, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const wanted = plain === '' || plain === 'platen' ? id : plain
  return taken.has(wanted) ? id : wanted
}

async function writeAsset(client: PlatenClient, { name, there }: Extract<Difference, { kind: 'asset' }>, dir: string): Promise<void> {
  if (!isAssetName(name)) throw new BadInput(`the service names an asset "${name}", which is no name of an asset`)
  const path = join(dir, ASSETS, ...name.split('/'))
  if (there === undefined) return rmSync(path)
  const bytes = await bytesOf(client, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

/** `path` is where it goes unless it is there. */
async function writeExample(client: PlatenClient, one: Extract<Difference, { kind: 'example' }>, path: string): Promise<void> {
  if (one.there === undefined) {
    if (one.here === undefined) return
    rmSync(one.here.path)
    return rmSync(one.here.pagesPath, { force: true })
  }
  const text = await withRemote(() => client.exampleText(one.id, one.name))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(one.here?.path ?? path, `${text}\n`)
}
