// Problem: the darkness of a blurred rounded box, as outlines of equal darkness.
// Approach: along x the Gaussian is integrated in closed form, along y rows are summed. At each corner a few rays start from a point inside, along which the
// darkness only decreases; bisection finds the level on each ray, and a smooth curve connects the points. Results are cached by corner, as most corners of a
// document are alike.
// Limits: an outline is as exact as a few rays a corner allow.
import type { Rect } from '../../geometry.ts'
import type { Path, PathSegment } from '../canvas.ts'
import type { Radii } from '../geometry/rounded-rect.ts'

/** Rays of a corner, both sides included. */
const RAYS = 4
/** Rows of the sum over y. */
const ROWS = 24
const HALVINGS = 14
/** Deviations beyond which the Gaussian is negligible. */
const REACH = 3.2
/** Corners cached for a document. */
const MOST_BOXES = 500

type Corner = { readonly x: number; readonly y: number }
/** The part of an outline around the top left corner of a box at the origin; undefined where the box is nowhere as dark. */
type CornerCurve = readonly Corner[] | undefined

/** Outlines of blurred boxes, cached for one document. */
export class BlurredBoxes {
  readonly #corners = new Map<string, readonly CornerCurve[]>()

  /** The outlines at the given levels, parts of the full darkness; undefined for levels that the blurred box never reaches. */
  outlines(box: Rect, radii: Radii, deviation: number, levels: readonly number[]): readonly (Path | undefined)[] {
    const size = { x: box.width, y: box.height }
    const corner = (radius: Corner): readonly CornerCurve[] => this.#corner(size, radius, deviation, levels)
    const corners = [corner(radii.topLeft), corner(radii.topRight), corner(radii.bottomRight), corner(radii.bottomLeft)] as const
    return levels.map((_, i) => {
      const [topLeft, topRight, bottomRight, bottomLeft] = corners.map((curves) => curves[i])
      if (topLeft === undefined || topRight === undefined || bottomRight === undefined || bottomLeft === undefined) return undefined
      return joined(box, [topLeft, topRight, bottomRight, bottomLeft])
    })
  }

  #corner(size: Corner, radius: Corner, deviation: number, levels: readonly number[]): readonly CornerCurve[] {
    const key = [size.x, size.y, radius.x, radius.y, deviation, ...levels].map((value) => Math.round(value * 1000)).join(' ')
    let curves = this.#corners.get(key)
    if (curves === undefined) {
      if (this.#corners.size >= MOST_BOXES) this.#corners.clear()
      curves = cornerCurves(size, radius, deviation, levels)
      this.#corners.set(key, curves)
    }
    return curves
  }
}

/** The top left corners of outlines, from the left side to the top side. */
function cornerCurves(size: Corner, radius: Corner, deviation: number, levels: readonly number[]): readonly CornerCurve[] {
  const darkness = darknessOf(size, radius, deviation)
  const reach = REACH * deviation
  const middle = { x: Math.min(size.x / 2, radius.x + reach), y: Math.min(size.y / 2, radius.y + reach) }
  const atMiddle = darkness(middle.x, middle.y)
  return levels.map((level) => {
    if (level >= atMiddle) return undefined
    return Array.from({ length: RAYS }, (_, i) => {
      const turn = (i / (RAYS - 1)) * (Math.PI / 2)
      const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
      let inside = 0
      let outside = Math.hypot(middle.x + reach, middle.y + reach) + 1
      for (let k = 0; k < HALVINGS; k++) {
        const half = (inside + outside) / 2
        if (darkness(middle.x - half * dx, middle.y - half * dy) > level) inside = half
        else outside = half
      }
      return { x: middle.x - inside * dx, y: middle.y - inside * dy }
    })
  })
}

/** The darkness of the blurred box near its top left corner, as if all corners had this radius. */
function darknessOf(size: Corner, radius: Corner, deviation: number): (x: number, y: number) => number {
  const isSharp = !(radius.x > 0 && radius.y > 0)
  const across = (x: number, from: number): number => normal((x - from) / deviation) - normal((x - size.x + from) / deviation)
  if (isSharp) return (x, y) => across(x, 0) * (normal(y / deviation) - normal((y - size.y) / deviation))
  const rowStart = (y: number): number => {
    const up = Math.min(y, size.y - y)
    return up >= radius.y ? 0 : radius.x * (1 - Math.sqrt(Math.max(0, 1 - (1 - up / radius.y) ** 2)))
  }
  return (x, y) => {
    const top = Math.max(0, y - REACH * deviation)
    const bottom = Math.min(size.y, y + REACH * deviation)
    let sum = 0
    for (let i = 0; i < ROWS; i++) {
      const from = top + ((bottom - top) * i) / ROWS
      const to = top + ((bottom - top) * (i + 1)) / ROWS
      if (to > from) sum += across(x, rowStart((from + to) / 2)) * (normal((to - y) / deviation) - normal((from - y) / deviation))
    }
    return sum
  }
}

/** The cumulative normal distribution at `x` deviations (Abramowitz and Stegun 7.1.26, exact to seven digits). */
function normal(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const rest = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-z * z)
  return x > 0 ? 1 - rest / 2 : rest / 2
}

// ── Curves ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

type FourCorners = readonly [
  topLeft: readonly Corner[],
  topRight: readonly Corner[],
  bottomRight: readonly Corner[],
  bottomLeft: readonly Corner[],
]

/** The outline of four corners, each mirrored to its place and joined by straight sides. Clockwise. */
function joined(box: Rect, [topLeft, topRight, bottomRight, bottomLeft]: FourCorners): Path {
  const place =
    (mirrorX: boolean, mirrorY: boolean) =>
    (point: Corner): Corner => ({
      x: mirrorX ? box.x + box.width - point.x : box.x + point.x,
      y: mirrorY ? box.y + box.height - point.y : box.y + point.y,
    })
  const corners = [
    topLeft.map(place(false, false)),
    topRight.map(place(true, false)).reverse(),
    bottomRight.map(place(true, true)),
    bottomLeft.map(place(false, true)).reverse(),
  ]
  const path: PathSegment[] = []
  corners.forEach((points, i) => {
    const isVertical = i % 2 === 0
    points.forEach((point, k) => {
      if (k === 0) path.push({ kind: i === 0 ? 'move' : 'line', ...point })
      else path.push(curveTo(points, k, isVertical))
    })
  })
  path.push({ kind: 'close' })
  return path
}

/** A smooth curve to point `k`: its tangents are parallel to the line through the neighbours, and to the sides at both ends. */
function curveTo(points: readonly Corner[], k: number, startsVertical: boolean): PathSegment {
  const [from, to] = [points[k - 1]!, points[k]!] // k counts from 1
  const tangent = (i: number): Corner => {
    const [a, b] = [points[i - 1], points[i + 1]]
    if (a !== undefined && b !== undefined) return { x: (b.x - a.x) / 2, y: (b.y - a.y) / 2 }
    const isVertical = (a === undefined) === startsVertical
    return isVertical ? { x: 0, y: (to.y - from.y) * 1.2 } : { x: (to.x - from.x) * 1.2, y: 0 }
  }
  const [start, end] = [tangent(k - 1), tangent(k)]
  return {
    kind: 'curve',
    x1: from.x + start.x / 3,
    y1: from.y + start.y / 3,
    x2: to.x - end.x / 3,
    y2: to.y - end.y / 3,
    x: to.x,
    y: to.y,
  }
}
