// What is remembered of reads, for how long, and the timers that requests share.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { HangUp } from '../../../server/cancel-signal.ts'
import { makeTimeouts, Rounds } from '../../../server/coarse-timer.ts'
import { Fresh } from '../../../server/store/read-cache.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { testClock } from '../support/service.ts'
import { until } from '../support/until.ts'

const fresh = suite('fresh')

/** Reads that count themselves, of a store at this version. */
function reads(version: number | undefined) {
  const state = { version, count: 0 }
  const store = new Fresh(() => state.version)
  const read = (key: string, wait: Promise<void> = Promise.resolve()): Promise<string> =>
    store.get(key, 0, async () => {
      const value = `${key}${++state.count}`
      await wait
      return value
    })
  return { state, store, read }
}

fresh('reads once while nothing is written', async () => {
  const { state, read } = reads(1)
  assert.equal([await read('a'), await read('b'), await read('a')], ['a1', 'b2', 'a1'])
  state.version = 2
  assert.equal([await read('a'), await read('a')], ['a3', 'a3'])
})

fresh('reads every time where nobody says whether something was written', async () => {
  const { read } = reads(undefined)
  assert.equal([await read('a'), await read('a')], ['a1', 'a2'])
})

fresh('does not remember what was read while somebody wrote', async () => {
  const { state, read } = reads(1)
  let done = (): void => {}
  const slow = read('a', new Promise((resolve) => (done = resolve)))
  state.version = 2
  assert.is(await read('b'), 'b2')
  done()
  assert.is(await slow, 'a1')
  assert.is(await read('a'), 'a3')
})

fresh('does not remember that there was nothing', async () => {
  const { store } = reads(1)
  const found = [undefined, 'x']
  const read = (): Promise<string | undefined> => store.get('a', 0, async () => found.shift())
  assert.equal([await read(), await read(), await read()], [undefined, 'x', 'x'])
})

fresh('a store sees what it and others write at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const clock = testClock()
  const { store: one } = await openSqliteStore(folder, clock)
  const { store: other } = await openSqliteStore(folder, clock)
  const { id: team } = await one.addTeam('A')
  const draft = { name: 'first', type: 'html', source: 'x', meta: {}, variables: [] } as const
  const { id } = (await one.saveTemplate(team, draft))!
  // As every request begins.
  const begin = async (): Promise<unknown> => [await one.tokenByHash(''), await other.tokenByHash('')]
  const names = async (): Promise<unknown> =>
    (await begin()) && [(await one.template(team, id))?.name, (await other.template(team, id))?.name]
  assert.equal(await names(), ['first', 'first'])
  await other.saveTemplate(team, { ...draft, id, name: 'second' })
  assert.equal(await names(), ['second', 'second'])
  await one.saveTemplate(team, { ...draft, id, name: 'third' })
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

fresh('rounds look at whoever is in', async () => {
  const rounds = new Rounds(5)
  const seen: string[] = []
  const leave = rounds.join(() => seen.push('a'))
  rounds.join(() => seen.push('b'))
  await until(() => seen.includes('a') && seen.includes('b'))
  leave()
  seen.length = 0
  await until(() => seen.length >= 3)
  assert.not.ok(seen.includes('a'))
})

fresh('a round ends though those looked at join again, and passes over who left in it', async () => {
  const rounds = new Rounds(1)
  const seen: string[] = []
  const again = (): void => {
    seen.push('again')
    leave()
    own()
    own = rounds.join(again)
  }
  let own = rounds.join(again)
  const leave = rounds.join(() => seen.push('left'))
  await until(() => seen.length >= 3)
  own()
  assert.equal([...new Set(seen)], ['again'])
})

fresh('shared timers call once, not too soon, and not when called off', async () => {
  let now = 0
  const after = makeTimeouts(1, () => now)
  const called: string[] = []
  const note = (name: string, ms: number): (() => void) => after(ms, () => called.push(name))
  const lookedAt = async (ms: number): Promise<readonly string[]> => {
    now = ms
    // It came last, so all others have been looked at when it has.
    let isOver = false
    after(0, () => {
      isOver = true
    })
    await until(() => isOver)
    return [...called]
  }
  note('late', 40)
  note('soon', 10)
  note('never', 20)()
  assert.equal(await lookedAt(9), [])
  assert.equal(await lookedAt(10), ['soon'])
  assert.equal(await lookedAt(39), ['soon'])
  assert.equal(await lookedAt(40), ['soon', 'late'])
  assert.equal(await lookedAt(1000), ['soon', 'late'])
})

fresh('a caller who hangs up is heard by those who listen', () => {
  const caller = new HangUp()
  const heard: string[] = []
  const deaf = (): void => void heard.push('deaf')
  caller.addEventListener('abort', () => heard.push('a'))
  caller.addEventListener('abort', deaf)
  caller.removeEventListener('abort', deaf)
  caller.abort()
  caller.abort()
  assert.equal(heard, ['a'])
  assert.ok(caller.aborted)
})

fresh.run()
