// A service at log level trace writes no token, key or download secret in plain text to any file, table or log.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadyClock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'
import { openStore } from '../../server/store/open.ts'
import { hashSecret, makeToken, SCOPES } from '../../server/tokens.ts'
import { portOf } from './support/port.ts'
import { startPostgres, type TestPostgres } from './support/postgres.ts'
import { startProcess } from './support/running.ts'
import { type Answer, type Call, send } from './support/service.ts'
import { until } from './support/until.ts'

const secrets = suite('secrets')
let postgres: TestPostgres | undefined
secrets.after(() => postgres?.close())

const MOST_ATTEMPTS = 50

const STORES: Readonly<Record<string, () => Promise<string | undefined>>> = {
  embedded: async () => undefined,
  PostgreSQL: async () => {
    postgres = await startPostgres()
    return postgres.database()
  },
}

/** Names and contents of all files below a folder, by path. Begins again when one vanishes meanwhile: workers that come and go have folders of their own. */
function textsBelow(folder: string): Map<string, string> {
  for (let attempts = 1; ; attempts++) {
    try {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      // The log of SQLite before its database: what moves from the one to the other meanwhile is then read twice, not missed.
      const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort((a, b) => (a < b ? 1 : -1))
      return new Map(paths.map((path) => [path, `${basename(path)} ${readFileSync(path, 'latin1')}`]))
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT' || attempts === MOST_ATTEMPTS) throw thrown
    }
  }
}

async function tablesOf(url: string): Promise<Map<string, string>> {
  const sql = `SELECT relname FROM pg_class WHERE relnamespace = 'platen'::regnamespace AND relkind = 'r'`
  const texts = new Map<string, string>()
  for (const { relname } of await postgres!.query(url, sql)) {
    texts.set(`table ${relname}`, JSON.stringify(await postgres!.query(url, `SELECT * FROM platen.${relname}`)))
  }
  return texts
}

for (const [name, addressOf] of Object.entries(STORES)) {
  secrets(`${name}: no raw token, key or download name lies in any file or log`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')]
    for (const one of [data, temporary]) mkdirSync(one)
    const url = await addressOf()
    const environment = {
      PLATEN_RATE: '1000',
      PLATEN_LOG: 'trace',
      TMPDIR: temporary,
      PLATEN_WEBHOOKS_PRIVATE: 'yes',
      ...(url && { DATABASE_URL: url }),
    }
    // A receiver that never answers: deliveries stay in the store.
    const receiver = createServer((_, res) => res.writeHead(500).end())
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const running = await startProcess(data, environment)
    try {
      await running.saying('-o invoice.pdf')
      const token = makeToken()
      const { store } = await openStore(readConfig({ PLATEN_DATA_DIR: data, ...environment }), { clock: steadyClock() })
      const [team] = await store.teams()
      const { id: tokenId } = await store.addToken(team!.id, {
        name: 'seen',
        hash: hashSecret(token),
        scopes: SCOPES,
        expiresAt: undefined,
      })
      await store.addWebhook(team!.id, { url: `http://127.0.0.1:${portOf(receiver)}/`, secret: 'whsec_c2VjcmV0' })
      const [template] = await store.templates(team!.id)
      const call = (wanted: Partial<Call>): Promise<Answer> => send(running.port, { path: '/api/templates', token, ...wanted })
      const render = (body: object, headers = {}): Promise<Answer> =>
        call({ method: 'POST', path: `/api/templates/${template!.id}/pdf`, body, headers })
      const key = 'a-key-that-the-caller-chose'
      const link = await render({ data: {}, output: 'url' }, { 'Idempotency-Key': key })
      assert.is(link.status, 200, link.text)
      const path = new URL(link.json.url).pathname
      assert.is((await render({ data: {}, output: 'url' }, { 'Idempotency-Key': key })).headers['idempotency-replayed'], 'true')
      assert.is((await call({ path, token: null })).status, 200)
      // Errors of every kind, in requests that contain the secrets.
      const wrong = makeToken()
      const answers = [
        await call({ path: `${path}x`, token: null }),
        await call({ path: `${path}/more?token=${token}`, token: null }),
        await call({ path: `/api/templates?access_token=${token}` }),
        await call({ path: `/api/${token}` }),
        await call({ method: 'DELETE' }),
        await call({ token: wrong }),
        await call({ token: `${token}x` }),
        await call({ headers: { Authorization: `Basic ${token}` }, token: null }),
        await render({ data: { throw: 1 } }, { 'Idempotency-Key': `${key}-2` }),
        await render({ data: { exit: 1 } }),
        await call({ method: 'POST', path: '/api/templates/merge', body: '{"templates":', headers: { 'X-Token': token } }),
      ]
      assert.ok(answers.every(({ status }) => status >= 400 || status === 200))
      // A revoked token as well.
      await store.revokeToken(team!.id, tokenId)
      assert.is((await call({})).status, 401)
      await store.close()
      await until(() => running.logs().includes('the delivery of an event failed'))
      const places = new Map([...textsBelow(folder), ...(url === undefined ? [] : await tablesOf(url))])
      places.set('log', running.logs())
      places.set('standard output', running.lines())
      assert.ok((running.logs().match(/"msg":"request"/g)?.length ?? 0) >= answers.length, 'requests are logged')
      assert.ok(places.size >= (url === undefined ? 5 : 10), [...places.keys()].join(', '))
      const hidden = { token, wrong, name: path.slice('/d/'.length), key }
      for (const [place, text] of places) {
        for (const [what, secret] of Object.entries(hidden)) {
          // The first start prints a token of its own, which is none of these.
          assert.not.ok(text.includes(secret), `${what} in ${place}`)
        }
      }
      // The search would find a secret: it finds the hash.
      const all = [...places.values()].join('')
      assert.ok(all.includes(hashSecret(token)) && all.includes(hashSecret(hidden.name)))
    } finally {
      running.child.kill('SIGTERM')
      await running.ended
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

secrets.run()
