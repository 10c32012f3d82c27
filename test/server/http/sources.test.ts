// Sources that are rendered without being stored, the scopes of all routes of templates, and the methods that addresses take; with either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TokenScope } from '../../../server/tokens.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { apiClient, closeStores, isError, STORES } from '../support/service-stores.ts'

for (const [name, environmentOf] of Object.entries(STORES)) {
  const scopes = suite(`sources and scopes: ${name}`)
  let test: TestService
  scopes.before(async () => {
    test = await startTestService({ ...(await environmentOf()), PUBLIC_URL: 'https://pdf.example.com/base' })
  })
  scopes.after(() => test.close())

  const { call, tokenWith } = apiClient(() => test)

  // Sources that are not stored

  scopes('a source is rendered without storing it', async () => {
    const before = (await call('GET', '/templates')).json.length
    const body = { type: 'html', source: 'Quick {{name}}', data: { name: 'Ann' } }
    const answer = await call('POST', '/render', body)
    assert.equal([answer.status, answer.headers['content-type'], answer.headers['x-render-warnings']], [200, 'application/pdf', '0'])
    assert.is(answer.headers['content-disposition'], 'attachment; filename=document.pdf')
    assert.match(answer.text, 'Quick Ann')
    const json = await call('POST', '/render', body, { headers: { Accept: 'application/json' } })
    assert.equal([Object.keys(json.json), json.json.status], [['status', 'data'], 200])
    const url = await call('POST', '/render', { ...body, output: 'url' })
    assert.equal(Object.keys(url.json), ['status', 'url'])
    assert.match((await test.call({ path: new URL(url.json.url).pathname.replace('/base', ''), token: null })).text, 'Quick Ann')
    const object = await call('POST', '/render', { type: 'editor', source: { type: 'doc', text: '{{name}}' }, data: body.data })
    assert.match(object.text, '"text":"Ann"')
    const blocks = await call('POST', '/render', { type: 'editor', source: [{ type: 'paragraph', text: '{{name}}' }], data: body.data })
    assert.match(blocks.text, '"text":"Ann"')
    for (const source of [['x'], { x: 1 }])
      isError(await call('POST', '/render', { type: 'html', source, data: {} }), 422, 'validation_failed', 'source')
    assert.is((await call('GET', '/templates')).json.length, before)
    isError(await call('POST', '/render', { ...body, source: 'x\n{{#bad' }), 422, 'template_error', 'source:2:1')
    isError(await call('POST', '/render', { ...body, data: undefined }), 422, 'validation_failed', 'data')
    assert.is((await call('POST', '/render', { ...body, data: [] })).status, 200)
    isError(await call('POST', '/render', body, { headers: { Accept: 'text/html' } }), 406, 'not_acceptable')
    isError(
      await call('POST', '/render', { ...body, data: {} }, { headers: { Prefer: 'handling=strict' } }),
      422,
      'validation_failed',
      'data.name',
    )
  })

  scopes('a source that is not stored is rendered once under a key', async () => {
    const headers = { 'Idempotency-Key': `source ${name}` }
    const body = { type: 'html', source: 'Once {{pid}}', data: {} }
    const first = await call('POST', '/render', body, { headers })
    const again = await call('POST', '/render', body, { headers })
    assert.equal([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true'])
    const draft = async (query: string): Promise<Answer> =>
      call('POST', `/templates/${test.templateId}/pdf${query}`, { data: {} }, { headers: { 'Idempotency-Key': 'draft' } })
    assert.is((await draft('')).status, 200)
    isError(await draft('?version=draft'), 422, 'validation_failed', 'Idempotency-Key')
  })

  // Scopes

  scopes('a token lacks what its scopes do not say, whatever it asks for', async () => {
    const { id } = (await call('POST', '/templates', { name: 'Invoice', type: 'html', source: 'Invoice {{number}}' })).json
    const routes: readonly [string, string, readonly TokenScope[]][] = [
      ['POST', '/templates', ['templates:write']],
      ['PUT', `/templates/${id}`, ['templates:write']],
      ['DELETE', `/templates/${id}`, ['templates:publish']],
      ['POST', `/templates/${id}/undelete`, ['templates:publish']],
      ['GET', `/templates/${id}`, ['read', 'templates:read', 'templates:write', 'templates:publish']],
      ['GET', `/templates/${id}/source`, ['templates:read', 'templates:write', 'templates:publish']],
      ['GET', `/templates/${id}/versions`, ['templates:read', 'templates:write', 'templates:publish']],
      ['GET', `/templates/${id}/versions/1`, ['templates:read', 'templates:write', 'templates:publish']],
      ['POST', `/templates/${id}/versions/1/publish`, ['templates:publish']],
      ['POST', '/render', ['render:any']],
      ['POST', '/preview', ['templates:write', 'render:any']],
    ]
    const all: readonly TokenScope[] = [
      ...(['render', 'read', 'templates:read', 'templates:write', 'templates:publish'] as const),
      ...(['assets:write', 'render:any', 'jobs', 'requests:read'] as const),
    ]
    for (const scope of all) {
      const token = await tokenWith(scope)
      for (const [method, path, allowed] of routes) {
        // Everything else of the request is wrong as well: nothing is looked up or read before the scope.
        const wrong = allowed.includes(scope) ? path : path.replace(id, 'nothing')
        const answer = await call(method, wrong, undefined, { token, headers: { 'Content-Type': 'text/plain' } })
        if (allowed.includes(scope)) assert.is.not(answer.status, 403, `${scope} ${method} ${path}`)
        else isError(answer, 403, 'forbidden')
        if (method === 'DELETE' && answer.status === 204) await call('POST', `/templates/${id}/undelete`)
      }
    }
  })

  scopes('addresses say which methods they take', async () => {
    const allowed: Readonly<Record<string, string>> = {
      '/templates': 'GET, HEAD, POST',
      [`/templates/${test.templateId}`]: 'DELETE, GET, HEAD, PUT',
      [`/templates/${test.templateId}/source`]: 'GET, HEAD',
      [`/templates/${test.templateId}/versions`]: 'GET, HEAD',
      [`/templates/${test.templateId}/versions/1`]: 'GET, HEAD',
      [`/templates/${test.templateId}/versions/1/publish`]: 'POST',
      [`/templates/${test.templateId}/undelete`]: 'POST',
      '/render': 'POST',
      '/preview': 'POST',
    }
    for (const [path, methods] of Object.entries(allowed)) {
      const answer = await call('PATCH', path)
      isError(answer, 405, 'method_not_allowed')
      assert.is(answer.headers.allow, methods, path)
      const options = await call('OPTIONS', path)
      assert.equal([options.status, options.headers.allow], [204, `${methods}, OPTIONS`.split(', ').sort().join(', ')])
    }
    for (const path of ['source', 'versions', 'versions/1']) {
      const head = await call('HEAD', `/templates/${test.templateId}/${path}`)
      const full = await call('GET', `/templates/${test.templateId}/${path}`)
      assert.equal([head.status, head.text, head.headers['content-length']], [200, '', full.headers['content-length']], path)
    }
  })

  scopes('every answer has an id and the rate headers, and counts in the metrics by its route', async () => {
    const answers = [
      await call('POST', '/templates', {}),
      await call('PUT', `/templates/${test.templateId}`, { name: 'Greeting' }),
      await call('DELETE', '/templates/nothing'),
      await call('POST', '/preview', {}),
      await call('POST', '/render', {}),
    ]
    for (const { headers } of answers) {
      assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
      assert.ok(Number(headers['x-ratelimit-remaining']) > 0)
      assert.is(headers['cache-control'], 'no-store')
    }
    const { text } = await test.call({ path: '/metrics', token: null })
    const counted = (method: string, route: string, status: number): void =>
      assert.ok(
        text.includes(`platen_requests_total{route="${route}",method="${method}",status="${status}"}`),
        `${method} ${route} ${status}`,
      )
    counted('POST', '/api/templates', 422)
    counted('PUT', '/api/templates/:id', 200)
    counted('DELETE', '/api/templates/:id', 404)
    counted('POST', '/api/preview', 422)
    counted('POST', '/api/render', 422)
  })

  scopes.run()
}

const end = suite('sources and scopes: end')
end('PostgreSQL is stopped', closeStores)
end.run()
