// A copy of the embedded store as one file, made while the service runs, and the way back.
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'libsql'
import { makePrivate, openDatabase, STORE_FILE } from './sqlite.ts'

/** Why a backup or restore is not done; the message is for people. */
export class BackupError extends Error {}

/** Writes the store in `folder` as it is at this moment to a new file. */
export function backUp(folder: string, file: string): void {
  if (!existsSync(join(folder, STORE_FILE))) throw new BackupError(`there is no store in ${folder}`)
  if (existsSync(file)) throw new BackupError(`${file} is there already`)
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

/** Puts a backup in the place of the store in `folder`; no service may be running on it. One that is there is only replaced by force. */
export function restore(folder: string, file: string, isForced: boolean): void {
  if (!existsSync(file)) throw new BackupError(`there is no file ${file}`)
  check(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = join(folder, STORE_FILE)
  if (existsSync(store)) {
    if (!isForced) throw new BackupError(`there is a store in ${folder} already; --force replaces it`)
    closeForAll(store)
  }
  const partial = `${store}.part`
  copyFileSync(file, partial)
  chmodSync(partial, 0o600)
  sync(partial)
  // What is left of the log belongs to the store that goes.
  for (const ending of ['-wal', '-shm']) rmSync(store + ending, { force: true })
  renameSync(partial, store)
  sync(folder)
}

/** A store that anybody has open cannot leave its write-ahead log. */
function closeForAll(store: string): void {
  const database = new Database(store, { timeout: 500 })
  try {
    database.pragma('journal_mode = DELETE')
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
  if (answer !== 'ok') throw new BackupError(`${file} is no whole store: ${answer}`)
}

function inspect(file: string): string {
  let database: Database.Database | undefined
  try {
    database = new Database(file)
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
