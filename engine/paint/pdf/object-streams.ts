// Problem: a dictionary that stands alone in the file costs its head, 20 bytes of cross references, and is not compressed. Approach: dictionaries and arrays are
// collected into object streams, which are compressed together and closed before they grow large; the cross references are one compressed stream
// (ISO 32000-1, 7.5.7 and 7.5.8).
// Limits: memory is one object stream, and sixteen bytes for each run of objects that lie in it by their numbers.
import { deflateSync } from 'node:zlib'
import { ContentStream } from './content-stream.ts'
import { DeflatedPieces } from './deflated-pieces.ts'

const NEWLINE = 0x0a

/** Bounds the memory of a stream that is collected. */
const MOST_TEXT = 1 << 16
/** Bytes of one value that are held, before they are compressed: a body of a million rows has ten million. */
const MOST_HELD = 1 << 18
/** Readers find an object by its index: the count is kept where one of them reads the whole head for each. */
const MOST_OBJECTS = 400
/**
 * Measured on the objects of a tagged table of 1,000 rows, 421 KB in streams of 400. Small buffers make short blocks, whose codes fit numbers that rise: level 1 gives 92 KB,
 * 99 KB with zlib's own sizes, in the same time; level 2 gives 91 KB in 1.05 of the time, level 4 about 88 KB in 1.3 of it.
 */
const DEFLATE = { level: 1, windowBits: 13, memLevel: 5 } as const
/** Of streams that are one block anyway, such as that of an invoice: five sixths of the time, and no more bytes. */
const DEFLATE_SHORT = { ...DEFLATE, memLevel: 6 } as const
const SHORT = 1 << 13

/** Writes the body of a stream as an object of the file. */
type WriteStream = (id: number, dictionary: string, bytes: Uint8Array) => void

/** Objects that wait for their stream. */
export class ObjectStreams {
  readonly #reserve: () => number
  readonly #write: WriteStream
  readonly #table: CrossReferences
  readonly #head = new ContentStream(1 << 10)
  readonly #values = new ContentStream(1 << 12, { capacity: MOST_HELD, take: (bytes) => this.#takeLong(bytes) })
  /** Of a value that is longer than what is held. */
  readonly #pieces = new DeflatedPieces(DEFLATE)
  #first = 0
  #id = 0
  #count = 0

  constructor(table: CrossReferences, reserve: () => number, write: WriteStream) {
    this.#table = table
    this.#reserve = reserve
    this.#write = write
  }

  /** Begins an object; its value is written into the result. */
  begin(id: number): ContentStream {
    if (this.#count === 0) this.#id = this.#reserve()
    this.#head.integers(id, this.#values.length)
    this.#table.inStream(id, this.#id, this.#count++)
    return this.#values
  }

  end(): void {
    this.#values.byte(NEWLINE)
    if (this.#values.length > MOST_TEXT || this.#count >= MOST_OBJECTS || !this.#pieces.isEmpty) this.flush()
  }

  /** A part of the value that is being written, which becomes the last of its stream. */
  #takeLong(bytes: Uint8Array): void {
    if (!this.#pieces.isEmpty) this.#pieces.add(bytes)
    else {
      this.#first = this.#head.length
      this.#head.raw(bytes)
      this.#pieces.add(this.#head.view)
      this.#head.clear()
    }
  }

  flush(): void {
    if (this.#count === 0) return
    const bytes = this.#pieces.isEmpty ? this.#whole() : this.#pieces.finish(this.#values.view)
    const dictionary = `<</Type/ObjStm/N ${this.#count}/First ${this.#first}/Filter/FlateDecode/Length ${bytes.length}>>`
    this.#count = 0
    this.#head.clear()
    this.#values.clear()
    this.#write(this.#id, dictionary, bytes)
  }

  #whole(): Uint8Array {
    this.#first = this.#head.length
    this.#head.raw(this.#values.view)
    return deflateSync(this.#head.view, this.#head.length <= SHORT ? DEFLATE_SHORT : DEFLATE)
  }
}

/** Runs of one piece of the table: 4 KB. Arrays that are copied as they grow leave their old memory to the collector. */
const PIECE_BITS = 8
const IN_PIECE = (1 << PIECE_BITS) - 1

/** Runs of objects, in the order in which they were written. */
interface TablePiece {
  readonly first: Uint32Array
  /** An offset, or the number of an object stream. */
  readonly places: Float64Array
  /** Of the first object: an index in an object stream, or `ALONE`. */
  readonly indexes: Int16Array
  readonly counts: Uint16Array
}

/** Where each object is. Objects that follow each other in number follow each other in an object stream most often: such a run takes sixteen bytes. */
export class CrossReferences {
  readonly #pieces: TablePiece[] = []
  #count = 0
  #most = 0
  /** What would continue the last run. */
  #nextId = 0
  #nextIndex = ALONE
  #stream = 0

  at(id: number, offset: number): void {
    this.#add(id, offset, ALONE)
  }

  inStream(id: number, stream: number, index: number): void {
    if (id === this.#nextId && index === this.#nextIndex && stream === this.#stream) {
      const last = this.#count - 1
      this.#pieces[last >> PIECE_BITS]!.counts[last & IN_PIECE]!++
    } else this.#add(id, stream, index)
    this.#nextId = id + 1
    this.#nextIndex = index + 1
    this.#stream = stream
  }

  #add(id: number, place: number, index: number): void {
    const at = this.#count & IN_PIECE
    if (at === 0) this.#pieces.push(makePiece(IN_PIECE + 1))
    const { first, places, indexes, counts } = this.#pieces[this.#count++ >> PIECE_BITS]!
    first[at] = id
    places[at] = place
    indexes[at] = index
    counts[at] = 1
    if (place > this.#most) this.#most = place
    this.#nextIndex = ALONE
  }

  /** The cross-reference stream for objects 0 to `size - 1`: entries of its dictionary, and its bytes. */
  encode(size: number): { readonly dictionary: string; readonly bytes: Uint8Array } {
    const width = bytesOf(this.#most)
    const rows = new EntryRows(width, size)
    for (const at of this.#byNumber()) {
      const { first, places, indexes, counts } = this.#pieces[at >> PIECE_BITS]!
      const run = at & IN_PIECE
      rows.unused(first[run]!)
      for (let i = 0; i < counts[run]!; i++) rows.used(places[run]!, indexes[run]! < 0 ? ALONE : indexes[run]! + i)
    }
    rows.unused(size)
    const bytes = rows.deflated()
    const parameters = `/DecodeParms<</Predictor 12/Columns ${1 + width + 2}>>`
    return { dictionary: `/Type/XRef/Size ${size}/W[1 ${width} 2]/Filter/FlateDecode${parameters}/Length ${bytes.length}`, bytes }
  }

  /** The runs in the order of their numbers. */
  #byNumber(): Uint32Array {
    const numberOf = (at: number): number => this.#pieces[at >> PIECE_BITS]!.first[at & IN_PIECE]!
    return Uint32Array.from({ length: this.#count }, (_, at) => at).sort((a, b) => numberOf(a) - numberOf(b))
  }
}

/** Of an object that stands in the file by itself. */
const ALONE = -1

function makePiece(length: number): TablePiece {
  return {
    first: new Uint32Array(length),
    places: new Float64Array(length),
    indexes: new Int16Array(length),
    counts: new Uint16Array(length),
  }
}

/** Rows that are compressed together: nearly all files have fewer. */
const MOST_ROWS = 1 << 16

/** The rows of a cross-reference stream, in order. Not by objects that stand for entries: a long table has one for each cell. */
class EntryRows {
  readonly #width: number
  readonly #bytes: Uint8Array
  readonly #pieces = new DeflatedPieces(DEFLATE)
  #length = 0
  #next = 0
  #kindBefore = 0
  #placeBefore = 0
  #lastBefore = 0

  constructor(width: number, size: number) {
    this.#width = width
    this.#bytes = new Uint8Array(Math.min(size, MOST_ROWS) * (width + 4))
  }

  /** Numbers without an object, up to this one. The first of them has the highest generation. */
  unused(end: number): void {
    while (this.#next < end) this.#row(0, 0, this.#next === 0 ? 65_535 : 0)
  }

  used(place: number, index: number): void {
    this.#row(index === ALONE ? 1 : 2, place, index === ALONE ? 0 : index)
  }

  deflated(): Uint8Array {
    return this.#pieces.finish(this.#bytes.subarray(0, this.#length))
  }

  /** Type, and second and third field (ISO 32000-1, table 18). */
  #row(kind: number, place: number, last: number): void {
    const bytes = this.#bytes
    if (this.#length === bytes.length) {
      this.#pieces.add(bytes)
      this.#length = 0
    }
    let at = this.#length
    bytes[at++] = 2 // PNG prediction: the difference of each byte from the row above
    bytes[at++] = kind - this.#kindBefore
    for (let i = this.#width - 1; i >= 0; i--) bytes[at++] = byteOf(place, i) - byteOf(this.#placeBefore, i)
    bytes[at++] = (last >> 8) - (this.#lastBefore >> 8)
    bytes[at++] = last - this.#lastBefore
    this.#length = at
    this.#next++
    this.#kindBefore = kind
    this.#placeBefore = place
    this.#lastBefore = last
  }
}

/** A byte of a number, counted from the lowest; shifts are for whole numbers of 31 bits. */
function byteOf(value: number, index: number): number {
  return value <= 0x7fffffff && index < 4 ? (value >> (8 * index)) & 255 : Math.floor(value / 256 ** index) % 256
}

function bytesOf(value: number): number {
  let bytes = 1
  for (let rest = value; rest > 255; rest = Math.floor(rest / 256)) bytes++
  return bytes
}
