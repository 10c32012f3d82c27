// The embedded store: what one team may never see of another, versions, and several processes on one file.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sourceHash } from '../../server/store/source-hash.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store } from '../../server/store/store.ts'
import { testClock } from './support/service.ts'

const store = suite('store')
const clock = testClock()
let folder: string
let it: Store
let [a, b] = ['', '']
store.before.each(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const opened = await openSqliteStore(folder, clock)
  assert.ok(opened.isNew)
  it = opened.store
  a = (await it.addTeam('A')).id
  b = (await it.addTeam('B')).id
})
store.after.each(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

const draft = (source: string, id?: string): Parameters<Store['saveTemplate']>[1] => ({
  ...{ id, name: 'T', type: 'html', source, meta: { description: 'd' }, variables: [{ name: 'x', type: 'string' }] },
})

store('everything of a team is invisible and untouchable for another', async () => {
  const template = (await it.saveTemplate(a, draft('one')))!
  const token = await it.addToken(a, { name: 't', hash: 'h', scopes: ['read'], expiresAt: undefined })
  const now = clock.now()
  const output = await it.addOutput(a, { secretHash: 's', fileName: 'f', sha256: '', length: 1, createdAt: now, expiresAt: now + 1000 })

  assert.equal([await it.templates(b), await it.tokens(b)], [[], []])
  assert.is(await it.template(b, template.id), undefined)
  assert.is(await it.templateSource(b, template.id, template.hash), undefined)
  assert.is(await it.saveTemplate(b, draft('two', template.id)), undefined)
  assert.is(await it.removeTemplate(b, template.id), false)
  assert.is(await it.revokeToken(b, token.id), false)
  await it.touchToken(b, token.id)
  await it.removeOutput(b, output.id)
  assert.is(await it.markOutputReady(b, output.id).catch(() => 'refused'), 'refused')

  assert.is(await it.templateSource(a, template.id, template.hash), 'one')
  assert.equal((await it.tokens(a))[0], token)
  assert.is((await it.outputBySecretHash('s'))?.state, 'pending')
})

store('a template keeps its id, counts its versions and keeps the last twenty', async () => {
  const first = (await it.saveTemplate(a, draft('v1')))!
  assert.is(first.hash, sourceHash('html', 'v1'))
  clock.advance(1000)
  for (let n = 2; n <= 25; n++) {
    const saved = (await it.saveTemplate(a, draft(`v${n}`, first.id)))!
    assert.equal([saved.id, saved.version, saved.createdAt], [first.id, n, first.createdAt])
  }
  const kept = await Promise.all(Array.from({ length: 25 }, (_, i) => it.templateSource(a, first.id, sourceHash('html', `v${i + 1}`))))
  assert.is(kept.filter((source) => source !== undefined).length, 20)
  assert.is(kept[4], undefined) // v5 is the 21st from the end
  assert.is(kept[5], 'v6')
  assert.ok(await it.removeTemplate(a, first.id))
  assert.is(await it.templateSource(a, first.id, sourceHash('html', 'v25')), undefined)
})

store('what was written is there after opening again', async () => {
  const template = (await it.saveTemplate(a, draft('é "quoted" \0 end')))!
  const key = await it.signingKey()
  await it.close()
  const again = await openSqliteStore(folder, clock)
  it = again.store
  assert.is(again.isNew, false)
  assert.equal(await it.template(a, template.id), template)
  assert.is(await it.signingKey(), key)
  assert.match(key, /^[0-9a-f]{64}$/)
})

store('another process writes to the same file meanwhile', async () => {
  const program = fileURLToPath(new URL('../../server/cli.ts', import.meta.url))
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { id } = await it.addToken(a, { name: 't', hash: 'h', scopes: ['read'], expiresAt: undefined })
  assert.is((await it.tokenByHash('h'))?.revokedAt, undefined)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, 'tokens', 'revoke', id, '--team', 'A'], {
    cwd: root,
    env: { ...process.env, PLATEN_DATA_DIR: folder },
  })
  assert.is(status, 0)
  assert.ok((await it.tokenByHash('h'))?.revokedAt !== undefined)
})

store('two tokens cannot share a hash', async () => {
  const token = { name: 't', hash: 'h', scopes: [], expiresAt: undefined } as const
  await it.addToken(a, token)
  assert.match(String(await it.addToken(b, token).catch((error: unknown) => error)), 'UNIQUE')
})

store.run()
