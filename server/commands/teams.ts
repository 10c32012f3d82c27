import { type Command, Option } from 'commander'
import { taggingFields } from '../tagging.ts'
import type { CommandContext } from './command.ts'
import { collectMore } from './engine-flags.ts'
import { chooseTeam, table, withStore } from './store.ts'
import { type TaggingOptions, taggingChange } from './tagging-options.ts'

const UNSET = 'unset'

export function addTeams(program: Command, context: CommandContext): void {
  const teams = program.command('teams').description('manage the teams of the store')
  teams
    .command('create')
    .description('create a team and print its id')
    .argument('<name>')
    .action((name: string) => withStore(context, async (store) => context.out(`${(await store.addTeam(name)).id}\n`)))
  teams
    .command('list')
    .description('list the teams')
    .action(() => withStore(context, async (store) => context.out(table((await store.teams()).map(({ id, name }) => [id, name])))))
  teams
    .command('defaults')
    .description('print what counts for PDFs whose templates say nothing of claims and tags; or change it')
    .argument('<team>', 'name or id')
    .option('--conformance <standard>', 'a standard that they keep and claim, such as ua-1; repeatable; "unset" takes it back', collectMore)
    .addOption(new Option('--tags <whether>', 'whether they are tagged').choices(['yes', 'no', UNSET]))
    .action((wanted: string, options: TaggingOptions) =>
      withStore(context, async (store) => {
        const team = await chooseTeam(store, wanted)
        await store.setTeamTagging(team.id, taggingChange(options, UNSET))
        const { conformance = '-', tagged } = taggingFields(await store.teamTagging(team.id))
        context.out(
          table([
            ['CONFORMANCE', 'TAGS'],
            [conformance, tagged === undefined ? '-' : tagged ? 'yes' : 'no'],
          ]),
        )
      }),
    )
}
