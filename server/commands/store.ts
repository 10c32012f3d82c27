// Access to the store for commands; a service may be running on it at the same time.
import type { Assets } from '../assets/assets.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Renderer } from '../pool/renderer.ts'
import { startPool } from '../pool/start.ts'
import type { OpenedStore } from '../store/open.ts'
import type { Store, Team } from '../store/store.ts'
import { BadInput, BadUsage, type CommandContext, describeError } from './command.ts'

export async function withStore<T>(context: CommandContext, work: (store: Store, config: Config, clock: Clock) => Promise<T>): Promise<T> {
  return withOpened(context, ({ store, clock }, config) => work(store, config, clock))
}

/** A store with a renderer for uploads, which starts its process with the first job, and the assets. */
interface Workshop {
  readonly config: Config
  readonly store: Store
  readonly renderer: Pick<Renderer, 'compile' | 'examine'>
  readonly assets: Assets
}

export async function withAssets<T>(context: CommandContext, work: (workshop: Workshop) => Promise<T>): Promise<T> {
  return withOpened(context, async ({ store, shared, clock }, config) => {
    let pool: Renderer | undefined
    // In a rendering process, as in the service: what is uploaded is untrusted.
    const start = (): Renderer => (pool ??= startPool({ ...config, children: 1 }, { childScript: context.childScript }))
    const renderer: Workshop['renderer'] = {
      compile: (job, signal) => start().compile(job, signal),
      examine: (job, signal) => start().examine(job, signal),
    }
    const onDeriveError = (error: unknown): void => context.err(`Variables of templates are not up to date: ${describeError(error)}\n`)
    try {
      const { openAssets } = await import('../assets/open.ts')
      const assets = await openAssets({ config, store, shared, clock, renderer, onDeriveError })
      const result = await work({ config, store, renderer, assets })
      await assets.idle()
      return result
    } finally {
      await pool?.close()
    }
  })
}

async function withOpened<T>(context: CommandContext, work: (opened: OpenedStore, config: Config) => Promise<T>): Promise<T> {
  const config = await configOf(context)
  const { openStore } = await import('../store/open.ts')
  const opened = await openStore(config)
  try {
    return await work(opened, config)
  } finally {
    await opened.store.close()
  }
}

/** Reads the settings; invalid ones are wrong usage. */
export async function configOf({ environment }: CommandContext): Promise<Config> {
  const { ConfigError, readConfig } = await import('../config.ts')
  try {
    return readConfig(environment)
  } catch (thrown) {
    throw thrown instanceof ConfigError ? new BadUsage(thrown.message) : thrown
  }
}

/** The team of this name or id; without one, the only team of the store. */
export async function chooseTeam(store: Store, wanted: string | undefined): Promise<Team> {
  const teams = await store.teams()
  if (wanted === undefined) {
    const [only, other] = teams
    if (only === undefined) throw new BadInput('there is no team yet: start the service once, or run platen teams create NAME')
    if (other !== undefined)
      throw new BadUsage(`there are several teams: say which with --team (${teams.map((team) => team.name).join(', ')})`)
    return only
  }
  const named = teams.filter((team) => team.id === wanted || team.name === wanted)
  if (named.length === 1) return named[0]!
  throw new BadInput(named.length === 0 ? `there is no team "${wanted}"` : `several teams are called "${wanted}": give the id`)
}

/** Formats rows as left-aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
