// What a call makes, and that a call under a key (`Idempotency-Key`) makes it once: whoever repeats it within a day is given the same.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { makeSeal } from '../encryption.ts'
import { ApiError } from '../errors.ts'
import { MS_KEPT, type Outputs, type OutputWriter } from '../outputs/outputs.ts'
import { makeId } from '../store/ids.ts'
import type { CompletedCall, Store } from '../store/store.ts'
import type { PdfCreated } from '../webhooks/payload.ts'

/** What the caller is given. `warningCount` counts whatever the document may lack: values, glyphs, pictures, bar codes. */
export type Product =
  | { readonly kind: 'pdf'; readonly pdf: Uint8Array; readonly warningCount: number }
  | Pieces
  | { readonly kind: 'url'; readonly url: string; readonly warningCount: number }

/** A large document, to be read once and to its end. */
export interface Pieces {
  readonly kind: 'pieces'
  readonly pieces: AsyncIterable<Uint8Array>
  /** Absent while the document is being made. */
  readonly length?: number
  /** Known after the last piece; at once when the length is. */
  readonly warningCount: () => number
}

export interface CallRecorder {
  /**
   * Makes the product, unless a call under this key did; remembers it and tells the team's webhooks, both or neither. A product in
   * pieces is remembered while it is read, and whoever has read its end can rely on that.
   */
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
  /** Larger documents are given in pieces. */
  readonly wholeBytes: number
}

/** A remembered product: a document is named by its file. */
interface Remembered {
  readonly warningCount: number
  readonly created: PdfCreated
}

const LONGEST_KEY = 255

/** Keys of calls that failed while the store could not be written: they are freed when they are used again, unless their lease is over by then. */
const MOST_ABANDONED = 10_000

interface Recorder extends RecorderOptions {
  /** By team and hash of the key: when the lease ends. */
  readonly abandoned: Map<string, number>
}

export function createRecorder(recorderOptions: RecorderOptions): CallRecorder {
  const options: Recorder = { ...recorderOptions, abandoned: new Map() }
  return {
    record: async (call, make) => {
      if (call.key !== undefined) {
        const remembered = await begin(call, call.key, options)
        if (remembered !== undefined) return { product: await productOf(remembered, call, options), isRepeated: true }
      }
      try {
        const product = await make()
        if (product.kind === 'pieces')
          return { product: { ...product, pieces: rememberWhileRead(product, call, options) }, isRepeated: false }
        await remember(product, call, options)
        return { product, isRepeated: false }
      } catch (thrown) {
        await abandon(call, options)
        throw thrown
      }
    },
  }
}

async function remember(product: Exclude<Product, Pieces>, call: Call, options: Recorder): Promise<void> {
  // Mostly there is nothing to remember and nobody to tell.
  if (call.key === undefined && (await options.store.webhooks(call.teamId)).length === 0) return
  if (product.kind === 'url') {
    const hasWebhooks = (await options.store.webhooks(call.teamId)).length > 0
    const created = { templateId: call.templateId, kind: 'url', url: product.url } as const
    return complete(call, { warningCount: product.warningCount, created }, { hasWebhooks, options })
  }
  const pieces = rememberWhileRead({ pieces: [product.pdf], warningCount: () => product.warningCount }, call, options)
  for await (const _ of pieces);
}

/** Gives the pieces on; the end is only given once the whole is remembered. Frees the key when it does not come to that. */
async function* rememberWhileRead(
  { pieces, warningCount }: Pick<Pieces, 'warningCount'> & { readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> },
  call: Call,
  options: Recorder,
): AsyncGenerator<Uint8Array, undefined> {
  const { store, outputs } = options
  const { teamId, templateId, key } = call
  let writer: OutputWriter | undefined
  let isDone = false
  try {
    const hasWebhooks = (await store.webhooks(teamId)).length > 0
    writer = key === undefined && !hasWebhooks ? undefined : await outputs.beginKept(teamId)
    for await (const piece of pieces) {
      await writer?.write(piece)
      yield piece
    }
    if (writer !== undefined) {
      const created: PdfCreated = { templateId, kind: 'pdf', outputId: await writer.finish() }
      await complete(call, { warningCount: warningCount(), created }, { hasWebhooks, options })
    }
    isDone = true
  } finally {
    if (!isDone) {
      await writer?.discard()
      await abandon(call, options)
    }
  }
}

async function complete(
  call: Call,
  remembered: Remembered,
  { hasWebhooks, options }: { hasWebhooks: boolean; options: RecorderOptions },
): Promise<void> {
  if (call.key === undefined && !hasWebhooks) return
  const answer = (key: string): string => sealFor(options, key).close(JSON.stringify(remembered))
  const keyed = call.key === undefined ? undefined : { keyHash: hashOf(call.key), answer: answer(call.key) }
  const seal = makeSeal(options.signingKey, 'events')
  const event = hasWebhooks ? { id: `evt_${makeId()}`, text: seal.close(JSON.stringify(remembered.created)) } : undefined
  await options.store.completeCall(call.teamId, { keyed, event } satisfies CompletedCall)
}

/** Frees the key. Should this fail too, it is free when the caller comes back to this server, or when the lease is over. */
async function abandon({ teamId, key }: Call, { store, abandoned, now, msLease }: Recorder): Promise<void> {
  if (key === undefined) return
  const keyHash = hashOf(key)
  try {
    await store.abandonCall(teamId, keyHash)
  } catch {
    if (abandoned.size >= MOST_ABANDONED) abandoned.clear()
    // The lease began with the call, which takes less than half of it.
    abandoned.set(`${teamId} ${keyHash}`, now() + msLease / 2)
  }
}

async function freeAbandoned(teamId: string, keyHash: string, { store, abandoned, now }: Recorder): Promise<void> {
  const id = `${teamId} ${keyHash}`
  const until = abandoned.get(id)
  if (until === undefined) return
  // After the lease, another server may be at it.
  if (now() < until) await store.abandonCall(teamId, keyHash)
  abandoned.delete(id)
}

/** Takes the key; gives what was made under it before. */
async function begin(call: Call, key: string, options: Recorder): Promise<Remembered | undefined> {
  if (key.length > LONGEST_KEY) throw keyError(`a key has at most ${LONGEST_KEY} characters`)
  await freeAbandoned(call.teamId, hashOf(key), options)
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

async function productOf(
  { warningCount = 0, created }: Remembered,
  { teamId }: Call,
  { outputs, wholeBytes }: RecorderOptions,
): Promise<Product> {
  if (created.kind === 'url') return { kind: 'url', url: created.url, warningCount }
  const { length, content } = await outputs.kept(teamId, created.outputId)
  if (length > wholeBytes) return { kind: 'pieces', pieces: content, length, warningCount: () => warningCount }
  return { kind: 'pdf', pdf: await buffer(content), warningCount }
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
