// Backup and restore of the embedded store, template versions, and migration to PostgreSQL.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeFont, describeProblem, fontSources, switchCaches } from '../../../engine/index.ts'
import { ASSET_KIND, type OutputFiles, openFolder } from '../../../server/outputs/files.ts'
import { openPostgresFiles } from '../../../server/outputs/postgres-files.ts'
import { run } from '../../../server/program.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { sourceHash } from '../../../server/store/source-hash.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { programFile } from '../../support/programs.ts'
import { fakeEngine } from '../support/fake-engine.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requestRow } from '../support/request-row.ts'
import { saveTemplate, type TestTemplate } from '../support/save-template.ts'
import { FAKE_CHILD, testClock } from '../support/service.ts'

const migrate = suite('migrate')
const clock = testClock()
let folder: string
let postgres: TestPostgres | undefined
const CLI = programFile('server/cli')
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

const LIMITS = { count: 9, bytes: 2 ** 30 }

/** Saves an asset with its bytes. */
async function addAsset(store: Store, files: OutputFiles, teamId: string, name: string, content: string): Promise<void> {
  const bytes = Buffer.from(content)
  const asset = { name, hash: sourceHash('html', content), size: bytes.length }
  const { id } = await store.addAssetFile(teamId, asset)
  const writer = await files.create(id)
  await writer.write(bytes)
  await writer.finish()
  await store.saveAsset(teamId, { ...asset, type: 'text/html', used: ['logo.png'], fileId: id, limits: LIMITS })
}

/** The bytes of the assets of a team, by name. */
async function assetsOf(store: Store, files: OutputFiles, teamId: string): Promise<unknown> {
  const assets = await store.assets(teamId)
  return Promise.all(
    assets.map(async ({ name, hash }) => {
      const file = await store.assetFile(teamId, hash)
      const content = file && (await files.read(file.id, file.size))
      return [name, content && String(await buffer(content))]
    }),
  )
}

const folderOf = (data: string): Promise<OutputFiles> => openFolder(join(at(data), ASSET_KIND.folder), ASSET_KIND)

/** Two teams with templates of several versions, assets, and tokens in every state. */
async function fill(store: Store): Promise<void> {
  for (const name of ['A', 'B']) {
    const { id: team } = await store.addTeam(name)
    const { id } = (await saveTemplate(store, team, draft(`first ${name} \0 é`)))!
    clock.advance(1000)
    await saveTemplate(store, team, { ...draft(`second ${name}`, id), assets: ['footer'] })
    await addAsset(store, await folderOf('data'), team, 'footer', `of \0 ${name}`)
    const content = { type: 'html', source: `draft ${name}`, variables: [], assets: ['footer'] } as const
    await store.saveTemplate(team, { kind: 'new', id: 'invoice', name: 'I', meta: {}, content, publish: name === 'A' })
    for (const example of ['ä', 'second']) {
      const data = `{ "of": "${name}", "digits": 12345678901234567890 }`
      await store.examples.save(team, 'invoice', { name: example, data, most: 50 })
    }
    const picture = { version: 1, pages: 1, warnings: 0, type: 'image/png', hash: `p${name}`, bytes: Buffer.from('\0') }
    await store.pictures.save(team, 'invoice', picture)
    await store.addRequests([requestRow(team, `r${name}`, clock.now())])
    await store.saveTemplate(team, { kind: 'new', id: 'removed', name: 'R', meta: {}, content, publish: true })
    await store.removeTemplate(team, 'removed')
    const token = await store.addToken(team, { name: 't', hash: `h1${name}`, scopes: ['read'], expiresAt: clock.now() + 5 })
    await store.touchToken(team, token.id)
    await store.addToken(team, { name: 'u', hash: `h2${name}`, scopes: ['read', 'render'], expiresAt: undefined })
    await store.revokeToken(team, token.id)
    await store.accounts.addLink(`l${name}`, { kind: 'invite', teamId: team, role: 'owner' }, { note: '', expiresAt: clock.now() + 5 })
    await store.accounts.redeemForNewUser(`l${name}`, { name: `user ${name}`, displayName: 'é', passwordHash: 'p' })
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
              content: await store.templateVersion(team.id, id, v.version),
              source: await store.templateSource(team.id, id, v.hash),
            })),
          ),
        ),
      )
      const examples = await Promise.all(
        templates.map(async ({ id }) =>
          Promise.all(
            ((await store.examples.list(team.id, id)) ?? []).map(async (one) => [one, await store.examples.read(team.id, id, one.name)]),
          ),
        ),
      )
      const byHash = await Promise.all([1, 2].map((n) => store.tokenByHash(`h${n}${team.name}`)))
      const users = [...(await store.assetUsers(team.id))]
      const assets = { assets: await store.assets(team.id), users }
      const members = await store.accounts.members(team.id)
      const pictures = await Promise.all(templates.map(async ({ id }) => (await store.pictures.read(team.id, id))?.hash))
      const overview = { pictures, usage: await store.usage.counts(team.id, 'day', 0) }
      const rest = { ...overview, tokens: await store.tokens(team.id), byHash, webhooks: await store.webhooks(team.id) }
      return { team, ...assets, templates, versions, examples, members, ...rest }
    }),
  )
}

/** An import counts as a change of the assets. */
const withoutRevision = (content: unknown): unknown =>
  JSON.parse(JSON.stringify(content, (key, value: unknown) => (key === 'assetsRevision' ? undefined : value)))

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
  spawnSync(process.execPath, [CLI, 'teams', 'create', 'Old'], { env: { ...process.env, ...other } })
  assert.is((await platen(['restore', at('copy.db')], other)).code, 1)
  assert.is((await platen(['restore', at('copy.db'), '--force'], other)).code, 0)
  const again = await openSqliteStore(at('other'), clock)
  assert.equal(await contents(again.store), wanted)
  const [ofA] = await again.store.teams()
  assert.equal(await assetsOf(again.store, await folderOf('other'), ofA!.id), [['footer', 'of \0 A']])
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
  const copied =
    '2 teams, 4 tokens, 6 templates, 8 template versions, 2 webhooks, 2 assets, 2 asset references, 6 template assets, 4 template examples, 2 template pictures, 4 render usage, 2 users, 2 memberships, 0 identities, 0 audit log, 2 asset files'
  assert.equal([first.code, first.err], [0, `${copied} were copied.\n`])
  assert.match((await platen(['import', at('data')], { DATABASE_URL: url })).err, copied.replace(/\d+/g, '0'))
  const moved = await openPostgresStore({ url, connections: 2, clock })
  const [ofA] = await moved.store.teams()
  const files = openPostgresFiles(moved.shared, ASSET_KIND.table)
  assert.equal(await assetsOf(moved.store, files, ofA!.id), [['footer', 'of \0 A']])
  assert.equal(withoutRevision(await contents(moved.store)), withoutRevision(wanted))
  // A removed template can come back there.
  assert.is((await moved.store.undeleteTemplate(ofA!.id, 'removed')).kind, 'saved')
  assert.is(await moved.store.signingKey(), key)
  await moved.store.close()
  // The same commands work on PostgreSQL.
  assert.match((await platen(['teams', 'list'], { DATABASE_URL: url })).out, /\w{16} {2}A\n\w{16} {2}B\n/)
  assert.is((await platen(['backup', at('x.db')], { DATABASE_URL: url })).code, 2)
})

migrate('an import keeps to its teams where the target has templates of the same ids', async () => {
  postgres ??= await startPostgres()
  const url = await postgres.database()
  const target = (await openPostgresStore({ url, connections: 2, clock })).store
  const { id: other } = await target.addTeam('Other')
  // Teams are listed by their age.
  clock.advance(1)
  const content = { type: 'html', source: 'of the other', variables: [] } as const
  for (const id of ['invoice', 'removed'])
    await target.saveTemplate(other, { kind: 'new', id, name: 'O', meta: {}, content, publish: true })
  const { store } = await openSqliteStore(at('data'), clock)
  await fill(store)
  const wanted = await contents(store)
  await store.close()
  assert.is((await platen(['import'], { DATABASE_URL: url })).code, 0)
  assert.is((await platen(['import'], { DATABASE_URL: url })).code, 0)
  const [mine, ...imported] = (await contents(target)) as { team: { name: string } }[]
  assert.is(mine?.team.name, 'Other')
  assert.equal(withoutRevision(imported), withoutRevision(wanted))
  assert.equal((await target.templateVersions(other, 'invoice')).length, 1)
  assert.is((await target.templateVersion(other, 'invoice', 'newest'))?.source, 'of the other')
  // A file that an interrupted import has not copied is copied by the next one; one that is lost is reported.
  await postgres.query(url, `DELETE FROM platen.asset_chunks`)
  assert.is((await platen(['import'], { DATABASE_URL: url })).code, 0)
  assert.is((await postgres.query(url, 'SELECT id FROM platen.asset_chunks')).length, 2)
  await postgres.query(url, `DELETE FROM platen.asset_chunks`)
  rmSync(at('data/assets'), { recursive: true })
  const lost = await platen(['import'], { DATABASE_URL: url })
  assert.equal([lost.code, /the bytes of 2 assets are not in/.test(lost.err)], [1, true])
  await target.close()
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
