/** Makes blocks of one size out of pieces of any: for stores that take a file block by block. */
export class BlockChunker {
  readonly #size: number
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(size: number) {
    this.#size = size
  }

  /** The blocks that are full now. */
  *add(piece: Uint8Array): Generator<Buffer> {
    let rest = piece
    while (this.#length + rest.length >= this.#size) {
      const missing = this.#size - this.#length
      this.#pieces.push(rest.subarray(0, missing))
      rest = rest.subarray(missing)
      this.#length = this.#size
      yield this.rest()
    }
    if (rest.length === 0) return
    this.#pieces.push(rest)
    this.#length += rest.length
  }

  /** What is left of less than a block; afterwards there is nothing. */
  rest(): Buffer {
    const block = Buffer.concat(this.#pieces, this.#length)
    this.#pieces = []
    this.#length = 0
    return block
  }
}
