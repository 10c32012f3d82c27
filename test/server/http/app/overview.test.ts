// Lists of the web application over a socket, with either store: templates with pictures, usage, and what became of the events of webhooks.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { usageReport } from '../../../../server/http/app/usage-report.ts'
import { FAILED, REFUSED } from '../../../../server/store/usage.ts'
import { type Member, memberOf } from '../../support/member.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { closeStores, isError, STORES } from '../../support/service-stores.ts'
import { until } from '../../support/until.ts'

/** One pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const wide = (): Buffer => {
  const bytes = Buffer.from(PNG)
  bytes.writeUInt32BE(1025, 16)
  return bytes
}

let it: TestService
let owner: Member

for (const [name, settings] of Object.entries(STORES)) {
  const overview = suite(`overview: ${name}`)
  overview.before(async () => {
    it = await startTestService({ ...(await settings()), PLATEN_WEBHOOKS_PRIVATE: 'yes' })
    owner = await memberOf(it, 'owner')
  })
  overview.after(() => it.close())

  overview('a picture is drawn by members who write, checked, and seen by the team alone', async () => {
    const put = (bytes: Uint8Array, query = 'version=1&pages=2&warnings=0', member = owner, type = 'image/png') =>
      member.call('PUT', `/pictures/${it.templateId}?${query}`, bytes, { 'Content-Type': type })
    isError(
      await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined, owner, 'image/svg+xml'),
      415,
      'unsupported_media_type',
    )
    isError(await put(Buffer.from('no picture')), 415, 'unsupported_media_type')
    isError(await put(wide()), 422, 'validation_failed')
    isError(await put(Buffer.alloc(256 * 1024 + 1)), 413, 'payload_too_large')
    isError(await put(PNG, 'version=1&pages=2'), 422, 'validation_failed', 'warnings')
    isError(await put(PNG, 'version=7&pages=2&warnings=0'), 412, 'version_conflict')
    isError(await put(PNG, undefined, await memberOf(it, 'viewer')), 403, 'forbidden')
    const other = await memberOf(it, 'owner', it.other.id)
    isError(await put(PNG, undefined, other), 404, 'template_not_found')
    assert.is((await put(PNG)).status, 204)
    const [listed] = (await owner.call('GET', '/template-list')).json
    assert.equal([listed.id, listed.picture.pages, listed.picture.is_stale], [it.templateId, 2, false])
    const got = await owner.call('GET', `/pictures/${it.templateId}?hash=${listed.picture.hash}`)
    assert.equal([got.headers['content-type'], got.bytes], ['image/png', PNG])
    assert.match(String(got.headers['cache-control']), 'immutable')
    assert.is((await owner.call('GET', `/pictures/${it.templateId}`)).headers['cache-control'], 'no-store')
    isError(await other.call('GET', `/pictures/${it.templateId}`), 404, 'not_found')
    assert.not((await other.call('GET', '/template-list')).text.includes(it.templateId))
  })

  overview('usage counts calls of the team by template, and lists those that failed', async () => {
    const render = (data: unknown) =>
      it.call({ method: 'POST', path: `/api/templates/${it.templateId}/pdf`, token: it.acme.token, body: { data } })
    for (let i = 0; i < 3; i++) assert.is((await render({ name: 'Ada' })).status, 200)
    const refused = await render('no object')
    const usage = async (member = owner) => (await member.call('GET', '/usage?days=1')).json
    await until(async () => (await usage()).total.refused === 1)
    const { span, total, series, templates } = await usage()
    assert.equal([span, total.renders, series.length], ['hour', 3, 24])
    assert.equal([series.at(-1).renders, series[0].renders], [3, 0])
    assert.equal([templates[0].template, templates[0].renders, typeof templates[0].p95], [it.templateId, 3, 'number'])
    for (const days of [7, 30]) assert.is((await owner.call('GET', `/usage?days=${days}`)).json.series.length, days)
    isError(await owner.call('GET', '/usage?days=2'), 422, 'validation_failed', 'days')
    const [failed] = (await owner.call('GET', '/usage/failed')).json
    assert.equal([failed.request_id, failed.code], [refused.json.request_id, 'validation_failed'])
    assert.equal(failed.errors, [{ code: refused.json.errors[0].code, path: 'data' }])
    assert.is((await owner.call('GET', `/requests/${failed.request_id}`)).json.status, 422)
    const other = await memberOf(it, 'owner', it.other.id)
    assert.equal([(await usage(other)).total.renders, (await other.call('GET', '/usage/failed')).json], [0, []])
  })

  overview('long lists are compressed', async () => {
    for (let i = 0; i < 12; i++)
      await it.call({ method: 'POST', path: '/api/templates', token: it.acme.token, body: { name: `T${i}`, type: 'html', source: 'x' } })
    const { headers, bytes } = await owner.call('GET', '/template-list', undefined, { 'Accept-Encoding': 'gzip' })
    assert.is(headers['content-encoding'], 'gzip')
    assert.is(JSON.parse(gunzipSync(bytes).toString()).length, 13)
  })

  overview('owners see what became of events, send them again, test and switch off a webhook', async () => {
    const got: string[] = []
    let status = 500
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => got.push(text))
      request.on('end', () => response.writeHead(status).end())
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    // A TCP server has an address of this kind.
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const { id } = (await owner.call('POST', '/webhooks', { url })).json
    const tested = () => owner.call('POST', `/webhooks/${id}/test`)
    assert.equal((await tested()).json, { is_delivered: false, error: 'the answer had status 500' })
    status = 200
    assert.equal((await tested()).json, { is_delivered: true, error: null })
    assert.is(got.at(-1), '{"type":"webhook.test","data":{}}')
    status = 500
    await it.call({ method: 'POST', path: `/api/templates/${it.templateId}/pdf`, token: it.acme.token, body: { data: {} } })
    const first = async () => (await owner.call('GET', '/deliveries')).json[0]
    await until(async () => (await first())?.attempts === 1)
    const { id: delivery, state, error } = await first()
    assert.equal([state, error], ['waiting', 'the answer had status 500'])
    const again = (member: Member) => member.call('POST', `/webhooks/${id}/deliveries/${delivery}/send`)
    isError(await again(await memberOf(it, 'publisher')), 403, 'forbidden')
    isError(await again(await memberOf(it, 'owner', it.other.id)), 404, 'not_found')
    status = 200
    assert.is((await again(owner)).status, 204)
    await until(async () => (await first()).state === 'sent')
    assert.is((await owner.call('PUT', `/webhooks/${id}`, { state: 'off' })).status, 204)
    isError(await owner.call('PUT', `/webhooks/${id}`, { state: 'other' }), 422, 'validation_failed', 'state')
    assert.is((await owner.call('GET', '/webhooks')).json[0].is_enabled, false)
    const actions = (await owner.call('GET', '/audit')).json.map(({ action }: { action: string }) => action)
    assert.ok(actions.includes('webhook.off'))
    receiver.close()
  })

  if (name === Object.keys(STORES).at(-1)) overview.after(closeStores)
  overview.run()
}

const report = suite('usage report')
report('sums and percentiles are those of the counts', () => {
  const count = (at: number, bucket: number, calls: number, template?: string) => ({
    at,
    template,
    bucket,
    calls,
    pages: calls,
    warnings: 0,
  })
  const counts = [count(1, 0, 94, 'a'), count(1, 40, 5, 'a'), count(2, 44, 1, 'b'), count(2, REFUSED, 2), count(2, FAILED, 1)]
  const { total, series, templates } = usageReport(counts, [0, 1, 2])
  assert.equal([total.renders, total.refused, total.failed], [100, 2, 1]) // 94 + 5 + 1
  assert.equal([total.p50, total.p95], [1, 1024]) // 2^0 and 2^(40/4)
  assert.equal(
    series.map(({ renders, p95 }) => [renders, p95]),
    [
      [0, null],
      [99, 1024],
      [1, 2048], // 2^(44/4)
    ],
  )
  assert.equal(
    templates.map(({ template, renders }) => [template, renders]),
    [
      ['a', 99],
      [null, 0],
      ['b', 1],
    ],
  )
})
report.run()
