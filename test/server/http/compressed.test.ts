// Compressed request bodies: read like plain ones, within the same limits.
import { type IncomingMessage, request } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeRandom } from '../../support/random/random.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'

const compressed = suite('compressed')
const LIMIT = 1_000_000
let test: TestService
compressed.before(async () => {
  test = await startTestService({ PLATEN_BODY_BYTES: String(LIMIT) })
})
compressed.after(() => test.close())

const BODY = '{"data":{"name":"Änn"}}'

const send = (encoding: string, body: Uint8Array): Promise<Answer> =>
  test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body, headers: { 'Content-Encoding': encoding } })

const codeOf = async (encoding: string, body: Uint8Array): Promise<[number, string]> => {
  const { status, json } = await send(encoding, body)
  return [status, json?.code]
}

for (const [encoding, pack] of [
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['br', (body: string | Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
] as const) {
  compressed(`${encoding}: a body reads like a plain one`, async () => {
    const answer = await send(encoding, pack(BODY))
    assert.is(answer.status, 200)
    assert.match(answer.text, 'Hello Änn')
  })

  compressed(`${encoding}: a body is limited by what it inflates to`, async () => {
    const most = (bytes: number): string => `{"data":{"name":"${'x'.repeat(bytes - 20)}"}}`
    assert.is(most(LIMIT).length, LIMIT)
    assert.is((await send(encoding, pack(most(LIMIT)))).status, 200)
    assert.equal(await codeOf(encoding, pack(most(LIMIT + 1))), [413, 'payload_too_large'])
  })

  compressed(`${encoding}: inflating stops at the limit, before the body has ended`, async () => {
    const bomb = pack(Buffer.alloc(8_000_000, 0x20))
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const path = `/api/templates/${test.templateId}/pdf`
      const headers = { Authorization: `Bearer ${test.acme.token}`, 'Content-Encoding': encoding, 'Content-Length': bomb.length + 1 }
      const outgoing = request({ host: '127.0.0.1', port: test.service.port, method: 'POST', path, headers, agent: false })
      outgoing.on('error', reject).on('response', resolve).write(bomb)
    })
    assert.is(answer.statusCode, 413)
    answer.destroy()
  })

  compressed(`${encoding}: a body that is cut or damaged is 400`, async () => {
    const whole = pack(`{"data":{"name":"${'0123456789'.repeat(500)}${makeRandom(1).int(0, 9)}"}}`)
    for (const length of [1, 10, whole.length - 1])
      assert.equal(await codeOf(encoding, whole.subarray(0, length)), [400, 'invalid_encoding'])
    assert.equal(await codeOf(encoding, Buffer.from(BODY)), [400, 'invalid_encoding'])
    const { status, text } = await send('identity', Buffer.from(BODY))
    assert.is(status, 200, text)
  })
}

compressed('an unknown content coding is 415, and names the known ones', async () => {
  for (const encoding of ['deflate', 'zstd', 'gzip, br', 'compress']) {
    const answer = await send(encoding, deflateSync(BODY))
    assert.equal([answer.status, answer.json.code], [415, 'unsupported_media_type'])
    assert.is(answer.headers['accept-encoding'], 'gzip, br')
  }
})

compressed('what a compressed body inflates to is JSON, in UTF-8', async () => {
  assert.equal(await codeOf('gzip', gzipSync('')), [400, 'invalid_json'])
  assert.equal(await codeOf('gzip', gzipSync(Buffer.from([0xff]))), [400, 'invalid_encoding'])
  assert.equal(await codeOf('gzip', gzipSync(gzipSync(BODY))), [400, 'invalid_encoding'])
  const deep = `${'['.repeat(70)}${']'.repeat(70)}`
  assert.equal(await codeOf('br', brotliCompressSync(deep)), [422, 'too_deep'])
})

compressed('large bodies of several callers take turns', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `${i}${'abcdefgh'.repeat(90_000)}`)
  const answers = await Promise.all(names.map((name) => send('gzip', gzipSync(JSON.stringify({ data: { name } })))))
  for (const [i, { text }] of answers.entries()) assert.ok(text.includes(names[i]!))
})

compressed('a merge takes one too', async () => {
  const body = gzipSync(JSON.stringify({ templates: [{ id: test.templateId, data: { name: 'Ann' } }] }))
  const answer = await test.call({ method: 'POST', path: '/api/templates/merge', body, headers: { 'Content-Encoding': 'gzip' } })
  assert.match(answer.text, 'Hello Ann')
})

compressed.run()
