// Tokens, teams, rate, and the order in which a request is checked.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createRouter } from '../../../server/app.ts'
import type { AppDeps } from '../../../server/http/deps.ts'
import { hashSecret, makeToken } from '../../../server/tokens.ts'
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
/** The answer without what differs between identical requests: id, date and rate headers. */
const withoutId = ({ status, text, headers }: Answer): unknown => {
  const { date, 'x-request-id': id, 'x-ratelimit-remaining': _, 'x-ratelimit-reset': __, ...rest } = headers
  return { status, text: text.replace(String(id), 'ID'), rest }
}

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

/** Calls of each route with an id wherever one can be given; none for routes without ids. */
const CALLS: Readonly<Record<string, readonly ((id: string) => Call)[]>> = {
  'GET /api/templates': [],
  'GET /api/templates/:id': [(id) => ({ path: `/api/templates/${id}` }), (id) => ({ method: 'HEAD', path: `/api/templates/${id}` })],
  'POST /api/templates/:id/pdf': [
    ...[{}, { output: 'url' }, { output: 'pdf' }].map(
      (more) =>
        (id: string): Call =>
          pdf(id, { data: {}, ...more }),
    ),
    ...['application/json', 'text/plain'].map(
      (Accept) =>
        (id: string): Call =>
          pdf(id, { data: {} }, { Accept }),
    ),
    (id) => pdf(id, { data: {}, nothing: 1 }, { Prefer: 'handling=strict' }),
    (id) => pdf(id, { data: {} }, { 'Idempotency-Key': `of ${id}` }),
    (id) => pdf(id, { data: 'none' }),
  ],
  'POST /api/templates/merge': [
    (id) => mergeOf([id]),
    (id) => mergeOf([id], { output: 'url' }),
    (id) => mergeOf([test.templateId, id]),
    (id) => mergeOf([id, test.templateId, id]),
  ],
  // Not a team's route: the secret is the credential.
  'GET /d/:secret': [],
  'GET /health/live': [],
  'GET /health/ready': [],
  'GET /metrics': [],
  'GET /openapi.json': [],
}
const pdf = (id: string, body: object, headers = {}): Call => ({ method: 'POST', path: `/api/templates/${id}/pdf`, body, headers })
const mergeOf = (ids: readonly string[], more = {}): Call => ({
  ...{ method: 'POST', path: '/api/templates/merge' },
  body: { templates: ids.map((id) => ({ id, data: {} })), ...more },
})

access("on every route, another team's ids answer as ids that do not exist", async () => {
  // Registering routes uses no dependency.
  const routes = createRouter({} as AppDeps)
    .stack.filter(({ methods }) => methods.length > 0)
    .map(({ methods, path }) => `${methods.filter((method) => method !== 'HEAD')[0]} ${String(path)}`)
  // A new route fails here until its calls are listed above.
  assert.equal(Object.keys(CALLS).sort(), routes.sort())
  const { store } = test.service
  const { id: tokenId } = await test.addToken(test.other.id)
  const { id: webhookId } = await store.addWebhook(test.other.id, { url: 'https://a.example/', secret: 'whsec_' })
  const link = (await test.call({ ...pdf(test.foreignId, { data: {}, output: 'url' }), token: test.other.token })).json.url as string
  const output = await store.outputBySecretHash(hashSecret(link.split('/d/')[1]!))
  const foreign = [test.foreignId, test.other.id, tokenId, webhookId, output!.id]
  const never = 'zzzzzzzzzzzzzzzz'
  for (const [route, calls] of Object.entries(CALLS)) {
    for (const make of calls) {
      const expected = withoutId(await test.call(make(never)))
      for (const id of foreign) {
        const answer = await test.call(make(id))
        assert.is(answer.status, 404, `${route} ${answer.text}`)
        assert.equal(withoutId(answer), expected, route)
      }
    }
  }
  const own = await test.call({ path: '/api/templates' })
  for (const id of foreign) assert.not.match(own.text, id)
})

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
