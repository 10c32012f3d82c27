// Every address of the OpenAPI document × every method × every scope, and hostile ids and bodies on all of them: what a route takes is what the document says.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { SCOPES, type TokenScope } from '../../../server/tokens.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { exchangeBytes } from '../support/wire.ts'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const

/** The scopes of which a token needs one, for each operation under /api. */
const NEEDED: Readonly<Record<string, readonly TokenScope[]>> = {
  listTemplates: ['read'],
  getTemplate: ['read'],
  createTemplate: ['templates:write'],
  saveTemplate: ['templates:write'],
  deleteTemplate: ['templates:publish'],
  undeleteTemplate: ['templates:publish'],
  getTemplateSource: ['templates:read'],
  listTemplateVersions: ['templates:read'],
  getTemplateVersion: ['templates:read'],
  publishTemplateVersion: ['templates:publish'],
  listTemplateExamples: ['templates:read'],
  getTemplateExample: ['templates:read'],
  putTemplateExample: ['templates:write'],
  deleteTemplateExample: ['templates:write'],
  renderTemplate: ['render'],
  mergeTemplates: ['render'],
  renderSource: ['render:any'],
  previewTemplate: ['templates:write', 'render:any'],
  listAssets: ['templates:read', 'assets:write'],
  getAsset: ['templates:read', 'assets:write'],
  headAsset: ['templates:read', 'assets:write'],
  putAsset: ['assets:write'],
  deleteAsset: ['assets:write'],
  createJob: ['jobs'],
  getJob: ['jobs'],
  cancelJob: ['jobs'],
  getRequest: ['requests:read'],
  createEmbedSession: ['templates:read'],
}
/** What a scope includes. */
const INCLUDES: Partial<Record<TokenScope, readonly TokenScope[]>> = {
  'templates:read': ['read'],
  'templates:write': ['templates:read', 'read'],
  'templates:publish': ['templates:read', 'read'],
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly id: string
  readonly takesBody: boolean
}

const every = suite('every route')
let test: TestService
let operations: readonly Operation[]
/** Methods by path, as the document has them. */
const methodsOf = new Map<string, Set<string>>()

every.before(async () => {
  const origins = { PLATEN_CORS_ORIGINS: 'https://app.example.com', PLATEN_EMBED_ORIGINS: 'https://app.example.com' }
  test = await startTestService({ ...origins, PLATEN_BODY_BYTES: '100000' })
  const { paths } = (await test.call({ path: '/openapi.json', token: null })).json
  const found: Operation[] = []
  for (const [path, item] of Object.entries<Record<string, { operationId: string; requestBody?: object }>>(paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation === undefined) continue
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method))
      found.push({ path, method, id: operation.operationId, takesBody: operation.requestBody !== undefined })
    }
  }
  operations = found
})
every.after(() => test.close())

/** The address with something in each parameter that does not exist. */
const addressOf = (path: string, value = 'none'): string => path.replace(/\{\w+\}/g, value)

function isError(answer: Answer, status: number, code: string): void {
  assert.equal([answer.status, answer.json?.code, answer.json?.status], [status, code, status], answer.text)
  assert.is(answer.json.request_id, answer.headers['x-request-id'])
}

every('all of the document is covered', () => {
  assert.ok(operations.length > 30)
  const ofTokens = operations.filter(({ path }) => path.startsWith('/api/')).map(({ id }) => id)
  assert.equal(
    [...ofTokens].sort(),
    Object.keys(NEEDED)
      .filter((id) => ofTokens.includes(id))
      .sort(),
  )
  assert.equal(
    Object.keys(NEEDED).filter((id) => !ofTokens.includes(id)),
    [],
  )
})

every('without a token there is nothing but 401, whatever the method', async () => {
  for (const path of methodsOf.keys()) {
    if (!path.startsWith('/api/')) continue
    for (const method of METHODS) {
      const answer = await test.call({ method: method.toUpperCase(), path: addressOf(path), token: null })
      assert.equal([answer.status, answer.headers['www-authenticate']], [401, 'Bearer'], `${method} ${path}`)
      if (method !== 'head') assert.is(answer.json.code, 'unauthenticated')
    }
  }
})

every('each operation is open to its scopes, and 403 to all others before anything is looked up', async () => {
  for (const scope of SCOPES) {
    const { token } = await test.addToken(test.acme.id, [scope])
    for (const { path, method, id } of operations) {
      const needed = NEEDED[id]
      if (needed === undefined) continue
      const mayPass = [scope, ...(INCLUDES[scope] ?? [])].some((one) => needed.includes(one))
      const answer = await test.call({ method: method.toUpperCase(), path: addressOf(path), token })
      assert.is(answer.status === 403, !mayPass, `${id} with ${scope}: ${answer.status} ${answer.text}`)
      if (!mayPass && method !== 'head') isError(answer, 403, 'forbidden')
    }
  }
})

every('other methods are refused with exactly those that there are, which OPTIONS lists too', async () => {
  for (const [path, methods] of methodsOf) {
    // `merge` may be the id of a template, too.
    const own = path === '/api/templates/merge' ? [...methods, ...methodsOf.get('/api/templates/{id}')!] : [...methods]
    const allowed = new Set(own.map((method) => method.toUpperCase()))
    if (allowed.has('GET')) allowed.add('HEAD')
    const options = await test.call({ method: 'OPTIONS', path: addressOf(path) })
    assert.equal([options.status, options.headers.allow], [204, [...allowed, 'OPTIONS'].sort().join(', ')], path)
    for (const method of METHODS.map((name) => name.toUpperCase())) {
      if (allowed.has(method)) continue
      const answer = await test.call({ method, path: addressOf(path) })
      assert.equal([answer.status, answer.headers.allow], [405, [...allowed].sort().join(', ')], `${method} ${path}`)
      if (method !== 'HEAD') isError(answer, 405, 'method_not_allowed')
    }
  }
})

every('HEAD is GET without the body, on every address', async () => {
  for (const { path, method } of operations) {
    if (method !== 'get' || path === '/metrics') continue
    const address = path.startsWith('/api/templates/{id}') ? path.replace('{id}', test.templateId).replace(/\{\w+\}/, '1') : addressOf(path)
    const [get, head] = [await test.call({ path: address }), await test.call({ method: 'HEAD', path: address })]
    assert.equal([head.status, head.text], [get.status, ''], path)
    assert.is(head.headers['content-type'], get.headers['content-type'], path)
    assert.is(head.headers.etag, get.headers.etag, path)
  }
})

const HOSTILE_IDS = [
  '%2541',
  '%00',
  '%ff',
  '%',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  'a%2Fb',
  '%C3%A4',
  '\u0131',
  "' OR 1=1 --".replaceAll(' ', '%20'),
  'x'.repeat(6000),
  '1e9',
  '-1',
  '99999999999999999999',
  '__proto__',
  'constructor',
  '%E2%80%AE',
  'a;b=c',
]

every('hostile ids are unknown ones: never an error of the service, and never another answer than for an id that nobody has', async () => {
  for (const { path, method, takesBody } of operations) {
    if (!path.includes('{') || path === '/api/assets/{name}') continue
    const body = takesBody ? { type: 'html', source: 'x', data: {}, name: 'x' } : undefined
    const call = (value: string): Promise<Answer> =>
      test.call({ method: method.toUpperCase(), path: addressOf(path, value), ...(body === undefined ? {} : { body }) })
    const plain = await call('none')
    for (const id of HOSTILE_IDS) {
      const answer = await call(encodeURI(decodeURIComponentOr(id)) === id ? id : id.replace(/[^\x20-\x7e]/g, encodeURIComponent))
      assert.ok(
        [plain.status, 400, 404, 422].includes(answer.status),
        `${method} ${path} ${id.slice(0, 30)}: ${answer.status} ${answer.text}`,
      )
    }
  }
})

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

every('names of assets: long, of other scripts, of two spellings, with dots and encoded slashes', async () => {
  const put = (name: string): Promise<Answer> =>
    test.call({ method: 'PUT', path: `/api/assets/${name}`, body: 'a{}', headers: { 'Content-Type': 'text/css' } })
  assert.is((await put(`${'x'.repeat(124)}.css`)).status, 201)
  for (const name of [
    `${'x'.repeat(125)}.css`,
    `${'x'.repeat(9000)}.css`,
    '%C3%A4.css',
    '%00.css',
    '%ff.css',
    '..%2fx.css',
    '.x.css',
    'a//b.css',
    '%2541.css',
    'a%20b.css',
  ])
    isError(await put(name), 422, 'validation_failed')
  // Names that differ by case are two assets; an encoded slash is a slash.
  assert.equal([(await put('Brand.css')).status, (await put('brand.css')).status, (await put('dir%2Fbrand.css')).status], [201, 201, 201])
  const names = (await test.call({ path: '/api/assets' })).json.map(({ name }: { name: string }) => name)
  for (const name of ['Brand.css', 'brand.css', 'dir/brand.css']) assert.ok(names.includes(name), name)
})

every('bodies: unknown, doubled and damaged codings, bombs, and lengths beyond the limit', async () => {
  const bomb = Buffer.alloc(20_000_000, ' ')
  const json = Buffer.from('{}')
  const cases: readonly (readonly [string, Uint8Array, number, string])[] = [
    ['zstd', json, 415, 'unsupported_media_type'],
    ['deflate', deflateSync(json), 415, 'unsupported_media_type'],
    ['gzip, gzip', gzipSync(gzipSync(json)), 415, 'unsupported_media_type'],
    ['gzip, identity', gzipSync(json), 415, 'unsupported_media_type'],
    ['gzip', json, 400, 'invalid_encoding'],
    ['gzip', gzipSync(Buffer.alloc(5000, 'x')).subarray(0, 30), 400, 'invalid_encoding'],
    ['gzip', Buffer.alloc(0), 400, 'invalid_encoding'],
    ['br', json, 400, 'invalid_encoding'],
    ['gzip', Buffer.concat([gzipSync(json), Buffer.from('rest')]), 400, 'invalid_encoding'],
    ['br', Buffer.concat([brotliCompressSync(json), Buffer.from('rest')]), 400, 'invalid_encoding'],
    ['gzip', gzipSync(bomb), 413, 'payload_too_large'],
    ['br', brotliCompressSync(bomb), 413, 'payload_too_large'],
    ['identity', Buffer.alloc(200_000, ' '), 413, 'payload_too_large'],
  ]
  for (const { path, method, takesBody } of operations) {
    // Assets have another limit and type; their own tests have the same.
    if (!takesBody || path === '/api/assets/{name}') continue
    const address = addressOf(path, test.templateId)
    for (const [coding, body, status, code] of cases) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding }
      const answer = await test.call({ method: method.toUpperCase(), path: address, body, headers })
      assert.equal([answer.status, answer.json?.code], [status, code], `${method} ${path} ${coding} ${body.length}: ${answer.text}`)
    }
  }
})

every('a HEAD that is not valid HTTP is answered without a body', async () => {
  for (const [method, hasBody] of [
    ['HEAD', false],
    ['GET', true],
  ] as const) {
    const bytes = Buffer.from(`${method} /api/templates/\u00e4 HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1')
    const { answers, rest } = await exchangeBytes(test.service.port, { pieces: [bytes], methods: [method], wanted: 2 })
    assert.equal([answers.length, answers[0]?.status, rest.length], [1, 400, 0])
    assert.is((answers[0]?.body.length ?? 0) > 0, hasBody)
    assert.is.not(answers[0]?.headers.get('content-length'), '0')
  }
})

every('a slash at the end is the same address, two are none', async () => {
  for (const { path, method } of operations) {
    if (method !== 'get' || !path.startsWith('/api/') || path === '/api/assets/{name}') continue
    const address = addressOf(path, test.templateId)
    const [bare, slash] = [await test.call({ path: address }), await test.call({ path: `${address}/` })]
    assert.is(slash.status, bare.status, path)
    isError(await test.call({ path: `${address}//` }), 404, 'not_found')
  }
})

every.run()
