// Reports the end of jobs to the addresses that their requests named: signed, and again for about a day until the answer is 2xx, as events of webhooks are.
import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { JobCallback, JobKey, JobStore } from '../store/jobs.ts'
import { RETRY_DELAYS } from '../webhooks/dispatcher.ts'
import { textPayload } from '../webhooks/payload.ts'
import { MS_SEND, SECRET_PREFIX, sendMessage } from '../webhooks/send.ts'
import type { JobCodec } from './stored.ts'

interface CallbackOptions {
  readonly jobs: JobStore
  readonly codec: JobCodec
  readonly clock: Clock
  readonly signingKey: string
  readonly isPrivateAllowed: boolean
  readonly onSent: (key: JobKey) => void
  readonly onFailed: (key: JobKey, error: unknown, isLast: boolean) => void
}

const MOST_AT_ONCE = 8
const MS_CLAIM = MS_SEND + 10_000

/** The secret that signs the callback of a job. Derived, so that a repeated request gets the same. */
export function callbackSecretOf(signingKey: string, jobId: string): string {
  const key = createHmac('sha256', Buffer.from(signingKey, 'hex')).update(`callback of job ${jobId}`).digest()
  return SECRET_PREFIX + key.toString('base64')
}

export class Callbacks {
  readonly #options: CallbackOptions
  readonly #sending = new Set<Promise<void>>()

  constructor(options: CallbackOptions) {
    this.#options = options
  }

  /** Begins to send what is due. */
  async poll(): Promise<void> {
    const { jobs, clock } = this.#options
    const now = clock.now()
    const room = MOST_AT_ONCE - this.#sending.size
    if (room <= 0) return
    for (const callback of await jobs.claimCallbacks(now, now + MS_CLAIM, room)) {
      const sending = this.#send(callback)
        .catch(() => {})
        .finally(() => this.#sending.delete(sending))
      this.#sending.add(sending)
    }
  }

  /** Waits for those that are being sent. */
  async end(): Promise<void> {
    await Promise.all(this.#sending)
  }

  async #send({ job, attempts }: JobCallback): Promise<void> {
    const { jobs, codec, clock, signingKey, isPrivateAllowed, onSent, onFailed } = this.#options
    try {
      const url = codec.specOf(job.spec).callback
      if (url === undefined) throw new Error('a job has no callback')
      const { total, done, failed, state: status } = job
      const result = job.outcome === undefined ? undefined : codec.outcomeOf(job.outcome).result?.url
      const event = {
        type: 'job.finished',
        data: { job_id: job.id, status, total, done, failed, ...(result === undefined ? {} : { url: result }) },
      }
      const webhook = { id: job.id, teamId: job.teamId, url, secret: callbackSecretOf(signingKey, job.id), createdAt: job.createdAt }
      const message = { id: `evt_${job.id}`, time: Math.floor(clock.now() / 1000), payload: textPayload(JSON.stringify(event)) }
      await sendMessage(webhook, message, isPrivateAllowed)
    } catch (error) {
      const delay = RETRY_DELAYS[attempts]
      if (delay === undefined) await jobs.removeCallback(job)
      else await jobs.postponeCallback(job, clock.now() + delay)
      return onFailed(job, error, delay === undefined)
    }
    await jobs.removeCallback(job)
    onSent(job)
  }
}
