// Large documents in webhook deliveries: the service streams them from their file.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadyClock } from '../../server/clock.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { portOf } from '../server/support/port.ts'
import { startProcess } from '../server/support/running.ts'
import { send } from '../server/support/service.ts'
import { until } from '../server/support/until.ts'

const memory = suite('webhooks: memory')

const WEBHOOKS = 16
/** Pieces of 64 KiB. */
const PIECES = 1120
/** Characters that are compared. */
const [START, END] = [80, 40]
const MIB = 2 ** 20
const MOST_RESIDENT = 300

/** What the receiver got, and whether its signature is valid. */
interface Got {
  readonly bytes: number
  readonly isSigned: boolean
  readonly start: string
  readonly end: string
}

if (existsSync('/proc/self/status')) {
  memory('sixteen deliveries of 70 MB at a time keep the service below 300 MiB and responsive', async () => {
    const got: Got[] = []
    const receiver = createServer(async (req, res) => {
      const hmac = createHmac('sha256', 'of this webhook')
      hmac.update(`${req.headers['webhook-id']}.${req.headers['webhook-timestamp']}.`)
      let [bytes, start, end] = [0, '', '']
      try {
        for await (const chunk of req as AsyncIterable<Buffer>) {
          hmac.update(chunk)
          bytes += chunk.length
          if (start.length < START) start += chunk.toString('latin1', 0, START)
          end = (end + chunk.toString('latin1', Math.max(0, chunk.length - END))).slice(-END)
        }
      } catch {
        // The service aborted the delivery: it counts as received in part.
      }
      const isSigned = req.headers['webhook-signature'] === `v1,${hmac.digest('base64')}`
      got.push({ bytes, isSigned, start, end })
      res.end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    const running = await startProcess(folder, { PLATEN_WEBHOOKS_PRIVATE: 'yes', PLATEN_SPARES: '0' })
    try {
      const token = /Bearer (pdft_\w+)/.exec(await running.saying('-o invoice.pdf'))![1]!
      const { store } = await openSqliteStore(folder, steadyClock())
      const [team] = await store.teams()
      const secret = `whsec_${Buffer.from('of this webhook').toString('base64')}`
      const url = `http://127.0.0.1:${portOf(receiver)}/`
      for (let i = 0; i < WEBHOOKS; i++) await store.addWebhook(team!.id, { url, secret })
      await store.close()
      const [template] = (await send(running.port, { path: '/api/templates', token })).json
      const render = (data: object): ReturnType<typeof send> =>
        send(running.port, { method: 'POST', path: `/api/templates/${template.id}/pdf`, token, body: { data } })
      const { bytes: pdf } = await render({ ahead: PIECES })
      assert.ok(pdf.length > 70 * MIB - MIB)
      // Another request while deliveries are in flight.
      assert.is((await send(running.port, { path: '/health/ready' })).status, 200)
      await until(() => got.length === WEBHOOKS)
      const resident = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'latin1'))?.[1]) / 1024
      const first = `{"type":"pdf.created","data":{"template_id":"${template.id}","pdf":"`
      const body = first.length + Math.ceil(pdf.length / 3) * 4 + '"}}'.length
      for (const { bytes, isSigned, start, end } of got) {
        assert.equal([bytes, isSigned, start.startsWith(first)], [body, true, true])
        assert.is(end, `${pdf.toString('base64').slice(3 - END)}"}}`)
      }
      assert.ok(resident < MOST_RESIDENT, `${Math.round(resident)} MiB`)
      assert.is((await render({ name: 'next' })).status, 200)
    } finally {
      running.child.kill('SIGTERM')
      assert.is(await running.ended, 0)
      receiver.closeAllConnections()
      receiver.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

memory.run()
