// Pictures in place of borders (CSS Backgrounds 3 §6): a picture sliced into nine regions; the corners are scaled, the edges repeated.
import { PX, type Rect } from '../../geometry.ts'
import type { Image } from '../../image/image.ts'
import type { BorderImage, BorderImageRepeat } from '../../style/value.ts'
import { resolveLength } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { ALL_ENDS, edgeRect } from '../decorated-box.ts'
import { naturalSizeOf } from '../geometry/natural-size.ts'
import { rectPath } from '../geometry/path.ts'
import { paintGradientTile } from '../gradient/css-gradient.ts'
import { paintImage } from './image-box.ts'
import { type Span, type TileAxis, tile } from './tiling.ts'

/** Top, right, bottom, left. */
type Four = readonly [number, number, number, number]

/** The picture, its size in points, and how it is painted onto a rectangle. */
interface Source {
  readonly width: number
  readonly height: number
  paint(onto: Rect, canvas: Canvas): void
}

/**
 * Paints the picture; false when it is not available and border styles are to be painted instead. A piece of an inline box shows its part of the picture
 * around the whole box (CSS Break 3 §5.4).
 */
export function paintBorderImage(box: DecoratedBox, rect: Rect, image: BorderImage, context: PaintContext): boolean {
  const { unfragmented } = box
  if (unfragmented?.width === undefined) return paintAround(rect, linesOf(box, rect), image, context)
  const { above, height, before = 0, width, border } = unfragmented
  const shown = outset(rect, image, linesOf(box, rect), box.ends)
  context.canvas.save()
  context.canvas.clipRect(shown)
  const whole = { x: rect.x - before, y: rect.y - above, width, height }
  const isPainted = paintAround(whole, [border.top, border.right, border.bottom, border.left], image, context)
  context.canvas.restore()
  return isPainted
}

function linesOf(box: DecoratedBox, rect: Rect): Four {
  const inner = edgeRect(box, rect, 'padding-box')
  return [inner.y - rect.y, rect.x + rect.width - inner.x - inner.width, rect.y + rect.height - inner.y - inner.height, inner.x - rect.x]
}

function paintAround(rect: Rect, lines: Four, image: BorderImage, context: PaintContext): boolean {
  const area = outset(rect, image, lines)
  const source = sourceOf(image, area, context)
  if (source === undefined) return false
  const slice = sliceOf(image, source)
  const widths = widthsOf(image, area, lines, slice)
  for (const row of [0, 1, 2] as const) {
    for (const column of [0, 1, 2] as const) {
      if (row === 1 && column === 1 && !image.isFilled) continue
      paintRegion({ row, column, area, source, slice, widths, image }, context.canvas)
    }
  }
  return true
}

function sourceOf(image: BorderImage, area: Rect, context: PaintContext): Source | undefined {
  const { source } = image
  if (source.kind !== 'url')
    return { width: area.width, height: area.height, paint: (onto, canvas) => paintGradientTile(source, onto, canvas) }
  const picture: Image | undefined = context.image(source.url, source.density)
  if (picture === undefined) return undefined
  const natural = naturalSizeOf(picture)
  const width = natural.width ?? area.width
  const height = natural.height ?? area.height
  return { width, height, paint: (onto, canvas) => paintImage(picture, onto, { ...context, canvas }) }
}

/** What the picture covers; at sides that are not the box's own it ends. */
function outset(rect: Rect, image: BorderImage, lines: Four, ends = ALL_ENDS): Rect {
  const own = [ends.top, ends.right, ends.bottom, ends.left] as const
  const [top, right, bottom, left] = four((i) => {
    const value = image.outset[i]
    if (!own[i]) return 0
    return typeof value === 'number' ? value : value.value * lines[i]
  })
  return { x: rect.x - left, y: rect.y - top, width: rect.width + left + right, height: rect.height + top + bottom }
}

const four = (one: (side: 0 | 1 | 2 | 3) => number): Four => [one(0), one(1), one(2), one(3)]

/** Distances of the slices from the picture's edges, in points. */
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
  const fit = (length: number, taken: number): number => (taken > length ? length / taken : 1)
  const scale = Math.min(fit(area.width, widths[1] + widths[3]), fit(area.height, widths[0] + widths[2]))
  return four((i) => widths[i] * scale)
}

/** One of the nine regions. */
interface Region {
  readonly row: 0 | 1 | 2
  readonly column: 0 | 1 | 2
  readonly area: Rect
  readonly source: Source
  readonly slice: Four
  readonly widths: Four
  readonly image: BorderImage
}

/** The first, middle or last part of a length, whose first and last part are `before` and `after` long. */
function partOf(length: Span, at: 0 | 1 | 2, before: number, after: number): Span {
  const { start, size } = length
  if (at === 0) return { start, size: before }
  if (at === 2) return { start: start + size - after, size: after }
  return { start: start + before, size: size - before - after }
}

function paintRegion({ row, column, area, source, slice, widths, image }: Region, canvas: Canvas): void {
  const onPage = {
    x: partOf({ start: area.x, size: area.width }, column, widths[3], widths[1]),
    y: partOf({ start: area.y, size: area.height }, row, widths[0], widths[2]),
  }
  const inSource = {
    x: partOf({ start: 0, size: source.width }, column, slice[3], slice[1]),
    y: partOf({ start: 0, size: source.height }, row, slice[0], slice[2]),
  }
  if (!(onPage.x.size > 0 && onPage.y.size > 0 && inSource.x.size > 0 && inSource.y.size > 0)) return
  const scale = sideScale({ row, column, slice, widths })
  const x = column === 1 ? repeatAxis(image.repeat.x, onPage.x, inSource.x.size * scale.x) : once(onPage.x)
  const y = row === 1 ? repeatAxis(image.repeat.y, onPage.y, inSource.y.size * scale.y) : once(onPage.y)
  if (x === undefined || y === undefined) return
  const shown = { x: onPage.x.start, y: onPage.y.start, width: onPage.x.size, height: onPage.y.size }
  tile({ x, y }, { rect: shown, path: undefined }, canvas, (cell, inner) => {
    const [across, down] = [cell.width / inSource.x.size, cell.height / inSource.y.size]
    inner.save()
    inner.clipPath(rectPath(cell), 'nonzero')
    // Scaled by the transform: a picture with a ratio of its own would not fill a rectangle of another ratio.
    inner.transform([across, 0, 0, down, cell.x - inSource.x.start * across, cell.y - inSource.y.start * down])
    source.paint({ x: 0, y: 0, width: source.width, height: source.height }, inner)
    inner.restore()
  })
}

/** Edges are scaled in proportion to their width; the middle is scaled across as the top or else the bottom edge, down as the left or else the right one. */
function sideScale({ row, column, slice, widths }: Pick<Region, 'row' | 'column' | 'slice' | 'widths'>): {
  readonly x: number
  readonly y: number
} {
  const ratio = (side: 0 | 1 | 2 | 3): number | undefined => (slice[side] > 0 && widths[side] > 0 ? widths[side] / slice[side] : undefined)
  const x = row === 0 ? ratio(0) : row === 2 ? ratio(2) : (ratio(0) ?? ratio(2))
  const y = column === 0 ? ratio(3) : column === 2 ? ratio(1) : (ratio(3) ?? ratio(1))
  return { x: x ?? 1, y: y ?? 1 }
}

const once = ({ start, size }: Span): TileAxis => ({ start, size, step: 0 })

/** Copies of a region of `size` along an edge; undefined when not even one fits. */
function repeatAxis(repeat: BorderImageRepeat, along: Span, size: number): TileAxis | undefined {
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
