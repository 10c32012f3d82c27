// Two servers on one PostgreSQL are one service. `npm run soak -- cluster` does the same for longer, with two processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/log.ts'
import { type Service, startService } from '../../server/service.ts'
import { programFile } from '../support/programs.ts'
import { type OwnPostgres, startOwnPostgres } from './support/postgres.ts'
import { saveTemplate } from './support/save-template.ts'
import { type Answer, type Call, FAKE_CHILD, send, startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

const cluster = suite('two servers')
let postgres: OwnPostgres
let environment: Record<string, string>
/** The first server, with teams and templates, and a second one on the same database. */
let test: TestService
let second: Service
cluster.before(async () => {
  postgres = await startOwnPostgres()
})
cluster.before.each(async () => {
  environment = { DATABASE_URL: await postgres.database(), PLATEN_DATABASE_CONNECTIONS: '8' }
})
cluster.after.each(async () => {
  await second?.close()
  await test?.close()
})
cluster.after(() => postgres.close())

async function startBoth(more: Record<string, string> = {}): Promise<void> {
  Object.assign(environment, more)
  test = await startTestService(environment)
  const settings = { PORT: '0', HOST: '127.0.0.1', PLATEN_CHILDREN: '1', PLATEN_RATE: '100000', PLATEN_DRAIN_SECONDS: '0', ...environment }
  const config = readConfig({ ...settings, PLATEN_DATA_DIR: join(test.folder, 'second') })
  second = await startService({ config, log: createLog('silent'), clock: test.clock, childScript: FAKE_CHILD })
  await second.renderer.ready()
}

const onFirst = (call: Call): Promise<Answer> => test.call(call)
const onSecond = (call: Call): Promise<Answer> => send(second.port, { token: test.acme.token, ...call })
const renderCall = (name: string, output?: string): Call => ({
  ...{ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: { name }, output } },
})

/** Sends requests to both servers until `work` is done; every answer must be right. Returns their number. */
async function underLoad(work: () => Promise<void>): Promise<number> {
  let [isOver, count] = [false, 0]
  const lane = async (n: number): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      const name = `lane ${n} ${i}`
      const answer = await (n % 2 === 0 ? onFirst : onSecond)(renderCall(name))
      assert.is(answer.status, 200, answer.text)
      assert.match(answer.text, `Hello ${name}\n`)
      count++
    }
  }
  const lanes = Array.from({ length: 6 }, (_, n) => lane(n))
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all(lanes)
  }
  return count
}

cluster('share templates, tokens and revocations, from the next request on', async () => {
  await startBoth()
  const count = await underLoad(async () => {
    for (let i = 0; i < 20; i++) {
      const { id, token } = await test.addToken(test.acme.id)
      const [revoking, other] = i % 2 === 0 ? [test.service, onSecond] : [second, onFirst]
      assert.is((await other({ path: '/api/templates', token })).status, 200)
      await revoking.store.revokeToken(test.acme.id, id)
      assert.is((await other({ path: '/api/templates', token })).status, 401)
    }
    const draft = { name: 'New', type: 'html', source: 'New {{name}}', meta: {}, variables: [] } as const
    const made = await saveTemplate(second.store, test.acme.id, draft)
    assert.match((await onFirst({ ...renderCall('x'), path: `/api/templates/${made!.id}/pdf` })).text, 'New x')
    await saveTemplate(second.store, test.acme.id, { ...draft, id: made!.id, source: 'Newer {{name}}' })
    assert.match((await onFirst({ ...renderCall('x'), path: `/api/templates/${made!.id}/pdf` })).text, 'Newer x')
  })
  assert.ok(count > 20)
})

cluster("serve each other's URLs for fifteen minutes, and sweep each file once", async () => {
  await startBoth()
  const paths: string[] = []
  await underLoad(async () => {
    for (let i = 0; i < 30; i++) {
      const { json, text } = await (i % 2 === 0 ? onFirst : onSecond)(renderCall(`N${i}`, 'url'))
      assert.ok(json.url !== undefined, text)
      paths.push(new URL(json.url).pathname)
    }
    const fromOther = (i: number): Promise<Answer> => (i % 2 === 0 ? onSecond : onFirst)({ path: paths[i]!, token: null })
    test.clock.advance(15 * 60_000 - 1)
    for (const i of paths.keys()) assert.match((await fromOther(i)).text, `Hello N${i}\n`)
    test.clock.advance(1)
    for (const i of paths.keys()) assert.is((await fromOther(i)).status, 410)
  })
  // A file that is never requested is swept by one of both: their counts add up.
  const before = await sweptByBoth(0)
  for (let i = 0; i < 50; i++) await (i % 2 === 0 ? onFirst : onSecond)(renderCall(`S${i}`, 'url'))
  test.clock.advance(15 * 60_000)
  assert.is((await sweptByBoth(before + 50)) - before, 50)
})

/** The files that both servers report as removed, once none is left and the sum is right. */
async function sweptByBoth(least: number): Promise<number> {
  const left = async (): Promise<number> =>
    Number((await postgres.query(environment['DATABASE_URL']!, 'SELECT count(*) AS n FROM platen.outputs'))[0]?.['n'])
  const both = async (): Promise<number> => (await sweptBy(onFirst)) + (await sweptBy(onSecond))
  await until(async () => (await left()) === 0 && (await both()) >= least)
  return both()
}

async function sweptBy(call: (call: Call) => Promise<Answer>): Promise<number> {
  const { text } = await call({ path: '/metrics' })
  return Number(/^platen_outputs_removed_total(?:\{\})? (\d+)$/m.exec(text)?.[1] ?? 0)
}

cluster('share one rate limit', async () => {
  await startBoth({ PLATEN_RATE: '40' })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? onFirst : onSecond)({ path: '/api/templates' })))
  assert.is(answers.filter(({ status }) => status === 200).length, 40)
  assert.is(answers.filter(({ status }) => status === 429).length, 20)
  assert.is((await onSecond({ path: '/api/templates', token: test.other.token })).headers['x-ratelimit-remaining'], '39')
})

cluster('answer 503 with Retry-After while the database is away, and recover when it is back', async () => {
  await startBoth()
  const restarting = postgres.restart()
  let isBack = false
  void restarting.then(() => {
    isBack = true
  })
  const seen = new Set<number>()
  while (!isBack) {
    const answer = await onFirst(renderCall('x'))
    seen.add(answer.status)
    if (answer.status === 503) assert.ok(Number(answer.headers['retry-after']) > 0)
  }
  assert.equal(
    [...seen].filter((status) => status !== 200 && status !== 503),
    [],
  )
  // Within five seconds, as `npm run soak -- postgres-restart` measures.
  await until(async () => (await onFirst(renderCall('x'))).status === 200 && (await onSecond(renderCall('x'))).status === 200)
})

cluster('an asset that one stores both serve, and one of two uploads that expect the same state is taken', async () => {
  await startBoth()
  const put = (body: string, headers: Call['headers'] = {}): Call => ({
    ...{ method: 'PUT', path: '/api/assets/a.css', body },
    headers: { 'Content-Type': 'text/css', ...headers },
  })
  const get = { path: '/api/assets/a.css' }
  assert.is((await onFirst(put('a{}'))).status, 201)
  const { text, headers } = await onSecond(get)
  assert.is(text, 'a{}')
  for (let round = 0; round < 5; round++) {
    const match = { 'If-Match': String((await onFirst(get)).headers.etag ?? headers.etag) }
    const answers = await Promise.all([onFirst(put(`first${round}{}`, match)), onSecond(put(`second${round}{}`, match))])
    assert.equal(answers.map(({ status }) => status).sort(), [200, 412])
    const hash = answers.find(({ status }) => status === 200)?.json.hash
    for (const ask of [onFirst, onSecond]) assert.is((await ask(get)).headers.etag, `"${hash}"`)
  }
  // Both may store the same bytes at once: they are kept once.
  const same = await Promise.all(
    ['x', 'y'].map((name, i) => (i === 0 ? onFirst : onSecond)({ ...put('same{}'), path: `/api/assets/${name}.css` })),
  )
  assert.equal(
    same.map(({ status }) => status),
    [201, 201],
  )
  const [row] = await postgres.query(
    String(environment['DATABASE_URL']),
    `SELECT count(*) AS files FROM platen.asset_files WHERE hash = '${same[0]!.json.hash}'`,
  )
  assert.is(Number(row?.['files']), 1)
})

cluster.run()

const killing = suite('two server processes')
const MAIN = programFile('test/server/support/fake-main')
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let own: OwnPostgres
killing.before(async () => {
  own = await startOwnPostgres()
})
killing.after(() => own.close())

interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly text: string
}

async function start(url: string, folder: string): Promise<Running> {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    PLATEN_DATA_DIR: folder,
    PLATEN_CHILDREN: '1',
    PLATEN_RATE: '100000',
    PLATEN_LOG: 'silent',
  }
  const env = { PATH: process.env['PATH'], ...settings, DATABASE_URL: url }
  const child = spawn(process.execPath, [MAIN], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const isUp = (): boolean => /^(curl|Make a token|Another server)/m.test(text)
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (isUp()) resolve()
    })
    child.on('close', () => resolve())
  })
  assert.ok(isUp(), text)
  return { child, port: Number(/localhost:(\d+)/.exec(text)?.[1]), text }
}

killing('when one is killed, no request of the other and no answered document is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const url = await own.database()
  // Started together on an empty database: one of them seeds it.
  const both = await Promise.all([start(url, join(folder, 'a')), start(url, join(folder, 'b'))])
  const filled = both.filter(({ text }) => /pdft_/.test(text))
  assert.is(filled.length, 1)
  const token = /Bearer (pdft_\w+)/.exec(filled[0]!.text)![1]!
  const path = /http:\/\/localhost:\d+(\/\S+)/.exec(filled[0]!.text.slice(filled[0]!.text.indexOf('curl ')))![1]!
  const [doomed, survivor] = both
  const answered: string[] = []
  const failed: number[] = []
  let isOver = false
  const lane = async ({ port }: Running, isDoomed: boolean): Promise<void> => {
    while (!isOver) {
      const answer = await send(port, { method: 'POST', path, token, body: { data: { sleep: 5 }, output: 'url' } }).catch(() => undefined)
      if (answer?.status === 200) answered.push(new URL(answer.json.url).pathname)
      else if (isDoomed) return
      else failed.push(answer?.status ?? 0)
    }
  }
  const lanes = [0, 1, 2].flatMap(() => [lane(doomed, true), lane(survivor, false)])
  await until(() => answered.length > 20)
  doomed.child.kill('SIGKILL')
  const before = answered.length
  await until(() => answered.length > before + 10 || failed.length > 0)
  isOver = true
  await Promise.all(lanes)
  assert.equal(failed, [])
  for (const path of answered) assert.is((await send(survivor.port, { path })).status, 200)
  survivor.child.kill('SIGTERM')
  await new Promise((resolve) => survivor.child.on('close', resolve))
  rmSync(folder, { recursive: true, force: true })
})

killing.run()
