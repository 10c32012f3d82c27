// Paths that text is placed on (SVG 2 §11.8): points and directions at distances from the start.
import { parseLength } from '../../drawing-length.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Path } from '../canvas.ts'
import { transformPath } from '../geometry/path.ts'
import { parsePathData } from '../geometry/path-data.ts'
import { type Drawing, hrefId, type PathPoint } from './drawing.ts'
import { shapePath } from './shapes.ts'
import type { SvgState } from './state.ts'
import { parseTransform } from './values.ts'

export interface TextPath {
  /** Distance at which the text starts. */
  readonly start: number
  readonly length: number
  /** The point at a distance, with the direction of the path there; undefined beyond both ends. */
  at(distance: number): PointOnPath | undefined
}

interface PointOnPath {
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly angle: number
}

/** Straight pieces that approximate a curve. */
const PIECES = 24

/** The path that a `textPath` refers to, or its own; undefined when there is none. */
export function textPathOf(element: VectorElement, state: SvgState, drawing: Drawing): TextPath | undefined {
  const { attributes } = element
  const points = pathPoints(element, state, drawing)
  if (points.length < 2) return undefined
  const length = points[points.length - 1]?.distance ?? 0
  const start = parseLength(attributes.get('startOffset'), length, state.fontSize) ?? 0
  return { start, length, at: (distance) => pointAt(points, distance) }
}

function pathPoints(element: VectorElement, state: SvgState, drawing: Drawing): readonly PathPoint[] {
  const { attributes } = element
  const isReversed = attributes.get('side') === 'right'
  const along = (path: Path | undefined): readonly PathPoint[] => (path === undefined ? [] : pointsOf(isReversed ? reversed(path) : path))
  const own = attributes.get('path')
  if (own !== undefined) return along(parsePathData(own))
  const id = hrefId(element)
  const target = id === undefined ? undefined : drawing.byId(id)
  if (target === undefined) return []
  // Many texts may share one path, whose points depend on the viewport and the font size.
  const { viewport, fontSize } = state
  const key = `${isReversed} ${viewport.width} ${viewport.height} ${fontSize} ${id}`
  let points = drawing.textPaths.get(key)
  if (points === undefined) {
    const path = shapePath(target, state)
    points = along(path && transformPath(path, parseTransform(target.attributes.get('transform'))))
    drawing.textPaths.set(key, points)
  }
  return points
}

/** Of curves by straight pieces. */
export function pathLength(path: Path): number {
  return pointsOf(path).at(-1)?.distance ?? 0
}

function pointsOf(path: Path): PathPoint[] {
  const points: PathPoint[] = []
  let first = { x: 0, y: 0 }
  const go = (x: number, y: number, isJump: boolean): void => {
    // Of consecutive moves only the last has an effect.
    if (isJump && points[points.length - 1]?.isJump === true) points.pop()
    const before = points[points.length - 1]
    const step = before === undefined || isJump ? 0 : Math.hypot(x - before.x, y - before.y)
    if (before === undefined || isJump || step > 0) points.push({ x, y, distance: (before?.distance ?? 0) + step, isJump })
  }
  for (const segment of path) {
    if (segment.kind === 'move') {
      first = segment
      go(segment.x, segment.y, true)
    } else if (segment.kind === 'close') go(first.x, first.y, false)
    else if (segment.kind === 'line') go(segment.x, segment.y, false)
    else {
      const from = points[points.length - 1] ?? segment
      for (let i = 1; i <= PIECES; i++) {
        const t = i / PIECES
        const u = 1 - t
        const curve = (a: number, b: number, c: number, d: number): number =>
          u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d
        go(curve(from.x, segment.x1, segment.x2, segment.x), curve(from.y, segment.y1, segment.y2, segment.y), false)
      }
    }
  }
  return points
}

/** The path in the opposite direction, in straight pieces. */
function reversed(path: Path): Path {
  return pointsOf(path)
    .reverse()
    .map(({ x, y }, i) => ({ kind: i === 0 ? 'move' : 'line', x, y }))
}

function pointAt(points: readonly PathPoint[], distance: number): PointOnPath | undefined {
  let low = 1
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.distance >= distance) high = middle
    else low = middle + 1
  }
  // A move has the same distance as the point before it.
  const index = points[low]?.isJump === true ? low + 1 : low
  const [from, to] = [points[index - 1], points[index]]
  if (distance < 0 || from === undefined || to === undefined) return undefined
  const share = to.distance === from.distance ? 0 : (distance - from.distance) / (to.distance - from.distance)
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, angle: Math.atan2(to.y - from.y, to.x - from.x) }
}
