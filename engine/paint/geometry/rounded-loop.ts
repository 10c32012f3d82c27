// Closed curves with sides along the axes and round corners, as paths.
import type { PathSegment } from '../canvas.ts'
import { KAPPA } from './path.ts'
import type { Point } from './region.ts'
import { type Radii, type Radius, SHARP } from './rounded-rect.ts'

/** A point of a loop, between the sides that come to it and go from it; directions are of length 1. */
export interface LoopCorner {
  readonly at: Point
  readonly before: Point
  readonly after: Point
  /** Turns to the right, around what is inside. */
  readonly isConvex: boolean
}

/** The corners of a polygon that runs clockwise. */
export function cornersOf(loop: readonly Point[]): readonly LoopCorner[] {
  return loop.map((at, i) => {
    const before = direction(loop[(i + loop.length - 1) % loop.length]!, at)
    const after = direction(at, loop[(i + 1) % loop.length]!)
    return { at, before, after, isConvex: before.x * after.y - before.y * after.x > 0 }
  })
}

function direction(from: Point, to: Point): Point {
  return { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) }
}

/** `outer` rounds the corners around what is inside, `inner` those around what is outside; radii that do not fit a side together are made smaller. */
export function roundedLoop(
  corners: readonly LoopCorner[],
  outer: Radii,
  inner: Radii,
): { readonly path: PathSegment[]; readonly length: number } {
  const wanted = corners.map((corner) => radiusAt(corner, corner.isConvex ? outer : inner))
  const parts = corners.map(() => 1)
  let sides = 0
  corners.forEach(({ at, after }, i) => {
    const next = (i + 1) % corners.length
    const side = Math.abs(corners[next]!.at.x - at.x) + Math.abs(corners[next]!.at.y - at.y)
    const taken = along(wanted[i]!, after) + along(wanted[next]!, after)
    sides += side
    const part = taken > side ? side / taken : 1
    parts[i] = Math.min(parts[i]!, part)
    parts[next] = Math.min(parts[next]!, part)
  })
  const path: PathSegment[] = []
  let saved = 0
  corners.forEach(({ at, before, after }, i) => {
    const radius = { x: wanted[i]!.x * parts[i]!, y: wanted[i]!.y * parts[i]! }
    const [to, from] = [along(radius, before), along(radius, after)]
    path.push({ kind: i === 0 ? 'move' : 'line', x: at.x - before.x * to, y: at.y - before.y * to })
    if (to === 0 || from === 0) return
    const [short, far] = [to * (1 - KAPPA), from * (1 - KAPPA)]
    path.push({
      kind: 'curve',
      ...{ x1: at.x - before.x * short, y1: at.y - before.y * short, x2: at.x + after.x * far, y2: at.y + after.y * far },
      ...{ x: at.x + after.x * from, y: at.y + after.y * from },
    })
    // Of a quarter of an ellipse, by Ramanujan's first approximation.
    saved += to + from - (Math.PI / 4) * (3 * (to + from) - Math.sqrt((3 * to + from) * (to + 3 * from)))
  })
  path.push({ kind: 'close' })
  return { path, length: sides - saved }
}

const along = (radius: Radius, { x }: Point): number => (x === 0 ? radius.y : radius.x)

/** The corner of a box that a corner is like: a concave one is a corner of what is outside. */
function radiusAt({ before, after }: LoopCorner, radii: Radii): Radius {
  const [x, y] = [before.x - after.x, before.y - after.y]
  const radius = y < 0 ? (x < 0 ? radii.topLeft : radii.topRight) : x < 0 ? radii.bottomLeft : radii.bottomRight
  return radius.x > 0 && radius.y > 0 ? radius : SHARP
}
