// Streamed responses: sent while they are rendered, complete or aborted, without occupying processes or memory for slow clients.
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Spool, SpoolBudget } from '../../../server/http/spool.ts'
import { closedGate } from '../support/gate.ts'
import { portOf } from '../support/port.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const stream = suite('streamed responses')
const PIECE = 64 * 1024
let test: TestService
stream.before(async () => {
  test = await startTestService({ PLATEN_WHOLE_BYTES: '100000', PLATEN_WEBHOOKS_PRIVATE: 'yes', PLATEN_SPARES: '0' })
})
stream.after(() => test.close())

const wholeOf = (ahead: number, name: string): Buffer =>
  Buffer.concat([
    ...Array.from({ length: ahead }, (_, i) => Buffer.alloc(PIECE, `piece ${i} `)),
    Buffer.from(`%PDF-1.7 fake\nHello ${name}\n%%EOF\n`),
  ])
const render = (data: object, headers: Record<string, string> = {}, more: object = {}): Promise<Answer> =>
  test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, headers, body: { data, ...more } })
const files = (): string[] => readdirSync(join(test.folder, 'outputs'))
const busy = (): number => test.service.renderer.health().busy
const json = { Accept: 'application/json' }

/** Sends a request on a new connection that reads nothing until the test calls for it. */
function open(
  data: object,
  { version = '1.1', headers = '' } = {},
): { socket: Socket; text: () => Promise<Buffer>; ended: Promise<boolean> } {
  const socket = connect(test.service.port, '127.0.0.1')
  socket.pause()
  const body = JSON.stringify({ data })
  const head = [`POST /api/templates/${test.templateId}/pdf HTTP/${version}`, 'Host: x', `Authorization: Bearer ${test.acme.token}`]
  socket.write(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'].join('\r\n')}\r\n${headers}\r\n${body}`)
  const ended = new Promise<boolean>((resolve) => socket.once('close', resolve).once('error', () => {}))
  return { socket, text: () => buffer(socket), ended }
}

/** Reads a response until the connection closes; `isWhole` when the response was complete. */
const read = async (data: object, headers = ''): Promise<{ isWhole: boolean; bytes: Buffer }> => {
  const { socket } = open(data, { headers })
  const chunks: Buffer[] = []
  socket
    .on('data', (chunk) => chunks.push(chunk))
    .on('error', () => {})
    .resume()
  await new Promise((resolve) => socket.once('close', resolve))
  const bytes = Buffer.concat(chunks)
  return { isWhole: bytes.subarray(-200).toString('latin1').includes('\r\n0\r\n'), bytes }
}

stream('have no Content-Length, and their warnings in a trailer', async () => {
  const answer = await render({ ahead: 20 })
  assert.is(answer.status, 200)
  assert.ok(answer.bytes.equals(wholeOf(20, '')))
  assert.is(answer.headers['content-type'], 'application/pdf')
  assert.is(answer.headers['content-disposition'], 'attachment; filename=Greeting.pdf')
  assert.equal([answer.headers['content-length'], answer.headers['x-render-warnings']], [undefined, undefined])
  assert.is(answer.headers['trailer'], 'X-Render-Warnings')
  const { bytes } = await read({ ahead: 3 })
  assert.match(bytes.toString('latin1'), /\r\n0\r\nX-Render-Warnings: 1\r\n\r\n$/)
})

stream('begin before the document is complete', async () => {
  const rest = closedGate()
  const { socket, text } = open({ ahead: 40, gate: rest.gate, name: 'Ann' })
  await new Promise((resolve) => socket.once('readable', resolve))
  assert.is(busy(), 1)
  rest.open()
  const bytes = await text()
  assert.match(bytes.toString('latin1'), 'Hello Ann')
  assert.is(busy(), 0)
})

stream('are not used up to the limit, nor for HTTP/1.0, which has no chunked encoding', async () => {
  const small = await render({ ahead: 1, name: 'Ann' })
  assert.is(small.headers['content-length'], String(wholeOf(1, 'Ann').length))
  assert.is(small.headers['x-render-warnings'], '0')
  const { text } = open({ ahead: 20, name: 'Ann' }, { version: '1.0' })
  const bytes = (await text()).toString('latin1')
  assert.match(bytes, new RegExp(`\r\nContent-Length: ${wholeOf(20, 'Ann').length}\r\n`))
  assert.match(bytes, '\r\nX-Render-Warnings: 0\r\n')
})

stream('work as base64 in JSON and as a file behind a download URL too', async () => {
  const answer = await render({ ahead: 7, name: 'Ann' }, json)
  assert.equal(Object.keys(answer.json), ['status', 'data'])
  assert.is(answer.headers['content-type'], 'application/json')
  assert.is(answer.headers['content-length'], undefined)
  assert.is(answer.json.data, wholeOf(7, 'Ann').toString('base64'))
  const merge = await test.call({
    ...{ method: 'POST', path: '/api/templates/merge', headers: json },
    body: { templates: ['A', 'B'].map((name) => ({ id: test.templateId, data: { name, ahead: 2 } })) },
  })
  assert.match(Buffer.from(merge.json.data, 'base64').toString(), 'Hello A\n--page--\nHello B')
  const url = await render({ ahead: 20 }, {}, { output: 'url' })
  assert.is(url.headers['x-render-warnings'], '1')
  const download = await test.call({ path: new URL(url.json.url).pathname, token: null })
  assert.ok(download.bytes.equals(wholeOf(20, '')))
})

for (const [what, fault, status] of [
  ['an error', { throw: 1 }, 500],
  ['a process that dies', { exit: 3 }, 422],
  ['memory that runs out', { hoard: 1 }, 422],
] as const) {
  stream(`that ${what} cuts short never look whole`, async () => {
    // A separate template, since one that crashes processes is quarantined.
    const draft = { name: what, type: 'html', source: `${what} {{name}}`, meta: {}, variables: [] } as const
    const { id } = (await saveTemplate(test.service.store, test.acme.id, draft))!
    const path = `/api/templates/${id}/pdf`
    const before = files().length
    for (const headers of [{}, json]) {
      const error = await test.call({ method: 'POST', path, headers, body: { data: { ahead: 20, ...fault } } }).catch((thrown) => thrown)
      assert.instance(error, Error, `${what} gave a whole answer`)
    }
    await saveTemplate(test.service.store, test.acme.id, { ...draft, id, source: `${what}: {{name}}` })
    // With output url, nothing is sent before the file is complete, so the error gets its own status.
    const url = await test.call({ method: 'POST', path, body: { data: { ahead: 20, ...fault }, output: 'url' } })
    assert.is(url.status, status)
    assert.is(files().length, before)
    assert.is((await render({ name: 'Ann' })).status, 200)
  })
}

stream('are counted by their outcome', async () => {
  const { text } = await test.call({ path: '/metrics', token: null })
  assert.match(text, /platen_requests_total\{route="\/api\/templates\/:id\/pdf",method="POST",status="500"\} 3/)
  assert.match(text, /platen_render_seconds_count\{kind="render",outcome="bug"\} 3/)
})

stream('do not occupy a process while the client does not read', async () => {
  const rest = closedGate()
  const { text } = open({ ahead: 400, gate: rest.gate, name: 'Ann' })
  await until(() => busy() === 1)
  rest.open()
  await until(() => busy() === 0)
  assert.is((await render({ name: 'Bob' })).status, 200)
  const bytes = await text()
  assert.ok(bytes.length > 400 * PIECE)
  assert.match(bytes.subarray(-200).toString('latin1'), /%%EOF\n\r\n0\r\n/)
})

stream('are cancelled when the client disconnects', async () => {
  const { socket, ended } = open({ ahead: 100_000, msAhead: 5 })
  await new Promise((resolve) => socket.once('readable', resolve))
  socket.destroy()
  await ended
  await until(() => busy() === 0)
  assert.is((await render({ name: 'Bob' })).status, 200)
})

stream('are stored under their key once complete, and replayed with Content-Length', async () => {
  const key = { 'Idempotency-Key': 'large' }
  const rest = closedGate()
  const data = { ahead: 40, gate: rest.gate, name: 'Ann' }
  const first = render(data, key)
  await until(() => busy() === 1)
  assert.is((await render(data, key)).status, 409)
  rest.open()
  const [one, again] = [await first, await render(data, key)]
  assert.ok(one.bytes.equals(again.bytes))
  assert.equal([again.headers['idempotency-replayed'], again.headers['x-render-warnings']], ['true', '0'])
  assert.is(again.headers['content-length'], String(one.bytes.length))
  const encoded = await render(data, { ...key, ...json })
  assert.is(encoded.headers['content-length'], String(encoded.bytes.length))
  assert.is(encoded.json.data, one.bytes.toString('base64'))
})

stream('unlock their key when they break off, on either side', async () => {
  const before = files().length
  const headers = 'Idempotency-Key: broken\r\n'
  assert.is((await read({ ahead: 20, throw: 1 }, headers)).isWhole, false)
  const gone = open({ ahead: 100_000, msAhead: 5, name: 'x' }, { headers: 'Idempotency-Key: gone\r\n' })
  await new Promise((resolve) => gone.socket.once('readable', resolve))
  gone.socket.destroy()
  // A repetition gets 409 until the first request has ended.
  const again = async (key: string, data: object): Promise<number> => (await render(data, { 'Idempotency-Key': key })).status
  await until(async () => (await again('gone', { name: 'other' })) === 200)
  await until(async () => (await again('broken', { name: 'other' })) === 200)
  // The two small results are stored, nothing of the aborted ones.
  await until(() => files().length === before + 2)
})

stream('trigger webhooks as others do', async () => {
  const got: string[] = []
  const server = createServer(async (req, res) => {
    got.push((await buffer(req)).toString())
    res.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}/`
  const { id } = await test.service.store.addWebhook(test.acme.id, { url, secret: 'whsec_AAAA' })
  const answer = await render({ ahead: 20, name: 'Ann' })
  await until(() => got.length === 1)
  assert.is(JSON.parse(got[0]!).data.pdf, answer.bytes.toString('base64'))
  await test.service.store.removeWebhook(test.acme.id, id)
  server.close()
})

stream.run()

const spools = suite('spools')

/** A source that counts the chunks read and knows whether it was closed. */
function counted(pieces: number): { source: AsyncIterable<Uint8Array>; given: () => number; isOver: () => boolean } {
  let given = 0
  let isOver = false
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (; given < pieces; given++) yield Buffer.alloc(PIECE, `piece ${given} `)
    } finally {
      isOver = true
    }
  }
  return { source: source(), given: () => given, isOver: () => isOver }
}
/** A budget that remembers whether it was ever exceeded. */
class ObservedBudget extends SpoolBudget {
  isExceeded = false

  override reserve(bytes: number): boolean {
    const isReserved = super.reserve(bytes)
    this.isExceeded ||= !isReserved
    return isReserved
  }
}
const WHOLE = wholeOf(200, '').subarray(0, 200 * PIECE)

spools('read their source to its end before they are read, and yield it unchanged', async () => {
  const budget = new SpoolBudget()
  const { source, given } = counted(200)
  const spool = new Spool(source, budget)
  await until(() => given() === 200)
  assert.ok(budget.used > 10_000_000)
  const chunks: Uint8Array[] = []
  for await (const chunk of spool) chunks.push(chunk)
  assert.ok(Buffer.concat(chunks).equals(WHOLE))
  spool.close()
  await until(() => budget.used === 0)
})

spools('make their source wait when the budget is used up, and lose nothing', async () => {
  const budget = new ObservedBudget(3_000_000)
  const { source, given } = counted(200)
  const spool = new Spool(source, budget)
  await until(() => budget.isExceeded)
  assert.ok(given() * PIECE < 3_000_000 + 3 * 1024 * 1024, String(given()))
  const chunks: Uint8Array[] = []
  for await (const chunk of spool) {
    chunks.push(chunk)
    if (chunks.length % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(Buffer.concat(chunks).equals(WHOLE))
  spool.close()
  await until(() => budget.used === 0)
})

spools('release everything when closed', async () => {
  const budget = new ObservedBudget(3_000_000)
  const { source, given, isOver } = counted(1_000_000)
  const spool = new Spool(source, budget)
  await until(() => budget.isExceeded)
  spool.close()
  await until(() => budget.used === 0 && isOver())
  assert.ok(given() < 1000, String(given()))
  for await (const chunk of spool) assert.unreachable(`${chunk.length}`)
})

spools('report an error of their source at once', async () => {
  let isBroken = false
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(PIECE)
    isBroken = true
    throw new Error('broken')
  }
  const spool = new Spool(source(), new SpoolBudget())
  await until(() => isBroken)
  const error = await (async () => {
    for await (const _ of spool) assert.unreachable()
  })().catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Error && error.message === 'broken')
  spool.close()
})

spools.run()
