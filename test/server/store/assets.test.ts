// Assets in both stores: limits, concurrent uploads, files that are used again while they are swept, and what templates use.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AssetDraft, SavedAsset } from '../../../server/store/assets.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { saveTemplate } from '../support/save-template.ts'
import { testClock } from '../support/service.ts'

const clock = testClock()
let postgres: TestPostgres
let close: () => Promise<void>
let it: Store
let [a, b] = ['', '']

const OPENERS: Readonly<Record<string, () => Promise<Store>>> = {
  embedded: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    close = async () => rmSync(folder, { recursive: true })
    return (await openSqliteStore(folder, clock)).store
  },
  PostgreSQL: async () => {
    postgres ??= await startPostgres()
    close = async () => {}
    return (await openPostgresStore({ url: await postgres.database(), connections: 4, clock })).store
  },
}

const LIMITS = { count: 3, bytes: 100 }
const draft = (name: string, hash: string, more: Partial<AssetDraft> = {}): AssetDraft => ({
  ...{ name, hash, size: 10, type: 'image/png', limits: LIMITS },
  ...more,
})

/** Saves an asset with a file of its own. */
async function save(teamId: string, wanted: AssetDraft): Promise<SavedAsset> {
  const { id } = await it.addAssetFile(teamId, wanted)
  return it.saveAsset(teamId, { ...wanted, fileId: id })
}

for (const [name, open] of Object.entries(OPENERS)) {
  const assets = suite(`assets in the store: ${name}`)
  assets.before.each(async () => {
    it = await open()
    a = (await it.addTeam('A')).id
    b = (await it.addTeam('B')).id
  })
  assets.after.each(async () => {
    await it.close()
    await close()
  })

  assets('a name without bytes is not saved', async () => {
    assert.equal(await it.saveAsset(a, draft('x.png', 'h')), { kind: 'no-file' })
    assert.equal(await it.saveAsset(a, draft('x.png', 'h', { fileId: 'nope' })), { kind: 'no-file' })
    const other = await it.addAssetFile(b, { hash: 'h', size: 10 })
    assert.equal(await it.saveAsset(a, draft('x.png', 'h', { fileId: other.id })), { kind: 'no-file' })
    assert.equal(await it.assets(a), [])
  })

  assets('the same bytes are kept once, under as many names as wanted', async () => {
    const first = await save(a, draft('x.png', 'h'))
    const second = await save(a, draft('dir/y.png', 'h'))
    assert.ok(first.kind === 'saved' && second.kind === 'saved' && first.fileId === second.fileId)
    assert.equal(
      (await it.assets(a)).map((asset) => asset.name),
      ['dir/y.png', 'x.png'],
    )
    assert.equal([await it.assets(b), await it.asset(b, 'x.png'), await it.assetFile(b, 'h')], [[], undefined, undefined])
    assert.equal(await it.removeAsset(b, 'x.png', { isForced: true }), { kind: 'missing' })
  })

  assets('every change of content or name raises the revision of the team, and no other', async () => {
    const { id } = (await saveTemplate(it, a, { name: 'T', type: 'html', source: '', meta: {}, variables: [] }))!
    const revision = async (): Promise<number | undefined> => (await it.template(a, id))?.assetsRevision
    assert.is(await revision(), 0)
    await save(a, draft('x.png', 'h1'))
    await save(a, draft('x.png', 'h2'))
    assert.is(await revision(), 2)
    const again = await it.saveAsset(a, draft('x.png', 'h2'))
    assert.ok(again.kind === 'saved' && !again.isChanged && !again.isNew)
    await save(b, draft('x.png', 'h3'))
    assert.is(await revision(), 2)
    await it.removeAsset(a, 'x.png', { isForced: false })
    assert.is(await revision(), 3)
  })

  assets('limits hold, also for uploads at the same time', async () => {
    const kinds = (await Promise.all(['1', '2', '3', '4', '5', '6'].map((n) => save(a, draft(`${n}.png`, n))))).map(({ kind }) => kind)
    assert.equal(kinds.sort(), ['saved', 'saved', 'saved', 'too-many', 'too-many', 'too-many'])
    assert.equal(await save(a, draft((await it.assets(a))[0]!.name, 'big', { size: 81 })), { kind: 'too-large', bytes: 101 })
    assert.is((await save(a, draft((await it.assets(a))[0]!.name, 'big', { size: 80 }))).kind, 'saved')
    assert.is((await save(b, draft('x.png', 'h'))).kind, 'saved')
  })

  assets('of two uploads that expect the same state one is saved', async () => {
    await save(a, draft('x.png', 'h'))
    const kinds = (await Promise.all(['p', 'q'].map((hash) => save(a, draft('x.png', hash, { expected: 'h' }))))).map(({ kind }) => kind)
    assert.equal(kinds.sort(), ['conflict', 'saved'])
    const created = (await Promise.all(['p', 'q'].map((hash) => save(a, draft('new.png', hash, { expected: null }))))).map(
      ({ kind }) => kind,
    )
    assert.equal(created.sort(), ['conflict', 'saved'])
    assert.equal(await save(a, draft('none.png', 'h', { expected: '*' })), { kind: 'conflict' })
    assert.equal(await it.removeAsset(a, 'x.png', { isForced: false, expected: 'h' }), { kind: 'conflict' })
  })

  assets('files are swept when no name has used them for a time, and pending ones of uploads that died', async () => {
    await save(a, draft('x.png', 'kept'))
    await save(a, draft('y.png', 'replaced'))
    await it.addAssetFile(a, { hash: 'died', size: 1 })
    clock.advance(1000)
    const since = clock.now()
    await save(a, draft('y.png', 'later'))
    const hashes = async (before: number): Promise<string[]> => (await it.unusedAssetFiles(before, 10)).map(({ hash }) => hash).sort()
    assert.equal(await hashes(since), ['died'])
    clock.advance(1)
    assert.equal(await hashes(clock.now()), ['died', 'replaced'])
    const [file] = (await it.unusedAssetFiles(clock.now(), 10)).filter(({ hash }) => hash === 'replaced')
    // Used again after it was found.
    assert.is((await it.saveAsset(a, draft('z.png', 'replaced'))).kind, 'saved')
    assert.is(await it.removeUnusedAssetFile(file!.id, clock.now() + 1), false)
    await it.removeAsset(a, 'z.png', { isForced: true })
    assert.is(await it.removeUnusedAssetFile(file!.id, clock.now() + 1), true)
    assert.is(await it.removeUnusedAssetFile(file!.id, clock.now() + 1), false)
    assert.equal([...(await it.assetFileIds([file!.id, 'nope']))], [])
  })

  assets('an asset is in use through shared parts too, by the newest and by the published version', async () => {
    await save(a, draft('footer.html', 'f', { type: 'text/html', used: ['logo.png'] }))
    await save(a, draft('logo.png', 'l'))
    const template = { name: 'T', type: 'html', meta: {}, variables: [] } as const
    const { id } = (await saveTemplate(it, a, { ...template, source: 'one', assets: ['footer.html'] }))!
    const users = async (): Promise<object> => Object.fromEntries(await it.assetUsers(a))
    assert.equal(await users(), { 'footer.html': [id], 'logo.png': [id] })
    assert.equal(await it.removeAsset(a, 'logo.png', { isForced: false }), { kind: 'in-use', templateIds: [id] })
    const content = { type: 'html', source: 'two', variables: [], assets: ['brand.css'] } as const
    await it.saveTemplate(a, { kind: 'change', id, content, publish: false })
    assert.equal(await users(), { 'footer.html': [id], 'logo.png': [id], 'brand.css': [id] })
    await it.publishTemplate(a, id, 2)
    assert.equal(await users(), { 'brand.css': [id] })
    assert.equal(await it.removeAsset(a, 'footer.html', { isForced: false }), { kind: 'removed' })
    await save(a, draft('brand.css', 'c', { type: 'text/css', used: ['logo.png'] }))
    assert.equal(await users(), { 'brand.css': [id], 'logo.png': [id] })
    assert.equal(await it.removeAsset(a, 'brand.css', { isForced: true }), { kind: 'removed' })
    assert.equal(await users(), { 'brand.css': [id] })
    await it.removeTemplate(a, id)
    assert.equal(await users(), {})
  })

  assets.run()
}

const last = suite('assets in the store: end')
last.after(() => postgres.close())
last('PostgreSQL was started', () => assert.ok(postgres))
last.run()
