// The service connected as a PostgreSQL role that cannot bypass row-level security, while another role owns the tables.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { startOwnPostgres, type TestPostgres } from '../support/postgres.ts'
import { startTestService, testClock } from '../support/service.ts'
import { until } from '../support/until.ts'

const roles = suite('database roles')
const clock = testClock()
let postgres: TestPostgres
roles.before(async () => {
  postgres = await startOwnPostgres()
})
roles.after(() => postgres.close())

/** The URL of the same database for another role. */
function as(url: string, name: string, password = 'of the app'): string {
  const own = new URL(url)
  own.username = name
  own.password = password
  return own.href
}

const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => '',
    (thrown: unknown) => String(thrown),
  )

roles('the service runs as a role that owns nothing, created at the first start', async () => {
  const ownerUrl = await postgres.database()
  const url = as(ownerUrl, 'platen_app')
  const test = await startTestService({ DATABASE_URL: url, PLATEN_DATABASE_OWNER_URL: ownerUrl })
  try {
    const path = `/api/templates/${test.templateId}/pdf`
    const headers = { 'Idempotency-Key': 'k' }
    const made = await test.call({ method: 'POST', path, body: { data: { name: 'Ann' } }, headers })
    assert.equal([made.status, made.headers['x-ratelimit-remaining']], [200, '99999'])
    const link = await test.call({ method: 'POST', path, body: { data: { name: 'Ann' }, output: 'url' } })
    assert.is(link.status, 200)
    const got = await test.call({ path: new URL(link.json.url).pathname, token: null })
    assert.match(got.text, 'Hello Ann')
    assert.is((await postgres.query(url, 'SELECT current_user AS name'))[0]?.['name'], 'platen_app')

    // The queue of jobs was made by the owner too.
    const job = await test.call({ method: 'POST', path: '/api/jobs', body: { template: test.templateId, rows: [{ name: 'Ann' }] } })
    assert.is(job.status, 202, job.text)
    await until(async () => (await test.call({ path: `/api/jobs/${job.json.id}` })).json.status === 'done')

    // Without a scope no row of any table is visible.
    const tables = await postgres.query(
      ownerUrl,
      `SELECT relname FROM pg_class WHERE relnamespace = 'platen'::regnamespace AND relkind = 'r'`,
    )
    const filled: string[] = []
    for (const { relname } of tables) {
      if ((await postgres.query(ownerUrl, `SELECT FROM platen.${relname} LIMIT 1`)).length > 0) filled.push(String(relname))
      assert.equal(await postgres.query(url, `SELECT * FROM platen.${relname}`), [], String(relname))
    }
    for (const table of ['output_chunks', 'rate_limits', 'outputs', 'tokens', 'templates', 'settings', 'jobs', 'job_rows'])
      assert.ok(filled.includes(table), table)

    // It can neither become the owner, nor disable row-level security, nor change policies or tables.
    const refused = [
      'SET ROLE postgres',
      'SET SESSION AUTHORIZATION postgres',
      'SET ROLE platen_walled',
      'SET row_security = off; SELECT * FROM platen.output_chunks',
      'ALTER TABLE platen.output_chunks DISABLE ROW LEVEL SECURITY',
      'DROP POLICY wall ON platen.outputs',
      'CREATE POLICY all_of_it ON platen.outputs USING (true)',
      'CREATE TABLE platen.copy (x int)',
      'TRUNCATE platen.outputs',
      'ALTER ROLE platen_app BYPASSRLS',
      'CREATE ROLE other SUPERUSER',
      'CREATE FUNCTION platen.f() RETURNS int SECURITY DEFINER LANGUAGE sql AS $$ SELECT 1 $$',
      'DELETE FROM platen.migrations',
    ]
    for (const sql of refused) assert.ok((await failure(postgres.query(url, sql))) !== '', sql)
    const [attributes] = await postgres.query(
      ownerUrl,
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit FROM pg_roles WHERE rolname = 'platen_app'`,
    )
    assert.equal([...new Set(Object.values(attributes ?? {}))], [false])
  } finally {
    await test.close()
  }
  // Once the schema is migrated, the owner is not needed.
  let isUnconfined = false
  const again = await openPostgresStore({ url, connections: 2, clock, onUnconfined: () => (isUnconfined = true) })
  assert.is((await again.store.teams()).length, 2)
  assert.is(isUnconfined, false)
  await again.store.close()
})

roles('a role that could bypass row-level security is rejected with an owner, and logged without one', async () => {
  const ownerUrl = await postgres.database()
  await postgres.query(ownerUrl, `CREATE ROLE group_of_passers BYPASSRLS`)
  const dangerous: Readonly<Record<string, string>> = {
    passer: 'BYPASSRLS',
    maker: 'CREATEROLE',
    boss: 'SUPERUSER',
    member: 'NOINHERIT IN ROLE group_of_passers',
    plain: '',
  }
  for (const [name, attributes] of Object.entries(dangerous)) {
    await postgres.query(ownerUrl, `CREATE ROLE ${name} LOGIN PASSWORD 'of the app' ${attributes}`)
    const opening = openPostgresStore({ url: as(ownerUrl, name), ownerUrl, connections: 2, clock })
    if (name === 'plain') await (await opening).store.close()
    else assert.match(await failure(opening), 'must not be one that can pass row-level security', name)
  }
  assert.match(await failure(openPostgresStore({ url: ownerUrl, ownerUrl, connections: 2, clock })), 'must not be one that can pass')
  let isUnconfined = false
  const alone = await openPostgresStore({ url: ownerUrl, connections: 2, clock, onUnconfined: () => (isUnconfined = true) })
  assert.is(isUnconfined, true)
  await alone.store.close()
})

roles('without the owner an empty database is not migrated, and the error says what is missing', async () => {
  const ownerUrl = await postgres.database()
  const problem = await failure(openPostgresStore({ url: as(ownerUrl, 'plain'), connections: 2, clock }))
  assert.match(problem, /permission denied|PLATEN_DATABASE_OWNER_URL/)
})

roles.run()
