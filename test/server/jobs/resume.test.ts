// Jobs whose server is killed: each row is there once, on both stores, and with two servers on one PostgreSQL.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadyClock } from '../../../server/clock.ts'
import { openPostgresStore } from '../../../server/store/postgres.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { hashSecret, makeToken } from '../../../server/tokens.ts'
import { closedGate } from '../support/gate.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Running, startProcess } from '../support/running.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, send } from '../support/service.ts'
import { until } from '../support/until.ts'

const ROWS = 60
const ENVIRONMENT = { PLATEN_RATE: '100000', PLATEN_LOG: 'warn', PLATEN_DRAIN_SECONDS: '5' }

const resume = suite('jobs of killed servers')
let folder: string
let running: Running[] = []
resume.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  running = []
})
resume.after.each(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true })
})

/** A team with a template; returns the call for its token. */
async function prepare(store: Store): Promise<{ readonly token: string; readonly template: string }> {
  const { id } = await store.addTeam('Acme')
  const token = makeToken()
  await store.addToken(id, { name: 't', hash: hashSecret(token), scopes: ['jobs'], expiresAt: undefined })
  const template = await saveTemplate(store, id, { name: 'Row', type: 'html', source: 'Row {{n}}', meta: {}, variables: [] })
  await store.close()
  return { token, template: template!.id }
}

async function start(environment: Record<string, string> = {}, place = 'data'): Promise<Running> {
  const started = await startProcess(join(folder, place), { ...ENVIRONMENT, ...environment })
  running.push(started)
  return started
}

const rowsAt = (gate: string): object[] => Array.from({ length: ROWS }, (_, n) => ({ n, gate }))

interface Client {
  create(server: Running, body: object): Promise<string>
  read(server: Running, id: string): Promise<Answer['json']>
  /** Fails unless each row is there once, with its own document. */
  check(server: Running, id: string): Promise<void>
}

function clientOf(token: string): Client {
  const read = async ({ port }: Running, id: string): Promise<Answer['json']> => (await send(port, { path: `/api/jobs/${id}`, token })).json
  return {
    create: async ({ port }, body) => {
      const { status, json, text } = await send(port, { method: 'POST', path: '/api/jobs', token, body })
      assert.is(status, 202, text)
      return json.id
    },
    read,
    check: async (server, id) => {
      const job = await read(server, id)
      assert.equal([job.status, job.total, job.done, job.failed, job.errors], ['done', ROWS, ROWS, 0, []])
      assert.equal(
        job.results.map(({ row }: { row: number }) => row),
        Array.from({ length: ROWS }, (_, n) => n),
      )
      for (const { row, url } of job.results) {
        const { text } = await send(server.port, { path: new URL(url).pathname })
        assert.match(text, `Row ${row}\n`)
      }
    },
  }
}

resume('embedded: a job continues after kill −9, and after SIGTERM', async () => {
  const { token, template } = await prepare((await openSqliteStore(join(folder, 'data'), steadyClock())).store)
  const { create, read, check } = clientOf(token)
  const { gate, admit, open } = closedGate()
  const first = await start()
  const id = await create(first, { template, rows: rowsAt(gate) })
  admit(25)
  await until(async () => (await read(first, id)).done === 25)
  first.child.kill('SIGKILL')
  await first.ended
  const second = await start()
  const before = await read(second, id)
  assert.equal([before.status, before.done, before.results.length], ['running', 25, 25])
  admit(10)
  await until(async () => (await read(second, id)).done === 35)
  second.child.kill('SIGTERM')
  assert.is(await second.ended, 0)
  const third = await start()
  open()
  await until(async () => (await read(third, id)).status === 'done')
  await check(third, id)
  // No document was left behind by the rows in progress that were stopped.
  assert.is(readdirSync(join(folder, 'data', 'outputs')).length, ROWS)
})

async function isMerged(server: Running, job: Answer['json']): Promise<void> {
  assert.equal([job.status, job.total, job.done, job.failed, job.errors], ['done', ROWS, ROWS, 0, []])
  assert.equal([job.results.length, job.results[0].pages], [1, ROWS])
  const { text } = await send(server.port, { path: new URL(job.results[0].url).pathname })
  const rows = [...text.matchAll(/Row (\d+)\n/g)].map(([, n]) => Number(n))
  assert.equal(
    rows,
    Array.from({ length: ROWS }, (_, n) => n),
  )
}

resume('embedded: a merged job is rendered by the next server after kill −9, and after SIGTERM', async () => {
  const { token, template } = await prepare((await openSqliteStore(join(folder, 'data'), steadyClock())).store)
  const { create, read } = clientOf(token)
  const { gate, admit, open } = closedGate()
  const isRendering = async ({ port }: Running): Promise<boolean> =>
    /^platen_job_rows_busy 1$/m.test((await send(port, { path: '/metrics' })).text)
  const first = await start()
  const id = await create(first, { template, rows: rowsAt(gate), output: 'merged' })
  admit(25)
  await until(() => isRendering(first))
  first.child.kill('SIGKILL')
  await first.ended
  const second = await start({ PLATEN_DRAIN_SECONDS: '1' })
  await until(() => isRendering(second))
  second.child.kill('SIGTERM')
  assert.is(await second.ended, 0)
  const third = await start()
  open()
  await until(async () => (await read(third, id)).status === 'done')
  await isMerged(third, await read(third, id))
  // Of the renderings that were stopped nothing was left behind.
  assert.is(readdirSync(join(folder, 'data', 'outputs')).length, 1)
})

resume('PostgreSQL: two servers share a job, and one finishes it when the other is killed', async () => {
  const postgres = await startPostgres()
  try {
    const url = await postgres.database()
    const { token, template } = await prepare((await openPostgresStore({ url, connections: 2 })).store)
    const { create, read, check } = clientOf(token)
    const environment = { DATABASE_URL: url, PLATEN_DATABASE_CONNECTIONS: '4' }
    const [one, other] = await Promise.all([start(environment, 'one'), start(environment, 'other')])
    const { gate, admit, open } = closedGate()
    const id = await create(one, { template, rows: rowsAt(gate) })
    const held = async (): Promise<number> => {
      const [there] = await postgres.query(url, `SELECT to_regclass('platen_queue.job') IS NOT NULL AS is_there`)
      if (there?.['is_there'] !== true) return 0
      const [row] = await postgres.query(url, `SELECT count(*) AS n FROM platen_queue.job WHERE name = 'jobs' AND state = 'active'`)
      return Number(row?.['n'])
    }
    // Each server holds as many tasks as it has consumers: three.
    await until(async () => (await held()) === 6)
    admit(20)
    await until(async () => (await read(other, id)).done === 20)
    one.child.kill('SIGKILL')
    await one.ended
    open()
    // All leases expire, also those of tasks that are worked on: some rows are rendered twice, and count once.
    await postgres.query(
      url,
      `UPDATE platen_queue.job SET started_on = started_on - interval '1 day' WHERE name = 'jobs' AND state = 'active'`,
    )
    await until(async () => (await read(other, id)).status === 'done')
    await check(other, id)
    const merged = await create(other, { template, rows: rowsAt(gate), output: 'merged' })
    await until(async () => (await read(other, merged)).status === 'done')
    await isMerged(other, await read(other, merged))
    const [left] = await postgres.query(url, `SELECT count(*) AS n FROM platen.job_rows WHERE data IS NOT NULL`)
    assert.is(Number(left?.['n']), 0)
  } finally {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }
    await postgres.close()
  }
})

resume.run()
