// Bodies that are too large, too slow or incomplete, as bytes on a socket.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../../server/config.ts'
import type { ApiError } from '../../../server/errors.ts'
import { type ReadingClock, readJsonBody } from '../../../server/http/body.ts'
import { BodyScheduler } from '../../../server/http/body-scheduler.ts'
import { RENDER_SHAPE } from '../../../server/http/requests.ts'
import { BYTES_PER_SECOND } from '../../../server/service.ts'
import { startTestService, type TestService } from '../support/service.ts'

const body = suite('body')
let test: TestService
/** The same with a body timeout of one second. */
let hurried: TestService
body.before(async () => {
  test = await startTestService({ PLATEN_BODY_BYTES: '100000', PLATEN_BODY_SECONDS: '600' })
  hurried = await startTestService({ PLATEN_BODY_SECONDS: '1' })
})
body.after(() => Promise.all([test.close(), hurried.close()]).then(() => {}))

interface Talk {
  readonly socket: Socket
  /** Everything received until the text occurs or the connection ends. */
  until(text: string): Promise<string>
  readonly closed: Promise<void>
}

function talk(to: TestService = test): Talk {
  const socket = connect(to.service.port, '127.0.0.1')
  let received = ''
  let check = (): void => {}
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    check()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  void closed.then(() => check())
  const until = (text: string): Promise<string> =>
    new Promise((resolve) => {
      check = () => {
        if (received.includes(text) || socket.destroyed) resolve(received)
      }
      check()
    })
  return { socket, until, closed }
}

const head = (...more: string[]): string => headTo(test, ...more)
const headTo = ({ templateId, acme }: TestService, ...more: string[]): string =>
  [`POST /api/templates/${templateId}/pdf HTTP/1.1`, 'Host: x', `Authorization: Bearer ${acme.token}`, ...more, '', ''].join('\r\n')

body('a body whose Content-Length exceeds the limit is answered before it is sent', async () => {
  const { socket, until } = talk()
  socket.write(head('Content-Length: 100001'))
  assert.match(await until('request_id'), /^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/)
  socket.destroy()
})

body('the 413 reaches a client that keeps sending, and the connection stays usable', async () => {
  const { socket, until } = talk()
  socket.write(head('Content-Length: 3000000'))
  for (let i = 0; i < 30; i++) socket.write(Buffer.alloc(100_000, 0x20))
  assert.match(await until('request_id'), /^HTTP\/1\.1 413 /)
  socket.write(`${head('Content-Length: 11')}{"data":{}}`)
  assert.match(await until('%%EOF'), /HTTP\/1\.1 200 OK/)
  socket.destroy()
})

body('an early response is not lost when its connection closes', async () => {
  for (const line of [`POST /api/templates/${test.templateId}/pdf HTTP/1.1`, 'POST /nothing HTTP/1.1', 'POST /nothing HTTP/1.0']) {
    const { socket, until, closed } = talk()
    const errors: Error[] = []
    socket.on('error', (error) => errors.push(error))
    const size = 8_000_000
    socket.write(`${line}\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`)
    assert.match(await until('request_id'), /^HTTP\/1\.1 40[14] [\s\S]*"request_id"/)
    // A client that reads only after sending everything must find the response, not a reset.
    for (let i = 0; i < 10; i++) await new Promise((resolve) => socket.write(Buffer.alloc(size / 10, 0x20), resolve))
    await closed
    assert.equal(errors, [], line)
  }
})

body('a chunked body is cut off at the limit', async () => {
  const { socket, until } = talk()
  socket.write(head('Transfer-Encoding: chunked'))
  for (let i = 0; i < 20; i++) socket.write(`2710\r\n${' '.repeat(10_000)}\r\n`)
  assert.match(await until('request_id'), /^HTTP\/1\.1 413 /)
  socket.destroy()
})

body('a trickled body is answered 408 and closed', async () => {
  const { socket, until, closed } = talk(hurried)
  socket.write(headTo(hurried, 'Content-Length: 1000'))
  const trickle = setInterval(() => socket.write(' '), 100)
  assert.match(await until('request_id'), /^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
  await closed
  clearInterval(trickle)
})

body('a trickled header is answered 408 and closed', async () => {
  const { socket, until, closed } = talk(hurried)
  socket.write('POST / HTTP/1.1\r\nHost: x\r\n')
  assert.match(await until('request_id'), /^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
  await closed
})

body('malformed HTTP gets the usual error body', async () => {
  const { socket, until, closed } = talk()
  socket.write('\x16\x03\x01 hello\r\n\r\n')
  assert.match(await until('request_id'), /^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/)
  await closed
  const big = talk()
  big.socket.write(head(`X-Big: ${'x'.repeat(20_000)}`))
  assert.match(await big.until('request_id'), /^HTTP\/1\.1 431 [\s\S]*"code":"headers_too_large"/)
})

body('with Expect: 100-continue, the body is requested only after the checks', async () => {
  const good = talk()
  good.socket.write(head('Content-Length: 11', 'Expect: 100-continue'))
  assert.match(await good.until('\r\n\r\n'), /^HTTP\/1\.1 100 Continue/)
  good.socket.write('{"data":{}}')
  assert.match(await good.until('%%EOF'), /HTTP\/1\.1 200 OK/)
  good.socket.destroy()
  const bad = talk()
  bad.socket.write(head('Content-Length: 200000', 'Expect: 100-continue'))
  const answer = await bad.until('request_id')
  assert.match(answer, /^HTTP\/1\.1 413 /)
  bad.socket.destroy()
})

body('a client that disconnects in the middle of a body causes no error', async () => {
  for (let i = 0; i < 20; i++) {
    const { socket } = talk()
    await new Promise((resolve) => socket.write(`${head('Content-Length: 1000')}{"data"`, resolve))
    socket.destroy()
  }
  assert.is((await test.call({ path: '/health/ready' })).status, 200)
})

body('many bodies at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: { name: `N${i}` } } }),
    ),
  )
  for (const [i, answer] of answers.entries()) assert.match(answer.text, `Hello N${i}\n`)
})

body.run()

/** A body as the reader sees it, and a clock that the test advances. */
function slowly(scheduler: Pick<BodyScheduler, 'next'> = new BodyScheduler(() => false)) {
  const req = Object.assign(new PassThrough(), { headers: {} })
  let [now, check] = [0, (): void => {}]
  const clock: ReadingClock = {
    now: () => now,
    repeat: (wanted) => {
      check = wanted
      return () => {
        check = () => {}
      }
    },
  }
  const { bodyBytes, bodySeconds, jsonDepth } = readConfig({})
  const limits = { bytes: bodyBytes, depth: jsonDepth, msTimeout: bodySeconds * 1000, bytesPerSecond: BYTES_PER_SECOND, scheduler }
  let outcome = 'waiting'
  // The reader uses only the stream and the headers of a request, and the response only for `Expect`.
  const read = readJsonBody({ req: req as unknown as IncomingMessage, res: {} as ServerResponse }, RENDER_SHAPE, limits, clock).then(
    () => (outcome = 'read'),
    (error: ApiError) => (outcome = error.code),
  )
  const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))
  return {
    /** Advances the clock, then sends; returns the state of the body. */
    after: async (ms: number, text = '') => {
      now += ms
      check()
      req.write(text)
      await settled()
      return outcome
    },
    end: async (text: string) => {
      req.end(text)
      await read
      return outcome
    },
  }
}

const slow = suite('slow bodies')

slow('a body of one byte per second times out after eight seconds', async () => {
  const { after } = slowly()
  for (let second = 1; second <= 8; second++) assert.is(await after(1000, ' '), 'waiting', `${second} s`)
  // Eight bytes have earned an eighth of a millisecond.
  assert.is(await after(1), 'request_timeout')
})

slow('a slow but steady body is accepted, however long it takes', async () => {
  const { after, end } = slowly()
  // 64 KiB every 1.1 s earn a second each: before the 70th, 69 s and the first 8 are as long as 70 × 1.1.
  for (let i = 1; i <= 70; i++) assert.is(await after(1100, ' '.repeat(65_536)), 'waiting', `${i}`)
  assert.is(await end('{"data":{}}'), 'read')
})

slow('a large body arrives unchanged, with Content-Length or without, in chunks of any size', async () => {
  const text = JSON.stringify({ data: { rows: Array.from({ length: 40_000 }, (_, i) => `Row ${i} of €${i * 7}`) } })
  const bytes = Buffer.from(text)
  const limits = {
    bytes: 10_000_000,
    depth: 64,
    msTimeout: 8000,
    bytesPerSecond: BYTES_PER_SECOND,
    scheduler: new BodyScheduler(() => false),
  }
  for (const headers of [{ 'content-length': String(bytes.length) }, {}]) {
    for (const step of [1000, 65_536, 300_001]) {
      const req = Object.assign(new PassThrough(), { headers })
      // As in `slowly`.
      const read = readJsonBody({ req: req as unknown as IncomingMessage, res: {} as ServerResponse }, RENDER_SHAPE, limits)
      for (let at = 0; at < bytes.length; at += step) req.write(bytes.subarray(at, at + step))
      req.end()
      assert.ok(Buffer.from((await read).bytes).equals(bytes), `${JSON.stringify(headers)} ${step}`)
    }
  }
})

slow('the wait for the body scheduler does not count towards the timeout', async () => {
  let goOn: (() => void) | undefined
  let count = 0
  const first = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { after, end } = slowly({
    next: () => {
      count++
      return first
    },
  })
  await after(0, ' '.repeat(256 * 1024))
  assert.is(count, 1)
  for (let i = 0; i < 3; i++) assert.is(await after(100_000, ' '.repeat(65_536)), 'waiting')
  assert.is(count, 1)
  goOn!()
  // What could not be taken comes now, and is more than a piece.
  await after(1)
  assert.is(count, 2)
  assert.is(await end('{"data":{}}'), 'read')
})

slow.run()
