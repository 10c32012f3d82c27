// Records what API calls produce: runs a call with an `Idempotency-Key` once, replays its result to repetitions within a day, and enqueues the
// team's webhook events in the same transaction.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { makeTextCipher } from '../encryption.ts'
import { ApiError } from '../errors.ts'
import { MS_KEPT, type Outputs, type OutputWriter } from '../outputs/outputs.ts'
import { makeId } from '../store/ids.ts'
import type { CompletedCall, KeyedAnswer, Store } from '../store/store.ts'
import type { PdfCreated } from '../webhooks/payload.ts'
import type { RenderWarning } from './outcome.ts'

/** What is known of a document once it is complete. */
export interface CallSummary {
  /** Of missing or unusable values, glyphs, pictures, bar codes and the like: one for each code and place. */
  readonly warningCount: number
  /** The first of them. */
  readonly warnings: readonly RenderWarning[]
  /** Absent in results that were stored by earlier versions. */
  readonly pages: number | undefined
}

/** What a call responds with. */
export type CallResult =
  | ({ readonly kind: 'pdf'; readonly pdf: Uint8Array } & Summarized)
  | PdfStream
  | ({ readonly kind: 'url'; readonly url: string } & Summarized)

interface Summarized {
  /** Of a stream to be called after the last chunk, or at any time when its length is known. */
  readonly summary: () => CallSummary
}

/** A large document. The consumer reads the chunks once and to their end. */
export interface PdfStream extends Summarized {
  readonly kind: 'stream'
  readonly chunks: AsyncIterable<Uint8Array>
  /** Absent while the document is being rendered. */
  readonly length?: number
}

export interface CallRecorder {
  /**
   * Calls `make` unless a call under the same key has completed; stores the result and enqueues the webhook events, both or neither. The result
   * of a stream is stored while it is read: its end is delivered only after the store has committed.
   */
  record(call: Call, make: () => Promise<CallResult>): Promise<{ readonly result: CallResult; readonly isReplayed: boolean }>
  /** The same for an answer that is a text. `make` itself stores it, encrypted by `keep`, in the transaction that makes it true. */
  recordText(call: KeyedCall, make: (keep: KeepText) => Promise<string>): Promise<{ readonly text: string; readonly isReplayed: boolean }>
}

/** Undefined without a key. */
export type KeepText = ((text: string) => KeyedAnswer) | undefined

interface Call extends KeyedCall {
  /** The template that webhook events name; of a merge, the first. Absent: no event is sent. */
  readonly templateId: string | undefined
  /** Throws when a stored result with these warnings must not be replayed to this request. */
  readonly check?: (warnings: readonly RenderWarning[]) => void
}

interface KeyedCall {
  readonly teamId: string
  /** The Idempotency-Key. */
  readonly key: string | undefined
  /** Path and body identify the request: a key may not be reused for another. */
  readonly path: string
  readonly body: Uint8Array
}

interface RecorderOptions {
  readonly store: Store
  readonly outputs: Outputs
  readonly now: () => number
  readonly signingKey: string
  /** How long a key stays locked by a call in progress; longer than any call takes. */
  readonly msLease: number
  /** Stored documents larger than this are replayed as a stream. */
  readonly wholeBytes: number
}

/** A result as the store keeps it; the document itself is an output file. */
interface StoredResult extends Partial<CallSummary> {
  readonly created: PdfCreated
}

export const LONGEST_KEY = 255

/** Bound of `Recorder.abandoned`. */
const MOST_ABANDONED = 10_000

interface Recorder extends RecorderOptions {
  /** Keys of failed calls that the store could not unlock: by team and key hash, when their lease ends. Their next use unlocks them. */
  readonly abandoned: Map<string, number>
}

export function createRecorder(recorderOptions: RecorderOptions): CallRecorder {
  const options: Recorder = { ...recorderOptions, abandoned: new Map() }
  return {
    record: async (call, make) => {
      if (call.key !== undefined) {
        const stored = await begin(call, call.key, options)
        if (stored !== undefined) return { result: await replay(stored, call, options), isReplayed: true }
      }
      try {
        const result = await make()
        if (result.kind === 'stream') return { result: { ...result, chunks: storeWhileRead(result, call, options) }, isReplayed: false }
        await storeResult(result, call, options)
        return { result, isReplayed: false }
      } catch (thrown) {
        await abandon(call, options)
        throw thrown
      }
    },
    recordText: async (call, make) => {
      const { key } = call
      if (key === undefined) return { text: await make(undefined), isReplayed: false }
      const begun = await beginKey(call, key, options)
      if (begun.kind === 'done') return { text: begun.text, isReplayed: true }
      try {
        const keep = (text: string): KeyedAnswer => ({ keyHash: hashOf(key), answer: cipherFor(options, key).encrypt(text) })
        return { text: await make(keep), isReplayed: false }
      } catch (thrown) {
        await abandon(call, options)
        throw thrown
      }
    },
  }
}

async function storeResult(result: Exclude<CallResult, PdfStream>, call: Call, options: Recorder): Promise<void> {
  // Most calls have no key, and most teams no webhooks.
  if (call.key === undefined && !(await hasWebhooksFor(call, options))) return
  if (result.kind === 'url') {
    const hasWebhooks = await hasWebhooksFor(call, options)
    const created = { templateId: call.templateId ?? '', kind: 'url', url: result.url } as const
    return complete(call, { ...result.summary(), created }, { hasWebhooks, options })
  }
  const chunks = storeWhileRead({ chunks: [result.pdf], summary: result.summary }, call, options)
  for await (const _ of chunks);
}

/** Passes the chunks on and copies them to an output file; ends once the result is stored. Unlocks the key if the stream breaks off. */
async function* storeWhileRead(
  { chunks, summary }: Summarized & { readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> },
  call: Call,
  options: Recorder,
): AsyncGenerator<Uint8Array, undefined> {
  const { outputs } = options
  const { teamId, templateId = '', key } = call
  let writer: OutputWriter | undefined
  let isDone = false
  try {
    const hasWebhooks = await hasWebhooksFor(call, options)
    writer = key === undefined && !hasWebhooks ? undefined : await outputs.beginKept(teamId)
    for await (const chunk of chunks) {
      await writer?.write(chunk)
      yield chunk
    }
    if (writer !== undefined) {
      const created: PdfCreated = { templateId, kind: 'pdf', outputId: await writer.finish() }
      await complete(call, { ...summary(), created }, { hasWebhooks, options })
    }
    isDone = true
  } finally {
    if (!isDone) {
      await writer?.discard()
      await abandon(call, options)
    }
  }
}

async function hasWebhooksFor({ teamId, templateId }: Call, { store }: RecorderOptions): Promise<boolean> {
  return templateId !== undefined && (await store.webhooks(teamId)).some(({ disabledAt }) => disabledAt === undefined)
}

async function complete(
  call: Call,
  result: StoredResult,
  { hasWebhooks, options }: { hasWebhooks: boolean; options: RecorderOptions },
): Promise<void> {
  if (call.key === undefined && !hasWebhooks) return
  const answer = (key: string): string => cipherFor(options, key).encrypt(JSON.stringify(result))
  const keyed = call.key === undefined ? undefined : { keyHash: hashOf(call.key), answer: answer(call.key) }
  const cipher = makeTextCipher(options.signingKey, 'events')
  const event = hasWebhooks ? { id: `evt_${makeId()}`, text: cipher.encrypt(JSON.stringify(result.created)) } : undefined
  await options.store.completeCall(call.teamId, { keyed, event } satisfies CompletedCall)
}

/** Unlocks the key of a failed call. When the store is unavailable, the next use of the key on this server does, or the lease expires. */
async function abandon({ teamId, key }: KeyedCall, { store, abandoned, now, msLease }: Recorder): Promise<void> {
  if (key === undefined) return
  const keyHash = hashOf(key)
  try {
    await store.abandonCall(teamId, keyHash)
  } catch {
    if (abandoned.size >= MOST_ABANDONED) abandoned.clear()
    // The lease began with the call, which has taken less than half of it.
    abandoned.set(`${teamId} ${keyHash}`, now() + msLease / 2)
  }
}

async function unlockAbandoned(teamId: string, keyHash: string, { store, abandoned, now }: Recorder): Promise<void> {
  const id = `${teamId} ${keyHash}`
  const until = abandoned.get(id)
  if (until === undefined) return
  // After the lease, a call on another server may hold the key.
  if (now() < until) await store.abandonCall(teamId, keyHash)
  abandoned.delete(id)
}

/** Locks the key; returns the stored result of a completed call under it, unless that leads to nothing any more. */
async function begin(call: Call, key: string, options: Recorder): Promise<StoredResult | undefined> {
  const begun = await beginKey(call, key, options)
  if (begun.kind === 'begun') return undefined
  // `complete` wrote it, and its authenticated encryption is intact.
  const stored = JSON.parse(begun.text) as StoredResult
  if (await isUsable(stored, options)) return stored
  // The document is made anew, by one of the requests that find its URL dead.
  if (await options.store.restartCall(call.teamId, { keyHash: hashOf(key), answer: begun.answer, leaseUntil: begun.leaseUntil }))
    return undefined
  throw underWay()
}

type BegunKey =
  | { readonly kind: 'begun' }
  /** `text` is the answer, decrypted. */
  | { readonly kind: 'done'; readonly text: string; readonly answer: string; readonly leaseUntil: number }

/** Locks the key, unless a call under it has completed. */
async function beginKey(call: KeyedCall, key: string, options: Recorder): Promise<BegunKey> {
  if (key.length > LONGEST_KEY) throw keyError(`a key has at most ${LONGEST_KEY} characters`)
  await unlockAbandoned(call.teamId, hashOf(key), options)
  const now = options.now()
  const fingerprint = createHash('sha256').update(call.path).update('\0').update(call.body).digest('hex')
  const wanted = { keyHash: hashOf(key), fingerprint, leaseUntil: now + options.msLease, expiresAt: now + MS_KEPT }
  const begun = await options.store.beginCall(call.teamId, wanted)
  if (begun.kind === 'begun') return begun
  if (begun.kind === 'other') throw keyError('this key was used for another request')
  if (begun.kind === 'running') throw underWay()
  const text = cipherFor(options, key).decrypt(begun.answer)
  if (text === undefined) throw new Error('a stored result cannot be decrypted')
  return { kind: 'done', text, answer: begun.answer, leaseUntil: wanted.leaseUntil }
}

/** A document behind a URL is gone when the URL has expired; any other is kept as long as the key. */
async function isUsable({ created }: StoredResult, { outputs }: RecorderOptions): Promise<boolean> {
  return created.kind !== 'url' || outputs.isAlive(created.url.slice(created.url.lastIndexOf('/') + 1))
}

function underWay(): ApiError {
  return new ApiError('conflict', 'a request under this key is under way', { headers: { 'Retry-After': '1' } })
}

async function replay(
  { warningCount = 0, warnings = [], pages, created }: StoredResult,
  { teamId, check }: Call,
  { outputs, wholeBytes }: RecorderOptions,
): Promise<CallResult> {
  check?.(warnings)
  const summary = (): CallSummary => ({ warningCount, warnings, pages })
  if (created.kind === 'url') return { kind: 'url', url: created.url, summary }
  const { length, content } = await outputs.kept(teamId, created.outputId)
  if (length > wholeBytes) return { kind: 'stream', chunks: content, length, summary }
  return { kind: 'pdf', pdf: await buffer(content), summary }
}

export function keyError(message: string): ApiError {
  return new ApiError('validation_failed', message, { errors: [{ path: 'Idempotency-Key', code: 'invalid_value', message }] })
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The encryption key derives from the Idempotency-Key, so only its owner can read the result: it may hold a download URL. */
function cipherFor({ signingKey }: RecorderOptions, key: string): ReturnType<typeof makeTextCipher> {
  return makeTextCipher(signingKey, 'answers', key)
}
