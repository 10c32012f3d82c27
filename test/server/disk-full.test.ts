// Calls with an Idempotency-Key on a full disk: answered 503 as a temporary failure, not 500. The limit on the size of files (RLIMIT_FSIZE) makes every
// write fail as a full disk does; `npm run soak -- disk-full` fills a real file system.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closedGate } from './support/gate.ts'
import { type Answer, startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

const disk = suite('disk full')
let test: TestService
disk.before(async () => {
  test = await startTestService()
})
disk.after(async () => {
  limitFiles('unlimited')
  await test.close()
})

/** Only the soft limit, which the process can raise again. */
function limitFiles(bytes: number | 'unlimited'): boolean {
  return spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]).status === 0
}

const render = (key: string | undefined, body: object = { data: { name: 'Ann' } }): Promise<Answer> => {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key }
  return test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body, headers })
}
const isRefusedForNow = ({ status, json, headers }: Answer): void => {
  assert.equal([status, json?.code], [503, 'overloaded'])
  assert.ok(Number(headers['retry-after']) > 0)
}

if (limitFiles('unlimited')) {
  disk('a call under a key is answered 503 with Retry-After, and made once there is room again', async () => {
    for (let round = 0; round < 3; round++) {
      limitFiles(1)
      isRefusedForNow(await render(`full-${round}`))
      isRefusedForNow(await render(undefined, { data: {}, output: 'url' }))
      // Neither of these writes to the disk.
      assert.is((await render(undefined)).status, 200)
      assert.is((await test.call({ path: '/api/templates' })).status, 200)
      limitFiles('unlimited')
      const made = await render(`full-${round}`)
      assert.equal([made.status, made.headers['idempotency-replayed']], [200, undefined])
      assert.is((await render(`full-${round}`)).headers['idempotency-replayed'], 'true')
    }
  })

  disk('a disk that fills up while a call is made leaves its key free', async () => {
    const { gate, open } = closedGate()
    const call = render('later', { data: { name: 'Ann', gate } })
    await until(() => test.service.renderer.health().busy === 1)
    limitFiles(1)
    open()
    isRefusedForNow(await call)
    limitFiles('unlimited')
    const made = await render('later', { data: { name: 'Ann', gate } })
    assert.equal([made.status, made.headers['idempotency-replayed']], [200, undefined])
  })

  disk('an asset that does not fit is answered 503 and leaves nothing, and is stored once there is room', async () => {
    const put = (text: string): Promise<Answer> =>
      test.call({ method: 'PUT', path: '/api/assets/a.css', body: text, headers: { 'Content-Type': 'text/css' } })
    const large = 'a{}'.repeat(2_000_000)
    assert.is((await put('small{}')).status, 201)
    // With the first limit nothing can be written; with the second the store can, and the file of the asset ends early.
    for (const limit of [1, 4_000_000]) {
      limitFiles(limit)
      isRefusedForNow(await put(large))
      limitFiles('unlimited')
      assert.is((await test.call({ path: '/api/assets/a.css' })).text, 'small{}')
      assert.is(readdirSync(join(test.folder, 'assets')).length, 1)
    }
    assert.is((await put(large)).json.size, large.length)
    assert.is((await test.call({ path: '/api/assets/a.css' })).text, large)
  })
}

disk.run()
