// One stream of zlib (RFC 1950) from pieces that come one after another, so that what is compressed need not be held as a whole. Of one piece it gives what `deflateSync` gives.
import { deflateRawSync, deflateSync, type ZlibOptions } from 'node:zlib'

/** `zlib.constants.Z_SYNC_FLUSH`, which leaves the stream open at the end of a byte (RFC 1951, 3.2.4); the constants would load the module. */
const Z_SYNC_FLUSH = 2

export class DeflatedPieces {
  readonly #options: ZlibOptions
  readonly #pieces: Uint8Array[] = []
  readonly #sum = { low: 1, high: 0 }

  constructor(options: ZlibOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0
  }

  /** The caller may change the bytes afterwards. */
  add(bytes: Uint8Array): void {
    const options = { ...this.#options, finishFlush: Z_SYNC_FLUSH }
    this.#pieces.push(this.isEmpty ? deflateSync(bytes, options) : deflateRawSync(bytes, options))
    addToAdler(this.#sum, bytes)
  }

  /** Adds the last piece; the whole stream. */
  finish(last: Uint8Array): Uint8Array {
    if (this.isEmpty) return deflateSync(last, this.#options)
    addToAdler(this.#sum, last)
    const { low, high } = this.#sum
    const end = Uint8Array.of(high >> 8, high, low >> 8, low)
    return Buffer.concat([...this.#pieces.splice(0), deflateRawSync(last, this.#options), end])
  }
}

const ADLER_BASE = 65_521
/** As many as have sums below 2^32. */
const ADLER_BYTES = 5552

/** The sum at the end of a stream (RFC 1950, 8.2). */
function addToAdler(sum: { low: number; high: number }, bytes: Uint8Array): void {
  let { low, high } = sum
  for (let from = 0; from < bytes.length; from += ADLER_BYTES) {
    const to = Math.min(bytes.length, from + ADLER_BYTES)
    for (let i = from; i < to; i++) {
      low += bytes[i]! // i < length
      high += low
    }
    low %= ADLER_BASE
    high %= ADLER_BASE
  }
  sum.low = low
  sum.high = high
}
