// What a rendering loses, over HTTP with the real engine: counted, listed on demand, refused by strict handling, and found in the log of requests.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { SCOPES } from '../../../server/tokens.ts'
import { programUrl } from '../../support/programs.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'

const CHILD = programUrl('server/pool/child')
const SOURCE = `<p>{{name}} {{customer.city}}</p>
<table><tr data-repeat="items"><td>{{title}}</td><td>{{currency price "EUR"}}</td></tr></table>
{{image logo}}{{barcode code type="ean13"}}<img src="https://example.com/x.png">`
/** Seven places are at fault. */
const DATA = {
  name: '\u{10fffd}',
  customer: {},
  items: [{ title: 'a', price: 1 }, { price: 'free' }],
  logo: 'data:image/png;base64,AAAA',
  code: 'x',
  secret: 'never-shown',
}
const EXPECTED = [
  ['bad-image', 'logo'],
  ['bad-value', 'code'],
  ['bad-value', 'items[1].price'],
  ['blocked-url', 'source:3:44'],
  ['missing-glyph', 'name'],
  ['missing-value', 'customer.city'],
  ['missing-value', 'items[1].title'],
]
const GOOD = { name: 'a', customer: { city: 'b' }, items: [{ title: 'a', price: 1 }], logo: '', code: '4006381333931' }
/** Remarks on the template alone, which lose nothing. */
const REMARKED = '<p style="colour: red">{{name}}</p>'

let postgres: TestPostgres
const STORES: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  embedded: async () => ({}),
  PostgreSQL: async () => {
    postgres = await startPostgres()
    return { DATABASE_URL: await postgres.database() }
  },
}

for (const [store, environmentOf] of Object.entries(STORES)) {
  const warnings = suite(`warnings: ${store}`)
  let test: TestService
  let id: string
  let remarked: string
  let token: string
  warnings.before(async () => {
    test = await startTestService({ ...(await environmentOf()), PLATEN_WHOLE_BYTES: '20000' }, CHILD)
    const save = async (source: string): Promise<string> =>
      (await saveTemplate(test.service.store, test.acme.id, { name: 'W', type: 'html', source, meta: {}, variables: [] }))!.id
    id = await save(SOURCE)
    remarked = await save(REMARKED)
    token = (await test.addToken(test.acme.id, SCOPES)).token
  })
  warnings.after(async () => {
    await test.close()
    if (store === 'PostgreSQL') await postgres.close()
  })

  const post = (path: string, body: object, headers: Call['headers'] = {}): Promise<Answer> =>
    test.call({ method: 'POST', path, body, headers, token })
  const render = (data: object, headers: Call['headers'] = {}, output = 'pdf'): Promise<Answer> =>
    post(`/api/templates/${id}/pdf`, { data, output }, headers)
  const placesOf = (list: readonly { code: string; path: string }[]): string[][] => list.map(({ code, path }) => [code, path]).sort()
  const JSON_PREFERRED = { Accept: 'application/json' }

  warnings('each is counted once for each code and place', async () => {
    assert.is((await render(DATA)).headers['x-render-warnings'], String(EXPECTED.length))
    assert.is((await render(GOOD)).headers['x-render-warnings'], '1')
  })

  warnings('without Prefer the JSON has the keys it had', async () => {
    assert.equal(Object.keys((await render(DATA, JSON_PREFERRED)).json), ['status', 'data'])
    const url = await render(DATA, {}, 'url')
    assert.equal(Object.keys(url.json), ['status', 'url'])
    assert.is(url.headers['preference-applied'], undefined)
  })

  warnings('Prefer: warnings lists them in JSON, with nothing but code, message and path', async () => {
    for (const [headers, output] of [
      [{ ...JSON_PREFERRED, Prefer: 'warnings' }, 'pdf'],
      [{ Prefer: 'respond-async, Warnings' }, 'url'],
    ] as const) {
      const { json, headers: got } = await render(DATA, headers, output)
      assert.equal(Object.keys(json), ['status', output === 'url' ? 'url' : 'data', 'warnings'])
      assert.is(got['preference-applied'], 'warnings')
      assert.is(String(json.warnings.length), got['x-render-warnings'])
      assert.equal(placesOf(json.warnings), EXPECTED)
      for (const each of json.warnings) assert.equal(Object.keys(each), ['code', 'message', 'path'])
    }
    assert.equal(
      (await post(`/api/templates/${remarked}/pdf`, { data: { name: 'x' } }, { ...JSON_PREFERRED, Prefer: 'warnings' })).json.warnings
        .length,
      1,
    )
  })

  warnings('it changes nothing of PDF bytes', async () => {
    const [plain, preferred] = [await render(GOOD), await render(GOOD, { Prefer: 'warnings' })]
    assert.ok(plain.bytes.equals(preferred.bytes))
    // Each call has an id, a date and what is left of the budget of its own.
    const own = /^(?:x-request-id|x-ratelimit-(?:remaining|reset)|date)$/
    const shared = ({ headers }: Answer): object => Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name)))
    assert.equal(shared(plain), shared(preferred))
  })

  warnings('a long document lists them behind its base64', async () => {
    const data = { ...GOOD, items: Array.from({ length: 1500 }, (_, i) => ({ title: i % 2 === 0 ? `row ${i}` : undefined, price: i })) }
    const headers = { ...JSON_PREFERRED, Prefer: 'warnings' }
    const { json, headers: got } = await render(data, headers)
    assert.is(got['transfer-encoding'], 'chunked')
    assert.is(json.warnings.length, 751)
    assert.equal(json.warnings[0], { code: 'missing-value', message: 'no value for {{title}}', path: 'items[1].title' })
    const plain = await render(data, JSON_PREFERRED)
    assert.equal([Object.keys(plain.json), plain.json.data], [['status', 'data'], json.data])
  })

  warnings('a merge names the template', async () => {
    const templates = [GOOD, { ...GOOD, customer: {} }, GOOD].map((data) => ({ id, data }))
    const { json } = await post('/api/templates/merge', { templates, output: 'url' }, { Prefer: 'warnings' })
    assert.equal(placesOf(json.warnings), [
      ['blocked-url', 'templates[0].source:3:44'],
      ['blocked-url', 'templates[1].source:3:44'],
      ['blocked-url', 'templates[2].source:3:44'],
      ['missing-value', 'templates[1].customer.city'],
    ])
  })

  warnings('a replayed call has those of the first, if it asks', async () => {
    const headers = { ...JSON_PREFERRED, 'Idempotency-Key': `w ${store}` }
    const first = await render(DATA, headers)
    const again = await render(DATA, { ...headers, Prefer: 'warnings' })
    assert.equal([again.headers['idempotency-replayed'], again.json.data], ['true', first.json.data])
    assert.is(again.json.warnings.length, EXPECTED.length)
    assert.is((await render(DATA, headers)).text, first.text)
    const strict = await render(DATA, { ...headers, Prefer: 'handling=strict' })
    assert.equal([strict.status, strict.json.code], [422, 'validation_failed'])
    assert.is((await render(DATA, headers)).text, first.text)
  })

  warnings('strict handling refuses each loss, and frees the key', async () => {
    const strict = { Prefer: 'handling=strict, warnings', 'Idempotency-Key': `s ${store}` }
    for (const output of ['pdf', 'url']) {
      const missing = await render(DATA, strict, output)
      assert.equal(placesOf(missing.json.errors), [
        ['missing_variable', 'data.customer.city'],
        ['missing_variable', 'data.items[].title'],
      ])
      const answer = await render(
        {
          ...DATA,
          customer: GOOD.customer,
          items: [
            { title: 'a', price: 1 },
            { title: 'b', price: 'free' },
          ],
        },
        strict,
        output,
      )
      assert.equal([answer.status, answer.json.code], [422, 'validation_failed'], answer.text)
      assert.equal(
        placesOf(answer.json.errors),
        EXPECTED.filter(([code]) => code !== 'missing-value'),
      )
    }
    const good = await post(`/api/templates/${remarked}/pdf`, { data: { name: 'x' }, output: 'url' }, strict)
    assert.equal([good.status, good.headers['preference-applied']], [200, 'handling=strict, warnings'])
    assert.equal(placesOf(good.json.warnings), [['unsupported-css', 'source:1:4']])
  })

  warnings('strict handling refuses a long document before its first byte', async () => {
    const data = { ...GOOD, items: Array.from({ length: 1500 }, (_, i) => ({ title: `row ${i}`, price: i === 1499 ? 'x' : i })) }
    const source = SOURCE.replace(/<img.*$/, '')
    for (const output of ['pdf', 'url']) {
      const answer = await post('/api/render', { type: 'html', source, data, output }, { Prefer: 'handling=strict' })
      assert.equal([answer.status, answer.json.code], [422, 'validation_failed'])
      assert.equal(placesOf(answer.json.errors), [['bad-value', 'items[1499].price']])
      const good = { ...data, items: data.items.slice(0, -1) }
      assert.is((await post('/api/render', { type: 'html', source, data: good, output }, { Prefer: 'handling=strict' })).status, 200)
    }
  })

  // The log of requests

  const requestOf = (answer: Answer, more: Partial<Call> = {}): Promise<Answer> =>
    test.call({ path: `/api/requests/${answer.headers['x-request-id']}`, token, ...more })

  warnings('what a call came to can be asked for, without values of its data', async () => {
    const rendered = await render(DATA)
    const { status, json, text } = await requestOf(rendered)
    assert.is(status, 200)
    assert.equal(Object.keys(json), ['request_id', 'at', 'route', 'status', 'code', 'template', 'ms', 'pages', 'bytes', 'warnings'])
    const { at, ms, warnings: listed, ...rest } = json
    assert.equal(rest, {
      ...{ request_id: rendered.headers['x-request-id'], route: 'POST /api/templates/:id/pdf', status: 200, code: null, template: id },
      ...{ pages: 1, bytes: rendered.bytes.length },
    })
    assert.match(at, /^2026-01-01T00:00:0\d/)
    assert.ok(ms >= 0)
    assert.equal(placesOf(listed), EXPECTED)
    for (const each of listed) assert.equal(Object.keys(each), ['code', 'path'])
    assert.not.match(text, /free|never-shown|AAAA/)
  })

  warnings('merges, sources, previews and failures are there too', async () => {
    const wanted: readonly (readonly [Promise<Answer>, string, number, string | null, string | null])[] = [
      [post('/api/templates/merge', { templates: [{ id, data: GOOD }] }), 'POST /api/templates/merge', 200, null, id],
      [post('/api/render', { type: 'html', source: 'x', data: {} }), 'POST /api/render', 200, null, null],
      [post('/api/preview', { id, data: GOOD }), 'POST /api/preview', 200, null, id],
      [post('/api/templates/nope/pdf', { data: {} }), 'POST /api/templates/:id/pdf', 404, 'template_not_found', null],
      [render(DATA, { Prefer: 'handling=strict' }), 'POST /api/templates/:id/pdf', 422, 'validation_failed', id],
      [post('/api/render', { type: 'html', source: '{{#if}}', data: {} }), 'POST /api/render', 422, 'template_error', null],
    ]
    for (const [call, route, status, code, template] of wanted) {
      const { json } = await requestOf(await call)
      assert.equal([json.route, json.status, json.code, json.template], [route, status, code, template])
      assert.is(json.pages === null, status !== 200)
    }
    const listing = await test.call({ path: '/api/templates', token })
    assert.is((await requestOf(listing)).status, 404)
  })

  warnings('a streamed answer is there once it has ended', async () => {
    const data = { ...GOOD, items: Array.from({ length: 1500 }, (_, i) => ({ title: `row ${i}`, price: i })) }
    const answer = await render(data)
    assert.is(answer.headers['transfer-encoding'], 'chunked')
    const { json } = await requestOf(answer)
    assert.equal([json.status, json.bytes, json.warnings.length], [200, answer.bytes.length, 1])
    assert.ok(json.pages > 10)
  })

  warnings('it is told for a day, to the team alone, with the scope', async () => {
    const answer = await render(GOOD)
    const foreign = (await test.addToken(test.other.id, SCOPES)).token
    const bare = ({ json: { request_id, ...rest } }: Answer): object => rest
    assert.equal(bare(await requestOf(answer, { token: foreign })), bare(await test.call({ path: '/api/requests/nope', token: foreign })))
    const without = (await test.addToken(test.acme.id, ['render', 'read', 'templates:write'])).token
    assert.is((await requestOf(answer, { token: without })).json.code, 'forbidden')
    // Written by then.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    assert.is((await requestOf(answer)).status, 200)
    test.clock.advance(24 * 60 * 60_000)
    assert.equal([(await requestOf(answer)).status, (await requestOf(answer)).json.code], [404, 'not_found'])
  })

  warnings.run()
}
