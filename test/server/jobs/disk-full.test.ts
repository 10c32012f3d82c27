// A job on a full disk waits: no row fails for it, and it goes on once there is room again.
import { spawnSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closedGate } from '../support/gate.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const disk = suite('jobs on a full disk')
let test: TestService
disk.before(async () => {
  test = await startTestService()
})
disk.after(async () => {
  limitFiles('unlimited')
  await test.close()
})

/** Every write fails as on a full disk. Only the soft limit, which the process can raise again. */
function limitFiles(bytes: number | 'unlimited'): boolean {
  return spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]).status === 0
}

const retries = async (): Promise<number> =>
  Number(
    /platen_render_seconds_count\{kind="render",outcome="rendered"\} (\d+)/.exec(
      (await test.call({ path: '/metrics', token: null })).text,
    )?.[1] ?? 0,
  )

if (limitFiles('unlimited')) {
  for (const output of ['url', 'zip'])
    disk(`rows of a job wait while the disk is full: ${output}`, async () => {
      const { gate, admit, open } = closedGate()
      const rows = Array.from({ length: 12 }, (_, i) => ({ name: `N${i}`, gate }))
      const { json } = await test.call({ method: 'POST', path: '/api/jobs', body: { template: test.templateId, rows, output } })
      const read = async (): Promise<Answer['json']> => (await test.call({ path: `/api/jobs/${json.id}` })).json
      admit(4)
      await until(async () => (await read()).done === 4)
      limitFiles(1)
      const before = await retries()
      admit(3)
      // Three were rendered, and could not be stored.
      await until(async () => (await retries()) === before + 3)
      const full = await read()
      assert.equal([full.status, full.done, full.failed], ['running', 4, 0])
      limitFiles('unlimited')
      open()
      await until(async () => (await read()).status !== 'running')
      const job = await read()
      assert.equal([job.status, job.done, job.failed, job.errors], ['done', 12, 0, []])
      for (const { url } of job.results) assert.is((await test.call({ path: new URL(url).pathname, token: null })).status, 200)
    })

  disk('a job that cannot be stored is refused, and leaves nothing behind', async () => {
    limitFiles(1)
    const body = { template: test.templateId, rows: [{ name: 'x' }] }
    const refused = await test.call({ method: 'POST', path: '/api/jobs', body, headers: { 'Idempotency-Key': 'k' } })
    assert.equal([refused.status, refused.json.code], [503, 'overloaded'])
    limitFiles('unlimited')
    const made = await test.call({ method: 'POST', path: '/api/jobs', body, headers: { 'Idempotency-Key': 'k' } })
    assert.equal([made.status, made.headers['idempotency-replayed']], [202, undefined])
    await until(async () => (await test.call({ path: `/api/jobs/${made.json.id}` })).json.status === 'done')
  })
}

disk.run()
