// Where the elements of a template stand on the pages of its preview, compact: an editor leads from a click to the source and back by it.
import type { PageRange, PlacedElement, Position } from '../../engine/index.ts'

/** Compact, as a dense page has some hundred boxes: numbers, and each place of the source once. */
export interface Places {
  /** Places in the source, as `line:column`, or as the JSON pointer of a node. */
  readonly at: readonly string[]
  /** For each of them the first and the last page that it stands on. */
  readonly spans: readonly number[]
  /** The page that the first list of `boxes` is of. */
  readonly first: number
  /** For each page five numbers a box: the index of its place, then left, top, width and height in points from the top left of the sheet, in document order. */
  readonly boxes: readonly (readonly number[])[]
}

export const MOST_PLACES = 5000
export const MOST_PLACED_BOXES = 20_000
export const NUMBERS_A_BOX = 5

/** Collects the places of a document as its pages are made. */
export class PlaceCollector {
  readonly #range: PageRange
  readonly #indices = new Map<string, number>()
  readonly #spans: number[] = []
  readonly #boxes: number[][] = []
  #count = 0

  /** `range`: the pages whose boxes are wanted. */
  constructor(range: PageRange) {
    this.#range = range
  }

  add(page: number, elements: readonly PlacedElement[]): void {
    const { first, last = Number.POSITIVE_INFINITY } = this.#range
    const boxes = page < first || page > last ? undefined : this.#boxesOf(page - first)
    for (const { at, x, y, width, height } of elements) {
      const index = this.#indexOf(at, page)
      if (index === undefined || boxes === undefined || this.#count === MOST_PLACED_BOXES) continue
      const box = [index, Math.round(x), Math.round(y), Math.round(width), Math.round(height)]
      // An element that was left out, as `html` may be, has the place of the next.
      if (box.every((number, i) => number === boxes[boxes.length - box.length + i])) continue
      this.#count++
      boxes.push(...box)
    }
  }

  places(): Places {
    return { at: [...this.#indices.keys()], spans: this.#spans, first: this.#range.first, boxes: this.#boxes }
  }

  #boxesOf(index: number): number[] {
    while (this.#boxes.length <= index) this.#boxes.push([])
    return this.#boxes[index]!
  }

  #indexOf(at: Position, page: number): number | undefined {
    const name = at.kind === 'pointer' ? at.pointer : `${at.line}:${at.column}`
    const known = this.#indices.get(name)
    if (known !== undefined) {
      this.#spans[2 * known + 1] = page
      return known
    }
    if (this.#indices.size === MOST_PLACES) return undefined
    this.#spans.push(page, page)
    this.#indices.set(name, this.#indices.size)
    return this.#indices.size - 1
  }
}
