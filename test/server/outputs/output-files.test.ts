// Every implementation of OutputFiles, tested by one contract, and download URLs of a service that uses it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Config, readConfig } from '../../../server/config.ts'
import type { OutputFiles } from '../../../server/outputs/files.ts'
import { openFiles } from '../../../server/outputs/open.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startS3, type TestS3 } from '../support/s3.ts'
import { send, startTestService, type TestService, testClock } from '../support/service.ts'
import { until } from '../support/until.ts'

let postgres: TestPostgres
let s3: TestS3
const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))

interface Place {
  readonly files: OutputFiles
  readonly close: () => Promise<void>
}

const configOf = (environment: Record<string, string>): Config => readConfig({ PLATEN_DATA_DIR: folder, ...environment })

const PLACES: Readonly<Record<string, () => Promise<{ environment: Record<string, string> } & Place>>> = {
  folder: async () => {
    const environment = { PLATEN_DATA_DIR: folder }
    return { environment, files: await openFiles(configOf(environment), undefined), close: async () => {} }
  },
  PostgreSQL: async () => {
    postgres ??= await startPostgres()
    const url = await postgres.database()
    const environment = { DATABASE_URL: url }
    const { store, shared } = await openPostgresStore({ url, connections: 4, clock: testClock() })
    return { environment, files: await openFiles(configOf(environment), shared), close: () => store.close() }
  },
  S3: async () => {
    s3 ??= await startS3()
    const environment = { ...s3.environment, PLATEN_S3_PREFIX: `${Math.random().toString(36).slice(2)}/` }
    return { environment, files: await openFiles(configOf(environment), undefined), close: async () => {} }
  },
}

const write = async (files: OutputFiles, id: string, ...pieces: readonly Uint8Array[]): Promise<void> => {
  const writer = await files.create(id)
  for (const piece of pieces) await writer.write(piece)
  await writer.finish()
}
const bytesOf = async (files: OutputFiles, id: string, length: number): Promise<Buffer | undefined> => {
  const content = await files.read(id, length)
  if (content === undefined) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
const idsOf = async (files: OutputFiles): Promise<string[]> => {
  const ids: string[] = []
  for await (const batch of files.ids()) ids.push(...batch)
  return ids.sort()
}

for (const [name, open] of Object.entries(PLACES)) {
  const places = suite(`files: ${name}`)
  let files: OutputFiles
  let environment: Record<string, string>
  let close: () => Promise<void>
  places.before(async () => {
    ;({ files, environment, close } = await open())
  })
  places.after(async () => {
    await close()
  })

  places('read back what was written, of any length', async () => {
    for (const length of [1, 5, 512 * 1024, 512 * 1024 + 1, 3_000_000]) {
      const bytes = Buffer.alloc(length, `${length} `)
      await write(files, `file${length}`, bytes)
      assert.ok((await bytesOf(files, `file${length}`, length))?.equals(bytes))
    }
    assert.is(await files.read('file5', 6), undefined)
    assert.is(await files.read('nope', 5), undefined)
  })

  places('read a part of a file', async () => {
    const whole = Buffer.from(Array.from({ length: 1_500_000 }, (_, i) => i % 251))
    await write(files, 'parts', whole)
    const chunk = 512 * 1024
    for (const [start, end] of [
      [0, 1],
      [0, whole.length - 1],
      [chunk - 1, chunk],
      [chunk, 2 * chunk - 1],
      [whole.length - 1, whole.length - 1],
    ] as const) {
      const chunks: Buffer[] = []
      for await (const piece of (await files.read('parts', whole.length, { start, end }))!) chunks.push(Buffer.from(piece))
      assert.ok(Buffer.concat(chunks).equals(whole.subarray(start, end + 1)), `${start}-${end}`)
    }
    assert.is(await files.read('parts', whole.length + 1, { start: 0, end: 0 }), undefined)
    assert.is(await files.read('nope', 5, { start: 0, end: 0 }), undefined)
    await files.remove('parts')
  })

  places('take pieces of any size, and show no file before it is finished', async () => {
    const whole = Buffer.from(Array.from({ length: 20_000_000 }, (_, i) => i % 251))
    const cuts = [0, 1, 70_000, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 17_000_000, whole.length]
    const pieces = cuts.slice(1).map((end, i) => whole.subarray(cuts[i], end))
    const writer = await files.create('pieces')
    for (const piece of pieces) {
      await writer.write(piece)
      assert.is(await files.read('pieces', whole.length), undefined)
    }
    await writer.finish()
    assert.ok((await bytesOf(files, 'pieces', whole.length))?.equals(whole))
    await files.remove('pieces')
  })

  places('leave nothing of a discarded file, however much was written', async () => {
    for (const [i, bytes] of [0, 10, 600_000, 20_000_000].entries()) {
      const writer = await files.create(`discarded${i}`)
      if (bytes > 0) await writer.write(Buffer.alloc(bytes))
      await writer.discard()
      assert.is(await files.read(`discarded${i}`, bytes), undefined)
    }
    assert.equal(
      (await idsOf(files)).filter((id) => id.startsWith('discarded')),
      [],
    )
  })

  places('list files and remove them, also twice', async () => {
    for (let i = 0; i < 30; i++) await write(files, `many${i}`, Buffer.from('x'))
    const before = await idsOf(files)
    assert.is(before.filter((id) => id.startsWith('many')).length, 30)
    for (const id of before) await files.remove(id)
    await files.remove('many0')
    assert.equal(await idsOf(files), [])
    assert.is(await files.read('many1', 1), undefined)
  })

  places('can be read by many that stop before the end', async () => {
    await write(files, 'big', Buffer.alloc(2_000_000, 'big'))
    for (let i = 0; i < 20; i++) {
      const content = await files.read('big', 2_000_000)
      await new Promise((resolve) => content!.once('readable', resolve))
      content!.destroy()
    }
    assert.is((await bytesOf(files, 'big', 2_000_000))?.length, 2_000_000)
    await files.remove('big')
  })

  places('a URL works for fifteen minutes, then answers 410, and the file is removed', async () => {
    const test = await startTestService(environment)
    const { status, json } = await render(test)
    assert.is(status, 200, JSON.stringify(json))
    const path = new URL(json.url).pathname
    assert.is((await idsOf(files)).length, 1)
    assert.is(existsSync(join(test.folder, 'outputs')), false)
    const get = (method = 'GET'): ReturnType<TestService['call']> => test.call({ path, method, token: null })
    test.clock.advance(15 * 60_000 - 1)
    const good = await get()
    assert.match(good.text, 'Hello Ann')
    assert.is(good.headers['content-length'], String(good.bytes.length))
    assert.is((await get('HEAD')).headers['content-length'], String(good.bytes.length))
    test.clock.advance(1)
    assert.is((await get()).json.code, 'url_expired')
    assert.is((await get('HEAD')).status, 410)
    await until(async () => (await idsOf(files)).length === 0)
    assert.is((await test.call({ path: `${path}x`, token: null })).status, 404)
    await test.close()
  })

  places.run()
}

const render = (test: TestService): ReturnType<TestService['call']> =>
  test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: { name: 'Ann' }, output: 'url' } })

const s3Only = suite('files: S3 only')
s3Only.after(async () => {
  await s3.close()
  await postgres.close()
  rmSync(folder, { recursive: true })
})

s3Only('callers are sent on to an address that dies with the URL', async () => {
  const test = await startTestService({ ...s3.environment, PLATEN_S3_DOWNLOADS: 'presigned' })
  const path = new URL((await render(test)).json.url).pathname
  test.clock.advance(5 * 60_000)
  const sent = await test.call({ path, token: null })
  assert.is(sent.status, 307)
  const address = new URL(sent.headers.location ?? '')
  assert.is(address.origin, s3.endpoint)
  assert.is(address.searchParams.get('X-Amz-Expires'), String(10 * 60))
  const there = await send(Number(address.port), { path: address.pathname + address.search })
  assert.is(there.status, 200, there.text)
  assert.match(there.text, 'Hello Ann')
  assert.match(there.headers['content-disposition'] ?? '', 'inline; filename=Greeting.pdf')
  assert.match(address.searchParams.get('X-Amz-Signature') ?? '', /^[0-9a-f]{64}$/)
  test.clock.advance(10 * 60_000)
  assert.is((await test.call({ path, token: null })).json.code, 'url_expired')
  await test.close()
})

s3Only('a store that is away is passing trouble, and pdf output works on', async () => {
  const test = await startTestService({ ...s3.environment, PLATEN_S3_ENDPOINT: 'http://127.0.0.1:9' })
  const refused = await render(test)
  assert.equal([refused.status, refused.json.code], [503, 'overloaded'])
  const body = { data: { name: 'Ann' } }
  assert.is((await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body })).status, 200)
  await test.close()
})

s3Only('wrong keys are no 500', async () => {
  const test = await startTestService({ ...s3.environment, PLATEN_S3_KEY: 'nobody' })
  assert.is((await render(test)).status, 503)
  await test.close()
})

s3Only.run()

const settings = suite('files: settings')
settings('that contradict each other are rejected at the start', () => {
  const problem = (environment: Record<string, string>): string => {
    try {
      readConfig(environment)
      return ''
    } catch (thrown) {
      return String(thrown)
    }
  }
  assert.match(problem({ PLATEN_OUTPUTS: 's3', PLATEN_S3_BUCKET: 'b' }), 'needs PLATEN_S3_ENDPOINT, PLATEN_S3_KEY, PLATEN_S3_SECRET')
  assert.match(problem({ PLATEN_OUTPUTS: 'postgres' }), 'needs DATABASE_URL')
  assert.match(problem({ PLATEN_OUTPUTS: 'tape' }), 'PLATEN_OUTPUTS')
  assert.match(problem({ DATABASE_URL: 'mysql://x' }), 'DATABASE_URL must begin with postgres://')
  assert.is(problem({ DATABASE_URL: 'postgres://u:p@h/d' }), '')
})
settings.run()
