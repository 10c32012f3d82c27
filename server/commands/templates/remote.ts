// Templates of a running service.
import { basename } from 'node:path'
import type { PlatenClient } from '../../client/index.ts'
import { BadInput, BadUsage, type CommandContext, writeOutput } from '../command.ts'
import { readTemplate } from '../local.ts'
import { placed, withRemote } from '../remote.ts'
import { table } from '../store.ts'
import { taggingFieldsOf } from '../tagging-options.ts'
import type { PullOptions, PushOptions, TemplateCommands } from './template-commands.ts'

export function remoteTemplates(client: PlatenClient, context: CommandContext): TemplateCommands {
  return {
    list: () => list(client, context),
    push: (path, options) => push(path, options, client, context),
    pull: (id, options) => pull(id, options, client, context),
    versions: (id) => versions(id, client, context),
    publish: async (id, version) => {
      const { name } = await withRemote(() => client.call('publishTemplateVersion', { path: { id, version: numberOf(version) } }))
      context.err(`Version ${version} of "${name}" is published.\n`)
    },
    restore: () => Promise.reject(new BadUsage('restore is for the store; in a service, publish the earlier version')),
    remove: async (id) => {
      await withRemote(() => client.call('deleteTemplate', { path: { id } }))
      context.err(`Template ${id} is removed; platen templates undelete ${id} brings it back for 30 days.\n`)
    },
    undelete: async (id) => {
      await withRemote(() => client.call('undeleteTemplate', { path: { id } }))
      context.err(`Template ${id} is back.\n`)
    },
  }
}

async function list(client: PlatenClient, context: CommandContext): Promise<void> {
  const templates = await withRemote(() => client.templates())
  const rows = templates.map(({ id, type, created_at, name }) => [id, type, created_at.slice(0, 16).replace('T', ' '), name])
  context.out(table([['ID', 'TYPE', 'CREATED', 'NAME'], ...rows]))
}

async function push(path: string, options: PushOptions, client: PlatenClient, context: CommandContext): Promise<void> {
  const { type, source } = await readTemplate(path, options.type, context)
  const wantedName = options.name ?? (path === '-' ? 'Template' : basename(path).replace(/\.[^.]*$/, ''))
  const known = (await withRemote(() => client.templates())).filter((template) =>
    options.id === undefined ? template.name === wantedName : template.id === options.id,
  )
  if (options.id !== undefined && known.length === 0) throw new BadInput(`there is no template ${options.id}`)
  if (known.length > 1)
    throw new BadInput(`several templates are called "${wantedName}": say which with --id (${known.map(({ id }) => id).join(', ')})`)
  const { description, note } = options
  const rest = {
    type,
    source,
    ...(description === undefined ? {} : { description }),
    ...(note === undefined ? {} : { note }),
    ...(options.draft === true ? { publish: false } : {}),
    ...taggingFieldsOf(options),
  }
  const [found] = known
  const saved = await withRemote(
    () =>
      found === undefined
        ? client.call('createTemplate', { body: { name: wantedName, ...rest } })
        : client.call('saveTemplate', {
            path: { id: found.id },
            body: { ...(options.name === undefined ? {} : { name: options.name }), ...rest },
          }),
    path,
  )
  for (const { severity, path: place, code, message } of saved.diagnostics ?? [])
    context.err(`${placed(path, place)}: ${severity}: ${message} [${code}]\n`)
  const draft = saved.published_version === saved.version ? '' : ', a draft'
  context.err(`${found === undefined ? 'Stored' : 'Updated'} "${saved.name}", version ${saved.version}${draft}.\n`)
  context.out(`${saved.id}\n`)
}

async function pull(id: string, { version, out }: PullOptions, client: PlatenClient, context: CommandContext): Promise<void> {
  const source = await withRemote(async () => {
    if (version !== undefined) return (await client.call('getTemplateVersion', { path: { id, version: numberOf(version) } })).source
    const newest = await client.call('getTemplateSource', { path: { id } })
    const { published_version: published } = newest
    if (published === null || published === newest.version) return newest.source
    return (await client.call('getTemplateVersion', { path: { id, version: String(published) } })).source
  })
  await writeOutput(out ?? '-', textOf(source), context)
}

/** An editor document that was sent as an object is written as one that people can read. */
export function textOf(source: string | object): string {
  return typeof source === 'string' ? source : `${JSON.stringify(source, null, 2)}\n`
}

async function versions(id: string, client: PlatenClient, context: CommandContext): Promise<void> {
  const all = await withRemote(() => client.call('listTemplateVersions', { path: { id } }))
  const rows = all.map(({ version, created_at, published, author, note }) => [
    ...[String(version), created_at.slice(0, 16).replace('T', ' '), published ? 'published' : '', author ?? '', note ?? ''],
  ])
  context.out(table([['VERSION', 'PUSHED', 'STATE', 'AUTHOR', 'NOTE'], ...rows]))
}

function numberOf(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadUsage(`a version is a number from 1, not "${text}"`)
  return text
}
