// Outlines: frames around a border box, or around the pieces of an inline box together, that take no room (CSS UI 4 §3).
import { PX, type Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { Path } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { ALL_ENDS, radiiOf } from '../decorated-box.ts'
import { boundaryOf } from '../geometry/region.ts'
import { cornersOf, roundedLoop } from '../geometry/rounded-loop.ts'
import { growRect, type Radii, roundedPath, snapRect, spreadRadii } from '../geometry/rounded-rect.ts'
import { paintFrame } from './border.ts'
import { PLAIN_STROKE } from './line-style.ts'
import { paintOutlineOverLines } from './outline-over-lines.ts'

/** Paints the outline of a box; `rects` are its border boxes: several of an inline box on several lines. */
export function paintOutline(style: Style, rects: readonly Rect[], context: PaintContext): void {
  const inner = rects.map((rect) => moved(snapRect(rect), style.outlineOffset))
  const [only] = inner
  const { hasRadius } = context.facts.of(style)
  if (style.outlineStyle === 'auto') paintFocusRing(style, inner, context)
  else if (only !== undefined && inner.length === 1) {
    const grown = style.outlineOffset + style.outlineWidth
    const line = { width: style.outlineWidth, style: style.outlineStyle, color: style.outlineColor }
    paintFrame({ rect: growRect(only, style.outlineWidth), ...line, radii: radiiAround(style, rects[0]!, grown, context) }, context.canvas)
  } else {
    const radii = hasRadius ? radiiOf(style, rects[0]!, ALL_ENDS) : undefined
    paintOutlineOverLines({ style, lineStyle: style.outlineStyle, inner, radii }, context.canvas)
  }
}

/** The inner edge of the outline. It may be inside of the box, but its opposite sides do not pass each other. */
function moved({ x, y, width, height }: Rect, offset: number): Rect {
  const [across, down] = [Math.max(offset, -width / 2), Math.max(offset, -height / 2)]
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down }
}

function radiiAround(style: Style, rect: Rect, grown: number, { facts }: PaintContext): Radii | undefined {
  if (!facts.of(style).hasRadius) return undefined
  return spreadRadii(radiiOf(style, rect, ALL_ENDS), grown)
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
  const corner = { x: RING_RADIUS, y: RING_RADIUS }
  const round = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  if (only === undefined || inner.length > 1) return boundaryOf(grown).flatMap((loop) => roundedLoop(cornersOf(loop), round, round).path)
  return roundedPath(grown[0]!, radiiAround(style, only, outset, context) ?? round)
}
