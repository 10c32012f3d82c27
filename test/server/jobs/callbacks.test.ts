// Callbacks of jobs: addresses that must not be called, and receivers that fail.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { RETRY_DELAYS } from '../../../server/webhooks/dispatcher.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const callbacks = suite('callbacks of jobs')
let test: TestService
callbacks.after.each(() => test.close())

const create = (callback: unknown): Promise<Answer> =>
  test.call({ method: 'POST', path: '/api/jobs', body: { template: test.templateId, rows: [{ name: 'A' }], callback } })

callbacks('addresses inside the network of the service are refused', async () => {
  test = await startTestService()
  for (const callback of [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'file:///etc/passwd',
    'x',
    '',
  ])
    assert.equal([(await create(callback)).json.code, callback], ['validation_failed', callback])
  assert.is((await create(7)).json.errors[0].code, 'invalid_type')
  assert.is((await create(null)).status, 202)
  // A name may resolve to such an address: it is looked at when the connection is made.
  assert.is((await create('https://localhost/')).status, 202)
  await until(async () => /platen_job_callbacks_total\{outcome="failed"\} 1/.test((await test.call({ path: '/metrics' })).text))
})

callbacks('a receiver that fails is tried again, until the answer is 2xx', async () => {
  test = await startTestService({ PLATEN_WEBHOOKS_PRIVATE: 'yes', PLATEN_JOB_SECONDS: '60' })
  const ids: unknown[] = []
  const receiver: Server = createServer((request, response) => {
    ids.push(request.headers['webhook-id'])
    response.writeHead(ids.length < 4 ? 500 : 204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { json } = await create(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  for (const [i, delay] of RETRY_DELAYS.slice(0, 4).entries()) {
    await until(() => ids.length === i + 1)
    const outcome = i < 3 ? `failed"} ${i + 1}` : 'sent"} 1'
    await until(async () => (await test.call({ path: '/metrics' })).text.includes(`platen_job_callbacks_total{outcome="${outcome}`))
    // The job itself expires long before the last try.
    test.clock.advance(delay)
  }
  assert.equal(new Set(ids), new Set([`evt_${json.id}`]))
  assert.is((await test.call({ path: `/api/jobs/${json.id}` })).status, 404)
  receiver.close()
})

callbacks.run()
