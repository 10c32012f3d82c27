// Users of the web application, for who runs the service: links that let people in, also when nobody can sign in any more.
import { type Command, Option } from 'commander'
import { AccountLinks } from '../accounts/links.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type AuditEntry, type Membership, ROLES, type Role, type User } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { BadInput, type CommandContext } from './command.ts'
import { chooseTeam, table, withStore } from './store.ts'

interface TeamOption {
  readonly team?: string
}

const TEAM = ['--team <team>', 'name or id; required when there are several'] as const

export function addUsers(program: Command, context: CommandContext): void {
  const users = program.command('users').description('let people into the web application')
  users
    .command('setup-link')
    .description('print the link at which the first account is made; it works once, for 30 minutes')
    .option(...TEAM)
    .action((options: TeamOption) => setupLink(options, context))
  users
    .command('invite')
    .description('print a link to join a team; it works once, for seven days')
    .addOption(new Option('--role <role>', 'what the new member may do').choices(ROLES).makeOptionMandatory())
    .option('--note <text>', 'for whom it is', '')
    .option(...TEAM)
    .action((options: TeamOption & { readonly role: Role; readonly note: string }) => invite(options, context))
  users
    .command('list')
    .description('list everybody who has an account')
    .action(() => list(context))
  users
    .command('reset-link')
    .description('print a link at which a user chooses a new password; it works once, for an hour')
    .argument('<name>', 'what the user types to sign in')
    .option('--no-second-factor', 'switch the second factor off as well, for a user who has lost it')
    .action((name: string, options: { readonly secondFactor: boolean }) => resetLink(name, options, context))
}

async function setupLink({ team: wanted }: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store, config, clock) => {
    const team = await chooseTeam(store, wanted)
    const link = await linksOf(store, config, clock).setup(team.id)
    if (link === undefined) throw new BadInput('somebody has an account already: platen users invite --role owner lets another owner in')
    context.err(`The first account, owner of the team "${team.name}". The link works once, for 30 minutes:\n`)
    printLink(link, config, context)
  })
}

async function invite({ team: wanted, role, note }: TeamOption & { role: Role; note: string }, context: CommandContext): Promise<void> {
  await withStore(context, async (store, config, clock) => {
    const team = await chooseTeam(store, wanted)
    const link = await linksOf(store, config, clock).invite(team.id, role, note)
    await record(store, { at: clock.now(), teamId: team.id, userId: undefined, action: 'member.invite', subject: `${role} ${note}`.trim() })
    context.err(`An invitation to the team "${team.name}" as ${role}. The link works once, for seven days:\n`)
    printLink(link, config, context)
  })
}

async function resetLink(name: string, { secondFactor }: { secondFactor: boolean }, context: CommandContext): Promise<void> {
  await withStore(context, async (store, config, clock) => {
    const user = await store.accounts.userByName(name)
    if (user === undefined) throw new BadInput(`nobody signs in as "${name}": platen users list shows the names`)
    const link = await linksOf(store, config, clock).reset(user.id)
    await record(store, { at: clock.now(), teamId: undefined, userId: user.id, action: 'member.reset', subject: user.name })
    if (!secondFactor && user.totpSecret !== undefined) {
      await store.accounts.setSecondFactor(user.id, undefined)
      await record(store, { at: clock.now(), teamId: undefined, userId: user.id, action: 'second-factor.remove', subject: user.name })
      context.err('The second factor is switched off.\n')
    }
    context.err(`A new password for ${user.name}. The link works once, for an hour:\n`)
    printLink(link, config, context)
  })
}

async function list(context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const rows = (await store.accounts.users()).map(({ user, memberships }) => [
      user.name,
      signInOf(user),
      teamsOf(memberships),
      new Date(user.createdAt).toISOString().slice(0, 10),
      user.displayName,
    ])
    context.out(table([['NAME', 'SIGNS IN BY', 'TEAMS', 'SINCE', 'SHOWN AS'], ...rows]))
  })
}

function signInOf({ passwordHash, totpSecret }: User): string {
  if (passwordHash === undefined) return 'provider'
  return totpSecret === undefined ? 'password' : 'password + code'
}

function teamsOf(memberships: readonly Membership[]): string {
  return memberships.map(({ teamName, role }) => `${teamName} (${role})`).join(', ') || '-'
}

function linksOf({ accounts: store }: Store, config: Config, clock: Clock): AccountLinks {
  return new AccountLinks({ store, clock, publicUrl: () => baseOf(config) })
}

function baseOf({ publicUrl, port }: Config): string {
  return publicUrl ?? `http://localhost:${port}`
}

function printLink(link: string, { publicUrl }: Config, { out, err }: CommandContext): void {
  if (publicUrl === undefined)
    err('PUBLIC_URL is not set: put the address of the service in place of the one before /app, if it is another.\n')
  out(`${link}\n`)
}

/** The owners of the team see in its audit log what was done beside the application. */
async function record({ accounts }: Store, entry: Omit<AuditEntry, 'userName' | 'address'>): Promise<void> {
  await accounts.addAudit({ ...entry, userName: 'platen users', address: '' })
}
