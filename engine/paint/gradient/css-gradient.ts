// CSS gradients on a rectangle.
import { IDENTITY, type Matrix, type Rect } from '../../geometry.ts'
import { type Color, type ImageValue, resolveLength } from '../../style/value.ts'
import type { Canvas, Gradient } from '../canvas.ts'
import { polygonPath, rectPath } from '../geometry/path.ts'
import { colorAt, normalizeStops, type PlacedStop, placeStops, repeatStops, sliceStops } from './color-stops.ts'

type GradientValue = Exclude<ImageValue, { kind: 'url' }>
type LinearValue = Extract<GradientValue, { kind: 'linear' }>
type RadialValue = Extract<GradientValue, { kind: 'radial' }>
type ConicValue = Extract<GradientValue, { kind: 'conic' }>

/** Wedges of a full turn, where the colour changes. */
const WEDGES = 180
const OVERLAP = 0.5 / WEDGES

export function paintGradientTile(value: GradientValue, cell: Rect, canvas: Canvas): void {
  if (value.kind === 'conic') paintConic(value, cell, canvas)
  else {
    const gradient = value.kind === 'linear' ? linearGradient(value, cell) : radialGradient(value, cell)
    canvas.fillPath(rectPath(cell), 'nonzero', { kind: 'gradient', gradient }, 1)
  }
}

// ── Linear ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function linearGradient(value: LinearValue, cell: Rect): Gradient {
  const radians = (angleOf(value, cell) * Math.PI) / 180
  const dx = Math.sin(radians)
  const dy = -Math.cos(radians)
  // The line is so long that the corners have exactly the end colours (CSS Images 3 §3.1).
  const length = Math.abs(cell.width * dx) + Math.abs(cell.height * dy)
  let stops = placeStops(value.stops, length)
  if (value.isRepeating) stops = repeatStops(stops, 0, 1)
  const { from, to, scaled } = normalizeStops(stops, length)
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

/** A radial gradient that ends at or before its centre shows only its last colour. */
const positiveOr = (offset: number, otherwise: number): number => (offset > 0 ? offset : otherwise)

// ── Radial ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function radialGradient(value: RadialValue, cell: Rect): Gradient {
  const cx = cell.x + resolveLength(value.position.x, cell.width)
  const cy = cell.y + resolveLength(value.position.y, cell.height)
  const { rx, ry } = endingShape(value, cell, cx, cy)
  let stops = placeStops(value.stops, rx)
  // Distances of the corners, in radii.
  const corners = [cell.x - cx, cell.x + cell.width - cx].flatMap((dx) =>
    [cell.y - cy, cell.y + cell.height - cy].map((dy) => Math.hypot(dx / rx, dy / ry)),
  )
  if (value.isRepeating) stops = repeatStops(stops, 0, Math.max(...corners))
  else if (stops[0]!.offset < 0) stops = sliceStops(stops, 0, positiveOr(stops[stops.length - 1]!.offset, 1))
  // Starts at the centre: some viewers do not extend the first colour inward to the very middle.
  const [first] = stops
  if (first !== undefined && first.offset > 0) stops = [{ offset: 0, color: first.color }, ...stops]
  const { from, to, scaled } = normalizeStops(stops, rx)
  const matrix: Matrix = [1, 0, 0, ry / rx, 0, cy - (cy * ry) / rx]
  return { kind: 'radial', geometry: [cx, cy, from * rx, cx, cy, to * rx], stops: scaled, matrix }
}

/** Points. Viewers paint nothing for a circle without size. */
const SMALLEST_RADIUS = 0.01

function endingShape(value: RadialValue, cell: Rect, cx: number, cy: number): { rx: number; ry: number } {
  const left = Math.abs(cx - cell.x)
  const right = Math.abs(cell.x + cell.width - cx)
  const top = Math.abs(cy - cell.y)
  const bottom = Math.abs(cell.y + cell.height - cy)
  const some = (size: number): number => Math.max(size, SMALLEST_RADIUS)
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
  // An ellipse through the corner has the ratio of the one through the sides.
  const factor = size.endsWith('side') ? 1 : Math.SQRT2
  return { rx: some(sideX * factor), ry: some(sideY * factor) }
}

// ── Conic ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Narrow wedges of one colour each, clipped to the cell: PDF has no conic shading that all viewers paint alike. */
function paintConic(value: ConicValue, cell: Rect, canvas: Canvas): void {
  const cx = cell.x + resolveLength(value.position.x, cell.width)
  const cy = cell.y + resolveLength(value.position.y, cell.height)
  const reach = 2 * (Math.hypot(cell.width, cell.height) + Math.hypot(cx - cell.x - cell.width / 2, cy - cell.y - cell.height / 2))
  let stops = placeStops(value.stops, 360)
  stops = value.isRepeating ? repeatStops(stops, 0, 1) : sliceStops(stops, 0, 1)
  const turns = boundsOfWedges(stops)
  const point = (turn: number): readonly [number, number] => {
    const radians = ((value.from + turn * 360) * Math.PI) / 180
    return [cx + Math.sin(radians) * reach, cy - Math.cos(radians) * reach]
  }
  /** Each wedge extends under the next, and the first under the last, so that no seam shows between them. */
  const wedges = (target: Canvas, colorOf: (color: Color) => Color): void =>
    turns.forEach((from, i) => {
      const to = turns[i + 1]
      if (to === undefined) return
      const start = i === 0 ? from - OVERLAP : from
      const end = i < turns.length - 2 ? to + OVERLAP : to
      const wedge = polygonPath([[cx, cy], point(start), point((start + end) / 2), point(end)])
      target.fillPath(wedge, 'nonzero', { kind: 'color', color: colorOf(colorAt(stops, (from + to) / 2, 'after')) }, 1)
    })
  const isTranslucent = stops.some(({ color }) => color.alpha < 1)
  canvas.save()
  canvas.clipRect(cell)
  if (isTranslucent) {
    canvas.mask(cell, 'luminance', (mask) => wedges(mask, ({ alpha }) => ({ red: alpha, green: alpha, blue: alpha, alpha: 1 })))
    // In a group: wedges masked one by one would show where they overlap.
    canvas.beginGroup({ opacity: 1, blendMode: 'normal', isIsolated: true, bounds: cell })
  }
  wedges(canvas, (color) => ({ ...color, alpha: 1 }))
  if (isTranslucent) canvas.endGroup()
  canvas.restore()
}

/** The bounds of the wedges, in turns: dense where the colour changes. */
function boundsOfWedges(stops: readonly PlacedStop[]): number[] {
  const bounds = new Set([0, 0.25, 0.5, 0.75, 1])
  stops.forEach((stop, i) => {
    const at = Math.min(1, Math.max(0, stop.offset))
    bounds.add(at)
    const next = stops[i + 1]
    if (next === undefined || isSame(stop.color, next.color)) return
    for (let k = Math.ceil(at * WEDGES); k < Math.min(1, next.offset) * WEDGES; k++) bounds.add(k / WEDGES)
  })
  return [...bounds].sort((a, b) => a - b)
}

function isSame(a: Color, b: Color): boolean {
  return a.red === b.red && a.green === b.green && a.blue === b.blue && a.alpha === b.alpha
}
