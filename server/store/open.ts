// Opens the store that the settings name: the embedded one, or PostgreSQL when its address is set. The code of the other is not loaded.
import { type Clock, steadyClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Sql } from './sql.ts'
import type { Store } from './store.ts'

export interface OpenedStore {
  readonly store: Store
  /** No team exists yet. */
  readonly isNew: boolean
  /** The database that all servers share, if any: for rate limits and the bytes of files. */
  readonly shared: Sql | undefined
  /** The clock of the store. */
  readonly clock: Clock
}

export interface OpenOptions {
  /** For tests; when absent the clock of this machine, or of the shared database. */
  readonly clock?: Clock | undefined
  /** A connection to the database broke. */
  readonly onLost?: (error: Error) => void
  /** The service's role could bypass row-level security. */
  readonly onUnconfined?: () => void
}

export async function openStore(config: Config, { clock, onLost, onUnconfined }: OpenOptions = {}): Promise<OpenedStore> {
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
