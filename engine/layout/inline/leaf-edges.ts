// Edges of inline boxes beside the leaves of a line: which boxes begin or end at each.
import type { BoxSpan } from './line.ts'
import type { MeasuredText } from './measure.ts'

/** Edges of boxes beside the leaves they stand next to, from the inside out. */
export class LeafEdges {
  readonly #left: (BoxSpan[] | undefined)[]
  readonly #right: (BoxSpan[] | undefined)[]
  readonly #measured: MeasuredText

  /** `positions`: where each leaf stands from left to right. */
  constructor(positions: readonly number[], spans: readonly BoxSpan[], measured: MeasuredText) {
    const count = positions.length
    this.#left = new Array(count)
    this.#right = new Array(count)
    this.#measured = measured
    for (let i = spans.length - 1; i >= 0; i--) {
      const span = spans[i]!
      const isRtl = span.box.style.direction === 'rtl'
      if (count === 0) continue
      // The start edge is at the outermost of its pieces on the side where it begins, whatever the order of the text (CSS2 8.6).
      const { leftmost, rightmost } = ends(positions, Math.min(span.first, count - 1), span.end)
      if (span.isFirst) add(isRtl ? this.#right : this.#left, isRtl ? rightmost : leftmost, span)
      if (span.isLast) add(isRtl ? this.#left : this.#right, isRtl ? leftmost : rightmost, span)
    }
  }

  width(index: number, side: 'left' | 'right'): number {
    return this.#list(index, side).reduce((sum, span) => sum + this.#edge(span, side, true), 0)
  }

  /** From the leaf to the border edge of `span`, through the edges of boxes inside it. */
  within(index: number, side: 'left' | 'right', span: BoxSpan): number {
    let sum = 0
    for (const inner of this.#list(index, side)) {
      if (inner === span) return sum + this.#edge(inner, side, false)
      if (inner.state.depth <= span.state.depth) break
      sum += this.#edge(inner, side, true)
    }
    return sum
  }

  has(index: number, side: 'left' | 'right', span: BoxSpan): boolean {
    return this.#list(index, side).includes(span)
  }

  #list(index: number, side: 'left' | 'right'): readonly BoxSpan[] {
    return (side === 'left' ? this.#left : this.#right)[index] ?? []
  }

  #edge(span: BoxSpan, side: 'left' | 'right', withMargin: boolean): number {
    const { border, padding, margin } = this.#measured.edgesOf(span.box)
    return border[side] + padding[side] + (withMargin ? margin[side] : 0)
  }
}

function ends(positions: readonly number[], first: number, end: number): { readonly leftmost: number; readonly rightmost: number } {
  let [leftmost, rightmost] = [first, first]
  for (let i = first + 1; i < end; i++) {
    if (positions[i]! < positions[leftmost]!) leftmost = i
    if (positions[i]! > positions[rightmost]!) rightmost = i
  }
  return { leftmost, rightmost }
}

function add(lists: (BoxSpan[] | undefined)[], index: number, span: BoxSpan): void {
  const list = lists[index]
  if (list === undefined) lists[index] = [span]
  else list.push(span)
}
