// Reads JSON request bodies. The usual libraries do not serve here: they ignore a body without Content-Type, and they reset the connection of
// an oversized body, so that the client never sees the 413.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { CoarseTimer } from '../coarse-timer.ts'
import { ApiError, ClientGone } from '../errors.ts'
import type { BodyScheduler } from './body-scheduler.ts'
import { JsonScanner, JsonSyntaxError, type Outline, type Shape } from './json-scanner.ts'

export interface BodyLimits {
  readonly bytes: number
  readonly depth: number
  /** A body times out after this long plus one second per `bytesPerSecond` received: slow lines are tolerated, trickled bodies (slowloris) are not. */
  readonly msTimeout: number
  readonly bytesPerSecond: number
  /** Paces the processing of large bodies, piece by piece. */
  readonly scheduler: Pick<BodyScheduler, 'next'>
}

/** A well-formed JSON body with the spans of the requested fields. `bytes` excludes the byte order mark. */
export interface JsonBody {
  readonly bytes: Uint8Array
  readonly outline: Outline
}

/** Bytes of a large body processed at a time: they block the event loop for about half a millisecond. */
const PIECE = 128 * 1024
/** Bodies up to this size bypass the body scheduler. */
export const LARGE_BODY = 256 * 1024
const MS_BETWEEN_CHECKS = 250

/** Time as the body reader sees it; tests replace it. */
export interface ReadingClock {
  /** Milliseconds since an arbitrary origin. */
  now(): number
  /** Calls `check` at intervals until the returned function is called. */
  repeat(check: () => void): () => void
}

const TIMER = new CoarseTimer(MS_BETWEEN_CHECKS)

const REAL_TIME: ReadingClock = {
  now: () => performance.now(),
  repeat: (check) => TIMER.add(check),
}

export async function readJsonBody(
  exchange: { req: IncomingMessage; res: ServerResponse },
  shape: Shape,
  limits: BodyLimits,
  clock = REAL_TIME,
): Promise<JsonBody> {
  const whole = await readBytes(exchange, { limits, clock, coding: contentCoding(exchange.req) })
  if (!isUtf8(whole)) throw new ApiError('invalid_encoding', 'the body is not valid UTF-8')
  const bytes = whole.length >= 3 && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf ? whole.subarray(3) : whole
  const scanner = new JsonScanner(bytes, shape)
  try {
    while (!scanner.run(PIECE)) await limits.scheduler.next()
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) throw invalidJson(bytes, thrown)
    throw thrown
  }
  if (scanner.deepest > limits.depth) {
    throw new ApiError('too_deep', `the body nests ${scanner.deepest} levels deep; ${limits.depth} are allowed`)
  }
  return { bytes, outline: scanner.outline }
}

/** Reads a body of any kind, up to the limit. */
export function readRawBody(
  exchange: { req: IncomingMessage; res: ServerResponse },
  limits: BodyLimits,
  clock = REAL_TIME,
): Promise<Buffer> {
  return readBytes(exchange, { limits, clock, coding: contentCoding(exchange.req) })
}

function invalidJson(bytes: Uint8Array, error: JsonSyntaxError): ApiError {
  if (bytes.length === 0) return new ApiError('invalid_json', 'the body is empty (line 1, column 1)')
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, error.offset)
  let line = 1
  for (const byte of before) if (byte === 0x0a) line++
  const column = [...before.subarray(before.lastIndexOf(0x0a) + 1).toString('utf8')].length + 1
  return new ApiError('invalid_json', `the body is not valid JSON: ${error.message} at line ${line}, column ${column}`)
}

/** The bytes received so far. A large body of declared length is copied into its buffer as it arrives, not megabytes at once at its end. */
class Received {
  readonly #declaredLength: number
  readonly #chunks: Buffer[] = []
  #whole: Buffer | undefined
  length = 0

  constructor(declaredLength: number) {
    this.#declaredLength = declaredLength
  }

  add(chunk: Buffer): void {
    const end = this.length + chunk.length
    // Allocated only after this much has arrived, since a Content-Length alone costs the sender nothing.
    if (this.#whole === undefined && end > LARGE_BODY && end <= this.#declaredLength) {
      this.#whole = Buffer.allocUnsafeSlow(this.#declaredLength)
      let at = 0
      for (const early of this.#chunks.splice(0)) at += early.copy(this.#whole, at)
    }
    if (this.#whole === undefined) this.#chunks.push(chunk)
    else chunk.copy(this.#whole, this.length)
    this.length = end
  }

  whole(): Buffer {
    if (this.#whole !== undefined) return this.#whole.subarray(0, this.length)
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.length)
  }
}

/** A content coding that bodies may have, as the stream that decodes it. */
type Decoder = () => Transform & { readonly bytesWritten: number }

const BROTLI: Decoder = () => createBrotliDecompress()

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', BROTLI],
])

/** The decoder of the body; undefined when it is not compressed. */
function contentCoding({ headers }: IncomingMessage): Decoder | undefined {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return undefined
  const decoder = DECODERS.get(coding)
  if (decoder !== undefined) return decoder
  const accepted = { headers: { 'Accept-Encoding': 'gzip, br' } }
  throw new ApiError('unsupported_media_type', 'the body may be compressed by gzip or br, and by nothing else', accepted)
}

interface Reading {
  readonly limits: BodyLimits
  readonly clock: ReadingClock
  readonly coding: Decoder | undefined
}

/** The body as the reader gets it: the request itself, or what its content coding decodes to. */
interface Input {
  readonly stream: Readable
  readonly isDecoded: boolean
  /** Bytes of the request that have arrived; of a compressed one not the many that they stand for. */
  readonly arrived: () => number
  /** Something stands behind the end of the compressed data. Gzip refuses that itself, but for the zeros that files are padded with. */
  readonly hasRest: () => boolean
  /** Stops decoding and discards the rest of the request. */
  readonly discard: () => void
}

function openInput(req: IncomingMessage, coding: Decoder | undefined, received: Received): Input {
  if (coding === undefined) {
    return { stream: req, isDecoded: false, arrived: () => received.length, hasRest: () => false, discard: () => void req.resume() }
  }
  const stream = coding()
  let bytes = 0
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
  }
  req.on('data', count).pipe(stream)
  const discard = (): void => {
    req.off('data', count).unpipe(stream)
    stream.on('error', ignore).destroy()
    req.resume()
  }
  const hasRest = (): boolean => coding === BROTLI && stream.bytesWritten < bytes
  return { stream, isDecoded: true, arrived: () => bytes, hasRest, discard }
}

/**
 * Collects the body and rejects as soon as it exceeds the limit. The rest of an oversized body is discarded. A compressed body is decoded piece by
 * piece, by another thread, so that decoding stops at the limit too.
 */
function readBytes(
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
  { limits, clock, coding }: Reading,
): Promise<Buffer> {
  const tooLarge = (): ApiError => new ApiError('payload_too_large', `the body is larger than ${limits.bytes} bytes`)
  const declaredLength = Number(req.headers['content-length'] ?? 0)
  if (declaredLength > limits.bytes) return Promise.reject(tooLarge())
  // `service.ts` handles `Expect: 100-continue` itself, so that the client sends its body only from here on.
  if (req.headers.expect !== undefined && !res.headersSent) res.writeContinue()
  return new Promise((resolve, reject) => {
    const received = new Received(coding === undefined ? declaredLength : 0)
    const { stream, isDecoded, arrived, hasRest, discard } = openInput(req, coding, received)
    let pieceEnd = LARGE_BODY
    let started = clock.now()
    let isWaiting = false
    const stopChecking = clock.repeat(() => {
      if (isWaiting) return
      const allowed = limits.msTimeout + (arrived() / limits.bytesPerSecond) * 1000
      if (clock.now() - started > allowed) settle(() => reject(bodyTimeout()))
    })
    const settle = (finish: () => void): void => {
      stopChecking()
      stream.off('data', onData).off('end', onEnd).off('error', onError)
      req.off('close', onClose).off('error', onClose)
      req.on('error', ignore)
      discard()
      finish()
    }
    const onData = (chunk: Buffer): void => {
      if (received.length + chunk.length > limits.bytes) return settle(() => reject(tooLarge()))
      received.add(chunk)
      if (received.length >= pieceEnd && !isWaiting) void waitForScheduler()
    }
    /** The stream is paused while the scheduler serves others; the client's timeout excludes that time. */
    const waitForScheduler = async (): Promise<void> => {
      const before = clock.now()
      isWaiting = true
      stream.pause()
      await limits.scheduler.next()
      isWaiting = false
      started += clock.now() - before
      pieceEnd = received.length + PIECE
      stream.resume()
    }
    const onEnd = (): void => settle(() => (hasRest() ? reject(badCoding()) : resolve(received.whole())))
    const onError = (): void => settle(() => reject(isDecoded ? badCoding() : new ClientGone()))
    // A request that has arrived closes while the last of it is being decoded.
    const onClose = (): void => {
      if (!isDecoded || !req.complete) settle(() => reject(new ClientGone()))
    }
    stream.on('data', onData).on('end', onEnd).on('error', onError)
    req.on('close', onClose).on('error', onClose)
  })
}

function badCoding(): ApiError {
  return new ApiError('invalid_encoding', 'the body cannot be decompressed: it is damaged or incomplete')
}

/** The connection closes after the response, since later bytes of this body would be parsed as the client's next request. */
function bodyTimeout(): ApiError {
  return new ApiError('request_timeout', 'the body did not arrive in time', { headers: { Connection: 'close' } })
}

function ignore(): void {}
