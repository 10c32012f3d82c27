// What templates and teams say of standards and tags where neither request nor source does, over HTTP with the real engine, on either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { SCOPES, type TokenScope } from '../../../server/tokens.ts'
import { fileText } from '../../support/file-text.ts'
import { programUrl } from '../../support/programs.ts'
import { owner as firstOwner, invited } from '../support/app-browser.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'
import { closeStores, STORES } from '../support/service-stores.ts'

const CHILD = programUrl('server/pool/child')
const GOOD = '<html lang="en"><title>{{name}}</title><h1>{{name}}</h1><p>text</p></html>'
const saying = (meta: string): string => GOOD.replace('<title>', `${meta}<title>`)
const CLAIMING = saying('<meta name="platen:conformance" content="a-2u">')
const SILENT = saying('<meta name="platen:conformance" content="none">')
const BAD = GOOD.replace('<h1>', '\n<h3>').replace('</h1>', '</h3>')

const claimOf = (pdf: Uint8Array): string =>
  [...fileText(pdf).matchAll(/<pdf(ua|a)id:(?:part|conformance)>(\w+)/g)].map(([, standard, value]) => `${standard}${value}`).join(' ')
const isTagged = (pdf: Uint8Array): boolean => fileText(pdf).includes('/StructTreeRoot')

for (const [store, settings] of Object.entries(STORES)) {
  const claims = suite(`claims of templates and teams: ${store}`)
  let test: TestService
  let token: string
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, more: Partial<Call> = {}): Promise<Answer> =>
    test.call({ method, path, token, ...(body === undefined ? {} : { body }), ...more })
  const create = async (source: string, fields: object = {}): Promise<string> =>
    (await call('POST', '/api/templates', { name: 'T', type: 'html', source, ...fields })).json.id
  const render = async (id: string, Prefer = ''): Promise<Uint8Array> =>
    (await call('POST', `/api/templates/${id}/pdf`, { data: { name: 'Title' } }, { headers: { Prefer } })).bytes
  const merge = async (...ids: string[]): Promise<Answer> =>
    call('POST', '/api/templates/merge', { templates: ids.map((id) => ({ id, data: { name: 'T' } })) })
  const ofTeam = (tagging: Parameters<TestService['service']['store']['setTeamTagging']>[1]): Promise<void> =>
    test.service.store.setTeamTagging(test.acme.id, tagging)

  /** The job when it is done. */
  const ended = async (id: string): Promise<Answer['json']> => {
    for (;;) {
      const { json } = await call('GET', `/api/jobs/${id}`)
      if (json.status === 'done') return json
      assert.ok(['queued', 'running'].includes(json.status), JSON.stringify(json))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  claims.before(async () => {
    test = await startTestService(await settings(), CHILD)
    token = (await test.addToken(test.acme.id, SCOPES)).token
  })
  claims.after(() => test.close())

  claims('the field of a template is saved, answered, changed and taken back', async () => {
    const made = await call('POST', '/api/templates', { name: 'T', type: 'html', source: GOOD, conformance: 'A-3U ua-1', tagged: true })
    assert.equal([made.status, made.json.conformance, made.json.tagged], [201, 'a-3u ua-1', true])
    const path = `/api/templates/${made.json.id}`
    assert.is((await call('GET', path)).json.conformance, 'a-3u ua-1')
    assert.is(claimOf(await render(made.json.id)), 'a3 aU ua1')
    const renamed = await call('PUT', path, { name: 'Other' })
    assert.is(renamed.json.conformance, 'a-3u ua-1')
    const back = await call('PUT', path, { conformance: null, tagged: null })
    assert.equal([back.status, 'conformance' in back.json, 'tagged' in back.json, back.json.version], [200, false, false, 1])
    assert.is(claimOf(await render(made.json.id)), '')
    for (const conformance of ['a-1b', 'a-2b a-3b', 'x'.repeat(101), 7, ['ua-1']])
      assert.is((await call('PUT', path, { conformance })).status, 422, JSON.stringify(conformance))
  })

  claims('request before source before template before team', async () => {
    const [plain, field, claiming, silent] = [
      await create(GOOD),
      await create(GOOD, { conformance: 'ua-1' }),
      await create(CLAIMING, { conformance: 'ua-1' }),
      await create(SILENT, { conformance: 'ua-1' }),
    ]
    const nothing = await create(GOOD, { conformance: 'none' })
    await ofTeam({ conformance: ['a-3b'] })
    const claimed = await Promise.all([plain, field, claiming, silent, nothing].map(async (id) => claimOf(await render(id))))
    assert.equal(claimed, ['a3 aB', 'ua1', 'a2 aU', '', ''])
    assert.is(claimOf(await render(field, 'conformance=a-2b')), 'a2 aB')
    assert.is(claimOf(await render(plain, 'conformance=none')), '')
    const source = await call('POST', '/api/render', { type: 'html', source: GOOD, data: { name: 'T' } })
    assert.is(claimOf(source.bytes), 'a3 aB')
    await ofTeam({ conformance: null })
    assert.is(claimOf(await render(plain)), '')
  })

  claims('a merge claims what its templates say together, and the default of the team where none says anything', async () => {
    const [plain, ua, archive, other] = [
      await create(GOOD),
      await create(GOOD, { conformance: 'ua-1' }),
      await create(CLAIMING),
      await create(GOOD, { conformance: 'a-3b' }),
    ]
    await ofTeam({ conformance: ['a-3b'] })
    assert.is(claimOf((await merge(plain, plain)).bytes), 'a3 aB')
    assert.is(claimOf((await merge(plain, ua)).bytes), 'ua1')
    assert.is(claimOf((await merge(ua, archive)).bytes), 'a2 aU ua1')
    const clash = await merge(archive, other)
    assert.is(clash.status, 422)
    assert.match(clash.json.message, 'exclude each other')
    await ofTeam({ conformance: null })
  })

  claims('tags: of the template, of the team, and back where claims need them', async () => {
    const [plain, untagged, accessible] = [
      await create(GOOD),
      await create(GOOD, { tagged: false }),
      await create(GOOD, { conformance: 'ua-1' }),
    ]
    assert.equal([isTagged(await render(plain)), isTagged(await render(untagged))], [true, false])
    assert.ok(isTagged(await render(untagged, 'tagged=true')))
    await ofTeam({ tagged: false })
    assert.equal([isTagged(await render(plain)), isTagged(await render(accessible))], [false, true])
    const explicit = await call('POST', `/api/templates/${accessible}/pdf`, { data: {} }, { headers: { Prefer: 'tagged=false' } })
    assert.is(explicit.status, 422)
    await ofTeam({ tagged: null })
  })

  claims('what does not hold is told when a template is saved and previewed', async () => {
    const made = await call('POST', '/api/templates', { name: 'B', type: 'html', source: BAD, conformance: 'ua-1' })
    assert.equal([made.status, made.json.diagnostics[0].code, made.json.diagnostics[0].path], [201, 'ua-heading', 'source:2:1'])
    const shown = await call('POST', '/api/preview', { id: made.json.id, boxes: false })
    assert.equal([shown.json.pdf, shown.json.diagnostics[0].code], [null, 'ua-heading'])
    const none = await call('POST', '/api/preview', { id: made.json.id, boxes: false }, { headers: { Prefer: 'conformance=none' } })
    assert.ok(none.json.pdf.length > 0)
    const asked = await call(
      'POST',
      '/api/preview',
      { type: 'html', source: BAD, boxes: false },
      { headers: { Prefer: 'conformance=ua-1' } },
    )
    assert.is(asked.json.diagnostics[0].code, 'ua-heading')
  })

  claims('a published template changes its claims by the right to publish alone', async () => {
    const scopes: readonly TokenScope[] = ['templates:write', 'render']
    const { token: writer } = await test.addToken(test.acme.id, scopes)
    const [published, draft] = [await create(GOOD), await create(GOOD, { publish: false })]
    const put = (id: string, body: object): Promise<Answer> => call('PUT', `/api/templates/${id}`, body, { token: writer })
    assert.is((await put(published, { conformance: 'ua-1' })).status, 403)
    assert.is((await put(published, { tagged: false })).status, 403)
    assert.is((await put(draft, { conformance: 'ua-1' })).status, 200)
    assert.is((await put(published, { name: 'x' })).status, 200)
  })

  claims('jobs keep what counted when they were submitted', async () => {
    const id = await create(GOOD, { conformance: 'ua-1' })
    const job = await call('POST', '/api/jobs', { template: id, rows: [{ name: 'A' }, { name: 'B' }], output: 'merged' })
    const { results } = await ended(job.json.id)
    const file = await test.call({ path: new URL(results[0].url).pathname, token: null })
    assert.is(claimOf(file.bytes), 'ua1')
  })

  claims('in a merged job a row that breaks the claim fails alone, wherever it stands', async () => {
    const source = GOOD.replace(
      '<h1>{{name}}</h1>',
      '{{#if bad}}<h3>{{name}}</h3>{{else}}<h1>{{name}}</h1>{{/if}}{{#each lines}}<p>line {{this}}</p>{{/each}}',
    )
    const id = await create(source, { conformance: 'ua-1' })
    const lines = Array.from({ length: 120 }, (_, i) => i)
    const rows = Array.from({ length: 60 }, (_, i) => ({ name: `row ${i}`, bad: i === 20, lines }))
    const job = await call('POST', '/api/jobs', { template: id, rows, output: 'merged' })
    const { done, failed, errors, results } = await ended(job.json.id)
    assert.equal([done, failed, errors.map(({ row }: { row: number }) => row)], [59, 1, [20]])
    const file = await test.call({ path: new URL(results[0].url).pathname, token: null })
    assert.is(claimOf(file.bytes), 'ua1')
  })

  claims('owners set the defaults of a team; others see them', async () => {
    const own = await firstOwner(() => test)
    const path = `/t/${test.acme.id}/defaults`
    assert.equal((await own.call('GET', path)).json, { conformance: null, tagged: null })
    assert.equal((await own.call('PUT', path, { conformance: 'a-2b ua-1', tagged: '' })).json, { conformance: 'a-2b ua-1', tagged: null })
    const refused = await own.call('PUT', path, { conformance: 'a-9', tagged: '' })
    assert.equal([refused.status, refused.json.errors[0].path], [422, 'conformance'])
    const viewer = await invited(() => test, 'viewer', 'vera')
    assert.is((await viewer.call('GET', path)).json.conformance, 'a-2b ua-1')
    assert.is((await viewer.call('PUT', path, { conformance: '', tagged: '' })).status, 403)
    const log = await own.call('GET', `/t/${test.acme.id}/audit`)
    assert.ok(log.json.some(({ action }: { action: string }) => action === 'team.defaults'))
    assert.equal((await own.call('PUT', path, { conformance: '', tagged: 'false' })).json, { conformance: null, tagged: false })
    await ofTeam({ tagged: null })
  })

  if (store === Object.keys(STORES).at(-1)) claims.after(() => closeStores())
  claims.run()
}
