// Both stores, tested by one contract: isolation of teams, versions, claims; and row-level security of PostgreSQL.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createRateLimiter } from '../../../server/http/rate-limiter.ts'
import { ASSET_KIND } from '../../../server/outputs/files.ts'
import { openPostgresFiles } from '../../../server/outputs/postgres-files.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { MIGRATIONS } from '../../../server/store/postgres-schema.ts'
import { sourceHash } from '../../../server/store/source-hash.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { programFile } from '../../support/programs.ts'
import { addAccounts } from '../support/add-accounts.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts'
import { requestRow } from '../support/request-row.ts'
import { saveTemplate, type TestTemplate } from '../support/save-template.ts'
import { testClock } from '../support/service.ts'

const clock = testClock()
let postgres: OwnPostgres
let close: () => Promise<void>
/** Opens the store of the test again, as another process would. */
let reopen: () => Promise<{ store: Store; isNew: boolean }>
let it: Store
let [a, b] = ['', '']

const OPENERS = {
  embedded: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    reopen = () => openSqliteStore(folder, clock)
    close = async () => rmSync(folder, { recursive: true })
  },
  PostgreSQL: async () => {
    postgres ??= await startOwnPostgres()
    const url = await postgres.database()
    reopen = () => openPostgresStore({ url, connections: 4, clock })
    close = async () => {}
  },
}

const draft = (source: string, id?: string): TestTemplate => ({
  ...{ id, name: 'T', type: 'html', source, meta: { description: 'd' }, variables: [{ name: 'x', type: 'string' }] },
})

const outputRow = (secretHash: string): Parameters<Store['addOutput']>[1] => {
  const createdAt = clock.now()
  return { secretHash, fileName: 'f', createdAt, expiresAt: createdAt + 1000 }
}

for (const [name, prepare] of Object.entries(OPENERS)) {
  const store = suite(`store: ${name}`)
  store.before.each(async () => {
    await prepare()
    const opened = await reopen()
    assert.ok(opened.isNew)
    it = opened.store
    a = (await it.addTeam('A')).id
    b = (await it.addTeam('B')).id
  })
  store.after.each(async () => {
    await it.close()
    await close()
  })

  store('no team can see or change rows of another', async () => {
    const template = (await saveTemplate(it, a, draft('one')))!
    const token = await it.addToken(a, { name: 't', hash: 'h', scopes: ['read'], expiresAt: undefined })
    const output = await it.addOutput(a, outputRow('s'))

    assert.equal([await it.templates(b), await it.tokens(b)], [[], []])
    assert.is(await it.template(b, template.id), undefined)
    assert.is(await it.templateSource(b, template.id, template.hash), undefined)
    assert.equal(await it.templateVersions(b, template.id), [])
    assert.is(await saveTemplate(it, b, draft('two', template.id)), undefined)
    assert.is(await it.restoreTemplate(b, template.id, 1), undefined)
    assert.is(await it.removeTemplate(b, template.id), false)
    assert.is(await it.revokeToken(b, token.id), false)
    await it.touchToken(b, token.id)
    assert.is(await it.removeOutput(b, output.id), false)
    assert.is(await it.markOutputReady(b, output.id, { sha256: '', length: 1 }).catch(() => 'refused'), 'refused')

    assert.is(await it.templateSource(a, template.id, template.hash), 'one')
    assert.equal((await it.tokens(a))[0], token)
    assert.is((await it.outputBySecretHash('s'))?.state, 'pending')
  })

  store('a template keeps its id, counts its versions and keeps the last twenty', async () => {
    const first = (await saveTemplate(it, a, draft('v1')))!
    assert.is(first.hash, sourceHash('html', 'v1'))
    clock.advance(1000)
    for (let n = 2; n <= 25; n++) {
      const saved = (await saveTemplate(it, a, draft(`v${n}`, first.id)))!
      assert.equal([saved.id, saved.version, saved.createdAt], [first.id, n, first.createdAt])
    }
    const kept = await Promise.all(Array.from({ length: 25 }, (_, i) => it.templateSource(a, first.id, sourceHash('html', `v${i + 1}`))))
    assert.is(kept.filter((source) => source !== undefined).length, 20)
    assert.is(kept[4], undefined) // v5 is the 21st from the end
    assert.is(kept[5], 'v6')
    assert.ok(await it.removeTemplate(a, first.id))
    assert.is(await it.templateSource(a, first.id, sourceHash('html', 'v25')), undefined)
  })

  store('restoring an earlier version saves it as a new one', async () => {
    const { id } = (await saveTemplate(it, a, draft('first')))!
    const variables = [{ name: 'y', type: 'array' }] as const
    await saveTemplate(it, a, { ...draft('second', id), name: 'Renamed', type: 'editor', variables })
    const restored = (await it.restoreTemplate(a, id, 1))!
    assert.equal([restored.version, restored.name, restored.type, restored.hash], [3, 'Renamed', 'html', sourceHash('html', 'first')])
    assert.equal(restored.variables, draft('').variables)
    assert.is(await it.templateSource(a, id, restored.hash), 'first')
    assert.equal(
      (await it.templateVersions(a, id)).map(({ version, type }) => [version, type]),
      [3, 2, 1].map((version) => [version, version === 2 ? 'editor' : 'html']),
    )
    assert.is(await it.restoreTemplate(a, id, 9), undefined)
    assert.is(await it.restoreTemplate(a, 'nope', 1), undefined)
  })

  store('concurrent pushes give consecutive versions', async () => {
    const { id } = (await saveTemplate(it, a, draft('v1')))!
    // Two connections to one file in one thread would wait for each other.
    const other = name === 'embedded' ? it : (await reopen()).store
    const saved = await Promise.all(Array.from({ length: 12 }, (_, i) => saveTemplate(i % 2 === 0 ? it : other, a, draft(`w${i}`, id))))
    assert.is(new Set(saved.map((template) => template?.id)).size, 1)
    assert.equal(
      (await it.templateVersions(a, id)).map(({ version }) => version),
      Array.from({ length: 13 }, (_, i) => 13 - i),
    )
    if (other !== it) await other.close()
  })

  store('rows are there after the store was opened again', async () => {
    const template = (await saveTemplate(it, a, draft('é "quoted" \0 end 漢 \u{1f600}')))!
    const key = await it.signingKey()
    await it.close()
    const again = await reopen()
    it = again.store
    assert.is(again.isNew, false)
    assert.equal(await it.template(a, template.id), template)
    assert.is(await it.templateSource(a, template.id, template.hash), 'é "quoted" \0 end 漢 \u{1f600}')
    assert.is(await it.signingKey(), key)
    assert.match(key, /^[0-9a-f]{64}$/)
  })

  store('ids and names may be any text', async () => {
    for (const id of ["'; DROP TABLE teams; --", '\0', '%', '\ud800', '', '漢'.repeat(5000)]) {
      assert.is(await it.template(a, id), undefined)
      assert.is(await it.template(id, id), undefined)
      assert.is(await it.tokenByHash(id), undefined)
      assert.ok((await saveTemplate(it, a, { ...draft('x'), name: id })) !== undefined)
    }
    assert.is((await it.templates(a)).length, 6)
  })

  store('two tokens cannot share a hash', async () => {
    const token = { name: 't', hash: 'h', scopes: [], expiresAt: undefined } as const
    await it.addToken(a, token)
    assert.match(String(await it.addToken(b, token).catch((error: unknown) => error)), /unique/i)
  })

  store('a file is claimed by one sweeper, until the claim expires', async () => {
    const { store: other } = await reopen()
    const now = clock.now()
    for (let i = 0; i < 300; i++) await it.addOutput(i % 2 === 0 ? a : b, outputRow(`s${i}`))
    assert.equal(await it.claimStaleOutputs(now + 999, 0, 10), [])
    const claim = async (store: Store, at: number): Promise<string[]> => (await store.claimStaleOutputs(at, 0, 20)).map((row) => row.id)
    const claimed = (await Promise.all(Array.from({ length: 20 }, (_, i) => claim(i % 2 === 0 ? it : other, now + 1000)))).flat()
    assert.is(claimed.length, 300)
    assert.is(new Set(claimed).size, 300)
    assert.equal(await claim(it, now + 60_999), [])
    assert.is((await claim(other, now + 61_000)).length, 20)
    assert.equal([await it.removeOutput(a, claimed[0]!), await it.removeOutput(b, claimed[0]!)].sort(), [false, true])
    await other.close()
  })

  store('one of many servers that start together claims the first start', async () => {
    await it.close()
    await close()
    await prepare()
    it = (await reopen()).store
    const { store: other } = await reopen()
    const claims = await Promise.all([it, other, it, other].map((store) => store.claimFirstStart()))
    assert.is(claims.filter(Boolean).length, 1)
    // The server that claimed it died before it made a team.
    clock.advance(60_000)
    assert.is(await other.claimFirstStart(), true)
    await other.addTeam('A')
    clock.advance(60_000)
    assert.is(await it.claimFirstStart(), false)
    await other.close()
  })

  store.run()
}

const embedded = suite('store: embedded, several processes on one file')
embedded('the command line writes to the same file while the service runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const { store } = await openSqliteStore(folder, clock)
  const team = await store.addTeam('A')
  const program = programFile('server/cli')
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const { id } = await store.addToken(team.id, { name: 't', hash: 'h', scopes: ['read'], expiresAt: undefined })
  assert.is((await store.tokenByHash('h'))?.revokedAt, undefined)
  const { status } = spawnSync(process.execPath, [program, 'tokens', 'revoke', id, '--team', 'A'], {
    cwd: root,
    env: { ...process.env, PLATEN_DATA_DIR: folder },
  })
  assert.is(status, 0)
  assert.ok((await store.tokenByHash('h'))?.revokedAt !== undefined)
  await store.close()
  rmSync(folder, { recursive: true })
})
embedded.run()

const rls = suite('store: PostgreSQL, row-level security')
rls.after(() => postgres.close())

/** The rows that a statement without WHERE sees in the scope of this team, connected as that user. */
const seen = (url: string, setting: string, table: string, role = ''): Promise<readonly Record<string, unknown>[]> =>
  postgres.query(url, `BEGIN; SET LOCAL search_path = platen; ${setting} ${role} SELECT * FROM ${table}`)

/** Tables of the service, and those whose rows belong to a token or a file rather than to a team. */
const NO_TEAM: readonly string[] = ['settings', 'migrations']
const NO_TEAM_SEES: readonly string[] = ['rate_limits', 'output_chunks', 'asset_chunks', 'sessions', 'identities']

const tablesOf = async (url: string): Promise<string[]> => {
  const sql = `SELECT relname FROM pg_class WHERE relnamespace = 'platen'::regnamespace AND relkind NOT IN ('i', 'I', 'S', 't', 'c') ORDER BY relname`
  return (await postgres.query(url, sql)).map((row) => String(row['relname']))
}

rls('every table has forced row-level security, and no view bypasses it', async () => {
  const url = await postgres.database()
  const { store } = await openPostgresStore({ url, connections: 2, clock })
  await store.close()
  const open = await postgres.query(
    url,
    `SELECT relname, relkind FROM pg_class c WHERE relnamespace = 'platen'::regnamespace AND relkind NOT IN ('i', 'I', 'S', 't', 'c') AND (
       relkind <> 'r' OR NOT relrowsecurity OR NOT relforcerowsecurity OR NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)
       OR EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND pg_get_expr(polqual, polrelid) NOT LIKE '%current_setting%' AND pg_get_expr(polqual, polrelid) NOT LIKE '%EXISTS%')
     )`,
  )
  assert.equal(open, [])
  assert.ok((await tablesOf(url)).length >= 12)
})

/** Row-level security binds the second user; the third has BYPASSRLS and CREATEROLE but is no superuser, as the users of hosted databases are. */
for (const user of ['superuser', 'owner', 'passer'] as const) {
  rls(`shows a statement that forgot its team nothing of others, also to the ${user}`, async () => {
    let url = await postgres.database()
    // The store itself switches to the restricted role when its user bypasses row-level security.
    const role = user === 'owner' ? '' : 'SET LOCAL ROLE platen_walled;'
    if (user === 'owner') url = await ownedBy(url, 'plain_owner')
    if (user === 'passer') {
      // The store has to create the role itself.
      await postgres.query(url, 'ALTER ROLE platen_walled RENAME TO walled_before')
      url = await ownedBy(url, 'passing_owner', 'BYPASSRLS CREATEROLE')
    }
    const { store, shared } = await openPostgresStore({ url, connections: 2, clock })
    const teams = [(await store.addTeam('A')).id, (await store.addTeam('B')).id] as const
    for (const [i, team] of teams.entries()) {
      const template = await saveTemplate(store, team, { ...draft(`of ${i}`), assets: ['logo.png'] })
      await store.examples.save(team, template!.id, { name: 'n', data: '{}', most: 1 })
      const limits = { count: 10, bytes: 10 }
      const assetFile = await store.addAssetFile(team, { hash: 'h', size: 1 })
      await store.saveAsset(team, { name: 'n', hash: 'h', size: 1, type: 't', used: ['u'], fileId: assetFile.id, limits })
      const bytes = await openPostgresFiles(shared, ASSET_KIND.table).create(assetFile.id)
      await bytes.write(Buffer.from('x'))
      await bytes.finish()
      await store.addToken(team, { name: 't', hash: `h${i}`, scopes: [], expiresAt: undefined })
      const { id } = await store.addOutput(team, outputRow(`s${i}`))
      const file = await openPostgresFiles(shared).create(id)
      await file.write(Buffer.from(`%PDF of ${i}`))
      await file.finish()
      assert.ok((await createRateLimiter(10, shared).take(`token of ${i}`)).isAllowed)
      await store.addWebhook(team, { url: 'https://a.example', secret: `w${i}` })
      await store.addRequests([requestRow(team, `r${i}`, clock.now())])
      const expiresAt = clock.now() + 1000
      const job = await store.jobs.create(team, { spec: '{}', total: 1, keyed: undefined, most: 1, expiresAt, fillUntil: expiresAt })
      if (job.kind === 'created') await store.jobs.addRows(job.job, [{ n: 0, template: 0, input: { data: '{}' } }])
      await addAccounts(store, clock, team, i)
      await store.beginCall(team, { keyHash: `k${i}`, fingerprint: 'f', leaseUntil: expiresAt, expiresAt })
      await store.completeCall(team, { event: { id: `e${i}`, text: 'sealed' } })
      await store.completeCall(team, { event: { id: `sent${i}`, text: 'sealed' } })
      const picture = { type: 'image/webp', hash: 'h', bytes: Buffer.from('x'), version: 1, pages: 1, warnings: 0 }
      assert.is(await store.pictures.save(team, template!.id, picture), 'saved')
    }
    const due = await store.claimDeliveries(clock.now(), clock.now() + 1, { most: 10, each: 10, busy: [] })
    for (const delivery of due.filter(({ id }) => id.startsWith('sent'))) await store.endDelivery(delivery, undefined)
    const [mine] = teams
    // All tables of the schema: a new one fails here until the test writes rows of both teams.
    for (const table of await tablesOf(url)) {
      const all = await seen(url, `SET LOCAL platen.service = 'on';`, table)
      assert.ok(all.length >= (NO_TEAM.includes(table) ? 1 : 2), `${table} has rows to hide`)
      assert.equal(await seen(url, '', table, role), [], `${table} for nobody`)
      const rows = await seen(url, `SET LOCAL platen.team = '${mine}';`, table, role)
      assert.is(rows.length > 0, ![...NO_TEAM, ...NO_TEAM_SEES].includes(table), table)
      assert.ok(rows.length < all.length || NO_TEAM.includes(table), `${table} hides rows`)
      assert.ok(
        rows.every((row) => row['team_id'] === undefined || row['team_id'] === mine),
        table,
      )
    }
    for (const table of ['output_chunks', 'asset_chunks']) {
      const [first] = await seen(url, `SET LOCAL platen.service = 'on';`, table)
      assert.equal(await seen(url, `SET LOCAL platen.output = '${first?.['id']}';`, table, role), [first])
    }
    const bySecret = await seen(url, `SET LOCAL platen.secret = 's1';`, 'outputs', role)
    assert.equal([bySecret.length, bySecret[0]?.['team_id']], [1, teams[1]])
    const forged = `SET LOCAL platen.team = '${mine}'; ${role} UPDATE templates SET team_id = '${teams[1]}';`
    assert.match(String(await seen(url, forged, 'teams').catch((error: unknown) => error)), 'row-level security')
    await store.close()
  })
}

rls('a user that bypasses row-level security and cannot switch roles is rejected, with a remedy', async () => {
  const url = await ownedBy(await postgres.database(), 'stuck_owner', 'BYPASSRLS')
  // The role exists, made by another database of the cluster, but was not granted to this user.
  const problem = String(await openPostgresStore({ url, connections: 2, clock }).catch((error: unknown) => error))
  assert.match(problem, 'CREATE ROLE platen_walled and GRANT it')
  await postgres.query(await postgres.database(), 'GRANT platen_walled TO stuck_owner')
  const { store } = await openPostgresStore({ url, connections: 2, clock })
  assert.equal(await store.teams(), [])
  await store.close()
})

rls('a server starts while another migrates the schema', async () => {
  const url = await postgres.database()
  const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore({ url, connections: 2, clock })))
  const keys = await Promise.all(opened.map(({ store }) => store.signingKey()))
  assert.is(new Set(keys).size, 1)
  assert.equal(
    await postgres.query(url, 'SELECT version FROM platen.migrations'),
    MIGRATIONS.map((_, i) => ({ version: i + 1 })),
  )
  await Promise.all(opened.map(({ store }) => store.close()))
})

rls('the store goes by the clock of the database, not of the server', async () => {
  const url = await postgres.database()
  const real = Date.now
  const times: number[] = []
  try {
    for (const minutes of [-16, 0, 16]) {
      Date.now = () => real() + minutes * 60_000
      const { store, clock } = await openPostgresStore({ url, connections: 2 })
      times.push(clock.now() - real())
      const { createdAt } = await store.addTeam('A')
      times.push(createdAt - real())
      await store.close()
    }
  } finally {
    Date.now = real
  }
  for (const ms of times) assert.ok(Math.abs(ms) < 5000, times.join(' '))
})

rls('waiting for a connection times out', async () => {
  const url = await postgres.database()
  const { store, pool } = await openPostgresStore({ url, connections: 1, clock })
  const held = await pool.connect()
  assert.is(((await store.teams().catch((error: unknown) => error)) as Error).name, 'Unavailable')
  held.release()
  assert.equal(await store.teams(), [])
  await store.close()
})

rls('after a restart of the database the store works again', async () => {
  const url = await postgres.database()
  const lost: Error[] = []
  const { store } = await openPostgresStore({ url, connections: 3, clock, onLost: (error) => lost.push(error) })
  await store.addTeam('A')
  const restarting = postgres.restart()
  const errors: unknown[] = []
  let isUp = false
  void restarting.then(() => (isUp = true))
  while (!isUp) await store.teams().catch((error: unknown) => errors.push(error))
  assert.equal([...new Set(errors.map((error) => (error as Error).name))], errors.length === 0 ? [] : ['Unavailable'])
  assert.is((await store.teams().catch(() => store.teams())).length, 1)
  await store.close()
})

rls.run()

/** The same database, for a new user who owns it. */
async function ownedBy(url: string, name: string, attributes = ''): Promise<string> {
  const database = new URL(url).pathname.slice(1)
  await postgres.query(url, `CREATE ROLE ${name} LOGIN ${attributes} PASSWORD 'x'`)
  await postgres.query(url, `ALTER DATABASE ${database} OWNER TO ${name}`)
  const own = new URL(url)
  own.username = name
  own.password = 'x'
  return own.href
}
