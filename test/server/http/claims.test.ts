// What requests say of standards and tags, over HTTP with the real engine.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { SCOPES } from '../../../server/tokens.ts'
import { checkPdf, describeFindings } from '../../support/checker/check.ts'
import { fileText } from '../../support/file-text.ts'
import { programUrl } from '../../support/programs.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'

const CHILD = programUrl('server/pool/child')
const GOOD = '<html lang="en"><title>{{name}}</title><h1>{{name}}</h1><p>text</p></html>'
const CLAIMING = GOOD.replace('<title>', '<meta name="platen:conformance" content="a-3u"><title>')
const BAD = GOOD.replace('<h1>', '\n<h3>').replace('</h1>', '</h3>')

const claims = suite('claims over HTTP')
let test: TestService
let token: string
const ids: Record<string, string> = {}

claims.before(async () => {
  test = await startTestService({}, CHILD)
  token = (await test.addToken(test.acme.id, SCOPES)).token
  for (const [name, source] of Object.entries({ good: GOOD, claiming: CLAIMING, bad: BAD }))
    ids[name] = (await saveTemplate(test.service.store, test.acme.id, { name, type: 'html', source, meta: {}, variables: [] }))!.id
})
claims.after(() => test.close())

const post = (path: string, body: object, headers: Call['headers'] = {}): Promise<Answer> =>
  test.call({ method: 'POST', path, body, headers, token })
const render = (name: string, Prefer: string, more: Call['headers'] = {}): Promise<Answer> =>
  post(`/api/templates/${ids[name]}/pdf`, { data: { name: 'Title' } }, { Prefer, ...more })
const claimOf = (pdf: Uint8Array): readonly string[] =>
  [...fileText(pdf).matchAll(/<pdf(ua|a)id:(?:part|conformance)>(\w+)/g)].map(([, standard, value]) => `${standard} ${value}`)

claims('a request claims, and the answer confirms it', async () => {
  const { status, bytes, headers } = await render('good', 'conformance="a-2u ua-1"')
  assert.is(status, 200)
  assert.is(headers['preference-applied'], 'conformance="a-2u ua-1"')
  assert.is(describeFindings([...checkPdf(bytes, 'ua-1'), ...checkPdf(bytes, 'a-2u')]), '')
  assert.is((await render('good', 'handling=strict, conformance=ua-1')).headers['preference-applied'], 'handling=strict, conformance=ua-1')
})

claims('it replaces what the template claims', async () => {
  assert.equal(claimOf((await render('claiming', 'warnings')).bytes), ['a 3', 'a U'])
  assert.equal(claimOf((await render('claiming', 'conformance=ua-1')).bytes), ['ua 1'])
  assert.equal(claimOf((await render('claiming', 'conformance=none')).bytes), [])
})

claims('what does not hold is an error with place and hint', async () => {
  const { status, json } = await render('bad', 'conformance=ua-1')
  assert.is(status, 422)
  assert.is(json.code, 'template_error')
  assert.equal([json.errors[0].path, json.errors[0].code], ['2:1', 'ua-heading'])
  assert.match(json.errors[0].message, 'begin with h1')
  assert.is((await render('bad', '')).status, 200)
  for (const Prefer of [
    'conformance=a-1b',
    'conformance="a-2b a-3b"',
    'tagged=perhaps',
    'conformance=ua-1, tagged=false',
    `conformance=${'x'.repeat(200)}`,
  ])
    assert.is((await render('good', Prefer)).status, 422, Prefer)
})

claims('tags are left out on request', async () => {
  assert.match(fileText((await render('good', '')).bytes), '/StructTreeRoot')
  const { bytes, headers } = await render('good', 'tagged=false')
  assert.not.match(fileText(bytes), '/StructTreeRoot')
  assert.is(headers['preference-applied'], 'tagged=false')
})

claims('merges and sources that come with the request claim too', async () => {
  const templates = [ids['good'], ids['claiming']].map((id) => ({ id, data: { name: 'Title' } }))
  const merged = await post('/api/templates/merge', { templates }, { Prefer: 'conformance=ua-1' })
  assert.is(describeFindings(checkPdf(merged.bytes, 'ua-1')), '')
  const bad = [
    { id: ids['good'], data: { name: 'T' } },
    { id: ids['bad'], data: { name: 'T' } },
  ]
  const refused = await post('/api/templates/merge', { templates: bad }, { Prefer: 'conformance=ua-1' })
  assert.match(refused.json.errors[0].path, 'templates[1]')
  const made = await post('/api/render', { type: 'html', source: GOOD, data: { name: 'T' } }, { Prefer: 'conformance=ua-1' })
  assert.equal(claimOf(made.bytes), ['ua 1'])
})

claims('a key is for one claim', async () => {
  const key = { 'Idempotency-Key': 'claims-1' }
  assert.is((await render('good', 'conformance=ua-1', key)).status, 200)
  assert.is((await render('good', 'conformance=ua-1', key)).headers['idempotency-replayed'], 'true')
  assert.is((await render('good', 'conformance=a-3u', key)).status, 422)
})

claims.run()
