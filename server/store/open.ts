// The store that the settings want: the embedded one, or PostgreSQL when an address of it is given. Each is loaded only when it is used.
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Store } from './store.ts'

export interface OpenedStore {
  readonly store: Store
  /** No team exists yet. */
  readonly isNew: boolean
  /** The connections to PostgreSQL, when that is the store. */
  readonly pool: Pool | undefined
}

export async function openStore(config: Config, clock: Clock, onLost?: (error: Error) => void): Promise<OpenedStore> {
  const { databaseUrl, databaseConnections, dataDir, templateVersions } = config
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./sqlite.ts')
    return { ...(await openSqliteStore(dataDir, clock, templateVersions)), pool: undefined }
  }
  const { openPostgresStore } = await import('./postgres.ts')
  const options = {
    url: databaseUrl,
    connections: databaseConnections,
    clock,
    versions: templateVersions,
    secondsToStart: config.startSeconds,
  }
  return openPostgresStore(onLost === undefined ? options : { ...options, onLost })
}
