// Rectangles and rounded rectangles of boxes, snapped to whole pixels as browsers paint them.
import { type Edges, type Rect, roundToPx } from '../geometry.ts'
import type { Style } from '../style/style.ts'
import { type BoxEdge, type CornerRadius, resolveLength } from '../style/value.ts'
import type { Path, PathSegment } from './canvas.ts'
import type { WholeBox } from './context/cut-boxes.ts'
import type { Clip } from './geometry/clip.ts'
import { KAPPA } from './geometry/path.ts'
import { type BoxEnds, type DecoratedBox, verticalEnds } from './layers.ts'
import { bordersOf, type Piece } from './piece.ts'

export function decoratedBox(piece: Piece, isBare: boolean, whole?: WholeBox): DecoratedBox {
  return {
    style: piece.laid.box.style,
    x: piece.x,
    y: piece.y,
    width: piece.width,
    height: piece.height,
    border: bordersOf(piece),
    padding: piece.laid.padding,
    ends: verticalEnds(piece.isFirst, piece.isLast),
    borders: piece.borders,
    isBare,
    whole,
  }
}

/** Edges go to the nearest pixel each, so that neighbours neither part nor overlap. */
export function snapRect({ x, y, width, height }: Rect): Rect {
  const left = roundToPx(x)
  const top = roundToPx(y)
  return { x: left, y: top, width: roundToPx(x + width) - left, height: roundToPx(y + height) - top }
}

export function insetRect(rect: Rect, edges: Edges): Rect {
  return {
    x: rect.x + edges.left,
    y: rect.y + edges.top,
    width: Math.max(0, rect.width - edges.left - edges.right),
    height: Math.max(0, rect.height - edges.top - edges.bottom),
  }
}

export function growRect(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: Math.max(0, rect.width + 2 * by), height: Math.max(0, rect.height + 2 * by) }
}

export function edgeRect(box: DecoratedBox, borderBox: Rect, edge: BoxEdge): Rect {
  if (edge === 'border-box') return borderBox
  const padding = insetRect(borderBox, box.border)
  return edge === 'padding-box' ? padding : insetRect(padding, paddingsOf(box))
}

function paddingsOf({ padding, ends, style }: DecoratedBox): Edges {
  if ((ends.top && ends.bottom) || style.boxDecorationBreak === 'clone') return padding
  return { ...padding, top: ends.top ? padding.top : 0, bottom: ends.bottom ? padding.bottom : 0 }
}

// ── Rounded rectangles ──────────────────────────────────────────────────────────────────────────────────────────────────

interface Radius {
  readonly x: number
  readonly y: number
}

/** Used radii, clockwise from the top left. */
export interface Radii {
  readonly topLeft: Radius
  readonly topRight: Radius
  readonly bottomRight: Radius
  readonly bottomLeft: Radius
}

const SHARP: Radius = Object.freeze({ x: 0, y: 0 })
const NO_RADII: Radii = Object.freeze({ topLeft: SHARP, topRight: SHARP, bottomRight: SHARP, bottomLeft: SHARP })

export function isSharp({ topLeft, topRight, bottomRight, bottomLeft }: Radii): boolean {
  return topLeft.x === 0 && topRight.x === 0 && bottomRight.x === 0 && bottomLeft.x === 0
}

/** The radii of a box of this size; corners at ends that are elsewhere are sharp. */
export function radiiOf(style: Style, size: Rect, ends: BoxEnds): Radii {
  const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = style
  const isWhole = style.boxDecorationBreak === 'clone'
  const at = (radius: CornerRadius, vertical: boolean, horizontal: boolean): Radius =>
    isWhole || (vertical && horizontal) ? used(radius, size) : SHARP
  return fitRadii(
    {
      topLeft: at(borderTopLeftRadius, ends.top, ends.left),
      topRight: at(borderTopRightRadius, ends.top, ends.right),
      bottomRight: at(borderBottomRightRadius, ends.bottom, ends.right),
      bottomLeft: at(borderBottomLeftRadius, ends.bottom, ends.left),
    },
    size,
  )
}

function used(radius: CornerRadius, size: Rect): Radius {
  const x = resolveLength(radius.x, size.width)
  const y = resolveLength(radius.y, size.height)
  return x > 0 && y > 0 ? { x, y } : SHARP
}

/** Radii that meet are made smaller together (CSS Backgrounds 3 §4.5). */
export function fitRadii(radii: Radii, size: Rect): Radii {
  if (isSharp(radii)) return NO_RADII
  const { topLeft, topRight, bottomRight, bottomLeft } = radii
  const part = Math.min(
    1,
    ratio(size.width, topLeft.x + topRight.x),
    ratio(size.width, bottomLeft.x + bottomRight.x),
    ratio(size.height, topLeft.y + bottomLeft.y),
    ratio(size.height, topRight.y + bottomRight.y),
  )
  return part === 1 ? radii : mapRadii(radii, (radius) => ({ x: radius.x * part, y: radius.y * part }))
}

function ratio(length: number, sum: number): number {
  return sum > 0 ? Math.max(0, length) / sum : 1
}

function mapRadii(radii: Radii, map: (radius: Radius, isTop: boolean, isLeft: boolean) => Radius): Radii {
  return {
    topLeft: map(radii.topLeft, true, true),
    topRight: map(radii.topRight, true, false),
    bottomRight: map(radii.bottomRight, false, false),
    bottomLeft: map(radii.bottomLeft, false, true),
  }
}

/** Radii of the curve `edges` further in; sharp where the inset eats the radius. */
export function insetRadii(radii: Radii, edges: Edges): Radii {
  if (isSharp(radii)) return radii
  return mapRadii(radii, (radius, isTop, isLeft) => {
    const x = radius.x - (isLeft ? edges.left : edges.right)
    const y = radius.y - (isTop ? edges.top : edges.bottom)
    return x > 0 && y > 0 ? { x, y } : SHARP
  })
}

/** Radii of the curve `by` further out: sharp corners stay sharp, small ones grow less (CSS Backgrounds 3 §7.1.1). */
export function spreadRadii(radii: Radii, by: number): Radii {
  if (by < 0) return insetRadii(radii, { top: -by, right: -by, bottom: -by, left: -by })
  const grow = (radius: number): number => {
    const share = by > 0 && radius < by ? 1 + (radius / by - 1) ** 3 : 1
    return radius + by * share
  }
  return mapRadii(radii, (radius) => (radius.x === 0 ? SHARP : { x: grow(radius.x), y: grow(radius.y) }))
}

/** Clockwise from the top left corner's end. */
export function roundedPath({ x, y, width, height }: Rect, radii: Radii): Path {
  const right = x + width
  const bottom = y + height
  const { topLeft, topRight, bottomRight, bottomLeft } = radii
  const path: PathSegment[] = [{ kind: 'move', x: x + topLeft.x, y }]
  path.push({ kind: 'line', x: right - topRight.x, y })
  corner(path, right - topRight.x * (1 - KAPPA), y, right, y + topRight.y * (1 - KAPPA), right, y + topRight.y, topRight)
  path.push({ kind: 'line', x: right, y: bottom - bottomRight.y })
  corner(
    path,
    right,
    bottom - bottomRight.y * (1 - KAPPA),
    right - bottomRight.x * (1 - KAPPA),
    bottom,
    right - bottomRight.x,
    bottom,
    bottomRight,
  )
  path.push({ kind: 'line', x: x + bottomLeft.x, y: bottom })
  corner(path, x + bottomLeft.x * (1 - KAPPA), bottom, x, bottom - bottomLeft.y * (1 - KAPPA), x, bottom - bottomLeft.y, bottomLeft)
  path.push({ kind: 'line', x, y: y + topLeft.y })
  corner(path, x, y + topLeft.y * (1 - KAPPA), x + topLeft.x * (1 - KAPPA), y, x + topLeft.x, y, topLeft)
  path.push({ kind: 'close' })
  return path
}

function corner(path: PathSegment[], x1: number, y1: number, x2: number, y2: number, x: number, y: number, radius: Radius): void {
  if (radius.x > 0) path.push({ kind: 'curve', x1, y1, x2, y2, x, y })
}

// ── Overflow ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Far enough to be no clip at all; PDF readers keep coordinates in single precision. */
const FAR = 20_000

/** `clip: rect()` of an absolutely positioned box: distances from the top and left of its border box (CSS2 11.1.2). */
export function clipRectOf(piece: Piece): Clip | undefined {
  const { clip } = piece.laid.box.style
  if (clip === 'auto') return piece.clip
  const box = snapRect(piece)
  const [top, right, bottom, left] = clip
  const x = box.x + (left === 'auto' ? 0 : left)
  const y = box.y + (top === 'auto' ? 0 : top)
  const rect = {
    x,
    y,
    width: Math.max(0, box.x + (right === 'auto' ? box.width : right) - x),
    height: Math.max(0, box.y + (bottom === 'auto' ? box.height : bottom) - y),
  }
  return { outer: piece.clip, rect, path: undefined }
}

/** What a box with clipped overflow lets show: its padding box, in the directions that clip. */
export function overflowClip(piece: Piece): Clip {
  const { style } = piece.laid.box
  const box = decoratedBox(piece, false)
  const borderBox = snapRect(box)
  const rect = insetRect(borderBox, box.border)
  const clipsX = style.overflowX !== 'visible'
  const clipsY = style.overflowY !== 'visible'
  if (!clipsX || !clipsY) {
    const open = {
      x: clipsX ? rect.x : rect.x - FAR,
      y: clipsY ? rect.y : rect.y - FAR,
      width: clipsX ? rect.width : rect.width + 2 * FAR,
      height: clipsY ? rect.height : rect.height + 2 * FAR,
    }
    return { outer: piece.clip, rect: open, path: undefined }
  }
  const radii = insetRadii(radiiOf(style, borderBox, box.ends), box.border)
  return { outer: piece.clip, rect, path: isSharp(radii) ? undefined : roundedPath(rect, radii) }
}
