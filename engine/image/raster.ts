// Types shared by the decoders.
import type { ImageEncoding } from './image.ts'

/** The reason why a file cannot be shown. Caught in decode.ts and reported as a `bad-image` warning; never leaves this folder. */
export class ImageError extends Error {}

/** The size of a picture before it is decoded, which limits are checked against. `bytes`: memory of its unpacked samples. */
export interface PixelSize {
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** A decoder calls this with the size that each header declares (of the file, its canvas, every frame) before it allocates memory; throws beyond a limit. */
export type SizeCheck = (size: PixelSize) => void

export interface Decoded {
  /** Upright, in pixels. */
  readonly width: number
  readonly height: number
  readonly encoding: ImageEncoding
}
