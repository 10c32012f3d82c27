// `platen templates`: in the store that the environment names, or in the service of PLATEN_URL.
import { type Command, Option } from 'commander'
import { BadUsage, type CommandContext } from '../command.ts'
import { collectMore } from '../engine-flags.ts'
import { remoteClient, TEAM_OF_TOKEN } from '../remote.ts'
import { remoteTemplates } from './remote.ts'
import { storedTemplates } from './stored.ts'
import { pullFolder, pushFolder } from './sync.ts'
import type { PullOptions, PushOptions, SyncOptions, TeamOption, TemplateCommands } from './template-commands.ts'

const TEAM = ['--team <team>', 'name or id; required when there are several'] as const
const CONFORMANCE = [
  '--conformance <standard>',
  'a standard that its PDFs keep and claim where the source says nothing; repeatable; "none" claims nothing, "team" takes the default of the team',
] as const
const TAGS = ['--tags <whether>', 'whether its PDFs are tagged where the source says nothing'] as const
const DIR = 'a folder with all templates, examples and assets, of the service of PLATEN_URL'

export function addTemplates(program: Command, context: CommandContext): void {
  const templates = program
    .command('templates')
    .description('manage the templates of a team, in the store, or in the service of PLATEN_URL and PLATEN_TOKEN')
  addPush(templates, context)
  addPull(templates, context)
  const add = (usage: string, description: string, run: (commands: TemplateCommands, words: readonly string[]) => Promise<void>): void => {
    const [name = '', ...words] = usage.split(' ')
    const command = templates.command(name).description(description)
    for (const word of words) command.argument(word)
    command.option(...TEAM).action((...given: readonly unknown[]) => {
      // Commander calls with the arguments, then the options and the command.
      const options = given[words.length] as TeamOption
      return run(commandsFor(options, context), given.slice(0, words.length) as string[])
    })
  }
  add('list', 'list the templates', (commands) => commands.list())
  add('versions <id>', 'list the stored versions of a template, newest first', (commands, [id = '']) => commands.versions(id))
  add('publish <id> <version>', 'use a version for rendering', (commands, [id = '', version = '']) => commands.publish(id, version))
  add('restore <id> <version>', 'store an earlier version as the newest one', (commands, [id = '', version = '']) =>
    commands.restore(id, version),
  )
  add('remove <id>', 'remove a template; it can be brought back for 30 days', (commands, [id = '']) => commands.remove(id))
  add('undelete <id>', 'bring a removed template back', (commands, [id = '']) => commands.undelete(id))
}

function addPush(templates: Command, context: CommandContext): void {
  templates
    .command('push')
    .description('store a template, or a new version if the team has one of this name, and print its id; or store a whole folder')
    .argument('[file]', 'an HTML file, an editor document (.json), or - for standard input')
    .option('--name <name>', 'the name; derived from the file name when absent')
    .option('--id <id>', 'the template to push a version of')
    .option('--description <text>', 'one line for the list of templates')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option('--note <text>', 'why it was changed, for the list of versions')
    .option('--draft', 'do not use it for rendering yet')
    .option(...CONFORMANCE, collectMore)
    .addOption(new Option(...TAGS).choices(['yes', 'no', 'team']))
    .option('--dir <dir>', `${DIR}: shows what differs, then makes the service like it`)
    .option('--prune', 'with --dir: remove what the folder does not have')
    .option('--check', 'with --dir: change nothing, exit code 1 when something differs')
    .option('--force', 'with --dir: also replace what others changed since the last pull')
    .option('--yes', 'with --dir: do not ask')
    .option(...TEAM)
    .action((path: string | undefined, options: PushOptions & SyncOptions) => {
      if (options.dir !== undefined) return pushFolder(serviceFor(path, options, context), { ...options, dir: options.dir }, context)
      if (path === undefined) throw new BadUsage('say which file is pushed, or which folder with --dir')
      return commandsFor(options, context).push(path, options)
    })
}

function addPull(templates: Command, context: CommandContext): void {
  templates
    .command('pull')
    .description('print the source of a template; or write all templates, examples and assets to a folder')
    .argument('[id]')
    .argument('[version]', 'the published one when absent, or the newest where none is published')
    .option('--out <file>', 'a file to write it to')
    .option('--dir <dir>', `${DIR}: shows what differs, then makes the folder like it`)
    .option('--prune', 'with --dir: remove files of what the service does not have')
    .option('--check', 'with --dir: write nothing, exit code 1 when something differs')
    .option('--yes', 'with --dir: do not ask')
    .option(...TEAM)
    .action((id: string | undefined, version: string | undefined, options: PullOptions & SyncOptions) => {
      if (options.dir !== undefined) return pullFolder(serviceFor(id, options, context), { ...options, dir: options.dir }, context)
      if (id === undefined) throw new BadUsage('say which template is pulled, or with --dir where all of them go')
      return commandsFor(options, context).pull(id, { ...options, version })
    })
}

function commandsFor(options: TeamOption, context: CommandContext): TemplateCommands {
  const client = remoteClient(context)
  if (client === undefined) return storedTemplates(options, context)
  checkNoTeam(options)
  return remoteTemplates(client, context)
}

function serviceFor(word: string | undefined, options: TeamOption, context: CommandContext): NonNullable<ReturnType<typeof remoteClient>> {
  if (word !== undefined) throw new BadUsage(`--dir is for all templates, not for "${word}"`)
  const client = remoteClient(context)
  if (client === undefined) throw new BadUsage('--dir goes to a service: set PLATEN_URL and PLATEN_TOKEN')
  checkNoTeam(options)
  return client
}

function checkNoTeam({ team }: TeamOption): void {
  if (team !== undefined) throw new BadUsage(TEAM_OF_TOKEN)
}
