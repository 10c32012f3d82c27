// What lists show: counts of usage, pictures of templates, and what became of deliveries; in both stores.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RequestRecord } from '../../../server/store/requests.ts'
import type { Store } from '../../../server/store/store.ts'
import { bucketEnd, bucketOf, FAILED, REFUSED } from '../../../server/store/usage.ts'
import { requestRow } from '../support/request-row.ts'
import { saveTemplate } from '../support/save-template.ts'
import { testClock } from '../support/service.ts'
import { embeddedStores, postgresStores } from '../support/stores.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const DRAFT = { type: 'html', name: 'T', meta: { description: 'd' }, variables: [], source: 'x' } as const
const ROOM = { most: 10, each: 10, busy: [] }

const picture = (version: number, text = 'bytes') => ({
  ...{ version, pages: 3, warnings: 1, type: 'image/webp', hash: `hash of ${text}` },
  bytes: new TextEncoder().encode(text),
})

for (const stores of [embeddedStores(), postgresStores()]) {
  const overview = suite(`overview of a store: ${stores.name}`)
  const clock = testClock()
  let store: Store
  let [a, b] = ['', '']
  overview.before.each(async () => {
    store = (await stores.open(clock)).store
    a = (await store.addTeam('A')).id
    b = (await store.addTeam('B')).id
  })
  overview.after.each(() => store.close())
  overview.after(() => stores.close())

  overview('each call is counted once, by hour and by day', async () => {
    const now = clock.now()
    const row = (id: string, more: Partial<RequestRecord> = {}): RequestRecord => ({ ...requestRow(a, id, now), ...more })
    const rows = [
      row('r1', { ms: 100 }),
      row('r2', { ms: 100, pages: 3 }),
      row('r3', { ms: 1000, at: now + HOUR }),
      row('r4', { status: 422, template: undefined }),
      row('r5', { status: 504 }),
      row('r6', { route: 'POST /api/preview' }),
      row('r1', { teamId: b }),
    ]
    await store.addRequests(rows)
    // The answer of a batch was lost, and the log adds it again; and one row stands in it twice.
    await store.addRequests([...rows, row('r7', { status: 500 }), row('r7', { status: 500 })])
    const days = await store.usage.counts(a, 'day', now - DAY)
    const byBucket = (bucket: number) => days.filter((count) => count.bucket === bucket).map(({ calls, pages }) => [calls, pages])
    assert.equal(byBucket(bucketOf(100)), [[2, 5]])
    assert.equal(byBucket(bucketOf(1000)), [[1, 2]])
    assert.equal(byBucket(REFUSED), [[1, 2]])
    assert.equal(byBucket(FAILED), [[2, 4]])
    assert.is(
      days.reduce((sum, { calls }) => sum + calls, 0),
      6, // r1 to r5 and r7
    )
    const hours = await store.usage.counts(a, 'hour', now + HOUR)
    assert.equal(
      hours.map(({ at, calls }) => [at, calls]),
      [[now + HOUR, 1]],
    )
    assert.is((await store.usage.counts(b, 'day', 0)).length, 1)
    clock.advance(35 * DAY)
    await store.eraseExpired(clock.now())
    assert.equal([await store.usage.counts(a, 'day', 0), await store.usage.counts(a, 'hour', 0)], [[], []])
  })

  overview('failed calls of the last day, the last first, with the places of their problems', async () => {
    const now = clock.now()
    const failed = (id: string, at: number): RequestRecord => ({
      ...requestRow(a, id, at),
      ...{ status: 422, code: 'validation_failed', pages: undefined, bytes: undefined },
      errors: [{ code: 'missing', path: 'data.name' }],
    })
    await store.addRequests([failed('f1', now), requestRow(a, 'fine', now + 1), failed('f2', now + 2), requestRow(b, 'other', now)])
    assert.equal(await store.failedRequests(a, now + 10, 50), [failed('f2', now + 2), failed('f1', now)])
    assert.equal(await store.failedRequests(a, now + 2, 50), [failed('f1', now)])
    assert.equal(await store.failedRequests(b, now + 10, 50), [])
    clock.advance(DAY)
    assert.equal(
      (await store.failedRequests(a, clock.now(), 50)).map(({ id }) => id),
      ['f2'],
    )
  })

  overview('a picture is kept with its template, and stale after a change', async () => {
    const { id } = (await saveTemplate(store, a, DRAFT))!
    assert.is((await store.pictures.list(a))[0]?.picture, undefined)
    assert.is(await store.pictures.save(a, id, picture(1)), 'saved')
    const [listed] = await store.pictures.list(a)
    assert.equal([listed?.id, listed?.description, listed?.version, listed?.publishedVersion], [id, 'd', 1, 1])
    assert.equal(listed?.picture, { hash: 'hash of bytes', pages: 3, warnings: 1, isStale: false })
    assert.equal(Buffer.from((await store.pictures.read(a, id))!.bytes).toString(), 'bytes')
    // Nothing of another team.
    assert.equal(
      [await store.pictures.read(b, id), await store.pictures.save(b, id, picture(1)), await store.pictures.list(b)],
      [undefined, 'missing', []],
    )
    await saveTemplate(store, a, { ...DRAFT, id, source: 'y' })
    assert.is((await store.pictures.list(a))[0]?.picture?.isStale, true)
    assert.is(await store.pictures.save(a, id, picture(1, 'late')), 'conflict')
    assert.is(await store.pictures.save(a, id, picture(2, 'next')), 'saved')
    assert.equal((await store.pictures.list(a))[0]?.picture, { hash: 'hash of next', pages: 3, warnings: 1, isStale: false })
    await store.removeTemplate(a, id)
    assert.equal([await store.pictures.list(a), await store.pictures.read(a, id)], [[], undefined])
  })

  overview('a changed asset makes pictures stale of those templates alone that use assets', async () => {
    const plain = (await saveTemplate(store, a, { ...DRAFT, name: 'plain' }))!
    const using = (await saveTemplate(store, a, { ...DRAFT, name: 'using', assets: ['logo.png'] }))!
    for (const { id } of [plain, using]) await store.pictures.save(a, id, picture(1))
    const limits = { count: 9, bytes: 9 }
    const file = await store.addAssetFile(a, { hash: 'h', size: 1 })
    await store.saveAsset(a, { name: 'other.png', hash: 'h', size: 1, type: 'image/png', fileId: file.id, limits })
    const stale = (await store.pictures.list(a)).map(({ name, picture }) => [name, picture?.isStale])
    assert.equal(stale.sort(), [
      ['plain', false],
      ['using', true],
    ])
  })

  overview('deliveries are listed while they wait and when they have ended, and can be sent again', async () => {
    const now = clock.now()
    const { id: webhook } = await store.addWebhook(a, { url: 'https://a.example/', secret: 's' })
    await store.completeCall(a, { event: { id: 'e1', text: 'text' } })
    const claim = async () => (await store.claimDeliveries(clock.now(), clock.now() + 1000, ROOM))[0]
    await store.postponeDelivery((await claim())!, now + 5000, 'the answer had status 500')
    const shown = async () => (await store.listDeliveries(a, 10)).map(({ id, attempts, error, endedAt }) => [id, attempts, error, endedAt])
    assert.equal(await shown(), [['e1', 1, 'the answer had status 500', undefined]])
    assert.is(await claim(), undefined)
    assert.equal([await store.sendAgain(b, webhook, 'e1'), await store.sendAgain(a, webhook, 'e1')], [false, true])
    await store.endDelivery((await claim())!, undefined)
    assert.equal(await shown(), [['e1', 2, undefined, now]])
    assert.equal(await store.listDeliveries(b, 10), [])
    assert.is(await store.sendAgain(a, webhook, 'e1'), true)
    assert.equal((await claim())?.event, 'text')
    clock.advance(2000)
    await store.endDelivery((await claim())!, 'gone')
    assert.equal(await shown(), [['e1', 1, 'gone', now + 2000]])
    clock.advance(DAY)
    await store.eraseExpired(clock.now())
    assert.equal(await shown(), [])
  })

  overview('a webhook that is off is sent nothing', async () => {
    const { id } = await store.addWebhook(a, { url: 'https://a.example/', secret: 's' })
    await store.completeCall(a, { event: { id: 'before', text: 'x' } })
    assert.equal([await store.setWebhookEnabled(b, id, false), await store.setWebhookEnabled(a, id, false)], [false, true])
    await store.completeCall(a, { event: { id: 'meanwhile', text: 'x' } })
    assert.equal(await store.claimDeliveries(clock.now(), clock.now() + 1000, ROOM), [])
    assert.is((await store.webhooks(a))[0]?.disabledAt, clock.now())
    await store.setWebhookEnabled(a, id, true)
    assert.equal(
      (await store.claimDeliveries(clock.now(), clock.now() + 1000, ROOM)).map(({ id }) => id),
      ['before'],
    )
  })

  overview.run()
}

const buckets = suite('buckets of durations')
buckets('the upper end of a bucket is at most a fifth above a duration', () => {
  for (const ms of [1, 1.5, 7, 120, 4321, 59_999]) {
    const end = bucketEnd(bucketOf(ms))
    assert.ok(end >= ms && end / ms <= 1.19, `${ms} ${end}`) // 2^(1/4)
  }
})
buckets.run()
