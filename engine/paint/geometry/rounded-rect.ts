// Rectangles and rounded rectangles, snapped to whole pixels as browsers paint them.
import { type Edges, type Rect, roundToPx } from '../../geometry.ts'
import type { Path, PathSegment } from '../canvas.ts'
import { KAPPA } from './path.ts'

/** Edges go to the nearest pixel each, so that neighbours neither part nor overlap. */
export function snapRect({ x, y, width, height }: Rect): Rect {
  const left = roundToPx(x)
  const top = roundToPx(y)
  return { x: left, y: top, width: roundToPx(x + width) - left, height: roundToPx(y + height) - top }
}

export function insetRect(rect: Rect, edges: Edges): Rect {
  return {
    x: rect.x + edges.left,
    y: rect.y + edges.top,
    width: Math.max(0, rect.width - edges.left - edges.right),
    height: Math.max(0, rect.height - edges.top - edges.bottom),
  }
}

export function growRect(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: Math.max(0, rect.width + 2 * by), height: Math.max(0, rect.height + 2 * by) }
}

// ── Corners ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Radius {
  readonly x: number
  readonly y: number
}

/** Used radii, clockwise from the top left. */
export interface Radii {
  readonly topLeft: Radius
  readonly topRight: Radius
  readonly bottomRight: Radius
  readonly bottomLeft: Radius
}

/** A corner that is not round. */
export const SHARP: Radius = Object.freeze({ x: 0, y: 0 })
export const NO_RADII: Radii = Object.freeze({ topLeft: SHARP, topRight: SHARP, bottomRight: SHARP, bottomLeft: SHARP })

export function isSharp({ topLeft, topRight, bottomRight, bottomLeft }: Radii): boolean {
  return topLeft.x === 0 && topRight.x === 0 && bottomRight.x === 0 && bottomLeft.x === 0
}

/** Radii that meet are made smaller together (CSS Backgrounds 3 §4.5). */
export function fitRadii(radii: Radii, size: Rect): Radii {
  if (isSharp(radii)) return NO_RADII
  const { topLeft, topRight, bottomRight, bottomLeft } = radii
  const part = Math.min(
    1,
    ratio(size.width, topLeft.x + topRight.x),
    ratio(size.width, bottomLeft.x + bottomRight.x),
    ratio(size.height, topLeft.y + bottomLeft.y),
    ratio(size.height, topRight.y + bottomRight.y),
  )
  return part === 1 ? radii : mapRadii(radii, (radius) => ({ x: radius.x * part, y: radius.y * part }))
}

function ratio(length: number, sum: number): number {
  return sum > 0 ? Math.max(0, length) / sum : 1
}

function mapRadii(radii: Radii, map: (radius: Radius, isTop: boolean, isLeft: boolean) => Radius): Radii {
  return {
    topLeft: map(radii.topLeft, true, true),
    topRight: map(radii.topRight, true, false),
    bottomRight: map(radii.bottomRight, false, false),
    bottomLeft: map(radii.bottomLeft, false, true),
  }
}

/** Radii of the curve `edges` further in; sharp where the inset eats the radius. */
export function insetRadii(radii: Radii, edges: Edges): Radii {
  if (isSharp(radii)) return radii
  return mapRadii(radii, (radius, isTop, isLeft) => {
    const x = radius.x - (isLeft ? edges.left : edges.right)
    const y = radius.y - (isTop ? edges.top : edges.bottom)
    return x > 0 && y > 0 ? { x, y } : SHARP
  })
}

/** Radii of the curve `by` further out: sharp corners stay sharp, small ones grow less (CSS Backgrounds 3 §7.1.1). */
export function spreadRadii(radii: Radii, by: number): Radii {
  if (by < 0) return insetRadii(radii, { top: -by, right: -by, bottom: -by, left: -by })
  const grow = (radius: number): number => {
    const share = by > 0 && radius < by ? 1 + (radius / by - 1) ** 3 : 1
    return radius + by * share
  }
  return mapRadii(radii, (radius) => (radius.x === 0 ? SHARP : { x: grow(radius.x), y: grow(radius.y) }))
}

/** Clockwise from the end of the top left corner. */
export function roundedPath({ x, y, width, height }: Rect, radii: Radii): Path {
  const right = x + width
  const bottom = y + height
  const { topLeft, topRight, bottomRight, bottomLeft } = radii
  const path: PathSegment[] = [{ kind: 'move', x: x + topLeft.x, y }]
  path.push({ kind: 'line', x: right - topRight.x, y })
  if (topRight.x > 0) {
    const [x1, y2] = [right - topRight.x * (1 - KAPPA), y + topRight.y * (1 - KAPPA)]
    path.push({ kind: 'curve', x1, y1: y, x2: right, y2, x: right, y: y + topRight.y })
  }
  path.push({ kind: 'line', x: right, y: bottom - bottomRight.y })
  if (bottomRight.x > 0) {
    const [y1, x2] = [bottom - bottomRight.y * (1 - KAPPA), right - bottomRight.x * (1 - KAPPA)]
    path.push({ kind: 'curve', x1: right, y1, x2, y2: bottom, x: right - bottomRight.x, y: bottom })
  }
  path.push({ kind: 'line', x: x + bottomLeft.x, y: bottom })
  if (bottomLeft.x > 0) {
    const [x1, y2] = [x + bottomLeft.x * (1 - KAPPA), bottom - bottomLeft.y * (1 - KAPPA)]
    path.push({ kind: 'curve', x1, y1: bottom, x2: x, y2, x, y: bottom - bottomLeft.y })
  }
  path.push({ kind: 'line', x, y: y + topLeft.y })
  if (topLeft.x > 0) {
    const [y1, x2] = [y + topLeft.y * (1 - KAPPA), x + topLeft.x * (1 - KAPPA)]
    path.push({ kind: 'curve', x1: x, y1, x2, y2: y, x: x + topLeft.x, y })
  }
  path.push({ kind: 'close' })
  return path
}
