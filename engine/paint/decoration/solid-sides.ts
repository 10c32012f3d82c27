// Problem: sides of several colours meet in the diagonals of sharp corners; viewers align rectangles to whole pixels, but blend the edges of other paths into the
// pixels beside them. Approach, as browsers print: top and bottom are painted before right and left, and each side covers its corners as far as sides that are
// painted later cover them again. It ends in a diagonal only where it meets another colour that is there already. Limits: opaque colours.
import type { Edges, Rect } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import { polygonPath } from '../geometry/path.ts'
import type { Side } from './line-style.ts'

/** A side in one opaque colour, over all of its width. */
export interface SolidSide {
  readonly side: Side
  readonly color: Color
}

const ORDER = { top: 0, bottom: 1, right: 2, left: 3 } as const

/** At its beginning and at its end, from the left or from the top. */
const NEIGHBOURS = { top: ['left', 'right'], bottom: ['left', 'right'], right: ['top', 'bottom'], left: ['top', 'bottom'] } as const

/** Paints sides of the border inside `rect`; those with a width that are not among them keep their share of the corners. */
export function paintSolidSides(sides: readonly SolidSide[], rect: Rect, widths: Edges, canvas: Canvas): void {
  const colors = new Map(sides.map(({ side, color }) => [side, color]))
  for (const own of sides.toSorted((a, b) => ORDER[a.side] - ORDER[b.side])) {
    const [before, after] = NEIGHBOURS[own.side]
    const cutAt = (neighbour: Side): number => (meetsInDiagonal(own, neighbour, colors) ? widths[neighbour] : 0)
    fillSide(own, { rect, width: widths[own.side], cuts: [cutAt(before), cutAt(after)] }, canvas)
  }
}

function meetsInDiagonal({ side, color }: SolidSide, neighbour: Side, colors: ReadonlyMap<Side, Color>): boolean {
  const other = colors.get(neighbour)
  return other === undefined || (ORDER[neighbour] < ORDER[side] && !isSameColor(color, other))
}

/** How much shorter a side is at its inner edge than at its outer one, at both ends. */
interface SideShape {
  readonly rect: Rect
  readonly width: number
  readonly cuts: readonly [before: number, after: number]
}

function fillSide({ side, color }: SolidSide, { rect: { x, y, width, height }, width: depth, cuts }: SideShape, canvas: Canvas): void {
  const [before, after] = cuts
  const isRow = side === 'top' || side === 'bottom'
  const isFar = side === 'bottom' || side === 'right'
  const start = isRow ? (isFar ? y + height - depth : y) : isFar ? x + width - depth : x
  if (before === 0 && after === 0) {
    canvas.fillRect(isRow ? { x, y: start, width, height: depth } : { x: start, y, width: depth, height }, color)
    return
  }
  const [from, to] = isRow ? [x, x + width] : [y, y + height]
  const [outer, inner] = isFar ? [start + depth, start] : [start, start + depth]
  const along: (readonly [number, number])[] = [
    [from, outer],
    [to, outer],
    [to - after, inner],
    [from + before, inner],
  ]
  const path = polygonPath(isRow ? along : along.map(([a, b]) => [b, a] as const))
  canvas.fillPath(path, 'nonzero', { kind: 'color', color }, 1)
}

export function isSameColor(a: Color, b: Color): boolean {
  return a === b || (a.red === b.red && a.green === b.green && a.blue === b.blue && a.alpha === b.alpha && a.cmyk === b.cmyk)
}
