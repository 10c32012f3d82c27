// Problem: four sides of different widths, styles and colours meet in corners, straight or round, without gaps or overlaps.
// Approach: sides of equal style and colour are painted together, all four as one ring. A side by itself is a ring clipped to the trapezoid
// (or wedge, at round corners) between the corners' diagonals. Double and ridged styles are several rings, dotted and dashed ones strokes.
// Limits: dashes at round corners run along the middle of the ring and are clipped at the corner's diagonal.
import type { Edges, Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { Color, LineStyle } from '../../style/value.ts'
import type { Canvas, Path } from '../canvas.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { polygonPath, rectPath } from '../geometry/path.ts'
import { insetRadii, insetRect, type Radii, roundedPath } from '../geometry/rounded-rect.ts'
import { paintAxisAlignedLine } from './axis-aligned-line.ts'
import { dashedStroke, PLAIN_STROKE, rings, type Side, shade, usedStyle } from './line-style.ts'
import { isSameColor, paintSolidSides } from './solid-sides.ts'

interface BorderSide {
  readonly side: Side
  readonly width: number
  readonly style: LineStyle
  readonly color: Color
}

interface BorderShape {
  readonly rect: Rect
  readonly widths: Edges
  /** Undefined when all corners are sharp. */
  readonly radii: Radii | undefined
}

export function paintBorder(box: DecoratedBox, rect: Rect, radii: Radii | undefined, canvas: Canvas): void {
  paintSides(sidesOf(box.style, box.border), { rect, widths: box.border, radii }, canvas)
}

/** A border of one style inside `rect`. */
interface Frame {
  readonly rect: Rect
  readonly width: number
  readonly style: LineStyle
  readonly color: Color
  /** Undefined when all corners are sharp. */
  readonly radii: Radii | undefined
}

/** Outlines. */
export function paintFrame({ rect, width, style, color, radii }: Frame, canvas: Canvas): void {
  const widths = { top: width, right: width, bottom: width, left: width }
  const sides = (['top', 'right', 'bottom', 'left'] as const).map((side) => ({ side, width, style: usedStyle(style, width), color }))
  paintSides(sides, { rect, widths, radii }, canvas)
}

function paintSides(sides: readonly BorderSide[], shape: BorderShape, canvas: Canvas): void {
  const visible = sides.filter((side) => side.width > 0 && side.style !== 'none' && side.style !== 'hidden' && side.color.alpha > 0)
  const [first] = visible
  if (first === undefined) return
  const isUniform = visible.every((side) => side.style === first.style && isSameColor(side.color, first.color))
  if (isUniform && paintUniform(visible, first, shape, canvas)) return
  const solid = shape.radii === undefined && visible.every(({ color }) => color.alpha === 1) ? visible.filter(isSolid) : []
  for (const side of visible) if (!solid.includes(side)) paintSide(side, shape, canvas)
  const shaded = solid.map(({ side, style, color }) => ({ side, color: shade(color, style, side, 'outer') }))
  paintSolidSides(shaded, shape.rect, shape.widths, canvas)
}

/** Its whole width has one colour. */
function isSolid({ style }: BorderSide): boolean {
  return style === 'solid' || style === 'inset' || style === 'outset'
}

function sidesOf(style: Style, widths: Edges): BorderSide[] {
  return [
    { side: 'top', width: widths.top, style: usedStyle(style.borderTopStyle, widths.top), color: style.borderTopColor },
    { side: 'right', width: widths.right, style: usedStyle(style.borderRightStyle, widths.right), color: style.borderRightColor },
    { side: 'bottom', width: widths.bottom, style: usedStyle(style.borderBottomStyle, widths.bottom), color: style.borderBottomColor },
    { side: 'left', width: widths.left, style: usedStyle(style.borderLeftStyle, widths.left), color: style.borderLeftColor },
  ]
}

/** Paints all visible sides at once; false when their style must be painted side by side. */
function paintUniform(visible: readonly BorderSide[], first: BorderSide, shape: BorderShape, canvas: Canvas): boolean {
  const isLine = first.style === 'dotted' || first.style === 'dashed'
  if (isLine && shape.radii !== undefined && visible.length === 4 && visible.every((side) => side.width === first.width)) {
    strokeAround(first, shape, canvas)
    return true
  }
  if (first.style !== 'solid' && !(first.style === 'double' && visible.every((side) => side.width === first.width))) return false
  if (shape.radii === undefined && first.style === 'solid') {
    if (hasInvisibleWidth(visible, shape)) {
      const path = visible.flatMap(({ side }) => trapezoid(side, shape))
      canvas.fillPath(path, 'nonzero', { kind: 'color', color: first.color }, 1)
    } else paintSolidSharp(visible, shape, first.color, canvas)
    return true
  }
  if (shape.radii === undefined && isWithoutCorners(shape)) {
    for (const { side } of visible)
      for (const band of rings(first.style, first.width, side)) fillBand({ side, color: first.color }, band, shape, canvas)
    return true
  }
  // At sides without width the ring is a line of no width, which some viewers show: those sides are clipped away.
  const isWhole = visible.length === 4
  if (!isWhole) {
    canvas.save()
    canvas.clipPath(
      visible.flatMap(({ side }) => (shape.radii === undefined ? trapezoid(side, shape) : wedge(side, shape))),
      'nonzero',
    )
  }
  for (const ring of rings(first.style, first.width, first.side)) paintRing(shape, ring, first.color, canvas)
  if (!isWhole) canvas.restore()
  return true
}

/** An invisible side has a width and takes its share of the corners: triangles are made of such borders. */
function hasInvisibleWidth(visible: readonly BorderSide[], { widths }: BorderShape): boolean {
  const all = widths.top + widths.right + widths.bottom + widths.left
  return visible.reduce((sum, side) => sum + side.width, 0) < all - 0.001
}

/** Solid sides of one colour with sharp corners: rectangles without common area, or one ring. */
function paintSolidSharp(visible: readonly BorderSide[], shape: BorderShape, color: Color, canvas: Canvas): void {
  const { rect, widths } = shape
  if (visible.length === 4) {
    paintRing(shape, WHOLE_RING, color, canvas)
    return
  }
  const { x, y, width, height } = rect
  const inner = height - widths.top - widths.bottom
  if (widths.top > 0) canvas.fillRect({ x, y, width, height: widths.top }, color)
  if (widths.bottom > 0) canvas.fillRect({ x, y: y + height - widths.bottom, width, height: widths.bottom }, color)
  if (widths.left > 0) canvas.fillRect({ x, y: y + widths.top, width: widths.left, height: inner }, color)
  if (widths.right > 0) canvas.fillRect({ x: x + width - widths.right, y: y + widths.top, width: widths.right, height: inner }, color)
}

/** A part of the border between two depths, in parts of each side's width. */
type Depths = readonly [from: number, to: number, ...unknown[]]
const WHOLE_RING: Depths = [0, 1]

/**
 * The ring between two depths. When all sides have one width it is stroked, as browsers print it: viewers align strokes to whole pixels, but blend the edges of a
 * thin filled ring into the pixels beside it.
 */
function paintRing(shape: BorderShape, depths: Depths, color: Color, canvas: Canvas): void {
  const [from, to] = depths
  const { rect, widths, radii } = shape
  const { top, right, bottom, left } = widths
  const hasInside = rect.width > left + right && rect.height > top + bottom
  // Without an inside the middle of the ring may degenerate to a line, whose ends have no corners.
  if (radii === undefined && !hasInside && from === 0 && to === 1) canvas.fillRect(rect, color)
  else if (hasInside && top === right && top === bottom && top === left && (radii === undefined || areCircular(radii, top * to))) {
    canvas.strokePath(curveAt(shape, (from + to) / 2), { ...PLAIN_STROKE, width: top * (to - from) }, { kind: 'color', color }, 1)
  } else fillRing(shape, depths, color, canvas)
}

/** A stroke along these corners has the same curves as the ring: each is sharp, or a circle that is still round at this depth. */
function areCircular({ topLeft, topRight, bottomRight, bottomLeft }: Radii, depth: number): boolean {
  return [topLeft, topRight, bottomRight, bottomLeft].every(({ x, y }) => x === y && (x === 0 || x >= depth))
}

// ── One side ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function paintSide(side: BorderSide, shape: BorderShape, canvas: Canvas): void {
  const isLine = side.style === 'dotted' || side.style === 'dashed'
  const parts = isLine ? [] : rings(side.style, side.width, side.side)
  if (!isLine && shape.radii === undefined) {
    for (const band of parts) fillBand({ side: side.side, color: shade(side.color, side.style, side.side, band[2]) }, band, shape, canvas)
    return
  }
  canvas.save()
  canvas.clipPath(shape.radii === undefined ? trapezoid(side.side, shape) : wedge(side.side, shape), 'nonzero')
  if (isLine) strokeSide(side, shape, canvas)
  for (const ring of parts) fillRing(shape, ring, shade(side.color, side.style, side.side, ring[2]), canvas)
  canvas.restore()
}

/** A part of a side with sharp corners; a rectangle where no side meets it: viewers align those to whole pixels, but blend the edges of other paths. */
function fillBand({ side, color }: Pick<BorderSide, 'side' | 'color'>, [from, to]: Depths, shape: BorderShape, canvas: Canvas): void {
  if (!isWithoutCorners(shape)) return canvas.fillPath(trapezoid(side, shape, from, to), 'nonzero', { kind: 'color', color }, 1)
  const { rect, widths } = shape
  const depth = widths[side] * (to - from)
  const start = widths[side] * (side === 'top' || side === 'left' ? from : to)
  const isRow = side === 'top' || side === 'bottom'
  const x = side === 'right' ? rect.x + rect.width - start : isRow ? rect.x : rect.x + start
  const y = side === 'bottom' ? rect.y + rect.height - start : isRow ? rect.y + start : rect.y
  canvas.fillRect({ x, y, width: isRow ? rect.width : depth, height: isRow ? depth : rect.height }, color)
}

/** Sides that face each other alone have widths. */
function isWithoutCorners({ widths: { top, right, bottom, left } }: BorderShape): boolean {
  return left + right === 0 || top + bottom === 0
}

function fillRing(shape: BorderShape, [from, to]: Depths, color: Color, canvas: Canvas): void {
  canvas.fillPath([...curveAt(shape, from), ...curveAt(shape, to)], 'evenodd', { kind: 'color', color }, 1)
}

function curveAt({ rect, widths, radii }: BorderShape, depth: number): Path {
  const edges = scaleEdges(widths, depth)
  const inner = insetRect(rect, edges)
  return radii === undefined ? rectPath(inner) : roundedPath(inner, insetRadii(radii, edges))
}

function scaleEdges(edges: Edges, by: number): Edges {
  return { top: edges.top * by, right: edges.right * by, bottom: edges.bottom * by, left: edges.left * by }
}

/** The part of the border that belongs to one side, between the corners' diagonals and between two depths, in parts of the width. */
function trapezoid(side: Side, { rect, widths }: BorderShape, from = 0, to = 1): Path {
  return polygonPath(cornersOf(side, insetRect(rect, scaleEdges(widths, from)), insetRect(rect, scaleEdges(widths, to))))
}

type Corner = readonly [x: number, y: number]

function cornersOf(side: Side, outer: Rect, inner: Rect): Corner[] {
  const o = corners(outer)
  const i = corners(inner)
  switch (side) {
    case 'top':
      return [o.topLeft, o.topRight, i.topRight, i.topLeft]
    case 'right':
      return [o.topRight, o.bottomRight, i.bottomRight, i.topRight]
    case 'bottom':
      return [o.bottomRight, o.bottomLeft, i.bottomLeft, i.bottomRight]
    case 'left':
      return [o.bottomLeft, o.topLeft, i.topLeft, i.bottomLeft]
  }
}

function corners({ x, y, width, height }: Rect): Record<'topLeft' | 'topRight' | 'bottomRight' | 'bottomLeft', Corner> {
  return { topLeft: [x, y], topRight: [x + width, y], bottomRight: [x + width, y + height], bottomLeft: [x, y + height] }
}

/** As `trapezoid`, but reaching further in: the curve of a round corner may lie inside of the inner corner. */
function wedge(side: Side, { rect, widths, radii }: BorderShape): Path {
  if (radii === undefined) return trapezoid(side, { rect, widths, radii })
  const depth = (width: number, height: number, radius: { readonly x: number; readonly y: number }): number =>
    Math.max(1, width > 0 ? radius.x / width : 1, height > 0 ? radius.y / height : 1)
  const reach = Math.max(
    depth(widths.left, widths.top, radii.topLeft),
    depth(widths.right, widths.top, radii.topRight),
    depth(widths.right, widths.bottom, radii.bottomRight),
    depth(widths.left, widths.bottom, radii.bottomLeft),
  )
  // Along each diagonal as far as the radius reaches, but not past the middle of the box.
  const most = Math.min(rect.width / Math.max(1e-6, widths.left + widths.right), rect.height / Math.max(1e-6, widths.top + widths.bottom))
  return polygonPath(cornersOf(side, rect, insetRect(rect, scaleEdges(widths, Math.min(reach, most)))))
}

/** Dots or dashes all around, along the middle of the ring. */
function strokeAround({ style, width, color }: BorderSide, shape: BorderShape, canvas: Canvas): void {
  canvas.strokePath(curveAt(shape, 0.5), dashedStroke(style, width, perimeter(shape), true), { kind: 'color', color }, 1)
}

/** Length of the ring's middle: straight parts and quarter ellipses (Ramanujan's first approximation). */
function perimeter({ rect, widths, radii }: BorderShape): number {
  const edges = scaleEdges(widths, 0.5)
  const { width, height } = insetRect(rect, edges)
  if (radii === undefined) return 2 * (width + height)
  const inner = insetRadii(radii, edges)
  const corners = [inner.topLeft, inner.topRight, inner.bottomRight, inner.bottomLeft]
  return corners.reduce(
    (length, { x, y }) => length - x - y + (Math.PI / 4) * (3 * (x + y) - Math.sqrt((3 * x + y) * (x + 3 * y))),
    2 * (width + height),
  )
}

/** Dots or dashes along the middle of a side; along the curve when the corners are round. */
function strokeSide(side: BorderSide, shape: BorderShape, canvas: Canvas): void {
  const color = { kind: 'color', color: side.color } as const
  if (shape.radii !== undefined) {
    const path = curveAt(shape, 0.5)
    canvas.save()
    canvas.clipPath([...curveAt(shape, 0), ...curveAt(shape, 1)], 'evenodd')
    canvas.strokePath(path, dashedStroke(side.style, side.width, perimeter(shape), true), color, 1)
    canvas.restore()
    return
  }
  const { x, y, width, height } = shape.rect
  const half = side.width / 2
  const isHorizontal = side.side === 'top' || side.side === 'bottom'
  const from = isHorizontal
    ? { x, y: side.side === 'top' ? y + half : y + height - half }
    : { x: side.side === 'left' ? x + half : x + width - half, y }
  paintAxisAlignedLine({ from, length: isHorizontal ? width : height, isHorizontal, width: side.width }, side.style, side.color, canvas)
}
