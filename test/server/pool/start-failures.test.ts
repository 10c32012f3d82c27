// Workers that cannot be started: the service stays up, answers 503, and recovers by itself.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closeOpen, deaths, isUp, killChildren, start } from '../support/pool-bench.ts'
import { type Running, startProcess } from '../support/running.ts'
import { type Answer, send } from '../support/service.ts'
import { until } from '../support/until.ts'

const pool = suite('pool: failed starts')
pool.after.each(closeOpen)

pool('without a temporary directory renderings are refused, until it is back', async () => {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'platen-temporary-'))
  process.env['TMPDIR'] = folder
  try {
    const bench = await start({ workers: 2 })
    renameSync(folder, `${folder}-gone`)
    killChildren()
    await until(() => deaths(bench.events).filter((kind) => kind === 'start-failed').length >= 3)
    const refused = await bench.render({ name: 'Ann' })
    assert.is(refused.kind, 'overloaded')
    assert.ok(refused.kind === 'overloaded' && refused.secondsToWait >= 1)
    // One attempt at a time, at growing intervals: 100 + 200 + 400 ms for the first four.
    const [count, since] = [deaths(bench.events).length, performance.now()]
    await until(() => performance.now() - since > 1000)
    assert.ok(deaths(bench.events).length - count <= 2, deaths(bench.events).join(' '))
    renameSync(`${folder}-gone`, folder)
    await until(() => bench.renderer.health().ready === 2)
    await isUp(bench)
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true })
  }
})
pool.run()

const service = suite('service without file descriptors')

/** Returns the token of a new store. */
async function tokenOf(running: Running): Promise<string> {
  return /Bearer (pdft_\w+)/.exec(await running.saying('-o invoice.pdf'))![1]!
}

const limitDescriptors = ({ child }: Running, most: number): void => {
  assert.is(spawnSync('prlimit', ['--pid', String(child.pid), `--nofile=${most}:`]).status, 0)
}
const killRenderers = ({ child }: Running): void => {
  spawnSync('pkill', ['-KILL', '-P', String(child.pid), '-f', 'fake-child'])
}
const render = async (running: Running, token: string): Promise<Answer> => {
  const [template] = (await send(running.port, { path: '/api/templates', token })).json
  return send(running.port, { method: 'POST', path: `/api/templates/${template.id}/pdf`, token, body: { data: {} } })
}

if (spawnSync('prlimit', ['--version']).status === 0) {
  service('lives, says so, and recovers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    const running = await startProcess(folder, { PLATEN_RATE: '100000' })
    try {
      const token = await tokenOf(running)
      const idle = await openIdle(running.port, 1)
      // None beyond the standard streams: everything opened from here on fails, connections too.
      limitDescriptors(running, 3)
      killRenderers(running)
      await until(() => (running.logs().match(/"cause":"start-failed"/g)?.length ?? 0) >= 3)
      for (let i = 0; i < 20; i++) await openIdle(running.port, 5)
      // A connection that was open before is served.
      const ready = await ask(idle[0]!, '/health/ready')
      assert.match(ready, /^HTTP\/1\.1 503 [\s\S]*"renderer":"starting"/)
      assert.match(await ask(idle[0]!, '/metrics'), /^HTTP\/1\.1 200 [\s\S]*platen_children_ready 0\n/)
      limitDescriptors(running, 1000)
      await until(async () => (await render(running, token)).status === 200)
      assert.is(running.child.exitCode, null)
    } finally {
      running.child.kill('SIGTERM')
      assert.is(await running.ended, 0, running.logs().slice(-2000))
      rmSync(folder, { recursive: true, force: true })
    }
  })

  service('has descriptors for renderings left, however many connect and say nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    const running = await startProcess(folder, { PLATEN_RATE: '100000', PLATEN_CONNECTIONS: '40' })
    try {
      const token = await tokenOf(running)
      limitDescriptors(running, 120)
      await openIdle(running.port, 400)
      killRenderers(running)
      await until(async () => (await render(running, token).catch(() => undefined))?.status === 200)
      assert.not.match(running.logs(), '"cause":"start-failed"')
    } finally {
      running.child.kill('SIGTERM')
      assert.is(await running.ended, 0)
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** Idle connections; those that the server closes do no harm. */
function openIdle(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  for (const socket of sockets) socket.unref()
  return Promise.all(
    sockets.map(
      (socket) => new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket))),
    ),
  )
}

function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.ref()
    let text = ''
    const onData = (bytes: Buffer): void => {
      text += bytes
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      const end = text.indexOf('\r\n\r\n')
      if (end < 0 || Buffer.byteLength(text.slice(end + 4)) < length) return
      socket.off('data', onData)
      resolve(text)
    }
    socket.on('data', onData).once('close', () => reject(new Error('the connection was closed')))
  })
}

service.run()
