// Sends calls by fetch: time-outs, retries, and errors with a code. Nothing here is of Node alone: it runs in browsers, Deno, Bun and edge functions.
import { OPERATIONS, type Operations } from './openapi.data.ts'
import { PlatenError, problemOf } from './problem.ts'

export interface ClientOptions {
  /** The address of the service, such as `https://pdf.example.com`, with its path if it has one. */
  readonly url: string
  /** An API token. In a browser it is visible to the user: let a server of yours make the calls there. */
  readonly token: string
  /** Milliseconds until an answer must be complete, each try by itself; 60,000 when absent. Above the service's deadline of 30 s. */
  readonly msTimeout?: number
  /** How often a call is tried again that met overload, a rate limit or a broken connection; 3 when absent. */
  readonly retries?: number
  /** Called before a call is tried again, with the milliseconds until then and what the last try met. */
  readonly onRetry?: (ms: number, problem: PlatenError) => void
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** Of each call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly msTimeout?: number | undefined
  readonly retries?: number | undefined
}

export type OperationId = keyof Operations

export interface Call<T> {
  readonly operation: OperationId
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Bytes go as they are, everything else as JSON. */
  readonly body?: unknown
  /** Whether the call may be made twice when it is unknown if the first was carried out. */
  readonly isRepeatable: boolean
  /** Whether the caller reads the answer after the call: its signal goes on to end it then. */
  readonly isStreaming?: boolean
  /** Reads a successful answer, within the time-out. */
  readonly read: (response: Response) => Promise<T>
  readonly options?: CallOptions | undefined
}

export type Send = <T>(call: Call<T>) => Promise<T>

const MS_TIMEOUT = 60_000
const RETRIES = 3
const MS_FIRST_WAIT = 250
const MS_LONGEST_WAIT = 60_000

export function makeSend(client: ClientOptions): Send {
  const base = baseOf(client.url)
  return async (call) => {
    const retries = call.options?.retries ?? client.retries ?? RETRIES
    for (let tries = 0; ; tries++) {
      try {
        return await sendOnce(call, base, client)
      } catch (thrown) {
        if (!(thrown instanceof PlatenError) || tries >= retries || !mayRepeat(thrown, call)) throw thrown
        const ms = waitBefore(thrown, tries)
        client.onRetry?.(ms, thrown)
        await pause(ms, call.options?.signal)
      }
    }
  }
}

function baseOf(url: string): string {
  const { protocol, origin, pathname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`url must begin with https:// or http://, not "${protocol}"`)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** Refusals were not carried out, whatever the call; without an answer that is unknown. */
function mayRepeat({ code, status, msRetryAfter }: PlatenError, { isRepeatable }: Call<unknown>): boolean {
  if (code === 'rate_limited') return true
  // Another request under the same idempotency key is being answered: its answer comes to the retry. Other conflicts do not pass.
  if (code === 'conflict') return isRepeatable && msRetryAfter !== undefined
  return isRepeatable && (code === 'network_error' || code === 'overloaded' || status === 502 || status === 503)
}

/** What the service asks for, else growing waits; random in part, so that many clients do not return at once. */
function waitBefore({ msRetryAfter }: PlatenError, tries: number): number {
  const growing = MS_FIRST_WAIT * 2 ** tries
  return Math.min(MS_LONGEST_WAIT, Math.max(msRetryAfter ?? 0, growing) * (1 + Math.random() / 4))
}

/** Rejects with the reason of the signal when it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

async function sendOnce<T>(call: Call<T>, base: string, client: ClientOptions): Promise<T> {
  const ms = call.options?.msTimeout ?? client.msTimeout ?? MS_TIMEOUT
  const caller = call.options?.signal
  caller?.throwIfAborted()
  const controller = new AbortController()
  // What cannot be sent at all is the caller's mistake, and thrown as it is.
  const [address, request] = [addressOf(call, base), requestOf(call, client, controller.signal)]
  const timeout = new PlatenError(`no complete answer within ${ms} ms`, { code: 'client_timeout' })
  const timer = setTimeout(() => controller.abort(timeout), ms)
  const onAbort = (): void => controller.abort(caller?.reason)
  caller?.addEventListener('abort', onAbort, { once: true })
  try {
    const response = await (client.fetch ?? globalThis.fetch)(address, request)
    if (!response.ok) throw await problemOf(response)
    return await call.read(response)
  } catch (thrown) {
    if (thrown instanceof PlatenError) throw thrown
    if (caller?.aborted === true) throw caller.reason
    if (controller.signal.aborted) throw timeout
    throw new PlatenError(`the service at ${base} gave no answer: ${reasonOf(thrown)}`, { code: 'network_error', cause: thrown })
  } finally {
    clearTimeout(timer)
    // A stream that is being read still ends when the caller aborts.
    if (call.isStreaming !== true) caller?.removeEventListener('abort', onAbort)
  }
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message
}

function addressOf({ operation, path = {}, query = {} }: Call<unknown>, base: string): string {
  // The names of assets have slashes that part segments; those of everything else are encoded.
  const filled = OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    (path[name] ?? '')
      .split('/')
      .map(encodeURIComponent)
      .join(name === 'name' ? '/' : '%2F'),
  )
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) words.set(name, String(value))
  const asked = words.toString()
  return `${base}${filled}${asked === '' ? '' : `?${asked}`}`
}

function requestOf({ operation, headers = {}, body }: Call<unknown>, { token }: ClientOptions, signal: AbortSignal): RequestInit {
  const all = new Headers({ Authorization: `Bearer ${token}` })
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value)
  const isBytes = body instanceof Uint8Array
  if (body !== undefined && !all.has('Content-Type')) all.set('Content-Type', isBytes ? 'application/octet-stream' : 'application/json')
  const { method } = OPERATIONS[operation]
  // A redirect is not followed: the service sends none, and the token must not go elsewhere.
  const init = { method, headers: all, signal, redirect: 'manual' } as const
  // fetch takes the bytes of every ArrayBuffer; its types ask for one that is not shared.
  return body === undefined ? init : { ...init, body: isBytes ? (body as Uint8Array<ArrayBuffer>) : jsonOf(body) }
}

/** JSON in which a bigint is an integer with all its digits, as the service reads them. */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown
    // JSON.stringify refuses bigints: they go as texts with a mark that no data has, which is taken off with the quotes.
    const mark = `bigint ${Math.random()} `
    const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${mark}${value}` : value))
    return text.replaceAll(new RegExp(`"${mark.replaceAll('.', '\\.')}(-?\\d+)"`, 'g'), '$1')
  }
}

export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  try {
    // The form of an answer is what the OpenAPI document says, which tests of the service hold it to.
    return JSON.parse(text) as T
  } catch {
    const message = `the answer is not JSON: ${text.slice(0, 200)}`
    throw new PlatenError(message, { code: 'unexpected_answer', status: response.status })
  }
}

export async function readBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}

export async function readNothing(response: Response): Promise<void> {
  await response.arrayBuffer()
}

/** The body as it comes. The time-out ends with the headers. */
export async function readStream(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (response.body === null) throw new PlatenError('the answer has no body', { code: 'unexpected_answer', status: response.status })
  return response.body
}
