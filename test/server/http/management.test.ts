// Templates get in and change over a socket, with either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TokenScope } from '../../../server/tokens.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'
import { apiClient, closeStores, isError, STORES } from '../support/service-stores.ts'

const DAY = 24 * 60 * 60_000
const TEMPLATE_KEYS = ['id', 'name', 'team_name', 'team_id', 'type', 'created_at', 'meta', 'variables']
const HTML = { name: 'Invoice', type: 'html', source: 'Invoice {{number}}' }

for (const [name, environmentOf] of Object.entries(STORES)) {
  const management = suite(`management: ${name}`)
  let test: TestService
  management.before(async () => {
    test = await startTestService({ ...(await environmentOf()), PUBLIC_URL: 'https://pdf.example.com/base' })
  })
  management.after(() => test.close())

  const { call, tokenWith } = apiClient(() => test)
  const post = (body: unknown, more?: Partial<Call>): Promise<Answer> => call('POST', '/templates', body, more)
  const put = (id: string, body: unknown, headers = {}, token?: string): Promise<Answer> =>
    call('PUT', `/templates/${id}`, body, { headers, ...(token === undefined ? {} : { token }) })
  const get = (path: string): Promise<Answer> => call('GET', `/templates/${path}`)
  const pdf = (id: string, data: object = {}, query = ''): Promise<Answer> => call('POST', `/templates/${id}/pdf${query}`, { data })
  const newId = async (more: object = {}): Promise<string> => (await post({ ...HTML, ...more })).json.id

  // Creating

  management('a template that is created can be read and rendered at once', async () => {
    const made = await post({ ...HTML, description: 'of the shop' })
    assert.is(made.status, 201)
    assert.equal(Object.keys(made.json), [...TEMPLATE_KEYS, 'version', 'published_version', 'diagnostics'])
    const { id, version, published_version, diagnostics, ...rest } = made.json
    assert.equal([version, published_version, diagnostics], [1, 1, []])
    assert.equal([rest.meta, rest.variables], [{ description: 'of the shop' }, [{ name: 'number', type: 'string' }]])
    assert.is(made.headers.etag, '"1"')
    assert.is(made.headers.location, `https://pdf.example.com/base/api/templates/${id}`)
    assert.ok(made.headers['x-ratelimit-limit'])
    const read = await get(id)
    assert.equal(read.json, { id, ...rest })
    assert.ok((await call('GET', '/templates')).json.some((one: { id: string }) => one.id === id))
    assert.match((await pdf(id, { number: 7 })).text, 'Invoice 7')
  })

  management('a creation that is repeated under its Idempotency-Key makes one template', async () => {
    const create = (key: string, body: unknown, more: Partial<Call> = {}): Promise<Answer> =>
      post(body, { headers: { 'Idempotency-Key': key }, ...more })
    const repeated = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true'
    const first = await create('create-1', HTML)
    assert.equal([first.status, repeated(first)], [201, false])
    // The answer is that of the first time, whatever has become of the template.
    await put(first.json.id, { source: 'Changed' })
    const second = await create('create-1', HTML)
    assert.equal([second.status, repeated(second), second.text], [201, true, first.text])
    assert.equal([second.headers.etag, second.headers.location], [first.headers.etag, first.headers.location])
    isError(await create('create-1', { ...HTML, name: 'Another' }), 422, 'validation_failed', 'Idempotency-Key')
    isError(await create('x'.repeat(256), HTML), 422, 'validation_failed', 'Idempotency-Key')
    // Keys belong to a team; a failed request frees its key.
    assert.is(repeated(await create('create-1', HTML, { token: test.other.token })), false)
    isError(await create('create-2', { ...HTML, source: '{{#bad' }), 422, 'template_error')
    assert.is((await create('create-2', HTML)).status, 201)
    test.clock.advance(DAY)
    assert.is(repeated(await create('create-2', HTML)), false)
  })

  management('creations at once under one key make one template', async () => {
    const name = `At once ${Date.now()}`
    const create = (): Promise<Answer> => post({ ...HTML, name }, { headers: { 'Idempotency-Key': 'at-once' } })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(create))
    const made = answers.filter(({ status }) => status === 201)
    assert.is(new Set(made.map(({ json }) => json.id)).size, 1)
    for (const answer of answers) if (answer.status !== 201) isError(answer, 409, 'conflict')
    const listed = (await call('GET', '/templates')).json.filter((one: { name: string }) => one.name === name)
    assert.is(listed.length, 1)
  })

  management('without the scope to publish, it stays a draft until it is published', async () => {
    const writer = await tokenWith('templates:write', 'render')
    const made = await post(HTML, { token: writer })
    assert.equal([made.status, made.json.version, made.json.published_version], [201, 1, null])
    const { id } = made.json
    isError(await pdf(id), 409, 'not_published')
    isError(
      await call('POST', '/templates/merge', {
        templates: [
          { id: test.templateId, data: {} },
          { id, data: {} },
        ],
      }),
      409,
      'not_published',
      'templates[1].id',
    )
    assert.match((await pdf(id, { number: 8 }, '?version=draft')).text, 'Invoice 8')
    isError(await call('POST', `/templates/${id}/versions/1/publish`, undefined, { token: writer }), 403, 'forbidden')
    const published = await call('POST', `/templates/${id}/versions/1/publish`)
    assert.equal([published.status, published.json.published_version, published.headers.etag], [200, 1, '"1"'])
    assert.equal(Object.keys(published.json), [...TEMPLATE_KEYS, 'version', 'published_version'])
    assert.is((await pdf(id)).status, 200)
  })

  management('whether to publish can be said, and only a token that may publish may say yes', async () => {
    const writer = await tokenWith('templates:write')
    isError(await post({ ...HTML, publish: true }, { token: writer }), 403, 'forbidden')
    assert.is((await post({ ...HTML, publish: false })).json.published_version, null)
    assert.is((await post({ ...HTML, publish: null })).json.published_version, 1)
  })

  management('an editor document comes back as it was sent, text or object', async () => {
    const object =
      '{"type":"doc" , "big":12345678901234567890, "content":[{"type":"paragraph","content":[{"type":"text","text":"é {{a}}"}]}]}'
    const made = await post(undefined, { body: `{"name":"O","type":"editor","source": ${object}}` })
    assert.is(made.status, 201, made.text)
    const back = await get(`${made.json.id}/source`)
    assert.ok(back.text.includes(`"source":${object}`), back.text)
    assert.equal(back.json.source, JSON.parse(object))
    assert.equal([back.json.type, back.json.version, back.json.published_version, back.headers.etag], ['editor', 1, 1, '"1"'])
    const asText = await post({ name: 'T', type: 'editor', source: object })
    assert.is((await get(`${asText.json.id}/source`)).json.source, object)
    const one = await get(`${made.json.id}/versions/1`)
    assert.equal(one.json.source, JSON.parse(object))
  })

  management('a text comes back byte for byte', async () => {
    const source = '\ufeff\r\n<p title="\u2028\\">\u0000 \u{1f600}\t</p>\r'
    const id = await newId({ source })
    assert.is((await get(`${id}/source`)).json.source, source)
    const empty = await newId({ source: '' })
    assert.is((await get(`${empty}/source`)).json.source, '')
  })

  management('errors of the source are named with place and hint, and nothing is saved', async () => {
    const before = (await call('GET', '/templates')).json.length
    const answer = await post({ ...HTML, source: 'one\n  {{#bad' })
    isError(answer, 422, 'template_error', 'source:2:3')
    assert.equal(answer.json.errors, [{ path: 'source:2:3', code: 'template-syntax', message: 'cannot parse', hint: 'mend it' }])
    assert.is(answer.json.message, 'source:2:3: cannot parse')
    assert.is((await call('GET', '/templates')).json.length, before)
    const id = await newId()
    isError(await put(id, { source: '{{#bad' }), 422, 'template_error', 'source:1:1')
    assert.is((await get(`${id}/source`)).json.version, 1)
  })

  management('wrong fields are named', async () => {
    const wrong: readonly [object, string, string][] = [
      [{ name: undefined }, 'name', 'required'],
      [{ name: ' \t ' }, 'name', 'invalid_value'],
      [{ name: 'a\u0000b' }, 'name', 'invalid_value'],
      [{ name: 'x'.repeat(201) }, 'name', 'too_long'],
      [{ name: 'x'.repeat(100_000) }, 'name', 'too_long'],
      [{ name: 1 }, 'name', 'invalid_type'],
      [{ type: 'pdf' }, 'type', 'invalid_value'],
      [{ source: undefined }, 'source', 'required'],
      [{ source: null }, 'source', 'invalid_type'],
      [{ source: ['x'] }, 'source', 'invalid_type'],
      [{ source: { type: 'doc' } }, 'source', 'invalid_type'],
      [{ source: '\ud800' }, 'source', 'invalid_value'],
      [{ description: 'x'.repeat(2001) }, 'description', 'too_long'],
      [{ description: '\u0000' }, 'description', 'invalid_value'],
      [{ publish: 'yes' }, 'publish', 'invalid_type'],
      [{ note: 5 }, 'note', 'invalid_type'],
    ]
    for (const [change, path, code] of wrong) {
      const answer = await post({ ...HTML, ...change })
      isError(answer, 422, 'validation_failed', path)
      assert.is(answer.json.errors[0].code, code, answer.text)
    }
    for (const body of ['[]', 'null', '"x"']) isError(await post(undefined, { body }), 422, 'validation_failed')
    isError(await post(undefined, { body: '{' }), 400, 'invalid_json')
    isError(await post(undefined, { body: '' }), 400, 'invalid_json')
    isError(await post(HTML, { headers: { 'Content-Type': 'text/html' } }), 415, 'unsupported_media_type')
  })

  management('a source of two megabytes is taken, and one byte more is not', async () => {
    const most = 2 * 1024 * 1024
    assert.is((await post({ ...HTML, source: 'x'.repeat(most) })).status, 201)
    isError(await post({ ...HTML, source: 'x'.repeat(most + 1) }), 422, 'limit_exceeded', 'source')
    isError(await post({ ...HTML, source: 'é'.repeat(most / 2 + 1) }), 422, 'limit_exceeded', 'source')
    isError(await post({ ...HTML, type: 'editor', source: { text: 'x'.repeat(most) } }), 422, 'limit_exceeded', 'source')
  })

  management('unknown fields are ignored, and refused by strict handling', async () => {
    assert.is((await post({ ...HTML, more: 1 })).status, 201)
    const strict = { headers: { Prefer: 'handling=strict' } }
    const answer = await post({ ...HTML, more: 1 }, strict)
    isError(answer, 422, 'validation_failed', 'more')
    assert.is(answer.headers['preference-applied'], 'handling=strict')
    assert.is((await post(HTML, strict)).status, 201)
    const id = await newId()
    assert.is((await put(id, { id: 'other' })).status, 200)
    isError(await put(id, { id: 'other' }, strict.headers), 422, 'validation_failed', 'id')
  })

  // Changing

  management('a change keeps what it does not name, and only another source makes a version', async () => {
    const id = await newId({ description: 'before' })
    const renamed = await put(id, { name: 'Renamed' })
    assert.equal([renamed.status, renamed.json.name, renamed.json.version, renamed.json.diagnostics], [200, 'Renamed', 1, undefined])
    assert.equal(renamed.json.meta, { description: 'before' })
    const again = await put(id, { source: HTML.source, description: 'after', name: null })
    assert.equal(
      [again.json.version, again.json.meta, again.json.name, again.json.diagnostics],
      [1, { description: 'after' }, 'Renamed', []],
    )
    const changed = await put(id, { source: 'Bill {{sum}}' })
    assert.equal([changed.json.version, changed.json.published_version, changed.headers.etag], [2, 2, '"2"'])
    assert.equal(changed.json.variables, [{ name: 'sum', type: 'string' }])
    const typed = await put(id, { type: 'editor' })
    assert.equal([typed.status, typed.json.version, typed.json.published_version, typed.json.type], [200, 3, 2, 'html'])
    const same = await put(id, { type: 'editor' })
    assert.equal([same.json.version, same.json.published_version, same.json.diagnostics], [3, 2, undefined])
    assert.equal((await get(`${id}/source`)).json.type, 'editor')
    isError(await put('nothing', { name: 'x' }), 404, 'template_not_found')
    isError(await put('nothing', { name: 'x' }, { 'If-Match': '"1"' }), 404, 'template_not_found')
  })

  management('a draft beside a published version changes nothing for callers', async () => {
    const id = await newId()
    const draft = await put(id, { source: 'Draft {{other}}', publish: false, note: 'try' })
    assert.equal([draft.json.version, draft.json.published_version], [2, 1])
    assert.equal(draft.json.variables, [{ name: 'number', type: 'string' }])
    assert.match((await pdf(id, { number: 1 })).text, 'Invoice 1')
    assert.match((await pdf(id, { other: 1 }, '?version=draft')).text, 'Draft 1')
    assert.match((await pdf(id, { number: 1 }, '?version=published')).text, 'Invoice 1')
    isError(await pdf(id, {}, '?version=2'), 422, 'validation_failed', 'version')
    assert.equal((await get(`${id}/source`)).json, { type: 'html', version: 2, published_version: 1, source: 'Draft {{other}}' })
    // Another name must not publish the draft of someone at work.
    assert.is((await put(id, { name: 'Other' })).json.published_version, 1)
    assert.equal((await put(id, { publish: true })).json.published_version, 2)
    assert.equal((await get(id)).json.variables, [{ name: 'other', type: 'string' }])
  })

  management('drafts are rendered by tokens that may read sources and render', async () => {
    const id = await newId()
    const draft = async (...scopes: TokenScope[]): Promise<number> =>
      (await call('POST', `/templates/${id}/pdf?version=draft`, { data: {} }, { token: await tokenWith(...scopes) })).status
    assert.equal([await draft('render'), await draft('templates:read'), await draft('render', 'read')], [403, 403, 403])
    assert.equal([await draft('render', 'templates:read'), await draft('render', 'templates:write')], [200, 200])
  })

  management('two editors at once: one is saved, the other is told, and nothing is lost', async () => {
    const id = await newId()
    const headers = { 'If-Match': '"1"' }
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((source) => put(id, { source }, headers)))
    assert.equal(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
    const lost = answers.find(({ status }) => status === 412)!
    isError(lost, 412, 'version_conflict')
    assert.is(lost.headers.etag, '"2"')
    const { json } = await get(`${id}/source`)
    assert.equal([json.version, json.source], [2, ['a', 'b', 'c', 'd'][answers.findIndex(({ status }) => status === 200)]])
    const late = await put(id, { source: 'late' }, headers)
    assert.equal([late.status, late.headers.etag, late.json.message], [412, '"2"', 'the newest version is 2'])
    assert.is((await put(id, { source: 'next' }, { 'If-Match': late.headers.etag })).status, 200)
  })

  management('If-Match takes lists, any, weak tags and bare numbers', async () => {
    const id = await newId()
    for (const tag of ['"1"', '*', 'W/"1"', '"0", "1"', '1'])
      assert.is((await put(id, { name: tag }, { 'If-Match': tag })).status, 200, tag)
    for (const tag of ['"2"', '"x"', '', '"99999999999"', '"1'])
      isError(await put(id, { name: tag || 'x' }, { 'If-Match': tag }), 412, 'version_conflict')
    isError(await put(id, { name: 'x' }, { 'If-Match': '"1"', 'If-None-Match': '*' }), 422, 'validation_failed', 'If-Match')
    isError(await put(id, { name: 'x' }, { 'If-None-Match': '"1"' }), 422, 'validation_failed', 'If-None-Match')
  })

  management('a template can be created under an id, which every team may use', async () => {
    const headers = { 'If-None-Match': '*' }
    const id = `kept_${'x'.repeat(59)}`
    const made = await put(id, HTML, headers)
    assert.equal([made.status, made.json.id, made.headers.etag], [201, id, '"1"'])
    assert.is(made.headers.location, `https://pdf.example.com/base/api/templates/${id}`)
    isError(await put(id, HTML, headers), 412, 'version_conflict')
    const theirs = await put(id, { ...HTML, source: 'Theirs' }, headers, test.other.token)
    assert.is(theirs.status, 201)
    assert.match((await pdf(id, { number: 3 })).text, 'Invoice 3')
    const rendered = await call('POST', `/templates/${id}/pdf`, { data: {} }, { token: test.other.token })
    assert.match(rendered.text, 'Theirs')
    for (const bad of [`${id}x`, 'a.b', 'a%20b', '%00', '%C3%A9']) isError(await put(bad, HTML, headers), 422, 'validation_failed', 'id')
    isError(await put('other', { name: 'x' }, headers), 422, 'validation_failed', 'type')
    const both = await Promise.all([1, 2, 3].map(() => put('raced', HTML, headers)))
    assert.equal(both.map(({ status }) => status).sort(), [201, 412, 412])
  })

  // Deleting

  management('a deleted template is gone at once, and comes back within 30 days', async () => {
    const id = await newId()
    await put(id, { source: 'Second', publish: false })
    const gone = await call('DELETE', `/templates/${id}`)
    assert.equal([gone.status, gone.text, gone.headers['content-type']], [204, '', undefined])
    for (const answer of [
      await get(id),
      await get(`${id}/source`),
      await get(`${id}/versions`),
      await pdf(id),
      await put(id, { name: 'x' }),
    ])
      isError(answer, 404, 'template_not_found')
    assert.not.ok((await call('GET', '/templates')).json.some((one: { id: string }) => one.id === id))
    isError(await call('DELETE', `/templates/${id}`), 404, 'template_not_found')
    test.clock.advance(29 * DAY)
    const back = await call('POST', `/templates/${id}/undelete`)
    assert.equal([back.status, back.json.version, back.json.published_version, back.headers.etag], [200, 2, 1, '"2"'])
    assert.match((await pdf(id, { number: 4 })).text, 'Invoice 4')
    isError(await call('POST', `/templates/${id}/undelete`), 409, 'conflict')
    isError(await call('POST', '/templates/nothing/undelete'), 404, 'template_not_found')
    await call('DELETE', `/templates/${id}`)
    test.clock.advance(31 * DAY)
    isError(await call('POST', `/templates/${id}/undelete`), 404, 'template_not_found')
  })

  management('an id that was taken again is not given back', async () => {
    const headers = { 'If-None-Match': '*' }
    await put('again', HTML, headers)
    await call('DELETE', '/templates/again')
    assert.is((await put('again', { ...HTML, source: 'New' }, headers)).status, 201)
    isError(await call('POST', '/templates/again/undelete'), 409, 'conflict')
    assert.match((await pdf('again')).text, 'New')
  })

  management('a deletion may name the version that it means', async () => {
    const id = await newId()
    const remove = (tag: string): Promise<Answer> => call('DELETE', `/templates/${id}`, undefined, { headers: { 'If-Match': tag } })
    isError(await remove('"2"'), 412, 'version_conflict')
    assert.is((await remove('"1"')).status, 204)
    isError(await remove('"1"'), 404, 'template_not_found')
  })

  // Versions

  management('versions are listed with their notes, and an earlier one is published again', async () => {
    const id = await newId({ note: 'first' })
    await put(id, { source: 'Second', publish: false })
    const list = await get(`${id}/versions`)
    assert.is(list.headers.etag, '"2"')
    const created_at = new Date(test.clock.now()).toISOString()
    assert.equal(list.json, [
      { version: 2, created_at, published: false, note: null, author: 'test' },
      { version: 1, created_at, published: true, note: 'first', author: 'test' },
    ])
    const one = await get(`${id}/versions/1`)
    assert.equal(one.json, { ...list.json[1], assets: [], source: HTML.source })
    assert.is((await call('POST', `/templates/${id}/versions/2/publish`)).json.published_version, 2)
    assert.match((await pdf(id)).text, 'Second')
    const back = await call('POST', `/templates/${id}/versions/1/publish`)
    assert.equal([back.json.version, back.json.published_version], [2, 1])
    assert.match((await pdf(id, { number: 5 })).text, 'Invoice 5')
    for (const version of ['3', '0', '-1', 'x', '1.0', '99999999999', '%00']) {
      isError(await get(`${id}/versions/${version}`), 404, 'not_found')
      isError(await call('POST', `/templates/${id}/versions/${version}/publish`), 404, 'not_found')
    }
  })

  management.run()
}

const end = suite('management: end')
end('PostgreSQL is stopped', closeStores)
end.run()
