// Sends a document: whole with the answer, or above a certain size in pieces as they are made.
import type { RenderResult } from '../../engine/index.ts'
import { bounded, MOST_OF_DOCUMENT } from './bounded.ts'
import type { FromChild } from './protocol.ts'
import { distinctWarnings } from './warnings.ts'

/** Least size of a piece. */
const PIECE_BYTES = 64 * 1024

/** Resolves when there is room for more. */
export type Send = (message: FromChild, body?: readonly Uint8Array[]) => Promise<void>

export class DocumentWriter {
  readonly #id: number
  readonly #send: Send
  #held: Uint8Array[] = []
  #bytes = 0
  #most: number
  /** Bytes of the document that were sent, and those that are to be skipped as they were sent before it was begun again. */
  #sent = 0
  #skip = 0

  constructor({ id, mayStream }: { readonly id: number; readonly mayStream: boolean }, send: Send, wholeBytes: number) {
    this.#id = id
    this.#send = send
    this.#most = mayStream ? wholeBytes : Number.POSITIVE_INFINITY
  }

  /** Begins the document again: what was sent of it stays valid, since equal documents have equal bytes as far as they are equal. */
  begin(): void {
    this.#held = []
    this.#bytes = 0
    this.#skip = this.#sent
  }

  async write(chunk: Uint8Array): Promise<void> {
    const rest = chunk.subarray(this.#skip)
    this.#skip -= chunk.length - rest.length
    if (rest.length === 0) return
    this.#held.push(rest)
    this.#bytes += rest.length
    if (this.#bytes <= this.#most) return
    const piece = Buffer.concat(this.#held, this.#bytes)
    this.#sent += piece.length
    this.#most = PIECE_BYTES
    this.#held = []
    this.#bytes = 0
    await this.#send({ kind: 'piece', id: this.#id }, [piece])
  }

  finish({ pages, warnings, warningCount }: Omit<RenderResult, 'pdf'>): Promise<void> {
    const answer = {
      kind: 'rendered',
      id: this.#id,
      pages,
      warningCount,
      warnings: bounded(distinctWarnings(warnings), MOST_OF_DOCUMENT),
    } as const
    return this.#send(answer, [Buffer.concat(this.#held, this.#bytes)])
  }
}
