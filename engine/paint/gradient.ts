// CSS gradients on a rectangle.
import { IDENTITY, type Matrix, type Rect } from '../geometry.ts'
import { type ImageValue, resolveLength } from '../style/value.ts'
import type { Canvas, Gradient } from './canvas.ts'
import { colorAt, cutStops, type PlacedStop, placeStops, repeatStops, unitStops } from './color-stops.ts'
import { polygonPath, rectPath } from './path.ts'

export type GradientValue = Exclude<ImageValue, { kind: 'url' }>
type LinearValue = Extract<GradientValue, { kind: 'linear' }>
type RadialValue = Extract<GradientValue, { kind: 'radial' }>
type ConicValue = Extract<GradientValue, { kind: 'conic' }>

/** Wedges of a full turn. */
const WEDGES = 180

export function paintGradientTile(value: GradientValue, cell: Rect, canvas: Canvas): void {
  if (value.kind === 'conic') paintConic(value, cell, canvas)
  else {
    const gradient = value.kind === 'linear' ? linearGradient(value, cell) : radialGradient(value, cell)
    canvas.fillPath(rectPath(cell), 'nonzero', { kind: 'gradient', gradient }, 1)
  }
}

// ── Linear ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function linearGradient(value: LinearValue, cell: Rect): Gradient {
  const radians = (angleOf(value, cell) * Math.PI) / 180
  const dx = Math.sin(radians)
  const dy = -Math.cos(radians)
  // The line is as long as needed for the corners to get the end colours exactly (CSS Images 3 §3.1).
  const length = Math.abs(cell.width * dx) + Math.abs(cell.height * dy)
  let stops = placeStops(value.stops, length)
  if (value.isRepeating) stops = repeatStops(stops, 0, 1)
  const { from, to, scaled } = unitStops(stops, length)
  const cx = cell.x + cell.width / 2
  const cy = cell.y + cell.height / 2
  const at = (offset: number): readonly [number, number] => [cx + dx * length * (offset - 0.5), cy + dy * length * (offset - 0.5)]
  return { kind: 'linear', geometry: [...at(from), ...at(to)], stops: scaled, matrix: IDENTITY }
}

function angleOf({ angle }: LinearValue, cell: Rect): number {
  if (typeof angle === 'number') return angle
  const [vertical, horizontal] = angle.corner
  // The 50 % line runs through the other two corners ("magic corners").
  const tilt = (Math.atan2(cell.height, cell.width) * 180) / Math.PI
  if (vertical === 'top') return horizontal === 'right' ? tilt : 360 - tilt
  return horizontal === 'right' ? 180 - tilt : 180 + tilt
}

/** A gradient that ends at or before its centre is its last colour, as far as one cares to go. */
const positiveOr = (offset: number, otherwise: number): number => (offset > 0 ? offset : otherwise)

// ── Radial ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function radialGradient(value: RadialValue, cell: Rect): Gradient {
  const cx = cell.x + resolveLength(value.position.x, cell.width)
  const cy = cell.y + resolveLength(value.position.y, cell.height)
  const { rx, ry } = endingShape(value, cell, cx, cy)
  let stops = placeStops(value.stops, rx)
  // As far as the farthest corner, in radii.
  const corners = [cell.x - cx, cell.x + cell.width - cx].flatMap((dx) =>
    [cell.y - cy, cell.y + cell.height - cy].map((dy) => Math.hypot(dx / rx, dy / ry)),
  )
  if (value.isRepeating) stops = repeatStops(stops, 0, Math.max(...corners))
  else if ((stops[0] as PlacedStop).offset < 0) stops = cutStops(stops, 0, positiveOr((stops[stops.length - 1] as PlacedStop).offset, 1))
  // From the centre on: what lies within the first stop is painted, not extended, which readers do not all do to the very middle.
  const [first] = stops
  if (first !== undefined && first.offset > 0) stops = [{ offset: 0, color: first.color }, ...stops]
  const { from, to, scaled } = unitStops(stops, rx)
  const matrix: Matrix = [1, 0, 0, ry / rx, 0, cy - (cy * ry) / rx]
  return { kind: 'radial', geometry: [cx, cy, from * rx, cx, cy, to * rx], stops: scaled, matrix }
}

function endingShape(value: RadialValue, cell: Rect, cx: number, cy: number): { rx: number; ry: number } {
  const left = Math.abs(cx - cell.x)
  const right = Math.abs(cell.x + cell.width - cx)
  const top = Math.abs(cy - cell.y)
  const bottom = Math.abs(cell.y + cell.height - cy)
  const some = (size: number): number => Math.max(size, 1e-4)
  const { size } = value
  if (typeof size !== 'string') {
    const rx = resolveLength(size[0] ?? 0, cell.width)
    return { rx: some(rx), ry: some(size[1] === undefined ? rx : resolveLength(size[1], cell.height)) }
  }
  const pick = size.startsWith('closest') ? Math.min : Math.max
  const sideX = pick(left, right)
  const sideY = pick(top, bottom)
  if (value.shape === 'circle') {
    const radius = size.endsWith('side') ? pick(left, right, top, bottom) : Math.hypot(sideX, sideY)
    return { rx: some(radius), ry: some(radius) }
  }
  // An ellipse through the corner has the ratio of the one at the sides.
  const factor = size.endsWith('side') ? 1 : Math.SQRT2
  return { rx: some(sideX * factor), ry: some(sideY * factor) }
}

// ── Conic ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** PDF has no conic shading that all readers paint alike: narrow wedges of one colour each, cut off by the cell. */
function paintConic(value: ConicValue, cell: Rect, canvas: Canvas): void {
  const cx = cell.x + resolveLength(value.position.x, cell.width)
  const cy = cell.y + resolveLength(value.position.y, cell.height)
  const reach = 2 * (Math.hypot(cell.width, cell.height) + Math.hypot(cx - cell.x - cell.width / 2, cy - cell.y - cell.height / 2))
  let stops = placeStops(value.stops, 360)
  stops = value.isRepeating ? repeatStops(stops, 0, 1) : cutStops(stops, 0, 1)
  const bounds = new Set([...Array(WEDGES + 1).keys()].map((i) => i / WEDGES))
  for (const stop of stops) bounds.add(Math.min(1, Math.max(0, stop.offset)))
  const turns = [...bounds].sort((a, b) => a - b)
  const isOpaque = stops.every((stop) => stop.color.alpha === 1)
  const point = (turn: number): readonly [number, number] => {
    const radians = ((value.from + turn * 360) * Math.PI) / 180
    return [cx + Math.sin(radians) * reach, cy - Math.cos(radians) * reach]
  }
  canvas.save()
  canvas.clipRect(cell)
  turns.forEach((from, i) => {
    const to = turns[i + 1]
    if (to === undefined) return
    const color = colorAt(stops, (from + to) / 2, 'after')
    // Opaque wedges reach under the next one, so that no seam shows between them.
    const end = isOpaque && i < turns.length - 2 ? to + 0.5 / WEDGES : to
    const wedge = polygonPath([[cx, cy], point(from), point((from + end) / 2), point(end)])
    canvas.fillPath(wedge, 'nonzero', { kind: 'color', color }, 1)
  })
  canvas.restore()
}
