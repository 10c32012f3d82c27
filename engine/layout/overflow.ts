// How far a laid-out document reaches to the right: what is wider than the page makes browsers lay it out wider and print it smaller.
import { itemsOf } from '../sequence.ts'
import type { Laid, LaidParagraph, LaidTable, Line, Placed } from './laid.ts'

/** How much wider the pages of a type are than those of its surroundings. */
type WiderBy = (page: string, around: string) => number

/**
 * Right edge of all there is to see of a box, from its own left edge: what overflows is followed where it is not clipped. A box that stands on
 * wider pages reaches less far by as much. Undefined when some of it is open, and so cannot be known without pulling it.
 */
export function rightEdge(laid: Laid, widerBy: WiderBy): number | undefined {
  if (laid.box.style.overflowX !== 'visible') return laid.width
  let right = laid.width
  for (const edge of edgesInside(laid, widerBy)) {
    if (edge === undefined) return undefined
    right = Math.max(right, edge)
  }
  return right
}

function* edgesInside(laid: Laid, widerBy: WiderBy): Generator<number | undefined, void> {
  yield* placedEdges(laid.positioned, laid, widerBy)
  switch (laid.kind) {
    case 'block':
      if (laid.isOpen) yield undefined
      else yield* placedEdges(itemsOf(laid.children), laid, widerBy)
      return
    case 'paragraph':
      yield* lineEdges(laid, widerBy)
      return
    case 'island':
      yield* placedEdges(laid.children, laid, widerBy)
      return
    case 'table':
      yield* tableEdges(laid, widerBy)
      return
    // Columns beyond the last one are made by fragmentation; what is in a column keeps to it as a rule.
    case 'columns':
    case 'replaced':
  }
}

function* placedEdges(children: Iterable<Placed>, around: Laid, widerBy: WiderBy): Generator<number | undefined, void> {
  for (const { x, laid } of children) {
    const right = rightEdge(laid, widerBy)
    yield right === undefined ? undefined : x + (laid.shift?.x ?? 0) + right - widerBy(laid.box.style.page, around.box.style.page)
  }
}

function* lineEdges(laid: LaidParagraph, widerBy: WiderBy): Generator<number | undefined, void> {
  yield* placedEdges(laid.floats, laid, widerBy)
  for (const line of laid.lines) yield* itemEdges(line, laid, widerBy)
}

function* itemEdges({ items }: Line, around: Laid, widerBy: WiderBy): Generator<number | undefined, void> {
  for (const item of items) {
    // The room of a page sum is a guess, and no reason to print everything smaller.
    if (item.kind === 'page-number' && item.content.kind === 'late') continue
    if (item.kind !== 'atomic') yield item.x + item.width
    else yield* placedEdges([item], around, widerBy)
  }
}

function* tableEdges(laid: LaidTable, widerBy: WiderBy): Generator<number | undefined, void> {
  yield laid.gridX + laid.gridWidth
  yield* placedEdges([...laid.topCaptions, ...laid.bottomCaptions], laid, widerBy)
  if (laid.isOpen) yield undefined
  else {
    for (const row of [...laid.head, ...itemsOf(laid.rows), ...laid.foot]) {
      for (const { x, laid: cell } of row.cells) yield* placedEdges([{ x: laid.gridX + x, y: 0, laid: cell }], laid, widerBy)
    }
  }
}
