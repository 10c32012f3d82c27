import { basename } from 'node:path'
import type { Command } from 'commander'
import { NEVER_CANCELLED } from '../../cancel-signal.ts'
import type { TemplateRecord } from '../../store/store.ts'
import { BadInput, type CommandContext, printDiagnostics, writeOutput } from '../command.ts'
import { readTemplate } from '../local.ts'
import { chooseTeam, table, withAssets, withStore } from '../store.ts'

interface TeamOption {
  readonly team?: string
}

interface PushOptions extends TeamOption {
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly type?: string
}

const TEAM = ['--team <team>', 'name or id; required when there are several'] as const

export function addTemplates(program: Command, context: CommandContext): void {
  const templates = program.command('templates').description('manage the templates of a team')
  templates
    .command('push')
    .description('store a template, or a new version if the team has one of this name, and print its id')
    .argument('<file>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--name <name>', 'the name; derived from the file name when absent')
    .option('--id <id>', 'the template to push a version of')
    .option('--description <text>', 'one line for the list of templates')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option(...TEAM)
    .action((path: string, options: PushOptions) => push(path, options, context))
  templates
    .command('list')
    .description('list the templates')
    .option(...TEAM)
    .action((options: TeamOption) => list(options, context))
  templates
    .command('pull')
    .description('print the source of a template')
    .argument('<id>')
    .option('--out <file>', 'a file to write it to')
    .option(...TEAM)
    .action((id: string, options: TeamOption & { out?: string }) => pull(id, options, context))
  templates
    .command('versions')
    .description('list the stored versions of a template, newest first')
    .argument('<id>')
    .option(...TEAM)
    .action((id: string, options: TeamOption) => versions(id, options, context))
  templates
    .command('restore')
    .description('store an earlier version as the newest one')
    .argument('<id>')
    .argument('<version>')
    .option(...TEAM)
    .action((id: string, version: string, options: TeamOption) => restore(id, version, options, context))
  templates
    .command('remove')
    .description('remove a template with all its versions')
    .argument('<id>')
    .option(...TEAM)
    .action((id: string, options: TeamOption) => remove(id, options, context))
}

async function push(path: string, options: PushOptions, context: CommandContext): Promise<void> {
  const { type, source } = await readTemplate(path, options.type, context)
  await withAssets(context, async ({ store, renderer, assets }) => {
    const team = await chooseTeam(store, options.team)
    const wantedName = options.name ?? (path === '-' ? 'Template' : basename(path).replace(/\.[^.]*$/, ''))
    const known = (await store.templates(team.id)).find((template) =>
      options.id === undefined ? template.name === wantedName : template.id === options.id,
    )
    if (options.id !== undefined && known === undefined) throw new BadInput(`team "${team.name}" has no template ${options.id}`)
    const job = { teamId: team.id, type, source, withSample: true, ...(await assets.current(team.id)) }
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
    const save = {
      name,
      meta: { description },
      content: { type, source, variables: compiled.variables, assets: compiled.assets },
      publish: true,
    }
    const saved = await store.saveTemplate(
      team.id,
      known === undefined ? { kind: 'new', ...save } : { kind: 'change', id: known.id, ...save },
    )
    if (saved.kind !== 'saved') throw new BadInput('the template was removed in the meantime')
    const { template } = saved
    context.err(`${known === undefined ? 'Stored' : 'Updated'} "${template.name}", version ${template.version}.\n`)
    context.out(`${template.id}\n`)
  })
}

async function list(options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const rows = (await store.templates(team.id)).map(({ id, type, version, updatedAt, name }) => [
      ...[id, type, String(version), timeOf(updatedAt), name],
    ])
    context.out(table([['ID', 'TYPE', 'VERSION', 'PUSHED', 'NAME'], ...rows]))
  })
}

async function pull(id: string, options: TeamOption & { out?: string }, context: CommandContext): Promise<void> {
  const source = await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const template: TemplateRecord | undefined = await store.template(team.id, id)
    return template && (await store.templateSource(team.id, id, template.hash))
  })
  if (source === undefined) throw new BadInput(`there is no template ${id}`)
  await writeOutput(options.out ?? '-', source, context)
}

async function versions(id: string, options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const rows = (await store.templateVersions(team.id, id)).map(({ version, type, createdAt, hash }) => [
      ...[String(version), type, timeOf(createdAt), hash.slice(0, 12)],
    ])
    if (rows.length === 0) throw new BadInput(`team "${team.name}" has no template ${id}`)
    context.out(table([['VERSION', 'TYPE', 'PUSHED', 'HASH'], ...rows]))
  })
}

async function restore(id: string, version: string, options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const restored = await store.restoreTemplate(team.id, id, Number(version))
    if (restored === undefined) throw new BadInput(`team "${team.name}" has no version ${version} of a template ${id}`)
    context.err(`Version ${version} of "${restored.name}" is stored again as version ${restored.version}.\n`)
  })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

async function remove(id: string, options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    if (!(await store.removeTemplate(team.id, id))) throw new BadInput(`team "${team.name}" has no template ${id}`)
    context.err(`Template ${id} is removed.\n`)
  })
}
