// Outlines: frames around a border box, or around the pieces of an inline box together, that take no room (CSS UI 4 §3).
import { PX, type Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LineStyle } from '../../style/value.ts'
import type { Path, Stroke } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { radiiOf } from '../decorated-box.ts'
import { polygonPath, rectPath } from '../geometry/path.ts'
import { boundaryOf, type Point } from '../geometry/region.ts'
import { growRect, type Radii, roundedPath, snapRect, spreadRadii } from '../geometry/rounded-rect.ts'
import { paintFrame } from './border.ts'
import { dashedStroke, PLAIN_STROKE, rings, type Side, shade, usedStyle } from './line-style.ts'

/** Paints the outline of a box; `rects` are its border boxes: several of an inline box on several lines. */
export function paintOutline(style: Style, rects: readonly Rect[], context: PaintContext): void {
  const inner = rects.map((rect) => moved(snapRect(rect), style.outlineOffset))
  const [only] = inner
  if (style.outlineStyle === 'auto') paintFocusRing(style, inner, context)
  else if (only !== undefined && inner.length === 1) {
    const grown = style.outlineOffset + style.outlineWidth
    const line = { width: style.outlineWidth, style: style.outlineStyle, color: style.outlineColor }
    paintFrame({ rect: growRect(only, style.outlineWidth), ...line, radii: radiiAround(style, rects[0]!, grown, context) }, context.canvas)
  } else paintAround(style, style.outlineStyle, inner, context)
}

/** The inner edge of the outline. It may be inside of the box, but its opposite sides do not pass each other. */
function moved({ x, y, width, height }: Rect, offset: number): Rect {
  const [across, down] = [Math.max(offset, -width / 2), Math.max(offset, -height / 2)]
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down }
}

function radiiAround(style: Style, rect: Rect, grown: number, { facts }: PaintContext): Radii | undefined {
  if (!facts.of(style).hasRadius) return undefined
  return spreadRadii(radiiOf(style, rect, { top: true, right: true, bottom: true, left: true }), grown)
}

// ── The ring of `auto` ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Half of the ring's line lies on each side of the edge; a lighter line of one pixel is outside of it, so that it is seen on any ground. */
const RING_WIDTH = 2 * PX
const RING_RADIUS = 3 * PX

/** As browsers draw the focus ring, in the outline's colour: its width is that of the platform. */
function paintFocusRing(style: Style, inner: readonly Rect[], context: PaintContext): void {
  const { canvas } = context
  const stroke = { ...PLAIN_STROKE, width: RING_WIDTH }
  canvas.strokePath(ringPath(style, inner, PX, context), stroke, { kind: 'color', color: WHITE }, 1)
  canvas.strokePath(ringPath(style, inner, 0, context), stroke, { kind: 'color', color: style.outlineColor }, 1)
}

const WHITE = { red: 1, green: 1, blue: 1, alpha: 1 }

function ringPath(style: Style, inner: readonly Rect[], outset: number, context: PaintContext): Path {
  const [only] = inner
  const grown = inner.map((rect) => growRect(rect, outset))
  if (only === undefined || inner.length > 1) return pathOf(boundaryOf(grown))
  const corner = { x: RING_RADIUS, y: RING_RADIUS }
  const own = radiiAround(style, only, outset, context)
  return roundedPath(grown[0]!, own ?? { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner })
}

// ── Around several rectangles ───────────────────────────────────────────────────────────────────────────────────────────

function paintAround(style: Style, lineStyle: LineStyle, inner: readonly Rect[], { canvas }: PaintContext): void {
  const { outlineWidth: width, outlineColor } = style
  const paint = { kind: 'color', color: outlineColor } as const
  const used = usedStyle(lineStyle, width)
  const at = (depth: number): readonly (readonly Point[])[] => boundaryOf(inner.map((rect) => growRect(rect, width * (1 - depth))))
  if (used === 'dotted' || used === 'dashed') {
    for (const loop of at(0.5)) canvas.strokePath(polygonPath(loop.map(toPair)), dashed(used, width, loop), paint, 1)
    return
  }
  for (const [from, to, part] of rings(used, width, 'top')) {
    const middle = at((from + to) / 2)
    const thickness = width * (to - from)
    if (used === 'solid' || used === 'double') canvas.strokePath(pathOf(middle), { ...PLAIN_STROKE, width: thickness }, paint, 1)
    else {
      for (const loop of middle) {
        loop.forEach((point, i) => {
          const before = loop[(i + loop.length - 1) % loop.length]!
          const color = shade(outlineColor, used, sideOf(before, point), part)
          canvas.fillPath(rectPath(edgeRect(before, point, thickness)), 'nonzero', { kind: 'color', color }, 1)
        })
      }
    }
  }
}

const toPair = ({ x, y }: Point): readonly [number, number] => [x, y]

function pathOf(loops: readonly (readonly Point[])[]): Path {
  return loops.flatMap((loop) => polygonPath(loop.map(toPair)))
}

function dashed(style: LineStyle, width: number, loop: readonly Point[]): Stroke {
  const length = loop.reduce((sum, { x, y }, i) => {
    const before = loop[(i + loop.length - 1) % loop.length]!
    return sum + Math.abs(x - before.x) + Math.abs(y - before.y)
  }, 0)
  return dashedStroke(style, width, length, true)
}

/** Which side of what is inside an edge lies on: edges run clockwise. */
function sideOf(from: Point, to: Point): Side {
  if (from.y === to.y) return to.x > from.x ? 'top' : 'bottom'
  return to.y > from.y ? 'right' : 'left'
}

function edgeRect(from: Point, to: Point, thickness: number): Rect {
  const x = Math.min(from.x, to.x) - thickness / 2
  const y = Math.min(from.y, to.y) - thickness / 2
  return { x, y, width: Math.abs(to.x - from.x) + thickness, height: Math.abs(to.y - from.y) + thickness }
}
