// Content of ended pages that is held until their layer is painted: content and layer in one stream are compressed once, and better.
import type { PageRecord } from './page-record.ts'

/** Bytes of pending streams. The oldest are written beyond that: their layers become streams of their own. */
const MOST_BYTES = 1 << 18

/** Content streams of ended pages, in page order. */
export class PendingPageStreams {
  readonly #write: (page: PageRecord, stream: Uint8Array) => void
  readonly #streams = new Map<PageRecord, Uint8Array>()
  #bytes = 0

  constructor(write: (page: PageRecord, stream: Uint8Array) => void) {
    this.#write = write
  }

  /** Holds a copy of `stream`, and writes the oldest streams while there are too many bytes. */
  hold(page: PageRecord, stream: Uint8Array): void {
    this.#streams.set(page, stream.slice())
    this.#bytes += stream.length
    for (const oldest of this.#streams.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#writeOut(oldest)
    }
  }

  /** Removes and returns the stream of a page; undefined when it was written. */
  take(page: PageRecord): Uint8Array | undefined {
    const stream = this.#streams.get(page)
    if (stream === undefined) return undefined
    this.#streams.delete(page)
    this.#bytes -= stream.length
    return stream
  }

  /** Writes all pending streams: no more layers follow. */
  flush(): void {
    for (const page of this.#streams.keys()) this.#writeOut(page)
  }

  #writeOut(page: PageRecord): void {
    const stream = this.take(page)
    if (stream !== undefined) this.#write(page, stream)
  }
}
