// Backup of the embedded store to one file while the service runs, and restore.
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'libsql'
import { makePrivate, openDatabase, STORE_FILE } from './sqlite.ts'

/** Why a backup or restore cannot be done; the message is shown to the user. */
export class BackupError extends Error {}

/** Writes the store in `folder` as it is at this moment to a new file. */
export function backUp(folder: string, file: string): void {
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
  check(partial)
  sync(partial)
  renameSync(partial, file)
  sync(dirname(resolve(file)))
}

/** Replaces the store in `folder` by a backup, while no service runs on it; an existing store only when `isForced`. */
export function restore(folder: string, file: string, isForced: boolean): void {
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
  sync(partial)
  // The remaining log belongs to the store that is replaced.
  for (const ending of ['-wal', '-shm']) rmSync(store + ending, { force: true })
  renameSync(partial, store)
  sync(folder)
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
