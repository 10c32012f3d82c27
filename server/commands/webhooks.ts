import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { problemWith } from '../webhooks/address.ts'
import { SECRET_PREFIX } from '../webhooks/send.ts'
import { BadInput, BadUsage, type CommandContext } from './command.ts'
import { chooseTeam, table, withStore } from './store.ts'

interface TeamOption {
  readonly team?: string
}

const TEAM = ['--team <team>', 'name or id; required when there are several'] as const

export function addWebhooks(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('manage the webhooks that receive an event for every PDF of a team')
  webhooks
    .command('create')
    .description('send pdf.created events to a URL; prints the signing secret, which cannot be shown again')
    .argument('<url>')
    .option(...TEAM)
    .action((url: string, options: TeamOption) => create(url, options, context))
  webhooks
    .command('list')
    .description('list the webhooks')
    .option(...TEAM)
    .action((options: TeamOption) => list(options, context))
  webhooks
    .command('remove')
    .description('remove a webhook with its pending events')
    .argument('<id>')
    .option(...TEAM)
    .action((id: string, options: TeamOption) => remove(id, options, context))
}

async function create(url: string, options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store, config) => {
    const problem = problemWith(url, config.webhooksPrivate === 'yes')
    if (problem !== undefined) throw new BadUsage(`events cannot be sent to ${url}: ${problem}`)
    const team = await chooseTeam(store, options.team)
    const secret = SECRET_PREFIX + randomBytes(32).toString('base64')
    const { id } = await store.addWebhook(team.id, { url, secret })
    context.err(`Webhook ${id} of team "${team.name}". Its secret is shown only this once:\n`)
    context.out(`${secret}\n`)
  })
}

async function list(options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    const rows = (await store.webhooks(team.id)).map(({ id, createdAt, url }) => [id, new Date(createdAt).toISOString().slice(0, 10), url])
    context.out(table([['ID', 'CREATED', 'ADDRESS'], ...rows]))
  })
}

async function remove(id: string, options: TeamOption, context: CommandContext): Promise<void> {
  await withStore(context, async (store) => {
    const team = await chooseTeam(store, options.team)
    if (!(await store.removeWebhook(team.id, id))) throw new BadInput(`team "${team.name}" has no webhook ${id}`)
    context.err(`Webhook ${id} is removed.\n`)
  })
}
