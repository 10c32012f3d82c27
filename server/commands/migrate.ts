// Backup and restore of the embedded store, and its migration to PostgreSQL.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { steadyClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { OutputFiles } from '../outputs/files.ts'
import type { AssetBytes } from '../store/backup.ts'
import type { Sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { BadInput, BadUsage, type CommandContext } from './command.ts'
import { configOf } from './store.ts'

export function addMigrate(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .description('write a snapshot of the embedded store to one file; the service may be running')
    .argument('<file>')
    .action((file: string) => backup(file, context))
  program
    .command('restore')
    .description('replace the embedded store by a backup; the service must not be running')
    .argument('<file>')
    .option('--force', 'replace an existing store')
    .action((file: string, { force }: { force?: boolean }) => restore(file, force === true, context))
  program
    .command('import')
    .description('copy an embedded store to the PostgreSQL of DATABASE_URL; existing rows stay unchanged')
    .argument('[folder]', 'the data folder of the embedded store; PLATEN_DATA_DIR when absent')
    .action((folder: string | undefined) => importInto(folder, context))
}

async function backup(file: string, context: CommandContext): Promise<void> {
  const config = await embedded(context)
  const { backUp } = await import('../store/backup.ts')
  const missing = await asBadInput(async () => backUp(config.dataDir, file, await folderOfAssets(config)))
  if (missing > 0) context.err(`The bytes of ${missing} assets are missing in the data folder, and so in the backup.\n`)
  context.err(
    `The store is backed up to ${file}. It holds hashes of tokens, every template and the assets: keep it as you keep the store.\n`,
  )
}

async function restore(file: string, isForced: boolean, context: CommandContext): Promise<void> {
  const config = await embedded(context)
  const { dataDir } = config
  const store = await import('../store/backup.ts')
  await asBadInput(async () => store.restore(dataDir, file, { isForced, assets: await folderOfAssets(config) }))
  context.err(`The store in ${dataDir} is restored from ${file}.\n`)
}

async function importInto(folder: string | undefined, context: CommandContext): Promise<void> {
  const config = await configOf(context)
  const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir, databaseConnections } = config
  if (databaseUrl === undefined) throw new BadUsage('set DATABASE_URL to the target database')
  const from = resolve(folder ?? dataDir)
  const { openSqliteStore, STORE_FILE } = await import('../store/sqlite.ts')
  if (!existsSync(join(from, STORE_FILE))) throw new BadInput(`there is no store in ${from}`)
  // Opening the store migrates an older schema.
  const clock = steadyClock()
  await (await openSqliteStore(from, clock)).store.close()
  const { openPostgresStore } = await import('../store/postgres.ts')
  const { importStore } = await import('../store/import.ts')
  const { store, shared, pool } = await openPostgresStore({
    ...{ url: databaseUrl, connections: databaseConnections, clock },
    ...(ownerUrl === undefined ? {} : { ownerUrl }),
  })
  try {
    const counts = await importStore(from, pool)
    context.err(
      `${Object.entries(counts)
        .map(([table, count]) => `${count} ${table.replace('_', ' ')}`)
        .join(', ')} were copied.\n`,
    )
    await copyAssetBytes(from, { store, config, shared })
  } finally {
    await store.close()
  }
}

/** Copies the bytes of assets into the place that the settings name, after their rows: where it was interrupted, the next import goes on. */
async function copyAssetBytes(from: string, { store, config, shared }: { store: Store; config: Config; shared: Sql }): Promise<void> {
  const { assetFilesOf } = await import('../store/import.ts')
  const { ASSET_KIND, openFolder } = await import('../outputs/files.ts')
  const { openFiles } = await import('../outputs/open.ts')
  const [source, target] = [await openFolder(join(from, ASSET_KIND.folder), ASSET_KIND), await openFiles(config, shared, ASSET_KIND)]
  let missing = 0
  for (const { id, size } of assetFilesOf(from)) {
    // Bytes that the target had before are there under another id.
    if (!(await store.assetFileIds([id])).has(id) || (await isThere(target, id, size))) continue
    const bytes = await source.read(id, size)
    if (bytes === undefined) missing++
    else await writeFile(target, id, bytes)
  }
  if (missing > 0)
    throw new BadInput(`the bytes of ${missing} assets are not in ${join(from, ASSET_KIND.folder)}: upload these assets again`)
}

async function isThere(files: OutputFiles, id: string, size: number): Promise<boolean> {
  const content = await files.read(id, size)
  content?.destroy()
  return content !== undefined
}

/** Replaces what an interrupted import has left of the file. */
async function writeFile(files: OutputFiles, id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await files.remove(id)
  const writer = await files.create(id)
  try {
    for await (const chunk of chunks) await writer.write(chunk)
    await writer.finish()
  } catch (thrown) {
    await writer.discard()
    throw thrown
  }
}

async function embedded(context: CommandContext): Promise<Config> {
  const config = await configOf(context)
  if (config.databaseUrl !== undefined) throw new BadUsage('DATABASE_URL is set: back up PostgreSQL with its own tools (pg_dump)')
  return config
}

/** The bytes of assets, as backups contain them; absent when they are in S3. */
async function folderOfAssets(config: Config): Promise<AssetBytes | undefined> {
  const { outputsOf } = await import('../config.ts')
  if (outputsOf(config) !== 'folder') return undefined
  const { ASSET_KIND, openFolder } = await import('../outputs/files.ts')
  const folder = join(config.dataDir, ASSET_KIND.folder)
  return {
    read: async (id, size) => {
      const content = existsSync(folder) ? await (await openFolder(folder, ASSET_KIND)).read(id, size) : undefined
      return content && buffer(content)
    },
    write: async (id, bytes) => {
      const files = await openFolder(folder, ASSET_KIND)
      // A file of this id is of the same store, and files never change.
      if (!(await isThere(files, id, bytes.length))) await writeFile(files, id, Readable.from([bytes]))
    },
  }
}

/** Runs `work`; a BackupError becomes exit code 1. */
async function asBadInput<T>(work: () => Promise<T>): Promise<T> {
  const { BackupError } = await import('../store/backup.ts')
  try {
    return await work()
  } catch (thrown) {
    throw thrown instanceof BackupError ? new BadInput(thrown.message) : thrown
  }
}
