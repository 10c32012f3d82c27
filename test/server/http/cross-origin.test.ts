// OPTIONS, Allow, and cross-origin requests of browsers.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ConfigError, readConfig } from '../../../server/config.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'

const APP = 'https://app.example.com'
const cors = suite('cross-origin')
/** Without any allowed origin. */
let plain: TestService
let test: TestService
cors.before(async () => {
  plain = await startTestService()
  test = await startTestService({ PLATEN_CORS_ORIGINS: `${APP}, http://localhost:5173` })
})
cors.after(async () => {
  await plain.close()
  await test.close()
})

const corsHeadersOf = ({ headers }: Answer): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-') || name === 'vary')

const preflight = (origin: string, to = test, path = '/api/templates/x/pdf'): Promise<Answer> =>
  to.call({
    ...{ method: 'OPTIONS', path, token: null },
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization,prefer' },
  })

cors('without the setting no answer has a header of CORS', async () => {
  const answers = [
    await plain.call({ path: '/api/templates', headers: { Origin: APP } }),
    await plain.call({ path: '/api/templates', token: null, headers: { Origin: APP } }),
    await preflight(APP, plain),
  ]
  assert.equal(
    answers.map(({ status }) => status),
    [200, 401, 401],
  )
  assert.equal(answers.flatMap(corsHeadersOf), [])
})

cors('a preflight request of an allowed origin needs no token and no known address', async () => {
  for (const origin of [APP, 'http://localhost:5173']) {
    const answer = await preflight(origin)
    assert.is(answer.status, 204)
    assert.is(answer.text, '')
    assert.is(answer.headers['access-control-allow-origin'], origin)
    assert.is(answer.headers['access-control-allow-methods'], 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
    const names = 'Authorization, Content-Type, Accept, If-Match, If-None-Match, Prefer, Idempotency-Key'
    assert.is(answer.headers['access-control-allow-headers'], names)
    assert.is(answer.headers.vary, 'Origin')
    assert.is(answer.headers['x-ratelimit-limit'], undefined)
  }
})

cors('other origins are not allowed anything', async () => {
  for (const origin of ['https://evil.example', `${APP}.evil.example`, `${APP}:8443`, 'http://app.example.com', 'null', '', '*']) {
    const answer = await preflight(origin)
    assert.is(answer.status, 401, origin)
    assert.equal(corsHeadersOf(answer), ['vary'], origin)
    const read = await test.call({ path: '/api/templates', headers: { Origin: origin } })
    assert.equal([read.status, corsHeadersOf(read)], [200, ['vary']], origin)
  }
})

cors('answers and errors to an allowed origin can be read by its page', async () => {
  const headers = { Origin: APP }
  const path = `/api/templates/${test.templateId}/pdf`
  const answers = [
    await test.call({ path: '/api/templates', headers }),
    await test.call({ method: 'POST', path, body: { data: {} }, headers }),
    await test.call({ method: 'POST', path, body: {}, headers }),
    await test.call({ path: '/api/templates', token: null, headers }),
    await test.call({ path: '/d/nothing', token: null, headers }),
  ]
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 422, 401, 404],
  )
  for (const answer of answers) {
    assert.is(answer.headers['access-control-allow-origin'], APP)
    assert.is(answer.headers.vary, 'Origin')
    for (const name of ['ETag', 'Location', 'X-Request-Id', 'X-Render-Warnings', 'Retry-After', 'X-RateLimit-Remaining'])
      assert.match(answer.headers['access-control-expose-headers'] ?? '', new RegExp(`\\b${name}\\b`))
    assert.is(answer.headers['access-control-allow-credentials'], undefined)
  }
})

cors('the setting takes origins only', () => {
  for (const value of ['*', 'app.example.com', `${APP}/path`, 'https://user@app.example.com', `${APP},ftp://x`, 'null'])
    assert.throws(
      () => readConfig({ PLATEN_CORS_ORIGINS: value }),
      (thrown: unknown) => thrown instanceof ConfigError,
      value,
    )
  readConfig({ PLATEN_CORS_ORIGINS: `${APP}/ , , http://[::1]:3000` })
})

const ALLOWED: Readonly<Record<string, string>> = {
  '/d/x': 'GET, HEAD, OPTIONS',
  '/health/live': 'GET, HEAD, OPTIONS',
  '/openapi.json': 'GET, HEAD, OPTIONS',
  '/api/templates/x/pdf': 'OPTIONS, POST',
}

cors('OPTIONS names the methods of an address', async () => {
  for (const [path, allowed] of Object.entries(ALLOWED)) {
    const answer = await plain.call({ method: 'OPTIONS', path })
    assert.equal([answer.status, answer.headers.allow, answer.text], [204, allowed, ''], path)
  }
  for (const path of ['/nothing', '/api/nothing', '/']) assert.is((await plain.call({ method: 'OPTIONS', path })).status, 404, path)
  assert.is((await plain.call({ method: 'OPTIONS', path: '/api/templates', token: null })).status, 401)
})

cors('another method is 405, with the methods of the address', async () => {
  for (const [path, allowed] of Object.entries(ALLOWED)) {
    const answer = await plain.call({ method: 'PATCH', path })
    assert.equal([answer.status, answer.json.code], [405, 'method_not_allowed'])
    assert.is(
      answer.headers.allow,
      allowed
        .split(', ')
        .filter((name) => name !== 'OPTIONS')
        .join(', '),
    )
  }
})

cors('HEAD answers wherever GET does', async () => {
  for (const path of ['/api/templates', `/api/templates/${plain.templateId}`, '/health/live', '/openapi.json', '/metrics']) {
    const [get, head] = [await plain.call({ path }), await plain.call({ method: 'HEAD', path })]
    assert.equal([head.status, head.text], [get.status, ''], path)
    assert.is(head.headers['content-type'], get.headers['content-type'], path)
  }
})

cors.run()
