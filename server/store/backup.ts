// Backup of the embedded store to one file while the service runs, and restore. The bytes of assets, which the store keeps in files of their own, are in a
// table of the backup. A file whose row is in the copy is still there when it is read: files are removed a quarter of an hour after their last use.
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'libsql'
import type { Row } from './sql.ts'
import { makePrivate, openDatabase, STORE_FILE } from './sqlite.ts'

/** Why a backup or restore cannot be done; the message is shown to the user. */
export class BackupError extends Error {}

/** The files that hold the bytes of assets. */
export interface AssetBytes {
  /** Undefined when there is no such file of this size. */
  read(id: string, size: number): Promise<Uint8Array | undefined>
  write(id: string, bytes: Uint8Array): Promise<void>
}

/** Writes the store in `folder` as it is at this moment to a new file. Returns how many assets lack their bytes; none without `assets`. */
export async function backUp(folder: string, file: string, assets: AssetBytes | undefined): Promise<number> {
  if (!existsSync(join(folder, STORE_FILE))) throw new BackupError(`there is no store in ${folder}`)
  if (existsSync(file)) throw new BackupError(`${file} exists already`)
  const partial = `${resolve(file)}.part`
  rmSync(partial, { force: true })
  makePrivate(partial)
  const database = openDatabase(join(folder, STORE_FILE))
  try {
    database.prepare('VACUUM INTO ?').run(partial)
  } finally {
    database.close()
  }
  const missing = assets === undefined ? 0 : await packAssets(partial, assets)
  check(partial)
  sync(partial)
  renameSync(partial, file)
  sync(dirname(resolve(file)))
  return missing
}

/** Replaces the store in `folder` by a backup, while no service runs on it; an existing store only when `isForced`. */
export async function restore(
  folder: string,
  file: string,
  { isForced, assets }: { readonly isForced: boolean; readonly assets: AssetBytes | undefined },
): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`)
  check(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = join(folder, STORE_FILE)
  if (existsSync(store)) {
    if (!isForced) throw new BackupError(`there is a store in ${folder} already; --force replaces it`)
    checkNotInUse(store)
  }
  const partial = `${store}.part`
  copyFileSync(file, partial)
  chmodSync(partial, 0o600)
  await unpackAssets(partial, assets)
  sync(partial)
  // The remaining log belongs to the store that is replaced.
  for (const ending of ['-wal', '-shm']) rmSync(store + ending, { force: true })
  renameSync(partial, store)
  sync(folder)
}

/** Adds the bytes of assets to a backup; returns how many have none. */
async function packAssets(file: string, assets: AssetBytes): Promise<number> {
  const database = new Database(file)
  try {
    database.exec('CREATE TABLE asset_bytes (id TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT')
    // Rows are objects by column name. A store of the previous release has no such table.
    const known = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'asset_files'`).all().length > 0
    const files = known ? (database.prepare(`SELECT id, size FROM asset_files WHERE state = 'ready'`).all() as Row[]) : []
    let missing = 0
    for (const row of files) {
      const [id, size] = [String(row['id']), Number(row['size'])]
      const bytes = await assets.read(id, size)
      if (bytes === undefined) missing++
      else database.prepare('INSERT INTO asset_bytes (id, bytes) VALUES (?, ?)').run(id, bytes)
    }
    return missing
  } finally {
    database.close()
  }
}

/** Moves the bytes of assets out of a backup that is being restored. */
async function unpackAssets(file: string, assets: AssetBytes | undefined): Promise<void> {
  const database = new Database(file)
  try {
    if (database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'asset_bytes'`).all().length === 0) return
    // Rows are objects by column name.
    for (const row of database.prepare('SELECT id FROM asset_bytes').all() as Row[]) {
      if (assets === undefined) throw new BackupError('the backup holds the bytes of assets: restore it with PLATEN_OUTPUTS=folder')
      const content = database.prepare('SELECT bytes FROM asset_bytes WHERE id = ?').get(String(row['id'])) as Row
      await assets.write(String(row['id']), bytesOf(content['bytes']))
    }
    database.exec('DROP TABLE asset_bytes; VACUUM')
  } finally {
    database.close()
  }
}

/** libsql gives a Buffer or an ArrayBuffer, by version. */
function bytesOf(value: unknown): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (value instanceof Uint8Array) return value
  throw new BackupError('the backup holds an asset without bytes')
}

/** Throws while a process has the store open: SQLite cannot leave the write-ahead log then. */
function checkNotInUse(store: string): void {
  const database = new Database(store, { timeout: 500 })
  try {
    database.pragma('journal_mode = DELETE')
    // The pragma gives one row of one column.
    const [row] = database.prepare('PRAGMA journal_mode').all() as { journal_mode: string }[]
    if (row?.journal_mode !== 'delete') throw new BackupError('the store is in use: stop the service first')
  } catch (thrown) {
    if (thrown instanceof Error && /lock|busy/i.test(thrown.message)) throw new BackupError('the store is in use: stop the service first')
    throw thrown
  } finally {
    database.close()
  }
}

function check(file: string): void {
  const answer = inspect(file)
  if (answer !== 'ok') throw new BackupError(`${file} is not a valid store: ${answer}`)
}

function inspect(file: string): string {
  let database: Database.Database | undefined
  try {
    database = new Database(file)
    // Rows of one column; the first is 'ok' when there is no problem.
    const [row] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
    database.prepare('SELECT count(*) FROM templates').all()
    return row?.integrity_check ?? 'it cannot be read'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  } finally {
    database?.close()
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
