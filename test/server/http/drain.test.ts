// Graceful shutdown answers every request that has been sent.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Connections } from '../../../server/http/connections.ts'
import { drainOf } from '../../../server/http/drain.ts'
import { portOf } from '../support/port.ts'
import { until } from '../support/until.ts'

const drains = suite('drain')

/** Opens `count` connections, creates the marker file, sends a request on each and prints the responses or errors. */
const CALLERS = `
const [port, count, marker] = process.argv.slice(1)
const sockets = Array.from({ length: Number(count) }, () => require('node:net').connect(Number(port), '127.0.0.1'))
let open = 0
for (const socket of sockets) {
  let text = ''
  socket.on('connect', () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n')
    if (++open === sockets.length) require('node:fs').writeFileSync(marker, '')
  })
  socket.on('data', (bytes) => { text += bytes })
  socket.on('error', ({ code }) => { text = code })
  socket.on('close', () => console.log(text.split('\\r\\n')[0]))
}
`
const CALLS = 40

drains('accepts all connections in the accept queue before it closes the listener', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-drain-'))
  const marker = join(folder, 'open')
  const server = createServer((_, res) => res.setHeader('Connection', 'close').end('here'))
  const drain = drainOf(server, new Connections(server))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const callers = spawn(process.execPath, ['-e', CALLERS, String(portOf(server)), String(CALLS), marker])
  let said = ''
  callers.stdout.on('data', (bytes) => {
    said += bytes
  })
  const gone = new Promise((resolve) => callers.once('close', resolve))
  const ended = drain(20_000)
  // Blocks the event loop until all clients are connected and none is accepted, beyond the notice period.
  const start = performance.now()
  const waited = () => performance.now() - start
  while (waited() < 1000 || (!existsSync(marker) && waited() < 60_000));
  await Promise.all([ended, gone])
  rmSync(folder, { recursive: true })
  assert.equal(said.trim().split('\n'), Array(CALLS).fill('HTTP/1.1 200 OK'))
})

drains('keeps idle connections open while requests arrive on others', async () => {
  let now = 0
  const server = createServer((_, res) => res.end('here'))
  const drain = drainOf(server, new Connections(server, { now: () => now }))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const port = portOf(server)
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const ask = (agent: Agent): Promise<string | undefined> =>
    new Promise((resolve) => {
      get({ host: '127.0.0.1', port, agent }, (res) => res.resume().on('end', () => resolve(`${res.statusCode}`))).on(
        'error',
        ({ message }) => resolve(message),
      )
    })
  for (const agent of agents) assert.is(await ask(agent), '200')
  const ended = drain(60_000)
  await until(() => !server.listening)
  // Each connection is used once more, the last after it has been idle for longer than the linger time.
  for (const agent of agents) {
    now += 700
    await new Promise((resolve) => setTimeout(resolve, 150))
    assert.is(await ask(agent), '200')
  }
  now += 1000
  await until(() => agents.every(({ freeSockets }) => Object.keys(freeSockets).length === 0))
  now += 1000
  await ended
})

drains.run()
