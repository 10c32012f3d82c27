// Natural sizes of pictures, in points.
import { PX } from '../geometry.ts'
import type { Image } from '../image/image.ts'

export interface NaturalSize {
  readonly width: number | undefined
  readonly height: number | undefined
  /** Width over height. */
  readonly ratio: number | undefined
}

export function naturalSizeOf(image: Image): NaturalSize {
  const width = image.width === undefined ? undefined : image.width * PX
  const height = image.height === undefined ? undefined : image.height * PX
  const own = image.kind === 'vector' ? image.ratio : undefined
  const ratio = own ?? (width !== undefined && height !== undefined && height > 0 ? width / height : undefined)
  return { width, height, ratio }
}
