// Jobs over HTTP, on both stores: every kind of output, rows that fail, progress, cancellation, expiry, callbacks, keys and teams.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closedGate } from '../support/gate.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { BUCKET, startS3, type TestS3 } from '../support/s3.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let postgres: TestPostgres | undefined
const ENVIRONMENTS = {
  embedded: async (): Promise<Record<string, string>> => ({}),
  PostgreSQL: async (): Promise<Record<string, string>> => {
    postgres ??= await startPostgres()
    return { DATABASE_URL: await postgres.database(), PLATEN_DATABASE_CONNECTIONS: '6' }
  },
}
const DAY = 24 * 3_600_000

for (const [name, environment] of Object.entries(ENVIRONMENTS)) {
  const jobs = suite(`jobs over HTTP: ${name}`)
  let test: TestService
  let s3: TestS3
  jobs.before(async () => {
    s3 = await startS3()
    const bucket = { ...s3.environment, PLATEN_OUTPUTS: name === 'embedded' ? 'folder' : 'postgres' }
    test = await startTestService({
      ...(await environment()),
      ...bucket,
      ...{ PLATEN_JOB_ROWS: '200', PLATEN_JOBS: '3', PLATEN_WEBHOOKS_PRIVATE: 'yes', PLATEN_WHOLE_BYTES: '100000' },
    })
  })
  jobs.after(async () => {
    await test.close()
    await s3.close()
    if (name === 'PostgreSQL') await postgres?.close()
  })

  const create = (body: object, headers = {}): Promise<Answer> => test.call({ method: 'POST', path: '/api/jobs', body, headers })
  const read = (id: string, query = ''): Promise<Answer> => test.call({ path: `/api/jobs/${id}${query}` })
  const ended = async (id: string): Promise<Answer['json']> => {
    await until(async () => !['queued', 'running'].includes((await read(id)).json.status))
    return (await read(id)).json
  }
  const run = async (body: object): Promise<Answer['json']> => {
    const made = await create(body)
    assert.is(made.status, 202, made.text)
    return ended(made.json.id)
  }
  const names = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ name: `N${i}` }))
  const fetchPath = (url: string): Promise<Answer> => test.call({ path: new URL(url).pathname, token: null })

  jobs('renders a row each, behind URLs that live for a day', async () => {
    const made = await create({ template: test.templateId, rows: names(45) })
    assert.equal([made.status, made.json.status, made.json.total, made.json.output], [202, made.json.status, 45, 'url'])
    assert.is(made.headers.location, `${test.service.publicUrl}/api/jobs/${made.json.id}`)
    assert.is(made.json.callback_secret, undefined)
    const job = await ended(made.json.id)
    assert.equal([job.status, job.total, job.done, job.failed, job.errors], ['done', 45, 45, 0, []])
    assert.equal(
      job.results.map(({ row }: { row: number }) => row),
      Array.from({ length: 45 }, (_, i) => i),
    )
    for (const { row, url, pages, warnings } of job.results) {
      const pdf = await fetchPath(url)
      assert.match(pdf.text, `Hello N${row}\n`)
      assert.equal([pdf.headers['content-type'], pages, warnings], ['application/pdf', 1, 0])
    }
    assert.equal((await read(job.id, '?results=no')).json.results, [])
  })

  jobs('a row that cannot be rendered fails alone', async () => {
    const rows = [{ name: 'A' }, 'text', { name: 'B', throw: 1 }, [], null, { name: 'C', pages: 100000 }]
    const job = await run({ template: test.templateId, rows })
    assert.equal([job.status, job.total, job.done, job.failed], ['done', 6, 2, 4])
    assert.equal(
      job.errors.map(({ row, code }: { row: number; code: string }) => [row, code]),
      [
        [1, 'validation_failed'],
        [2, 'internal_error'],
        [4, 'validation_failed'],
        [5, 'limit_exceeded'],
      ],
    )
    assert.not.match(JSON.stringify(job), 'secret')
    assert.equal(
      job.results.map(({ row, warnings }: { row: number; warnings: number }) => [row, warnings]),
      [
        [0, 0],
        [3, 1],
      ],
    )
    const none = await run({ template: test.templateId, rows: [1, 2], output: 'zip' })
    assert.equal([none.status, none.failed, none.results, none.errors[0].row], ['failed', 2, [], null])
  })

  jobs('templates, each with its data; strict rows must have all variables', async () => {
    const templates = [{ name: 'first' }, {}].map((data) => ({ id: test.templateId, data }))
    const made = await create({ templates }, { Prefer: 'handling=strict' })
    assert.is(made.headers['preference-applied'], 'handling=strict')
    const job = await ended(made.json.id)
    assert.equal([job.done, job.failed, job.errors[0].row, job.errors[0].code], [1, 1, 1, 'validation_failed'])
    assert.match((await fetchPath(job.results[0].url)).text, 'Hello first')
  })

  jobs('puts all documents into one zip', async () => {
    const job = await run({ template: test.templateId, rows: [...names(25), 'bad'], output: 'zip' })
    assert.equal([job.status, job.done, job.failed, job.results.length], ['done', 25, 1, 1])
    const zip = await fetchPath(job.results[0].url)
    assert.equal([zip.headers['content-type'], zip.status], ['application/zip', 200])
    assert.match(String(zip.headers['content-disposition']), 'documents.zip')
    const files = unzip(zip.bytes)
    assert.equal(
      [...files.keys()],
      Array.from({ length: 25 }, (_, i) => `Greeting ${String(i + 1).padStart(6, '0')}.pdf`),
    )
    for (const [i, text] of [...files.values()].entries()) assert.match(text, `Hello N${i}\n`)
  })

  jobs('merges all documents in their order, without those that fail', async () => {
    const rows = [...names(12), { name: 'X', throw: 1 }, { name: 'last' }]
    const job = await run({ template: test.templateId, rows, output: 'merged' })
    assert.equal([job.status, job.done, job.failed, job.results.length, job.results[0].pages], ['done', 13, 1, 1, 13])
    const pdf = await fetchPath(job.results[0].url)
    assert.is(pdf.headers['content-type'], 'application/pdf')
    const said = [...pdf.text.matchAll(/Hello (\w+)/g)].map(([, who]) => who)
    assert.equal(said, [...Array.from({ length: 12 }, (_, i) => `N${i}`), 'last'])
  })

  jobs('writes documents to the bucket', async () => {
    const job = await run({ template: test.templateId, rows: names(3), output: 's3' })
    assert.equal([job.status, job.done], ['done', 3])
    for (const { row, key } of job.results) {
      assert.is(key, `platen/jobs/${test.acme.id}/${job.id}/00000${row + 1}.pdf`)
      assert.match(await (await fetch(`${s3.endpoint}/${BUCKET}/${key}`)).text(), `Hello N${row}\n`)
    }
  })

  jobs('a cancelled job stops, and keeps what it has made', async () => {
    const { gate, admit, open } = closedGate()
    const rows = Array.from({ length: 30 }, (_, i) => ({ name: `G${i}`, gate }))
    const { json } = await create({ template: test.templateId, rows })
    admit(3)
    await until(async () => (await read(json.id)).json.done === 3)
    assert.is((await read(json.id)).json.status, 'running')
    const cancelled = await test.call({ method: 'DELETE', path: `/api/jobs/${json.id}` })
    assert.equal([cancelled.status, cancelled.text], [204, ''])
    open()
    // Other jobs are made: nothing of the cancelled one holds a rendering process.
    assert.is((await run({ template: test.templateId, rows: names(2) })).status, 'done')
    const job = (await read(json.id)).json
    assert.equal([job.status, job.done, job.results.length], ['cancelled', 3, 3])
    assert.is((await test.call({ method: 'DELETE', path: `/api/jobs/${json.id}` })).status, 204)
  })

  jobs('interactive requests are answered while a job runs', async () => {
    const { gate, open } = closedGate()
    const { json } = await create({ template: test.templateId, rows: [{ name: 'slow', gate }] })
    await until(() => test.service.renderer.health().busy === 1)
    const body = { data: { name: 'Ann' } }
    assert.match((await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body })).text, 'Hello Ann')
    open()
    assert.is((await ended(json.id)).status, 'done')
  })

  jobs('a key makes one job', async () => {
    const body = { template: test.templateId, rows: names(2), callback: 'http://localhost:1/' }
    const first = await create(body, { 'Idempotency-Key': 'one' })
    const again = await create(body, { 'Idempotency-Key': 'one' })
    assert.equal([again.status, again.json.id, again.headers['idempotency-replayed']], [202, first.json.id, 'true'])
    assert.is(again.json.callback_secret, first.json.callback_secret)
    const other = await create({ ...body, rows: names(3) }, { 'Idempotency-Key': 'one' })
    assert.equal([other.status, other.json.errors[0].path], [422, 'Idempotency-Key'])
    await ended(first.json.id)
  })

  jobs('reports the end to the callback, signed', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = []
    const receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: (await buffer(request)).toString() })
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`
    const { json } = await create({ template: test.templateId, rows: names(3), output: 'zip', callback })
    const job = await ended(json.id)
    await until(() => received.length === 1)
    const { headers, body } = received[0]!
    const data = { job_id: json.id, status: 'done', total: 3, done: 3, failed: 0, url: job.results[0].url }
    assert.equal(JSON.parse(body), { type: 'job.finished', data })
    const key = Buffer.from(json.callback_secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    assert.is(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    receiver.close()
  })

  jobs('wrong requests are refused as a whole', async () => {
    const t = test.templateId
    const rows = names(1)
    const cases: [body: object, status: number, code: string, path: string | undefined][] = [
      [{ rows }, 422, 'validation_failed', 'template'],
      [{ template: t }, 422, 'validation_failed', 'rows'],
      [{ template: t, rows: [] }, 422, 'validation_failed', 'rows'],
      [{ template: t, rows: {} }, 422, 'validation_failed', 'rows'],
      [{ template: t, rows, templates: [{ id: t, data: {} }] }, 422, 'validation_failed', 'templates'],
      [{ templates: [{ id: t }] }, 422, 'validation_failed', 'templates[0].data'],
      [
        {
          templates: [
            { id: t, data: {} },
            { id: 'none', data: {} },
          ],
        },
        404,
        'template_not_found',
        'templates[1].id',
      ],
      [{ template: test.foreignId, rows }, 404, 'template_not_found', 'template'],
      [{ template: t, rows, output: 'pdf' }, 422, 'validation_failed', 'output'],
      [{ template: t, rows, callback: 'ftp://x' }, 422, 'validation_failed', 'callback'],
      [{ template: t, rows: names(201) }, 422, 'limit_exceeded', 'rows'],
    ]
    for (const [body, status, code, path] of cases) {
      const { json } = await create(body)
      assert.equal([json.status, json.code, json.errors[0]?.path], [status, code, path], JSON.stringify(body))
    }
    const strict = await create({ template: t, rows, extra: 1 }, { Prefer: 'handling=strict' })
    assert.equal([strict.status, strict.json.errors[0].code], [422, 'unknown_field'])
  })

  jobs('a team has a limited number of unfinished jobs', async () => {
    const { gate, open } = closedGate()
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ template: test.templateId, rows: [{ name: 'x', gate }] })))
    assert.equal(made.map(({ status }) => status).sort(), [202, 202, 202, 429])
    assert.is(made.find(({ status }) => status === 429)!.headers['retry-after'], '30')
    open()
    for (const { status, json } of made) if (status === 202) await ended(json.id)
  })

  jobs('another team and a token without the scope get nothing', async () => {
    const job = await run({ template: test.templateId, rows: names(1) })
    const unknown = await test.call({ path: '/api/jobs/unknown', token: test.other.token })
    const withoutId = ({ json: { request_id: _, ...rest } }: Answer): object => rest
    for (const method of ['GET', 'DELETE']) {
      const foreign = await test.call({ method, path: `/api/jobs/${job.id}`, token: test.other.token })
      assert.equal([foreign.status, withoutId(foreign)], [404, withoutId(unknown)])
    }
    const { token } = await test.addToken(test.acme.id, ['render', 'read'])
    for (const method of ['GET', 'DELETE']) assert.is((await test.call({ method, path: `/api/jobs/${job.id}`, token })).status, 403)
    assert.is((await test.call({ method: 'POST', path: '/api/jobs', token, body: '{' })).status, 403)
    const own = await test.addToken(test.acme.id, ['jobs'])
    assert.is((await test.call({ path: `/api/jobs/${job.id}`, token: own.token })).status, 200)
  })

  // The last, since it moves the clock.
  jobs('a job and its results expire together', async () => {
    const job = await run({ template: test.templateId, rows: names(2) })
    test.clock.advance(DAY - 60_000)
    assert.is((await fetchPath(job.results[0].url)).status, 200)
    assert.is((await read(job.id)).status, 200)
    test.clock.advance(60_000)
    assert.is((await fetchPath(job.results[0].url)).status, 410)
    await until(async () => (await read(job.id)).status === 404)
  })

  jobs.run()
}

/** The files of a zip, in their order, by its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const [length, nameLength, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files.set(name, inflateRawSync(bytes.subarray(start, start + length)).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return files
}
