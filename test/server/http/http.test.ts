// The HTTP interface over a real socket.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'

const http = suite('http')
let test: TestService
http.before(async () => {
  test = await startTestService({ PLATEN_PARTS: '3', PUBLIC_URL: 'https://pdf.example.com/base/' })
})
http.after(() => test.close())

const render = (body: object | string, more: Partial<Call> = {}): Promise<Answer> =>
  test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body, ...more })
const merge = (body: object | string, more: Partial<Call> = {}): Promise<Answer> =>
  test.call({ method: 'POST', path: '/api/templates/merge', body, ...more })
const isPdf = (answer: Answer, text: string): void => {
  assert.is(answer.status, 200)
  assert.is(answer.headers['content-type'], 'application/pdf')
  assert.is(answer.headers['content-length'], String(answer.bytes.length))
  assert.match(answer.text, `%PDF-1.7 fake\n${text}\n`)
}
const isError = (answer: Answer, status: number, code: string, path?: string): void => {
  assert.is(answer.status, status)
  assert.is(answer.headers['content-type'], 'application/json')
  assert.equal(Object.keys(answer.json), ['status', 'code', 'message', 'errors', 'request_id'])
  assert.is(answer.json.status, status)
  assert.is(answer.json.code, code)
  assert.is(answer.json.request_id, answer.headers['x-request-id'])
  if (path !== undefined) assert.is(answer.json.errors[0]?.path, path)
}

// Routes

http('a template is a bare object with exactly the documented fields', async () => {
  const { json, status } = await test.call({ path: `/api/templates/${test.templateId}` })
  assert.is(status, 200)
  assert.equal(Object.keys(json), ['id', 'name', 'team_name', 'team_id', 'type', 'created_at', 'meta', 'variables'])
  assert.equal(json, {
    id: test.templateId,
    name: 'Greeting',
    team_name: 'Acme',
    team_id: test.acme.id,
    type: 'html',
    created_at: '2026-01-01T00:00:00.000Z',
    meta: { description: 'greets' },
    variables: [{ name: 'name', type: 'string' }],
  })
})

http('the list is a bare array of the same objects', async () => {
  const one = await test.call({ path: `/api/templates/${test.templateId}` })
  const all = await test.call({ path: '/api/templates' })
  assert.equal(all.json, [one.json])
})

http('a render answers with the bytes, their length and a safe file name', async () => {
  const answer = await render({ data: { name: 'Ann' } })
  isPdf(answer, 'Hello Ann')
  assert.is(answer.headers['content-disposition'], 'attachment; filename=Greeting.pdf')
  assert.is(answer.headers['x-render-warnings'], '0')
})

http('a merge keeps the order of the array, also with one template twice', async () => {
  const id = test.templateId
  isPdf(
    await merge({
      templates: [
        { id, data: { name: 'A' } },
        { id, data: { name: 'B' } },
      ],
    }),
    'Hello A\n--page--\nHello B',
  )
})

http('preferring JSON gives base64 under data, for render and merge', async () => {
  const headers = { Accept: 'application/json' }
  const rendered = await render({ data: { name: 'Ann' } }, { headers })
  assert.equal(Object.keys(rendered.json), ['status', 'data'])
  assert.match(Buffer.from(rendered.json.data, 'base64').toString(), 'Hello Ann')
  const merged = await merge({ templates: [{ id: test.templateId, data: {} }] }, { headers })
  assert.equal(Object.keys(merged.json), ['status', 'data'])
})

http('a download URL is under url for a render and under data for a merge, regardless of Accept', async () => {
  const headers = { Accept: 'application/pdf' }
  const rendered = await render({ data: {}, output: 'url' }, { headers })
  assert.is(rendered.status, 200)
  assert.equal(Object.keys(rendered.json), ['status', 'url'])
  assert.match(rendered.json.url, /^https:\/\/pdf\.example\.com\/base\/d\/[\w-]{43,}$/)
  const merged = await merge({ templates: [{ id: test.templateId, data: {} }], output: 'url' }, { headers: { Accept: 'image/png' } })
  assert.equal(Object.keys(merged.json), ['status', 'data'])
  assert.match(merged.json.data, /^https:\/\/pdf\.example\.com\/base\/d\//)
})

// Accept

const ACCEPT: readonly [string | undefined, 'pdf' | 'json' | 406][] = [
  [undefined, 'pdf'],
  ['application/json, text/plain, */*', 'pdf'],
  ['*/*', 'pdf'],
  ['application/*', 'pdf'],
  ['application/json', 'json'],
  ['application/json;q=0.9, application/pdf;q=0.8', 'json'],
  ['application/json;q=0.8, application/pdf;q=0.9', 'pdf'],
  ['application/json, application/pdf', 'pdf'],
  ['application/json, */*;q=0.5', 'json'],
  ['application/pdf;q=0, */*', 'json'],
  ['application/json; charset=utf-8', 'json'],
  ['APPLICATION/JSON', 'json'],
  ['text/html', 406],
  ['image/*, text/*', 406],
  ['application/pdf;q=0, application/json;q=0', 406],
]
for (const [accept, wanted] of ACCEPT) {
  http(`Accept: ${accept} gives ${wanted}`, async () => {
    const answer = await render({ data: { name: 'Ann' } }, accept === undefined ? {} : { headers: { Accept: accept } })
    if (wanted === 406) isError(answer, 406, 'not_acceptable')
    else assert.is(answer.headers['content-type']?.split(';')[0], `application/${wanted}`)
  })
}

// Content-Type

const TYPES: readonly [string | string[] | undefined, number][] = [
  [undefined, 200],
  ['', 200],
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['Application/JSON', 200],
  ['null', 200],
  ['application/json, application/json', 200],
  [['application/json', 'application/json'], 200],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json, text/plain', 415],
  ['application/xml', 415],
]
for (const [type, status] of TYPES) {
  http(`Content-Type: ${JSON.stringify(type)} gives ${status}`, async () => {
    const answer = await render({ data: { name: 'Ann' } }, type === undefined ? {} : { headers: { 'Content-Type': type } })
    if (status === 415) isError(answer, 415, 'unsupported_media_type')
    else isPdf(answer, 'Hello Ann')
  })
}

http('GET ignores Content-Type and body', async () => {
  assert.is((await test.call({ path: '/api/templates', headers: { 'Content-Type': 'application/json' } })).status, 200)
  assert.is((await test.call({ path: '/api/templates', headers: { 'Content-Type': 'text/csv' }, body: 'a,b' })).status, 200)
})

// Ids

http('a numeric id in a merge reads as its digits', async () => {
  const of = (id: string): Promise<Answer> => merge(`{"templates":[{"id":${id},"data":{}}]}`)
  for (const id of ['12', '-1', '0', '123456789012345678901234567890']) {
    const answer = await of(id)
    isError(answer, 404, 'template_not_found', 'templates[0].id')
  }
  for (const id of ['1.5', 'true', 'null', '[]', '{}']) isError(await of(id), 422, 'validation_failed', 'templates[0].id')
  assert.is((await of('true')).json.message, 'templates[0].id must be of type string')
})

// data and output

http('an empty array counts as an empty object', async () => isPdf(await render('{"data":[]}'), 'Hello '))
http('so does an empty array with spaces, also in a merge', async () => {
  isPdf(await merge(`{"templates":[{"id":"${test.templateId}","data":[ ]}]}`), 'Hello ')
})
for (const data of ['null', '"x"', '1', 'true', '[1]', '[[]]']) {
  http(`data ${data} is refused at path data`, async () => isError(await render(`{"data":${data}}`), 422, 'validation_failed', 'data'))
}
http('missing data is refused at path data', async () => isError(await render({ output: 'url' }), 422, 'validation_failed', 'data'))
http('the last of duplicate keys counts', async () => isPdf(await render('{"data":{"name":"A"},"data":{"name":"B"}}'), 'Hello B'))
http('output null counts as absent', async () => isPdf(await render({ data: { name: 'Ann' }, output: null }), 'Hello Ann'))
for (const output of ['PDF', 'base64', '', 1, {}, []]) {
  http(`output ${JSON.stringify(output)} is refused`, async () =>
    isError(await render({ data: {}, output }), 422, 'validation_failed', 'output'),
  )
}
http('a body that is not an object is refused', async () => {
  for (const body of ['[]', '1', '"x"', 'null', 'true']) isError(await render(body), 422, 'validation_failed')
})

// Unknown fields and missing values

http('unknown fields are ignored', async () =>
  isPdf(await render({ data: { name: 'Ann', more: 1 }, locale: 'de', __proto__: 1 }), 'Hello Ann'),
)
http('strict handling refuses unknown fields', async () => {
  const headers = { Prefer: 'respond-async, handling=strict' }
  isError(await render({ data: { name: 'Ann' }, locale: 'de' }, { headers }), 422, 'validation_failed', 'locale')
  const templates = [{ id: test.templateId, data: { name: 'Ann' }, x: 1 }]
  isError(await merge({ templates }, { headers }), 422, 'validation_failed', 'templates[0].x')
})
http('strict handling refuses missing variables', async () => {
  const headers = { Prefer: 'handling=strict' }
  isError(await render({ data: {} }, { headers }), 422, 'validation_failed', 'data.name')
  const templates = [
    { id: test.templateId, data: { name: 'Ann' } },
    { id: test.templateId, data: {} },
  ]
  isError(await merge({ templates }, { headers }), 422, 'validation_failed', 'templates[1].data.name')
  isPdf(await render({ data: { name: null } }, { headers }), 'Hello ')
})
http('a header holds the number of missing values', async () => {
  const answer = await render({ data: {} })
  isPdf(answer, 'Hello ')
  assert.is(answer.headers['x-render-warnings'], '1')
})

// Merge

http('merge takes one item up to the limit', async () => {
  const item = { id: test.templateId, data: {} }
  isError(await merge({ templates: [] }), 422, 'validation_failed', 'templates')
  isError(await merge({}), 422, 'validation_failed', 'templates')
  isError(await merge({ templates: 'x' }), 422, 'validation_failed', 'templates')
  assert.is((await merge({ templates: [item, item, item] })).status, 200)
  isError(await merge({ templates: [item, item, item, item] }), 422, 'limit_exceeded', 'templates')
})
http('merge names the failing item', async () => {
  const item = { id: test.templateId, data: {} }
  isError(await merge({ templates: [item, { id: test.templateId }] }), 422, 'validation_failed', 'templates[1].data')
  isError(await merge({ templates: [item, { data: {} }] }), 422, 'validation_failed', 'templates[1].id')
  isError(await merge({ templates: [item, { id: 7, data: {} }] }), 404, 'template_not_found', 'templates[1].id')
  isError(await merge({ templates: [item, 5] }), 422, 'validation_failed', 'templates[1]')
  isError(await merge({ templates: [item, { id: 'nope', data: {} }] }), 404, 'template_not_found', 'templates[1].id')
  isError(await merge({ templates: [item, { id: test.foreignId, data: {} }] }), 404, 'template_not_found', 'templates[1].id')
})

// Errors

const BAD_JSON: readonly [string, string][] = [
  ['', 'the body is empty (line 1, column 1)'],
  ['{', 'at line 1, column 2'],
  ['{"data":{}}x', 'at line 1, column 12'],
  ['{\n  "data": {\n    "é": nope\n  }\n}', 'at line 3, column 10'],
  ["{'data':{}}", 'at line 1, column 2'],
  ['{"data":{},}', 'at line 1, column 12'],
  ['{"data":"a\tb"}', 'at line 1, column 11'],
]
for (const [body, place] of BAD_JSON) {
  http(`${JSON.stringify(body)} is invalid_json ${place}`, async () => {
    const answer = await render(body)
    isError(answer, 400, 'invalid_json')
    assert.match(answer.json.message, place)
  })
}

http('a body that is not UTF-8 is invalid_encoding', async () => {
  isError(await render(Buffer.from('{"data":{"name":"\xe9"}}', 'latin1')), 400, 'invalid_encoding')
  isError(await render(Buffer.from('{"data":{}}', 'utf16le')), 400, 'invalid_json')
})
http('a byte order mark is ignored', async () => isPdf(await render('\ufeff{"data":{"name":"Ann"}}'), 'Hello Ann'))

http('depth is counted before parsing', async () => {
  const nested = (depth: number): string => `{"data":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`
  assert.is((await render(nested(62))).status, 200) // 62 arrays + 2 objects = 64
  isError(await render(nested(63)), 422, 'too_deep')
  isError(await render(nested(1_000_000)), 422, 'too_deep')
  isError(await render('['.repeat(1_000_000)), 400, 'invalid_json')
})

http('a template error names line and column, in a merge the part too', async () => {
  const bad = await saveTemplate(test.service.store, test.acme.id, {
    name: 'Bad',
    type: 'html',
    source: 'ok\n  {{#bad',
    meta: {},
    variables: [],
  })
  const answer = await test.call({ method: 'POST', path: `/api/templates/${bad!.id}/pdf`, body: { data: {} } })
  isError(answer, 422, 'template_error', '2:3')
  assert.is(answer.json.errors[0].message, 'cannot parse (mend it)')
  const templates = [
    { id: test.templateId, data: {} },
    { id: bad!.id, data: {} },
  ]
  isError(await merge({ templates }), 422, 'template_error', 'templates[1]:2:3')
  const greeting = { id: test.templateId, data: {} }
  isError(await merge({ templates: [greeting, { id: test.templateId, data: { pages: 100_000 } }] }), 422, 'limit_exceeded', 'templates[1]')
  await test.service.store.removeTemplate(test.acme.id, bad!.id)
})

http('an exceeded limit, too much depth, an internal error', async () => {
  isError(await render({ data: { pages: 100_000 } }), 422, 'limit_exceeded')
  isError(await render({ data: { deep: true } }), 422, 'too_deep')
  const bug = await render({ data: { throw: 'hunter2' } })
  isError(bug, 500, 'internal_error')
  assert.not.match(bug.text, 'hunter2')
  isPdf(await render({ data: { name: 'Ann' } }), 'Hello Ann')
})

http('unknown addresses and methods', async () => {
  isError(await test.call({ path: '/nope' }), 404, 'not_found')
  isError(await test.call({ path: '/api/nope' }), 404, 'not_found')
  isError(await test.call({ path: '/API/templates' }), 404, 'not_found')
  isError(await test.call({ path: '/%61pi/templates' }), 404, 'not_found')
  isError(await test.call({ path: '/api/templates/nope' }), 404, 'template_not_found')
  isError(await test.call({ path: '/api/templates/%00' }), 404, 'template_not_found')
  isError(await test.call({ path: '/api/templates/%zz' }), 404, 'template_not_found')
  const wrong = await test.call({ method: 'DELETE', path: '/api/templates' })
  isError(wrong, 405, 'method_not_allowed')
  assert.is(wrong.headers.allow, 'GET, HEAD, POST')
  assert.is((await test.call({ method: 'PATCH', path: '/api/templates/merge' })).headers.allow, 'DELETE, GET, HEAD, POST, PUT')
  assert.is((await test.call({ path: `/api/templates/${test.templateId}/pdf` })).headers.allow, 'POST')
})

http('HEAD answers as GET does, without the body', async () => {
  const answer = await test.call({ method: 'HEAD', path: '/api/templates' })
  assert.is(answer.status, 200)
  assert.is(answer.bytes.length, 0)
  assert.ok(Number(answer.headers['content-length']) > 2)
})

http('every answer has a unique id and nosniff', async () => {
  const ids = new Set<string | string[] | undefined>()
  for (const path of ['/nope', '/api/templates', '/health/live', '/d/x']) {
    const { headers } = await test.call({ path })
    ids.add(headers['x-request-id'])
    assert.is(headers['x-content-type-options'], 'nosniff')
  }
  assert.is(ids.size, 4)
})

http('the Host header does not affect URLs', async () => {
  const answer = await render({ data: {}, output: 'url' }, { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } })
  assert.match(answer.json.url, /^https:\/\/pdf\.example\.com\/base\/d\//)
})

http('an awkward template name makes a safe file name', async () => {
  const names = ['Rechnung "März" \r\nX: y', '../../etc/passwd', '請求書 2026', 'con', '']
  const saved = await Promise.all(
    names.map((name) => saveTemplate(test.service.store, test.acme.id, { name, type: 'html', source: 'x', meta: {}, variables: [] })),
  )
  const headers = await Promise.all(
    saved.map(
      async (t) =>
        (await test.call({ method: 'POST', path: `/api/templates/${t!.id}/pdf`, body: { data: {} } })).headers['content-disposition'],
    ),
  )
  assert.equal(headers, [
    `attachment; filename="Rechnung M?rz X y.pdf"; filename*=UTF-8''Rechnung%20M%C3%A4rz%20X%20y.pdf`,
    'attachment; filename="etc passwd.pdf"',
    `attachment; filename="??? 2026.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8%202026.pdf`,
    'attachment; filename=document.pdf',
    'attachment; filename=document.pdf',
  ])
  for (const t of saved) await test.service.store.removeTemplate(test.acme.id, t!.id)
})

http.run()
