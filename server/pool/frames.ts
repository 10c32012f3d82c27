// The wire format between server and worker: frames over one duplex pipe. A frame is two 32-bit big-endian lengths, a JSON header and
// raw bytes. Not Node's IPC, because a worker's answers are not trusted: JSON can be validated, V8's serialization format cannot.
import type { Writable } from 'node:stream'

export interface Frame {
  readonly header: Readonly<Record<string, unknown>>
  readonly body: Uint8Array
}

const LENGTHS = 8
/** Enough for the variables of the largest template. */
const MOST_HEADER = 16 * 1024 * 1024
/** Most objects and lists in a header. Each takes far more memory, and time to parse, than the two bytes it may be written in. */
const MOST_NESTED = 300_000
/** Up to this length, one copy is faster than several writes. */
const MOST_COPIED = 64 * 1024

export function writeFrame(to: Writable, header: object, parts: readonly Uint8Array[] = []): void {
  const head = JSON.stringify(header)
  const headLength = Buffer.byteLength(head)
  let bodyLength = 0
  for (const part of parts) bodyLength += part.length
  const isOne = bodyLength <= MOST_COPIED
  const first = Buffer.allocUnsafe(LENGTHS + headLength + (isOne ? bodyLength : 0))
  first.writeUInt32BE(headLength, 0)
  first.writeUInt32BE(bodyLength, 4)
  let end = LENGTHS + first.write(head, LENGTHS)
  if (isOne) {
    for (const part of parts) {
      first.set(part, end)
      end += part.length
    }
    to.write(first)
    return
  }
  to.cork()
  to.write(first)
  for (const part of parts) if (part.length > 0) to.write(part)
  to.uncork()
}

/** Collects chunks and yields each frame once it is whole. Throws for a body over `mostBody` bytes and for a header that is too large or no object. */
export class FrameReader {
  readonly #mostBody: number
  #chunks: Buffer[] = []
  #length = 0
  #wanted = LENGTHS
  #lengths: { head: number; body: number } | undefined

  constructor(mostBody: number) {
    this.#mostBody = mostBody
  }

  *push(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= this.#wanted) {
      const bytes = this.#take(this.#wanted)
      if (this.#lengths === undefined) {
        this.#lengths = { head: bytes.readUInt32BE(0), body: bytes.readUInt32BE(4) }
        if (this.#lengths.head > MOST_HEADER || this.#lengths.body > this.#mostBody) throw new Error('a frame exceeds the size limit')
        this.#wanted = this.#lengths.head + this.#lengths.body
        continue
      }
      const { head } = this.#lengths
      this.#lengths = undefined
      this.#wanted = LENGTHS
      yield { header: headerOf(bytes.subarray(0, head)), body: bytes.subarray(head) }
    }
  }

  #take(length: number): Buffer {
    const joined = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#length)
    this.#chunks = joined.length > length ? [joined.subarray(length)] : []
    this.#length -= length
    return joined.subarray(0, length)
  }
}

function headerOf(bytes: Buffer): Frame['header'] {
  let nested = 0
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) nested++
  if (nested > MOST_NESTED) throw new Error('the header of a frame has too many objects and lists')
  const header: unknown = JSON.parse(bytes.toString('utf8'))
  if (typeof header !== 'object' || header === null || Array.isArray(header)) throw new Error('the header of a frame is no object')
  // Of JSON, and just checked.
  return header as Frame['header']
}
