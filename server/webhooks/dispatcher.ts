// Problem: an event is to reach every webhook although receivers, and servers of ours, go down.
// Approach: events lie in the store, written with the call they tell of. Whoever claims one sends it and removes it, or sets its next
// time; a claim ends by itself, so a server that died in the middle is followed by another. A receiver may see an event twice, under one id.
// A receiver that is slow has a few of our hands at most, and the others have the rest.
// Limits: after about a day it is given up.
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
  /** `isLast`: it will not be tried again. */
  readonly onFailed: (delivery: Delivery, error: unknown, isLast: boolean) => void
  readonly onError: (error: unknown) => void
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Waits after the first, second, … failure: a little less than a day together. */
export const WAITS: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]
const MS_TICK = 500
/** Longer than a delivery takes, or another server would begin the same. */
const MS_CLAIM = MS_SEND + 10 * SECOND
/** Each holds some pieces of its document, about a mebibyte. */
const MOST_AT_ONCE = 16
/** To one webhook; with those that are claimed while others are on their way, less than twice as many. */
const MOST_EACH = 3

/** Begins to send; gives the function that ends it once what is under way is over. */
export function startDispatcher(options: DispatcherOptions): () => Promise<void> {
  const dispatcher = new Dispatcher(options)
  dispatcher.look()
  const timer = setInterval(() => dispatcher.look(), MS_TICK)
  timer.unref()
  return () => {
    clearInterval(timer)
    return dispatcher.end()
  }
}

class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #sending = new Set<Promise<void>>()
  /** By webhook. */
  readonly #underWay = new Map<string, number>()
  #looking: Promise<void> | undefined
  #isEnding = false

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  /** Begins with what is due and has room. */
  look(): void {
    if (this.#isEnding) return
    this.#looking ??= this.#begin()
      .catch(this.#options.onError)
      .finally(() => {
        this.#looking = undefined
      })
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await this.#looking
    await Promise.all(this.#sending)
  }

  async #begin(): Promise<void> {
    const { store, clock } = this.#options
    while (!this.#isEnding && this.#sending.size < MOST_AT_ONCE) {
      const now = clock.now()
      const busy = [...this.#underWay].filter(([, count]) => count >= MOST_EACH).map(([id]) => id)
      const room = { most: MOST_AT_ONCE - this.#sending.size, each: MOST_EACH, busy }
      const due = await store.claimDeliveries(now, now + MS_CLAIM, room)
      if (due.length === 0) break
      for (const delivery of due) this.#send(delivery)
    }
    await store.removeExpiredCalls(clock.now())
  }

  #send(delivery: Delivery): void {
    const { id } = delivery.webhook
    this.#underWay.set(id, (this.#underWay.get(id) ?? 0) + 1)
    const sent = deliver(delivery, this.#options)
      .catch(this.#options.onError)
      .finally(() => {
        this.#sending.delete(sent)
        const left = this.#underWay.get(id)! - 1
        if (left === 0) this.#underWay.delete(id)
        else this.#underWay.set(id, left)
        this.look()
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
    const wait = WAITS[delivery.attempts]
    if (wait === undefined) await store.removeDelivery(delivery)
    else await store.postponeDelivery(delivery, clock.now() + wait)
    onFailed(delivery, error, wait === undefined)
    return
  }
  await store.removeDelivery(delivery)
  onSent(delivery)
}

function payloadFor({ event, webhook }: Delivery, { cipher, outputs }: DispatcherOptions): Promise<Payload> {
  const text = cipher.decrypt(event)
  if (text === undefined) throw new Error('the event cannot be read')
  // Written by the service itself, and authenticated by the cipher.
  return payloadOf(JSON.parse(text) as PdfCreated, webhook.teamId, outputs)
}
