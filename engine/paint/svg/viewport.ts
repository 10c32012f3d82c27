// viewBox and preserveAspectRatio (SVG 2 §8.2): the mapping of user units to a viewport.
import type { Matrix, Rect } from '../../geometry.ts'
import { parseNumbers } from './values.ts'

/** A box without width or height: nothing is drawn in it (SVG 2 §8.6). */
export function isEmptyViewBox(text: string | undefined): boolean {
  const [, , width = -1, height = -1] = parseNumbers(text)
  return width >= 0 && height >= 0 && width * height === 0
}

/** Undefined for missing or empty boxes. */
export function parseViewBox(text: string | undefined): Rect | undefined {
  const [x = 0, y = 0, width = 0, height = 0] = parseNumbers(text)
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

interface Fitted {
  readonly matrix: Matrix
  /** The box may overflow the viewport (`slice`). */
  readonly isSliced: boolean
}

/** The mapping from `box` to `viewport`. */
export function fitViewBox(box: Rect, viewport: Rect, preserve: string | undefined): Fitted {
  const match = /^\s*(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\s*$/.exec(preserve ?? '')
  let scaleX = viewport.width / box.width
  let scaleY = viewport.height / box.height
  const isSliced = match?.[4] === 'slice'
  if (match?.[1] !== 'none') {
    const scale = isSliced ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY)
    scaleX = scale
    scaleY = scale
  }
  const share = (align: string | undefined): number => (align === 'Min' ? 0 : align === 'Max' ? 1 : 0.5)
  const x = viewport.x + (viewport.width - box.width * scaleX) * share(match?.[2]) - box.x * scaleX
  const y = viewport.y + (viewport.height - box.height * scaleY) * share(match?.[3]) - box.y * scaleY
  return { matrix: [scaleX, 0, 0, scaleY, x, y], isSliced }
}
