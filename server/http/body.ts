// Reads request bodies. Our own reader because the usual ones ignore a body without Content-Type and reset the connection on an
// oversize one, so that the client never sees the 413.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Rounds } from '../coarse-timer.ts'
import { ApiError, ClientGone } from '../errors.ts'
import type { BodyScheduler } from './body-scheduler.ts'
import { JsonScanner, JsonSyntaxError, type Outline, type Shape } from './json-scanner.ts'

export interface BodyLimits {
  readonly bytes: number
  readonly depth: number
  /** A body may take this long, plus one second for every `bytesPerSecond` received: a trickle ends, a slow line does not. */
  readonly msPatience: number
  readonly bytesPerSecond: number
  /** Pieces of large bodies wait for them. */
  readonly scheduler: Pick<BodyScheduler, 'next'>
}

/** A JSON body that is known to be well-formed, with the spans of the fields asked for. `bytes` has no byte order mark. */
export interface JsonBody {
  readonly bytes: Uint8Array
  readonly outline: Outline
}

/** Of a large body at a time: half a millisecond, in which nobody else is served. */
const PIECE = 128 * 1024
/** A body up to this needs no turn to be read. */
export const LARGE = 256 * 1024
const MS_BETWEEN_LOOKS = 250

/** What the reader knows of time; tests bring their own. */
export interface ReadingClock {
  /** Milliseconds since whenever. */
  now(): number
  /** Calls again and again until what it gives is called. */
  round(look: () => void): () => void
}

const LOOKS = new Rounds(MS_BETWEEN_LOOKS)

const REAL_TIME: ReadingClock = {
  now: () => performance.now(),
  round: (look) => LOOKS.join(look),
}

export async function readJsonBody(
  exchange: { req: IncomingMessage; res: ServerResponse },
  shape: Shape,
  limits: BodyLimits,
  clock = REAL_TIME,
): Promise<JsonBody> {
  const whole = await readBytes(exchange, limits, clock)
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

function invalidJson(bytes: Uint8Array, error: JsonSyntaxError): ApiError {
  if (bytes.length === 0) return new ApiError('invalid_json', 'the body is empty (line 1, column 1)')
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, error.offset)
  let line = 1
  for (const byte of before) if (byte === 0x0a) line++
  const column = [...before.subarray(before.lastIndexOf(0x0a) + 1).toString('utf8')].length + 1
  return new ApiError('invalid_json', `the body is not valid JSON: ${error.message} at line ${line}, column ${column}`)
}

/** A body as it comes. A large one of known length is put together on the way: at its end that would be megabytes at once. */
class Received {
  readonly #announced: number
  readonly #chunks: Buffer[] = []
  #whole: Buffer | undefined
  length = 0

  constructor(announced: number) {
    this.#announced = announced
  }

  add(chunk: Buffer): void {
    const end = this.length + chunk.length
    // Not before so much is there: an announcement costs nothing.
    if (this.#whole === undefined && end > LARGE && end <= this.#announced) {
      this.#whole = Buffer.allocUnsafeSlow(this.#announced)
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

/** Collects the body, refusing it as soon as it is known to be too large. What then still arrives is thrown away unread. */
function readBytes(
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
  limits: BodyLimits,
  clock: ReadingClock,
): Promise<Buffer> {
  const tooLarge = (): ApiError => new ApiError('payload_too_large', `the body is larger than ${limits.bytes} bytes`)
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > limits.bytes) return Promise.reject(tooLarge())
  // Set by the server for `Expect: 100-continue`: only now is the body wanted.
  if (req.headers.expect !== undefined && !res.headersSent) res.writeContinue()
  return new Promise((resolve, reject) => {
    const received = new Received(announced)
    let pieceEnd = LARGE
    let started = clock.now()
    let isWaiting = false
    const stopLooking = clock.round(() => {
      if (isWaiting) return
      const allowed = limits.msPatience + (received.length / limits.bytesPerSecond) * 1000
      if (clock.now() - started > allowed) settle(() => reject(bodyTimeout()))
    })
    const settle = (finish: () => void): void => {
      stopLooking()
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      req.on('error', ignore)
      req.resume()
      finish()
    }
    const onData = (chunk: Buffer): void => {
      if (received.length + chunk.length > limits.bytes) return settle(() => reject(tooLarge()))
      received.add(chunk)
      if (received.length >= pieceEnd && !isWaiting) void waitForTurn()
    }
    /** Hardly anything arrives meanwhile, and it is not the caller who is slow. */
    const waitForTurn = async (): Promise<void> => {
      const before = clock.now()
      isWaiting = true
      req.pause()
      await limits.scheduler.next()
      isWaiting = false
      started += clock.now() - before
      pieceEnd = received.length + PIECE
      req.resume()
    }
    const onEnd = (): void => settle(() => resolve(received.whole()))
    const onClose = (): void => settle(() => reject(new ClientGone()))
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

/** A timed-out connection is closed after the answer: what the client still sends would be taken for its next request. */
function bodyTimeout(): ApiError {
  return new ApiError('request_timeout', 'the body did not arrive in time', { headers: { Connection: 'close' } })
}

function ignore(): void {}
