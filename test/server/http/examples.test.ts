// Data examples of templates over a socket, with either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'
import { apiClient, closeStores, isError, STORES } from '../support/service-stores.ts'

const MB = 1024 * 1024

for (const [name, environmentOf] of Object.entries(STORES)) {
  const examples = suite(`examples: ${name}`)
  let test: TestService
  examples.before(async () => {
    test = await startTestService({ ...(await environmentOf()), PUBLIC_URL: 'https://pdf.example.com/base', PLATEN_RATE: '10000' })
  })
  examples.after(() => test.close())

  const { call, tokenWith } = apiClient(() => test)
  const pathOf = (name: string): string => `/templates/${test.templateId}/examples/${encodeURIComponent(name)}`
  const put = (name: string, body: string | Buffer, more: Partial<Call> = {}): Promise<Answer> =>
    call('PUT', pathOf(name), undefined, { body, ...more })
  const list = async (): Promise<readonly string[]> =>
    (await call('GET', `/templates/${test.templateId}/examples`)).json.map(({ name }: { name: string }) => name)

  examples('data are stored, listed, read as they were sent, replaced and removed', async () => {
    const sent = '{ "number": 12345678901234567890,\n  "größe": "\\u0000" }'
    const made = await put('Zweite Mahnung', ` \n${sent}\n`)
    assert.is(made.status, 201, made.text)
    const url = `https://pdf.example.com/base/api${pathOf('Zweite Mahnung')}`
    assert.is(made.headers.location, url)
    assert.equal(made.json, {
      ...{ name: 'Zweite Mahnung', size: Buffer.byteLength(sent), hash: made.json.hash },
      updated_at: new Date(test.clock.now()).toISOString(),
    })
    const read = await call('GET', pathOf('Zweite Mahnung'))
    assert.equal([read.status, read.text, read.headers['content-type']], [200, sent, 'application/json'])
    assert.is((await call('HEAD', pathOf('Zweite Mahnung'))).status, 200)
    const again = await put('Zweite Mahnung', '[]')
    assert.equal([again.status, again.json.size, again.headers.location], [200, 2, undefined])
    assert.is((await call('GET', pathOf('Zweite Mahnung'))).text, '{}')
    assert.equal((await call('GET', `/templates/${test.templateId}/examples`)).json, [again.json])
    assert.is((await call('DELETE', pathOf('Zweite Mahnung'))).status, 204)
    for (const method of ['GET', 'DELETE']) isError(await call(method, pathOf('Zweite Mahnung')), 404, 'not_found')
  })

  examples('names are those that files can have', async () => {
    const good = ['a', '_', '0', 'A.b-c_d e', 'मराठी', '日本', 'x'.repeat(100), 'e\u0301']
    for (const name of good) assert.is((await put(name, '{}')).status, 201, name)
    // Composed, as the same letter may be written in two ways.
    assert.equal([...(await list())].sort(), good.map((name) => name.normalize('NFC')).sort())
    assert.is((await call('GET', pathOf('é'))).status, 200)
    for (const name of await list()) assert.is((await call('DELETE', pathOf(name))).status, 204)
    const bad = [
      '.x',
      '-x',
      ' x',
      'x ',
      'a/b',
      '..',
      'a\\b',
      'a:b',
      'a\u0000',
      'a\nb',
      'x.pages',
      'x.PAGES',
      '😀',
      'x'.repeat(101),
      '日'.repeat(67),
    ]
    for (const name of bad) {
      const answer = await put(name, '{}')
      isError(answer, 422, 'validation_failed', 'name')
    }
    assert.equal(await list(), [])
  })

  examples('only an object is data, up to the limits', async () => {
    for (const body of ['1', '"x"', 'null', '[1]']) isError(await put('n', body), 422, 'validation_failed', '')
    isError(await put('n', '{'), 400, 'invalid_json')
    isError(await put('n', ''), 400, 'invalid_json')
    isError(await put('n', Buffer.from([0x7b, 0xff])), 400, 'invalid_encoding')
    isError(await put('n', '{}', { headers: { 'Content-Type': 'text/plain' } }), 415, 'unsupported_media_type')
    isError(await put('n', `{"x":${'['.repeat(200)}${']'.repeat(200)}}`), 422, 'too_deep')
    const sized = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8)}"}`
    isError(await put('n', sized(MB + 1)), 413, 'payload_too_large')
    assert.is((await put('n', sized(MB))).json.size, MB)
    for (let i = 1; i < 50; i++) assert.is((await put(`n${i}`, '{}')).status, 201)
    isError(await put('one more', '{}'), 422, 'limit_exceeded', 'name')
    assert.is((await put('n', '{}')).status, 200)
    for (const name of await list()) await call('DELETE', pathOf(name))
  })

  examples('reading and writing need their scopes, and the template', async () => {
    const [reader, writer] = [await tokenWith('templates:read'), await tokenWith('templates:write')]
    const renderer = await tokenWith('render')
    isError(await put('n', '{}', { token: reader }), 403, 'forbidden')
    isError(await call('DELETE', pathOf('n'), undefined, { token: reader }), 403, 'forbidden')
    isError(await call('GET', pathOf('n'), undefined, { token: renderer }), 403, 'forbidden')
    isError(await call('GET', `/templates/${test.templateId}/examples`, undefined, { token: renderer }), 403, 'forbidden')
    assert.is((await put('n', '{}', { token: writer })).status, 201)
    assert.is((await call('GET', pathOf('n'), undefined, { token: reader })).status, 200)
    assert.is((await call('DELETE', pathOf('n'), undefined, { token: writer })).status, 204)
    for (const method of ['GET', 'PUT', 'DELETE'])
      isError(await call(method, '/templates/nothing/examples/n', method === 'PUT' ? {} : undefined), 404, 'template_not_found')
    isError(await call('GET', '/templates/nothing/examples'), 404, 'template_not_found')
  })

  examples.run()
}

const end = suite('examples: end')
end('PostgreSQL is stopped', closeStores)
end.run()
