// How far a laid-out document reaches to the right: a document wider than the page is laid out wider and printed smaller, as in browsers.
import { isRepeatedFromItsPage } from '../box/box-kinds.ts'
import { itemsOf } from '../collections/sequence.ts'
import { transformOf } from '../style/transform.ts'
import type { Laid, LaidColumns, LaidRow, LaidTable, Line, Placed } from './laid.ts'

/** How much wider the pages of a type are than those of its surroundings. */
export type WiderBy = (page: string, around: string) => number

/**
 * Right edge of all there is to see of a box, from its own left edge: what overflows is followed where it is not clipped. A box that stands on
 * wider pages reaches less far by as much. Undefined when some of it is open, and so cannot be known without pulling it.
 */
export function rightEdge(laid: Laid, widerBy: WiderBy): number | undefined {
  if (laid.box.style.overflowX !== 'visible') return laid.width
  const reach = new Reach(laid.width, widerBy)
  reach.inside(laid)
  return reach.isOpen ? undefined : reach.right
}

/** Transforms move what there is to see (CSS Overflow 3 §2.2), of the box itself and all in it: it is taken as one rectangle. */
function transformedEdge({ box, width, height }: Laid, right: number): number {
  const matrix = box.style.transform.length === 0 ? undefined : transformOf(box.style, { x: 0, y: 0, width, height })
  if (matrix === undefined) return right
  const [a, , c, , e] = matrix
  return e + Math.max(0, a * right) + Math.max(0, c * height)
}

/** x of the rightmost column: columns of a definite height that do not hold all content are followed by more. */
export function lastColumn({ flow, xs, columnWidth, columnGap, columnStarts, isHeightDefinite, box }: LaidColumns): number {
  const last = Math.max(...xs)
  if (!isHeightDefinite || box.style.direction === 'rtl') return last
  for (const { laid } of itemsOf(flow.children)) if (laid.box.style.columnSpan === 'all') return last
  return Math.max(last, (xs[0] ?? 0) + (columnStarts().length - 1) * (columnWidth + columnGap))
}

/** How far one box reaches. No generators: this goes over every line of a document. */
class Reach {
  right: number
  isOpen = false
  readonly #widerBy: WiderBy

  constructor(right: number, widerBy: WiderBy) {
    this.right = right
    this.#widerBy = widerBy
  }

  inside(laid: Laid): void {
    for (const { x, laid: box } of laid.positioned) if (!isRepeatedFromItsPage(box.box.style, laid.box.style)) this.#placed(x, box, laid)
    switch (laid.kind) {
      case 'block':
        if (laid.isOpen) this.isOpen = true
        else this.#all(itemsOf(laid.children), laid)
        return
      case 'paragraph':
        this.#all(laid.floats, laid)
        for (const line of laid.lines) this.#line(line, laid)
        return
      case 'flex-grid':
        this.#all(laid.children, laid)
        return
      case 'table':
        this.#table(laid)
        return
      case 'columns':
        this.#columns(laid)
        return
      case 'replaced':
      case 'turned':
    }
  }

  #all(children: Iterable<Placed>, around: Laid): void {
    for (const { x, laid } of children) this.#placed(x, laid, around)
  }

  #placed(x: number, laid: Laid, around: Laid): void {
    if (this.isOpen) return
    const right = rightEdge(laid, this.#widerBy)
    if (right === undefined) this.isOpen = true
    else this.#to(x + (laid.shift?.x ?? 0) + transformedEdge(laid, right) - this.#widerBy(laid.box.style.page, around.box.style.page))
  }

  #to(edge: number): void {
    if (edge > this.right) this.right = edge
  }

  #line({ items }: Line, around: Laid): void {
    for (const item of items) {
      // The room reserved for a page sum is an upper bound, and no reason to print everything smaller.
      if (item.kind === 'page-number' && item.content.kind === 'late') continue
      if (item.kind !== 'atomic') this.#to(item.x + item.width)
      else this.#placed(item.x, item.laid, around)
    }
  }

  /** What the last column holds is known when the pages are made: it may be anything but what spans all columns. */
  #columns(laid: LaidColumns): void {
    const { flow, xs } = laid
    const first = Math.min(...xs)
    const last = lastColumn(laid)
    for (const { x, laid } of itemsOf(flow.children)) this.#placed((laid.box.style.columnSpan === 'all' ? first : last) + x, laid, flow)
    for (const { x, laid } of flow.positioned) this.#placed(last + x, laid, flow)
  }

  #table(laid: LaidTable): void {
    this.#to(laid.gridX + laid.gridWidth)
    this.#all(laid.topCaptions, laid)
    this.#all(laid.bottomCaptions, laid)
    if (laid.isOpen) this.isOpen = true
    else for (const rows of [laid.head, itemsOf(laid.rows), laid.foot]) this.#rows(rows, laid)
  }

  #rows(rows: Iterable<LaidRow>, table: LaidTable): void {
    for (const row of rows) for (const { x, laid: cell } of row.cells) this.#placed(table.gridX + x, cell, table)
  }
}
