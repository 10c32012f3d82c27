// The largest frame of an AV1 bitstream (AV1 Bitstream & Decoding Process Specification §5.3–5.5). A decoder allocates memory for that size, whatever the container declares.
import type { PixelSize } from './raster.ts'

const SEQUENCE_HEADER = 1

/** Sizes in all sequence headers of a bitstream. Throws RangeError when it is truncated. */
export function* sequenceSizes(bytes: Uint8Array): Generator<Pick<PixelSize, 'width' | 'height'>, undefined> {
  for (let at = 0; at < bytes.length; ) {
    const header = bytes[at]! // in bounds
    const hasExtension = (header & 4) !== 0
    const hasSize = (header & 2) !== 0
    at += hasExtension ? 2 : 1
    let length = bytes.length - at
    if (hasSize) [length, at] = readLeb128(bytes, at)
    if (((header >> 3) & 15) === SEQUENCE_HEADER) yield sizeIn(new BitReader(bytes.subarray(at, at + length)))
    at += length
  }
  return undefined
}

/** The number, and the offset of its end. */
function readLeb128(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes[start + i]
    if (byte === undefined) break
    value += (byte & 127) * 2 ** (7 * i)
    if ((byte & 128) === 0) return [value, start + i + 1]
  }
  throw new RangeError('a length has no end')
}

class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new RangeError('the header is cut off')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at++
    }
    return value
  }

  isSet(): boolean {
    return this.bits(1) === 1
  }
}

/** The fields before the frame size (§5.5.1) are skipped; their lengths vary. */
function sizeIn(reader: BitReader): Pick<PixelSize, 'width' | 'height'> {
  reader.bits(3 + 1) // seq_profile, still_picture
  const isReduced = reader.isSet()
  if (isReduced) reader.bits(5)
  else skipOperatingPoints(reader)
  const [widthBits, heightBits] = [reader.bits(4) + 1, reader.bits(4) + 1]
  return { width: reader.bits(widthBits) + 1, height: reader.bits(heightBits) + 1 }
}

function skipOperatingPoints(reader: BitReader): void {
  const delayBits = reader.isSet() ? skipTiming(reader) : undefined
  const hasDisplayDelay = reader.isSet()
  const count = reader.bits(5) + 1
  for (let i = 0; i < count; i++) {
    reader.bits(12) // operating_point_idc
    if (reader.bits(5) > 7) reader.bits(1)
    if (delayBits !== undefined && reader.isSet()) reader.bits(2 * delayBits + 1)
    if (hasDisplayDelay && reader.isSet()) reader.bits(4)
  }
}

/** The number of bits of the decoder's delay; undefined without a decoder model. */
function skipTiming(reader: BitReader): number | undefined {
  reader.bits(32 + 32)
  if (reader.isSet()) skipVariableLength(reader)
  if (!reader.isSet()) return undefined
  const delayBits = reader.bits(5) + 1
  reader.bits(32 + 5 + 5)
  return delayBits
}

/** uvlc() of §4.10.3. */
function skipVariableLength(reader: BitReader): void {
  let zeros = 0
  while (!reader.isSet()) zeros++
  if (zeros < 32) reader.bits(zeros)
}
