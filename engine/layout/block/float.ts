// Problem: floats of one block formatting context push aside each other, the lines beside them and the boxes that may not overlap them.
// Approach: a list of their margin boxes in the coordinates of the formatting context, asked for the room in a band of heights. Their tops only go down (CSS2 9.5.1
// rule 5), and so does the lowest bottom so far: a binary search finds the first float that may reach into the band, the first top below the band ends the search,
// and a long document does not slow down. Floats that end above everything that can still come are forgotten.
import { type Point, PX, type Size } from '../../geometry.ts'

type Side = 'left' | 'right'

/** The horizontal room between floats. */
export interface Gap {
  readonly left: number
  readonly right: number
}

/** What text flows around inside of a float's margin box (CSS Shapes 1 §4). */
export interface ExclusionShape {
  /** Its horizontal extent anywhere in [y, y + height) of the formatting context; undefined where it does not reach. */
  extent(y: number, height: number): Gap | undefined
}

interface Area extends Gap {
  readonly shape: ExclusionShape | undefined
  readonly side: Side
  readonly top: number
  readonly bottom: number
  /** The lowest bottom of this and all earlier floats. */
  readonly reach: number
}

/** Lengths closer than this are equal: a float of exactly the remaining width fits (browsers count in 1/64 px). */
export const TOLERANCE = 0.01

/** The floats of one block formatting context. All numbers are from the top left corner of the border box of its root. */
export class Floats {
  #areas: Area[] = []
  /** How many floats have a shape. */
  #shapes = 0
  /** The float that was placed last is in the list. */
  #hasLast = false
  /** No float may be higher than an earlier one (CSS2 9.5.1 rule 5). */
  #ceiling = Number.NEGATIVE_INFINITY
  #leftBottom = Number.NEGATIVE_INFINITY
  #rightBottom = Number.NEGATIVE_INFINITY
  #letterBottom = Number.NEGATIVE_INFINITY
  #pushed: Side | 'both' | undefined

  get isEmpty(): boolean {
    return this.#areas.length === 0
  }

  /** Where the lowest float ends; minus infinity without floats. */
  get bottom(): number {
    return Math.max(this.#leftBottom, this.#rightBottom)
  }

  /** Where the lowest initial letter ends. */
  get letterBottom(): number {
    return this.#letterBottom
  }

  /** A float waits for the next page: all later ones do too, for none may be higher than an earlier one (CSS2 9.5.1 rule 5). */
  get isPushing(): boolean {
    return this.#pushed !== undefined
  }

  /** Leaves a float to the next page: it takes no room on this one. Where it would begin: its margin box, at `y` or below. */
  push(side: Side, width: number, y: number, within: Gap): Point {
    this.#pushed = this.#pushed === undefined || this.#pushed === side ? side : 'both'
    return { x: side === 'left' ? within.left : within.right - width, y: Math.max(y, this.#ceiling) }
  }

  /** A box with this `clear` begins below a float that waits for the next page. */
  pushes(clear: 'none' | 'left' | 'right' | 'both'): boolean {
    return this.#pushed !== undefined && clear !== 'none' && (clear === 'both' || this.#pushed === 'both' || this.#pushed === clear)
  }

  /** The float placed last is an initial letter. */
  markLetter(): void {
    if (this.#hasLast) this.#letterBottom = Math.max(this.#letterBottom, this.#areas.at(-1)?.bottom ?? this.#letterBottom)
  }

  /** Where a box with this `clear` may begin: minus infinity when there is nothing to clear. */
  clearance(clear: 'none' | 'left' | 'right' | 'both'): number {
    if (clear === 'none') return Number.NEGATIVE_INFINITY
    if (clear === 'both') return this.bottom
    return clear === 'left' ? this.#leftBottom : this.#rightBottom
  }

  /** What floats leave of `within` anywhere in [y, y + height); a height of 0 means the line at `y`. */
  gap(y: number, height: number, within: Gap): Gap {
    return this.#gap(y, height, within, edgeOf)
  }

  /** What floats leave of a line box: as `gap`, but their shapes count. */
  lineGap(y: number, height: number, within: Gap): Gap {
    return this.#gap(y, height, within, this.#shapes === 0 ? edgeOf : reachOf)
  }

  #gap(y: number, height: number, within: Gap, reach: (area: Area, y: number, end: number) => number | undefined): Gap {
    let { left, right } = within
    const end = Math.max(y + height, y + TOLERANCE)
    for (let i = this.#firstBelow(y); i < this.#areas.length; i++) {
      const area = this.#areas[i]!
      if (area.top >= end) break
      if (area.bottom <= y + TOLERANCE) continue
      const x = reach(area, y, end)
      if (x === undefined) continue
      if (area.side === 'left') left = Math.max(left, x)
      else right = Math.min(right, x)
    }
    return { left, right }
  }

  /** Where a line may find more room below `y`: at the end of a float, or beside a shape one pixel further down, as browsers try it. */
  nextLine(y: number): number | undefined {
    const bottom = this.nextBottom(y)
    if (bottom === undefined || this.#shapes === 0) return bottom
    for (let i = this.#firstBelow(y); i < this.#areas.length; i++) {
      const { shape, bottom: end, top } = this.#areas[i]!
      if (top > bottom) break
      if (shape !== undefined && end > y + TOLERANCE) return Math.min(bottom, y + PX)
    }
    return bottom
  }

  /** The nearest end of a float below `y`. */
  nextBottom(y: number): number | undefined {
    let next: number | undefined
    for (let i = this.#firstBelow(y); i < this.#areas.length; i++) {
      const { top, bottom } = this.#areas[i]!
      if (next !== undefined && top >= next) break
      if (bottom > y + TOLERANCE && (next === undefined || bottom < next)) next = bottom
    }
    return next
  }

  /** Index of the first float that may end below `y`: all before it end above. */
  #firstBelow(y: number): number {
    let low = 0
    for (let high = this.#areas.length; low < high; ) {
      const middle = (low + high) >> 1
      if (this.#areas[middle]!.reach > y + TOLERANCE) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Puts a margin box of this size at `y` or below, as high and as far to its side as it goes; returns its top left corner. */
  place(side: Side, size: Size, y: number, within: Gap): Point {
    const corner = this.#find(side, size, y, within)
    this.#add(side, size, corner)
    return corner
  }

  /** Gives the float that was placed last a shape. */
  shapeLast(shape: ExclusionShape): void {
    if (!this.#hasLast) return
    const last = this.#areas.pop()
    if (last === undefined) throw new Error('floats: none to give a shape')
    this.#areas.push({ ...last, shape })
    this.#shapes++
  }

  #find(side: Side, size: Size, y: number, within: Gap): Point {
    let top = Math.max(y, this.#ceiling)
    for (;;) {
      const room = this.gap(top, size.height, within)
      const next = this.nextBottom(top)
      if (next === undefined || this.#hasRoom(side, size, top, { room, within }))
        return { x: side === 'left' ? room.left : room.right - size.width, y: top }
      top = next
    }
  }

  /** A float wider than its containing block reaches out on the far side, where only the floats themselves count (rules 3 and 7). */
  #hasRoom(side: Side, size: Size, top: number, { room, within }: { readonly room: Gap; readonly within: Gap }): boolean {
    if (room.right - room.left + TOLERANCE >= size.width) return true
    if (size.width < within.right - within.left || room.left !== within.left || room.right !== within.right) return false
    const x = side === 'left' ? room.left : room.right - size.width
    const far = this.gap(top, size.height, { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY })
    return side === 'left' ? x + size.width <= far.right + TOLERANCE : x + TOLERANCE >= far.left
  }

  /** A float without any width pushes nothing aside, as in browsers; it is cleared all the same, and later ones are no higher. */
  #add(side: Side, size: Size, { x, y: top }: Point): void {
    const bottom = top + Math.max(0, size.height)
    const reach = Math.max(bottom, this.#areas.at(-1)?.reach ?? bottom)
    this.#hasLast = size.width > 0
    if (this.#hasLast) this.#areas.push({ side, shape: undefined, left: x, right: x + size.width, top, bottom, reach })
    this.#ceiling = top
    if (side === 'left') this.#leftBottom = Math.max(this.#leftBottom, bottom)
    else this.#rightBottom = Math.max(this.#rightBottom, bottom)
  }

  /** Forgets floats that end above `y`; nothing will be placed or asked for there again. */
  forgetAbove(y: number): void {
    if (this.#areas.length > 16) this.#areas = this.#areas.filter((area) => area.bottom > y)
  }
}

/** The inner side of a float's margin box. */
function edgeOf({ side, left, right }: Area): number {
  return side === 'left' ? right : left
}

/** How far a float reaches into lines between `y` and `end`: its shape, clipped to its margin box. */
function reachOf(area: Area, y: number, end: number): number | undefined {
  const { side, left, right, top, bottom, shape } = area
  if (shape === undefined) return edgeOf(area)
  const from = Math.max(y, top)
  const extent = shape.extent(from, Math.min(end, bottom) - from)
  if (extent === undefined || extent.right <= left || extent.left >= right) return undefined
  return side === 'left' ? Math.min(right, extent.right) : Math.max(left, extent.left)
}
