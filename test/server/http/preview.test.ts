// Previews, and saving, with the real engine.
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textByPdfJs } from '../../support/extract.ts'
import { programUrl } from '../../support/programs.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'
import { apiClient, isError } from '../support/service-stores.ts'

const previews = suite('previews over HTTP')
let test: TestService
previews.before(async () => {
  test = await startTestService({}, programUrl('server/pool/child'))
})
previews.after(() => test.close())

const { call } = apiClient(() => test)
const preview = (body: unknown, more?: Partial<Call>): Promise<Answer> => call('POST', '/preview', body, more)
const textOf = async ({ json }: Answer): Promise<string> => textByPdfJs(Buffer.from(json.pdf, 'base64'))
const KEYS = ['pdf', 'pages', 'diagnostics', 'warnings', 'variables', 'boxes']

const SHEET = '<style>@page { size: 400px 300px; margin: 20px } body { margin: 0 }</style>'
const INVOICE = {
  type: 'html',
  source: `${SHEET}<h1 id="title" style="margin: 0; height: 40px">Invoice {{number}}</h1>{{#each items}}<p>{{name}}</p>{{/each}}`,
}
const PAGES = {
  type: 'html',
  source:
    '<style>@page { size: 400px 300px; @bottom-left { content: counter(page) " of " counter(pages) } } p { break-after: page; margin: 0 }</style>{{#each names}}<p id="p{{this}}">page {{this}}</p>{{/each}}',
  data: { names: ['1', '2', '3', '4'] },
}

previews('a preview has the document, what it reads, and where its elements are', async () => {
  const answer = await preview({ ...INVOICE, data: { number: 7, items: [{ name: 'Ink' }] } })
  assert.equal([answer.status, Object.keys(answer.json)], [200, KEYS], answer.text)
  const { pages, diagnostics, warnings, variables, boxes } = answer.json
  assert.equal([pages, diagnostics, warnings], [1, [], []])
  assert.match(await textOf(answer), 'Invoice 7')
  assert.equal(
    variables.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
    ['number string', 'items array', 'items[] object', 'items[].name string'],
  )
  const title = boxes.find(({ id }: { id?: string }) => id === 'title')
  // 400 − 2 · 20 = 360 wide
  assert.equal(title, { path: 'html>body>h1:nth-child(1)', id: 'title', page: 1, x: 0, y: 0, width: 360, height: 40 })
})

previews('an example of a stored template brings the data', async () => {
  const { id } = (await call('POST', '/templates', { name: 'Invoice', ...INVOICE })).json
  await call('PUT', `/templates/${id}/examples/Lo%CC%88ng%20one`, { number: 'from the example', items: [] })
  const answer = await preview({ id, example: 'Löng one' })
  assert.is(answer.status, 200, answer.text)
  assert.match(await textOf(answer), 'Invoice from the example')
  // Another source of the template, and the letters as other systems write them.
  assert.match(await textOf(await preview({ id, example: 'Lo\u0308ng one', source: 'No. {{number}}' })), 'No. from the example')
  isError(await preview({ id, example: 'Short one' }), 404, 'not_found', 'example')
  isError(await preview({ id, example: 'Löng one', data: {} }), 422, 'validation_failed', 'example')
  isError(await preview({ ...INVOICE, example: 'Löng one' }), 422, 'validation_failed', 'example')
  isError(await preview({ id, example: 7 }), 422, 'validation_failed', 'example')
  isError(await preview({ id: test.foreignId, example: 'Löng one' }), 404, 'template_not_found', 'id')
  // What an example holds is shown to those who may read it.
  const { token } = await test.addToken(test.acme.id, ['render:any'])
  isError(await preview({ id, example: 'Löng one' }, { token }), 403, 'forbidden')
})

previews('without data, values are made up', async () => {
  for (const data of [undefined, null]) {
    const answer = await preview({ ...INVOICE, data })
    assert.equal([answer.status, answer.json.warnings], [200, []], answer.text)
    assert.match(await textOf(answer), /Invoice \S/)
  }
  // PHP's empty object is data, which lacks everything.
  const empty = await preview({ ...INVOICE, data: [] })
  assert.ok(empty.json.warnings.length > 0)
  assert.is(empty.headers['x-render-warnings'], String(empty.json.warnings.length))
  assert.equal(Object.keys(empty.json.warnings[0]), ['code', 'message', 'path'])
})

previews('the form of the data, when it is asked for', async () => {
  const body = { ...INVOICE, data: { number: 7, items: [] }, boxes: false }
  const { json } = await preview({ ...body, schema: true })
  assert.equal(Object.keys(json), [...KEYS.filter((key) => key !== 'boxes'), 'schema', 'sample'])
  assert.equal(Object.keys(json.schema.properties), ['number', 'items'])
  assert.is(json.schema.properties.items.type, 'array')
  // Three elements in every list.
  assert.is(json.sample.items.length, 3)
  const failed = await preview({ ...body, data: { items: 7 }, schema: true })
  assert.is(failed.json.schema.type, 'object')
  assert.is((await preview({ ...body, source: '{{#bad', schema: true })).json.schema, undefined)
  for (const schema of [false, null, undefined]) assert.not('sample' in (await preview({ ...body, schema })).json)
})

previews('a range of pages has the numbers of the whole document, and its boxes alone', async () => {
  const answer = await preview({ ...PAGES, page_range: '2-3' })
  assert.equal([answer.status, answer.json.pages], [200, 4], answer.text)
  assert.is((await PDFDocument.load(Buffer.from(answer.json.pdf, 'base64'))).getPageCount(), 2)
  const text = await textOf(answer)
  for (const shown of ['page 2', '2 of 4', 'page 3', '3 of 4']) assert.match(text, shown)
  for (const hidden of ['page 1', 'page 4']) assert.not.match(text, hidden)
  assert.equal(new Set(answer.json.boxes.map(({ page }: { page: number }) => page)), new Set([2, 3]))
  const counts: readonly (readonly [unknown, number])[] = [
    ...([
      ['4', 1],
      [4, 1],
      ['3-', 2],
      ['1-99', 4],
      [' 2 - 2 ', 1],
      [null, 4],
    ] as const),
  ]
  for (const [page_range, count] of counts) {
    const { json } = await preview({ ...PAGES, page_range, boxes: false })
    assert.is((await PDFDocument.load(Buffer.from(json.pdf, 'base64'))).getPageCount(), count, String(page_range))
    assert.equal([json.pages, json.boxes], [4, undefined])
  }
})

previews('the places of a source on its pages, as painted', async () => {
  const source = `${SHEET}
<h1 style="margin: 0; height: 40px">Invoice</h1>
{{#each items}}
  <p style="margin: 0; height: 200px; break-inside: avoid"><b>{{this}}</b></p>
{{/each}}`
  const { json } = await preview({ type: 'html', source, data: { items: ['a', 'b', 'c'] }, boxes: false, places: '2-' })
  const bold = `4:${source.split('\n')[3]!.indexOf('<b>') + 1}`
  const { at, spans, first, boxes } = json.places
  const spanOf = (place: string): readonly number[] => spans.slice(2 * at.indexOf(place), 2 * at.indexOf(place) + 2)
  const boxOf = (page: number, place: string): readonly number[] | undefined => {
    for (let i = 0; i < boxes[page - first].length; i += 5)
      if (at[boxes[page - first][i]] === place) return boxes[page - first].slice(i + 1, i + 5)
    return undefined
  }
  // 300 − 2 · 20 = 260 high: heading and a on the first page, then b, then c
  assert.equal(
    [spanOf('2:1'), spanOf('4:3'), spanOf(bold)],
    [
      [1, 1],
      [1, 3],
      [1, 3],
    ],
    JSON.stringify(json.places),
  )
  // 400 − 2 · 20 = 360 px = 270 pt wide, 200 px = 150 pt high, 20 px = 15 pt from the edges
  assert.equal([first, boxes.length, boxOf(2, '4:3'), boxOf(2, '2:1')], [2, 2, [15, 15, 270, 150], undefined])
  assert.ok((boxOf(3, bold)?.[2] ?? 0) > 0)
  const editor = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }] }
  const pointers = (await preview({ type: 'editor', source: editor, boxes: false, places: 1 })).json.places
  assert.ok(pointers.at.includes('/content/0'), JSON.stringify(pointers))
  assert.not('places' in (await preview({ type: 'html', source, data: { items: [] } })).json)
  isError(await preview({ ...PAGES, places: '3-2' }), 422, 'validation_failed', 'places')
})

previews('a range that cannot be is refused', async () => {
  for (const page_range of ['0', '3-2', 'x', '', '-2', '1,3', '1-2-3', 0, 1.5, true, [1], '9'.repeat(100_000)])
    isError(await preview({ ...PAGES, page_range }), 422, 'validation_failed', 'page_range')
  const beyond = await preview({ ...PAGES, page_range: '5-6' })
  isError(beyond, 422, 'validation_failed', 'page_range')
  assert.match(beyond.json.message, 'the document has 4 pages')
})

previews('a broken source gives its errors, with place and hint', async () => {
  const html = await preview({ type: 'html', source: '<p>\n{{upcase name}}</p>\n{{#if x}}' })
  assert.equal([html.status, html.json.pdf, html.json.pages, html.json.warnings, html.json.variables], [200, null, 0, [], []])
  assert.not('boxes' in html.json)
  const [first] = html.json.diagnostics
  assert.equal(Object.keys(first).slice(0, 4), ['severity', 'path', 'code', 'message'])
  assert.match(first.path, /^source:\d+:\d+$/)
  assert.ok(html.json.diagnostics.some(({ hint }: { hint?: string }) => hint !== undefined))
  const editor = await preview({ type: 'editor', source: { type: 'doc', content: [{ type: 'heading', attrs: { level: 9 } }] } })
  assert.equal([editor.status, editor.json.pdf], [200, null], editor.text)
  assert.match(editor.json.diagnostics[0].path, /^\/content\/0/)
  const json = await preview({ type: 'editor', source: '{"type":' })
  assert.equal([json.status, json.json.pdf], [200, null])
})

previews('a document that cannot be rendered gives its errors and its variables', async () => {
  const many = { names: Array.from({ length: 2100 }, () => 'x') }
  const answer = await preview({ ...PAGES, data: many })
  assert.equal([answer.status, answer.json.pdf], [200, null], answer.text.slice(0, 500))
  assert.is(answer.json.diagnostics[0].code, 'limit-pages')
  assert.ok(answer.json.variables.length > 0)
})

previews('a stored template is previewed as its newest version, or with another source', async () => {
  const { id } = (await call('POST', '/templates', { name: 'T', ...INVOICE })).json
  await call('PUT', `/templates/${id}`, { source: 'Draft {{x}}', publish: false })
  assert.match(await textOf(await preview({ id, data: { x: 'y' } })), 'Draft y')
  assert.match(await textOf(await preview({ id, source: 'Typed {{x}}', data: { x: 'z' } })), 'Typed z')
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Edited' }] }] }
  assert.match(await textOf(await preview({ id, type: 'editor', source: doc })), 'Edited')
  isError(await preview({ id, source: doc }), 422, 'validation_failed', 'source')
  isError(await preview({ id: test.foreignId }), 404, 'template_not_found', 'id')
  isError(await preview({ id: 12 }), 404, 'template_not_found', 'id')
  assert.is((await call('GET', `/templates/${id}/source`)).json.version, 2)
})

previews('wrong fields are named', async () => {
  const wrong: readonly [object, string][] = [
    [{ source: 'x' }, 'type'],
    [{ type: 'html' }, 'source'],
    [{}, 'type'],
    [{ ...INVOICE, data: 'x' }, 'data'],
    [{ ...INVOICE, data: [1] }, 'data'],
    [{ ...INVOICE, boxes: 1 }, 'boxes'],
    [{ ...INVOICE, id: {} }, 'id'],
  ]
  for (const [body, path] of wrong) isError(await preview(body), 422, 'validation_failed', path)
  isError(await preview({ ...INVOICE, more: 1 }, { headers: { Prefer: 'handling=strict' } }), 422, 'validation_failed', 'more')
  isError(await preview({ ...INVOICE, source: 'x'.repeat(2 ** 21 + 1) }), 422, 'limit_exceeded', 'source')
})

previews('problems of a source are named when it is saved, and only errors stop that', async () => {
  const bad = await call('POST', '/templates', { name: 'B', type: 'html', source: '<p>\n{{upcase name}}</p>' })
  isError(bad, 422, 'template_error', 'source:2:3')
  assert.is(bad.json.errors[0].code, 'unknown-helper')
  const warned = await call('POST', '/templates', {
    name: 'W',
    type: 'html',
    source: '<p style="colour: red">{{x}}</p><img src="http://a.example/x.png">',
  })
  assert.is(warned.status, 201, warned.text)
  const codes = warned.json.diagnostics.map(({ severity, code }: { severity: string; code: string }) => `${severity} ${code}`)
  assert.ok(codes.includes('warning unsupported-css'), codes.join())
  assert.ok(codes.includes('warning blocked-url'), codes.join())
  // Strict handling is about the fields of the body.
  const strict = await call(
    'PUT',
    `/templates/${warned.json.id}`,
    { source: '<p style="colour: red">' },
    { headers: { Prefer: 'handling=strict' } },
  )
  assert.equal([strict.status, strict.json.diagnostics.length > 0], [200, true], strict.text)
  isError(await call('POST', '/render', { type: 'html', source: 'x\n{{upcase y}}', data: {} }), 422, 'template_error', 'source:2:3')
})

previews.run()
