import { basename } from 'node:path'
import type { Command } from 'commander'
import { NEVER_CANCELLED } from '../cancel-signal.ts'
import { startPool } from '../pool/start.ts'
import type { TemplateRecord } from '../store/store.ts'
import { BadInput, printProblems, type Surroundings, writeOutput } from './command.ts'
import { readTemplate } from './local.ts'
import { chooseTeam, table, withStore } from './store.ts'

interface TeamOption {
  readonly team?: string
}

interface PushOptions extends TeamOption {
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly type?: string
}

const TEAM = ['--team <team>', 'name or id; needed when there are several'] as const

export function addTemplates(program: Command, surroundings: Surroundings): void {
  const templates = program.command('templates').description('the templates of a team')
  templates
    .command('push')
    .description('store a template, or its next version when the team has one of this name, and print its id')
    .argument('<file>', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--name <name>', 'the name; made of the file name when absent')
    .option('--id <id>', 'the template to push a version of')
    .option('--description <text>', 'one line for the list of templates')
    .option('--type <type>', 'html or editor; told from the file name when absent')
    .option(...TEAM)
    .action((path: string, options: PushOptions) => push(path, options, surroundings))
  templates
    .command('list')
    .description('list the templates')
    .option(...TEAM)
    .action((options: TeamOption) => list(options, surroundings))
  templates
    .command('pull')
    .description('print the source of a template')
    .argument('<id>')
    .option('--out <file>', 'a file to write it to')
    .option(...TEAM)
    .action((id: string, options: TeamOption & { out?: string }) => pull(id, options, surroundings))
  templates
    .command('versions')
    .description('list the versions of a template that are kept, newest first')
    .argument('<id>')
    .option(...TEAM)
    .action((id: string, options: TeamOption) => versions(id, options, surroundings))
  templates
    .command('restore')
    .description('make an earlier version the newest again')
    .argument('<id>')
    .argument('<version>')
    .option(...TEAM)
    .action((id: string, version: string, options: TeamOption) => restore(id, version, options, surroundings))
  templates
    .command('remove')
    .description('remove a template with all its versions')
    .argument('<id>')
    .option(...TEAM)
    .action((id: string, options: TeamOption) => remove(id, options, surroundings))
}

async function push(path: string, options: PushOptions, surroundings: Surroundings): Promise<void> {
  const { type, source } = await readTemplate(path, options.type, surroundings)
  await withStore(surroundings, async (store, config) => {
    const team = await chooseTeam(store, options.team)
    const wantedName = options.name ?? (path === '-' ? 'Template' : basename(path).replace(/\.[^.]*$/, ''))
    const known = (await store.templates(team.id)).find((template) =>
      options.id === undefined ? template.name === wantedName : template.id === options.id,
    )
    if (options.id !== undefined && known === undefined) throw new BadInput(`team "${team.name}" has no template ${options.id}`)
    // Away from this process, as in the service: what is pushed may come from anywhere.
    const pool = startPool({ ...config, children: 1 }, { childScript: surroundings.childScript })
    const compiled = await pool.compile({ teamId: team.id, type, source, isTried: true }, NEVER_CANCELLED).finally(() => pool.close())
    if (compiled.kind === 'input') {
      await printProblems(compiled.problems, { path, source }, surroundings)
      throw new BadInput('')
    }
    if (compiled.kind !== 'compiled')
      throw new BadInput(`the template cannot be compiled: ${compiled.kind === 'bug' ? compiled.message : compiled.kind}`)
    await printProblems(compiled.warnings, { path, source }, surroundings)
    const description = options.description ?? known?.meta['description'] ?? ''
    const name = options.name ?? known?.name ?? wantedName
    const saved = await store.saveTemplate(team.id, {
      id: known?.id,
      name,
      type,
      source,
      meta: { ...known?.meta, description },
      variables: compiled.variables,
    })
    if (saved === undefined) throw new BadInput('the template was removed meanwhile')
    surroundings.err(`${known === undefined ? 'Stored' : 'Updated'} "${saved.name}", version ${saved.version}.\n`)
    surroundings.out(`${saved.id}\n`)
  })
}

async function list(options: TeamOption, surroundings: Surroundings): Promise<void> {
  await withStore(surroundings, async (store) => {
    const team = await chooseTeam(store, options.team)
    const rows = (await store.templates(team.id)).map(({ id, type, version, updatedAt, name }) => [
      ...[id, type, String(version), timeOf(updatedAt), name],
    ])
    surroundings.out(table([['ID', 'TYPE', 'VERSION', 'PUSHED', 'NAME'], ...rows]))
  })
}

async function pull(id: string, options: TeamOption & { out?: string }, surroundings: Surroundings): Promise<void> {
  const source = await withStore(surroundings, async (store) => {
    const team = await chooseTeam(store, options.team)
    const template: TemplateRecord | undefined = await store.template(team.id, id)
    return template && (await store.templateSource(team.id, id, template.hash))
  })
  if (source === undefined) throw new BadInput(`there is no template ${id}`)
  await writeOutput(options.out ?? '-', source, surroundings)
}

async function versions(id: string, options: TeamOption, surroundings: Surroundings): Promise<void> {
  await withStore(surroundings, async (store) => {
    const team = await chooseTeam(store, options.team)
    const rows = (await store.templateVersions(team.id, id)).map(({ version, type, createdAt, hash }) => [
      ...[String(version), type, timeOf(createdAt), hash.slice(0, 12)],
    ])
    if (rows.length === 0) throw new BadInput(`team "${team.name}" has no template ${id}`)
    surroundings.out(table([['VERSION', 'TYPE', 'PUSHED', 'HASH'], ...rows]))
  })
}

async function restore(id: string, version: string, options: TeamOption, surroundings: Surroundings): Promise<void> {
  await withStore(surroundings, async (store) => {
    const team = await chooseTeam(store, options.team)
    const restored = await store.restoreTemplate(team.id, id, Number(version))
    if (restored === undefined) throw new BadInput(`team "${team.name}" has no version ${version} of a template ${id}`)
    surroundings.err(`Version ${version} of "${restored.name}" is its newest again, as version ${restored.version}.\n`)
  })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}

async function remove(id: string, options: TeamOption, surroundings: Surroundings): Promise<void> {
  await withStore(surroundings, async (store) => {
    const team = await chooseTeam(store, options.team)
    if (!(await store.removeTemplate(team.id, id))) throw new BadInput(`team "${team.name}" has no template ${id}`)
    surroundings.err(`Template ${id} is removed.\n`)
  })
}
