import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Webhook } from '../store/store.ts'
import { problemWith, publicLookup } from './address.ts'

const MS_ANSWER = 10_000
/** How secrets are written, so that nobody takes one for a token. */
export const SECRET_PREFIX = 'whsec_'

export interface Message {
  readonly id: string
  /** Seconds since 1970. */
  readonly time: number
  readonly body: string
}

/** As the Standard Webhooks specification has it: receivers may check with any library for that. */
export function signatureOf({ id, time, body }: Message, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
}

/** Sends a message once; rejects unless the answer is 2xx. What the answer says is not read. */
export function sendMessage(webhook: Webhook, message: Message, isPrivateAllowed: boolean): Promise<void> {
  const problem = problemWith(webhook.url, isPrivateAllowed)
  if (problem !== undefined) return Promise.reject(new Error(`the address cannot be used: ${problem}`))
  const url = new URL(webhook.url)
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request(url, {
      ...{ method: 'POST', agent: false, signal: AbortSignal.timeout(MS_ANSWER) },
      ...(isPrivateAllowed ? {} : { lookup: publicLookup }),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(message.body),
        'User-Agent': 'Platen',
        'Webhook-Id': message.id,
        'Webhook-Timestamp': String(message.time),
        'Webhook-Signature': signatureOf(message, webhook.secret),
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      if (status >= 200 && status < 300) resolve()
      else reject(new Error(`it answered ${status}`))
    })
    outgoing.end(message.body)
  })
}
