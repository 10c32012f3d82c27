// Basic shapes (CSS Shapes 1 §3, CSS Shapes 2 §2): their values, and what they are in a box of a given size.
import type { Point, Rect } from '../geometry.ts'
import { type BoxEdge, type CornerRadius, type LengthPercentage, type PositionValue, resolveLength, type Sides } from './value.ts'

export type FillRule = 'nonzero' | 'evenodd'
export type ShapeRadius = LengthPercentage | 'closest-side' | 'farthest-side'
export type CornerRadii = readonly [CornerRadius, CornerRadius, CornerRadius, CornerRadius]

/** `<basic-shape>` (CSS Shapes 1 §3, CSS Shapes 2 §2); percentages are of a reference box. */
export type BasicShape =
  | { readonly kind: 'inset'; readonly edges: Sides<LengthPercentage>; readonly radii: CornerRadii }
  /** `rect()`: distances from the top and the left edge; `auto` is the edge of the reference box itself. */
  | { readonly kind: 'rect'; readonly edges: Sides<LengthPercentage | 'auto'>; readonly radii: CornerRadii }
  | {
      readonly kind: 'xywh'
      readonly position: PositionValue
      readonly width: LengthPercentage
      readonly height: LengthPercentage
      readonly radii: CornerRadii
    }
  | { readonly kind: 'circle'; readonly radius: ShapeRadius; readonly center: PositionValue }
  | { readonly kind: 'ellipse'; readonly rx: ShapeRadius; readonly ry: ShapeRadius; readonly center: PositionValue }
  | { readonly kind: 'polygon'; readonly rule: FillRule; readonly points: readonly PositionValue[] }
  | { readonly kind: 'path'; readonly rule: FillRule; readonly path: string }
  | { readonly kind: 'shape'; readonly rule: FillRule; readonly from: PositionValue; readonly commands: readonly ShapeCommand[] }

/** One step of `shape()`. `by`: the end is measured from where the step begins. */
export type ShapeCommand =
  | { readonly kind: 'move' | 'line'; readonly by: boolean; readonly end: PositionValue }
  | { readonly kind: 'hline'; readonly by: boolean; readonly end: LengthPercentage }
  | { readonly kind: 'vline'; readonly by: boolean; readonly end: LengthPercentage }
  | { readonly kind: 'curve' | 'smooth'; readonly by: boolean; readonly end: PositionValue; readonly controls: readonly ControlPoint[] }
  | {
      readonly kind: 'arc'
      readonly by: boolean
      readonly end: PositionValue
      readonly rx: LengthPercentage
      /** Undefined: as `rx`, a percentage of both being of the diagonal. */
      readonly ry: LengthPercentage | undefined
      readonly isClockwise: boolean
      readonly isLarge: boolean
      /** In degrees. */
      readonly rotation: number
    }
  | { readonly kind: 'close' }

/** A control point, measured from the start or the end of its step or from the corner of the reference box. */
export interface ControlPoint {
  readonly point: PositionValue
  readonly from: 'start' | 'end' | 'origin'
}

/** The boxes that shapes refer to: those of CSS, and in drawings the ones around the fill, the stroke and the viewport. */
export type ShapeBox = BoxEdge | 'margin-box'
export type ReferenceBox = ShapeBox | 'fill-box' | 'stroke-box' | 'view-box'

/** `clip-path`: a shape in its reference box, or that box with its rounded corners. */
export interface ClipPath {
  readonly shape: BasicShape | undefined
  readonly box: ReferenceBox
  /** The address of a clipPath element, which parts of drawings follow by the text of the declaration. */
  readonly reference?: string | undefined
}

/** `shape-outside`: as `ClipPath`, for a float. */
export interface ShapeOutside {
  readonly shape: BasicShape | undefined
  readonly box: ShapeBox
}

// ── In a box ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A rectangle with elliptic corners, clockwise from the top left; radii that meet are not made smaller yet. */
export interface RoundedRect {
  readonly kind: 'rounded'
  readonly rect: Rect
  readonly radii: readonly [Point, Point, Point, Point]
}

/** A shape in points. Circles and ellipses are rounded rectangles without straight sides. */
export type OutlinedShape =
  | RoundedRect
  | { readonly kind: 'ellipse'; readonly center: Point; readonly rx: number; readonly ry: number }
  | { readonly kind: 'polygon'; readonly points: readonly Point[] }

/** What a shape is in its reference box; undefined of `path()` and `shape()`, which are outlines of any form. */
export function shapeIn(shape: BasicShape, box: Rect): OutlinedShape | undefined {
  switch (shape.kind) {
    case 'inset': {
      const [top, right, bottom, left] = shape.edges
      const x = (value: LengthPercentage): number => resolveLength(value, box.width)
      const y = (value: LengthPercentage): number => resolveLength(value, box.height)
      return roundedBetween({ left: x(left), top: y(top), right: box.width - x(right), bottom: box.height - y(bottom) }, shape.radii, box)
    }
    case 'rect': {
      const [top, right, bottom, left] = shape.edges
      const at = (value: LengthPercentage | 'auto', basis: number, auto: number): number =>
        value === 'auto' ? auto : resolveLength(value, basis)
      const sides = { left: at(left, box.width, 0), top: at(top, box.height, 0) }
      const far = at(right, box.width, box.width)
      return roundedBetween({ ...sides, right: far, bottom: at(bottom, box.height, box.height) }, shape.radii, box)
    }
    case 'xywh': {
      const left = resolveLength(shape.position.x, box.width)
      const top = resolveLength(shape.position.y, box.height)
      const right = left + resolveLength(shape.width, box.width)
      return roundedBetween({ left, top, right, bottom: top + resolveLength(shape.height, box.height) }, shape.radii, box)
    }
    case 'circle': {
      const center = pointIn(shape.center, box)
      const radius = radiusOf(
        shape.radius,
        [...sidesOn(center.x, box.x, box.width), ...sidesOn(center.y, box.y, box.height)],
        diagonal(box),
      )
      return { kind: 'ellipse', center, rx: radius, ry: radius }
    }
    case 'ellipse': {
      const center = pointIn(shape.center, box)
      const rx = radiusOf(shape.rx, sidesOn(center.x, box.x, box.width), box.width)
      return { kind: 'ellipse', center, rx, ry: radiusOf(shape.ry, sidesOn(center.y, box.y, box.height), box.height) }
    }
    case 'polygon':
      return { kind: 'polygon', points: shape.points.map((point) => pointIn(point, box)) }
    case 'path':
    case 'shape':
      return undefined
  }
}

/** The length of which percentages on both axes are: the diagonal, as long as a side of a square. */
export function diagonal({ width, height }: Rect): number {
  return Math.hypot(width, height) / Math.SQRT2
}

export function pointIn({ x, y }: PositionValue, box: Rect): Point {
  return { x: box.x + resolveLength(x, box.width), y: box.y + resolveLength(y, box.height) }
}

/** Distances from the box. Sides that pass each other meet where they would (CSS Shapes 1 §3.1): an empty shape. */
function roundedBetween(sides: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>, radii: CornerRadii, box: Rect): RoundedRect {
  const { left, top, right, bottom } = sides
  const used = ({ x, y }: CornerRadius): Point => ({ x: resolveLength(x, box.width), y: resolveLength(y, box.height) })
  const rect = { x: box.x + left, y: box.y + top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
  return { kind: 'rounded', rect, radii: [used(radii[0]), used(radii[1]), used(radii[2]), used(radii[3])] }
}

function sidesOn(center: number, start: number, length: number): readonly number[] {
  return [Math.abs(center - start), Math.abs(start + length - center)]
}

function radiusOf(radius: ShapeRadius, sides: readonly number[], basis: number): number {
  if (radius === 'closest-side') return Math.min(...sides)
  if (radius === 'farthest-side') return Math.max(...sides)
  return Math.max(0, resolveLength(radius, basis))
}
