// Paths that text runs along (SVG 2 §11.8): points and directions at distances.
import type { VectorElement } from '../image/image.ts'
import type { Path } from './canvas.ts'
import { transformPath } from './path.ts'
import { type Drawing, hrefId } from './svg-drawing.ts'
import { parsePathData } from './svg-path.ts'
import { shapePath } from './svg-shapes.ts'
import type { SvgState } from './svg-state.ts'
import { parseLength, parseTransform } from './svg-values.ts'

export interface TextTrack {
  /** Distance at which text begins. */
  readonly start: number
  readonly length: number
  /** Where one is after a distance, and which way one goes there (radians); undefined beyond both ends. */
  at(distance: number): TrackPoint | undefined
}

export interface TrackPoint {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** Straight pieces of a curve. */
const PIECES = 24

/** The path a `textPath` names, or its own; undefined when there is none. */
export function trackOf(element: VectorElement, state: SvgState, drawing: Drawing): TextTrack | undefined {
  const { attributes } = element
  const path = pathOf(element, state, drawing)
  const points = path === undefined ? [] : pointsOf(attributes.get('side') === 'right' ? reversed(path) : path)
  if (points.length < 2) return undefined
  const length = points[points.length - 1]?.distance ?? 0
  const start = parseLength(attributes.get('startOffset'), length, state.fontSize) ?? 0
  return { start, length, at: (distance) => pointAt(points, distance) }
}

function pathOf(element: VectorElement, state: SvgState, drawing: Drawing): Path | undefined {
  const own = element.attributes.get('path')
  if (own !== undefined) return parsePathData(own)
  const id = hrefId(element)
  const target = id === undefined ? undefined : drawing.byId(id)
  const path = target === undefined ? undefined : shapePath(target, state)
  return path === undefined || target === undefined ? undefined : transformPath(path, parseTransform(target.attributes.get('transform')))
}

interface Passed {
  readonly x: number
  readonly y: number
  /** From the start of the path. */
  readonly distance: number
  /** Nothing is drawn on the way here from the point before. */
  readonly isJump: boolean
}

function pointsOf(path: Path): Passed[] {
  const points: Passed[] = []
  let first = { x: 0, y: 0 }
  const go = (x: number, y: number, isJump: boolean): void => {
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

/** The same way back, in straight pieces. */
function reversed(path: Path): Path {
  return pointsOf(path)
    .reverse()
    .map(({ x, y }, i) => ({ kind: i === 0 ? 'move' : 'line', x, y }))
}

function pointAt(points: readonly Passed[], distance: number): TrackPoint | undefined {
  const index = points.findIndex((point, i) => i > 0 && !point.isJump && point.distance >= distance)
  const [from, to] = [points[index - 1], points[index]]
  if (distance < 0 || from === undefined || to === undefined) return undefined
  const share = to.distance === from.distance ? 0 : (distance - from.distance) / (to.distance - from.distance)
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, angle: Math.atan2(to.y - from.y, to.x - from.x) }
}
