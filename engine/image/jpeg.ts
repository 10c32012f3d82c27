// JPEG files are embedded unchanged: only the header is read, for size, colours and orientation.
import { type Decoded, ImageError, type SizeCheck } from './raster.ts'

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
}

/** Frames that PDF's DCTDecode filter supports: baseline, extended and progressive, Huffman-coded. */
const READABLE = [0xc0, 0xc1, 0xc2]

interface Frame {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3 | 4
}

export function readJpeg(bytes: Uint8Array, check: SizeCheck): Decoded {
  let orientation = 1
  let isAdobe = false
  let frame: Frame | undefined
  for (const { marker, body } of segments(bytes)) {
    if (marker === 0xe1 && orientation === 1) orientation = exifOrientation(body)
    else if (marker === 0xee) isAdobe ||= String.fromCharCode(...body.subarray(0, 5)) === 'Adobe'
    else if (isFrame(marker)) {
      frame = readFrame(marker, body)
      check({ width: frame.width, height: frame.height, bytes: frame.width * frame.height * frame.components })
      break
    }
  }
  if (frame === undefined) throw new ImageError('it contains no picture')
  const isTurned = orientation >= 5
  return {
    width: isTurned ? frame.height : frame.width,
    height: isTurned ? frame.width : frame.height,
    encoding: {
      kind: 'jpeg',
      pixelWidth: frame.width,
      pixelHeight: frame.height,
      bytes,
      components: frame.components,
      // Adobe's programs store inverted CMYK, and mark such files by an APP14 segment.
      isInverted: frame.components === 4 && isAdobe,
      orientation,
    },
  }
}

function* segments(bytes: Uint8Array): Generator<{ marker: number; body: Uint8Array }, undefined> {
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw new ImageError('it is damaged before the picture')
    const marker = bytes[at + 1]! // in bounds
    if (marker === 0xff) {
      at++
      continue
    }
    // Scan data or the end of the file: the header is complete.
    if (marker === 0xda || marker === 0xd9) return undefined
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (length < 2 || at + 2 + length > bytes.length) throw new ImageError('a segment is truncated')
    yield { marker, body: bytes.subarray(at + 4, at + 2 + length) }
    at += 2 + length
  }
  return undefined
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readFrame(marker: number, body: Uint8Array): Frame {
  const [precision, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components] = body
  const width = (w1 << 8) | w0
  const height = (h1 << 8) | h0
  if (!READABLE.includes(marker)) throw new ImageError('its compression is not supported')
  if (precision !== 8) throw new ImageError(`it has ${precision} bits a sample`)
  if (width === 0 || height === 0) throw new ImageError('it has no size')
  if (components !== 1 && components !== 3 && components !== 4) throw new ImageError(`it has ${components} components`)
  return { width, height, components }
}

/** Tag 0x0112 of the first directory; 1 (upright) when it is missing or malformed. */
function exifOrientation(body: Uint8Array): number {
  if (String.fromCharCode(...body.subarray(0, 6)) !== 'Exif\0\0') return 1
  const tiff = body.subarray(6)
  if (tiff.length < 8) return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = tiff[0] === 0x49
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return 1
  const count = view.getUint16(directory, isLittle)
  for (let i = 0; i < count; i++) {
    const at = directory + 2 + i * 12
    if (at + 12 > tiff.length) return 1
    if (view.getUint16(at, isLittle) !== 0x0112) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
