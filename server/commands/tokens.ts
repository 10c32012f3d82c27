import type { Command } from 'commander'
import type { TokenRecord } from '../store/store.ts'
import { DEFAULT_SCOPES, hashSecret, makeToken, SCOPES, type TokenScope } from '../tokens.ts'
import { BadInput, BadUsage, type CommandContext } from './command.ts'
import { collect } from './engine-flags.ts'
import { chooseTeam, table, withStore } from './store.ts'

interface CreateOptions {
  readonly name: string
  readonly team?: string
  readonly scope: readonly string[]
  readonly expires?: string
}

interface TeamOption {
  readonly team?: string
}

export function addTokens(program: Command, context: CommandContext): void {
  const tokens = program.command('tokens').description('manage the API tokens of a team')
  tokens
    .command('create')
    .description('create a token and print it; it cannot be shown again')
    .option('--name <name>', 'its purpose', 'API token')
    .option('--team <team>', 'name or id; required when there are several')
    .option(
      '--scope <scope>',
      `repeatable; ${DEFAULT_SCOPES.join(' and ')} when absent; or any of ${SCOPES.filter((scope) => !DEFAULT_SCOPES.includes(scope)).join(', ')}`,
      collect,
      [],
    )
    .option('--expires <when>', 'a date (2027-01-31) or a duration (30d, 12h)')
    .action((options: CreateOptions) => create(options, context))
  tokens
    .command('list')
    .description('list the tokens')
    .option('--team <team>', 'name or id; required when there are several')
    .action((options: TeamOption) => list(options, context))
  tokens
    .command('revoke')
    .description('revoke a token with immediate effect')
    .argument('<id>')
    .option('--team <team>', 'name or id; required when there are several')
    .action((id: string, options: TeamOption) => revoke(id, options, context))
}

async function create(options: CreateOptions, context: CommandContext): Promise<void> {
  const scopes = options.scope.length === 0 ? DEFAULT_SCOPES : options.scope.map(scopeOf)
  const expiresAt = options.expires === undefined ? undefined : expiry(options.expires)
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const token = makeToken()
    const { id } = await store.addToken(team.id, { name: options.name, hash: hashSecret(token), scopes, expiresAt })
    context.err(`Token ${id} of team "${team.name}". It is shown only this once:\n`)
    context.out(`${token}\n`)
  })
}

async function list(options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const rows = (await store.tokens(team.id)).map((token) => [
      ...[
        token.id,
        stateOf(token),
        token.scopes.join(','),
        date(token.createdAt),
        date(token.lastUsedAt),
        date(token.expiresAt),
        token.name,
      ],
    ])
    context.out(table([['ID', 'STATE', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'], ...rows]))
  })
}

async function revoke(id: string, options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    if (!(await store.revokeToken(team.id, id))) throw new BadInput(`team "${team.name}" has no valid token ${id}`)
    context.err(`Token ${id} is revoked.\n`)
  })
}

function scopeOf(text: string): TokenScope {
  const scope = SCOPES.find((scope) => scope === text)
  if (scope === undefined) throw new BadUsage(`--scope is one of ${SCOPES.join(', ')}, not "${text}"`)
  return scope
}

const MS_OF_UNIT: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

function expiry(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6})([hd])$/.exec(text) ?? []
  const at = amount === undefined ? Date.parse(text) : Date.now() + Number(amount) * MS_OF_UNIT[unit]!
  if (!Number.isFinite(at)) throw new BadUsage(`--expires is a date or a time such as 30d, not "${text}"`)
  if (at <= Date.now()) throw new BadUsage('--expires is in the past')
  return at
}

function stateOf({ revokedAt, expiresAt }: TokenRecord): string {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt !== undefined && expiresAt <= Date.now() ? 'expired' : 'works'
}

function date(ms: number | undefined): string {
  return ms === undefined ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
