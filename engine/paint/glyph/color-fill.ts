// Fills of colour glyphs (OpenType COLR) as paints of a canvas. Their gradients may have stops beyond the ends of the line, three extend modes, and sweeps.
import type { ColorFill, GlyphColor } from '../../font/font.ts'
import { IDENTITY, type Matrix, type Rect } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Canvas, Gradient, Paint, Path } from '../canvas.ts'
import { polygonPath } from '../geometry/path.ts'
import { colorAt, normalizeStops, type PlacedStop, premultiplied, repeatStops } from '../gradient/color-stops.ts'

export interface Ink {
  /** The colour of the text. */
  readonly foreground: Color
  /** Everything is black: for masks, where only opacity counts. */
  readonly isSilhouette: boolean
}

type GradientFill = Exclude<ColorFill, { kind: 'solid' }>

/** Sectors of a sweep's full turn. */
const SECTORS = 180
const TURN = 2 * Math.PI

function inkColor({ red, green, blue, alpha, isForeground }: GlyphColor, { foreground, isSilhouette }: Ink): Color {
  if (isSilhouette) return { red: 0, green: 0, blue: 0, alpha }
  return isForeground ? { ...foreground, alpha } : { red, green, blue, alpha }
}

/** A fill on a path. */
interface FilledPath {
  readonly path: Path
  readonly fill: ColorFill
  /** From the space of the fill to that of the path. */
  readonly matrix: Matrix
  /** The bounds of the path in the space of the fill. */
  readonly area: Rect
}

export function paintColorFill({ path, fill, matrix, area }: FilledPath, ink: Ink, canvas: Canvas): void {
  if (fill.kind === 'sweep') {
    canvas.save()
    canvas.clipPath(path, 'nonzero')
    canvas.transform(matrix)
    paintSweep(fill, area, ink, canvas)
    canvas.restore()
    return
  }
  const paint = paintOf(fill, matrix, area, ink)
  if (paint !== undefined) canvas.fillPath(path, 'nonzero', paint, 1)
}

function paintOf(fill: Exclude<ColorFill, { kind: 'sweep' }>, matrix: Matrix, area: Rect, ink: Ink): Paint | undefined {
  if (fill.kind === 'solid') return { kind: 'color', color: inkColor(fill.color, ink) }
  const placed = fill.stops.map(({ offset, color }) => ({ offset, color: inkColor(color, ink) }))
  const [first] = placed
  if (first === undefined) return undefined
  if (placed.length === 1) return { kind: 'color', color: first.color }
  const gradient = fill.kind === 'linear' ? linear(fill, placed, area) : radial(fill, placed, area)
  return { kind: 'gradient', gradient: { ...gradient, matrix } }
}

function linear(fill: GradientFill, placed: readonly PlacedStop[], area: Rect): Gradient {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = fill.geometry
  const [dx, dy] = [x1 - x0, y1 - y0]
  const length = dx * dx + dy * dy
  const offsets = corners(area).map(([x, y]) => ((x - x0) * dx + (y - y0) * dy) / length)
  const { from, to, scaled } = normalizeStops(extendStops(fill, placed, Math.min(...offsets), Math.max(...offsets)), Math.sqrt(length))
  const at = (offset: number): readonly [number, number] => [x0 + dx * offset, y0 + dy * offset]
  return { kind: 'linear', geometry: [...at(from), ...at(to)], stops: scaled, matrix: IDENTITY }
}

function radial(fill: GradientFill, placed: readonly PlacedStop[], area: Rect): Gradient {
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = fill.geometry
  // The repeated circles must cover every point of the area.
  const reach = Math.max(...corners(area).map(([x, y]) => Math.hypot(x - x0, y - y0))) + Math.abs(r0)
  const step = Math.abs(r1 - r0) - Math.hypot(x1 - x0, y1 - y0)
  const last = step > 1 ? reach / step : 1
  const { from, to, scaled } = normalizeStops(extendStops(fill, placed, r1 >= r0 ? 0 : -last, r1 >= r0 ? last : 1), Math.abs(r1 - r0))
  const at = (offset: number): readonly number[] => [x0 + (x1 - x0) * offset, y0 + (y1 - y0) * offset, Math.max(0, r0 + (r1 - r0) * offset)]
  return { kind: 'radial', geometry: [...at(from), ...at(to)], stops: scaled, matrix: IDENTITY }
}

/** Stops unrolled from `from` to `to` where the gradient repeats or reflects. */
function extendStops({ extend }: GradientFill, placed: readonly PlacedStop[], from: number, to: number): readonly PlacedStop[] {
  if (extend === 'pad') return premultiplied(placed)
  if (extend === 'repeat') return repeatStops(premultiplied(placed), from, to)
  return repeatStops(premultiplied(withMirror(placed)), from, to)
}

function withMirror(placed: readonly PlacedStop[]): PlacedStop[] {
  const end = placed[placed.length - 1]?.offset ?? 1
  return [...placed, ...placed.toReversed().map(({ offset, color }) => ({ offset: 2 * end - offset, color }))]
}

/** Narrow sectors of one colour each: PDF has no sweep gradient that all viewers paint alike. */
function paintSweep(fill: GradientFill, area: Rect, ink: Ink, canvas: Canvas): void {
  const [cx = 0, cy = 0, start = 0, end = 0] = fill.geometry
  const placed = premultiplied(fill.stops.map(({ offset, color }) => ({ offset, color: inkColor(color, ink) })))
  if (placed.length === 0) return
  const stops = fill.extend === 'reflect' ? withMirror(placed) : placed
  const [first, last] = [stops[0]?.offset ?? 0, stops[stops.length - 1]?.offset ?? 1]
  const colorAtAngle = (angle: number): Color => {
    let offset = end === start ? (angle < start ? first - 1 : last + 1) : (angle - start) / (end - start)
    if (fill.extend !== 'pad' && last > first) offset = first + modulo(offset - first, last - first)
    return colorAt(stops, offset, 'after')
  }
  const edges = placed.map(({ offset }) => start + offset * (end - start)).filter((angle) => angle > 0 && angle < TURN)
  const angles = [...new Set([...[...Array(SECTORS + 1).keys()].map((i) => (i * TURN) / SECTORS), ...edges])].sort((a, b) => a - b)
  const reach = 2 * Math.max(...corners(area).map(([x, y]) => Math.hypot(x - cx, y - cy)), 1)
  const point = (angle: number): readonly [number, number] => [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach]
  const isOpaque = placed.every(({ color }) => color.alpha === 1)
  angles.slice(1).forEach((to, i) => {
    const from = angles[i] ?? 0
    // Opaque sectors reach under all that follow, so that no seam shows between them.
    const points = isOpaque ? fan(from, TURN) : fan(from, to)
    const paint: Paint = { kind: 'color', color: colorAtAngle((from + to) / 2) }
    canvas.fillPath(polygonPath([[cx, cy], ...points.map(point)]), 'nonzero', paint, 1)
  })
}

/** Angles from one to the other, close enough for a polygon through them to enclose the sector. */
function fan(from: number, to: number): readonly number[] {
  const steps = Math.max(1, Math.ceil((to - from) / (TURN / 6)))
  return [...Array(steps + 1).keys()].map((i) => from + ((to - from) * i) / steps)
}

function modulo(value: number, by: number): number {
  return value - Math.floor(value / by) * by
}

function corners({ x, y, width, height }: Rect): readonly (readonly [number, number])[] {
  return [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ]
}
