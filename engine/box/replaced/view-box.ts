// The window of `object-view-box` (CSS Images 5 §5.7): an image that is seen through it has the size of the window.
import { PX, type Rect } from '../../geometry.ts'
import type { Image } from '../../image/image.ts'
import { type BasicShape, shapeIn } from '../../style/basic-shape.ts'

/** The image through the window; an image without a size of its own, and an empty window, change nothing. `zoom`: of the element that shows it. */
export function throughViewBox(image: Image, viewBox: BasicShape, zoom: number): Image {
  const { width, height } = image
  if (width === undefined || height === undefined || !(width > 0 && height > 0)) return image
  const px = PX * zoom
  const whole: Rect = { x: 0, y: 0, width: width * px, height: height * px }
  const shape = shapeIn(viewBox, whole)
  if (shape?.kind !== 'rounded' || !(shape.rect.width > 0 && shape.rect.height > 0)) return image
  const { rect } = shape
  const window = { x: rect.x / whole.width, y: rect.y / whole.height, width: rect.width / whole.width, height: rect.height / whole.height }
  const size = { width: rect.width / px, height: rect.height / px }
  const view = { of: image, window }
  return image.kind === 'vector' ? { ...image, ...size, ratio: size.width / size.height, view } : { ...image, ...size, view }
}
