// Access to the store for commands; a service may be running on it at the same time.
import type { Config } from '../config.ts'
import type { Store, Team } from '../store/store.ts'
import { BadInput, BadUsage, type CommandContext } from './command.ts'

export async function withStore<T>(context: CommandContext, work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const config = await configOf(context)
  const { openStore } = await import('../store/open.ts')
  const { store } = await openStore(config)
  try {
    return await work(store, config)
  } finally {
    await store.close()
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
