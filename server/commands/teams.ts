import type { Command } from 'commander'
import type { CommandContext } from './command.ts'
import { table, withStore } from './store.ts'

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
}
