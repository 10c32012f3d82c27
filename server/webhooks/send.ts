import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { Webhook } from '../store/store.ts'
import { problemWith, publicLookup } from './address.ts'
import type { Payload } from './payload.ts'

/** Time-out of inactivity: the receiver neither reads the body nor answers. */
const MS_STALLED = 10_000
/** Time-out of a delivery. The largest document in base64 needs 10 megabits a second then. */
export const MS_SEND = 110_000
/** Prefix of secrets, by the Standard Webhooks specification. */
export const SECRET_PREFIX = 'whsec_'

interface Message {
  readonly id: string
  /** Seconds since 1970. */
  readonly time: number
  readonly payload: Payload
}

/**
 * The signature of the Standard Webhooks specification, which receivers may verify with any of its libraries. It is sent before the body, so the body is read
 * twice.
 */
async function signatureOf({ id, time, payload }: Message, secret: string): Promise<string> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const hmac = createHmac('sha256', key).update(`${id}.${time}.`)
  for await (const piece of payload.read()) hmac.update(piece)
  return `v1,${hmac.digest('base64')}`
}

/** Sends a message once; rejects unless the answer is 2xx. The body of the answer is not read. */
export async function sendMessage(webhook: Pick<Webhook, 'url' | 'secret'>, message: Message, isPrivateAllowed: boolean): Promise<void> {
  const signal = AbortSignal.timeout(MS_SEND)
  const problem = problemWith(webhook.url, isPrivateAllowed)
  if (problem !== undefined) throw new Error(`events cannot be sent to this address: ${problem}`)
  const url = new URL(webhook.url)
  const signature = await signatureOf(message, webhook.secret)
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request(url, {
      ...{ method: 'POST', agent: false, signal, timeout: MS_STALLED },
      ...(isPrivateAllowed ? {} : { lookup: publicLookup }),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': message.payload.length,
        'User-Agent': 'Platen',
        'Webhook-Id': message.id,
        'Webhook-Timestamp': String(message.time),
        'Webhook-Signature': signature,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no data was sent or received for ${MS_STALLED / 1000} s`)))
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      if (status >= 200 && status < 300) resolve()
      else reject(new Error(`the answer had status ${status}`))
    })
    // An answer before the end of the body settles the promise first.
    pipeline(message.payload.read(), outgoing).catch(reject)
  })
}
