// Attached files and options of merges, over HTTP and by the client, with the real engine.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClient } from '../../../server/client/index.ts'
import { SCOPES } from '../../../server/tokens.ts'
import { checkPdf, describeFindings } from '../../support/checker/check.ts'
import { attachedFilesOf, outlineOf } from '../../support/merged.ts'
import { programUrl } from '../../support/programs.ts'
import { textByStructure } from '../../support/structure.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const CHILD = programUrl('server/pool/child')
const SOURCE =
  '<html lang="en"><style>@page { @bottom-left { content: "Page " counter(page) } }</style><title>{{name}}</title><h1>{{name}}</h1><p>text</p></html>'
const XML = { name: 'order.xml', data: Buffer.from('<order/>').toString('base64'), mime: 'text/xml', relationship: 'alternative' }

const files = suite('attachments and merge options over HTTP')
let test: TestService
let token: string
let id: string

files.before(async () => {
  test = await startTestService({}, CHILD)
  token = (await test.addToken(test.acme.id, SCOPES)).token
  id = (await post('/api/templates', { name: 'T', type: 'html', source: SOURCE })).json.id
})
files.after(() => test.close())

const post = (path: string, body: object, Prefer = ''): Promise<Answer> =>
  test.call({ method: 'POST', path, body, headers: Prefer === '' ? {} : { Prefer }, token })
const data = (name: string): object => ({ name })

files('a rendering, a source and a merge have them', async () => {
  const bodies = {
    [`/api/templates/${id}/pdf`]: { data: data('A') },
    '/api/render': { type: 'html', source: SOURCE, data: data('A') },
    '/api/templates/merge': { templates: [{ id, data: data('A') }] },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const { status, bytes } = await post(path, { ...body, attachments: [XML, { name: 'b.bin', data: '' }] }, 'conformance="a-3u ua-1"')
    assert.is(status, 200, path)
    assert.equal(await attachedFilesOf(bytes), { 'order.xml': '<order/>', 'b.bin': '' })
    assert.is(describeFindings([...checkPdf(bytes, 'a-3u'), ...checkPdf(bytes, 'ua-1')]), '')
  }
})

files('what cannot be attached is told by its field', async () => {
  const wrong = {
    'attachments[0].name': [{ ...XML, name: 'a/b' }],
    'attachments[1].name': [XML, XML],
    'attachments[0].data': [{ ...XML, data: 'no base64!' }],
    'attachments[0].mime': [{ ...XML, mime: 'xml' }],
    'attachments[0].relationship': [{ ...XML, relationship: 'twin' }],
    'attachments[0].modified': [{ ...XML, modified: 'yesterday' }],
    attachments: Array.from({ length: 101 }, (_, i) => ({ ...XML, name: `${i}` })),
  }
  for (const [path, attachments] of Object.entries(wrong)) {
    for (const [route, body] of [
      [`/api/templates/${id}/pdf`, { data: {} }],
      ['/api/render', { type: 'html', source: SOURCE, data: {} }],
    ] as const) {
      const { status, json } = await post(route, { ...body, attachments })
      assert.equal([status, json.errors?.[0].path], [422, path], `${route} ${path}`)
    }
  }
  const refused = await post(`/api/templates/${id}/pdf`, { data: data('A'), attachments: [XML] }, 'conformance=a-2b')
  assert.equal([refused.status, refused.json.errors[0].path], [422, '/attachments/0'])
  assert.match(refused.json.errors[0].hint ?? refused.json.errors[0].message, 'a-3b')
})

files('parts of a merge bring files of their own', async () => {
  const part = (name: string, attachments: object[]): object => ({ id, data: data(name), attachments })
  const templates = [part('A', [XML]), part('B', [{ ...XML, data: Buffer.from('<second/>').toString('base64') }])]
  const { status, bytes } = await post('/api/templates/merge', { templates, attachments: [{ name: 'all.txt', data: 'YWxs' }] })
  assert.is(status, 200)
  assert.equal(await attachedFilesOf(bytes), { 'all.txt': 'all', 'order.xml': '<order/>', 'order (2).xml': '<second/>' })
  const wrong = await post('/api/templates/merge', { templates: [part('A', []), part('B', [XML, XML])] })
  assert.equal([wrong.status, wrong.json.errors[0].path], [422, 'templates[1].attachments[1].name'])
})

files('documents of jobs have those of the job and their own', async () => {
  const job = async (body: object): Promise<Answer['json']> => {
    const made = await post('/api/jobs', body)
    assert.is(made.status, 202, made.text)
    let found = made.json
    await until(async () => {
      found = (await test.call({ path: `/api/jobs/${made.json.id}`, token })).json
      return found.status !== 'queued' && found.status !== 'running'
    })
    assert.equal([found.status, found.errors], ['done', []])
    return found
  }
  const attached = async ({ url }: { url: string }): Promise<object> =>
    attachedFilesOf((await test.call({ path: new URL(url).pathname, token: null })).bytes)
  const terms = { name: 'terms.txt', data: 'YWxs' }
  const templates = [
    { id, data: data('A'), attachments: [XML] },
    { id, data: data('B') },
    { id, data: data('C'), attachments: [XML] },
  ]
  const apart = await job({ templates, attachments: [terms] })
  assert.equal(await Promise.all(apart.results.map(attached)), [
    { 'terms.txt': 'all', 'order.xml': '<order/>' },
    { 'terms.txt': 'all' },
    { 'terms.txt': 'all', 'order.xml': '<order/>' },
  ])
  const together = await job({ templates, attachments: [terms], output: 'merged' })
  assert.equal(await attached(together.results[0]), { 'terms.txt': 'all', 'order.xml': '<order/>', 'order (2).xml': '<order/>' })
  const ofRows = await job({ template: id, rows: [data('A'), data('B')], attachments: [terms] })
  assert.equal(await Promise.all(ofRows.results.map(attached)), [{ 'terms.txt': 'all' }, { 'terms.txt': 'all' }])
  for (const [path, body] of [
    ['attachments[0].data', { template: id, rows: [{}], attachments: [{ ...terms, data: '?' }] }],
    ['templates[0].attachments[0].name', { templates: [{ id, data: {}, attachments: [terms] }], attachments: [terms] }],
  ] as const) {
    const { status, json } = await post('/api/jobs', body)
    assert.equal([status, json.errors?.[0].path], [422, path])
  }
})

files('a row whose file its standard does not take fails alone', async () => {
  const templates = [
    { id, data: data('A') },
    { id, data: data('B'), attachments: [XML] },
    { id, data: data('C') },
  ]
  for (const output of ['url', 'merged']) {
    const made = await post('/api/jobs', { templates, output }, 'conformance=a-2b')
    let found = made.json
    await until(async () => {
      found = (await test.call({ path: `/api/jobs/${made.json.id}`, token })).json
      return found.status !== 'queued' && found.status !== 'running'
    })
    assert.equal(
      [found.status, found.done, found.errors.map(({ row, code }: { row: number; code: string }) => [row, code])],
      ['done', 2, [[1, 'template_error']]],
    )
  }
})

files('slashes of base64 may be escaped', async () => {
  const body = `{"data":{"name":"A"},"attachments":[{"name":"a.bin","data":"\\/\\/8="}]}`
  const { bytes } = await test.call({ method: 'POST', path: `/api/templates/${id}/pdf`, body, token })
  assert.equal(await attachedFilesOf(bytes), { 'a.bin': '\xff\xff' })
})

files('a merge takes titles, outline, page numbers and levels of headings', async () => {
  const templates = [
    { id, data: data('One'), title: 'First' },
    { id, data: data('Two'), heading_shift: 1 },
  ]
  const { bytes } = await post('/api/templates/merge', { templates, outline: 'parts', page_numbers: 'document', title: 'Dossier' })
  const outline = await outlineOf(bytes)
  assert.match(outline.join('\n'), /^First\b.*\n\s+One\b.*\nTwo\b.*\n\s+Two\b/)
  assert.match(Buffer.from(bytes).toString('latin1'), /<rdf:li xml:lang="x-default">Dossier</)
  assert.match(await pageText(bytes, 2), /Page 2/)
  assert.match(await textByStructure(bytes), /One/)
  assert.equal(await outlineOf((await post('/api/templates/merge', { templates, outline: 'none' })).bytes), [])
  for (const wrong of [{ outline: 'some' }, { page_numbers: 'all' }, { title: 7 }])
    assert.is((await post('/api/templates/merge', { templates, ...wrong })).status, 422, JSON.stringify(wrong))
  assert.is((await post('/api/templates/merge', { templates: [{ id, data: {}, heading_shift: 9 }] })).status, 422)
})

files('the client sends bytes and options', async () => {
  const client = createClient({ url: test.service.publicUrl, token })
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251)
  const { result } = await client.render(id, { name: 'A' }, { attachments: [{ name: 'large.bin', data: bytes }] })
  assert.is((await attachedFilesOf(result))['large.bin'], Buffer.from(bytes).toString('latin1'))
  const merged = await client.merge([{ id, data: { name: 'A' }, title: 'First' }], {
    outline: 'parts',
    pageNumbers: 'document',
    title: 'All',
  })
  assert.match((await outlineOf(merged.result))[0] ?? '', 'First')
})

async function pageText(pdf: Uint8Array, number: number): Promise<string> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  try {
    const { items } = await (await (await task.promise).getPage(number)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  } finally {
    await task.destroy()
  }
}

files.run()
