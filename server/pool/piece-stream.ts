// The pieces of one document between the worker that makes them and the caller who reads them.
import { BrokenStream, type Failure, type Streaming, type Summary } from './renderer.ts'

/** High-water mark of the buffer: above it the worker is paused. */
const HIGH_WATER_MARK = 1024 * 1024

export class PieceStream implements Streaming {
  readonly kind = 'streaming'
  readonly #onRoom: () => void
  #buffered: Uint8Array[] = []
  #bytes = 0
  #end: Summary | Failure | undefined
  #isAbandoned = false
  #wake: (() => void) | undefined

  /** `onRoom` is called when there is room again after `push` returned false. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  readonly pieces: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => this.#read() }

  /** False when the next piece should wait. */
  push(piece: Uint8Array): boolean {
    if (this.#isAbandoned || piece.length === 0) return true
    this.#buffered.push(piece)
    this.#bytes += piece.length
    this.#wake?.()
    return this.#bytes < HIGH_WATER_MARK
  }

  /** All pieces were pushed. */
  end(summary: Summary): void {
    this.#finish(summary)
  }

  /** Ends the stream with a failure, and drops what was not read. */
  break(failure: Failure): void {
    this.#buffered = []
    this.#finish(failure)
  }

  summary(): Summary {
    if (this.#end === undefined || 'kind' in this.#end) throw new Error('a document has no summary before its end')
    return this.#end
  }

  #finish(end: Summary | Failure): void {
    this.#end ??= end
    this.#wake?.()
  }

  async *#read(): AsyncGenerator<Uint8Array, undefined> {
    try {
      for (;;) {
        const piece = this.#buffered.shift()
        if (piece !== undefined) {
          const wasFull = this.#bytes >= HIGH_WATER_MARK
          this.#bytes -= piece.length
          if (wasFull && this.#bytes < HIGH_WATER_MARK) this.#onRoom()
          yield piece
        } else if (this.#end !== undefined) {
          if ('kind' in this.#end) throw new BrokenStream(this.#end)
          return undefined
        } else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.#isAbandoned = true
      this.#buffered = []
      this.#onRoom()
    }
  }
}
