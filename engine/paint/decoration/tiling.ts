// One picture repeated over an area: single copies while they are few, a tiling pattern when they are many.
import { IDENTITY, type Rect } from '../../geometry.ts'
import { type LengthPercentage, type RepeatStyle, resolveLength } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import type { ClipShape } from '../geometry/clip.ts'
import { rectPath } from '../geometry/path.ts'

/** Copies painted one by one. A pattern costs two objects, and viewers place its cells less exactly. */
const MOST_COPIES = 9

/** One direction: the start of the first copy, its size, and the distance from one copy to the next; 0 when there is only one. */
export interface TileAxis {
  readonly start: number
  readonly size: number
  readonly step: number
}

/** A stretch of an axis. */
export interface Span {
  readonly start: number
  readonly size: number
}

export interface Tiling {
  readonly x: TileAxis
  readonly y: TileAxis
}

/**
 * CSS Backgrounds 3 §3.4, §3.6: a percentage aligns that point of the image with that point of the area. Where the copies fill the area
 * exactly the position has no effect: the first one is at the edge, as in browsers.
 */
export function tileAxis(repeat: RepeatStyle, area: Span, size: number, position: LengthPercentage): TileAxis {
  if (repeat === 'round') return { start: area.start, size, step: size }
  if (repeat === 'space') {
    const count = Math.floor((area.size + 1e-6) / size)
    if (count >= 2) return { start: area.start, size, step: size + (area.size - count * size) / (count - 1) }
  }
  const start = area.start + resolveLength(position, area.size - size)
  return { start, size, step: repeat === 'no-repeat' || repeat === 'space' ? 0 : size }
}

/** First and last copy that touch the clip, as multiples of the step. */
function visibleCopies(axis: TileAxis, from: number, length: number): readonly [first: number, last: number] {
  if (axis.step === 0) return [0, 0]
  const first = Math.ceil((from - axis.start - axis.size + 1e-6) / axis.step)
  const last = Math.floor((from + length - axis.start - 1e-6) / axis.step)
  return [first, last]
}

/** Paints the copies that `draw` draws, clipped to `shape`. */
export function tile({ x, y }: Tiling, shape: ClipShape, canvas: Canvas, draw: (cell: Rect, canvas: Canvas) => void): void {
  const clip = shape.rect
  const path = shape.path ?? rectPath(clip)
  const [firstX, lastX] = visibleCopies(x, clip.x, clip.width)
  const [firstY, lastY] = visibleCopies(y, clip.y, clip.height)
  const count = (lastX - firstX + 1) * (lastY - firstY + 1)
  if (count > MOST_COPIES) {
    const cell = { x: x.start, y: y.start, width: x.size, height: y.size }
    const pattern = { ...cell, stepX: x.step || 2 * clip.width + x.size, stepY: y.step || 2 * clip.height + y.size, matrix: IDENTITY }
    // A direction without repetition is clipped to its one copy.
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
