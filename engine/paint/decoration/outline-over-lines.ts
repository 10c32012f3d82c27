// The outline of an inline box on several lines: one frame along the boundary of all its pieces (CSS UI 4 §3), drawn as browsers draw it.
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { Color, LineStyle } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import { polygonPath } from '../geometry/path.ts'
import { boundaryOf, type Point } from '../geometry/region.ts'
import { cornersOf, type LoopCorner, roundedLoop } from '../geometry/rounded-loop.ts'
import { growRect, NO_RADII, type Radii, spreadRadii } from '../geometry/rounded-rect.ts'
import { paintAxisAlignedLine } from './axis-aligned-line.ts'
import { dashedStroke, PLAIN_STROKE, rings, type Side, shade, usedStyle } from './line-style.ts'

interface OutlineOverLines {
  readonly style: Style
  readonly lineStyle: LineStyle
  /** The inner edges around each piece. */
  readonly inner: readonly Rect[]
  /** Of the border box. */
  readonly radii: Radii | undefined
}

export function paintOutlineOverLines(outline: OutlineOverLines, canvas: Canvas): void {
  const { outlineWidth: width, outlineColor: color } = outline.style
  const used = usedStyle(outline.lineStyle, width)
  if (used === 'dotted' || used === 'dashed') paintDashes(outline, used, canvas)
  else {
    for (const [from, to, part] of rings(used, width, 'top')) {
      const isPlain = used === 'solid' || used === 'double'
      const thickness = width * (to - from)
      for (const loop of loopsAt(outline, (from + to) / 2)) {
        if (isPlain) canvas.strokePath(loop.rounded.path, { ...PLAIN_STROKE, width: thickness }, { kind: 'color', color }, 1)
        else paintRelief(loop.corners, thickness, (side) => shadeOf(color, used, side, part), canvas)
      }
    }
  }
}

interface Loop {
  readonly corners: readonly LoopCorner[]
  readonly rounded: ReturnType<typeof roundedLoop>
}

/** The closed curves at a depth in the line, from 0 at its outside to 1 at its inside. */
function loopsAt({ style, inner, radii = NO_RADII }: OutlineOverLines, depth: number): readonly Loop[] {
  const out = style.outlineWidth * (1 - depth)
  const distance = style.outlineOffset + out
  return boundaryOf(inner.map((rect) => growRect(rect, out))).map((loop) => {
    const corners = cornersOf(loop)
    return { corners, rounded: roundedLoop(corners, spreadRadii(radii, distance), spreadRadii(radii, -distance)) }
  })
}

/** Each side has whole dashes or dots at its ends; a line with round corners has no ends. */
function paintDashes(outline: OutlineOverLines, used: LineStyle, canvas: Canvas): void {
  const { outlineWidth: width, outlineColor: color } = outline.style
  for (const { corners, rounded } of loopsAt(outline, 0.5)) {
    if (outline.radii !== undefined) {
      canvas.strokePath(rounded.path, dashedStroke(used, width, rounded.length, true), { kind: 'color', color }, 1)
      continue
    }
    corners.forEach(({ at, after }, i) => {
      const end = corners[(i + 1) % corners.length]!.at
      const isHorizontal = after.x !== 0
      const from = isHorizontal ? { x: Math.min(at.x, end.x) - width / 2, y: at.y } : { x: at.x, y: Math.min(at.y, end.y) - width / 2 }
      const length = Math.abs(end.x - at.x) + Math.abs(end.y - at.y) + width
      paintAxisAlignedLine({ from, length, isHorizontal, width }, used, color, canvas)
    })
  }
}

/** Sides that meet at the diagonals of their corners. */
function paintRelief(corners: readonly LoopCorner[], thickness: number, colorOf: (side: Side) => Color, canvas: Canvas): void {
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    const path = polygonPath([across(corner, thickness), across(next, thickness), across(next, -thickness), across(corner, -thickness)])
    canvas.fillPath(path, 'nonzero', { kind: 'color', color: colorOf(sideOf(corner.after)) }, 1)
  })
}

/** The end of a corner's diagonal on one side of a line: the outer one of a positive width. Loops run clockwise, and out is to the left. */
function across({ at, before, after }: LoopCorner, width: number): readonly [number, number] {
  const half = width / 2
  return [at.x + (before.y + after.y) * half, at.y - (before.x + after.x) * half]
}

/** Which side of what is inside a line is on. */
function sideOf({ x, y }: Point): Side {
  if (y === 0) return x > 0 ? 'top' : 'bottom'
  return y > 0 ? 'right' : 'left'
}

/** As browsers shade these outlines: sides in the light have the plain colour. */
function shadeOf(color: Color, style: LineStyle, side: Side, part: 'outer' | 'inner'): Color {
  const isTopLeft = side === 'top' || side === 'left'
  const isLit = style === 'inset' ? !isTopLeft : style === 'outset' ? isTopLeft : (isTopLeft === (part === 'outer')) === (style === 'ridge')
  return isLit ? color : shade(color, style, side, part)
}
