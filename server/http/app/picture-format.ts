// Checks the pictures of templates, which browsers of members draw and send: small ones, of formats that nothing can run in.

import { assetTypeOf } from '../../assets/media-type.ts'
import { ApiError } from '../../errors.ts'

export const MOST_PICTURE_BYTES = 256 * 1024
const MOST_SIDE = 1024
const TYPES = ['image/png', 'image/webp']

/** Returns the media type; throws unless the bytes are a PNG or WebP of at most 1024 pixels a side. */
export function checkPicture(bytes: Uint8Array, contentType: string): string {
  const { mediaType } = assetTypeOf({ name: 'picture', contentType, bytes })
  if (!TYPES.includes(mediaType)) throw new ApiError('unsupported_media_type', 'a picture is image/png or image/webp')
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [width, height] = (mediaType === 'image/png' ? pngSize : webpSize)(view)
  if (width >= 1 && height >= 1 && width <= MOST_SIDE && height <= MOST_SIDE) return mediaType
  const message = `a picture has 1 to ${MOST_SIDE} pixels a side`
  throw new ApiError('validation_failed', message, { errors: [{ path: '', code: 'invalid_value', message }] })
}

type Size = readonly [width: number, height: number]
const NONE: Size = [0, 0]

/** The IHDR chunk comes first (PNG, 11.2.2). */
function pngSize(bytes: Buffer): Size {
  return bytes.length < 24 ? NONE : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** The first chunk after the header of RIFF says which of three forms follows (RFC 9649, 2.5 to 2.7). */
function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return NONE
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)]
  if (form === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  if (form !== 'VP8L') return NONE
  const bits = bytes.readUInt32LE(21)
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
}
