// What a call makes, and that a call under a key (`Idempotency-Key`) makes it once: whoever repeats it within a day is given the same.
import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import { MS_KEPT, type Outputs } from './outputs/outputs.ts'
import { makeSeal } from './seal.ts'
import { makeId } from './store/ids.ts'
import type { CompletedCall, Store } from './store/store.ts'
import type { PdfCreated } from './webhooks/dispatcher.ts'

/** What the caller is given. `missing` counts placeholders without a value. */
export type Product =
  | { readonly kind: 'pdf'; readonly pdf: Uint8Array; readonly missing: number }
  | { readonly kind: 'url'; readonly url: string; readonly missing: number }

export interface CallRecorder {
  /** Makes the product, unless a call under this key did; remembers it and tells the team's webhooks, both or neither. */
  record(call: Call, make: () => Promise<Product>): Promise<{ readonly product: Product; readonly isRepeated: boolean }>
}

export interface Call {
  readonly teamId: string
  /** As events name it; of a merge, its first. */
  readonly templateId: string
  /** The caller's key, when there is one, and what the request was: its address and body. */
  readonly key: string | undefined
  readonly path: string
  readonly body: Uint8Array
}

export interface RecorderOptions {
  readonly store: Store
  readonly outputs: Outputs
  readonly now: () => number
  readonly signingKey: string
  /** Longer than any call takes. */
  readonly msLease: number
}

/** A remembered product: a document is named by its file. */
interface Remembered {
  readonly missing: number
  readonly created: PdfCreated
}

const LONGEST_KEY = 255

export function createRecorder(options: RecorderOptions): CallRecorder {
  const { store, outputs } = options
  const eventSeal = makeSeal(options.signingKey, 'events')
  const complete = async (call: Call, product: Product): Promise<void> => {
    const hasWebhooks = (await store.webhooks(call.teamId)).length > 0
    if (call.key === undefined && !hasWebhooks) return
    const { templateId } = call
    const created: PdfCreated =
      product.kind === 'url'
        ? { templateId, kind: 'url', url: product.url }
        : { templateId, kind: 'pdf', outputId: await outputs.keep(call.teamId, product.pdf) }
    const answer = JSON.stringify({ missing: product.missing, created } satisfies Remembered)
    const keyed = call.key === undefined ? undefined : { keyHash: hashOf(call.key), answer: sealFor(options, call.key).close(answer) }
    const event = hasWebhooks ? { id: `evt_${makeId()}`, text: eventSeal.close(JSON.stringify(created)) } : undefined
    await store.completeCall(call.teamId, { keyed, event } satisfies CompletedCall)
  }
  const makeAndComplete = async (call: Call, make: () => Promise<Product>): Promise<Product> => {
    const product = await make()
    await complete(call, product)
    return product
  }
  return {
    record: async (call, make) => {
      if (call.key === undefined) return { product: await makeAndComplete(call, make), isRepeated: false }
      const remembered = await begin(call, call.key, options)
      if (remembered !== undefined) return { product: await productOf(remembered, call, outputs), isRepeated: true }
      try {
        return { product: await makeAndComplete(call, make), isRepeated: false }
      } catch (thrown) {
        // Should this fail too, the key is free when the lease is over.
        await store.abandonCall(call.teamId, hashOf(call.key)).catch(() => {})
        throw thrown
      }
    },
  }
}

/** Takes the key; gives what was made under it before. */
async function begin(call: Call, key: string, options: RecorderOptions): Promise<Remembered | undefined> {
  if (key.length > LONGEST_KEY) throw keyError(`a key has at most ${LONGEST_KEY} characters`)
  const now = options.now()
  const fingerprint = createHash('sha256').update(call.path).update('\0').update(call.body).digest('hex')
  const wanted = { keyHash: hashOf(key), fingerprint, leaseUntil: now + options.msLease, expiresAt: now + MS_KEPT }
  const begun = await options.store.beginCall(call.teamId, wanted)
  if (begun.kind === 'begun') return undefined
  if (begun.kind === 'other') throw keyError('this key was used for another request')
  if (begun.kind === 'running') throw new ApiError('conflict', 'a request under this key is under way', { headers: { 'Retry-After': '1' } })
  const text = sealFor(options, key).open(begun.answer)
  if (text === undefined) throw new Error('a remembered answer cannot be read')
  // Written by ourselves, under our seal.
  return JSON.parse(text) as Remembered
}

async function productOf({ missing, created }: Remembered, { teamId }: Call, outputs: Outputs): Promise<Product> {
  if (created.kind === 'url') return { kind: 'url', url: created.url, missing }
  return { kind: 'pdf', pdf: await outputs.kept(teamId, created.outputId), missing }
}

function keyError(message: string): ApiError {
  return new ApiError('validation_failed', message, { errors: [{ path: 'Idempotency-Key', code: 'invalid_value', message }] })
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Only who knows the key can read the answer: it may hold the name of a download. */
function sealFor({ signingKey }: RecorderOptions, key: string): ReturnType<typeof makeSeal> {
  return makeSeal(signingKey, 'answers', key)
}
