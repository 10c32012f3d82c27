// Backup and restore of the embedded store, template versions, and migration to PostgreSQL.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeFont, describeProblem, fontSources, switchCaches } from '../../../engine/index.ts'
import { run } from '../../../server/program.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { fakeEngine } from '../support/fake-engine.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { saveTemplate, type TestTemplate } from '../support/save-template.ts'
import { FAKE_CHILD, testClock } from '../support/service.ts'

const migrate = suite('migrate')
const clock = testClock()
let folder: string
let postgres: TestPostgres | undefined
const CLI = fileURLToPath(new URL('../../../server/cli.ts', import.meta.url))
const at = (name: string): string => join(folder, name)

migrate.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
})
migrate.after.each(() => rmSync(folder, { recursive: true }))
migrate.after(() => postgres?.close())

async function platen(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const code = await run(words, {
    environment: { PLATEN_DATA_DIR: at('data'), PLATEN_CHILDREN: '1', ...environment },
    out: (what) => {
      out += what
    },
    err: (text) => {
      err += text
    },
    input: async () => Buffer.alloc(0),
    ...{ isOutTerminal: false, isErrTerminal: false, childScript: FAKE_CHILD },
    loadEngine: async () => ({ ...fakeEngine, describeFont, describeProblem, fontSources, switchCaches }),
  })
  return { code, out, err }
}

const draft = (source: string, id?: string): TestTemplate => ({
  ...{ id, name: 'T – ü', type: 'html', source, meta: { description: 'd', n: 1 }, variables: [{ name: 'x', type: 'string' }] },
})

/** Two teams with templates of several versions and tokens in every state. */
async function fill(store: Store): Promise<void> {
  for (const name of ['A', 'B']) {
    const { id: team } = await store.addTeam(name)
    const { id } = (await saveTemplate(store, team, draft(`first ${name} \0 é`)))!
    clock.advance(1000)
    await saveTemplate(store, team, draft(`second ${name}`, id))
    const token = await store.addToken(team, { name: 't', hash: `h1${name}`, scopes: ['read'], expiresAt: clock.now() + 5 })
    await store.touchToken(team, token.id)
    await store.addToken(team, { name: 'u', hash: `h2${name}`, scopes: ['read', 'render'], expiresAt: undefined })
    await store.revokeToken(team, token.id)
    await store.addWebhook(team, { url: `https://${name}.example/?x=ü`, secret: `whsec_${name}` })
  }
}

/** The complete content of a store, as its interface returns it. */
async function contents(store: Store): Promise<unknown> {
  const teams = await store.teams()
  return Promise.all(
    teams.map(async (team) => {
      const templates = await store.templates(team.id)
      const versions = await Promise.all(
        templates.map(async ({ id }) =>
          Promise.all(
            (await store.templateVersions(team.id, id)).map(async (v) => ({
              ...v,
              source: await store.templateSource(team.id, id, v.hash),
            })),
          ),
        ),
      )
      const byHash = await Promise.all([1, 2].map((n) => store.tokenByHash(`h${n}${team.name}`)))
      return { team, templates, versions, tokens: await store.tokens(team.id), byHash, webhooks: await store.webhooks(team.id) }
    }),
  )
}

migrate('a backup taken while the service runs is complete and can be restored', async () => {
  const { store } = await openSqliteStore(at('data'), clock)
  await fill(store)
  const wanted = await contents(store)
  assert.is((await platen(['backup', at('copy.db')])).code, 0)
  // Backups contain keys, so only their owner may read them.
  for (const name of ['copy.db', 'data/platen.db', 'data/platen.db-wal']) assert.is(statSync(at(name)).mode & 0o777, 0o600, name)
  assert.match((await platen(['backup', at('copy.db')])).err, 'exists already')
  await store.addTeam('Later')
  assert.match((await platen(['restore', at('copy.db')])).err, '--force')
  const busy = await platen(['restore', at('copy.db'), '--force'])
  assert.equal([busy.code, /in use/.test(busy.err)], [1, true])
  assert.is((await store.teams()).length, 3)
  await store.close()

  // In a separate process: a connection closed in this one keeps the file open until it is garbage collected.
  const other = { PLATEN_DATA_DIR: at('other') }
  spawnSync(process.execPath, ['--import', 'tsx', CLI, 'teams', 'create', 'Old'], { env: { ...process.env, ...other } })
  assert.is((await platen(['restore', at('copy.db')], other)).code, 1)
  assert.is((await platen(['restore', at('copy.db'), '--force'], other)).code, 0)
  const again = await openSqliteStore(at('other'), clock)
  assert.equal(await contents(again.store), wanted)
  await again.store.close()
  chmodSync(at('copy.db'), 0o644)
  assert.is((await platen(['restore', at('copy.db')], { PLATEN_DATA_DIR: at('elsewhere') })).code, 0)
  const elsewhere = await openSqliteStore(at('elsewhere'), clock)
  assert.equal(await contents(elsewhere.store), wanted)
  assert.is(statSync(at('elsewhere/platen.db')).mode & 0o777, 0o600)
  await elsewhere.store.close()
})

migrate('a damaged backup is rejected and the store kept', async () => {
  const { store } = await openSqliteStore(at('data'), clock)
  await fill(store)
  const wanted = await contents(store)
  await platen(['backup', at('copy.db')])
  await store.close()
  truncateSync(at('copy.db'), readFileSync(at('copy.db')).length - 5000)
  writeFileSync(at('text.db'), 'no database at all')
  for (const name of ['copy.db', 'text.db', 'nope.db']) assert.is((await platen(['restore', at(name), '--force'])).code, 1, name)
  const again = await openSqliteStore(at('data'), clock)
  assert.equal(await contents(again.store), wanted)
  await again.store.close()
  assert.is((await platen(['backup', at('none.db')], { PLATEN_DATA_DIR: at('empty') })).code, 1)
  assert.not.ok(existsSync(at('none.db')))
})

migrate('import copies an embedded store to PostgreSQL; a second import changes nothing', async () => {
  postgres = await startPostgres()
  const url = await postgres.database()
  const { store } = await openSqliteStore(at('data'), clock)
  await fill(store)
  const [wanted, key] = [await contents(store), await store.signingKey()]
  await store.close()
  assert.is((await platen(['import'])).code, 2)
  assert.is((await platen(['import', at('nowhere')], { DATABASE_URL: url })).code, 1)
  const first = await platen(['import'], { DATABASE_URL: url })
  assert.equal([first.code, first.err], [0, '2 teams, 4 tokens, 2 templates, 4 template versions, 2 webhooks were copied.\n'])
  assert.match(
    (await platen(['import', at('data')], { DATABASE_URL: url })).err,
    '0 teams, 0 tokens, 0 templates, 0 template versions, 0 webhooks',
  )
  const moved = await openPostgresStore({ url, connections: 2, clock })
  assert.equal(await contents(moved.store), wanted)
  assert.is(await moved.store.signingKey(), key)
  await moved.store.close()
  // The same commands work on PostgreSQL.
  assert.match((await platen(['teams', 'list'], { DATABASE_URL: url })).out, /\w{16} {2}A\n\w{16} {2}B\n/)
  assert.is((await platen(['backup', at('x.db')], { DATABASE_URL: url })).code, 2)
})

migrate('earlier versions of a template are listed and can be restored', async () => {
  await platen(['teams', 'create', 'A'])
  const file = at('t.html')
  const push = async (source: string): Promise<string> => {
    writeFileSync(file, source)
    return (await platen(['templates', 'push', file], { PLATEN_TEMPLATE_VERSIONS: '3' })).out.trim()
  }
  const id = await push('one {{a}}')
  for (const source of ['two {{b}}', 'three', 'four']) assert.is(await push(source), id)
  const listed = (await platen(['templates', 'versions', id])).out
  assert.equal(
    listed.split('\n').map((line) => line.split(' ')[0]),
    ['VERSION', '4', '3', '2', ''],
  )
  assert.match((await platen(['templates', 'restore', id, '2'])).err, 'as version 5')
  assert.is((await platen(['templates', 'pull', id])).out, 'two {{b}}')
  for (const version of ['1', '99', 'x', '1.5']) assert.is((await platen(['templates', 'restore', id, version])).code, 1)
  assert.is((await platen(['templates', 'versions', 'nope'])).code, 1)
})

migrate.run()
