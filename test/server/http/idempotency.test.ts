// Calls with an Idempotency-Key and webhook events of documents, with both stores.

import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../../server/config.ts'
import { createLog } from '../../../server/log.ts'
import { type Service, startService } from '../../../server/service.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { openDatabase, STORE_FILE } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { RETRY_DELAYS } from '../../../server/webhooks/dispatcher.ts'
import { portOf } from '../support/port.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, FAKE_CHILD, send, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600_000
const ROOM = { most: 10, each: 10, busy: [] }
const databaseOf = new WeakMap<Service, string>()
let postgres: TestPostgres
const STORES: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  embedded: async () => ({}),
  PostgreSQL: async () => {
    postgres ??= await startPostgres()
    return { DATABASE_URL: await postgres.database() }
  },
}

interface Receiver {
  readonly url: string
  readonly got: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[]
  status: number
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  const got: Receiver['got'] = []
  const server: Server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    got.push({ headers: req.headers, body: Buffer.concat(chunks).toString() })
    // A redirect leads to an address that was not checked.
    res.writeHead(receiver.status, { Location: `${receiver.url}/elsewhere` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/hook`, got, status: 204, close: () => server.close() }
  return receiver
}

for (const [name, environmentOf] of Object.entries(STORES)) {
  const idempotency = suite(`idempotency: ${name}`)
  let environment: Record<string, string>
  let test: TestService
  idempotency.before.each(async () => {
    environment = { ...(await environmentOf()), PLATEN_WEBHOOKS_PRIVATE: 'yes' }
    test = await startTestService(environment)
    if (environment['DATABASE_URL'] !== undefined) databaseOf.set(test.service, environment['DATABASE_URL'])
  })
  idempotency.after.each(() => test.close())

  const render = (key: string | undefined, data: object, more: Partial<Call> & { output?: string } = {}): Promise<Answer> => {
    const headers = { ...(key === undefined ? {} : { 'Idempotency-Key': key }), ...more.headers }
    return test.call({
      method: 'POST',
      path: `/api/templates/${test.templateId}/pdf`,
      body: { data, output: more.output },
      ...more,
      headers,
    })
  }
  const replayed = (answer: Answer): boolean => answer.headers['idempotency-replayed'] === 'true'

  idempotency('a call whose URL has died is made anew, once', async () => {
    const ask = (): Promise<Answer> => render('dead', { name: 'Ann' }, { output: 'url' })
    const first = await ask()
    test.clock.advance(15 * 60_000 - 1)
    const alive = await ask()
    assert.equal([replayed(alive), alive.json.url], [true, first.json.url])
    test.clock.advance(1)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(ask))
    const made = answers.filter((answer) => answer.status === 200 && !replayed(answer))
    assert.is(made.length, 1)
    for (const { status, json } of answers) assert.ok(status === 409 || json.url === made[0]!.json.url, String(status))
    assert.not.equal(made[0]!.json.url, first.json.url)
    const path = new URL(made[0]!.json.url).pathname
    assert.match((await test.call({ path, token: null })).text, 'Hello Ann')
    const again = await ask()
    assert.equal([replayed(again), again.json.url], [true, made[0]!.json.url])
    assert.is((await render('dead', { name: 'Bob' }, { output: 'url' })).status, 422)
  })

  idempotency('a call that fails to be made anew frees its key', async () => {
    const ask = (): Promise<Answer> => render('anew', { name: 'Ann' }, { output: 'url' })
    const first = await ask()
    const save = (source: string): Promise<unknown> =>
      saveTemplate(test.service.store, test.acme.id, { id: test.templateId, name: 'x', type: 'html', source, meta: {}, variables: [] })
    test.clock.advance(15 * 60_000)
    await save('{{#bad}}')
    assert.equal([(await ask()).status, (await ask()).status], [422, 422])
    await save('Hi {{name}}')
    const made = await ask()
    assert.equal([made.status, replayed(made)], [200, false])
    assert.not.equal(made.json.url, first.json.url)
  })

  idempotency('a repeated call is replayed, not run again', async () => {
    const first = await render('k1', { name: 'Ann', sleep: 1 })
    assert.equal([first.status, replayed(first)], [200, false])
    await saveTemplate(test.service.store, test.acme.id, {
      id: test.templateId,
      name: 'New',
      type: 'html',
      source: 'Changed',
      meta: {},
      variables: [],
    })
    const second = await render('k1', { name: 'Ann', sleep: 1 })
    assert.equal([second.status, replayed(second), second.text], [200, true, first.text])
    assert.match((await render(undefined, { name: 'Ann' })).text, 'Changed')
    // The same document in another format.
    const json = await render('k1', { name: 'Ann', sleep: 1 }, { headers: { Accept: 'application/json' } })
    assert.is(Buffer.from(json.json.data, 'base64').toString(), first.text)
    const url = await render('u1', { name: 'x' }, { output: 'url' })
    assert.is((await render('u1', { name: 'x' }, { output: 'url' })).json.url, url.json.url)
    test.clock.advance(24 * HOUR)
    const later = await render('k1', { name: 'Ann', sleep: 1 })
    assert.equal([replayed(later), /Changed/.test(later.text)], [false, true])
  })

  idempotency('a key belongs to one request of one team', async () => {
    await render('k', { name: 'Ann' })
    const other = await render('k', { name: 'Bob' })
    assert.equal([other.status, other.json.code, other.json.errors[0].path], [422, 'validation_failed', 'Idempotency-Key'])
    const foreign = await render('k', { name: 'Bob' }, { token: test.other.token, path: `/api/templates/${test.foreignId}/pdf` })
    assert.equal([foreign.status, replayed(foreign)], [200, false])
    assert.is((await render('x'.repeat(256), {})).status, 422)
    const templates = [{ id: test.templateId, data: { name: 'M' } }]
    const merge = (): Promise<Answer> =>
      test.call({ method: 'POST', path: '/api/templates/merge', headers: { 'Idempotency-Key': 'm' }, body: { templates } })
    assert.equal([replayed(await merge()), replayed(await merge())], [false, true])
  })

  idempotency('of concurrent calls under one key one runs, and the others get 409', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => render('k', { name: 'Ann', sleep: 300 })))
    const made = answers.filter((answer) => answer.status === 200 && !replayed(answer))
    assert.is(made.length, 1)
    for (const answer of answers) {
      assert.ok(
        answer.status === 200 || (answer.status === 409 && answer.json.code === 'conflict' && answer.headers['retry-after'] === '1'),
      )
    }
    assert.ok(replayed(await render('k', { name: 'Ann', sleep: 300 })))
  })

  idempotency('a call that failed, or whose server died, may be repeated', async () => {
    assert.is((await render('k', { throw: 1 })).status, 500)
    assert.is((await render('k', { throw: 1 })).status, 500)
    assert.is((await render('k', { name: 'Ann' })).status, 200)
    const { store } = test.service
    const [now, call] = [test.clock.now(), { keyHash: 'h', fingerprint: 'f' }]
    const begin = (): Promise<string> =>
      store.beginCall(test.acme.id, { ...call, leaseUntil: test.clock.now() + 1000, expiresAt: now + HOUR }).then(({ kind }) => kind)
    assert.equal([await begin(), await begin()], ['begun', 'running'])
    test.clock.advance(1000)
    assert.equal([await begin(), await begin()], ['begun', 'running'])
  })

  idempotency('the store holds neither keys nor download names in plain text', async () => {
    const receiver = await startReceiver()
    receiver.status = 500
    await test.service.store.addWebhook(test.acme.id, { url: receiver.url, secret: 'whsec_c2VjcmV0' })
    const { json } = await render('a-key-of-the-caller', { name: 'x' }, { output: 'url' })
    const secrets = ['a-key-of-the-caller', json.url.split('/d/')[1]]
    const lies = environment['DATABASE_URL'] === undefined ? filesBelow(test.folder) : await tablesOf(environment['DATABASE_URL'])
    assert.ok(lies.length > 1)
    for (const text of lies) for (const secret of secrets) assert.not.ok(text.includes(secret))
    receiver.close()
  })

  idempotency('every PDF triggers a signed event with its bytes or its URL', async () => {
    const receiver = await startReceiver()
    const secret = `whsec_${Buffer.from('of this webhook').toString('base64')}`
    await test.service.store.addWebhook(test.acme.id, { url: receiver.url, secret })
    const pdf = await render(undefined, { name: 'Ann' })
    await until(() => receiver.got.length === 1)
    const url = await render('k', { name: 'Bob' }, { output: 'url' })
    await render('k', { name: 'Bob' }, { output: 'url' })
    await until(() => receiver.got.length === 2)
    // Neither a failed call nor another team's call triggers an event.
    await render(undefined, { throw: 1 })
    await render(undefined, {}, { token: test.other.token, path: `/api/templates/${test.foreignId}/pdf` })
    await until(async () => (await attempts(test, undefined)) === 0)
    const events = receiver.got.map(({ body }) => JSON.parse(body))
    assert.equal(events, [
      { type: 'pdf.created', data: { template_id: test.templateId, pdf: pdf.bytes.toString('base64') } },
      { type: 'pdf.created', data: { template_id: test.templateId, url: url.json.url } },
    ])
    for (const { headers, body } of receiver.got) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      assert.is(headers['webhook-signature'], `v1,${createHmac('sha256', 'of this webhook').update(signed).digest('base64')}`)
      assert.is(headers['webhook-timestamp'], String(Math.floor(test.clock.now() / 1000)))
    }
    receiver.close()
  })

  idempotency('an event that was not accepted is retried under its id, also after a restart, for a day', async () => {
    const receiver = await startReceiver()
    receiver.status = 302
    const { store } = test.service
    await store.addWebhook(test.acme.id, { url: receiver.url, secret: 'whsec_c2VjcmV0' })
    await render(undefined, { name: 'Ann' })
    await until(() => receiver.got.length === 1)
    await until(async () => (await attempts(test, 1)) === 1)
    test.clock.advance(4999)
    await anotherLook(store)
    assert.is(receiver.got.length, 1)
    test.clock.advance(1)
    await until(() => receiver.got.length === 2)
    await test.service.close()

    const settings = {
      PORT: '0',
      HOST: '127.0.0.1',
      PLATEN_CHILDREN: '1',
      PLATEN_DATA_DIR: test.folder,
      PLATEN_DRAIN_SECONDS: '0',
      ...environment,
    }
    const again = await startService({ config: readConfig(settings), log: createLog('silent'), clock: test.clock, childScript: FAKE_CHILD })
    test.clock.advance(30_000)
    receiver.status = 200
    await until(() => receiver.got.length === 3)
    const ids = receiver.got.map(({ headers, body }) => [headers['webhook-id'], body])
    assert.equal(ids, [ids[0], ids[0], ids[0]])
    // The receiver has the event before the store records the delivery.
    await until(async () => (await attempts(test, undefined)) === 0)
    test.clock.advance(48 * HOUR)
    assert.equal(await again.store.claimDeliveries(test.clock.now(), 0, ROOM), [])

    receiver.status = 500
    const body = { data: { name: 'Bob' } }
    await send(again.port, { method: 'POST', path: `/api/templates/${test.templateId}/pdf`, token: test.acme.token, body })
    for (const [i, wait] of RETRY_DELAYS.entries()) {
      await until(() => receiver.got.length === 4 + i)
      await until(async () => (await attempts(test, i + 1)) === 1)
      test.clock.advance(wait)
    }
    await until(() => receiver.got.length === 4 + RETRY_DELAYS.length)
    await until(async () => (await attempts(test, undefined)) === 0)
    await again.close()
    receiver.close()
  })

  idempotency('a receiver that never answers does not delay others', async () => {
    const tarpit = createServer(() => {})
    await new Promise<void>((resolve) => tarpit.listen(0, '127.0.0.1', resolve))
    const receiver = await startReceiver()
    const { store } = test.service
    const secret = 'whsec_c2VjcmV0'
    await store.addWebhook(test.other.id, { url: `http://127.0.0.1:${portOf(tarpit)}/`, secret })
    await store.addWebhook(test.acme.id, { url: receiver.url, secret })
    for (let i = 0; i < 40; i++) await render(undefined, {}, { path: `/api/templates/${test.foreignId}/pdf`, token: test.other.token })
    const started = performance.now()
    for (let i = 0; i < 20; i++) await render(undefined, { name: `N${i}` })
    await until(() => receiver.got.length === 20)
    // Less than the timeout of a single one of the forty.
    assert.ok(performance.now() - started < 9000)
    assert.is(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size, 20)
    tarpit.closeAllConnections()
    tarpit.close()
    receiver.close()
  })

  idempotency.run()
}

/** Number of pending deliveries in the store, all or those with this number of attempts. */
async function attempts({ folder, service }: TestService, count: number | undefined): Promise<number> {
  const where = count === undefined ? '' : `WHERE attempts = ${count}`
  const url = databaseOf.get(service)
  if (url !== undefined) return Number((await postgres.query(url, `SELECT count(*) AS n FROM platen.deliveries ${where}`))[0]?.['n'])
  const database = openDatabase(join(folder, STORE_FILE))
  const [row] = database.prepare(`SELECT count(*) AS n FROM deliveries ${where}`).all() as { n: number }[] // count(*) gives one row
  database.close()
  return row!.n
}

/** Resolves when a poll for due events that began after the call has ended. */
async function anotherLook(store: Store): Promise<void> {
  const claim = store.claimDeliveries.bind(store)
  let begun = 0
  store.claimDeliveries = (...what) => {
    begun++
    return claim(...what)
  }
  // Polls do not overlap.
  await until(() => begun > 1)
  store.claimDeliveries = claim
}

const shared = suite('idempotency: two servers')
shared('two dispatchers never deliver the same event', async () => {
  const url = await postgres.database()
  const test = await startTestService({ DATABASE_URL: url })
  await test.service.close()
  const opened = await Promise.all([1, 2].map(() => openPostgresStore({ url, connections: 4, clock: test.clock })))
  const [one, two] = opened.map(({ store }) => store)
  await one!.addWebhook(test.acme.id, { url: 'http://127.0.0.1:9/', secret: 'whsec_' })
  for (let i = 0; i < 100; i++) await one!.completeCall(test.acme.id, { event: { id: `e${i}`, text: 'x' } })
  const now = test.clock.now()
  const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two)!.claimDeliveries(now, now + 1000, ROOM)))
  const ids = claims.flat().map(({ id }) => id)
  assert.is(new Set(ids).size, ids.length)
  assert.is(ids.length, 100)
  await Promise.all(opened.map(({ store }) => store.close()))
})
shared.after(() => postgres.close())
shared.run()

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}

async function tablesOf(url: string): Promise<string[]> {
  const tables = ['calls', 'deliveries', 'outputs']
  const rows = await Promise.all(tables.map((table) => postgres.query(url, `SELECT * FROM platen.${table}`)))
  return rows.map((list) => JSON.stringify(list))
}
