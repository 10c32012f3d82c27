// Paths of basic shapes; bounds and transforms of paths.
import type { Matrix, Rect } from '../../geometry.ts'
import type { Path, PathSegment } from '../canvas.ts'

/** Distance of the control points of a quarter circle, in parts of its radius. */
export const KAPPA = 0.5522847498

export function rectPath(rect: Rect): Path {
  const { x, y, width, height } = rect
  return [
    { kind: 'move', x, y },
    { kind: 'line', x: x + width, y },
    { kind: 'line', x: x + width, y: y + height },
    { kind: 'line', x, y: y + height },
    { kind: 'close' },
  ]
}

export function ellipsePath(cx: number, cy: number, rx: number, ry: number): Path {
  const kx = rx * KAPPA
  const ky = ry * KAPPA
  return [
    { kind: 'move', x: cx + rx, y: cy },
    { kind: 'curve', x1: cx + rx, y1: cy + ky, x2: cx + kx, y2: cy + ry, x: cx, y: cy + ry },
    { kind: 'curve', x1: cx - kx, y1: cy + ry, x2: cx - rx, y2: cy + ky, x: cx - rx, y: cy },
    { kind: 'curve', x1: cx - rx, y1: cy - ky, x2: cx - kx, y2: cy - ry, x: cx, y: cy - ry },
    { kind: 'curve', x1: cx + kx, y1: cy - ry, x2: cx + rx, y2: cy - ky, x: cx + rx, y: cy },
    { kind: 'close' },
  ]
}

export function polygonPath(points: readonly (readonly [x: number, y: number])[]): Path {
  const path: PathSegment[] = points.map(([x, y], i) => ({ kind: i === 0 ? 'move' : 'line', x, y }))
  path.push({ kind: 'close' })
  return path
}

/** The path encloses no area: a clip by it hides everything. */
export function isEmptyPath(path: Path): boolean {
  const { width, height } = pathBounds(path, 0)
  return !(width > 0 && height > 0)
}

/** The bounding box of a path's points and control points, enlarged by `margin` on every side. */
export function pathBounds(path: Path, margin: number): Rect {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  const add = (x: number, y: number): void => {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  for (const segment of path) {
    if (segment.kind === 'close') continue
    add(segment.x, segment.y)
    if (segment.kind === 'curve') {
      add(segment.x1, segment.y1)
      add(segment.x2, segment.y2)
    }
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 }
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin }
}

export function transformPath(path: Path, [a, b, c, d, e, f]: Matrix): Path {
  const x = (px: number, py: number): number => a * px + c * py + e
  const y = (px: number, py: number): number => b * px + d * py + f
  return path.map((segment) => {
    if (segment.kind === 'close') return segment
    const end = { x: x(segment.x, segment.y), y: y(segment.x, segment.y) }
    if (segment.kind !== 'curve') return { kind: segment.kind, ...end }
    return {
      kind: 'curve',
      x1: x(segment.x1, segment.y1),
      y1: y(segment.x1, segment.y1),
      x2: x(segment.x2, segment.y2),
      y2: y(segment.x2, segment.y2),
      ...end,
    }
  })
}

/** The bounding box of a transformed rectangle. */
export function transformRect(rect: Rect, matrix: Matrix): Rect {
  return pathBounds(transformPath(rectPath(rect), matrix), 0)
}
