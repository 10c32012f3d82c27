// Repeating one picture over an area: single copies while they are few, a pattern cell when they are many.
import { IDENTITY, type Rect } from '../../geometry.ts'
import { type LengthPercentage, type RepeatStyle, resolveLength } from '../../style/value.ts'
import type { Canvas, Path } from '../canvas.ts'
import { rectPath } from '../geometry/path.ts'

/** Copies painted one by one. A pattern costs two objects; readers paint patterns less exactly. */
const MOST_COPIES = 9

/** One direction: where the first copy stands, its size, and the distance to the next; 0 when there is only one. */
export interface TileAxis {
  readonly start: number
  readonly size: number
  readonly step: number
}

export interface Tiling {
  readonly x: TileAxis
  readonly y: TileAxis
}

/**
 * CSS Backgrounds 3 §3.4, §3.6: a percentage aligns that point of the image with that point of the area. Where the copies fill the area
 * exactly the position says nothing: the first one stands at the edge, as in browsers.
 */
export function tileAxis(repeat: RepeatStyle, from: number, length: number, size: number, position: LengthPercentage): TileAxis {
  if (repeat === 'round') return { start: from, size, step: size }
  if (repeat === 'space') {
    const count = Math.floor((length + 1e-6) / size)
    if (count >= 2) return { start: from, size, step: size + (length - count * size) / (count - 1) }
  }
  const start = from + resolveLength(position, length - size)
  return { start, size, step: repeat === 'no-repeat' || repeat === 'space' ? 0 : size }
}

/** First and last copy that touch the clip, as multiples of the step. */
function span(axis: TileAxis, from: number, length: number): readonly [first: number, last: number] {
  if (axis.step === 0) return [0, 0]
  const first = Math.ceil((from - axis.start - axis.size + 1e-6) / axis.step)
  const last = Math.floor((from + length - axis.start - 1e-6) / axis.step)
  return [first, last]
}

/** Paints `draw`'s copies inside `path`, whose bounds are `clip`. */
export function tile({ x, y }: Tiling, clip: Rect, path: Path, canvas: Canvas, draw: (cell: Rect, canvas: Canvas) => void): void {
  const [firstX, lastX] = span(x, clip.x, clip.width)
  const [firstY, lastY] = span(y, clip.y, clip.height)
  const count = (lastX - firstX + 1) * (lastY - firstY + 1)
  if (count > MOST_COPIES) {
    const cell = { x: x.start, y: y.start, width: x.size, height: y.size }
    const pattern = { ...cell, stepX: x.step || 2 * clip.width + x.size, stepY: y.step || 2 * clip.height + y.size, matrix: IDENTITY }
    // A direction that does not repeat is clipped to its one copy.
    canvas.save()
    canvas.clipPath(path, 'nonzero')
    const shown = {
      x: x.step === 0 ? x.start : clip.x,
      y: y.step === 0 ? y.start : clip.y,
      width: x.step === 0 ? x.size : clip.width,
      height: y.step === 0 ? y.size : clip.height,
    }
    canvas.fillPath(rectPath(shown), 'nonzero', { kind: 'pattern', pattern: { ...pattern, draw: (inner) => draw(cell, inner) } }, 1)
    canvas.restore()
    return
  }
  canvas.save()
  canvas.clipPath(path, 'nonzero')
  for (let row = firstY; row <= lastY; row++) {
    for (let column = firstX; column <= lastX; column++) {
      draw({ x: x.start + column * x.step, y: y.start + row * y.step, width: x.size, height: y.size }, canvas)
    }
  }
  canvas.restore()
}
