// Problem: an event must reach every webhook although receivers and servers fail.
// Approach: deliveries are stored in the transaction of the call that they report. A server claims a delivery, sends it and removes it, or sets the time of
// the next attempt; a claim expires, so that another server takes over when one dies. Delivery is at least once: a receiver may see an event twice,
// under one id. Concurrency is limited in all and for each webhook, so that a slow receiver does not delay the others.
// Limits: after about a day of failures a delivery is dropped.
import type { Clock } from '../clock.ts'
import type { TextCipher } from '../encryption.ts'
import type { Outputs } from '../outputs/outputs.ts'
import type { Delivery, Store } from '../store/store.ts'
import { type Payload, type PdfCreated, payloadOf } from './payload.ts'
import { MS_SEND, sendMessage } from './send.ts'

export interface DispatcherOptions {
  readonly store: Store
  readonly outputs: Outputs
  readonly clock: Clock
  readonly cipher: TextCipher
  readonly isPrivateAllowed: boolean
  readonly onSent: (delivery: Delivery) => void
  /** `isLast`: there is no further attempt. */
  readonly onFailed: (delivery: Delivery, error: unknown, isLast: boolean) => void
  readonly onError: (error: unknown) => void
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Delays after the first, second, … failure: a little less than a day together. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
]
const MS_POLL = 500
/** Longer than a delivery takes, or another server would claim it meanwhile. */
const MS_CLAIM = MS_SEND + 10 * SECOND
/** Concurrent deliveries. Each buffers about a mebibyte of its document. */
const MOST_AT_ONCE = 16
/** Deliveries that are claimed at a time for one webhook; with those in flight, less than twice as many. */
const MOST_EACH = 3

/** Starts sending; returns the function that stops it and waits for deliveries in flight. */
export function startDispatcher(options: DispatcherOptions): () => Promise<void> {
  const dispatcher = new Dispatcher(options)
  dispatcher.poll()
  const timer = setInterval(() => dispatcher.poll(), MS_POLL)
  timer.unref()
  return () => {
    clearInterval(timer)
    return dispatcher.end()
  }
}

class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #sending = new Set<Promise<void>>()
  /** Deliveries in flight, by webhook. */
  readonly #inFlight = new Map<string, number>()
  #polling: Promise<void> | undefined
  #isEnding = false

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  /** Claims and sends due deliveries, up to the limits. */
  poll(): void {
    if (this.#isEnding) return
    this.#polling ??= this.#claimAndSend()
      .catch(this.#options.onError)
      .finally(() => {
        this.#polling = undefined
      })
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#polling
    await Promise.all(this.#sending)
  }

  async #claimAndSend(): Promise<void> {
    const { store, clock } = this.#options
    while (!this.#isEnding && this.#sending.size < MOST_AT_ONCE) {
      const now = clock.now()
      const busy = [...this.#inFlight].filter(([, count]) => count >= MOST_EACH).map(([id]) => id)
      const room = { most: MOST_AT_ONCE - this.#sending.size, each: MOST_EACH, busy }
      const due = await store.claimDeliveries(now, now + MS_CLAIM, room)
      if (due.length === 0) break
      for (const delivery of due) this.#send(delivery)
    }
    await store.removeExpiredCalls(clock.now())
  }

  #send(delivery: Delivery): void {
    const { id } = delivery.webhook
    this.#inFlight.set(id, (this.#inFlight.get(id) ?? 0) + 1)
    const sent = deliver(delivery, this.#options)
      .catch(this.#options.onError)
      .finally(() => {
        this.#sending.delete(sent)
        const left = this.#inFlight.get(id)! - 1
        if (left === 0) this.#inFlight.delete(id)
        else this.#inFlight.set(id, left)
        this.poll()
      })
    this.#sending.add(sent)
  }
}

async function deliver(delivery: Delivery, options: DispatcherOptions): Promise<void> {
  const { store, clock, isPrivateAllowed, onSent, onFailed } = options
  try {
    const payload = await payloadFor(delivery, options)
    await sendMessage(delivery.webhook, { id: delivery.id, time: Math.floor(clock.now() / 1000), payload }, isPrivateAllowed)
  } catch (error) {
    const delay = RETRY_DELAYS[delivery.attempts]
    const message = error instanceof Error ? error.message : String(error)
    if (delay === undefined) await store.endDelivery(delivery, message)
    else await store.postponeDelivery(delivery, clock.now() + delay, message)
    onFailed(delivery, error, delay === undefined)
    return
  }
  await store.endDelivery(delivery, undefined)
  onSent(delivery)
}

function payloadFor({ event, webhook }: Delivery, { cipher, outputs }: DispatcherOptions): Promise<Payload> {
  const text = cipher.decrypt(event)
  if (text === undefined) throw new Error('the stored event cannot be decrypted')
  // Written by the service itself, and authenticated by the cipher.
  return payloadOf(JSON.parse(text) as PdfCreated, webhook.teamId, outputs)
}
