// Backup and restore of the embedded store, and its migration to PostgreSQL.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { steadyClock } from '../clock.ts'
import type { Config } from '../config.ts'
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
  const { dataDir } = await embedded(context)
  const { backUp } = await import('../store/backup.ts')
  await asBadInput(() => backUp(dataDir, file))
  context.err(`The store is backed up to ${file}. It holds hashes of tokens and every template: keep it as you keep the store.\n`)
}

async function restore(file: string, isForced: boolean, context: CommandContext): Promise<void> {
  const { dataDir } = await embedded(context)
  const store = await import('../store/backup.ts')
  await asBadInput(() => store.restore(dataDir, file, isForced))
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
  const { store, pool } = await openPostgresStore({
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
  } finally {
    await store.close()
  }
}

async function embedded(context: CommandContext): Promise<Config> {
  const config = await configOf(context)
  if (config.databaseUrl !== undefined) throw new BadUsage('DATABASE_URL is set: back up PostgreSQL with its own tools (pg_dump)')
  return config
}

/** Runs `work`; a BackupError becomes exit code 1. */
async function asBadInput(work: () => void): Promise<void> {
  const { BackupError } = await import('../store/backup.ts')
  try {
    work()
  } catch (thrown) {
    throw thrown instanceof BackupError ? new BadInput(thrown.message) : thrown
  }
}
