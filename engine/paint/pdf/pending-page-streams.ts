// Bodies of pages that wait for their layer: body and layer in one stream are packed once, and better.
import type { PageRecord } from './page-record.ts'

/** Bodies that may wait together. Pages whose layer comes after more than this are written without. */
const MOST_BYTES = 1 << 18

/** Content of pages that have ended, in the order of the pages. */
export class PendingPageStreams {
  readonly #write: (page: PageRecord, body: Uint8Array) => void
  readonly #bodies = new Map<PageRecord, Uint8Array>()
  #bytes = 0

  constructor(write: (page: PageRecord, body: Uint8Array) => void) {
    this.#write = write
  }

  /** Takes a copy of `body`. What has waited longest is written when there is no room for it any more. */
  keep(page: PageRecord, body: Uint8Array): void {
    this.#bodies.set(page, body.slice())
    this.#bytes += body.length
    for (const longest of this.#bodies.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#writeOut(longest)
    }
  }

  /** The body of a page, if it is still waiting; it is the caller's then. */
  take(page: PageRecord): Uint8Array | undefined {
    const body = this.#bodies.get(page)
    if (body === undefined) return undefined
    this.#bodies.delete(page)
    this.#bytes -= body.length
    return body
  }

  /** Writes all that wait: no layers will come. */
  flush(): void {
    for (const page of this.#bodies.keys()) this.#writeOut(page)
  }

  #writeOut(page: PageRecord): void {
    const body = this.take(page)
    if (body !== undefined) this.#write(page, body)
  }
}
