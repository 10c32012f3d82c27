// A server of the previous release goes on serving while one of this release migrates the schema: its statements, as they were, on the migrated tables; and
// what becomes of rows that it wrote.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { MIGRATIONS as POSTGRES_MIGRATIONS } from '../../../server/store/postgres-schema.ts'
import { sourceHash } from '../../../server/store/source-hash.ts'
import { openSqliteStore, STORE_FILE } from '../../../server/store/sqlite.ts'
import { MIGRATIONS as SQLITE_MIGRATIONS } from '../../../server/store/sqlite-schema.ts'
import type { Store } from '../../../server/store/store.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { testClock } from '../support/service.ts'

/** Migrations that the previous release knew, of either database. */
const KNOWN = 4

type Row = Readonly<Record<string, unknown>>

/** A connection of the previous release, and the store of this one on the same rows. */
interface Both {
  older(sql: string, ...values: (string | number)[]): Promise<readonly Row[]>
  /** Has the schema be one migration further, on which programs serve that know so many. */
  newer(since: 'this' | 'next'): Promise<void>
  /** Migrates. */
  open(): Promise<Store>
  close(): Promise<void>
  /** Of PostgreSQL. */
  readonly connection?: { readonly client: pg.Client; readonly url: string }
}

async function embedded(): Promise<Both> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const database = new Database(join(folder, STORE_FILE), { timeout: 1000 })
  for (const pragma of ['journal_mode = WAL', 'foreign_keys = ON']) database.pragma(pragma)
  for (const statements of SQLITE_MIGRATIONS.slice(0, KNOWN)) database.exec(statements)
  database.exec(`PRAGMA user_version = ${KNOWN}`)
  return {
    older: async (sql, ...values) => {
      const statement = database.prepare(sql)
      if (sql.startsWith('SELECT')) return statement.all(...values) as Row[]
      statement.run(...values)
      return []
    },
    newer: async (since) => {
      const known = SQLITE_MIGRATIONS.length
      database.exec(`PRAGMA user_version = ${known + 1}`)
      database.exec(`UPDATE settings SET value = '${since === 'this' ? known : known + 1}' WHERE name = 'serves-since'`)
    },
    open: async () => (await openSqliteStore(folder, testClock())).store,
    close: async () => {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

let postgres: TestPostgres | undefined

async function shared(): Promise<Both> {
  postgres ??= await startPostgres()
  const url = await postgres.database()
  const client = new pg.Client({ connectionString: url })
  // When a test fails, its connection is still open when the database ends.
  client.on('error', () => {})
  await client.connect()
  await client.query(`CREATE SCHEMA platen; SET search_path = platen; SET platen.service = 'on'`)
  await client.query('CREATE TABLE migrations (version INTEGER PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT now())')
  for (const [i, statements] of POSTGRES_MIGRATIONS.slice(0, KNOWN).entries()) {
    await client.query(statements)
    await client.query('INSERT INTO migrations (version) VALUES ($1)', [i + 1])
  }
  let isMigrated = false
  return {
    older: async (sql, ...values) => {
      // Its transactions run for a team, as a role that row-level security binds and that has its rights from the first start.
      await client.query(
        isMigrated ? `BEGIN; SET LOCAL platen.service = ''; SET LOCAL platen.team = 'a'; SET LOCAL ROLE platen_walled` : 'BEGIN',
      )
      let n = 0
      const text = sql.replace(/\?/g, () => `$${++n}`)
      const result = await client.query<Record<string, unknown>>(
        text,
        values.map((value, i) => (sql.includes('template_versions (') && i === 3 ? Buffer.from(String(value)) : value)),
      )
      await client.query('COMMIT')
      return result.rows
    },
    newer: async (since) => {
      const known = POSTGRES_MIGRATIONS.length
      await client.query(`INSERT INTO migrations (version) VALUES (${known + 1}) ON CONFLICT DO NOTHING`)
      await client.query(`UPDATE settings SET value = '${since === 'this' ? known : known + 1}' WHERE name = 'serves-since'`)
    },
    open: async () => {
      const { store } = await openPostgresStore({ url, connections: 2, clock: testClock() })
      isMigrated = true
      return store
    },
    close: () => client.end(),
    connection: { client, url },
  }
}

// The statements of the previous release.
const SELECT_TEMPLATE = 'SELECT t.*, g.name AS team_name FROM templates t JOIN teams g ON g.id = t.team_id'

function olderRelease({ older }: Both) {
  return {
    addTeam: () => older('INSERT INTO teams (id, name, created_at) VALUES (?, ?, ?)', 'a', 'A', 0),
    list: () => older(`${SELECT_TEMPLATE} WHERE t.team_id = ? ORDER BY t.created_at, t.id`, 'a'),
    template: async (id: string) => (await older(`${SELECT_TEMPLATE} WHERE t.team_id = ? AND t.id = ?`, 'a', id))[0],
    /** What it renders: the source by the hash of the template. */
    rendered: async (id: string): Promise<string | undefined> => {
      const [row] = await older(`${SELECT_TEMPLATE} WHERE t.team_id = ? AND t.id = ?`, 'a', id)
      const [version] = await older(
        `SELECT v.source AS source FROM template_versions v JOIN templates t ON t.id = v.template_id
         WHERE t.team_id = ? AND t.id = ? AND v.hash = ? ORDER BY v.version DESC LIMIT 1`,
        ...['a', id, String(row?.['hash'])],
      )
      return version && String(version['source'])
    },
    push: async (id: string, source: string): Promise<void> => {
      const [before] = await older('SELECT * FROM templates WHERE team_id = ? AND id = ?', 'a', id)
      const version = Number(before?.['version'] ?? 0) + 1
      const hash = sourceHash('html', source)
      await older(
        `INSERT INTO templates (id, team_id, name, type, meta, variables, hash, version, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, meta = excluded.meta, variables = excluded.variables,
         hash = excluded.hash, version = excluded.version, updated_at = excluded.updated_at`,
        ...[id, 'a', 'T', 'html', '{}', '[]', hash, version, 0, 0],
      )
      await older(
        'INSERT INTO template_versions (template_id, version, type, source, hash, variables, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[id, version, 'html', source, hash, '[]', 0],
      )
      await older('DELETE FROM template_versions WHERE template_id = ? AND version <= ?', id, version - 20)
    },
    versions: (id: string) =>
      older(
        `SELECT v.version, v.type, v.hash, v.created_at FROM template_versions v JOIN templates t ON t.id = v.template_id
       WHERE t.team_id = ? AND t.id = ? ORDER BY v.version DESC`,
        ...['a', id],
      ),
    remove: (id: string) => older('DELETE FROM templates WHERE team_id = ? AND id = ?', 'a', id),
  }
}

const draft = (id: string, source: string): Parameters<Store['saveTemplate']>[1] => ({
  ...{ kind: 'change', id, content: { type: 'html', source, variables: [], assets: ['logo.png'] }, publish: false },
})

for (const [name, prepare] of Object.entries({ embedded, PostgreSQL: shared })) {
  const previous = suite(`previous release: ${name}`)
  let both: Both
  let older: ReturnType<typeof olderRelease>
  let store: Store
  previous.before.each(async () => {
    both = await prepare()
    older = olderRelease(both)
    await older.addTeam()
    await older.push('one', 'v1')
    await older.push('one', 'v2')
    store = await both.open()
  })
  previous.after.each(async () => {
    await store.close()
    await both.close()
  })
  if (name === 'PostgreSQL') previous.after(() => postgres?.close())

  previous('its templates are published at their newest version', async () => {
    const template = (await store.template('a', 'one'))!
    assert.equal([template.version, template.publishedVersion, template.assetsRevision], [2, 2, 0])
    assert.equal(
      (await store.templateVersions('a', 'one')).map(({ version, isPublished }) => [version, isPublished]),
      [
        [2, true],
        [1, false],
      ],
    )
    const version = (await store.templateVersion('a', 'one', 'newest'))!
    assert.equal([version.source, version.isObject, version.assets], ['v2', false, []])
  })

  previous('it renders what is published, not drafts, and nothing that was removed', async () => {
    await store.saveTemplate('a', draft('one', 'v3'))
    assert.is(await older.rendered('one'), 'v2')
    await store.publishTemplate('a', 'one', 3)
    assert.is(await older.rendered('one'), 'v3')
    await store.publishTemplate('a', 'one', 1)
    assert.is(await older.rendered('one'), 'v1')
    assert.equal(
      (await older.versions('one')).map((row) => row['version']),
      [3, 2, 1],
    )
    assert.is((await older.list()).length, 1)
    await store.removeTemplate('a', 'one')
    assert.is(await older.rendered('one'), undefined)
    await store.undeleteTemplate('a', 'one')
    assert.is(await older.rendered('one'), 'v1')
  })

  previous('what it pushes is published at once, after drafts too', async () => {
    await store.saveTemplate('a', draft('one', 'v3'))
    await older.push('one', 'pushed')
    const template = (await store.template('a', 'one'))!
    assert.equal([template.version, template.publishedVersion], [4, 4])
    assert.is(await store.templateSource('a', 'one', template.hash), 'pushed')
    await older.push('two', 'new')
    assert.equal([(await store.template('a', 'two'))?.publishedVersion, (await store.templates('a')).length], [1, 2])
    // This release goes on from there.
    await store.saveTemplate('a', draft('two', 'newer'))
    const two = (await store.template('a', 'two'))!
    assert.equal([two.version, two.publishedVersion], [2, 1])
  })

  previous('what it pushes to a removed template is not lost', async () => {
    await store.removeTemplate('a', 'one')
    await older.push('one', 'pushed')
    assert.is((await store.template('a', 'one'))?.publishedVersion, 3)
  })

  previous('what it removes is gone with versions and references', async () => {
    await store.saveTemplate('a', draft('one', 'v3'))
    await older.remove('one')
    assert.equal(await store.templates('a'), [])
    assert.is((await store.undeleteTemplate('a', 'one')).kind, 'missing')
    // The id can be taken again.
    const content = { type: 'html', source: 'x', variables: [], assets: ['logo.png'] } as const
    assert.is((await store.saveTemplate('a', { kind: 'new', id: 'one', name: 'T', meta: {}, content, publish: true })).kind, 'saved')
    assert.is(await older.rendered('one'), 'x')
  })

  previous('a program starts on a schema of a newer one that its statements serve', async () => {
    await both.newer('this')
    await store.close()
    store = await both.open()
    assert.is((await store.template('a', 'one'))?.version, 2)
    await both.newer('next')
    assert.match(String(await both.open().catch((thrown: unknown) => thrown)), 'newer version of this program')
  })

  if (name === 'PostgreSQL') {
    previous('a migration gives way to statements that lock tables in another order', async () => {
      const { connection, open, close } = await shared()
      const { client, url } = connection!
      await client.query('BEGIN; SELECT FROM templates')
      const opening = open()
      // The migration holds the teams and waits for the templates.
      const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ALTER TABLE%'`
      while ((await postgres!.query(url, isWaiting)).length === 0);
      await client.query('SELECT FROM teams; COMMIT')
      const migrated = await opening
      assert.equal(await migrated.teams(), [])
      await migrated.close()
      await close()
    })
  }

  previous.run()
}
