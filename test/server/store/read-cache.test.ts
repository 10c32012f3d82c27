// What the read cache keeps, and for how long.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ReadCache } from '../../../server/store/read-cache.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { saveTemplate } from '../support/save-template.ts'
import { testClock } from '../support/service.ts'

const readCache = suite('read cache')

/** A cache over a store at this version, and reads that number themselves. */
function reads(version: number | undefined) {
  const state = { version, count: 0 }
  const cache = new ReadCache(() => state.version)
  const read = (key: string, wait: Promise<void> = Promise.resolve()): Promise<string> =>
    cache.get(key, 0, async () => {
      const value = `${key}${++state.count}`
      await wait
      return value
    })
  return { state, cache, read }
}

readCache('reads once until the store is written to', async () => {
  const { state, read } = reads(1)
  assert.equal([await read('a'), await read('b'), await read('a')], ['a1', 'b2', 'a1'])
  state.version = 2
  assert.equal([await read('a'), await read('a')], ['a3', 'a3'])
})

readCache('reads every time when the store has no version', async () => {
  const { read } = reads(undefined)
  assert.equal([await read('a'), await read('a')], ['a1', 'a2'])
})

readCache('does not keep a read during which the store was written to', async () => {
  const { state, read } = reads(1)
  let done = (): void => {}
  const slow = read('a', new Promise((resolve) => (done = resolve)))
  state.version = 2
  assert.is(await read('b'), 'b2')
  done()
  assert.is(await slow, 'a1')
  assert.is(await read('a'), 'a3')
})

readCache('does not keep absence', async () => {
  const { cache } = reads(1)
  const found = [undefined, 'x']
  const read = (): Promise<string | undefined> => cache.get('a', 0, async () => found.shift())
  assert.equal([await read(), await read(), await read()], [undefined, 'x', 'x'])
})

readCache("two connections see each other's writes at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const clock = testClock()
  const { store: one } = await openSqliteStore(folder, clock)
  const { store: other } = await openSqliteStore(folder, clock)
  const { id: team } = await one.addTeam('A')
  const draft = { name: 'first', type: 'html', source: 'x', meta: {}, variables: [] } as const
  const { id } = (await saveTemplate(one, team, draft))!
  // Every request begins by looking up its token.
  const begin = async (): Promise<unknown> => [await one.tokenByHash(''), await other.tokenByHash('')]
  const names = async (): Promise<unknown> =>
    (await begin()) && [(await one.template(team, id))?.name, (await other.template(team, id))?.name]
  assert.equal(await names(), ['first', 'first'])
  await saveTemplate(other, team, { ...draft, id, name: 'second' })
  assert.equal(await names(), ['second', 'second'])
  await saveTemplate(one, team, { ...draft, id, name: 'third' })
  assert.equal(await names(), ['third', 'third'])
  const counts = async (): Promise<unknown> => (await begin()) && [(await one.webhooks(team)).length, (await other.webhooks(team)).length]
  assert.equal(await counts(), [0, 0])
  await other.addWebhook(team, { url: 'https://example.org', secret: 's' })
  assert.equal(await counts(), [1, 1])
  const token = await one.addToken(team, { name: 't', hash: 'h', scopes: ['read'], expiresAt: undefined })
  assert.is((await other.tokenByHash('h'))?.revokedAt, undefined)
  await one.revokeToken(team, token.id)
  assert.type((await other.tokenByHash('h'))?.revokedAt, 'number')
  await one.removeTemplate(team, id)
  assert.equal(await names(), [undefined, undefined])
  await one.close()
  await other.close()
  rmSync(folder, { recursive: true })
})

readCache('what requests write does not empty the cache', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const { store } = await openSqliteStore(folder, testClock())
  const { id: team } = await store.addTeam('A')
  const { id } = (await saveTemplate(store, team, { name: 'T', type: 'html', source: 'x', meta: {}, variables: [] }))!
  const read = async (): Promise<unknown> => (await store.tokenByHash('')) ?? store.template(team, id)
  const first = await read()
  const what = { route: 'r', status: 200, code: undefined, template: id, ms: 1, pages: 1, bytes: 1, warnings: [] }
  await store.addRequests([{ id: 'r', teamId: team, at: 0, ...what }])
  const output = await store.addOutput(team, { secretHash: 's', fileName: 'f', createdAt: 0, expiresAt: 1 })
  await store.markOutputReady(team, output.id, { sha256: '', length: 1 })
  await store.removeOutput(team, output.id)
  assert.is(await read(), first) // the same object
  await store.addWebhook(team, { url: 'https://example.org', secret: 's' })
  assert.is.not(await read(), first)
  await store.close()
  rmSync(folder, { recursive: true })
})

readCache.run()
