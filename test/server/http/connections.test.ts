// The bound on connections, eviction of idle ones, and keep-alive of anonymous ones.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Connections, defaultConnectionLimit } from '../../../server/http/connections.ts'
import { closedGate } from '../support/gate.ts'
import { portOf } from '../support/port.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const connections = suite('connections')

interface Bench {
  readonly server: Server
  readonly kept: Connections
  readonly refused: () => number
  readonly held: (() => void)[]
  open(): Promise<Caller>
}

interface Caller {
  readonly socket: Socket
  readonly isOpen: () => boolean
  text: string
  ask(path?: string): void
}

/** A server that answers at once, `/wait` only when the test allows it; `/token` marks the connection as authenticated. */
async function bench(most: number): Promise<Bench> {
  const server = createServer()
  let refused = 0
  const kept = new Connections(server, {
    most,
    refuse: (socket) => {
      refused++
      socket.destroy()
    },
  })
  const held: (() => void)[] = []
  server.on(
    'request',
    kept.only((req, res) => {
      if (req.url === '/token') kept.noteToken(req.socket)
      if (req.url === '/wait') held.push(() => res.end('here'))
      else res.end('here')
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  return { server, kept, refused: () => refused, held, open: () => openCaller(port) }
}

async function openCaller(port: number): Promise<Caller> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let isOpen = true
  const caller: Caller = {
    socket,
    isOpen: () => isOpen,
    text: '',
    ask: (path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
  }
  socket.on('data', (bytes) => {
    caller.text += bytes
  })
  socket.once('close', () => {
    isOpen = false
  })
  await once(socket, 'connect')
  return caller
}

const answered = ({ text }: Caller): boolean => text.includes('here')

async function asked(caller: Caller, path: string): Promise<Caller> {
  caller.ask(path)
  await until(() => answered(caller))
  return caller
}

connections('beyond the bound, the connection idle for longest is evicted, anonymous ones first', async () => {
  const { server, open, refused } = await bench(3)
  const withToken = await asked(await open(), '/token')
  const silent = await open()
  const without = await asked(await open(), '/')
  const fourth = await asked(await open(), '/')
  await until(() => !silent.isOpen())
  const fifth = await asked(await open(), '/token')
  await until(() => !without.isOpen())
  assert.equal([withToken.isOpen(), fourth.isOpen(), fifth.isOpen(), refused()], [true, true, true, 0])
  await asked(await open(), '/token')
  await until(() => !fourth.isOpen())
  await asked(await open(), '/token')
  await until(() => !withToken.isOpen())
  assert.is(refused(), 0)
  server.closeAllConnections()
  server.close()
})

connections('a connection with a request in progress is never evicted', async () => {
  const { server, open, refused, held } = await bench(2)
  const busy = [await open(), await open()]
  for (const caller of busy) caller.ask('/wait')
  await until(() => held.length === 2)
  const third = await open()
  await until(() => !third.isOpen())
  assert.is(refused(), 1)
  for (const answer of held) answer()
  await until(() => busy.every(answered))
  await asked(await open(), '/')
  assert.is(refused(), 1)
  server.closeAllConnections()
  server.close()
})

connections('an anonymous connection has a short keep-alive timeout, which is announced', async () => {
  const test = await startTestService()
  try {
    const health = await openCaller(test.service.port)
    health.ask('/health/live')
    await until(() => health.text.includes('ok'))
    assert.match(health.text, '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n')
    const caller = await openCaller(test.service.port)
    const askApi = (): boolean =>
      caller.socket.write(`GET /api/templates HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${test.acme.token}\r\n\r\n`)
    askApi()
    await until(() => caller.text.includes('Greeting'))
    assert.match(caller.text, /Keep-Alive: timeout=75\r\n/)
    await until(() => !health.isOpen())
    assert.ok(caller.isOpen())
    caller.ask('/health/live')
    await until(() => caller.text.includes('{"status":"ok"}'))
    assert.is(caller.text.match(/Keep-Alive: timeout=75\r\n/g)?.length, 2)
    caller.socket.destroy()
  } finally {
    await test.close()
  }
})

connections('an invalid token closes its connection', async () => {
  const test = await startTestService()
  try {
    for (const authorization of ['Authorization: Bearer pdft_guess\r\n', '']) {
      const caller = await openCaller(test.service.port)
      const request = `GET /api/templates HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`
      // A pipelined second guess is not read.
      caller.socket.write(request + request)
      await until(() => !caller.isOpen())
      assert.is(caller.text.match(/HTTP\/1\.1 401/g)?.length, 1)
      assert.match(caller.text, /\r\nConnection: close\r\n/i)
    }
  } finally {
    await test.close()
  }
})

connections('a refused connection gets 503 with Retry-After', async () => {
  const test = await startTestService({ PLATEN_CONNECTIONS: '1' })
  try {
    const busy = await openCaller(test.service.port)
    const { gate, open } = closedGate()
    const body = JSON.stringify({ data: { gate } })
    busy.socket.write(
      `POST /api/templates/${test.templateId}/pdf HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${test.acme.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await until(() => test.service.renderer.health().busy === 1)
    const caller = await openCaller(test.service.port)
    await until(() => !caller.isOpen())
    assert.match(caller.text, /^HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*Retry-After: 1\r\n[\s\S]*"code":"overloaded"/)
    open()
    await until(() => busy.text.includes('%%EOF'))
    await until(async () => {
      const next = await openCaller(test.service.port)
      next.ask('/health/live')
      await until(() => next.text !== '')
      next.socket.destroy()
      return next.text.includes('{"status":"ok"}')
    })
  } finally {
    await test.close()
  }
})

connections('the default bound leaves half of the file descriptors free', () => {
  const most = defaultConnectionLimit()
  assert.ok(Number.isInteger(most) && most >= 1 && most <= 4096, String(most))
})

connections.run()
