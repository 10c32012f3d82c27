/** Joins pieces of any size to blocks of one size, for stores that take a file block by block. */
export class BlockChunker {
  readonly #size: number
  #buffered: Uint8Array[] = []
  #bufferedLength = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Yields the blocks that the piece completes. */
  *add(piece: Uint8Array): Generator<Buffer> {
    let rest = piece
    while (this.#bufferedLength + rest.length >= this.#size) {
      const missing = this.#size - this.#bufferedLength
      this.#buffered.push(rest.subarray(0, missing))
      rest = rest.subarray(missing)
      this.#bufferedLength = this.#size
      yield this.rest()
    }
    if (rest.length === 0) return
    this.#buffered.push(rest)
    this.#bufferedLength += rest.length
  }

  /** Takes the incomplete last block. */
  rest(): Buffer {
    const block = Buffer.concat(this.#buffered, this.#bufferedLength)
    this.#buffered = []
    this.#bufferedLength = 0
    return block
  }
}
