// Health checks, metrics, the OpenAPI document, and the lifecycle of the process.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createRouter } from '../../../server/app.ts'
import { readConfig, redacted } from '../../../server/config.ts'
import type { AppDeps } from '../../../server/http/deps.ts'
import { boundedLabel } from '../../../server/metrics.ts'
import { readSamples } from '../../../server/samples.ts'
import { programFile } from '../../support/programs.ts'
import { closedGate } from '../support/gate.ts'
import { portOf } from '../support/port.ts'
import { type Running, startProcess } from '../support/running.ts'
import { send, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const operations = suite('operations')
let test: TestService
operations.before(async () => {
  // A spare process would be counted once it is ready.
  test = await startTestService({ PLATEN_SPARES: '0' })
})
operations.after(() => test.close())

operations('health checks', async () => {
  assert.equal((await test.call({ path: '/health/live', token: null })).json, { status: 'ok' })
  const ready = await test.call({ path: '/health/ready', token: null })
  assert.is(ready.status, 200)
  assert.equal(ready.json, { status: 'ok', checks: { server: 'ok', store: 'ok', renderer: 'ok' } })
})

operations('metrics count requests by route, not by address', async () => {
  await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: {} } })
  await test.call({ path: '/d/nothing-to-see', token: null })
  const { text, headers } = await test.call({ path: '/metrics', token: null })
  assert.match(headers['content-type'] ?? '', 'text/plain; version=0.0.4')
  assert.match(text, 'platen_requests_total{route="/api/templates/:id/pdf",method="POST",status="200"} 1\n')
  assert.match(text, 'platen_requests_total{route="/d/:secret",method="GET",status="404"} 1\n')
  assert.match(text, 'platen_render_seconds_count{kind="render",outcome="rendered"} 1\n')
  // Which templates exist and how often they are used is private to their teams.
  assert.not.match(text, test.templateId)
  assert.not.match(text, 'platen_template_seconds')
  assert.match(text, 'platen_children_ready 1\n')
  assert.match(text, /^platen_queue_length 0$/m)
  assert.match(text, /^platen_child_starts_total 1$/m)
  assert.match(text, /^platen_output_expiry_lag_seconds 0$/m)
  assert.not.match(text, 'nothing-to-see')
})

operations('the metrics listener includes the series by template', async () => {
  const port = await freePort()
  const own = await startTestService({ PLATEN_METRICS_PORT: String(port) })
  await own.call({ method: 'POST', path: `/api/templates/${own.templateId}/pdf`, body: { data: {} } })
  const { text, headers } = await send(port, { path: '/metrics' })
  assert.match(headers['content-type'] ?? '', 'text/plain; version=0.0.4')
  assert.match(text, `platen_template_seconds_count{template="${own.templateId}"} 1\n`)
  assert.match(text, 'platen_render_seconds_count{kind="render",outcome="rendered"} 1\n')
  assert.is((await send(port, { path: '/api/templates', token: own.acme.token })).status, 404)
  assert.not.match((await own.call({ path: '/metrics' })).text, own.templateId)
  await own.close()
  assert.match(String(await send(port, { path: '/metrics' }).catch((error: unknown) => error)), 'ECONNREFUSED')
})

operations('a label has a bounded number of values', () => {
  const label = boundedLabel(2)
  assert.equal(['a', 'b', 'a', 'c', 'b', 'd'].map(label), ['a', 'b', 'a', 'other', 'b', 'other'])
})

operations('settings are logged without secrets', () => {
  const url = 'postgres://someone:hunter2@db.example:5432/platen?sslpassword=hunter3'
  const printed = JSON.stringify(redacted(readConfig({ DATABASE_URL: url, PLATEN_S3_KEY: 'hunter5', PLATEN_S3_SECRET: 'hunter4' })))
  assert.not.match(printed, /hunter\d|someone/)
  assert.match(printed, '"DATABASE_URL":"postgres://***@db.example:5432/platen"')
  assert.match(printed, '"PLATEN_S3_SECRET":"***"')
})

operations('the OpenAPI document describes every route and no other', async () => {
  const { json, status } = await test.call({ path: '/openapi.json', token: null })
  assert.is(status, 200)
  assert.is(json.openapi, '3.1.0')
  const described = Object.entries<object>(json.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters' && key !== 'head')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  // Registering routes uses no dependency.
  const router = createRouter({ web: {} } as AppDeps)
  const real = router.stack
    .filter((layer) => layer.methods.length > 0)
    .map((layer) => `${layer.methods.filter((method) => method !== 'HEAD')[0]} ${String(layer.path).replace(/[:*](\w+)/g, '{$1}')}`)
  assert.equal(described.sort(), real.sort())
  const references = JSON.stringify(json).match(/#\/components\/schemas\/\w+/g) ?? []
  for (const reference of references) assert.ok(json.components.schemas[reference.split('/').at(-1)!], reference)
})

operations.run()

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const port = portOf(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const life = suite('service lifecycle')
const root = fileURLToPath(new URL('../../..', import.meta.url))
const metricsOf = async ({ port }: Running): Promise<string> => (await send(port, { path: '/metrics' })).text
const isRendering = async (running: Running): Promise<boolean> => /^platen_children_busy 1$/m.test(await metricsOf(running))

life('a new store gets a team, a token, the samples and a curl command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const first = await startProcess(folder)
  const line = (await first.saying('-o invoice.pdf'))
    .split('\n')
    .find((line) => line.startsWith('curl '))!
    .trim()
  assert.match(
    line,
    /^curl -X POST http:\/\/localhost:\d+\/api\/templates\/\w+\/pdf -H 'Authorization: Bearer pdft_\w+' -H 'Content-Type: application\/json' -d '\{.*\}' -o invoice\.pdf$/,
  )
  const token = /Bearer (pdft_\w+)/.exec(line)![1]!
  const { json } = await send(first.port, { path: '/api/templates', token })
  assert.equal(
    json.map((template: { name: string }) => template.name).sort(),
    readSamples()
      .map((sample) => sample.name)
      .sort(),
  )
  if (spawnSync('curl', ['--version']).status === 0) {
    assert.is(spawnSync('sh', ['-c', `${line} -s`], { cwd: folder }).status, 0)
    assert.match(readFileSync(join(folder, 'invoice.pdf'), 'utf8'), '%PDF')
  } else assert.not.ok(process.env['PLATEN_REQUIRE_TOOLS'], 'curl is needed')
  assert.not.match(first.logs(), token)
  first.child.kill('SIGTERM')
  assert.is(await first.ended, 0)

  const second = await startProcess(folder)
  assert.match(await second.saying('tokens create'), 'Make a token with')
  assert.not.match(second.lines(), 'pdft_')
  assert.is((await send(second.port, { path: '/api/templates', token })).status, 200)
  second.child.kill('SIGTERM')
  assert.is(await second.ended, 0)
  rmSync(folder, { recursive: true })
})

life('SIGTERM fails readiness at once and finishes accepted requests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  // Without a spare process, which would take the second while the first takes long.
  const running = await startProcess(folder, { PLATEN_SPARES: '0' })
  const curl = await running.saying('-o invoice.pdf')
  const [, path] = /http:\/\/localhost:\d+(\/\S+)/.exec(curl.slice(curl.indexOf('curl ')))!
  const token = /Bearer (pdft_\w+)/.exec(curl)![1]!
  // One renders, the other waits in the queue.
  const { gate, open } = closedGate()
  const slow = [1, 2].map(() => send(running.port, { method: 'POST', path: path!, token, body: { data: { gate } } }))
  await until(async () => (await isRendering(running)) && /^platen_queue_length 1$/m.test(await metricsOf(running)))
  running.child.kill('SIGTERM')
  let ready = await send(running.port, { path: '/health/ready' })
  // The readiness check may precede the signal, but must precede the end of the renderings, after which nothing answers.
  await until(async () => {
    ready = await send(running.port, { path: '/health/ready' })
    return ready.status === 503
  })
  assert.is(ready.json.checks.server, 'stopping')
  assert.is(ready.headers.connection, 'close')
  open()
  for (const answer of await Promise.all(slow)) assert.is(answer.status, 200, answer.text + running.logs())
  assert.is(await running.ended, 0)
  rmSync(folder, { recursive: true })
})

life('a hanging rendering process does not outlive a killed server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const running = await startProcess(folder)
  const curl = await running.saying('-o invoice.pdf')
  const [, path] = /http:\/\/localhost:\d+(\/\S+)/.exec(curl.slice(curl.indexOf('curl ')))!
  const token = /Bearer (pdft_\w+)/.exec(curl)![1]!
  const children =
    spawnSync('pgrep', ['-P', String(running.child.pid)])
      .stdout?.toString()
      .trim()
      .split('\n')
      .map(Number) ?? []
  // Longer than a test waits.
  send(running.port, { method: 'POST', path: path!, token, body: { data: { spin: 600_000 } } }).catch(() => {})
  await until(() => isRendering(running))
  running.child.kill('SIGKILL')
  await running.ended
  // Dead, though perhaps not reaped yet by its new parent.
  const alive = (): RegExpMatchArray | null =>
    spawnSync('ps', ['-o', 'pid=', '-o', 'stat=', '-p', children.join(',')])
      .stdout.toString()
      .match(/^.*\s[^Z\s]\S*$/gm)
  await until(() => alive() === null)
  rmSync(folder, { recursive: true })
})

life('an unreachable database is reported without its password', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const url = 'postgres://someone:hunter2@127.0.0.1:9/none?connect_timeout=1'
  const away = await startProcess(folder, { DATABASE_URL: url, PLATEN_START_SECONDS: '1', PLATEN_LOG: 'trace' })
  assert.is(await away.ended, 1)
  assert.match(away.lines(), /platen cannot start: the store is unavailable: .*ECONNREFUSED/)
  assert.not.match(away.lines() + away.logs(), 'hunter2')
  rmSync(folder, { recursive: true })
})

life('invalid settings and an occupied port end with a message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const wrong = await startProcess(folder, { PLATEN_RATE: 'many' })
  assert.is(await wrong.ended, 1)
  assert.match(wrong.lines(), 'platen cannot start: PLATEN_RATE must be a whole number from 1 to 1000000000, not ')
  const blocker = createServer()
  const port = await new Promise<number>((resolve) => blocker.listen(0, '127.0.0.1', () => resolve(portOf(blocker))))
  const taken = await startProcess(folder, { PORT: String(port) })
  assert.is(await taken.ended, 1)
  assert.match(taken.lines(), 'EADDRINUSE')
  blocker.close()
  rmSync(folder, { recursive: true })
})

life('`npm start` forwards signals and leaves no process behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  // Our own package.json.
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  // The script as npm runs it, with a program of tests instead of the build.
  const source = programFile('test/server/support/fake-main')
  const command = scripts['start']!.replace('.dist/server/main.js', source)
  assert.match(command, source)
  const environment = { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', PLATEN_DATA_DIR: folder, PLATEN_CHILDREN: '1' }
  const shell = spawn('sh', ['-c', command], { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
  let out = ''
  shell.stdout.on('data', (chunk) => {
    out += chunk
  })
  await until(() => out.includes('-o invoice.pdf'))
  const port = Number(/localhost:(\d+)/.exec(out)?.[1])
  const ended = new Promise((resolve) => shell.once('exit', (code) => resolve(code)))
  // The exit code of the shell, to which npm forwards its signal.
  shell.kill('SIGTERM')
  assert.is(await ended, 0)
  assert.match(String(await send(port, { path: '/health/live' }).catch((error: unknown) => error)), 'ECONNREFUSED')
  rmSync(folder, { recursive: true })
})

life('an outdated build is detected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-built-'))
  const script = join(root, 'server/deploy/built.mjs')
  const built = (...words: string[]): number | null => spawnSync(process.execPath, [script, ...words], { cwd: folder }).status
  for (const name of ['engine', 'server', 'fonts', '.build', '.dist']) mkdirSync(join(folder, name))
  for (const name of ['package-lock.json', 'tsconfig.json', '.tsconfig.build.json']) writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, 'server/main.ts'), 'one')
  assert.is(built('--check'), 1)
  assert.is(built(), 0)
  assert.is(built('--check'), 0)
  // Changed times without changed contents.
  writeFileSync(join(folder, 'server/main.ts'), 'one')
  assert.is(built('--check'), 0)
  writeFileSync(join(folder, 'server/main.ts'), 'two')
  assert.is(built('--check'), 1)
  assert.is(built(), 0)
  writeFileSync(join(folder, 'server/more.ts'), '')
  assert.is(built('--check'), 1)
  rmSync(folder, { recursive: true })
})

life.run()
