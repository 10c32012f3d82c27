// Horizontal and vertical lines in the styles of borders. Dots and dashes are filled, not stroked: viewers round strokes and fills differently, and
// neighbouring solid borders are fills.
import type { Point } from '../../geometry.ts'
import type { Color, LineStyle } from '../../style/value.ts'
import type { Canvas, Path, PathSegment } from '../canvas.ts'
import { ellipsePath, rectPath } from '../geometry/path.ts'
import { dashedStroke } from './line-style.ts'

/** A line of more dots or dashes is one dashed stroke. */
const MOST_DASHES = 800
const MOST_DOTS = 300

/** A dotted or dashed line, given by its centre line. */
interface AxisAlignedLine {
  readonly from: Point
  /** Along x when horizontal, else along y. */
  readonly length: number
  readonly isHorizontal: boolean
  readonly width: number
}

export function paintAxisAlignedLine(line: AxisAlignedLine, style: LineStyle, color: Color, canvas: Canvas): void {
  const { from, length, isHorizontal, width } = line
  if (!(length > 0 && width > 0)) return
  const stroke = dashedStroke(style, width, length, false)
  const [dash = length, gap = 0] = stroke.dash
  const count = dash + gap > 0 ? Math.ceil(length / (dash + gap)) : 1
  const isRound = stroke.cap === 'round'
  if (count <= (isRound ? MOST_DOTS : MOST_DASHES)) {
    const path = isRound ? dots(line, gap) : dashes(line, count, dash, gap)
    canvas.fillPath(path, 'nonzero', { kind: 'color', color }, 1)
    return
  }
  // Round dots end half a width before the ends.
  const inset = isRound ? width / 2 : 0
  const point = (along: number): Point => (isHorizontal ? { x: from.x + along, y: from.y } : { x: from.x, y: from.y + along })
  const path: PathSegment[] = [
    { kind: 'move', ...point(inset) },
    { kind: 'line', ...point(length - inset) },
  ]
  canvas.strokePath(path, stroke, { kind: 'color', color }, 1)
}

/** Circles from end to end, `step` apart. */
function dots({ from, length, isHorizontal, width }: AxisAlignedLine, step: number): Path {
  const path: PathSegment[] = []
  const radius = width / 2
  for (let at = radius; at <= length - radius + step / 2; at += step) {
    path.push(...ellipsePath(isHorizontal ? from.x + at : from.x, isHorizontal ? from.y : from.y + at, radius, radius))
  }
  return path
}

function dashes({ from, length, isHorizontal, width }: AxisAlignedLine, count: number, dash: number, gap: number): Path {
  const path: PathSegment[] = []
  for (let i = 0; i < count; i++) {
    const at = i * (dash + gap)
    const size = Math.min(dash, length - at)
    // By a rounding error the last gap may end before the line does.
    if (size < 0.001) continue
    const rect = isHorizontal
      ? { x: from.x + at, y: from.y - width / 2, width: size, height: width }
      : { x: from.x - width / 2, y: from.y + at, width, height: size }
    path.push(...rectPath(rect))
  }
  return path
}
