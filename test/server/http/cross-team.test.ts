// On every route, with either store, what belongs to another team answers as what does not exist: byte for byte, but for the request id.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createRouter } from '../../../server/app.ts'
import type { AppDeps } from '../../../server/http/deps.ts'
import { hashSecret } from '../../../server/tokens.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'
import { closeStores, STORES } from '../support/service-stores.ts'

type MakeCall = (id: string) => Call

const call =
  (method: string, before: string, after = '', more: Partial<Call> = {}): MakeCall =>
  (id) => ({ method, path: `/api/${before}${id}${after}`, ...more })
const template = (method: string, after = '', more: Partial<Call> = {}): MakeCall => call(method, 'templates/', after, more)
const pdf = (body: object, headers = {}, query = ''): MakeCall => template('POST', `/pdf${query}`, { body, headers })
const merge =
  (ids: (id: string) => readonly string[], more = {}): MakeCall =>
  (id) => ({
    ...{ method: 'POST', path: '/api/templates/merge' },
    body: { templates: ids(id).map((id) => ({ id, data: {} })), ...more },
  })
const preview =
  (more: object): MakeCall =>
  (id) => ({ method: 'POST', path: '/api/preview', body: { id, ...more } })

const job =
  (body: (id: string) => object, headers = {}): MakeCall =>
  (id) => ({ method: 'POST', path: '/api/jobs', body: body(id), headers })

/** Calls of each route with a name or id wherever one can be given; none for routes without. `own` is a template of the caller's. */
const callsOf = (own: string): Readonly<Record<string, readonly MakeCall[]>> => ({
  'GET /api/templates': [],
  'POST /api/templates': [],
  'GET /api/templates/:id': [template('GET'), template('HEAD')],
  'PUT /api/templates/:id': [
    ...[{ name: 'x' }, { source: 'x' }, { source: '{{#bad' }, { publish: true }].map((body) => template('PUT', '', { body })),
    template('PUT', '', { body: { source: 'x' }, headers: { 'If-Match': '"1"' } }),
  ],
  'DELETE /api/templates/:id': [template('DELETE'), template('DELETE', '', { headers: { 'If-Match': '"1"' } })],
  'POST /api/templates/:id/undelete': [template('POST', '/undelete')],
  'GET /api/templates/:id/source': [template('GET', '/source'), template('HEAD', '/source')],
  'GET /api/templates/:id/versions': [template('GET', '/versions')],
  'GET /api/templates/:id/versions/:version': ['1', '2', 'x'].map((version) => template('GET', `/versions/${version}`)),
  'POST /api/templates/:id/versions/:version/publish': ['1', '2', 'x'].map((version) => template('POST', `/versions/${version}/publish`)),
  'GET /api/templates/:id/examples': [template('GET', '/examples'), template('HEAD', '/examples')],
  'GET /api/templates/:id/examples/:name': [template('GET', '/examples/theirs'), call('GET', `templates/${own}/examples/`)],
  'PUT /api/templates/:id/examples/:name': [{}, { name: 'Ann' }].map((body) => template('PUT', '/examples/theirs', { body })),
  'DELETE /api/templates/:id/examples/:name': [template('DELETE', '/examples/theirs'), call('DELETE', `templates/${own}/examples/`)],
  'POST /api/templates/:id/pdf': [
    ...[{}, { output: 'url' }, { output: 'pdf' }].map((more) => pdf({ data: {}, ...more })),
    ...['application/json', 'text/plain'].map((Accept) => pdf({ data: {} }, { Accept })),
    pdf({ data: {}, nothing: 1 }, { Prefer: 'handling=strict' }),
    pdf({ data: {} }, { 'Idempotency-Key': 'the same' }),
    pdf({ data: 'none' }),
    ...['draft', 'published', 'x'].map((version) => pdf({ data: {} }, {}, `?version=${version}`)),
  ],
  'POST /api/templates/merge': [
    ...[merge((id) => [id]), merge((id) => [id], { output: 'url' })],
    ...[merge((id) => [own, id]), merge((id) => [id, own, id])],
  ],
  'POST /api/render': [],
  'POST /api/preview': [{}, { source: 'x', type: 'html' }, { source: '{{#bad' }, { data: {} }, { page_range: '9' }, { data: 1 }].map(
    preview,
  ),
  'GET /api/assets': [],
  'GET /api/assets/*name': [call('GET', 'assets/'), call('HEAD', 'assets/')],
  // Names are those of each team: putting one creates it, which a test of its own compares.
  'PUT /api/assets/*name': [],
  'DELETE /api/assets/*name': [call('DELETE', 'assets/'), call('DELETE', 'assets/', '?force=true')],
  'POST /api/jobs': [
    ...[[{}], [{}, {}]].map((rows) => job((template) => ({ template, rows }))),
    job((id) => ({
      templates: [
        { id: own, data: {} },
        { id, data: {} },
      ],
      output: 'merged',
    })),
    job((template) => ({ template, rows: [{}] }), { 'Idempotency-Key': 'the same' }),
  ],
  'GET /api/jobs/:id': [call('GET', 'jobs/'), call('HEAD', 'jobs/')],
  'DELETE /api/jobs/:id': [call('DELETE', 'jobs/')],
  'GET /api/requests/:request_id': [call('GET', 'requests/'), call('HEAD', 'requests/')],
  // Not a team's route: the secret is the credential.
  'GET /d/:secret': [],
  'GET /health/live': [],
  'GET /health/ready': [],
  'GET /metrics': [],
  'GET /openapi.json': [],
})

/** The answer without what differs between identical requests: id, date and rate headers. */
const withoutId = ({ status, text, headers }: Answer): unknown => {
  const { date, 'x-request-id': id, 'x-ratelimit-remaining': _, 'x-ratelimit-reset': __, ...rest } = headers
  return { status, text: text.replace(String(id), 'ID'), rest }
}

for (const [name, environmentOf] of Object.entries(STORES)) {
  const teams = suite(`teams: ${name}`)
  let test: TestService
  /** What the other team has, by the ids and names that could be tried. */
  let foreign: readonly string[]
  teams.before(async () => {
    test = await startTestService(await environmentOf())
    foreign = await foreignNames()
  })
  teams.after(() => test.close())

  const theirs = (method: string, path: string, more: Partial<Call> = {}): Promise<Answer> =>
    test.call({ method, path: `/api/${path}`, token: test.other.token, ...more })

  async function foreignNames(): Promise<readonly string[]> {
    const { store } = test.service
    const { id: tokenId } = await test.addToken(test.other.id)
    const { id: webhookId } = await store.addWebhook(test.other.id, { url: 'https://a.example/', secret: 'whsec_' })
    const rendered = await theirs('POST', `templates/${test.foreignId}/pdf`, { body: { data: {}, output: 'url' } })
    const link = rendered.json.url as string
    const output = await store.outputBySecretHash(hashSecret(link.split('/d/')[1]!))
    const headers = { 'If-None-Match': '*' }
    const body = { name: 'T', type: 'html', source: 'Theirs' }
    for (const id of ['theirs', 'removed', 'draft'])
      await theirs('PUT', `templates/${id}`, { body: { ...body, publish: id !== 'draft' }, headers })
    const example = await theirs('PUT', 'templates/theirs/examples/theirs', { body: { name: 'Bob' } })
    assert.is(example.status, 201, example.text)
    await theirs('PUT', 'templates/theirs', { body: { source: 'Second', publish: false } })
    await theirs('DELETE', 'templates/removed')
    const asset = await theirs('PUT', 'assets/theirs.css', { body: 'p { color: red }', headers: { 'Content-Type': 'text/css' } })
    assert.is(asset.status, 201, asset.text)
    const submitted = await theirs('POST', 'jobs', { body: { template: test.foreignId, rows: [{}] } })
    assert.is(submitted.status, 202, submitted.text)
    const ids = [test.foreignId, test.other.id, tokenId, webhookId, output!.id, submitted.json.id]
    const requestId = String(rendered.headers['x-request-id'])
    assert.is((await theirs('GET', `requests/${requestId}`)).status, 200)
    return [...ids, requestId, submitted.headers['x-request-id'] as string, 'theirs', 'removed', 'draft', 'theirs.css']
  }

  teams("another team's ids answer as ids that do not exist", async () => {
    const calls = callsOf(test.templateId)
    // Registering routes uses no dependency but these.
    const routes = createRouter({ assets: {} } as AppDeps)
      .stack.filter(({ methods }) => methods.length > 0)
      .map(({ methods, path }) => `${methods.filter((method) => method !== 'HEAD')[0]} ${String(path)}`)
    // A new route fails here until its calls are listed above.
    assert.equal(Object.keys(calls).sort(), routes.sort())
    const never = 'zzzzzzzzzzzzzzzz'
    for (const [route, makers] of Object.entries(calls)) {
      for (const make of makers) {
        const expected = withoutId(await test.call(make(never)))
        for (const id of foreign) {
          const answer = await test.call(make(id))
          assert.is(answer.status, 404, `${route} ${answer.text}`)
          assert.equal(withoutId(answer), expected, route)
        }
      }
    }
  })

  teams('lists show nothing of another team, and nothing of it has changed', async () => {
    for (const path of ['/api/templates', '/api/assets']) {
      const { status, text } = await test.call({ path })
      assert.is(status, 200)
      for (const id of foreign) assert.not.match(text, `"${id}"`)
    }
    const source = await theirs('GET', 'templates/theirs/source')
    assert.equal([source.json.version, source.json.published_version, source.json.source], [2, 1, 'Second'])
    assert.is((await theirs('GET', 'assets/theirs.css')).text, 'p { color: red }')
    assert.is((await theirs('GET', 'templates/theirs/examples/theirs')).text, '{"name":"Bob"}')
    assert.is((await theirs('POST', 'templates/removed/undelete')).status, 200)
  })

  teams('ids and names that another team uses are free', async () => {
    const body = { name: 'Ours', type: 'html', source: 'Ours' }
    const headers = { 'If-None-Match': '*' }
    for (const id of [test.foreignId, 'theirs', 'removed']) {
      const made = await test.call({ method: 'PUT', path: `/api/templates/${id}`, body, headers })
      assert.equal([made.status, made.json.version], [201, 1], made.text)
    }
    const asset = { method: 'PUT', path: '/api/assets/theirs.css', body: 'p { color: blue }', headers: { 'Content-Type': 'text/css' } }
    assert.is((await test.call(asset)).status, 201)
    assert.is((await theirs('GET', 'assets/theirs.css')).text, 'p { color: red }')
    assert.match((await theirs('POST', 'templates/theirs/pdf', { body: { data: {} } })).text, 'Theirs')
  })

  teams.run()
}

const end = suite('teams: end')
end('PostgreSQL is stopped', closeStores)
end.run()
