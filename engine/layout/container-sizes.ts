// The sizes that query containers were laid out with (CSS Conditional 5 §5): content boxes, unbroken.
import { itemsOf } from '../collections/sequence.ts'
import type { ContainerSize } from '../style/value.ts'
import type { Laid, LaidRow, LaidTable, Placed } from './laid.ts'
import type { LaidRoot } from './layout.ts'

/** By the places of their elements. Open boxes are pulled to their ends, or as far down as `mostHeight`: what is below is on no page. */
export function containersIn({ root, fixed }: LaidRoot, mostHeight: number): ReadonlyMap<string, ContainerSize> {
  const found = new Containers(mostHeight)
  found.inside(root)
  found.all(fixed)
  return found.sizes
}

class Containers {
  readonly sizes = new Map<string, ContainerSize>()
  readonly #mostHeight: number

  constructor(mostHeight: number) {
    this.#mostHeight = mostHeight
  }

  all(children: Iterable<Placed>): void {
    for (const { laid } of children) this.inside(laid)
  }

  inside(laid: Laid): void {
    // The box inside has its own frame, and is the element's.
    if (laid.kind === 'turned') return this.inside(laid.inner)
    this.#take(laid)
    switch (laid.kind) {
      case 'block':
        for (const { y, laid: child } of itemsOf(laid.children)) {
          if (laid.isOpen && y > this.#mostHeight) break
          this.inside(child)
        }
        break
      case 'paragraph':
        this.all(laid.floats)
        for (const { items } of laid.lines) for (const item of items) if (item.kind === 'atomic') this.inside(item.laid)
        break
      case 'flex-grid':
        this.all(laid.children)
        break
      case 'columns':
        this.all(itemsOf(laid.flow.children))
        this.all(laid.flow.positioned)
        break
      case 'table':
        this.#table(laid)
        break
      case 'replaced':
        for (const { laid: inner } of laid.foreign ?? []) this.inside(inner)
    }
    this.all(laid.positioned)
  }

  #table({ topCaptions, head, rows, foot, bottomCaptions, isOpen }: LaidTable): void {
    this.all(topCaptions)
    this.#rows(head, false)
    this.#rows(itemsOf(rows), isOpen)
    this.#rows(foot, false)
    this.all(bottomCaptions)
  }

  #rows(rows: Iterable<LaidRow>, isOpen: boolean): void {
    for (const { y, cells } of rows) {
      if (isOpen && y > this.#mostHeight) return
      for (const { laid } of cells) this.inside(laid)
    }
  }

  /** The outermost box of an element is its principal one. */
  #take(laid: Laid): void {
    const { box, width, border, padding } = laid
    const { containment, frame } = box.style
    const { container } = box.origin
    if (container === undefined || containment === undefined || box.isAnonymous || this.sizes.has(container)) return
    const inline = containment.inlineSize ? Math.max(0, width - border.left - border.right - padding.left - padding.right) : undefined
    // Such a box is not open: its height is not its content's.
    const block = containment.size ? Math.max(0, laid.height - border.top - border.bottom - padding.top - padding.bottom) : undefined
    this.sizes.set(container, frame === 'none' ? { width: inline, height: block } : { width: block, height: inline })
  }
}
