// Pictures in place of borders (CSS Backgrounds 3 §6): nine pieces of a picture, the corners scaled, the sides repeated.
import { PX, type Rect } from '../../geometry.ts'
import type { Image } from '../../image/image.ts'
import type { BorderImage, BorderImageRepeat } from '../../style/value.ts'
import { resolveLength } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { edgeRect } from '../decorated-box.ts'
import { naturalSizeOf } from '../geometry/natural-size.ts'
import { rectPath } from '../geometry/path.ts'
import { paintGradientTile } from '../gradient/css-gradient.ts'
import { paintImage } from './image-box.ts'
import { type TileAxis, tile } from './tiling.ts'

/** Top, right, bottom, left. */
type Four = readonly [number, number, number, number]

/** The picture, its size in points, and how it is painted onto a rectangle. */
interface Source {
  readonly width: number
  readonly height: number
  paint(onto: Rect, canvas: Canvas): void
}

/** Paints the picture; false when there is none, and lines are to be drawn. */
export function paintBorderImage(box: DecoratedBox, rect: Rect, image: BorderImage, context: PaintContext): boolean {
  const inner = edgeRect(box, rect, 'padding-box')
  const lines: Four = [
    inner.y - rect.y,
    rect.x + rect.width - inner.x - inner.width,
    rect.y + rect.height - inner.y - inner.height,
    inner.x - rect.x,
  ]
  const area = outset(rect, image, lines)
  const source = sourceOf(image, area, context)
  if (source === undefined) return false
  const slice = sliceOf(image, source)
  const widths = widthsOf(image, area, lines, slice)
  for (const row of [0, 1, 2] as const) {
    for (const column of [0, 1, 2] as const) {
      if (row === 1 && column === 1 && !image.isFilled) continue
      paintPiece({ row, column, area, source, slice, widths, image }, context.canvas)
    }
  }
  return true
}

function sourceOf(image: BorderImage, area: Rect, context: PaintContext): Source | undefined {
  const { source } = image
  if (source.kind !== 'url')
    return { width: area.width, height: area.height, paint: (onto, canvas) => paintGradientTile(source, onto, canvas) }
  const picture: Image | undefined = context.image(source.url)
  if (picture === undefined) return undefined
  const natural = naturalSizeOf(picture)
  const width = natural.width ?? area.width
  const height = natural.height ?? area.height
  return { width, height, paint: (onto, canvas) => paintImage(picture, onto, { ...context, canvas }) }
}

function outset(rect: Rect, image: BorderImage, lines: Four): Rect {
  const [top, right, bottom, left] = four((i) => {
    const value = image.outset[i]
    return typeof value === 'number' ? value : value.value * lines[i]
  })
  return { x: rect.x - left, y: rect.y - top, width: rect.width + left + right, height: rect.height + top + bottom }
}

const four = (one: (side: 0 | 1 | 2 | 3) => number): Four => [one(0), one(1), one(2), one(3)]

/** Points cut off the picture's edges. */
function sliceOf(image: BorderImage, source: Source): Four {
  return four((i) => {
    const { kind, value } = image.slice[i]
    const size = i % 2 === 0 ? source.height : source.width
    return Math.min(size, kind === 'percent' ? (value * size) / 100 : value * PX)
  })
}

/** Widths of the sides on the page, all made smaller when they would overlap. */
function widthsOf(image: BorderImage, area: Rect, lines: Four, slice: Four): Four {
  const widths = four((i) => {
    const value = image.width[i]
    if (value === 'auto') return slice[i]
    if (typeof value === 'object' && value.kind === 'factor') return value.value * lines[i]
    return resolveLength(value, i % 2 === 0 ? area.height : area.width)
  })
  const room = (length: number, taken: number): number => (taken > length ? length / taken : 1)
  const scale = Math.min(room(area.width, widths[1] + widths[3]), room(area.height, widths[0] + widths[2]))
  return four((i) => widths[i] * scale)
}

interface Piece {
  readonly row: 0 | 1 | 2
  readonly column: 0 | 1 | 2
  readonly area: Rect
  readonly source: Source
  readonly slice: Four
  readonly widths: Four
  readonly image: BorderImage
}

/** One third of a length: where it starts and how long it is. */
interface Third {
  readonly start: number
  readonly size: number
}

function third(at: 0 | 1 | 2, from: number, length: number, before: number, after: number): Third {
  if (at === 0) return { start: from, size: before }
  if (at === 2) return { start: from + length - after, size: after }
  return { start: from + before, size: length - before - after }
}

function paintPiece({ row, column, area, source, slice, widths, image }: Piece, canvas: Canvas): void {
  const onPage = {
    x: third(column, area.x, area.width, widths[3], widths[1]),
    y: third(row, area.y, area.height, widths[0], widths[2]),
  }
  const cut = { x: third(column, 0, source.width, slice[3], slice[1]), y: third(row, 0, source.height, slice[0], slice[2]) }
  if (!(onPage.x.size > 0 && onPage.y.size > 0 && cut.x.size > 0 && cut.y.size > 0)) return
  const scale = sideScale({ row, column, slice, widths })
  const x = column === 1 ? repeatAxis(image.repeat.x, onPage.x, cut.x.size * scale.x) : once(onPage.x)
  const y = row === 1 ? repeatAxis(image.repeat.y, onPage.y, cut.y.size * scale.y) : once(onPage.y)
  if (x === undefined || y === undefined) return
  const shown = { x: onPage.x.start, y: onPage.y.start, width: onPage.x.size, height: onPage.y.size }
  tile({ x, y }, shown, rectPath(shown), canvas, (cell, inner) => {
    const [across, down] = [cell.width / cut.x.size, cell.height / cut.y.size]
    inner.save()
    inner.clipPath(rectPath(cell), 'nonzero')
    // Scaled from outside: a picture that keeps its proportions would not fill a rectangle of others.
    inner.transform([across, 0, 0, down, cell.x - cut.x.start * across, cell.y - cut.y.start * down])
    source.paint({ x: 0, y: 0, width: source.width, height: source.height }, inner)
    inner.restore()
  })
}

/** Sides keep their proportions; the middle takes those of the top, then of the bottom, and of the left, then of the right. */
function sideScale({ row, column, slice, widths }: Pick<Piece, 'row' | 'column' | 'slice' | 'widths'>): {
  readonly x: number
  readonly y: number
} {
  const ratio = (side: 0 | 1 | 2 | 3): number | undefined => (slice[side] > 0 && widths[side] > 0 ? widths[side] / slice[side] : undefined)
  const x = row === 0 ? ratio(0) : row === 2 ? ratio(2) : (ratio(0) ?? ratio(2))
  const y = column === 0 ? ratio(3) : column === 2 ? ratio(1) : (ratio(3) ?? ratio(1))
  return { x: x ?? 1, y: y ?? 1 }
}

const once = ({ start, size }: Third): TileAxis => ({ start, size, step: 0 })

/** Copies of a piece of `size` along a side; undefined when not even one has room. */
function repeatAxis(repeat: BorderImageRepeat, along: Third, size: number): TileAxis | undefined {
  if (repeat === 'stretch') return once(along)
  if (repeat === 'repeat') return { start: along.start + (along.size - size) / 2, size, step: size }
  if (repeat === 'round') {
    const fitted = along.size / Math.max(1, Math.round(along.size / size))
    return { start: along.start, size: fitted, step: fitted }
  }
  const count = Math.floor((along.size + 1e-6) / size)
  if (count === 0) return undefined
  const gap = (along.size - count * size) / (count + 1)
  return { start: along.start + gap, size, step: size + gap }
}
