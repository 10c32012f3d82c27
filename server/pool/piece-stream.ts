// The pieces of one document between the process that makes them and whoever reads them.
import { BrokenStream, type Failure, type Streaming, type Summary } from './renderer.ts'

/** More than this is not held: the process has to wait. */
const MOST_HELD = 1024 * 1024

export class PieceStream implements Streaming {
  readonly kind = 'streaming'
  readonly #onRoom: () => void
  #held: Uint8Array[] = []
  #bytes = 0
  #end: Summary | Failure | undefined
  #isLeft = false
  #wake: (() => void) | undefined

  /** `onRoom` is called when there is room again after `push` said there was none. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  readonly pieces: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => this.#read() }

  /** False when the next piece should wait. */
  push(piece: Uint8Array): boolean {
    if (this.#isLeft || piece.length === 0) return true
    this.#held.push(piece)
    this.#bytes += piece.length
    this.#wake?.()
    return this.#bytes < MOST_HELD
  }

  /** All pieces were pushed. */
  end(summary: Summary): void {
    this.#finish(summary)
  }

  /** There will be no more pieces; what is held is not worth reading either. */
  break(failure: Failure): void {
    this.#held = []
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
        const piece = this.#held.shift()
        if (piece !== undefined) {
          const wasFull = this.#bytes >= MOST_HELD
          this.#bytes -= piece.length
          if (wasFull && this.#bytes < MOST_HELD) this.#onRoom()
          yield piece
        } else if (this.#end !== undefined) {
          if ('kind' in this.#end) throw new BrokenStream(this.#end)
          return undefined
        } else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.#isLeft = true
      this.#held = []
      this.#onRoom()
    }
  }
}
