// Upright lines in the styles of borders. Dashes are filled, not stroked: readers round strokes and fills differently, and neighbouring
// solid borders are fills.
import type { Point } from '../geometry.ts'
import type { Color, LineStyle } from '../style/value.ts'
import type { Canvas, PathSegment } from './canvas.ts'
import { dashedSide } from './line-style.ts'
import { rectPath } from './path.ts'

/** Longer rows of dashes become one dashed stroke. */
const MOST_RECTANGLES = 800

/** The middle of a dotted or dashed line. */
export interface StraightLine {
  readonly from: Point
  /** Along x when horizontal, else along y. */
  readonly length: number
  readonly isHorizontal: boolean
  readonly width: number
}

export function paintStraightLine(line: StraightLine, style: LineStyle, color: Color, canvas: Canvas): void {
  const { from, length, isHorizontal, width } = line
  if (!(length > 0 && width > 0)) return
  const stroke = dashedSide(style, width, length, false)
  const [dash = length, gap = 0] = stroke.dash
  const count = dash + gap > 0 ? Math.ceil(length / (dash + gap)) : 1
  if (stroke.cap === 'butt' && count <= MOST_RECTANGLES) {
    const path: PathSegment[] = []
    for (let i = 0; i < count; i++) {
      const at = i * (dash + gap)
      const size = Math.min(dash, length - at)
      // The last gap may end a rounding error before the line does.
      if (size < 0.001) continue
      const rect = isHorizontal
        ? { x: from.x + at, y: from.y - width / 2, width: size, height: width }
        : { x: from.x - width / 2, y: from.y + at, width, height: size }
      path.push(...rectPath(rect))
    }
    canvas.fillPath(path, 'nonzero', { kind: 'color', color }, 1)
    return
  }
  // Round dots end half a width before the ends.
  const inset = stroke.cap === 'round' ? width / 2 : 0
  const point = (along: number): Point => (isHorizontal ? { x: from.x + along, y: from.y } : { x: from.x, y: from.y + along })
  const path: PathSegment[] = [
    { kind: 'move', ...point(inset) },
    { kind: 'line', ...point(length - inset) },
  ]
  canvas.strokePath(path, stroke, { kind: 'color', color }, 1)
}
