// Tokens, teams, rate, and the order in which a request is checked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeToken } from '../../server/tokens.ts'
import { type Answer, type Call, startTestService, type TestService } from './support/service.ts'

const access = suite('access')
let test: TestService
access.before(async () => {
  test = await startTestService({ PLATEN_BODY_BYTES: '2000' })
})
access.after(() => test.close())

const render = (more: Partial<Call>): Promise<Answer> =>
  test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: {} }, ...more })
const codeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).json.code
/** The answer as another caller would see it, with the request's id taken out. */
const withoutId = ({ status, text, headers }: Answer): unknown => {
  const { date, 'x-request-id': id, 'x-ratelimit-remaining': _, 'x-ratelimit-reset': __, ...rest } = headers
  return { status, text: text.replace(String(id), 'ID'), rest }
}

access('without a token nothing under /api answers', async () => {
  const bad = [null, 'x', 'pdft_', makeToken(), test.acme.token.slice(0, -1), `${test.acme.token}x`, test.acme.token.toLowerCase()]
  for (const token of bad) {
    const answer = await test.call({ path: '/api/templates', token })
    assert.is(answer.status, 401)
    assert.is(answer.json.code, 'unauthenticated')
    assert.is(answer.headers['www-authenticate'], 'Bearer')
    assert.is(answer.headers['x-ratelimit-limit'], undefined)
  }
  for (const path of ['/api', '/api/', '/api/nope', '/api/templates/x/pdf']) assert.is((await test.call({ path, token: null })).status, 401)
})

access('the scheme may be written in any case, and nothing else will do', async () => {
  const call = (Authorization: string): Promise<Answer> => test.call({ path: '/api/templates', token: null, headers: { Authorization } })
  assert.is((await call(`bearer ${test.acme.token}`)).status, 200)
  for (const value of [`Basic ${test.acme.token}`, test.acme.token, `Bearer${test.acme.token}`, `Bearer ${test.acme.token} x`]) {
    assert.is((await call(value)).status, 401)
  }
  assert.is((await test.call({ path: `/api/templates?access_token=${test.acme.token}`, token: null })).status, 401)
})

access('a revoked token is refused at the next request', async () => {
  const { id, token } = await test.addToken(test.acme.id)
  assert.is((await test.call({ path: '/api/templates', token })).status, 200)
  assert.is(await test.service.store.revokeToken(test.other.id, id), false)
  assert.is((await test.call({ path: '/api/templates', token })).status, 200)
  assert.is(await test.service.store.revokeToken(test.acme.id, id), true)
  assert.is((await test.call({ path: '/api/templates', token })).status, 401)
})

access('a token ends at its time', async () => {
  const { token } = await test.addToken(test.acme.id, undefined, test.clock.now() + 1000)
  test.clock.advance(999)
  assert.is((await test.call({ path: '/api/templates', token })).status, 200)
  test.clock.advance(1)
  assert.is((await test.call({ path: '/api/templates', token })).status, 401)
})

access('scopes', async () => {
  const reader = await test.addToken(test.acme.id, ['read'])
  const renderer = await test.addToken(test.acme.id, ['render'])
  assert.is((await test.call({ path: '/api/templates', token: reader.token })).status, 200)
  assert.is(await codeOf(render({ token: reader.token })), 'forbidden')
  assert.is((await render({ token: renderer.token })).status, 200)
  assert.is(await codeOf(test.call({ path: '/api/templates', token: renderer.token })), 'forbidden')
})

access('the last use is noted', async () => {
  const { id, token } = await test.addToken(test.acme.id)
  test.clock.advance(120_000)
  await test.call({ path: '/api/templates', token })
  const record = (await test.service.store.tokens(test.acme.id)).find((token) => token.id === id)
  assert.is(record?.lastUsedAt, test.clock.now())
})

access("another team's template answers as one that never was", async () => {
  const never = 'zzzzzzzzzzzzzzzz'
  const merge = (id: string): Call => ({ method: 'POST', path: '/api/templates/merge', body: { templates: [{ id, data: {} }] } })
  const pairs: readonly ((id: string) => Call)[] = [
    (id) => ({ path: `/api/templates/${id}` }),
    (id) => ({ method: 'POST', path: `/api/templates/${id}/pdf`, body: { data: {} } }),
    (id) => ({ method: 'POST', path: `/api/templates/${id}/pdf`, body: { data: {}, output: 'url' } }),
    merge,
  ]
  for (const make of pairs) {
    const foreign = await test.call(make(test.foreignId))
    assert.is(foreign.status, 404)
    assert.equal(withoutId(foreign), withoutId(await test.call(make(never))))
  }
  const own = await test.call({ path: '/api/templates' })
  assert.not.match(own.text, test.foreignId)
})

access('checks come in the documented order', async () => {
  const bad: readonly [string, Partial<Call>][] = [
    ['unauthenticated', { token: null }],
    ['forbidden', { token: (await test.addToken(test.acme.id, ['read'])).token }],
    ['unsupported_media_type', { headers: { 'Content-Type': 'text/plain', Accept: 'text/plain' } }],
    ['payload_too_large', { body: 'x'.repeat(3000) }],
    ['invalid_json', { body: '{' }],
    ['template_not_found', { path: '/api/templates/nope/pdf' }],
    ['validation_failed', { body: { data: 1 } }],
    ['not_acceptable', { headers: { Accept: 'text/plain' } }],
  ]
  for (let i = 0; i < bad.length; i++) {
    // Everything from the i-th on is wrong; the i-th is what is said. A body can only be wrong in one way at a time.
    const wrong = { headers: {} }
    for (const [, part] of bad.slice(i).reverse()) Object.assign(wrong, part, { headers: { ...wrong.headers, ...part.headers } })
    assert.is(await codeOf(render(wrong)), bad[i]![0])
  }
  const broken = await test.service.store.saveTemplate(test.acme.id, { name: 'b', type: 'html', source: '{{#bad', meta: {}, variables: [] })
  const path = `/api/templates/${broken!.id}/pdf`
  assert.is(await codeOf(render({ path, headers: { Accept: 'text/plain' } })), 'not_acceptable')
  assert.is(await codeOf(render({ path })), 'template_error')
  await test.service.store.removeTemplate(test.acme.id, broken!.id)
})

access('no raw token, and no download name, lies in any file', async () => {
  const { json } = await render({ body: { data: {}, output: 'url' } })
  const secret = json.url.split('/d/')[1]
  const files = readdirSync(test.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  assert.ok(files.length >= 2)
  for (const entry of files) {
    const bytes = readFileSync(join(entry.parentPath, entry.name), 'latin1')
    assert.is(bytes.includes(test.acme.token), false)
    assert.is(bytes.includes(secret), false)
  }
})

access.run()

const rate = suite('rate')
rate('a token may make so many requests a minute', async () => {
  const test = await startTestService({ PLATEN_RATE: '3' })
  try {
    for (const remaining of ['2', '1', '0']) {
      const answer = await test.call({ path: '/api/templates' })
      assert.is(answer.status, 200)
      assert.is(answer.headers['x-ratelimit-limit'], '3')
      assert.is(answer.headers['x-ratelimit-remaining'], remaining)
    }
    const refused = await test.call({ method: 'POST', path: '/api/templates/nope/pdf', headers: { 'Content-Type': 'text/plain' } })
    assert.is(refused.status, 429)
    assert.is(refused.json.code, 'rate_limited')
    assert.is(refused.headers['x-ratelimit-remaining'], '0')
    const wait = Number(refused.headers['retry-after'])
    assert.ok(wait >= 1 && wait <= 60)
    // Another token has its own minute; a bad one is told so first.
    assert.is((await test.call({ path: '/api/templates', token: test.other.token })).status, 200)
    assert.is((await test.call({ path: '/api/templates', token: 'x' })).status, 401)
    assert.is((await test.call({ path: '/health/live' })).status, 200)
  } finally {
    await test.close()
  }
})
rate.run()
