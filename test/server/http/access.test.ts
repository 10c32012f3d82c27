// Tokens, teams, rate, and the order in which a request is checked.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeToken } from '../../../server/tokens.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'

const access = suite('access')
let test: TestService
access.before(async () => {
  test = await startTestService({ PLATEN_BODY_BYTES: '2000' })
})
access.after(() => test.close())

const render = (more: Partial<Call>): Promise<Answer> =>
  test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: {} }, ...more })
const codeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).json.code
access('every route under /api requires a token', async () => {
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

access('the authorization scheme is case-insensitive, and no other is accepted', async () => {
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

access('an expired token is refused', async () => {
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

access('the time of last use is stored', async () => {
  const { id, token } = await test.addToken(test.acme.id)
  test.clock.advance(120_000)
  await test.call({ path: '/api/templates', token })
  const record = (await test.service.store.tokens(test.acme.id)).find((token) => token.id === id)
  assert.is(record?.lastUsedAt, test.clock.now())
})

const pdf = (id: string, body: object, headers = {}): Call => ({ method: 'POST', path: `/api/templates/${id}/pdf`, body, headers })

access("a key that another team used reveals nothing of that team's result", async () => {
  const headers = { 'Idempotency-Key': 'the same' }
  const theirs = await test.call({ ...pdf(test.foreignId, { data: { name: 'theirs' } }, headers), token: test.other.token })
  assert.is(theirs.status, 200)
  const ours = await test.call(pdf(test.templateId, { data: { name: 'ours' } }, headers))
  assert.equal([ours.status, ours.headers['idempotency-replayed']], [200, undefined])
  assert.match(ours.text, 'Hello ours')
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
    // Everything from the i-th on is wrong, and the i-th is reported. A body can only be wrong in one way at a time.
    const wrong = { headers: {} }
    for (const [, part] of bad.slice(i).reverse()) Object.assign(wrong, part, { headers: { ...wrong.headers, ...part.headers } })
    assert.is(await codeOf(render(wrong)), bad[i]![0])
  }
  const broken = await saveTemplate(test.service.store, test.acme.id, {
    name: 'b',
    type: 'html',
    source: '{{#bad',
    meta: {},
    variables: [],
  })
  const path = `/api/templates/${broken!.id}/pdf`
  assert.is(await codeOf(render({ path, headers: { Accept: 'text/plain' } })), 'not_acceptable')
  assert.is(await codeOf(render({ path })), 'template_error')
  await test.service.store.removeTemplate(test.acme.id, broken!.id)
})

access.run()

const rate = suite('rate')
rate('a token has a limit of requests per minute', async () => {
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
    // Another token has its own window; an invalid one is rejected before the rate check.
    assert.is((await test.call({ path: '/api/templates', token: test.other.token })).status, 200)
    assert.is((await test.call({ path: '/api/templates', token: 'x' })).status, 401)
    assert.is((await test.call({ path: '/health/live' })).status, 200)
  } finally {
    await test.close()
  }
})
rate.run()
