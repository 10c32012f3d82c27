// Generated files: their URLs, their expiry, and what remains after failures.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFolder } from '../../../server/outputs/files.ts'
import { createOutputs, type Outputs } from '../../../server/outputs/outputs.ts'
import { makeSecret, wasIssued } from '../../../server/outputs/secret.ts'
import { startSweeper } from '../../../server/outputs/sweeper.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { programFile } from '../../support/programs.ts'
import { type Answer, startTestService, type TestClock, type TestService, testClock } from '../support/service.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000

const urls = suite('download urls')
let test: TestService
urls.before(async () => {
  test = await startTestService()
})
urls.after(() => test.close())

const makeUrl = async (): Promise<string> => {
  const { json } = await test.call({
    method: 'POST',
    path: `/api/templates/${test.templateId}/pdf`,
    body: { data: { name: 'Ann' }, output: 'url' },
  })
  return new URL(json.url).pathname
}
const fetchUrl = (path: string, method = 'GET'): Promise<Answer> => test.call({ path, method, token: null })
const files = (folder: string): string[] => readdirSync(join(folder, 'outputs'))

urls('work for everybody who knows them, any number of times', async () => {
  const path = await makeUrl()
  for (let i = 0; i < 3; i++) {
    const answer = await fetchUrl(path)
    assert.is(answer.status, 200)
    assert.match(answer.text, 'Hello Ann')
    assert.is(answer.headers['content-type'], 'application/pdf')
    assert.is(answer.headers['content-length'], String(answer.bytes.length))
    assert.is(answer.headers['cache-control'], 'private, no-store')
    assert.is(answer.headers['content-disposition'], 'inline; filename=Greeting.pdf')
  }
  const head = await fetchUrl(path, 'HEAD')
  assert.is(head.status, 200)
  assert.is(head.bytes.length, 0)
  assert.is(head.headers['content-length'], String((await fetchUrl(path)).bytes.length))
})

urls('are read in ranges, and again only when they changed', async () => {
  const path = await makeUrl()
  const whole = await fetchUrl(path)
  const { etag } = whole.headers
  const { length } = whole.bytes
  assert.match(etag ?? '', /^"[0-9a-f]{64}"$/)
  assert.is(whole.headers['accept-ranges'], 'bytes')
  assert.is((await fetchUrl(path, 'HEAD')).headers.etag, etag)
  const get = (headers: Record<string, string>, method = 'GET'): Promise<Answer> => test.call({ path, method, token: null, headers })
  const parts: readonly [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, length - 1],
    ['bytes=5-9', 5, 9],
    ['bytes = 5 - 9', 5, 9],
    ['BYTES=5-99999999999999999999', 5, length - 1],
    ['bytes=-4', length - 4, length - 1],
    ['bytes=-99999', 0, length - 1],
    [`bytes=${length - 1}-`, length - 1, length - 1],
  ]
  for (const [range, start, end] of parts) {
    const answer = await get({ Range: range })
    assert.is(answer.status, 206, range)
    assert.is(answer.headers['content-range'], `bytes ${start}-${end}/${length}`, range)
    assert.is(answer.headers['content-length'], String(end - start + 1), range)
    assert.is(answer.headers['content-type'], 'application/pdf')
    assert.ok(answer.bytes.equals(whole.bytes.subarray(start, end + 1)), range)
  }
  for (const range of ['bytes=0-1,3-4', 'bytes=9-5', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=0', '']) {
    const answer = await get({ Range: range })
    assert.is(answer.status, 200, range)
    assert.ok(answer.bytes.equals(whole.bytes), range)
  }
  for (const range of [`bytes=${length}-`, 'bytes=99999999-', 'bytes=-0']) {
    const answer = await get({ Range: range })
    assert.equal([answer.status, answer.json.code], [416, 'range_not_satisfiable'], range)
    assert.is(answer.headers['content-range'], `bytes */${length}`)
  }
  assert.is((await get({ Range: 'bytes=0-3', 'If-Range': etag! })).status, 206)
  for (const other of ['"x"', `W/${etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT'])
    assert.is((await get({ Range: 'bytes=0-3', 'If-Range': other })).status, 200, other)
  assert.is((await get({ Range: 'bytes=0-3' }, 'HEAD')).headers['content-length'], String(length))
  for (const known of [etag!, `W/${etag}`, `"x", ${etag}`, '*'])
    for (const method of ['GET', 'HEAD']) {
      const answer = await get({ 'If-None-Match': known, Range: 'bytes=0-3' }, method)
      assert.equal([answer.status, answer.bytes.length, answer.headers.etag], [304, 0, etag], known)
      assert.is(answer.headers['cache-control'], 'private, no-store')
    }
  assert.is((await get({ 'If-None-Match': '"x"' })).status, 200)
  test.clock.advance(15 * MINUTE)
  assert.is((await get({ 'If-None-Match': etag! })).status, 410)
})

urls('expire after exactly 15 minutes, and so does the file', async () => {
  // Files of earlier tests may be swept meanwhile: only names that are new count.
  const before = new Set(files(test.folder))
  const path = await makeUrl()
  assert.is(files(test.folder).filter((file) => !before.has(file)).length, 1)
  test.clock.advance(15 * MINUTE - 1000) // 14:59
  assert.is((await fetchUrl(path)).status, 200)
  test.clock.advance(999) // 14:59.999
  assert.is((await fetchUrl(path)).status, 200)
  test.clock.advance(1) // 15:00
  const [get, head] = [await fetchUrl(path), await fetchUrl(path, 'HEAD')]
  assert.is(get.status, 410)
  assert.is(get.json.code, 'url_expired')
  assert.is(get.headers['cache-control'], 'private, no-store')
  assert.is(head.status, 410)
  await until(() => files(test.folder).length === 0)
})

urls('that are never requested are swept too, and answer 410 long after', async () => {
  const path = await makeUrl()
  test.clock.advance(15 * MINUTE)
  await until(() => files(test.folder).length === 0)
  test.clock.advance(365 * 24 * 60 * MINUTE)
  assert.is((await fetchUrl(path)).status, 410)
})

urls('that were never issued answer 404', async () => {
  const path = await makeUrl()
  for (const guess of [
    '/d/x',
    '/d/',
    `${path}x`,
    path.slice(0, -1),
    path.toLowerCase(),
    `/d/${makeSecret('00'.repeat(32))}`,
    '/d/%2e%2e',
    `/d/${'A'.repeat(59)}`,
  ]) {
    const answer = await fetchUrl(guess)
    assert.is(answer.status, 404)
    assert.is(answer.json.code, 'not_found')
  }
})

urls('of a damaged file are not served', async () => {
  const path = await makeUrl()
  for (const file of files(test.folder)) truncateSync(join(test.folder, 'outputs', file), 10)
  assert.is((await fetchUrl(path)).status, 404)
})

urls('are refused when the folder cannot be written, while pdf output works', async () => {
  const folder = join(test.folder, 'outputs')
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'in the way')
  const call = (output: string): Promise<Answer> =>
    test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: {}, output } })
  const refused = await call('url')
  assert.is(refused.status, 503)
  assert.is(refused.json.code, 'overloaded')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.is((await call('pdf')).status, 200)
  rmSync(folder)
  await openFolder(folder)
  assert.is((await call('url')).status, 200)
})
urls.run()

const outputs = suite('outputs')
interface Bench {
  readonly folder: string
  readonly clock: TestClock
  readonly store: Store
  readonly outputs: Outputs
  readonly teamId: string
  readonly close: () => Promise<void>
}
const bench = async (folder = mkdtempSync(join(tmpdir(), 'platen-test-'))): Promise<Bench> => {
  const clock = testClock()
  const { store } = await openSqliteStore(folder, clock)
  const outputs = await createOutputs({
    store,
    files: await openFolder(join(folder, 'outputs')),
    clock,
    msLife: 15 * MINUTE,
    msPending: MINUTE,
  })
  const teamId = (await store.teams())[0]?.id ?? (await store.addTeam('Acme')).id
  const close = async (): Promise<void> => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, clock, store, outputs, teamId, close }
}

outputs('a pending row older than any rendering is removed with its partial file', async () => {
  const { folder, clock, store, outputs, teamId, close } = await bench()
  const now = clock.now()
  const row = { secretHash: 'h', fileName: 'x.pdf', createdAt: now, expiresAt: now + 15 * MINUTE }
  const { id } = await store.addOutput(teamId, row)
  writeFileSync(join(folder, 'outputs', `${id}.part`), 'hel')
  assert.equal(await outputs.sweep(), { removed: 0, msLag: 0 })
  clock.advance(MINUTE + 1)
  assert.is((await outputs.sweep()).removed, 1)
  assert.equal(files(folder), [])
  await close()
})

outputs('reconciling removes files without rows and rows without files, and nothing else', async () => {
  const { folder, outputs, teamId, close } = await bench()
  const kept = await outputs.save(teamId, [Buffer.from('hello')], 'a.pdf')
  const lost = await outputs.save(teamId, [Buffer.from('gone')], 'b.pdf')
  const [file] = files(folder).filter((name) => readFileSync(join(folder, 'outputs', name), 'utf8') === 'gone')
  rmSync(join(folder, 'outputs', file!))
  writeFileSync(join(folder, 'outputs', 'orphan.pdf'), 'x')
  writeFileSync(join(folder, 'outputs', 'orphan2.part'), 'x')
  assert.equal(await outputs.reconcile(), { files: 2, rows: 1 })
  assert.is(files(folder).length, 1)
  const opened = await outputs.open(kept)
  assert.is(opened.kind, 'open')
  if (opened.kind === 'open') (await opened.read())?.destroy()
  assert.is((await outputs.open(lost)).kind, 'expired')
  await close()
})

outputs('an expired file stays expired when the clock is set back', async () => {
  const { clock, outputs, teamId, close } = await bench()
  const secret = await outputs.save(teamId, [Buffer.from('hello')], 'a.pdf')
  clock.advance(16 * MINUTE)
  assert.is((await outputs.open(secret)).kind, 'expired')
  clock.advance(-16 * MINUTE)
  assert.is((await outputs.open(secret)).kind, 'expired')
  await close()
})

outputs('a thousand files are removed in one sweep', async () => {
  const { clock, store, outputs, teamId, close } = await bench()
  const now = clock.now()
  for (let i = 0; i < 1000; i++) {
    await store.addOutput(teamId, {
      secretHash: `h${i}`,
      fileName: 'x.pdf',
      createdAt: now,
      expiresAt: now + MINUTE,
    })
  }
  clock.advance(MINUTE + 7)
  assert.equal(await outputs.sweep(), { removed: 1000, msLag: 7 })
  await close()
})

outputs('are swept every second, one sweep after the other', async () => {
  const { folder, clock, outputs, teamId, close } = await bench()
  const looks: { readonly ms: number; readonly call: () => void }[] = []
  const every = (ms: number, call: () => void): (() => void) => {
    looks.push({ ms, call })
    return () => {}
  }
  const swept: number[] = []
  const fail = (error: unknown): void => assert.unreachable(String(error))
  const events = { onSwept: ({ removed }: { removed: number }) => void swept.push(removed), onReconciled: () => {}, onError: fail }
  const stop = startSweeper(outputs, events, { every })
  assert.equal(
    looks.map(({ ms }) => ms),
    [1000, 24 * 60 * MINUTE],
  )
  await outputs.save(teamId, [Buffer.from('hello')], 'a.pdf')
  clock.advance(15 * MINUTE)
  for (let i = 0; i < 3; i++) looks[0]!.call()
  await stop()
  assert.equal([files(folder), swept], [[], [1]])
  await close()
})

outputs('a failed write leaves neither row nor file', async () => {
  const { folder, outputs, teamId, store, clock, close } = await bench()
  if (process.getuid?.() === 0) rmSync(join(folder, 'outputs'), { recursive: true })
  else chmodSync(join(folder, 'outputs'), 0o500)
  const error = await outputs.save(teamId, [Buffer.from('hello')], 'a.pdf').catch((thrown: unknown) => thrown)
  assert.is((error as Error).name, 'Unavailable')
  assert.is((await store.claimStaleOutputs(clock.now() + 100 * MINUTE, 0, 10)).length, 0)
  if (existsSync(join(folder, 'outputs'))) chmodSync(join(folder, 'outputs'), 0o700)
  await close()
})

outputs('secrets have 256 random bits and a MAC', () => {
  const key = 'ab'.repeat(32)
  const secrets = Array.from({ length: 1000 }, () => makeSecret(key))
  assert.is(new Set(secrets.map((secret) => secret.slice(0, 43))).size, 1000)
  assert.ok(secrets.every((secret) => wasIssued(key, secret) && !wasIssued('cd'.repeat(32), secret)))
  assert.is(wasIssued(key, `A${secrets[0]!.slice(1)}`) && secrets[0]![0] !== 'A', false)
})

outputs('a kill at any moment loses no answered file and leaves no orphan', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const script = programFile('test/server/support/save-forever')
  const answered: string[] = []
  for (let round = 0; round < 12; round++) {
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        text += chunk
        // After a different time in each round.
        if (text.length > 100 + round * 350) child.kill('SIGKILL')
      })
      child.on('close', () => resolve())
    })
    answered.push(...text.split('\n').slice(0, -1))
  }
  const { outputs, clock, store, close } = await bench(folder)
  clock.advance(Date.now() - clock.now())
  assert.ok(answered.length > 50)
  for (const secret of answered) {
    const opened = await outputs.open(secret)
    assert.is(opened.kind, 'open')
    if (opened.kind !== 'open') continue
    const chunks: Buffer[] = []
    for await (const chunk of (await opened.read())!) chunks.push(chunk)
    assert.is(Buffer.concat(chunks).length, opened.length)
  }
  // Counted before any sweep: the kill left no file without its row, and no ready row without its file.
  const names = files(folder)
  const ids = await store.outputIds(names.map((name) => name.split('.')[0]!))
  assert.is(ids.size, names.length)
  assert.equal(await outputs.reconcile(), { files: 0, rows: 0 })
  assert.equal(files(folder), names)
  clock.advance(2 * MINUTE)
  await outputs.sweep()
  assert.equal(
    files(folder).filter((name) => name.endsWith('.part')),
    [],
  )
  clock.advance(15 * MINUTE)
  await outputs.sweep()
  assert.equal(files(folder), [])
  await close()
})

outputs.run()
