// What the decoders share.
import type { ImageEncoding } from './image.ts'

/** Why a file is no usable picture. Caught in decode.ts and told as a `bad-image` warning; never leaves this folder. */
export class ImageError extends Error {}

/** Pixels before they are decoded: what limits are checked against. `bytes` is what their samples take, one byte each, once they are unpacked. */
export interface PixelSize {
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** A decoder calls this with what each header says (of the file, of its canvas, of every frame) before it allocates for it; it throws when that is too much. */
export type SizeCheck = (size: PixelSize) => void

export interface Decoded {
  /** Upright, in pixels. */
  readonly width: number
  readonly height: number
  readonly encoding: ImageEncoding
}
