// `shape-outside`: the area inside of a float's margin box that lines flow around (CSS Shapes 1).
// Approach: a line asks for the horizontal extent of the shape within its own height. With `shape-margin` a polygon is the union of what a disc covers that
// rolls along its sides; rounded rectangles and ellipses grow.
import type { Edges, Point, Rect, Size } from '../../geometry.ts'
import { type OutlinedShape, type ShapeBox, type ShapeOutside, shapeIn } from '../../style/basic-shape.ts'
import { physicalSides, rectIn } from '../../style/frame.ts'
import type { Frame } from '../../style/style.ts'
import { type CornerRadius, resolveLength } from '../../style/value.ts'
import type { Laid } from '../laid.ts'
import type { ExclusionShape, Gap } from './float.ts'

/** A float that has found its place. */
interface PlacedFloat {
  readonly laid: Pick<Laid, 'box' | 'width' | 'height' | 'border' | 'padding'>
  readonly margins: Edges
  /** The top left corner of its margin box. */
  readonly corner: Point
  readonly containingWidth: number
}

/** The shape of a float in the coordinates of its formatting context; undefined where lines flow around its margin box. */
export function exclusionShape(float: PlacedFloat): ExclusionShape | undefined {
  const { style } = float.laid.box
  if (style.shapeOutside === 'none') return undefined
  const outline = style.frame === 'none' ? outlineOf(style.shapeOutside, float) : turnedOutline(style.shapeOutside, float)
  if (outline === undefined) return undefined
  const margin = Math.max(0, resolveLength(style.shapeMargin, float.containingWidth))
  return { extent: (y, height) => extentOf(outline, margin, { top: y, bottom: y + height }) }
}

function outlineOf({ box, shape }: ShapeOutside, float: PlacedFloat): OutlinedShape | undefined {
  const rect = boxOf(box, float)
  return shape === undefined ? ownBox(box, rect, float) : shapeIn(shape, rect)
}

// ── Vertical writing modes ──────────────────────────────────────────────────────────────────────────────────────────────

/** Shapes are physical: found on the page, from the corner of the margin box, and turned into the frame of the float. */
function turnedOutline(shape: ShapeOutside, float: PlacedFloat): OutlinedShape | undefined {
  const { laid, corner } = float
  const { frame } = laid.box.style
  const margins = physicalSides(float.margins, frame)
  const [border, padding] = [physicalSides(laid.border, frame), physicalSides(laid.padding, frame)]
  const onPage = { box: laid.box, width: laid.height, height: laid.width, border, padding }
  const physical = { ...float, margins, corner: { x: 0, y: 0 }, laid: onPage }
  const outline = outlineOf(shape, physical)
  return outline && outlineIn(outline, { frame, corner, size: boxOf('margin-box', physical) })
}

/** By frame: the physical corners that its own are, clockwise from the top left. */
const CORNERS: Readonly<Record<Exclude<Frame, 'none'>, readonly [number, number, number, number]>> = {
  rl: [1, 2, 3, 0],
  lr: [0, 3, 2, 1],
  sl: [3, 0, 1, 2],
}

function outlineIn(
  outline: OutlinedShape,
  { frame, corner, size }: { readonly frame: Frame; readonly corner: Point; readonly size: Size },
): OutlinedShape {
  const placed = (rect: Rect): Rect => {
    const turned = rectIn(rect, frame, size)
    return { ...turned, x: corner.x + turned.x, y: corner.y + turned.y }
  }
  const pointAt = (point: Point): Point => placed({ ...point, width: 0, height: 0 })
  switch (outline.kind) {
    case 'polygon':
      return { kind: 'polygon', points: outline.points.map(pointAt) }
    case 'ellipse':
      return { kind: 'ellipse', center: pointAt(outline.center), rx: outline.ry, ry: outline.rx }
    case 'rounded': {
      if (frame === 'none') return outline
      const [a, b, c, d] = CORNERS[frame]
      const radius = (index: number): Point => ({ x: outline.radii[index]!.y, y: outline.radii[index]!.x })
      return { kind: 'rounded', rect: placed(outline.rect), radii: [radius(a), radius(b), radius(c), radius(d)] }
    }
  }
}

// ── Reference boxes ─────────────────────────────────────────────────────────────────────────────────────────────────────

function boxOf(box: ShapeBox, { laid, margins, corner }: PlacedFloat): Rect {
  let { x, y } = corner
  let width = laid.width + margins.left + margins.right
  let height = laid.height + margins.top + margins.bottom
  const layers = box === 'margin-box' ? 0 : box === 'border-box' ? 1 : box === 'padding-box' ? 2 : 3
  for (const edges of [margins, laid.border, laid.padding].slice(0, layers)) {
    x += edges.left
    y += edges.top
    width -= edges.left + edges.right
    height -= edges.top + edges.bottom
  }
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) }
}

/** The box with the float's rounded corners, further in or out (CSS Shapes 1 §5.2). */
function ownBox(box: ShapeBox, rect: Rect, { laid, margins }: PlacedFloat): OutlinedShape {
  const { style, width, height } = { style: laid.box.style, width: laid.width, height: laid.height }
  const used = (radius: CornerRadius): Point => ({ x: resolveLength(radius.x, width), y: resolveLength(radius.y, height) })
  const corners = fitted(
    [
      used(style.borderTopLeftRadius),
      used(style.borderTopRightRadius),
      used(style.borderBottomRightRadius),
      used(style.borderBottomLeftRadius),
    ],
    { x: 0, y: 0, width, height },
  )
  const out = outsetOf(box, laid, margins)
  const [topLeft, topRight, bottomRight, bottomLeft] = corners
  return {
    kind: 'rounded',
    rect,
    radii: [
      moved(topLeft, out.left, out.top),
      moved(topRight, out.right, out.top),
      moved(bottomRight, out.right, out.bottom),
      moved(bottomLeft, out.left, out.bottom),
    ],
  }
}

/** How far the sides of a box are outside of the border box. */
function outsetOf(box: ShapeBox, { border, padding }: PlacedFloat['laid'], margins: Edges): Edges {
  if (box === 'margin-box') return margins
  const inner = box === 'content-box' ? padding : { top: 0, right: 0, bottom: 0, left: 0 }
  const by = (side: keyof Edges): number => (box === 'border-box' ? 0 : -border[side] - inner[side])
  return { top: by('top'), right: by('right'), bottom: by('bottom'), left: by('left') }
}

function moved({ x, y }: Point, outX: number, outY: number): Point {
  const result = { x: grown(x, outX), y: grown(y, outY) }
  return result.x > 0 && result.y > 0 ? result : { x: 0, y: 0 }
}

/** Small radii grow less, so that sharp corners stay sharp. */
function grown(radius: number, by: number): number {
  if (by <= 0) return Math.max(0, radius + by)
  return radius >= by ? radius + by : radius + by * (1 + (radius / by - 1) ** 3)
}

// ── Extents ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Band {
  readonly top: number
  readonly bottom: number
}

/** Lines that only touch a shape do not flow around it. */
const TOUCH = 1e-3

function extentOf(outline: OutlinedShape, margin: number, band: Band): Gap | undefined {
  switch (outline.kind) {
    case 'rounded':
      return roundedExtent(
        grow(outline.rect, margin),
        fitted(outline.radii, outline.rect).map(({ x, y }) => ({ x: x + margin, y: y + margin })),
        band,
      )
    case 'ellipse': {
      const { center, rx, ry } = outline
      return ellipseExtent(center, { x: rx + margin, y: ry + margin }, band)
    }
    case 'polygon':
      return polygonExtent(outline.points, margin, band)
  }
}

function grow({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

type Corners = readonly [Point, Point, Point, Point]

/** Radii that meet are made smaller together. */
function fitted(corners: Corners, { width, height }: Rect): Corners {
  const [a, b, c, d] = corners
  const ratio = (length: number, sum: number): number => (sum > 0 ? length / sum : 1)
  const part = Math.min(1, ratio(width, a.x + b.x), ratio(width, c.x + d.x), ratio(height, a.y + d.y), ratio(height, b.y + c.y))
  if (part === 1) return corners
  const scaled = ({ x, y }: Point): Point => ({ x: x * part, y: y * part })
  return [scaled(a), scaled(b), scaled(c), scaled(d)]
}

function overlaps({ top, bottom }: Band, from: number, to: number): boolean {
  return top < to - TOUCH && bottom > from + TOUCH
}

/** Half the width of an ellipse at a distance from its centre, as a part of its radius. */
function chord(distance: number, radius: number): number {
  return radius <= 0 ? 0 : Math.sqrt(Math.max(0, 1 - (distance / radius) ** 2))
}

function ellipseExtent({ x, y }: Point, radius: Point, band: Band): Gap | undefined {
  if (!(radius.x > 0 && radius.y > 0) || !overlaps(band, y - radius.y, y + radius.y)) return undefined
  const nearest = Math.max(band.top - y, Math.min(band.bottom - y, 0))
  const half = radius.x * chord(nearest, radius.y)
  return { left: x - half, right: x + half }
}

function roundedExtent(rect: Rect, corners: readonly Point[], band: Band): Gap | undefined {
  const { x, y, width, height } = rect
  const bottom = y + height
  if (!(width > 0 && height > 0) || !overlaps(band, y, bottom)) return undefined
  const [topLeft, topRight, bottomRight, bottomLeft] = corners
  const inset = (upper: Point | undefined, lower: Point | undefined): number => {
    const [above, below] = [upper ?? { x: 0, y: 0 }, lower ?? { x: 0, y: 0 }]
    // The straight part between the corners, if the band reaches it; else the nearest point of the corner it is beside.
    if (band.bottom < y + above.y) return above.x * (1 - chord(y + above.y - band.bottom, above.y))
    if (band.top > bottom - below.y) return below.x * (1 - chord(band.top - bottom + below.y, below.y))
    return 0
  }
  return { left: x + inset(topLeft, bottomLeft), right: x + width - inset(topRight, bottomRight) }
}

function polygonExtent(points: readonly Point[], margin: number, band: Band): Gap | undefined {
  const within = { top: band.top + TOUCH, bottom: band.bottom - TOUCH }
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  const add = (extent: Gap | undefined): void => {
    if (extent === undefined) return
    left = Math.min(left, extent.left)
    right = Math.max(right, extent.right)
  }
  points.forEach((from, i) => {
    const to = points[(i + 1) % points.length]!
    if (margin === 0) {
      add(segmentExtent(from, to, within))
      return
    }
    add(ellipseExtent(from, { x: margin, y: margin }, band))
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length === 0) return
    const [dx, dy] = [((to.y - from.y) / length) * margin, ((from.x - to.x) / length) * margin]
    const corners = [move(from, dx, dy), move(to, dx, dy), move(to, -dx, -dy), move(from, -dx, -dy)]
    corners.forEach((corner, k) => {
      add(segmentExtent(corner, corners[(k + 1) % 4]!, within))
    })
  })
  return left < right ? { left, right } : undefined
}

const move = ({ x, y }: Point, dx: number, dy: number): Point => ({ x: x + dx, y: y + dy })

/** The part of a line segment within a band. */
function segmentExtent(a: Point, b: Point, { top, bottom }: Band): Gap | undefined {
  const [low, high] = a.y <= b.y ? [a, b] : [b, a]
  if (high.y < top || low.y > bottom) return undefined
  const at = (y: number): number => (high.y === low.y ? low.x : low.x + ((high.x - low.x) * (y - low.y)) / (high.y - low.y))
  const [x1, x2] = high.y === low.y ? [low.x, high.x] : [at(Math.max(top, low.y)), at(Math.min(bottom, high.y))]
  return { left: Math.min(x1, x2), right: Math.max(x1, x2) }
}
