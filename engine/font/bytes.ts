// Reading and writing byte after byte. Reading past the end throws RangeError, which `guard` turns into a FontError.
import { FontError } from './font-error.ts'

/** Four bytes as text. */
export function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

/** A view of exactly these bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Runs `read` over a table; reading past its end means the font is broken. */
export function guard<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof RangeError) throw new FontError(`its table ${what} is cut off`)
    throw problem
  }
}

/** A place in some bytes that moves as they are read. Big endian. */
export class ByteReader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = viewOf(bytes)
  }

  get left(): number {
    return this.#view.byteLength - this.#at
  }

  u8(): number {
    return this.#view.getUint8(this.#at++)
  }

  u16(): number {
    this.#at += 2
    return this.#view.getUint16(this.#at - 2)
  }

  i16(): number {
    this.#at += 2
    return this.#view.getInt16(this.#at - 2)
  }

  u32(): number {
    this.#at += 4
    return this.#view.getUint32(this.#at - 4)
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new RangeError('past the end')
    this.#at += length
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#at - length, length)
  }
}

/** Bytes of unknown length. Big endian. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  u8(value: number): void {
    this.#grow(1)
    this.#bytes[this.#length++] = value
  }

  u16(value: number): void {
    this.u8(value >> 8)
    this.u8(value)
  }

  append(bytes: Uint8Array): void {
    this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Zeros up to a multiple of four. */
  pad(): void {
    while (this.#length % 4 !== 0) this.u8(0)
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
