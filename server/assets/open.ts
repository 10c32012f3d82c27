// Opens the assets in the place that the settings name.
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { ASSET_KIND } from '../outputs/files.ts'
import { openFiles } from '../outputs/open.ts'
import type { Renderer } from '../pool/renderer.ts'
import type { Sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { type Assets, createAssets } from './assets.ts'

interface OpenOptions {
  readonly config: Config
  readonly store: Store
  /** The database that all servers share, if any. */
  readonly shared: Sql | undefined
  readonly clock: Clock
  readonly renderer: Pick<Renderer, 'compile' | 'examine'>
  readonly onDeriveError: (error: unknown) => void
}

export async function openAssets({ config, store, shared, clock, renderer, onDeriveError }: OpenOptions): Promise<Assets> {
  const files = await openFiles(config, shared, ASSET_KIND)
  const limits = { count: config.assets, bytes: config.assetsBytes }
  return createAssets({ store, files, clock, renderer, limits, onDeriveError })
}
