// Every store, empty, for tests of the contract that all of them keep.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../server/clock.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

export interface TestStores {
  readonly name: string
  /** Opens a new, empty store; by `reopen` it is opened again, as another process would. */
  open(clock: Clock, versions?: number): Promise<{ store: Store; reopen: () => Promise<Store>; place: string }>
  /** Releases what the stores were kept in. */
  close(): Promise<void>
}

/** `place` is the folder. */
export function embeddedStores(): TestStores {
  const folders: string[] = []
  return {
    name: 'embedded',
    open: async (clock, versions) => {
      const place = mkdtempSync(join(tmpdir(), 'platen-test-'))
      folders.push(place)
      const reopen = async (): Promise<Store> => (await openSqliteStore(place, clock, versions)).store
      return { store: await reopen(), reopen, place }
    },
    close: async () => {
      for (const folder of folders) rmSync(folder, { recursive: true })
    },
  }
}

/** `place` is the address of the database. */
export function postgresStores(): TestStores {
  let postgres: TestPostgres | undefined
  return {
    name: 'PostgreSQL',
    open: async (clock, versions) => {
      postgres ??= await startPostgres()
      const url = await postgres.database()
      const options = { url, connections: 4, clock, ...(versions === undefined ? {} : { versions }) }
      const reopen = async (): Promise<Store> => (await openPostgresStore(options)).store
      return { store: await reopen(), reopen, place: url }
    },
    close: async () => postgres?.close(),
  }
}
