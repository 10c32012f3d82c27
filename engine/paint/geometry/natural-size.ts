// Natural sizes of pictures, in points.
import { PX } from '../../geometry.ts'
import type { Image } from '../../image/image.ts'

export interface NaturalSize {
  readonly width: number | undefined
  readonly height: number | undefined
  /** Width over height. */
  readonly ratio: number | undefined
}

/** `zoom` is the effective one of the element that shows the picture. */
export function naturalSizeOf(image: Image, zoom = 1): NaturalSize {
  const px = PX * zoom
  const width = image.width === undefined ? undefined : image.width * px
  const height = image.height === undefined ? undefined : image.height * px
  const own = image.kind === 'vector' ? image.ratio : undefined
  const ratio = own ?? (width !== undefined && height !== undefined && height > 0 ? width / height : undefined)
  return { width, height, ratio }
}
