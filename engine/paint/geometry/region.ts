// The union of rectangles as closed curves.
import type { Rect } from '../../geometry.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

type Interval = readonly [from: number, to: number]

/** Edges by where they begin. */
type Edges = Map<string, Point[]>

/**
 * The boundary of a union of rectangles: closed polygons with sides along the axes, clockwise around what is inside. The union is cut into bands between all tops and
 * bottoms; a rectangle of a line of text is in few bands, so that the work grows with the number of lines.
 */
export function boundaryOf(rects: readonly Rect[]): readonly (readonly Point[])[] {
  const ys = [...new Set(rects.flatMap(({ y, height }) => [y, y + height]))].sort((a, b) => a - b)
  const edges: Edges = new Map()
  let above: readonly Interval[] = []
  for (let i = 0; i < ys.length; i++) {
    const [top, bottom] = [ys[i]!, ys[i + 1] ?? ys[i]!]
    const band = bottom > top ? intervalsOf(rects, (top + bottom) / 2) : []
    for (const [from, to] of without(band, above)) add(edges, { x: from, y: top }, { x: to, y: top })
    for (const [from, to] of without(above, band)) add(edges, { x: to, y: top }, { x: from, y: top })
    for (const [from, to] of band) {
      add(edges, { x: to, y: top }, { x: to, y: bottom })
      add(edges, { x: from, y: bottom }, { x: from, y: top })
    }
    above = band
  }
  return loopsOf(edges)
}

/** What the rectangles cover at one height, joined and in order. */
function intervalsOf(rects: readonly Rect[], y: number): readonly Interval[] {
  const found = rects
    .filter((rect) => rect.y < y && y < rect.y + rect.height && rect.width > 0)
    .map(({ x, width }): Interval => [x, x + width])
  found.sort((a, b) => a[0] - b[0])
  const joined: Interval[] = []
  for (const [from, to] of found) {
    const last = joined[joined.length - 1]
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** The parts of some intervals that are in none of the others. */
function without(intervals: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  let rest = intervals
  for (const [from, to] of others) {
    rest = rest.flatMap(([a, b]): Interval[] => {
      if (to <= a || b <= from) return [[a, b]]
      const parts: Interval[] = []
      if (a < from) parts.push([a, from])
      if (to < b) parts.push([to, b])
      return parts
    })
  }
  return rest
}

const keyOf = ({ x, y }: Point): string => `${x},${y}`

function add(edges: Edges, from: Point, to: Point): void {
  const key = keyOf(from)
  const others = edges.get(key)
  if (others === undefined) edges.set(key, [to])
  else others.push(to)
}

function loopsOf(edges: Edges): readonly (readonly Point[])[] {
  const loops: Point[][] = []
  for (const [start, ends] of edges) {
    while (ends.length > 0) {
      const loop: Point[] = []
      let key = start
      for (;;) {
        const next = edges.get(key)?.pop()
        if (next === undefined) break
        loop.push(next)
        key = keyOf(next)
      }
      loops.push(withoutStraight(loop))
    }
  }
  return loops
}

/** Leaves out the points between two edges of one direction. */
function withoutStraight(loop: readonly Point[]): Point[] {
  return loop.filter((point, i) => {
    const [before, after] = [loop[(i + loop.length - 1) % loop.length]!, loop[(i + 1) % loop.length]!]
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y))
  })
}
