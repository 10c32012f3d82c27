// Templates of the store that the environment names.
import { basename } from 'node:path'
import { NEVER_CANCELLED } from '../../cancel-signal.ts'
import type { Store, Team } from '../../store/store.ts'
import { changedDefaults } from '../../tagging.ts'
import { BadInput, type CommandContext, printDiagnostics, writeOutput } from '../command.ts'
import { readTemplate } from '../local.ts'
import { chooseTeam, table, withAssets, withStore } from '../store.ts'
import { taggingChange } from '../tagging-options.ts'
import type { PullOptions, PushOptions, TeamOption, TemplateCommands } from './template-commands.ts'

/** A team's part of the store. */
interface Shelf {
  readonly store: Store
  readonly team: Team
}

export function storedTemplates({ team: wanted }: TeamOption, context: CommandContext): TemplateCommands {
  const withTeam = <T>(work: (shelf: Shelf) => Promise<T>): Promise<T> =>
    withStore(context, async (store) => work({ store, team: await chooseTeam(store, wanted) }))
  return {
    list: () => withTeam((shelf) => list(shelf, context)),
    push: (path, options) => push(path, options, wanted, context),
    pull: (id, options) => pull(id, options, withTeam, context),
    versions: (id) => withTeam((shelf) => versions(id, shelf, context)),
    publish: (id, version) => withTeam((shelf) => publish(id, version, shelf, context)),
    restore: (id, version) => withTeam((shelf) => restore(id, version, shelf, context)),
    remove: (id) => withTeam((shelf) => remove(id, shelf, context)),
    undelete: (id) => withTeam((shelf) => undelete(id, shelf, context)),
  }
}

type WithTeam = <T>(work: (shelf: Shelf) => Promise<T>) => Promise<T>

async function push(path: string, options: PushOptions, wanted: string | undefined, context: CommandContext): Promise<void> {
  const { type, source } = await readTemplate(path, options.type, context)
  await withAssets(context, async ({ store, renderer, assets }) => {
    const team = await chooseTeam(store, wanted)
    const wantedName = options.name ?? (path === '-' ? 'Template' : basename(path).replace(/\.[^.]*$/, ''))
    const known = (await store.templates(team.id)).find((template) =>
      options.id === undefined ? template.name === wantedName : template.id === options.id,
    )
    if (options.id !== undefined && known === undefined) throw new BadInput(`team "${team.name}" has no template ${options.id}`)
    const tagging = taggingChange(options)
    const defaults = changedDefaults(known?.tagging ?? { team: await store.teamTagging(team.id) }, tagging)
    const job = { teamId: team.id, type, source, withSample: true, defaults, ...(await assets.current(team.id)) }
    const compiled = await renderer.compile(job, NEVER_CANCELLED)
    if (compiled.kind === 'input') {
      await printDiagnostics(compiled.problems, { path, source }, context)
      throw new BadInput('')
    }
    if (compiled.kind !== 'compiled')
      throw new BadInput(`the template cannot be compiled: ${compiled.kind === 'bug' ? compiled.message : compiled.kind}`)
    await printDiagnostics(compiled.warnings, { path, source }, context)
    const description = options.description ?? known?.meta['description'] ?? ''
    const name = options.name ?? known?.name ?? wantedName
    const publish = options.draft !== true
    const content = { type, source, variables: compiled.variables, assets: compiled.assets }
    const save = { name, meta: { description }, content, publish, note: options.note, tagging }
    const saved = await store.saveTemplate(
      team.id,
      known === undefined ? { kind: 'new', ...save } : { kind: 'change', id: known.id, ...save },
    )
    if (saved.kind !== 'saved') throw new BadInput('the template was removed in the meantime')
    const { template } = saved
    const draft = publish ? '' : ', a draft'
    context.err(`${known === undefined ? 'Stored' : 'Updated'} "${template.name}", version ${template.version}${draft}.\n`)
    context.out(`${template.id}\n`)
  })
}

async function list({ store, team }: Shelf, context: CommandContext): Promise<void> {
  const rows = (await store.templates(team.id)).map(({ id, type, version, updatedAt, name }) => [
    ...[id, type, String(version), timeOf(updatedAt), name],
  ])
  context.out(table([['ID', 'TYPE', 'VERSION', 'PUSHED', 'NAME'], ...rows]))
}

async function pull(id: string, { version, out }: PullOptions, withTeam: WithTeam, context: CommandContext): Promise<void> {
  const source = await withTeam(async ({ store, team }) => {
    if (version !== undefined) return (await store.templateVersion(team.id, id, Number(version)))?.source
    const template = await store.template(team.id, id)
    return template && (await store.templateSource(team.id, id, template.hash))
  })
  if (source === undefined)
    throw new BadInput(version === undefined ? `there is no template ${id}` : `there is no version ${version} of a template ${id}`)
  await writeOutput(out ?? '-', source, context)
}

async function versions(id: string, { store, team }: Shelf, context: CommandContext): Promise<void> {
  const rows = (await store.templateVersions(team.id, id)).map(({ version, type, createdAt, hash, isPublished, note }) => [
    ...[String(version), type, timeOf(createdAt), hash.slice(0, 12), isPublished ? 'published' : '', note ?? ''],
  ])
  if (rows.length === 0) throw new BadInput(`team "${team.name}" has no template ${id}`)
  context.out(table([['VERSION', 'TYPE', 'PUSHED', 'HASH', 'STATE', 'NOTE'], ...rows]))
}

async function publish(id: string, version: string, { store, team }: Shelf, context: CommandContext): Promise<void> {
  const published = await store.publishTemplate(team.id, id, Number(version))
  if (published === undefined) throw new BadInput(`team "${team.name}" has no version ${version} of a template ${id}`)
  context.err(`Version ${version} of "${published.name}" is published.\n`)
}

async function restore(id: string, version: string, { store, team }: Shelf, context: CommandContext): Promise<void> {
  const restored = await store.restoreTemplate(team.id, id, Number(version))
  if (restored === undefined) throw new BadInput(`team "${team.name}" has no version ${version} of a template ${id}`)
  context.err(`Version ${version} of "${restored.name}" is stored again as version ${restored.version}.\n`)
}

async function remove(id: string, { store, team }: Shelf, context: CommandContext): Promise<void> {
  if (!(await store.removeTemplate(team.id, id))) throw new BadInput(`team "${team.name}" has no template ${id}`)
  context.err(`Template ${id} is removed.\n`)
}

async function undelete(id: string, { store, team }: Shelf, context: CommandContext): Promise<void> {
  const found = await store.undeleteTemplate(team.id, id)
  if (found.kind === 'missing') throw new BadInput(`team "${team.name}" has removed no template ${id} in the last 30 days`)
  if (found.kind === 'conflict') throw new BadInput(`team "${team.name}" has another template ${id} by now`)
  context.err(`Template ${id} is back.\n`)
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
