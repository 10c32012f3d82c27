// The store that the settings want: the embedded one, or PostgreSQL when an address of it is given. Each is loaded only when it is used.
import { type Clock, steadyClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Sql } from './sql.ts'
import type { Store } from './store.ts'

export interface OpenedStore {
  readonly store: Store
  /** No team exists yet. */
  readonly isNew: boolean
  /** The database that all servers share, when there is one: for what is no part of the store. */
  readonly shared: Sql | undefined
  /** What the store goes by. */
  readonly clock: Clock
}

export interface Opening {
  /** Absent outside tests: this machine's, or the database's where several machines share one. */
  readonly clock?: Clock | undefined
  /** A connection to the database broke. */
  readonly onLost?: (error: Error) => void
  /** The role that we are connected as could switch row-level security off. */
  readonly onUnconfined?: () => void
}

export async function openStore(config: Config, { clock, onLost, onUnconfined }: Opening = {}): Promise<OpenedStore> {
  const { databaseUrl: url, databaseConnections: connections, dataDir, templateVersions: versions } = config
  if (url === undefined) {
    const { openSqliteStore } = await import('./sqlite.ts')
    const own = clock ?? steadyClock()
    return { ...(await openSqliteStore(dataDir, own, versions)), shared: undefined, clock: own }
  }
  const { openPostgresStore } = await import('./postgres.ts')
  const more = {
    ...(clock === undefined ? {} : { clock }),
    ...(onLost === undefined ? {} : { onLost }),
    ...(onUnconfined === undefined ? {} : { onUnconfined }),
    ...(config.databaseOwnerUrl === undefined ? {} : { ownerUrl: config.databaseOwnerUrl }),
  }
  return openPostgresStore({ url, connections, versions, secondsToStart: config.startSeconds, ...more })
}
